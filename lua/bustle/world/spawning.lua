--- Bringing entities into a world: what a spawn may be given, and the names of props, which may be shared.
local check = require "bustle.world.check"
local name_tables = require "bustle.world.names"
local tables = require "bustle.common.tables"

local spawning = {}

local SPAWN = { name = true, x = true, y = true, z = true, state = true, owner = true }
local NONE = {}

-- States by id, in a table that is used again.
local function read_states(world, definition, given, level)
  local states = world._states
  tables.clear(states)
  check.type(given, "table", "spawn: state", level + 1)
  for name, value in tables.pairs(given) do
    local key = definition.keys[name]
    if not key then
      error(("spawn %s, state: %s"):format(definition.name, world._names:explain(definition.keys, name)), level + 1)
    end
    local number, problem = name_tables.to_core(key, value)
    if number == nil then error(("spawn %s, state %s: %s"):format(definition.name, name, problem), level + 1) end
    if not definition.has[key.id] then
      error(('spawn %s: it has no state "%s"'):format(definition.name, name), level + 1)
    end
    states[key.id] = number
  end
  return states
end

--- Keeps the name of a prop.
function spawning.label(world, name, id)
  world._labels[name] = world._labels[name] or {}
  table.insert(world._labels[name], id)
end

--- Forgets the name of a prop that leaves.
function spawning.forget_label(world, name, id)
  local labelled = name and world._labels[name]
  for i, each in ipairs(labelled or NONE) do
    if each == id then table.remove(labelled, i) break end
  end
  if labelled and not labelled[1] then world._labels[name] = nil end
end

--- Brings an entity into a world.
-- @tparam table world
-- @tparam table definition of `bustle.world.names`
-- @tparam table|nil options as for `World:spawn`
-- @tparam number level for errors
-- @treturn[1] number its id
-- @treturn[2] nil
-- @treturn[2] string why not
-- @treturn[2] string code
function spawning.spawn(world, definition, options, level)
  options = options or NONE
  if options ~= NONE then
    check.type(options, "table", "spawn: the options", level + 1)
    check.keys(options, SPAWN, "spawn", level + 1)
  end
  local name = options.name
  if name ~= nil then check.name(name, "spawn: the name", level + 1) end
  check.position(options.x, options.y, options.z, "spawn", level + 1)
  local states = options.state ~= nil and read_states(world, definition, options.state, level + 1) or nil
  local id, message, code = check.call(world._core, level + 1, "spawn", definition.id, name, options.x or 0,
    options.y or 0, options.z or 0, states)
  if not id then return nil, message, code end
  if options.owner ~= nil then world._owners[id] = options.owner end
  if name and not definition.npc then spawning.label(world, name, id) end
  return id
end

return spawning
