--- A world: content, the entities that live by it, and time. This is what a game holds.
--
--     local world = bustle.world { packs = { market }, seed = 42 }
--     world:handle { travel = true, start = ..., update = ..., stop = ... }
--     local mary = world:spawn("visitor", { name = "mary", x = 10, y = 10, state = { energy = 3 } })
--     world:update(dt)
--
-- Mistakes of the caller are raised where the caller made them; what can go wrong while a game runs comes back as
-- nil, a message and a code. How a world is made is in `bustle.world.create`, entities are in `bustle.world.entity`,
-- how they come in `bustle.world.spawning`, an update in `bustle.world.updating`, handlers in `bustle.world.delivery`,
-- whom to find and to interrupt in `bustle.world.selection`, staging scenes in `bustle.world.staging`, links in
-- `bustle.world.links`, messages in `bustle.world.messages`, the clock and plans in `bustle.world.plans`.
local check = require "bustle.world.check"
local clock = require "bustle.world.clock"
local create = require "bustle.world.create"
local delivery = require "bustle.world.delivery"
local entity = require "bustle.world.entity"
local events = require "bustle.world.events"
local handlers = require "bustle.world.handlers"
local keeper = require "bustle.observe.explain.keeper"
local keys = require "bustle.common.keys"
local links = require "bustle.world.links"
local log = require "bustle.observe.log"
local nearest = require "bustle.common.nearest"
local plans = require "bustle.world.plans"
local recorder = require "bustle.observe.recording.recorder"
local reload = require "bustle.world.reload"
local save = require "bustle.world.save"
local selection = require "bustle.world.selection"
local spawning = require "bustle.world.spawning"
local staging = require "bustle.world.staging"
local updating = require "bustle.world.updating"

local World = {}
World.__index = World

--- Makes a world. This is `bustle.world`.
-- @tparam table options
--
-- - `packs`: a list of folders, of packs (of `bustle.pack`), and of the tables that it takes
-- - `mods`: a folder of packs, those of which are left out that cannot be used
-- - `search`, `source`, `progress`: as for `packs.load`
-- - `seed`: a whole number, 0 if it is left out
-- - `ends`: "timed" (the default) or "game": how actions end that do not say
-- - `constants`: values by name that take the place of the packs'
-- - `limits`: `{ depth = 16, steps = 64, queue = 8, activities = 8, failures = 3 }`
-- - `metric`: "euclidean" (the default; of packs of `bustle.json`, "manhattan"): how distances are measured
-- - `clock`: `{ day = 1440, start = "06:00" }`: how long a day of the world's clock is, in seconds, and what it shows
-- first. Without it only a world whose packs have plans has a clock, that one
-- - `restart`: seconds after which halted NPCs go on by themselves, 30 if it is left out; false: never
-- - `expose`: a table that the functions of packs get as their fourth argument, to read
-- - `explain`: true keeps the last decisions of each NPC for `npc:explain()`; a number: so many of them
-- - `trace`: a function that is told every step of every decision while it is made; see `bustle.world.steps`
-- - `places`: false leaves out what the packs put into the world, for a game with a map of its own
-- @treturn table the world; its `problems` are the warnings about its content, and what is wrong with mods
local function new(options)
  local world = create.world(options, World, 2)
  return world
end

local function check_open(self, level)
  if self._closed then error("the world is closed", level + 1) end
end

-- ---- Objects ----

--- The object of an entity that lives, or has left since the last update began.
function World:_object(id)
  local object = self._objects[id] or self._leaving[id] or self._left[id]
  if not object then
    object = entity.new(self, id)
    self._objects[id] = object
  end
  return object
end

-- The id of what a caller gives for an entity: its object or its id.
local function id_of(self, given, what, level)
  if entity.is_entity(given) then
    if given._world ~= self then error(("%s: %s is of another world"):format(what, tostring(given)), level + 1) end
    if not given._alive then error(("%s: %s"):format(what, entity.gone(given)), level + 1) end
    return given._id
  end
  if type(given) ~= "number" then
    error(("%s: an entity or its id is expected, not a %s"):format(what, type(given)), level + 1)
  end
  if not self._core:alive(given) then
    error(("%s: entity %s has left, or is of another world"):format(what, tostring(given)), level + 1)
  end
  return given
