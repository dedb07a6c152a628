--- Props and NPCs as the game holds them: `mary.state.energy`, `mary.action`, `mary:complete()`.
--
-- There is one object for each entity from the first time the game asks for it until the entity leaves; after that it
-- still answers `name`, `id`, `kind`, `owner` and `alive`, and nothing else. Nothing is kept in an object that the core
-- knows, so reading is asking, and makes no garbage.
local areas = require "bustle.world.areas"
local check = require "bustle.world.check"
local events = require "bustle.world.events"
local explanation = require "bustle.observe.explain.explanation"
local name_tables = require "bustle.world.names"
local nearest = require "bustle.common.nearest"
local keys = require "bustle.common.keys"
local links = require "bustle.world.links"
local messages = require "bustle.world.messages"
local offers = require "bustle.world.offers"
local plans = require "bustle.world.plans"
local scenes = require "bustle.world.scenes"

local entity = {}

local Entity = {}

local to_lua, to_core = name_tables.to_lua, name_tables.to_core

--- Makes the object of an entity that lives. A world does this once for each.
function entity.new(world, id)
  return setmetatable({ _world = world, _id = id, _definition = world._names.definitions[world._core:definition(id)],
    _name = world._core:entity_name(id) or false, _number = world._core:spawn_number(id), _alive = true,
    _state = false }, Entity)
end

--- Takes over what its definition is now.
function entity.redefine(self)
  self._definition = self._world._names.definitions[self._world._core:definition(self._id)]
end

--- Lets an object outlive its entity.
function entity.leave(self)
  rawset(self, "_owner", self._world._owners[self._id])
  self._alive = false
end

--- Whether the entity of that id is still the one that an object was made for.
function entity.is_same(self)
  local world = self._world
  return world._names.definitions[world._core:definition(self._id)] == self._definition
    and (world._core:entity_name(self._id) or false) == self._name
end

--- Whether something is the object of an entity.
function entity.is_entity(value)
  return getmetatable(value) == Entity
end

-- `npc "mary" (visitor, number 3)`
local function describe(self)
  local word, kind = self._definition.npc and "npc" or "prop", self._definition.name
  if self._name then return ('%s "%s" (%s, number %d)'):format(word, self._name, kind, self._number) end
  return ("%s %s (number %d)"):format(word, kind, self._number)
end

-- Why it cannot be used any more.
local function gone(self)
  return ("%s has left"):format(describe(self)) .. (self._world._closed and ": its world is closed" or "")
end
entity.gone = gone

-- ---- State ----

local State = { __metatable = "bustle.state" }

local function living_owner(state, level)
  local self = rawget(state, 1)
  if not self._alive then error(gone(self), level + 1) end
  return self
end

local function key_of(self, name, level)
  local key = self._definition.keys[name]
  if not key then
    error(("%s: %s"):format(describe(self), self._world._names:explain(self._definition.keys, name)), level + 1)
  end
  return key
end

function State.__index(state, name)
  local self = living_owner(state, 2)
  local key = key_of(self, name, 2)
  local value = self._world._core:get(self._id, key.id)
  if value == nil then return nil end
  return to_lua(key, value)
end

function State.__newindex(state, name, value)
  local self = living_owner(state, 2)
  local key, core = key_of(self, name, 2), self._world._core
  local number, problem = to_core(key, value)
  if number == nil then error(('%s, state "%s": %s'):format(describe(self), name, problem), 2) end
  if core:get(self._id, key.id) == nil then error(('%s has no state "%s"'):format(describe(self), name), 2) end
  local observe = self._world._observe_write
  local before = observe and core:get(self._id, key.id)
  check.call(core, 2, "set", self._id, key.id, number)
  if observe then observe(self._world, self._id, key.id, before) end
end

function State.__tostring(state)
  return "state of " .. describe(rawget(state, 1))
end

-- ---- Fields ----

local FIELDS = {}

-- These are answered after it has left, too.
local LASTING = { id = true, name = true, kind = true, owner = true, alive = true }

