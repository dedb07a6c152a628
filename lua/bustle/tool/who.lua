--- Who defines a thing, and who changes it.
local keys = require "bustle.keys"
local layers = require "bustle.content.layers"

local VERBS = { extend = "extended", replace = "replaced" }

-- What a change is about, as far as its keys tell.
local function touched(change)
  if type(change.value) ~= "table" then return "" end
  local names = {}
  for i, key in ipairs(keys.ordered(change.value)) do names[i] = tostring(key) end
  return #names > 0 and (": %s"):format(table.concat(names, ", ")) or ""
end

local function add_lines(lines, thing, list)
  lines[#lines + 1] = ('%s "%s"'):format(thing.word, thing.qualified)
  lines[#lines + 1] = ("  defined by %s at %s"):format(thing.pack.name, thing.origin or "?")
  for i = 2, #list do
    local change = list[i]
    lines[#lines + 1] = ("  %s by %s at %s%s"):format(VERBS[change.word], change.pack.name, change.origin or "?",
      change.word == "extend" and touched(change) or "")
  end
end

--- Says who defines and changes what has a name.
-- @tparam table compiled of `content.compile`
-- @tparam string name "market.visitor", "visitor", or with its word: "npc visitor"
-- @treturn[1] string
-- @treturn[2] nil
-- @treturn[2] string what is wrong
return function(compiled, name)
  local found, problem = layers.meanings(compiled.names, name, compiled.view)
  if #found == 0 then
    return nil, problem.cure and ("%s (%s)"):format(problem.text, problem.cure) or problem.text
  end
  local lines = {}
  for _, thing in ipairs(found) do add_lines(lines, thing, compiled.layers[thing] or { thing }) end
  return table.concat(lines, "\n") .. "\n"
end
