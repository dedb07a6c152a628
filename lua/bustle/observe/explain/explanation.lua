--- Why an NPC does what it does: what it does now, its activities, what it remembers, and its last decisions with what
-- spoke for and against each option. `npc:explain()` gives one; `tostring` of it is for people.
--
-- An explanation has
--
-- - `npc`, `kind`, `number`, `time` (seconds)
-- - `now`: `mood`, `action`, `target`, `since`, `spent`, `remaining`, `duration`, `failures`, `halted`, `failed`,
-- `waiting` (interruptions that wait), `node` and `awaits` (where it waits, and what has not come, a list of
-- `bustle.observe.explain.reasons`), or `scene` (see `bustle.observe.explain.scenes`) or `request` (see
-- `bustle.observe.explain.offers`) or `message` (see `bustle.observe.explain.awaited`) in place of `awaits`
-- - `inboxes`: the messages in its inboxes, as `npc:inbox()` has them, with names
-- - `plan`: nil if it has none; else see `bustle.observe.explain.plans`
-- - `area`: the innermost one that it is in, nil if it is in none; `areas`: all of them, the smallest first
-- - `places`: what it holds, as `npc:places()` has it, with names; `offers`: what it offers itself, `{ name=,
-- sequence=, holders=, taken=, by= }`; `requests`: what came of its last request at each node, entries of kind
-- "request"
-- - `role`: nil if it has none; else `role`, `set` (whether the game has set it), `why` (the parts of its condition)
-- and `others` (the roles before it in the list: `{ role=, against= }`); the last two as of the last
-- test, if that is kept
-- - `scenes`: those that it is in, as `npc:scenes()` has them, with names; `casts`: what came of the last cast of each
-- scene that it tried to begin or stage, entries of kind "cast"
-- - `cues`: `{ cue=, sequence=, scene=, part=, priority=, role= }`, by name, and of the last test that is kept
-- `tested`, `verdict`, `target`, `against`, and `test`, the entry
-- - `stack`: its activities, the running one first: `{ main=, priority=, interruption=, cue=, running=, sunk=, undo=,
-- sequences= }`, a sequence being `{ sequence=, node=, lifecycle=, target=, fallback=, scene=, part=, offer=,
-- provider= }`, the lowest first; `undo` is the offer that is undone, or true
-- - `memories`: `transitions`, `actions`, `interruptions` and `encounters`, newest first, each `{ sequence=, from=,
-- node=, action=, cue=, scene=, offer=, inbox=, target=, time=, age= }`; `from` is the node that a transition left
-- - `decisions`: entries of `bustle.observe.happenings`, oldest first; "way" and "target" have the `rule` that
-- `bustle.observe.explain.rules` tells; nil if the world keeps none
--
-- It is plain data: no entities are in it, and it does not change afterwards.
local awaiting = require "bustle.observe.explain.awaited"
local exchanges = require "bustle.observe.explain.exchanges"
local happenings = require "bustle.observe.happenings"
local offers = require "bustle.observe.explain.offers"
local plans = require "bustle.observe.explain.plans"
local reasons = require "bustle.observe.explain.reasons"
local scenes = require "bustle.observe.explain.scenes"
local text = require "bustle.observe.explain.text"
local pairs = require("bustle.common.tables").pairs

local explanation = {}

local Explanation = {}
Explanation.__index = Explanation

local function called(world, entity)
  return entity and happenings.label(world, entity.id).name or nil
end

-- ---- What it does ----

-- When the action began, as far as that is kept.
local function began_at(decisions, token)
  for i = #decisions, 1, -1 do
    if decisions[i].kind == "start" then return decisions[i].token == token and decisions[i].time or nil end
  end
end

-- What has not come, or the scene that it waits for or in, or the offer that it asks for, or the message or meeting.
local function awaited(world, npc, doing, own, tests)
  local found = world._keeper and world._keeper.reasons or reasons.new(world)
  local raw = world._core:doing(npc.id, world._doing)
  local scene = scenes.awaited(world, doing, found, raw, own, tests)
  if scene then return nil, scene end
  local request = offers.awaited(doing, found:asked(raw), tests)
  if request then return nil, nil, request end
  local message = awaiting.of(world, npc, doing, found:node(raw), tests, called)
  if message then return nil, nil, nil, message end
  return found:awaited(raw, npc.id)
end

local function now_of(world, npc, doing, decisions, own, tests)
  local awaits, scene, request, message
  if doing.mood == "awaiting" then awaits, scene, request, message = awaited(world, npc, doing, own, tests) end
  local spent = doing.action and doing.duration and doing.remaining and doing.duration - doing.remaining or nil
  return { mood = doing.mood, action = doing.action, target = called(world, doing.target), duration = doing.duration,
    remaining = doing.remaining, spent = spent, failures = doing.failures, halted = doing.halted,
    failed = doing.failed, waiting = doing.interruptions, since = began_at(decisions or {}, doing.token),
    node = (awaits or scene or request or message) and doing.node, awaits = awaits, scene = scene, request = request,
    message = message }
end

-- ---- Its activities ----

local function sequence_of(world, frame)
  return { sequence = frame.sequence, node = frame.node, lifecycle = frame.lifecycle,
    fallback = frame.fallback or nil, target = called(world, frame.target), scene = frame.scene,
    part = frame.part, offer = frame.offer, provider = called(world, frame.provider) }