function FIELDS.id(self) return self._id end
function FIELDS.name(self) return self._name or nil end
function FIELDS.kind(self) return self._definition.name end
function FIELDS.alive(self) return self._alive end

function FIELDS.owner(self)
  if not self._alive then return rawget(self, "_owner") end
  return self._world._owners[self._id]
end

function FIELDS.state(self)
  if not self._state then self._state = setmetatable({ self }, State) end
  return self._state
end

function FIELDS.x(self) return (self._world._core:position(self._id)) end
function FIELDS.y(self) return (select(2, self._world._core:position(self._id))) end
function FIELDS.z(self) return (select(3, self._world._core:position(self._id))) end

-- What it does, in a table that is used again.
local function doing(self)
  local world = self._world
  return world._core:doing(self._id, world._doing)
end

local function npc_field(read)
  return function(self)
    if not self._definition.npc then return nil end
    return (read(self, doing(self)))
  end
end

FIELDS.action = npc_field(function(self, now) return self._world._names.shown.action[now.action] end)
FIELDS.sequence = npc_field(function(self, now) return self._world._names.shown.sequence[now.sequence] end)
FIELDS.activities = npc_field(function(_, now) return now.activities end)
FIELDS.token = npc_field(function(_, now) return now.action and now.token end)
FIELDS.halted = npc_field(function(_, now) return events.CAUSES[now.cause] end)

function FIELDS.role(self)
  if not self._definition.npc then return nil end
  return self._world._names.shown.role[self._world._core:role(self._id)]
end

function FIELDS.scene(self)
  if not self._definition.npc then return nil end
  return scenes.topmost(self._world, self._id)
end

function FIELDS.area(self)
  if not self._definition.npc then return nil end
  return areas.innermost(self._world, self._id)
end

function FIELDS.outer(self) return areas.outer(self._world, self._id) end

FIELDS.remaining = npc_field(function(_, now)
  return (now.action or now.mood == "awaiting") and now.remaining_ms >= 0 and now.remaining_ms / 1000 or nil
end)

FIELDS.target = npc_field(function(self, now)
  return now.target and self._world:_object(now.target)
end)

-- ---- Methods ----

local METHODS = {}

-- Calls the core about an NPC; refuses props.
local function command(self, level, method, ...)
  if not entity.is_entity(self) then error(("call it as npc:%s(...)"):format(method), level + 1) end
  if not self._definition.npc then
    error(("%s: %s is a prop, and props do nothing"):format(method, describe(self)), level + 1)
  end
  local first, second, third = check.call(self._world._core, level + 1, method, self._id, ...)
  self._world._delivery:changed()
  return first, second, third
end

local function check_token(token, level)
  if token ~= nil then check.whole(token, 1, 4294967295, "the token", level + 1) end
end

local function node_name(world, sequence, node)
  return sequence and node and world._core:content():node_name(sequence, node)
end

-- Ends its action. What it is seen in while it waits is not the game's to end (S51): where nothing runs, that is why.
local function end_action(self, method, token)
  local ok, message, code = command(self, 3, method, nil, token)
  if code ~= "not_acting" then return ok, message, code end
  local now, shown = doing(self), self._world._names.shown
  if now.mood ~= "awaiting" then return ok, message, code end
  local seen = now.action and (" and is seen in %s"):format(shown.action[now.action]) or ""
  local scene = scenes.topmost(self._world, self._id)
  if scene and scene.waits then
    return ok, ("The NPC waits for others in %s%s, which only they, or its patience, end."):format(scene.name, seen),
      code
  end
  return ok, ("The NPC waits at node %s of %s%s, which only what it waits for, or its timeout, ends."):format(
    node_name(self._world, now.sequence, now.node), shown.sequence[now.sequence], seen), code
end

