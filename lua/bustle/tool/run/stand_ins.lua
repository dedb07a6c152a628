--- What a game would expose to packs, made of the stand-ins of their manifests.
local keys = require "bustle.common.keys"

local stand_ins = {}

local exposed_of

-- "price_of()" is a function that returns the value, whatever it is given.
local function exposed_as(name, value)
  local called = name:match("^(.*)%(%)$")
  local shown = type(value) == "table" and exposed_of({}, value) or value
  if not called then return name, shown end
  return called, function() return shown end
end

-- Tables are merged; of two other values of a name the last counts.
function exposed_of(exposed, values)
  for _, each in ipairs(keys.ordered(values)) do
    local name, value = exposed_as(each, values[each])
    if type(value) == "table" and type(exposed[name]) == "table" then
      exposed_of(exposed[name], values[each])
    else
      exposed[name] = value
    end
  end
  return exposed
end

--- Puts the stand-ins of packs into a table that a world exposes, in place of those that it had.
-- @tparam table exposed
-- @tparam {table,...} packs in load order: what a pack says counts more than what those say that it depends on
function stand_ins.fill(exposed, packs)
  for _, name in ipairs(keys.ordered(exposed)) do exposed[name] = nil end
  for _, pack in ipairs(packs) do exposed_of(exposed, pack.stand_ins) end
end

return stand_ins
