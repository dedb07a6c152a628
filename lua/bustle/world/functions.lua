--- The functions in conditions and effects: what they are given, and how the core calls them.
--
-- A function gets views: of the NPC, of the target, of the environment. There is one set of views for each world, which
-- shows somebody else at each call, so that calls make no garbage. A view is an empty table whose metatable is out of
-- reach: a pack reaches only what is meant for it.
local core = require "bustle.core"
local exposed_to = require "bustle.author.sandbox.exposed"
local name_tables = require "bustle.world.names"
local nearest = require "bustle.common.nearest"

local functions = {}

local to_lua, to_core = name_tables.to_lua, name_tables.to_core

local FIELDS = { "name", "kind", "x", "y", "z", "state", "owner" }

-- Whom a view shows: `{ id=, keys=, trusted= }`; no id outside of calls.

local function id_of(shown, level)
  if not shown.id then error("what a condition or effect is given is not there after it has returned", level + 1) end
  return shown.id
end

-- ---- State ----

local function key_of(world, shown, name, level)
  local key = shown.keys[name]
  if not key then error(world._names:explain(shown.keys, name), level + 1) end
  return key
end

local function state_view(world, shown)
  return setmetatable({}, {
    __index = function(_, name)
      local id, key = id_of(shown, 2), key_of(world, shown, name, 2)
      local value = world._core:get(id, key.id)
      if value == nil then return nil end
      return to_lua(key, value)
    end,
    __newindex = function(_, name, value)
      local id, key = id_of(shown, 2), key_of(world, shown, name, 2)
      local number, problem = to_core(key, value)
      if number == nil then error(('state "%s": %s'):format(name, problem), 2) end
      local ok, refused = pcall(world._core.set, world._core, id, key.id, number)
      if not ok then error(('state "%s": %s'):format(name, refused), 2) end
    end,
    __metatable = "bustle.state",
  })
end

-- ---- Entities ----

local READ = {}

function READ.name(world, id) return (world._core:entity_name(id)) end
function READ.kind(world, id) return world._names.definitions[world._core:definition(id)].name end
function READ.x(world, id) return (world._core:position(id)) end
function READ.y(world, id) return (select(2, world._core:position(id))) end
function READ.z(world, id) return (select(3, world._core:position(id))) end

local function entity_view(world, shown)
  local state = state_view(world, shown)
  return setmetatable({}, {
    __index = function(_, field)
      local id = id_of(shown, 2)
      if field == "state" then return state end
      if field == "owner" then
        if shown.trusted then return world._owners[id] end
        error("a pack's functions do not see the game's own objects", 2)
      end
      local read = READ[field]
      if not read then
        error(('an entity has no "%s" here (%s)'):format(tostring(field), nearest.question(tostring(field), FIELDS,
          "it has " .. table.concat(FIELDS, ", "))), 2)
      end
      return (read(world, id))
    end,
    __newindex = function(_, field)
      error(('"%s" of an entity cannot be set here; only its state can'):format(tostring(field)), 2)
    end,
    __tostring = function()
      return shown.id and tostring(world:_object(shown.id)) or "bustle.entity"
    end,
    __metatable = "bustle.entity",
  })
end

-- ---- Environment and what the game exposes ----

local function environment_view(world, shown)
  -- Whoever answers for a value is the game, and must not be held to the limits of a pack.
  local ask = core.outside(function(key) return (world._environment:read_fresh(key)) end)
  return setmetatable({}, {
    __index = function(_, name)
      id_of(shown, 2)
      local key = shown.environment[name]
      if not key then error(world._names:explain(shown.environment, name), 2) end
      if world._environment:is_fresh(key) then return (world._environment:read(key)) end
      return ask(key)
    end,
    __newindex = function() error("functions cannot set the environment", 2) end,
    __metatable = "bustle.environment",
  })
end

local function exposed_view(exposed)
  return setmetatable({}, {
    __index = exposed,
    __newindex = function() error("what the game exposes cannot be changed", 2) end,
    __metatable = "bustle.exposed",
  })
end

-- ---- Calling ----

local Functions = {}
Functions.__index = Functions

--- The functions of a world's content, by the core's numbers.
-- @tparam table world
function functions.new(world)
  local self = setmetatable({ world = world, prepared = {}, last = 0 }, Functions)
  self:take_over {}
  return self
end

-- The names in a function are those of its pack, also where the pack is gone and only the function is left.
local function bind(self, prepared)
  local names = self.world._names
  local pack = names.compiled.names.packs[prepared.about.pack] and prepared.about.pack
  prepared.keys, prepared.environment = names:keys("state", pack), names:keys("environment", pack)
end

--- Takes the functions of the world's content as it is now.
-- @tparam {number,...} replaced those that are still called although their content was replaced
function Functions:take_over(replaced)
  local before = self.prepared
  self.prepared = {}
  for _, number in ipairs(replaced) do self.prepared[number] = before[number] end
  for _, prepared in pairs(self.prepared) do bind(self, prepared) end
  for _, entry in ipairs(self.world._names.compiled.functions) do
    local prepared = { fn = entry.fn, about = entry,
      trusted = self.world._names.compiled.names.packs[entry.pack].by_game }
    bind(self, prepared)
    self.prepared[entry.number], self.last = prepared, entry.number
  end
end

--- What is known of a function: `fn`, `where`, `pack`, `kind`, `thing`.
function Functions:about(number)
  local prepared = self.prepared[number]
  return prepared and prepared.about
end

--- What the core calls for a function in a condition or an effect.
-- @tparam table exposed what the game lets packs see
-- @treturn function (number, npc, target)
function Functions:caller(exposed)
  local world = self.world
  local own, target = {}, {}
  local npc_view, target_view = entity_view(world, own), entity_view(world, target)
  local shown_by = { [npc_view] = own, [target_view] = target }
  local environment, game = environment_view(world, own), exposed_view(exposed)
  local game_for_packs = exposed_to.view(exposed, function(value)
    local shown = value ~= nil and shown_by[value]
    return shown and shown.id and world:_object(shown.id) or nil
  end)
  return function(number, npc, other)
    local entry = self.prepared[number]
    own.id, own.keys, own.trusted, own.environment = npc, entry.keys, entry.trusted, entry.environment
    target.id, target.keys, target.trusted = other, entry.keys, entry.trusted
    local result = entry.fn(npc_view, other and target_view, environment, entry.trusted and game or game_for_packs)
    own.id, target.id = nil, nil
    return result
  end
end

return functions