end

local function stack_of(world, doing, places)
  local list, known = {}, {}
  for _, frame in ipairs(doing.stack) do
    local activity = known[frame.activity]
    if not activity then
      activity = { main = frame.main, sunk = frame.sunk or nil, interruption = frame.interruption, cue = frame.cue,
        undo = frame.undo and (offers.undone(places, called(world, frame.target)) or true) or nil,
        priority = frame.priority, running = false, sequences = {} }
      known[frame.activity] = activity
      table.insert(list, 1, activity)
    end
    table.insert(activity.sequences, sequence_of(world, frame))
  end
  if list[1] then list[1].running = doing.mood ~= "held" end
  return list
end

-- ---- What it is, and what it looks out for ----

local function role_of(world, npc, tests)
  local id, set = world._core:role(npc.id)
  if not id then return nil end
  local role = { role = world._names.shown.role[id], set = set, why = {}, others = {} }
  local last = not set and tests.roles
  if not last or last.role ~= role.role then return role end
  role.why = last.because
  for _, each in ipairs(last.tried) do
    if each.role ~= role.role then table.insert(role.others, { role = each.role, against = each.against }) end
  end
  return role
end

local function by_name(list, name)
  for _, each in ipairs(list) do
    if each.name == name then return each end
  end
end

local function add_cues(world, list, known, owner, role)
  local shown, content = world._names.shown, world._names.content
  for _, cue in ipairs(owner and owner.cues or {}) do
    if not known[cue.name] then
      known[cue.name] = true
      list[#list + 1] = { cue = shown.cue[content:find("cue", cue.name)], name = cue.name, role = role,
        sequence = cue.sequence and shown.sequence[content:find("sequence", cue.sequence)],
        scene = cue.scene and shown.scene[content:find("scene", cue.scene)], part = cue.as, priority = cue.priority }
    end
  end
end

-- Those of its role come before its own of the same name.
local function cues_of(world, npc, tests)
  local core, content, tables = world._core, world._names.content, world._names.compiled.tables
  local list, known, role = {}, {}, core:role(npc.id)
  if role then
    add_cues(world, list, known, by_name(tables.roles, content:name("role", role)), world._names.shown.role[role])
  end
  add_cues(world, list, known, by_name(tables.entities, content:name("entity", core:definition(npc.id))))
  table.sort(list, function(a, b) return a.name < b.name end)
  for _, cue in ipairs(list) do
    local test = tests.cues[cue.cue]
    cue.name = nil
    if test then
      cue.tested, cue.verdict, cue.target, cue.against = test.time, test.verdict, test.target, test.against
      cue.test = test
    end
  end
  return list
end

-- ---- What it remembers ----

local function memories_of(world, npc, kind)
  local list, now = {}, world._core:now() / 1000
  for _, memory in ipairs(npc:memories(kind)) do
    local target = called(world, memory.entity) or memory.number and ("number %d, which has left"):format(memory.number)
    table.insert(list, 1, { sequence = memory.sequence, from = memory.from, node = memory.node, action = memory.action,
      cue = memory.cue, scene = memory.scene, offer = memory.offer, inbox = memory.inbox, target = target,
      time = memory.time, age = now - memory.time })
  end
  return list
end

-- ---- Its decisions ----

local function copied(value)
  if type(value) ~= "table" then return value end
  local copy = {}
  for key, each in pairs(value) do copy[key] = copied(each) end
  return copy
end

local function decisions_of(keeper, number)
  if not keeper or keeper.kept == 0 then return nil end
  return copied(keeper:decisions(number))
end

-- ---- The whole ----

--- Explains an NPC.
-- @tparam table world
-- @tparam table npc
-- @treturn table
function explanation.of(world, npc)
  local label, doing = happenings.label(world, npc.id), npc:doing()
  local decisions = decisions_of(world._keeper, label.number)
  local tests = world._keeper and copied(world._keeper:last_tests(label.number))
    or { cues = {}, casts = {}, requests = {}, meetings = {}, takes = {} }
  local own, places = scenes.of(world, npc), offers.places(world, npc)
  local area, areas = offers.areas(world, npc)
  return setmetatable({
    npc = label.name, kind = label.definition, number = label.number, time = world._core:now() / 1000,
    now = now_of(world, npc, doing, decisions, own, tests), stack = stack_of(world, doing, places),
    decisions = decisions, area = area, areas = areas, places = places, offers = offers.offers(world, npc),
    requests = offers.requests(tests), inboxes = exchanges.inboxes(world, npc, called), plan = plans.of(world, npc),
    role = role_of(world, npc, tests), cues = cues_of(world, npc, tests), scenes = own, casts = scenes.casts(tests),
    memories = { transitions = memories_of(world, npc, "transitions"), actions = memories_of(world, npc, "actions"),
      interruptions = memories_of(world, npc, "interruptions"),
      encounters = memories_of(world, npc, "encounters") },
  }, Explanation)
end

--- It as text for people.
-- @tparam[opt] number count how many of the last decisions; nil: all that are kept
-- @treturn string
function Explanation:text(count)
  return text.of(self, count)
end

Explanation.__tostring = Explanation.text

return explanation
