--- What an explanation says of a message, an answer or a meeting that an NPC waits for: what lies in the inbox, who
-- has its message in hand, who is there. All of it is as it is now, and by names.
local awaited = {}

local function inbox_of(world, node)
  return world._names.shown.inbox[world._names.content:find("inbox", node.performs)]
end

local function last_at(tests, doing)
  return tests and tests[("%s/%s"):format(doing.sequence, doing.node)] or nil
end

local KINDS = {}

function KINDS.take(world, npc, doing, node, tests)
  local list = npc:inbox(node.performs) or {}
  local oldest = list[1] and world._core:now() / 1000 - list[1].time or nil
  return { inbox = inbox_of(world, node), lying = #list, oldest = oldest, last = last_at(tests.takes, doing) }
end

-- ---- What becomes of a message ----

-- The sequences that take from an inbox, by the names that are shown.
local function takers_of(world, inbox)
  local takers = {}
  for _, sequence in ipairs(world._names.compiled.tables.sequences) do
    for _, node in ipairs(sequence.nodes) do
      if node.kind == "take" and node.performs == inbox then
        takers[world._names.shown.sequence[world._names.content:find("sequence", sequence.name)]] = true
      end
    end
  end
  return takers
end

-- Of the sequences on somebody's stack that have taken from an inbox, the one that is at whoever waits.
local function in_hand(world, receiver, npc, inbox)
  local takers = takers_of(world, inbox)
  for _, frame in ipairs(receiver:doing().stack) do
    if takers[frame.sequence] and frame.target == npc then return frame end
  end
end

-- The place of the message in the inbox, the last that the NPC waits for, or where it is in hand.
function KINDS.send(world, npc, doing, node, _, called)
  local receiver = doing.stack[#doing.stack].target
  local made = { inbox = inbox_of(world, node), target = called(world, receiver) }
  if not receiver or not receiver.activities then return made end
  local list = receiver:inbox(node.performs) or {}
  for i, message in ipairs(list) do
    if message.sender == npc and message.awaited then made.place, made.lying = i, #list end
  end
  local frame = not made.place and in_hand(world, receiver, npc, node.performs)
  if frame then made.sequence, made.node = frame.sequence, frame.node end
  return made
end

-- ---- Meetings ----

-- Where one waits was looked up when the wait began, so that only who is there tells for certain.
local function waits_at(place, npc, meeting)
  for _, each in ipairs(place and place:meeting(meeting) or {}) do
    if each == npc then return true end
  end
  return false
end

local function place_of(world, npc, doing, node, last)
  local target = doing.stack[#doing.stack].target
  if node.same_target and waits_at(target, npc, node.performs) then return target end
  for _, area in ipairs(node.from_area and npc:areas() or {}) do
    if waits_at(area, npc, node.performs) then return area end
  end
  for id in world:_each() do
    local named = not last or not last.target or world._core:entity_name(id) == last.target
    if node.path and named and #world._core:entity_meeting(id) > 0 then
      local place = world:_object(id)
      if waits_at(place, npc, node.performs) then return place end
    end
  end
end

function KINDS.meet(world, npc, doing, node, tests, called)
  local last = last_at(tests.meetings, doing)
  local place = place_of(world, npc, doing, node, last)
  local made = { meeting = node.performs, count = node.count, place = called(world, place) or last and last.target,
    with = {} }
  if not place then
    made.present = last and last.reached
    return made
  end
  local there = place:meeting(node.performs)
  made.present = #there
  for _, each in ipairs(there) do
    if each ~= npc then table.insert(made.with, called(world, each)) end
  end
  return made
end

--- What an NPC waits for that is a message, what becomes of one, or others to meet.
-- @tparam table world
-- @tparam table npc
-- @tparam table doing of `npc:doing()`
-- @tparam table node of the compiled tables, at which it waits
-- @tparam table tests of a keeper
-- @tparam function called gives the name of an entity
-- @treturn table|nil `{ kind = "take" | "send" | "meet", ... }`: of a take `inbox`, `lying` (how many are there),
-- `oldest` (how many seconds the first of them has lain there) and `last`, the entry of the last try, if that is
-- kept; of a send `inbox`, `target` (who received it), and `place` and `lying` (it is the so maniest of so many) or
-- the `sequence` and `node` that have it in hand; of a meet `meeting`, `place`, `count`, `present` (how many are
-- there, the NPC included) and `with`, the others' names
function awaited.of(world, npc, doing, node, tests, called)
  local kind = KINDS[node.kind]
  local made = kind and kind(world, npc, doing, node, tests, called)
  if made then made.kind = node.kind end
  return made
end

return awaited
