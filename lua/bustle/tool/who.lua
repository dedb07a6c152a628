--- Who defines a thing, and who changes it, in lines for people.
local history = require "bustle.history"

local SAYS = { extend = "extended", replace = "replaced" }

local function line_of(step)
  local line = ("  %s by %s%s, %s"):format(SAYS[step.word] or "defined", step.pack,
    step.version and " " .. step.version or "", step.origin or "?")
  if not SAYS[step.word] or #step.sets == 0 then return line end
  return ("%s: %s"):format(line, table.concat(step.sets, ", "))
end

--- Says who defines and changes what has a name.
-- @tparam table set of `bustle.tool.load`
-- @tparam string name
-- @treturn[1] string
-- @treturn[2] nil
-- @treturn[2] string what is wrong
return function(set, name)
  local found, message = history.of(set.read, name, set.given)
  if not found then return nil, message end
  local lines = {}
  for _, thing in ipairs(found) do
    lines[#lines + 1] = ('%s "%s"'):format(thing.word, thing.name)
    for _, step in ipairs(thing.steps) do lines[#lines + 1] = line_of(step) end
  end
  return table.concat(lines, "\n") .. "\n"
end