--- Completes the action that it performs.
-- @tparam[opt] number token only if it is still this one; see `run.token`
-- @treturn[1] boolean true
-- @treturn[2] nil
-- @treturn[2] string why not
-- @treturn[2] string code: "not_acting" or "old_token"
function METHODS.complete(self, token)
  check_token(token, 2)
  local ok, message, code = end_action(self, "complete", token)
  return ok, message, code
end

--- Lets the action that it performs fail (S17).
-- @tparam[opt] string reason for whoever hears of the stop, as `run.reason`
-- @tparam[opt] number token
-- @treturn as for `complete`
function METHODS.fail(self, reason, token)
  check_token(token, 2)
  local ok, message, code = end_action(self, "fail", token)
  if ok and reason ~= nil then self._world._delivery:keep_reason(self._id, reason) end
  return ok, message, code
end

--- Raises an interruption for it.
-- @tparam string name
-- @param[opt] from an entity: where it comes from
-- @treturn[1] boolean whether it was queued
-- @treturn[2] nil
-- @treturn[2] string why not
-- @treturn[2] string code: "no_memory"
function METHODS.interrupt(self, name, from)
  local queued, message, code = self._world:_interrupt_list(name, { self }, from, 2)
  if not queued then return nil, message, code end
  return queued == 1
end

--- Stops it until its release (S48).
function METHODS.hold(self)
  local ok, message, code = command(self, 2, "hold")
  return ok, message, code
end

--- Lets it go on.
function METHODS.release(self)
  local ok, message, code = command(self, 2, "release")
  return ok, message, code
end

--- Runs a sequence once, as a response that no interruption asked for (S48).
-- @tparam string sequence
-- @tparam[opt=0] number priority
-- @treturn[1] boolean true
-- @treturn[2] nil
-- @treturn[2] string why not
-- @treturn[2] string code: "refused", "held" or "halted"
function METHODS.run(self, sequence, priority)
  local id = self._world._names:id("sequence", sequence, 2)
  if priority ~= nil then check.whole(priority, -32768, 32767, "the priority", 2) end
  local ok, message, code = command(self, 2, "run", id, priority)
  return ok, message, code
end

--- Gives it another main sequence, from now on (S48).
function METHODS.set_main(self, sequence)
  local id = self._world._names:id("sequence", sequence, 2)
  local ok, message, code = command(self, 2, "set_main", id)
  return ok, message, code
end

--- Puts it into a role until it is set again, also one that its definition does not list (S52).
-- @tparam string|nil role nil: into the one that applies by its definition
function METHODS.set_role(self, role)
  local id
  if role ~= nil then id = self._world._names:id("role", role, 2) end
  local ok, message, code = command(self, 2, "set_role", id)
  return ok, message, code
end

--- Lets it leave the scene that it is in: that of its topmost activity that has one, else the one that sank last (S60).
-- @treturn[1] boolean true
-- @treturn[2] nil
-- @treturn[2] string why not
-- @treturn[2] string code: "no_scene" or "no_memory"
function METHODS.leave_scene(self)
  local ok, message, code = command(self, 2, "leave_scene")
  if code == "no_scene" then message = ("%s is in no scene"):format(self._name or describe(self)) end
  return ok, message, code
end

--- The scenes that it is in: that of its topmost activity first, which is `npc.scene`, then downwards; those of sunk
-- activities after them; last those that it has yet to begin.
-- @treturn {table,...} of each `name`, `number`, `part`, `phase` (how many it has done), `members` (a list of
-- `{ npc=, part= }`), `waiting` (a list of those it waits for), and whether it `waits`, has `ended` its part, is `away`
-- (at something else) or `sunk` (because it waited too long), has `begun`, and began the scene itself (`initiator`);
-- `over`: whether the scene is, and it leaves on its next turn; `host`: who began or stages it, or its place; `began`:
-- when
function METHODS.scenes(self)
  if not entity.is_entity(self) then error("call it as npc:scenes()", 2) end
  if not self._definition.npc then error(("scenes: %s is a prop, and props do nothing"):format(describe(self)), 2) end
  return scenes.of(self._world, self._id)
end

