--- Who defines a thing, and who changes it.
local KINDS = { "entity", "sequence", "action", "interruption", "state", "environment", "constant" }

-- A name may stand for things of several kinds.
local function find(compiled, set, name)
  local found, message = {}, nil
  for _, kind in ipairs(KINDS) do
    local qualified, problem = compiled:resolve(kind, name, set.given[1])
    if qualified then
      found[#found + 1] = compiled:thing(kind, qualified)
    elseif problem:find("did you mean", 1, true) or not message then
      message = problem
    end
  end
  return found, message
end

local function lines_of(thing)
  return { ('%s "%s"'):format(thing.word, thing.qualified),
    ("  defined by %s, %s"):format(thing.pack.name, thing.origin or "?") }
end

--- Says who defines and changes what has a name.
-- @tparam table compiled of `content.compile`
-- @tparam table set of `bustle.tool.load`
-- @tparam string name
-- @treturn[1] string
-- @treturn[2] nil
-- @treturn[2] string what is wrong
return function(compiled, set, name)
  local found, message = find(compiled, set, name)
  if #found == 0 then return nil, ("nothing is called '%s': %s"):format(name, message) end
  local lines = {}
  for _, thing in ipairs(found) do
    for _, line in ipairs(lines_of(thing)) do lines[#lines + 1] = line end
  end
  return table.concat(lines, "\n") .. "\n"
end
