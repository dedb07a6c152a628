-- A world: entities that come and go, calls between updates, the update cycle, events and the decision hash:
-- S1 S4 S5 S16 to S19 (calls), S28 S36 to S40 S43. What an NPC decides in its turn is in activities.lua.
--
-- An entity is named by its spawn number. Times are milliseconds. A refused call changes nothing and returns nil and
-- why; an accepted one returns something true. Calls from inside a function of the game raise (S8).

local u32 = require "spec.oracle.u32"
local space = require "spec.oracle.space"
local content = require "spec.oracle.content"

local World = {}
World.__index = World

for _, part in ipairs { "state", "memory", "actions", "interruptions", "activities", "recovery", "waiting", "roles",
  "cues", "control", "pile", "scenes", "casting", "leaving", "links", "areas", "offers", "places", "messages", "clock", "plans" } do
  require("spec.oracle." .. part)(World)
end

local KIND = { spawn = 1, start = 2, stop = 3, fail = 4, fallback = 5, interrupt = 6, ignore = 7, halt = 8, restart = 9,
  remove = 10, error = 11, join = 12, leave = 13, role = 14, adopt = 15, drop = 16, enter = 17, exit = 18, plan = 19 }
World.KIND = KIND

local DEFAULTS = {
  seed_low = 0, seed_high = 0,
  ends = "timed",       -- S16: or "game"
  batch = -1,           -- S37: -1 is all
  depth = 16,           -- S24
  steps = 64,           -- S24
  activities = 8,       -- S31
  queue = 8,            -- S29
  failures = 3,         -- S34
  auto_restart = true,  -- S34
  restart_ms = 30000,   -- S34
  metric = "euclidean", -- S10
  day_ms = 0,           -- S73: 0 is none, unless there are plans
  day_start_ms = -1,    -- S73: -1 is six in the morning
}

-- options: those above, and the game's answers: query_env(name), query_position(number) -> x, y, z, call(id, ctx) (S8).
function World.new(source, options)
  options = options or {}
  local world = setmetatable({
    content = content.compile(source), options = {}, now = 0, updated = false,
    entities = {}, by_number = {}, spawned = 0, env = {}, watched = {},
    deciders = {}, deciding = nil, shouts = {}, events = {}, hash = u32.FNV_START, refused = 0,
    scenes = {}, scene_count = 0, links = {}, links_refused = 0, paths_cut = 0, arrived = {},
    messages = {}, sent = 0, messages_refused = 0, endings = {}, missing_reported = {}, erred_this_update = {}, outside_call = false,
    query_env = options.query_env, query_position = options.query_position, call = options.call,
  }, World)
  for name, default in pairs(DEFAULTS) do
    if options[name] == nil then world.options[name] = default else world.options[name] = options[name] end
  end
  for name, key in pairs(world.content.env) do world.env[name] = { key = key, value = key.default, asked_at = nil } end
  world:start_clock()
  world:watch()
  world:watch_roles()
  return world
end

---- Events (S43) ----