local function check_entity(self, method, level)
  if not entity.is_entity(self) then error(("call it as entity:%s(...)"):format(method), level + 1) end
end

local function check_npc(self, method, level)
  if not entity.is_entity(self) then error(("call it as npc:%s(...)"):format(method), level + 1) end
  if not self._definition.npc then
    error(("%s: %s is a prop, and props do nothing"):format(method, describe(self)), level + 1)
  end
end

--- What it offers now, by name (S61).
-- @treturn {table,...} `{ name=, sequence=, holders=, taken= }`; without `holders` any number may hold it
function METHODS.offers(self)
  check_entity(self, "offers", 2)
  return offers.of(self._world, self._id)
end

--- Who holds an offer of it, in the order of their coming.
-- @tparam[opt] string name nil: any of its offers
-- @treturn {table,...} NPCs
function METHODS.holders(self, name)
  check_entity(self, "holders", 2)
  return (offers.holders(self._world, self._id, name, 2))
end

--- Revokes an offer of it: all who hold it lose it on their next turn (S64).
-- @tparam string name
-- @treturn[1] number how many they are
-- @treturn[2] nil
-- @treturn[2] string why not
-- @treturn[2] string code: "no_memory"
function METHODS.revoke(self, name)
  check_entity(self, "revoke", 2)
  local count, message, code = offers.revoke(self._world, self._id, name, 2)
  return count, message, code
end

--- Makes it take an offer, as a response that no interruption asked for: of a door on its way, say (S64).
-- @tparam string name
-- @param provider who offers it: an entity or its id
-- @tparam[opt] table options `priority`, 0 if it is left out
-- @treturn[1] boolean true
-- @treturn[2] nil
-- @treturn[2] string why not
-- @treturn[2] string code: "no_offer", "full", "refused", "held", "halted" or "no_memory"
function METHODS.request(self, name, provider, options)
  check_npc(self, "request", 2)
  local ok, message, code = offers.request(self._world, self._id, name, provider, options, 2)
  return ok, message, code
end

--- The places that it has at offers, in the order in which it took them.
-- @treturn {table,...} of each `offer`, `sequence`, `provider` (nil: it has left), `activity` (from 1; nil: its
-- sequence is gone), and whether it is `held` (else it is taken again when its activity goes on), `undone`, and
-- `revoked`
function METHODS.places(self)
  check_npc(self, "places", 2)
  return offers.places(self._world, self._id)
end

--- Sends a message to an NPC that has the inbox (S69).
-- @tparam string inbox
-- @param to who receives it: an entity or its id
-- @tparam[opt=0] number value
-- @treturn[1] boolean true
-- @treturn[2] nil
-- @treturn[2] string why not
-- @treturn[2] string code: "full", "no_inbox", "bad_argument" (nobody sends to itself) or "no_memory"
function METHODS.send(self, inbox, to, value)
  check_entity(self, "send", 2)
  local ok, message, code = messages.send(self._world, self._id, inbox, to, value, 2)
  return ok, message, code
end

--- The messages in an inbox of it, the oldest first (S69).
-- @tparam[opt] string inbox nil: all of its inboxes
-- @treturn[1] {table,...} `{ inbox=, sender=, value=, time=, awaited= }`; `time`: when it was sent, in seconds;
-- `awaited`: whether its sender waits for what becomes of it
-- @treturn[2] nil
-- @treturn[2] string why not
-- @treturn[2] string code: "no_inbox"
function METHODS.inbox(self, inbox)
  check_npc(self, "inbox", 2)
  local list, message, code = messages.inbox(self._world, self._id, inbox, 2)
  return list, message, code
end

--- Who waits at it to meet others, by when they came into the world; those who are interrupted are left out (S71).
-- @tparam[opt] string name under which they meet; nil: any
-- @treturn {table,...} NPCs
function METHODS.meeting(self, name)
  check_entity(self, "meeting", 2)
  local list = messages.meeting(self._world, self._id, name, 2)
  return list
end