end

function World:_id(given, what, level)
  check_open(self, level + 1)
  local id = id_of(self, given, what, level + 1)
  return id
end

--- The object of an entity, by the id that events and `spawn_many` give.
-- @tparam number id
-- @treturn table
function World:entity(id)
  return self:_object(self:_id(id, "entity", 2))
end

--- The NPC of that name; if there is none, the first prop that was spawned under it.
-- @tparam string name
-- @treturn table|nil
function World:get(name)
  check_open(self, 2)
  check.name(name, "get: the name", 2)
  local labelled = self._labels[name]
  local id = check.call(self._core, 2, "find", name) or labelled and labelled[1]
  return id and self:_object(id) or nil
end

-- All ids, in the order of their coming.
function World:_each()
  return function(core, last) return core:next(last) end, self._core, nil
end

-- ---- Coming and going ----

function World:_spawn(definition, options, level)
  local id, message, code = spawning.spawn(self, definition, options, level + 1)
  return id, message, code
end

function World:_is_npc(id)
  return self._names.definitions[self._core:definition(id)].npc
end

-- Whether an NPC waits at a node, seen in the action with this token (S51).
function World:_awaits(id, token)
  if not self._core:alive(id) then return false end
  local doing = self._core:doing(id, self._doing)
  return doing.mood == "awaiting" and doing.token == token
end

-- Keeps the name of a prop that is there already.
function World:_label(id)
  local name = self._core:entity_name(id)
  if name and not self:_is_npc(id) then spawning.label(self, name, id) end
end

