--- Everything that happens in a world, as plain data in the exact order in which it happened: events, errors, and the
-- steps of decisions between them. A listener is a function that takes entries and keeps what it wants;
-- `bustle.observe.happenings.lines` puts entries into words.
--
-- An entry has `kind`, `time` (seconds), and `npc`, `number` and `definition`, the name, spawn number and kind of whom
-- it is about ("visitor 3" if it has no name). By kind there are also:
--
-- - "start": `action`, `target`, `duration`, `remaining`, `resumed`, `token`, and `awaits`, true if it is what the NPC
-- is seen in while it waits; "stop": `action`, `target`, `reason`, and `why`, what the game said of one that it let
-- fail and whose stop is still to be delivered
-- - "fail", "halt": `sequence`, `cause`; "fallback", "restart": `sequence`
-- - "interrupt", "ignore": `interruption` (none for a run or a cue), `source`, `sequence`; of a cue `cue`, and
-- `target`, whom it found, in place of a source
-- - "role": `role`; nil if it has none any more
-- - "join": `scene`, `part`, `initiator` (none if it was staged), `with`, a list of those who joined it too; "leave":
-- `scene`, `reason`
-- - "adopt": `offer`, `provider`; "drop": `offer`, `provider`, `reason`; "enter", "exit": `area`
-- - "plan": `sequence`, `entry` (of its plan, from 1) or `patch` (its number)
-- - "error": `message`, `where`; about nobody
-- - the kinds of `bustle.world.steps`, with names in place of entities; "option" and "candidate" do not come by
-- themselves but as the lists `options` of "way" and `candidates` of "target", and "member" and "part" as `parts` of
-- "cast", one `{ part=, found=, candidates=, accepting=, reached= }` for each part that was looked for; "provider" as
-- `providers` of "request", which has the names it `asked` for (none: any); likewise "receiver" comes as
-- `receivers` of "send", "message" as `messages` of "take", and the steps "plan" of one look as `entries` of "planned"
local casts = require "bustle.observe.happenings.casts"

local happenings = {}

local Happenings = {}
Happenings.__index = Happenings

--- The happenings of a world.
-- @tparam function tell takes an entry
-- @tparam[opt] boolean forever whether what entities were called is remembered after they have left
-- @treturn table
function happenings.new(tell, forever)
  return setmetatable({ tell = tell, forever = forever, labels = {}, pending = {}, ignored = {},
    stats = {} }, Happenings)
end

-- ---- Names ----

--- What an entity that lives is called.
-- @treturn table `{ name=, number=, definition= }`
function happenings.label(world, id)
  local core = world._core
  local number, definition = core:spawn_number(id), world._names.definitions[core:definition(id)].name
  return { name = core:entity_name(id) or ("%s %d"):format(definition, number), number = number,
    definition = definition }
end

--- Remembers what an entity is called, for when it has left.
function Happenings:meet(world, id)
  self.labels[id] = happenings.label(world, id)
end

--- What an entity is called that lives, or has left since the last update: then it still has its object.
-- @treturn table as `happenings.label`
function Happenings:label(world, id)
  local known = self.labels[id]
  if known then return known end
  if world._core:alive(id) then
    self:meet(world, id)
    return self.labels[id]
  end
  local left = world._left[id] or world._leaving[id]
  if not left then return { name = ("entity %s"):format(tostring(id)), number = 0 } end
  return { name = left._name or ("%s %d"):format(left._definition.name, left._number), number = left._number,
    definition = left._definition.name }
end

-- ---- Tries ----

-- Cues are tested again and again.
local function is_tested_again(before, entry)
  return entry.kind == "cue" and before.kind == "cue" and entry.cue == before.cue and entry.verdict ~= "open"
    and entry.verdict == before.verdict
end

-- In an area farther out, in which those before are told too.
local function is_asked_further(before, entry)
  return entry.further and before.kind == "request" and not before.target and entry.sequence == before.sequence
    and entry.node == before.node
end

-- At a node that asks for an offer.
local function is_asked_again(before, entry)
  return entry.kind == "request" and before.kind == "request" and not entry.target and not before.target
    and entry.sequence == before.sequence and entry.node == before.node
end

-- At a node that waits: for a condition, for a scene to be cast, for a message, what becomes of one, or others.
local TRIES = { try = true, cast = true, take = true, answer = true, meeting = true }

--- Whether an entry tells that a cue finds nothing, a scene no cast or a request no offer once more, or that an NPC
-- waits on at the node at which the one before it told that it waits, or that a request has gone on to an area farther
-- out. Whoever keeps few entries keeps the later one, which has counted the `tries`.
-- @tparam table before
-- @tparam table entry
-- @treturn boolean
function happenings.is_tried_again(before, entry)
  if is_asked_further(before, entry) then
    entry.tries = before.tries
    return true
  end
  local again = TRIES[entry.kind] and before.kind == entry.kind and entry.verdict ~= "open"
    and before.verdict ~= "open" and entry.sequence == before.sequence and entry.node == before.node
    and entry.scene == before.scene and entry.reached == before.reached
  again = again or is_asked_again(before, entry)
  if again then entry.tries = (before.tries or 1) + 1 end
  return again or is_tested_again(before, entry)