--- The entries of its plan on a day, by when they begin (S74): those that begin then, and those that go on into it.
-- @tparam[opt] number day from 0; nil: today
-- @treturn[1] {table,...} of each `from` and `to` (by the clock, as it begins on that day: "17:12"), `sequence`,
-- `priority`, whether it `holds` now, `why` ("open": it holds; "later", "over", "short", "below"), `entry` (its place
-- in the plan, from 1) or `patch` (its number), and the `day` on which it would begin if it did not vary
-- @treturn[1] string the plan
-- @treturn[2] nil
-- @treturn[2] string why not
-- @treturn[2] string code: "no_plan"
function METHODS.plan(self, day)
  check_npc(self, "plan", 2)
  local list, plan, code = plans.of(self._world, self._id, day, 2)
  return list, plan, code
end

--- Adds an entry to its plan (S75).
-- @tparam table entry as in a plan, `{ "15:00", "16:00", "visit_the_mill", vary=, priority=, skip=, change= }`, and
-- `days`: for how many, today being the first; nil: until it is taken away. Its priority is 1 unless it is given
-- @treturn[1] number by which `unpatch_plan` takes it away
-- @treturn[2] nil
-- @treturn[2] string why not
-- @treturn[2] string code: "no_plan", "overlap", "limit" or "no_memory"
function METHODS.patch_plan(self, entry)
  check_npc(self, "patch_plan", 2)
  local number, message, code = plans.patch(self._world, self._id, entry, 2)
  self._world._delivery:changed()
  return number, message, code
end

--- Takes away what `patch_plan` has added.
-- @tparam number number
-- @treturn[1] boolean true
-- @treturn[2] nil
-- @treturn[2] string why not
-- @treturn[2] string code: "no_plan" (there is no such patch, any more) or "no_memory"
function METHODS.unpatch_plan(self, number)
  check_npc(self, "unpatch_plan", 2)
  local ok, message, code = plans.unpatch(self._world, self._id, number, 2)
  self._world._delivery:changed()
  return ok, message, code
end

--- Those to whom links of a kind lead from it, in the order of their coming (S65).
-- @tparam string kind
-- @treturn {table,...} entities
-- @treturn {number|boolean,...} what each link holds; true for those that are or are not
function METHODS.links(self, kind)
  check_entity(self, "links", 2)
  local list, values = links.of(self._world, self._id, kind, 2)
  return list, values
end

--- What a link from it holds; where there is none, the default of its kind (S65).
-- @tparam string kind
-- @param other an entity or its id
-- @treturn number|boolean a boolean for links that are or are not
-- @treturn boolean whether there is one
function METHODS.link(self, kind, other)
  check_entity(self, "link", 2)
  local value, exists = links.value(self._world, self._id, kind, other, 2)
  return value, exists
end

--- All areas that it is in, the smallest first; `npc.area` is the innermost that is no trigger (S67).
-- @treturn {table,...}
function METHODS.areas(self)
  check_npc(self, "areas", 2)
  return areas.around(self._world, self._id)
end

--- The NPCs in it, if it is an area, in the order of their coming (S67).
-- @treturn[1] {table,...}
-- @treturn[2] nil
-- @treturn[2] string why not
-- @treturn[2] string code: "not_area"
function METHODS.inside(self)
  check_entity(self, "inside", 2)
  local list, message, code = areas.inside(self._world, self._id)
  return list, message, code
end

--- The boxes that it is made of, if it is an area.
-- @treturn[1] {table,...} `{ x=, y=, z=, width=, depth=, height= }`: the middle and the sizes of each
-- @treturn[2] nil
-- @treturn[2] string why not
-- @treturn[2] string code: "not_area"
function METHODS.boxes(self)
  check_entity(self, "boxes", 2)
  local list, message, code = areas.boxes(self._world, self._id)
  return list, message, code
end

--- Lets it go on after a halt.
-- @treturn[1] boolean true
-- @treturn[2] nil
-- @treturn[2] string why not
-- @treturn[2] string code: "not_halted" or "held"
function METHODS.restart(self)
  local ok, message, code = command(self, 2, "restart")
  return ok, message, code