--- Brings an entity into the world.
-- @tparam string kind the name of a prop or npc
-- @tparam[opt] table options `name`, `x`, `y`, `z`, `state` (values by name), `owner` (anything of the game's own)
-- @treturn[1] table the entity
-- @treturn[2] nil
-- @treturn[2] string why not
-- @treturn[2] string code: "name_taken", "limit" or "no_memory"
function World:spawn(kind, options)
  check_open(self, 2)
  local definition = self._names.definitions[self._names:id("entity", kind, 2)]
  local id, message, code = spawning.spawn(self, definition, options, 2)
  if not id then return nil, message, code end
  return self:_object(id)
end

--- Brings many of a kind into the world, without making an object for each.
-- @tparam string kind
-- @tparam number count
-- @tparam[opt] function options_of takes the number of each, from 1, and returns its options, as for `spawn`, or nil;
-- it may return the same table each time
-- @treturn[1] {number,...} ids; `world:entity(id)` gives the object of one
-- @treturn[2] nil
-- @treturn[2] string why not all of them
-- @treturn[2] string code
-- @treturn[2] {number,...} ids of those that came
function World:spawn_many(kind, count, options_of)
  check_open(self, 2)
  local definition = self._names.definitions[self._names:id("entity", kind, 2)]
  check.whole(count, 0, 2 ^ 31, "spawn_many: the count", 2)
  if options_of ~= nil then check.callable(options_of, "spawn_many: the third argument", 2) end
  local ids = {}
  for i = 1, count do
    local id, message, code = spawning.spawn(self, definition, options_of and options_of(i) or nil, 2)
    if not id then return nil, message, code, ids end
    ids[i] = id
  end
  return ids
end

function World:_remove(id, level)
  local object = self:_object(id)
  local ok, message, code = check.call(self._core, level + 1, "remove", id)
  if not ok then return nil, message, code end
  entity.leave(object)
  self._objects[id], self._owners[id], self._left[id] = nil, nil, object
  spawning.forget_label(self, object._name, id)
  self._delivery:changed()
  return true
end

--- Takes an entity out of the world.
-- @param who its object or id
-- @treturn[1] boolean true
-- @treturn[2] nil
-- @treturn[2] string why not
-- @treturn[2] string code: "no_memory"
function World:remove(who)
  local ok, message, code = self:_remove(self:_id(who, "remove", 2), 2)
  return ok, message, code
end

function World:_move(id, x, y, z, level)
  check.position(x, y, z, "move", level + 1)
  local ok, message, code = check.call(self._core, level + 1, "move", id, x or 0, y or 0, z or 0)
  return ok, message, code
end

--- Puts an entity somewhere else.
-- @param who its object or id
-- @tparam number x
-- @tparam[opt=0] number y
-- @tparam[opt=0] number z
-- @treturn[1] boolean true
-- @treturn[2] nil
-- @treturn[2] string why not
-- @treturn[2] string code: "static"
function World:move(who, x, y, z)
  local ok, message, code = self:_move(self:_id(who, "move", 2), x, y, z, 2)
  return ok, message, code
end

-- ---- Time ----

local function check_update(self, dt, level)
  check_open(self, level + 1)
  if self._delivering then error("update cannot be called inside a handler", level + 1) end
  -- The core says why not.
  if self._updating then check.call(self._core, level + 1, "update", self._now) end
  local problem = clock.problem(dt)
  if problem then error("update: " .. problem, level + 1) end
end

--- Lets time pass, and hands out what happened (S36-S39).
-- @tparam number dt seconds, may be 0
-- @tparam[opt] table options `batch`: how many NPCs may decide; `budget_ms`: milliseconds of real time that it may
-- take. What is left over comes first next time.
-- @treturn[1] boolean true
-- @treturn[2] nil when memory ran out: the next update first finishes this one, and one of 0 seconds does only that
-- @treturn[2] string
-- @treturn[2] string code: "no_memory"
function World:update(dt, options)
  check_update(self, dt, 2)
  if self._watch then self._watch() end
  local batch, budget = updating.read_options(options, 2)
  local now, carry = clock.after(self._now, self._carry, dt)
  if not now then error("update: that is further than time goes", 2) end
  if self._unfinished then
    local ok, message, code = updating.step(self, self._now, self._carry, self._step, batch, budget, nil, 2)
    if not ok or dt == 0 then return ok, message, code end
  end
  local ok, message, code = updating.step(self, now, carry, dt, batch, budget, nil, 2)
  return ok, message, code
end

-- An update as it was recorded.
function World:_update_again(now, batch, portion)
  return updating.step(self, now, 0, (now - self._now) / 1000, batch, nil, portion, 2)
end

--- The time of the last update, in seconds.
-- @treturn number
function World:now()
  check_open(self, 2)
  return self._now / 1000
end

--- What the clock shows (S73).
-- @treturn[1] table `{ day=, hour=, minute=, time=, seconds=, length= }`: the day from 0, the time as text ("06:42"),
-- the seconds since midnight, and how many a day has
-- @treturn[2] nil
-- @treturn[2] string why not
-- @treturn[2] string code: "no_clock"
function World:clock()
  check_open(self, 2)
  local now, message, code = plans.clock(self)
  return now, message, code
end

--- Sets the clock, forward or back (S73). All plans are looked at afresh in the next update.
-- @tparam string time such as "06:30"
-- @tparam[opt] number day from 0; nil: today
-- @treturn[1] boolean true
-- @treturn[2] nil
-- @treturn[2] string why not
-- @treturn[2] string code: "no_clock"
function World:set_time(time, day)
  check_open(self, 2)
  local ok, message, code = plans.set_time(self, time, day, 2)
  return ok, message, code
end

-- ---- Events ----

--- Listens to events. Handlers of actions (`handle`) come first: what they take is not told here. Neither may yield;
-- a coroutine of their own they may resume.
--
-- - "spawn", "remove": `fn(entity)`
-- - "start": `fn(npc, target, run)`; "stop": `fn(npc, why, run)`, once for every start
-- - "fail", "halt": `fn(npc, sequence, cause)`
-- - "fallback", "restart": `fn(npc, sequence)`
-- - "interrupt", "ignore": `fn(npc, interruption, source, response, cue)`; a run and a cue have no interruption, and
-- the source of a cue is whom it found
-- - "role": `fn(npc, role)`, nil if it has none any more
-- - "join": `fn(npc, scene, part, initiator)`; the initiator is who began the scene, nil where it was staged
-- - "leave": `fn(npc, scene, why)`: "finished", "left" (it alone) or "broken"
-- - "adopt": `fn(npc, offer, provider)`; "drop": `fn(npc, offer, provider, why)`: "done", "failed", "interrupted",
-- "revoked", "given up" or "left"
-- - "enter", "exit": `fn(npc, area)`
-- - "plan": `fn(npc, sequence, entry, patch)`: another entry of its plan holds, from 1 as written; of a patch its
-- number
-- - "error": `fn(message, where)`; without a listener errors go to standard error, those that repeat themselves counted
-- @tparam string event
-- @tparam function fn
-- @treturn function that ends the listening
function World:on(event, fn)
  check_open(self, 2)
  if not delivery.LISTENED[event] then
    error(("on: there is no event %s (%s)"):format(tostring(event), nearest.question(tostring(event),
      keys.names(delivery.LISTENED), "there are " .. table.concat(keys.names(delivery.LISTENED), ", "))), 2)
  end
  check.callable(fn, "on: the second argument", 2)
  return self._delivery:listen(event, fn)
end

local function say_handler(self, rank, list, handler, level)
  for _, key in ipairs(list) do
    local problem = self._delivery:handle(rank, key, handler)
    if problem then error("handle: " .. problem, level + 1) end
  end
end

--- Takes over actions. In a table stand the handler and which actions it is for:
--
-- - `actions`: a name, or a list of names
-- - `tag`: those that have the tag, or one of a list of tags
-- - `travel = true`: those that travel
-- - `default = true`: those that nobody else takes over
--
-- Tags, travel and default are also for actions that come later, by a mod or a reload. An action has one handler: by
-- its name; else by the first of its tags, in its own order, that has one; else that of travel; else the default. A
-- second one for the same name or tag, for travel, or as default takes the place of the first.
--
-- The handler has `start(npc, target, run)`; `update(npc, dt, run)`, called by every update while the action runs, from
-- the one after its start, completes it by returning true; `stop(npc, why, run)`, once for every start. For what is
-- left out, listeners are told. With `ends = "game"` these actions end when the game says so (`update`, `npc:complete`,
-- `npc:fail`), or by their timeout, whatever they say themselves, from their next start on; with "timed", when their
-- duration has passed (S48).
-- @tparam table|string which that table; or the name of an action, with its handler as the second argument
-- @tparam table|nil handler of the action of that name; nil: nobody takes it over by its name any more
-- @treturn function|nil that takes the handler back
function World:handle(which, handler)
  check_open(self, 2)
  local rank, list, copy = handlers.read(self._names, which, handler, 2)
  say_handler(self, rank, list, copy, 2)
  return copy and function()
    check_open(self, 2)
    for _, key in ipairs(list) do
      if self._delivery.said:get(rank, key) == copy then say_handler(self, rank, { key }, nil, 2) end
    end
  end
end

--- The actions of the world's content, in byte order of their full names.
-- @treturn {table,...} of each `name`, `pack`, `tags` (a list), `show` (of its author; never nil), `travel` (a
-- boolean), `handled` (whether a handler takes it over)
function World:actions()
  check_open(self, 2)
  local list = {}
  for id = 0, self._names.content:count "action" - 1 do
    local action, tags = self._names.actions[id], {}
    for i, tag in ipairs(action.tags) do tags[i] = tag end
    list[id + 1] = { name = action.name, pack = action.pack, tags = tags, show = action.show, travel = action.travel,
      handled = self._delivery.handlers[id] ~= nil }
  end
  return list
end

--- All events of the last update; see `bustle.world.events`.
-- @treturn table
function World:events()
  check_open(self, 2)
  if not self._updating then events.load(self._events, self._core) end
  return self._events
end

function World:_report(message, where)
  self._delivery:report(message, where)
end

-- ---- Environment and positions ----

--- Answers for an environment value when it is due, or for positions.
-- @tparam string name of an environment value; "position": of the props and npcs that have `every`
-- @tparam function|nil fn returns the value (a number, a boolean, a named value; nil: as it was); for "position" it
-- takes the entity and returns x, y, z
function World:provide(name, fn)
  check_open(self, 2)
  if fn ~= nil then check.callable(fn, "provide: the second argument", 2) end
  if name == "position" and not self._environment.keys.position then
    self._position = fn
  else
    self._environment:provide(name, fn, 2)
  end
end

--- Sets an environment value. It counts as an answer (S9).
-- @tparam string name
-- @param value a number, a boolean for a flag, a named value
-- @treturn boolean true
function World:set(name, value)
  check_open(self, 2)
  local ok, message, code = self._environment:set(name, value, 2)
  return ok, message, code
end

-- ---- Whom to find and to interrupt ----

--- The entities to which all of this applies, in the order of their coming.
-- @tparam table|nil query `kind`: a name; `tag`; `state`: values by name, or functions that take the value; `within`:
-- a distance (S10) `of` an entity, which is left out, or of `{ x=, y=, z= }`. nil: all entities
-- @treturn {table,...}
function World:find(query)
  check_open(self, 2)
  return (selection.find(self, query, 2))
end

--- Raises an interruption (S29).
-- @tparam string name
-- @param whom a list of NPCs (objects or ids; `from` may stand in the list), "all", or `{ within=, of=, from= }`: `of`
-- an entity or `{ x=, y=, z= }`
-- @param[opt] from the entity that it comes from
-- @treturn[1] number how many took it
-- @treturn[1] number how many ignored it
-- @treturn[1] number how many had no room for it
-- @treturn[2] nil
-- @treturn[2] string why not
-- @treturn[2] string code: "no_memory"
function World:interrupt(name, whom, from)
  check_open(self, 2)
  local queued, ignored, refused = selection.interrupt(self, name, whom, from, 2)
  return queued, ignored, refused
end

function World:_interrupt_list(name, list, from, level)
  local queued, message, code = selection.interrupt(self, name, list, from, level + 1)
  return queued, message, code
end

-- ---- Scenes ----

--- Stages a scene: with whom the game names, and with whoever else can be cast (S55).
-- @tparam string scene
-- @tparam[opt] table options `at`: the entity where it is; and by the name of a part the NPC that takes it, or a list
-- of NPCs. Whom the game names need not meet the part's condition, but must not be at something else
-- @treturn[1] number of the scene, from 1
-- @treturn[2] nil
-- @treturn[2] string why not, naming who is not available
-- @treturn[2] string code: "unavailable", "no_cast" or "no_memory"
function World:stage(scene, options)
  check_open(self, 2)
  local number, message, code = staging.stage(self, scene, options, 2)
  return number, message, code
end

-- ---- Links ----

--- Links an entity to another, or changes what the link holds (S65).
-- @param from an entity or its id
-- @tparam string kind
-- @param to an entity or its id
-- @tparam[opt=1] number|boolean value false takes a link away that is or is not
-- @treturn[1] boolean true
-- @treturn[2] nil
-- @treturn[2] string why not
-- @treturn[2] string code: "limit" (255 of a kind from one entity, or 2^20 in the world), "read_only" (links of this
-- kind follow from what is going on), "bad_argument" (both are the same) or "no_memory"
function World:link(from, kind, to, value)
  check_open(self, 2)
  local ok, message, code = links.link(self, from, kind, to, value, 2)
  return ok, message, code
end

--- Takes a link away, if there is one.
-- @param from an entity or its id
-- @tparam string kind
-- @param to an entity or its id
-- @treturn[1] boolean true
-- @treturn[2] nil
-- @treturn[2] string why not
-- @treturn[2] string code: "read_only"
function World:unlink(from, kind, to)
  check_open(self, 2)
  local ok, message, code = links.unlink(self, from, kind, to, 2)
  return ok, message, code
end

--- Those whom a path finds that begins at an entity, in the order of their coming (S66).
-- @param from an entity or its id
-- @tparam string path such as "seat" or "contains(sword) of home"
-- @treturn[1] {table,...}
-- @treturn[2] nil
-- @treturn[2] string why it is no path
-- @treturn[2] string code: "bad_path" or "no_memory"
function World:query(from, path)
  local list, message, code = links.query(self, self:_id(from, "query: the first argument", 2), path, 2)
  return list, message, code
end

-- ---- Saving and loading ----

local function check_outside(self, what, level)
  check_open(self, level + 1)
  if self._delivering then error(("%s cannot be called inside a handler"):format(what), level + 1) end
end

local SAVE, LOAD = { key = true }, { owner = true }

local function read_function(options, allowed, name, what, level)
  if options == nil then return nil end
  check.type(options, "table", what .. ": the options", level + 1)
  check.keys(options, allowed, what, level + 1)
  if options[name] ~= nil then check.callable(options[name], ("%s: %s"):format(what, name), level + 1) end
  return options[name]
end

--- The whole world as one string: everything but handlers, providers and the game's own objects. Undelivered events
-- are not in it.
-- @tparam[opt] table options `key`: a function that takes an entity and its owner and returns a string or number by
-- which `load` asks for the owner; nil: by the entity's name
-- @treturn[1] string
-- @treturn[2] nil
-- @treturn[2] string why not
-- @treturn[2] string code: "no_memory"
function World:save(options)
  check_outside(self, "save", 2)
  local bytes, message, code = save.save(self, read_function(options, SAVE, "key", "save", 2), 2)
  return bytes, message, code
end

--- Replaces everything in the world by what was saved, also where the content has changed since: what still exists, by
-- name, goes on, and what is gone falls back. Handlers, listeners and providers stay. Objects of entities that were
-- there before and are in the save, too, stay good; all others have left.
-- @tparam string bytes of `save`
-- @tparam[opt] table options `owner`: a function that takes a key (of `save`, or the entity's name) and an entity, and
-- returns its owner; called for every entity that had one
-- @treturn[1] {table,...} what did not come through as it was: `code`, `text`, `thing`, `entity`, `number`; none if
-- the content is the same
-- @treturn[2] nil, and nothing has changed
-- @treturn[2] string why not
-- @treturn[2] string code: "foreign", "newer", "damaged" or "no_memory"
function World:load(bytes, options)
  check_outside(self, "load", 2)
  check.type(bytes, "string", "load: the save", 2)
  local changes, message, code = save.load(self, bytes, read_function(options, LOAD, "owner", "load", 2), 2)
  return changes, message, code
end

--- Reads the packs of the world again, after one was edited, and goes on under what they say now. NPCs are carried
-- over by name; an action under way ends by the definition that it began with; handlers, listeners, providers and
-- objects stay. Places that were added are not filled.
-- @tparam[opt] string name the pack that was edited
-- @tparam[opt] table pack what takes its place, if it was given to `bustle.world` as a table
-- @treturn[1] {table,...} what did not come through as it was, as from `load`
-- @treturn[2] nil, and the world goes on as before
-- @treturn[2] string what is wrong with the packs
-- @treturn[2] string code: "problems" or "no_memory"
-- @treturn[2] {table,...} the problems
function World:reload(name, pack)
  check_outside(self, "reload", 2)
  if self._witness then error("reload: a world that is recorded or replayed keeps its content", 2) end
  if name ~= nil then check.type(name, "string", "reload: the name of the pack", 2) end
  if pack ~= nil then check.type(pack, "table", "reload: the pack", 2) end
  local changes, message, code, problems = reload.reload(self, name, pack, 2)
  return changes, message, code, problems
end

-- ---- Recording ----

local RECORD = { events = true }

local function sink_of(target, level)
  if type(target) == "function" then return target, function() end end
  check.type(target, "string", "record: the file", level + 1)
  local file, message = io.open(target, "wb")
  if not file then return nil, message end
  file:setvbuf "no" -- what is written is there, should the game crash
  return function(bytes) return file:write(bytes) end, function() file:close() end
end

--- Records from now on everything that is done to the world and everything the game answers, after a save of it as it
-- is, so that `bustle.replay` can do the same again.
-- @tparam string|function target the path of a file, or a function that takes bytes and returns true, or nil and a
-- message
-- @tparam[opt] table options `events`: true writes what happened too, so that a difference can be told event by event
-- @treturn[1] boolean true
-- @treturn[2] nil
-- @treturn[2] string why not
function World:record(target, options)
  check_outside(self, "record", 2)
  if self._witness then error("record: the world is being recorded or replayed already", 2) end
  if options ~= nil then
    check.type(options, "table", "record: the options", 2)
    check.keys(options, RECORD, "record", 2)
  end
  local sink, close = sink_of(target, 2)
  if not sink then return nil, close end
  local made, message = recorder.new(self, sink, function()
    close()
    self._recorder = nil
  end, options and options.events == true, 2)
  if not made then
    close()
    return nil, message
  end
  self._recorder = made
  return true
end

--- Ends the recording, if there is one.
function World:stop_recording()
  check_outside(self, "stop_recording", 2)
  if self._recorder then self._recorder:stop() end
end

-- ---- Telling tools ----

-- Whoever keeps account of what happens; one that keeps nothing of it is made for those who only listen.
function World:_keep()
  self._keeper = self._keeper or keeper.new(self, 0)
  return self._keeper
end

--- Writes what happens from now on as JSON Lines, at the end of every update. Errors of the file or function are
-- reported, and end the log.
-- @tparam string|function target the path of a file, which is written anew, or a function that takes text
-- @tparam[opt] table options what is written: `npc`: of this NPC alone (an object, a name, or a list of these); `kind`:
-- of NPCs and props of this kind, or of these; `events`: a list of events, as for `on`; nil: all; `steps`: true: the
-- steps of decisions too, in a world that is made with `explain`
-- @treturn[1] table `stop()` ends it
-- @treturn[2] nil
-- @treturn[2] string why not
function World:log(target, options)
  check_open(self, 2)
  local made, message = log.new(self, target, options, 2)
  return made, message
end

-- ---- The whole ----

--- The hash of all decisions so far (S43).
-- @treturn number
function World:hash()
  check_open(self, 2)
  return self._core:hash()
end

--- Statistics: `entities`, `npcs`, `halted`, `queued` (who wait for their turn), `turns`, `starts`, `events`,
-- `undelivered` (events that wait for the next update), `refused` (interruptions), `scenes` (that go on), `joins` and
-- `leaves` (of their members, so far), `places` (at offers, held now), `adopts` and `drops` (of these, so far),
-- `links`, `links_refused`, `paths_cut` (that looked at as many links as they may), `messages` (in inboxes, now),
-- `messages_sent`, `messages_taken`, `messages_lost` (gone otherwise) and `messages_refused` (by full inboxes, all so
-- far), `meeting` (NPCs that wait for a meeting now, interrupted ones too), `bytes`, `allocations`.
-- @tparam[opt] table into a table to fill
-- @treturn table
function World:stats(into)
  check_open(self, 2)
  if into ~= nil then check.type(into, "table", "stats: the table", 2) end
  return self._core:stats(into)
end

--- Proves that the world is consistent. Takes its time.
-- @treturn[1] boolean true
-- @treturn[2] nil
-- @treturn[2] string what is not
function World:check()
  check_open(self, 2)
  local ok, text = check.call(self._core, 2, "check")
  return ok, text
end

--- Ends the world, without events. Nothing of it can be used any more.
function World:close()
  if self._closed then return end
  if self._delivering then error("close cannot be called inside a handler", 2) end
  for each in pairs(self._logs) do each:stop() end
  if self._recorder then self._recorder:stop() end
  check.call(self._core, 2, "close")
  self._closed = true
  events.unload(self._events)
  for _, object in pairs(self._objects) do entity.leave(object) end
  self._objects, self._owners = {}, {}
end

World.__close = World.close

function World:__tostring()
  if self._closed then return "bustle.world (closed)" end
  return ("bustle.world (%d entities, %.3f s)"):format(self._core:stats().entities, self._now / 1000)
end

return { new = new, class = World }
