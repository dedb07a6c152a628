--- Why an NPC does what it does: what it does now, its activities, what it remembers, and its last decisions with what
-- spoke for and against each option. `npc:explain()` gives one; `tostring` of it is for people.
--
-- An explanation has
--
-- - `npc`, `kind`, `number`, `time` (seconds)
-- - `now`: `mood`, `action`, `target`, `since`, `spent`, `remaining`, `duration`, `failures`, `halted`, `failed`,
-- `waiting` (interruptions that wait), `node` and `awaits` (where it waits, and what has not come, a list of
-- `bustle.observe.explain.reasons`)
-- - `stack`: its activities, the running one first: `{ main=, priority=, interruption=, running=, sequences= }`, a
-- sequence being `{ sequence=, node=, lifecycle=, target=, fallback= }`, the lowest first
-- - `memories`: `transitions`, `actions` and `interruptions`, newest first, each `{ sequence=, from=, node=, action=,
-- target=, time=, age= }`; `from` is the node that a transition left
-- - `decisions`: entries of `bustle.observe.happenings`, oldest first; "way" and "target" have the `rule` that
-- `bustle.observe.explain.rules` tells; nil if the world keeps none
--
-- It is plain data: no entities are in it, and it does not change afterwards.
local happenings = require "bustle.observe.happenings"
local reasons = require "bustle.observe.explain.reasons"
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

local function awaited(world, npc)
  local found = world._keeper and world._keeper.reasons or reasons.new(world)
  return found:awaited(world._core:doing(npc.id, world._doing), npc.id)
end

local function now_of(world, npc, doing, decisions)
  local awaits = doing.mood == "awaiting" and awaited(world, npc) or nil
  local spent = doing.action and doing.duration and doing.remaining and doing.duration - doing.remaining or nil
  return { mood = doing.mood, action = doing.action, target = called(world, doing.target), duration = doing.duration,
    remaining = doing.remaining, spent = spent, failures = doing.failures, halted = doing.halted,
    failed = doing.failed, waiting = doing.interruptions, since = began_at(decisions or {}, doing.token),
    node = awaits and doing.node, awaits = awaits }
end

-- ---- Its activities ----

local function stack_of(world, doing)
  local list, known = {}, {}
  for _, frame in ipairs(doing.stack) do
    local activity = known[frame.activity]
    if not activity then
      activity = { main = frame.activity == 1, interruption = frame.interruption, priority = frame.priority,
        running = false, sequences = {} }
      known[frame.activity] = activity
      table.insert(list, 1, activity)
    end
    table.insert(activity.sequences, { sequence = frame.sequence, node = frame.node, lifecycle = frame.lifecycle,
      fallback = frame.fallback or nil, target = called(world, frame.target) })
  end
  if list[1] then list[1].running = doing.mood ~= "held" end
  return list
end

-- ---- What it remembers ----

local function memories_of(world, npc, kind)
  local list, now = {}, world._core:now() / 1000
  for _, memory in ipairs(npc:memories(kind)) do
    local target = called(world, memory.entity) or memory.number and ("number %d, which has left"):format(memory.number)
    table.insert(list, 1, { sequence = memory.sequence, from = memory.from, node = memory.node, action = memory.action,
      target = target, time = memory.time, age = now - memory.time })
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
  return setmetatable({
    npc = label.name, kind = label.definition, number = label.number, time = world._core:now() / 1000,
    now = now_of(world, npc, doing, decisions), stack = stack_of(world, doing), decisions = decisions,
    memories = { transitions = memories_of(world, npc, "transitions"), actions = memories_of(world, npc, "actions"),
      interruptions = memories_of(world, npc, "interruptions") },
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