end

--- Takes it out of the world.
-- @treturn[1] boolean true
-- @treturn[2] nil
-- @treturn[2] string why not
-- @treturn[2] string code: "no_memory"
function METHODS.remove(self)
  local ok, message, code = self._world:_remove(self._id, 2)
  return ok, message, code
end

--- Puts it somewhere else. What is not given is 0.
-- @treturn[1] boolean true
-- @treturn[2] nil
-- @treturn[2] string why not
-- @treturn[2] string code: "static"
function METHODS.move(self, x, y, z)
  local ok, message, code = self._world:_move(self._id, x, y, z, 2)
  return ok, message, code
end

-- ---- What it does, in full ----

local MOODS = { deciding = "deciding", acting = "acting", awaiting = "awaiting", waiting = "waiting", on_hold = "held",
  has_halted = "halted" }

local function seconds(ms)
  return ms and ms >= 0 and ms / 1000 or nil
end

local function stack_of(self)
  local world, stack = self._world, self._world._core:frames(self._id)
  local shown = world._names.shown
  for _, frame in ipairs(stack) do
    frame.node = node_name(world, frame.sequence, frame.node)
    frame.sequence = shown.sequence[frame.sequence]
    frame.target = frame.target and world:_object(frame.target)
    frame.interruption, frame.cue = shown.interruption[frame.interruption], shown.cue[frame.cue]
    frame.part = frame.part and scenes.part(world, frame.scene, frame.part)
    frame.scene = shown.scene[frame.scene]
    frame.offer, frame.provider = shown.offer[frame.offer], frame.provider and world:_object(frame.provider)
    frame.activity = frame.activity + 1
    -- The main activity is below all.
    if frame.main then frame.priority = nil end
  end
  return stack
end

--- What it does: `mood` ("deciding", "acting", "awaiting" what its node waits for, "waiting" after a failure, "held",
-- "halted"), `action` (of one that awaits: what it is seen in), `target`, `token`, `timed`, `duration`, `remaining`,
-- `timeout`, `sequence`, `node`, `main`, `activities`, `interruptions` (how many wait), `failures` (in a row), `halted`
-- (why), `failed` (the sequence that failed last), and `stack`: all its sequences, lowest first, as `{ activity=,
-- sequence=, node=, lifecycle=, target=, fallback=, priority=, interruption=, cue=, main=, sunk=, scene=, part=,
-- number=, offer=, provider=, undo= }`; scene, part and number of a part in a scene, offer and provider of what was
-- offered, undo: the activity undoes that. Times are in seconds.
-- @treturn table a new one
function METHODS.doing(self)
  if not self._definition.npc then error(("doing: %s is a prop, and props do nothing"):format(describe(self)), 2) end
  local now, world = doing(self), self._world
  local shown, acting = world._names.shown, now.mood == "acting"
  local timed
  if acting then timed = now.timed end
  return {
    mood = MOODS[now.mood], action = shown.action[now.action], target = now.target and world:_object(now.target),
    token = now.action and now.token or nil, timed = timed,
    duration = acting and seconds(now.duration_ms) or nil, timeout = acting and seconds(now.timeout_ms) or nil,
    remaining = now.mood ~= "deciding" and now.mood ~= "on_hold" and seconds(now.remaining_ms) or nil,
    sequence = shown.sequence[now.sequence], node = node_name(world, now.sequence, now.node),
    main = shown.sequence[now.main], activities = now.activities, interruptions = now.waiting,
    failures = now.failures, halted = events.CAUSES[now.cause], failed = shown.sequence[now.failed],
    stack = stack_of(self),
  }
end

local MEMORIES = { transitions = "transition", actions = "action", interruptions = "interruption",
  encounters = "encounter" }

