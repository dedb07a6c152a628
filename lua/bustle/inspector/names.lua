--- What the inspector's panel calls things: the same thing by the same name in every section, the name that
-- `npc:explain()` uses, with spaces for underscores.
local happenings = require "bustle.observe.happenings"

local names = {}

--- A name as it is spoken.
-- @tparam string name
-- @treturn string
function names.spoken(name)
  return (name:gsub("_", " "))
end

--- An entity: by its own name, or by its kind and number.
-- @tparam table world
-- @tparam table entity
-- @treturn string
function names.called(world, entity)
  return names.spoken(happenings.label(world, entity.id).name)
end

return names
