--- A world under test: a world like any other, with a clock that the spec turns, a game that follows a script, and a
-- history of everything that happens.
local base = require "bustle.world"
local check = require "bustle.world.check"
local conservation = require "bustle.testing.conservation"
local coverage = require "bustle.testing.coverage"
local create = require "bustle.world.create"
local engine = require "bustle.testing.engine"
local entity = require "bustle.world.entity"
local evaluate = require "bustle.testing.evaluate"
local fields = require "bustle.author.content.fields"
local histories = require "bustle.testing.history"
local keys = require "bustle.common.keys"
local lines = require "bustle.observe.happenings.lines"

local Sim = setmetatable({}, { __index = base.class })
Sim.__index = Sim
Sim.__tostring, Sim.__close = base.class.__tostring, base.class.__close

local DEFAULT_STEP, DEFAULT_LIMIT = 0.1, 600

-- ---- Making ----

local OWN = { env = true, engine = true, positions = true, step = true, errors = true, trace = true }

local function take_step(made, step)
  coverage.step(made.world, step)
  made.history:step(made.world, step)
end

-- The options of the world itself, with a trace that goes into the history. What is tested of those whom packs put into
-- the world waits until there is a world to tell it of.
local function world_options(options, made)
  local rest = {}
  for key, value in pairs(options) do
    if not OWN[key] then rest[key] = value end
  end
  rest.trace = function(step)
    if made.world then take_step(made, step) else made.early[#made.early + 1] = step end
    if options.trace then options.trace(step) end
  end
  return rest
end

local function read_options(options, level)
  check.type(options, "table", "testing.world: the argument", level + 1)
  local step = options.step
  if step ~= nil then
    check.number(step, "testing.world: step", level + 1)
    if step < 0.001 then error("testing.world: step must be a millisecond at least", level + 1) end
  end
  if options.trace ~= nil then check.callable(options.trace, "testing.world: trace", level + 1) end
  if options.errors ~= nil and options.errors ~= "raise" and options.errors ~= "keep" then
    error(('testing.world: errors must be "raise" or "keep", not %s'):format(tostring(options.errors)), level + 1)
  end
  for _, name in ipairs { "env", "engine" } do
    if options[name] ~= nil then check.type(options[name], "table", "testing.world: " .. name, level + 1) end
  end
end

-- For each of a map, in an order that does not change.
local function each_of(world, map, fn, level)
  for _, name in ipairs(keys.ordered(map or {})) do engine.apply(fn, level + 1, world, name, map[name]) end
end

local function listen_to_errors(world, raising)
  world:on("error", function(message, where)
    world._history:error(world, message, where)
    if raising and message:sub(1, #engine.SCRIPTED) ~= engine.SCRIPTED then
      world._raised[#world._raised + 1] = ("%s: %s"):format(where, message)
    end
  end)
end

-- Those whom packs or a save have put into the world.
local function meet_everyone(world)
  for id in world:_each() do world:_meet(id) end
end

--- Makes a world under test. This is `bustle.testing.world`.
-- @tparam table options those of `bustle.world`, and
--
-- - `env`: what the environment is, by name: a value, values by the second from which on they are so, or a function
-- that takes the time
-- - `engine`: how actions go, by name; see `bustle.testing.engine`
-- - `positions`: of those who are asked for theirs: "fail", "none", or a function that takes the entity and the time
-- - `step`: seconds between two updates, 0.1 if it is left out
-- - `errors`: "raise" (the default): an error in a function of the content fails the spec; "keep": it is in the history
-- @treturn table a world, with `history` and `refusals` (of stale tokens) besides what worlds have
local function new(options)
  read_options(options, 2)
  local made = { history = histories.new(), early = {} }
  local world = create.world(world_options(options, made), Sim, 2)
  made.world = world
  world._history, world.history, world.refusals = made.history, made.history.entries, 0
  world._raised, world._pace, world._begun = {}, options.step or DEFAULT_STEP, conservation.new()
  coverage.world(world)
  listen_to_errors(world, options.errors ~= "keep")
  each_of(world, options.env, engine.answer, 2)
  each_of(world, options.engine, engine.script, 2)
  if options.positions ~= nil then engine.apply(engine.place, 2, world, options.positions) end
  meet_everyone(world)
  for _, step in ipairs(made.early) do take_step(made, step) end
  return world
end

-- ---- Whom there is ----

function Sim:_meet(id)
  self._history:meet(self, id)
  conservation.meet(self._begun, self, id)
end

-- What a method of the world itself returns; its errors are told of whoever called the one around it.
local function inherited(self, name, level, ...)
  local ok, first, second, third, fourth = pcall(base.class[name], self, ...)
  if not ok then error(first, level + 1) end
  return first, second, third, fourth
end

--- As `world:spawn`.
function Sim:spawn(kind, options)
  local spawned, message, code = inherited(self, "spawn", 2, kind, options)
  if spawned then self:_meet(spawned.id) end
  return spawned, message, code
end

--- As `world:spawn_many`.
function Sim:spawn_many(kind, count, options_of)
  local ids, message, code, some = inherited(self, "spawn_many", 2, kind, count, options_of)
  for _, id in ipairs(ids or some or {}) do self:_meet(id) end
  return ids, message, code, some
end

--- As `world:load`. The history goes on; it does not go back.
function Sim:load(bytes, options)
  local changes, message, code = inherited(self, "load", 2, bytes, options)
  if changes then meet_everyone(self) end
  return changes, message, code
end

--- As `world:set`: from now on the environment is so, whatever the script said.
function Sim:set(name, value)
  local ok, message, code = inherited(self, "set", 2, name, value)
  engine.apply(engine.answer, 2, self, name, value)
  return ok, message, code
end

--- Lets an action go in another way from now on; see `bustle.testing.engine`.
function Sim:script(action, how)
  engine.apply(engine.script, 2, self, action, how)
end

function Sim:_observe_write(id, state, before)
  conservation.written(self._begun, self, id, state, before)
end

-- ---- Time ----

local function raise_errors(self, level)
  if #self._raised == 0 then return end
  local text = table.concat(self._raised, "\n")
  self._raised = {}
  error(("an error in the content:\n%s"):format(text), level + 1)
end

-- One update, recorded.
local function advance(self, dt, options, level)
  local delivered = self._history:delivered(self)
  local ok, message, code = inherited(self, "update", level + 1, dt, options)
  if ok then
    self._history:collect(self, delivered)
    coverage.events(self)
  end
  raise_errors(self, level + 1)
  return ok, message, code
end

--- As `world:update`.
function Sim:update(dt, options)
  local ok, message, code = advance(self, dt, options, 2)
  return ok, message, code
end

--- One update.
-- @tparam[opt] number seconds the world's step if it is left out
function Sim:step(seconds)
  advance(self, seconds or self._pace, nil, 2)
end

local function check_duration(seconds, what, level)
  check.number(seconds, what, level + 1)
  if seconds < 0 then error(("%s cannot be negative"):format(what), level + 1) end
end

-- Updates by the world's step for so long, or until `stop` says so; returns whether it did.
local function advance_for(self, seconds, stop, level)
  local left, pace = math.floor(seconds * 1000 + 0.5), self._pace * 1000
  while left > 0 do
    local ms = math.min(left, pace)
    advance(self, ms / 1000, nil, level + 1)
    left = left - ms
    if stop and stop() then return true end
  end
  return false
end

--- Lets time pass, in steps.
-- @tparam number seconds
function Sim:run(seconds)
  check_duration(seconds, "run: the time", 2)
  advance_for(self, seconds, nil, 2)
end

-- ---- Until something happens ----

local SUBJECTS = { self = true, target = true, env = true }

-- "doze" and "market.doze" are actions, "self.energy > 3" and "env.open" are conditions.
local function names_action(text)
  local first = text:match("^([%a_][%w_]*)$") or text:match("^([%a_][%w_]*)%.[%a_][%w_]*$")
  return first ~= nil and not SUBJECTS[first]
end

-- A function that says whether it has happened, and words for it.
local function event_of(self, npc, what, level)
  if type(what) == "function" then
    return function() return what(npc, self) end, ("the function returns true for %s"):format(self:_called(npc))
  elseif type(what) ~= "string" then
    error(("run_until: give an action, a condition or a function, not a %s"):format(type(what)), level + 1)
  elseif names_action(what) then
    local id = self._names:id("action", what, level + 1)
    return function() return self._core:doing(npc.id, self._doing).action == id end,
      ("%s does %s"):format(self:_called(npc), what)
  end
  local holds, problem = evaluate.condition(self, npc, what)
  if not holds then error(("run_until: %s"):format(problem), level + 1) end
  return holds, ("`%s` holds for %s"):format(what, self:_called(npc))
end

local function check_npc(self, npc, what, level)
  if not entity.is_entity(npc) or npc._world ~= self then
    error(("%s: an npc of this world is expected, not %s"):format(what, tostring(npc)), level + 1)
  end
  if not npc._definition.npc then error(("%s: %s is a prop"):format(what, tostring(npc)), level + 1) end
end

--- Lets time pass until an NPC does something, at least by one step.
-- @tparam table npc
-- @param what the name of an action; a condition, such as "self.energy > 3 and env.open"; or a function that takes the
-- NPC and the world
-- @tparam[opt=600] number limit seconds after which it fails the spec
-- @treturn number seconds that have passed
function Sim:run_until(npc, what, limit)
  check_npc(self, npc, "run_until", 2)
  local happened, words = event_of(self, npc, what, 2)
  limit = limit or DEFAULT_LIMIT
  check_duration(limit, "run_until: the limit", 2)
  local before = self:now()
  local ended = advance_for(self, limit, function() return not npc.alive or happened() end, 2)
  if not ended or not npc.alive then
    error(("waited %g s until %s, in vain%s\n%s"):format(self:now() - before, words, ended and ": it has left" or "",
      self:_story(npc)), 2)
  end
  return self:now() - before
end

-- Whether an NPC is in a scene.
local function is_in(self, npc, scene)
  for _, own in ipairs(npc.alive and self._core:scenes(npc.id) or {}) do
    if own.scene == scene then return true end
  end
  return false
end

-- Whether somebody has joined a scene in the last update.
local function was_joined(self, name)
  local events = self:events()
  for i = 1, events.count do
    if events:kind(i) == "join" and events:name(i) == name then return true end
  end
  return false
end

-- Why nobody was found the last time, if somebody has looked.
local function last_cast(self, name)
  local casts = self._history.casts
  return casts[name] and ("\nthe last that came of it: %s"):format(casts[name]) or ""
end

--- Lets time pass until a scene begins, or an NPC is in it, at least by one step.
-- @tparam string scene
-- @tparam[opt] table npc nil: whoever it is
-- @tparam[opt=600] number limit seconds after which it fails the spec
-- @treturn number seconds that have passed
function Sim:run_until_scene(scene, npc, limit)
  local id = self._names:id("scene", scene, 2)
  if type(npc) == "number" and limit == nil then npc, limit = nil, npc end
  if npc ~= nil then check_npc(self, npc, "run_until_scene", 2) end
  limit = limit or DEFAULT_LIMIT
  check_duration(limit, "run_until_scene: the limit", 2)
  local before, name = self:now(), self._names.shown.scene[id]
  local begun = advance_for(self, limit, function()
    if npc then return is_in(self, npc, id) end
    return was_joined(self, name)
  end, 2)
  if not begun then
    error(("waited %g s until %s, in vain%s%s"):format(self:now() - before,
      npc and ("%s is in %s"):format(self:_called(npc), name) or ("%s begins"):format(name), last_cast(self, name),
      npc and "\n" .. self:_story(npc) or ""), 2)
  end
  return self:now() - before
end

-- Whether somebody, or this one, has taken a place at an offer in the last update.
local function was_adopted(self, offer, npc)
  local events = self:events()
  for i = 1, events.count do
    if events:kind(i) == "adopt" and events:name(i) == offer and (not npc or events:npc(i) == npc.id) then
      return true
    end
  end
  return false
end

--- Lets time pass until a place at an offer is taken, at least by one step.
-- @tparam string offer
-- @tparam[opt] table npc who takes it; nil: whoever it is
-- @tparam[opt=600] number limit seconds after which it fails the spec
-- @treturn number seconds that have passed
function Sim:run_until_adopt(offer, npc, limit)
  self._names:id("offer", offer, 2)
  if type(npc) == "number" and limit == nil then npc, limit = nil, npc end
  if npc ~= nil then check_npc(self, npc, "run_until_adopt", 2) end
  limit = limit or DEFAULT_LIMIT
  check_duration(limit, "run_until_adopt: the limit", 2)
  local before = self:now()
  local taken = advance_for(self, limit, function() return was_adopted(self, offer, npc) end, 2)
  if not taken then
    error(("waited %g s until %s takes %s, in vain%s"):format(self:now() - before,
      npc and self:_called(npc) or "somebody", offer, npc and "\n" .. self:_story(npc) or ""), 2)
  end
  return self:now() - before
end

--- Lets time pass until the clock shows a time, at least by one step.
-- @tparam string time such as "17:30": the next time that it is so
-- @tparam[opt] number day from 0; nil: today, or tomorrow if it is past
-- @treturn number seconds that have passed
function Sim:run_until_time(time, day)
  local minute = fields.minute(time)
  if not minute or minute == 1440 then
    error(('run_until_time: give a time of the day such as "17:30", not %s'):format(tostring(time)), 2)
  end
  if day ~= nil then check.whole(day, 0, 2 ^ 31, "run_until_time: the day", 2) end
  local now, problem = self:clock()
  if not now then error(("run_until_time: %s"):format(problem), 2) end
  local length = math.floor(now.length * 1000 + 0.5)
  local shown = now.day * length + math.floor(now.seconds * 1000 + 0.5)
  local wanted = (day or now.day) * length + math.floor(minute * length / 1440)
  if wanted <= shown and day == nil then wanted = wanted + length end
  if wanted <= shown then
    error(("run_until_time: it is %s of day %d already"):format(now.time, now.day), 2)
  end
  advance_for(self, (wanted - shown) / 1000, nil, 2)
  return (wanted - shown) / 1000
end

-- ---- What happened ----

--- Entities that have more or less of a state than they began with; see `bustle.testing.conservation`.
function Sim:_leaks(state)
  return conservation.leaks(self._begun, self, state)
end

local STORY = 12

function Sim:_called(npc)
  return self._history.labels[npc.id].name
end

--- The last decisions of an NPC in words.
function Sim:_story(npc)
  local told = lines.last(self._history:decisions(self._history.labels[npc.id].number), STORY)
  return told == "" and "nothing has happened to it yet" or "its last decisions:\n" .. told
end

--- The part of the history that has all these values.
-- @tparam table filter such as `{ kind = "start", npc = mary, action = "doze" }`; `npc` may be an NPC or a label
-- @treturn {table,...}
function Sim:happened(filter)
  check.type(filter, "table", "happened: the filter", 2)
  local plain = {}
  for key, value in pairs(filter) do
    local is_entity = entity.is_entity(value)
    if key == "npc" and is_entity then
      plain.number = self._history.labels[value.id].number
    else
      plain[key] = is_entity and self:_called(value) or value
    end
  end
  return self._history:find(plain)
end

--- The last decisions of an NPC as plain data, oldest first: steps as `bustle.world.steps` describes them, with
-- `options` or `candidates`, and the entries of the history in between.
-- @tparam table npc
-- @treturn {table,...}
function Sim:decisions(npc)
  check_npc(self, npc, "decisions", 2)
  return self._history:decisions(self._history.labels[npc.id].number)
end

return { new = new, class = Sim }