end

-- ---- Events ----

local READ = {}

function READ.spawn() end
function READ.remove() end

function READ.start(entry, events, i, world)
  entry.action, entry.duration, entry.remaining = events:name(i), events:duration(i), events:remaining(i)
  entry.resumed, entry.token = events:resumed(i), events:token(i)
  entry.awaits = entry.remaining == 0 and world:_awaits(events:npc(i), entry.token) or nil
end

function READ.stop(entry, events, i, world)
  entry.action, entry.reason = events:name(i), events:reason(i)
  local why = world._delivery.reasons[events:npc(i)]
  entry.why = why ~= nil and tostring(why) or nil
end

function READ.fail(entry, events, i) entry.sequence, entry.cause = events:name(i), events:reason(i) end
READ.halt = READ.fail
function READ.fallback(entry, events, i) entry.sequence = events:name(i) end
READ.restart = READ.fallback
function READ.role(entry, events, i) entry.role = events:name(i) end

function READ.join(entry, events, i, world, self)
  entry.scene, entry.part, entry.with = events:name(i), events:part(i), {}
  entry.initiator, entry.target = entry.target, nil
  for k, id in ipairs(casts.others(world, events, i)) do entry.with[k] = self:label(world, id).name end
end

function READ.leave(entry, events, i) entry.scene, entry.reason = events:name(i), events:reason(i) end

function READ.adopt(entry, events, i)
  entry.offer, entry.provider, entry.target = events:name(i), entry.target, nil
end

function READ.drop(entry, events, i)
  READ.adopt(entry, events, i)
  entry.reason = events:reason(i)
end

function READ.enter(entry) entry.area, entry.target = entry.target, nil end
READ.exit = READ.enter

function READ.plan(entry, events, i)
  entry.sequence, entry.entry, entry.patch = events:name(i), events:entry(i), events:patch(i)
end

function READ.interrupt(entry, events, i)
  entry.sequence, entry.interruption, entry.cue = events:name(i), events:interruption(i), events:cue(i)
  if not entry.cue then entry.source, entry.target = entry.target, nil end
end

function READ.ignore(entry, events, i, _, self)
  READ.interrupt(entry, events, i)
  local id = events:npc(i)
  local verdicts = self.ignored[id]
  if not verdicts then return end
  entry.verdict = table.remove(verdicts, 1)
  if #verdicts == 0 then self.ignored[id] = nil end
end

local function tell_event(self, world, events, i)
  local kind = events:kind(i)
  local read = READ[kind]
  -- Errors come with more words through the world's own reports.
  if not read then return end
  local about, target = self:label(world, events:npc(i)), events:target(i)
  local entry = { kind = kind, time = events:time(i), npc = about.name, number = about.number,
    definition = about.definition, target = target and self:label(world, target).name }
  read(entry, events, i, world, self)
  self.tell(entry)
  if kind == "remove" and not self.forever then self.labels[events:npc(i)] = nil end
end

-- ---- What comes between events ----

local function wait(self, world, entry)
  table.insert(self.pending, { after = world._core:stats(self.stats).events, entry = entry })
end

--- Takes a step of a decision while it is made, to be put between the events before and after it. Why an interruption
-- is ignored is told with the event that follows.
-- @tparam table world
-- @tparam number|nil id whose decision it is
-- @tparam table entry to which it is added whom it is about
function Happenings:step(world, id, entry)
  if entry.kind == "ignored" then
    self.ignored[id] = self.ignored[id] or {}
    table.insert(self.ignored[id], entry.verdict)
    return
  end
  local about = id and self:label(world, id)
  if about then entry.npc, entry.number, entry.definition = about.name, about.number, about.definition end
  wait(self, world, entry)
end

--- Takes an error that the world reports.
function Happenings:error(world, message, where)
  wait(self, world, { kind = "error", time = world._core:now() / 1000, message = message, where = where })
end

--- Tells the events of the last update, and what came in between.
-- @tparam table world
-- @tparam number before how many events there were before them
function Happenings:collect(world, before)
  local events, pending, taken = world:events(), self.pending, 0
  local function up_to(count)
    while taken < #pending and pending[taken + 1].after < count do
      taken = taken + 1
      self.tell(pending[taken].entry)
    end
  end
  for i = 1, events.count do
    up_to(before + i)
    tell_event(self, world, events, i)
  end
  up_to(math.huge)
  self.pending = {}
end

--- Forgets what was not told yet, and who was there.
function Happenings:forget()
  self.labels, self.pending, self.ignored = {}, {}, {}
end

return happenings