-- The living entities among those that were spawned under the numbers.
local function living(world, memories)
  local wanted, found, any = {}, {}, false
  for _, memory in ipairs(memories) do
    local number = memory.spawn_number
    if number then wanted[number], any = true, true end
  end
  local id = any and world._core:next()
  while id do
    local number = world._core:spawn_number(id)
    if wanted[number] then found[number] = world:_object(id) end
    id = world._core:next(id)
  end
  return found
end

--- What it remembers, oldest first: `{ time=, action=, sequence=, node=, entity=, number= }`. Transitions also have
-- `from`, the node left (`node` is where it led), interruptions `activity`, `duration`, `timeout` and `spent`,
-- encounters `cue`, `scene`, `offer` or `inbox`. `entity` is nil if it has left; `number` is what it was spawned under.
-- @tparam string kind "transitions", "actions", "interruptions" or "encounters"
-- @treturn {table,...}
function METHODS.memories(self, kind)
  if not MEMORIES[kind] then
    error(('memories: there is no kind %s (%s)'):format(tostring(kind), nearest.question(tostring(kind),
      keys.names(MEMORIES), "there are transitions, actions, interruptions and encounters")), 2)
  end
  local world = self._world
  local list, shown = command(self, 2, "memories", MEMORIES[kind]), world._names.shown
  local entities = living(world, list)
  for i, memory in ipairs(list) do
    list[i] = { time = memory.time / 1000, action = shown.action[memory.action],
      sequence = shown.sequence[memory.sequence], from = node_name(world, memory.sequence, memory.from),
      node = node_name(world, memory.sequence, memory.node),
      cue = shown.cue[memory.cue], scene = shown.scene[memory.scene], offer = shown.offer[memory.offer],
      inbox = shown.inbox[memory.inbox],
      entity = entities[memory.spawn_number], number = memory.spawn_number,
      activity = memory.activity and memory.activity + 1, duration = seconds(memory.duration_ms),
      timeout = seconds(memory.timeout_ms), spent = seconds(memory.spent_ms) }
  end
  return list
end

--- Why it does what it does; see `bustle.observe.explain.explanation`. Worlds that are made with `explain = true` know
-- its last decisions.
-- @treturn table a new one; `tostring` of it is a text for people
function METHODS.explain(self)
  if not self._definition.npc then error(("explain: %s is a prop, and props do nothing"):format(describe(self)), 2) end
  return explanation.of(self._world, self)
end

-- ---- Access ----

local function raise_unknown(self, field, level)
  local known = keys.names(FIELDS)
  for _, name in ipairs(keys.names(METHODS)) do known[#known + 1] = name end
  local state = type(field) == "string" and self._definition.keys[field]
  local cure = state and ("did you mean state.%s?"):format(field) or nearest.question(tostring(field), known)
  error(("%s has no %s%s"):format(describe(self), type(field) == "string" and ('"%s"'):format(field) or tostring(field),
    cure and (" (%s)"):format(cure) or ""), level + 1)
end

function Entity.__index(self, field)
  if not self._alive and not LASTING[field] then error(gone(self), 2) end
  local read = FIELDS[field]
  if read then return (read(self)) end
  local method = METHODS[field]
  if not method then raise_unknown(self, field, 2) end
  return method
end

local HOW_TO_SET = { x = "entity:move(x, y, z)", y = "entity:move(x, y, z)", z = "entity:move(x, y, z)",
  state = "entity.state.name = value", role = "entity:set_role(name)", scene = "world:stage(scene, ...)",
  area = "entity:move(x, y, z)" }

function Entity.__newindex(self, field, value)
  if not self._alive then error(gone(self), 2) end
  if field == "owner" then
    self._world._owners[self._id] = value
  elseif FIELDS[field] or METHODS[field] then
    error(('"%s" cannot be set%s'):format(field, HOW_TO_SET[field] and "; use " .. HOW_TO_SET[field] or ""), 2)
  else
    raise_unknown(self, field, 2)
  end
end

function Entity.__tostring(self)
  return describe(self) .. (self._alive and "" or ", which has left")
end

return entity