-- Words of the hash: kind, time low, time high, NPC, target, FNV-1a of the name (0: no name), argument. Errors are not
-- hashed.
function World:event(kind, entity, target, name, argument)
  local e = { kind = kind, time = self.now, npc = entity and entity.number or 0, target = target or 0, name = name,
    argument = argument or 0 }
  self.events[#self.events + 1] = e
  if kind == "error" then return end
  local high = math.floor(self.now / 4294967296)
  local words = { KIND[kind], self.now - high * 4294967296, high, e.npc, e.target, name == "" and 0 or u32.fnv(name), e.argument }
  for _, word in ipairs(words) do self.hash = u32.fnv_word(self.hash, word) end
end

function World:report(npc, action, message)
  self:event("error", npc, 0, action, 0)
  self.events[#self.events].message = tostring(message)
end

---- Entities ----

function World:guard()
  if self.outside_call then error("refused: a call from inside a function of the game", 0) end
end

function World:entity(number) return self.by_number[number] end

-- The living NPC of this number, or nil and why not.
function World:npc(number)
  local npc = self.by_number[number]
  if not npc then return nil, "stale handle" end
  if not npc.def.npc then return nil, "not an NPC" end
  return npc
end

-- S2: declared initial values, then the spawner's own.
local function initial_state(world, entity, given)
  for _, p in ipairs(entity.def.state or {}) do
    local key = world.content.states[p[1]]
    local value = key.default
    if p[2] ~= nil then value = content.to_value(key, p[2]) end
    entity.state[p[1]] = value
  end
  for property, value in pairs(given or {}) do
    world:write(entity, property, content.to_value(world.content.states[property], value))
  end
end

-- given: { x=, y=, z=, name=, state={ property = value } }, all optional. Returns the spawn number.
function World:spawn(definition, given)
  self:guard()
  given = given or {}
  local def = self.content.entities[definition]
  if not def then return nil, "unknown definition" end
  if def.npc and given.name then
    for _, other in ipairs(self.entities) do
      if other.def.npc and other.name == given.name then return nil, "name taken" end
    end
  end
  local declared = {}
  for _, p in ipairs(def.state or {}) do declared[p[1]] = true end
  for property, value in pairs(given.state or {}) do
    if not declared[property] then return nil, "no property " .. property end
    if content.to_value(self.content.states[property], value) == nil then return nil, "no value" end
  end
  self.spawned = self.spawned + 1
  local entity = { number = self.spawned, def = def, name = given.name, state = {}, taken = {},
    x = space.round(given.x or 0), y = space.round(given.y or 0), z = space.round(given.z or 0) }
  if def.position == "none" then entity.x, entity.y, entity.z = 0, 0, 0 end
  initial_state(self, entity, given.state)
  self.entities[#self.entities + 1] = entity
  self.by_number[entity.number] = entity
  self:event("spawn", entity, 0, def.name, 0)
  if def.npc then self:bring_to_life(entity) end
  if def.area then self:area_comes(entity) end
  if def.npc then self:raise_what_holds(entity) end
  self:carry_shouts()
  return entity.number
end

-- What makes an entity an NPC: stream (S28), memories (S25), the role (S52), the main activity, the areas it is in (S67).
function World:bring_to_life(npc)
  local memory = npc.def.memory
  npc.stream = u32.stream(self.options.seed_low, self.options.seed_high, npc.name and u32.fnv(npc.name) or npc.number)
  npc.memory = { transitions = {}, actions = {}, interruptions = {}, encounters = {} }
  npc.capacity = { transitions = memory.transitions or 10, actions = memory.actions or 15, interruptions = memory.interruptions or 8 }
  npc.token, npc.activity_count = 0, 0
  npc.main, npc.activities, npc.action, npc.seen_in, npc.looked_at = npc.def.main, {}, nil, nil, self.now
  npc.queue, npc.kept, npc.hear_kept_first = {}, {}, false
  npc.held, npc.halted, npc.wait_until, npc.restart_at = false, nil, nil, nil
  npc.places, npc.areas = {}, {}
  npc.parts, npc.left_scene_at, npc.acted_since_scene, npc.has_cast = {}, nil, false, false
  npc.plan, npc.entry, npc.patches, npc.patch_count = nil, nil, {}, 0
  self:first_role(npc)
  self:start_main(npc)
  self:locate(npc)
  self:join(npc)
end

-- S18, S19.
function World:remove(number)
  self:guard()
  local entity = self.by_number[number]
  if not entity then return nil, "stale handle" end
  if entity.def.npc then
    if entity.action then self:stop(entity, "removed", "all")
    elseif #entity.activities > 0 then self:stop_waiting(entity, "removed", "all") end
    self:give_back_all(entity, "left")
    entity.leaves_world = true
    self:leave_all(entity)
    entity.left_activities, entity.activities = entity.activities, {}
  end
  entity.leaves_world = true
  for _, npc in ipairs(self.entities) do
    if npc ~= entity and npc.def.npc and self:uses(npc, entity) then self:cancel_use(npc, entity) end
  end
  self:messages_of_leaving(entity)
  self:meetings_at_leaving(entity)
  self:cut_links(entity)
  if entity.def.area then self:area_goes(entity) end
  if entity.def.npc then self:be_in(entity, {}) end
  self:event("remove", entity, 0, entity.def.name, 0)
  self.by_number[number] = nil
  for i, other in ipairs(self.entities) do
    if other == entity then table.remove(self.entities, i); break end
  end
  for i, other in ipairs(self.deciders) do
    if other == entity then table.remove(self.deciders, i); break end
  end
  self:carry_shouts()
  return true
end

---- Reading and writing between updates (S5, S9, S10, S40, S42) ----

-- The free part of a property.
function World:get(number, property)
  local entity = self.by_number[number]
  if not entity then return nil, "stale handle" end
  if entity.state[property] == nil then return nil, "no property " .. tostring(property) end
  return entity.state[property]
end

function World:set(number, property, value)
  self:guard()
  local old, why = self:get(number, property)
  if old == nil then return nil, why end
  local key = self.content.states[property]
  local given = content.to_value(key, value)
  if given == nil then return nil, "no value" end
  self:write(self.by_number[number], property, given)
  return true
end

-- S10, S47. A pushed position of a queried entity counts as an answer, as in S9.
function World:move(number, x, y, z)
  self:guard()
  local entity = self.by_number[number]
  if not entity then return nil, "stale handle" end
  if entity.def.static or entity.def.area then return nil, "static" end
  if entity.def.position == "none" then return nil, "nowhere" end
  local rx, ry, rz = space.round(x), space.round(y or 0), space.round(z or 0)
  if not (rx and ry and rz) then return nil, "no position" end
  entity.x, entity.y, entity.z = rx, ry, rz
  if entity.def.position == "queried" then entity.asked_at = self.now end
  if entity.action then entity.action.moved = true end
  if entity.def.npc then self:locate(entity) end
  self:carry_shouts()
  return true
end

function World:push_env(name, value)
  self:guard()
  local env = self.env[name]
  if not env then return nil, "unknown env value" end
  local given = content.to_value(env.key, value)
  if given == nil then return nil, "no value" end
  env.value, env.asked_at = given, self.now
  self:test_watched(function(interruption) return interruption.watches[name] end)
  return true
end

---- The game ends an action (S16, S17) ----

-- The NPC if the token and the action (nil: not given) are those of what it does, or nil and why not.
function World:acting(number, token, action)
  self:guard()
  local npc, why = self:npc(number)
  if not npc then return nil, why end
  if not npc.action then return nil, "not acting" end
  if token ~= nil and token ~= npc.token then return nil, "old token" end
  if action ~= nil and action ~= npc.action.def.name then return nil, "other action" end
  return npc
end

function World:complete(number, token, action)
  local npc, why = self:acting(number, token, action)
  if not npc then return nil, why end
  self:finish(npc, "done")
  self:look_at_scenes(npc)
  self:carry_shouts()
  return true
end

function World:fail(number, token, action)
  local npc, why = self:acting(number, token, action)
  if not npc then return nil, why end
  self:fail_action(npc, "game")
  self:look_at_scenes(npc)
  self:carry_shouts()
  return true
end

-- S48: how an action ends from now on, whatever it says itself; nil: as it says.
function World:set_ending(action, ending)
  self:guard()
  if not self.content.actions[action] then return nil, "unknown action" end
  self.endings[action] = ending
  return true
end

---- The update cycle (S36, S37, S49) ----

-- S37: the queue holds each at most once. During its own turn an NPC has no use for another, except for what is raised
-- on it then.
function World:join(npc, raised)
  if npc == self.deciding and not raised then return end
  for _, other in ipairs(self.deciders) do
    if other == npc then return end
  end
  self.deciders[#self.deciders + 1] = npc
end

-- When something of the NPC ends by itself, and what: its action (S16), its wait or its halt (S34), the time until it tries
-- again (S51), its patience (S58). nil: nothing will.
function World:due(npc)
  if npc.action then return self:action_due(npc), "action" end
  if npc.wait_until then return npc.wait_until, "wait" end
  if npc.restart_at then return npc.restart_at, "halt" end
  local frame = self:awaits(npc)
  if frame then return self.try_due(frame), "try" end
  frame = self:at_phase(npc)
  if frame and not frame.wait.past then return frame.wait.deadline, "patience" end
  return nil
end

function World:handle_ending(npc, what)
  if what == "action" then
    local _, how = self:action_due(npc)
    if how == "timed_out" and npc.action.def.timeout_fails then self:fail_action(npc, "timeout")
    else self:finish(npc, how) end
  elseif what == "wait" then
    npc.wait_until = nil
    self:join(npc)
  elseif what == "try" or what == "patience" then
    self:join(npc)
  else
    self:restart_npc(npc)
  end
  self:look_at_scenes(npc)
  self:carry_shouts()
end

function World:handle_endings()
  local endings = {}
  for _, npc in ipairs(self.entities) do
    if npc.def.npc then
      local time, what = self:due(npc)
      if time and time <= self.now then endings[#endings + 1] = { time = time, npc = npc, what = what } end
    end
  end
  table.sort(endings, function(a, b)
    if a.time ~= b.time then return a.time < b.time end
    return a.npc.number < b.npc.number
  end)
  for _, ending in ipairs(endings) do self:handle_ending(ending.npc, ending.what) end
end

-- batch: how many NPCs decide in this update; without it, the world's.
function World:update(dt, batch)
  self:guard()
  if type(dt) ~= "number" or dt < 0 then return nil, "a step back" end
  self.before = self.now
  self.now = self.now + dt
  self.erred_this_update = {}
  self:refresh_watched()
  self:refresh_roles()
  self:refresh_plans()
  self:handle_endings()
  self:handle_messages()
  self:handle_limits()
  self:join_for_cues()
  local turns = #self.deciders -- who joins from here on waits for the next update
  batch = batch or self.options.batch
  if batch >= 0 and batch < turns then turns = batch end
  for _ = 1, turns do self:turn(table.remove(self.deciders, 1)) end
  return true
end

---- S42: taken and free ----

-- What NPCs hold, as held[spawn number][property].
local function all_held(world)
  local held = {}
  local function count(number, claims)
    held[number] = held[number] or {}
    for _, claim in ipairs(claims) do
      held[number][claim.property] = (held[number][claim.property] or 0) + (claim.amount or 1)
    end
  end
  for _, npc in ipairs(world.entities) do
    if npc.action and npc.action.claim_held then count(npc.action.target, npc.action.def.claims) end
    for _, activity in ipairs(npc.activities or {}) do
      for _, frame in ipairs(activity.frames) do
        if frame.claim_held then count(frame.claimed_on, frame.sequence.claims) end
      end
    end
  end
  return held
end

-- Proves that what is taken is what is held. Returns a list of what does not add up.
function World:check_claims()
  local problems, held = {}, all_held(self)
  for _, entity in ipairs(self.entities) do
    for property, value in pairs(entity.state) do
      local key, taken = self.content.states[property], entity.taken[property] or 0
      local by_npcs = held[entity.number] and held[entity.number][property] or 0
      if by_npcs ~= taken or value < key.min or value + taken > key.max then
        problems[#problems + 1] = string.format("%d.%s: free %d, taken %d, held %d", entity.number, property, value, taken, by_npcs)
      end
    end
  end
  return problems
end

return World
