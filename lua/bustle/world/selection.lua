--- Choosing entities of a world: to find them, and to interrupt them.
local core = require "bustle.core"
local check = require "bustle.world.check"
local keys = require "bustle.common.keys"
local name_tables = require "bustle.world.names"
local nearest = require "bustle.common.nearest"
local entity = require "bustle.world.entity"
local pairs = require("bustle.common.tables").pairs

local selection = {}

-- ---- Places ----

local COORDINATES = { x = 1, y = 2, z = 3 }

-- A point as `{ x=, y=, z= }` or as `{ 3, 4 }`.
local function point_of(given, what, level)
  for key in pairs(given) do
    if not COORDINATES[key] and not (key == 1 or key == 2 or key == 3) then
      error(("%s: a point is { x=, y=, z= } and has no %s"):format(what, tostring(key)), level + 1)
    end
  end
  local x, y, z = given.x or given[1], given.y or given[2], given.z or given[3]
  check.position(x, y, z, what, level + 1)
  return x or 0, y or 0, z or 0
end

local function is_point(given)
  return type(given) == "table" and not entity.is_entity(given)
end

local function check_distance(within, what, level)
  check.number(within, what .. ": within", level + 1)
  if within < 0 then error(("%s: within cannot be negative"):format(what), level + 1) end
end

-- ---- Finding ----

local FIND = { kind = true, tag = true, state = true, within = true, of = true }

-- States with what is wanted of each.
local function read_wanted(world, given, level)
  check.type(given, "table", "find: state", level + 1)
  local wanted = {}
  for _, name in ipairs(keys.ordered(given)) do
    local map, value = world._names:keys("state"), given[name]
    local key = map[name]
    if not key then error("find: " .. world._names:explain(map, name), level + 1) end
    if type(value) ~= "function" then
      local number, problem = name_tables.to_core(key, value)
      if number == nil then error(('find, state "%s": %s'):format(name, problem), level + 1) end
      value = name_tables.to_lua(key, core.round(number))
    end
    wanted[#wanted + 1] = { key = key, value = value }
  end
  return wanted
end

-- The game's functions may remove whom they are asked about, and others.
local function has_states(world, id, wanted)
  for _, each in ipairs(wanted) do
    if not world._core:alive(id) then return false end
    local number = world._core:get(id, each.key.id)
    if number == nil then return false end
    local value = name_tables.to_lua(each.key, number)
    if type(each.value) == "function" then
      if not each.value(value) then return false end
    elseif value ~= each.value then
      return false
    end
  end
  return world._core:alive(id)
end

-- No distance is larger.
local FARTHEST = 2147483647

-- Those within the distance that the query asks for; nil if it asks for none.
local function list_near(world, query, level)
  if query.within == nil and query.of == nil then return nil end
  if query.within == nil or query.of == nil then error("find: within and of belong together", level + 1) end
  check_distance(query.within, "find", level + 1)
  local distance = math.min(query.within, FARTHEST)
  local ids, problem
  if is_point(query.of) then
    local x, y, z = point_of(query.of, "find: of", level + 1)
    ids, problem = check.call(world._core, level + 1, "within", x, y, z, distance)
  else
    local centre = world:_id(query.of, "find: of", level + 1)
    ids, problem = check.call(world._core, level + 1, "around", centre, distance)
  end
  if not ids then error("find: " .. problem, level + 1) end
  return ids
end

local function list_all(world)
  local ids = {}
  for id in world:_each() do ids[#ids + 1] = id end
  return ids
end

local function check_tag(world, tag, level)
  check.type(tag, "string", "find: tag", level + 1)
  local tagged = world._names.compiled.tagged
  if not tagged[tag] then
    local cure = nearest.question(tag, keys.names(tagged))
    error(('find: nothing is tagged "%s"%s'):format(tag, cure and (" (%s)"):format(cure) or ""), level + 1)
  end
end

--- The entities that a query applies to, in spawn order.
function selection.find(world, query, level)
  query = query or {}
  check.type(query, "table", "find: the query", level + 1)
  check.keys(query, FIND, "find", level + 1)
  local kind = query.kind ~= nil and world._names:id("entity", query.kind, level + 1)
  if query.tag ~= nil then check_tag(world, query.tag, level + 1) end
  local wanted = query.state ~= nil and read_wanted(world, query.state, level + 1)
  local ids, found = {}, {}
  for _, id in ipairs(list_near(world, query, level + 1) or list_all(world)) do
    local definition = world._core:definition(id)
    if (not kind or definition == kind)
      and (not query.tag or world._names.definitions[definition].tags[query.tag]) then
      ids[#ids + 1] = id
    end
  end
  -- Only now are functions of the game called: who comes meanwhile is not looked at.
  for _, id in ipairs(ids) do
    if not wanted or has_states(world, id, wanted) then found[#found + 1] = world:_object(id) end
  end
  return found
end

-- ---- Interrupting ----

local AREA = { within = true, of = true, from = true }

local function check_npc(world, id, what, level)
  if not world._names.definitions[world._core:definition(id)].npc then
    error(("%s: %s is a prop, not an NPC"):format(what, tostring(world:_object(id))), level + 1)
  end
end

local function read_list(world, given, level)
  local ids = {}
  for key in pairs(given) do
    if key ~= "from" and not (type(key) == "number" and key >= 1 and key <= #given) then
      local known = keys.names(AREA)
      error(("interrupt: unknown option %s (%s)"):format(tostring(key), nearest.question(tostring(key), known,
        "there are " .. table.concat(known, ", "))), level + 1)
    end
  end
  for i = 1, #given do
    local what = ("interrupt: item %d"):format(i)
    ids[i] = world:_id(given[i], what, level + 1)
    check_npc(world, ids[i], what, level + 1)
  end
  return ids
end

local function interrupt_area(world, interruption, area, from, level)
  check.keys(area, AREA, "interrupt", level + 1)
  if area.within == nil or area.of == nil then error("interrupt: within and of belong together", level + 1) end
  check_distance(area.within, "interrupt", level + 1)
  local queued, ignored, refused
  if is_point(area.of) then
    local x, y, z = point_of(area.of, "interrupt: of", level + 1)
    queued, ignored, refused =
      check.call(world._core, level + 1, "interrupt_within", interruption, x, y, z, area.within, from)
  else
    local centre = world:_id(area.of, "interrupt: of", level + 1)
    queued, ignored, refused =
      check.call(world._core, level + 1, "interrupt_around", interruption, centre, area.within, from)
  end
  return queued, ignored, refused
end

--- Raises an interruption for a list of NPCs, for all of them, or for those in an area.
-- @treturn number queued
-- @treturn number ignored
-- @treturn number refused
function selection.interrupt(world, name, whom, from, level)
  local interruption = world._names:id("interruption", name, level + 1)
  local is_table = type(whom) == "table" and not entity.is_entity(whom)
  if is_table and whom.from ~= nil then from = whom.from end
  if from ~= nil then from = world:_id(from, "interrupt: from", level + 1) end
  local queued, ignored, refused
  if whom == "all" then
    queued, ignored, refused = check.call(world._core, level + 1, "interrupt_all", interruption, from)
  elseif is_table and (whom.within ~= nil or whom.of ~= nil) then
    queued, ignored, refused = interrupt_area(world, interruption, whom, from, level + 1)
  elseif is_table then
    local ids = read_list(world, whom, level + 1)
    queued, ignored, refused = check.call(world._core, level + 1, "interrupt", interruption, ids, from)
  else
    error('interrupt: give a list of NPCs, "all", or { within=, of= }', level + 1)
  end
  return queued, ignored, refused
end

return selection
