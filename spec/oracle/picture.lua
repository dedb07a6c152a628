-- Everything that can be asked of a world at one moment, as plain tables, so that the oracle and the core can be compared.
--
--[[ picture(world) returns:

{ now=, hash=, refused=, halted= how many, links_refused=, paths_cut=, messages=, messages_sent=, messages_refused=,
  clock= ms since the midnight of day 0, env = { [name] = cached value },
  entities = { { number=, definition=, name=, x=, y=, z=, free = { [property] = value }, taken = { [property] = amount },
    links = { [kind] = { { to=, value= }, ... } }, offers = { { offer=, sequence=, holders=, taken= }, ... }, holders = { numbers },
    inside = { numbers }, outer= number, of an area, meeting = { [name] = { numbers of who wait there } },
    mind = nil for a prop, for an NPC
      { mood=, main=, activities=, waiting= interruptions queued or kept, cause= and failed= of one that has halted,
        role=, role_set= by the game, scenes = { what scenes.lua tells of each of its parts, in order },
        area= number, areas = { numbers }, places = { what places.lua tells of each },
        messages = { { inbox=, sender=, value=, time=, awaited= }, ... }, plan=, day = { what plans.lua tells of today },
        action=, target=, token=, timed=, duration=, remaining=, timeout=, sequence=, node=, failures= of one that acts
        (remaining also of one that waits or has halted; all but target, timed, duration and timeout also of one that
        waits at a node; action and token only if it is seen in one),
        stacks = { { activity= from 1, sequence=, node=, lifecycle=, target=, fallback=, priority= nil for a main one
                     that stands below all, interruption=, sunk=, scene_number= and part= from 0 of a part, offer=, provider=, undo= }, ... },
        memories = { transitions = { { time=, sequence=, node= }, ... }, actions = { { time=, action=, entity= }, ... },
                     interruptions = { { time=, action=, sequence=, node=, entity=, activity= from 1, duration=, timeout=,
                     spent= }, ... }, encounters = { { time=, cue=, entity= nil for nobody }, ... } by the cue's name,
                     meetings = { { time=, scene=, offer= or inbox=, entity= nil for nobody }, ... } as they were made } } }, ... },
  scenes = { [number] = { spawn numbers of its members, in order } } }

Nodes, sequences, actions and interruptions are named; times are milliseconds; entities in other entities are spawn numbers;
the times of memories are told modulo 2^32 (S2: a record may keep less).
]]

local LIFECYCLE = { uninitialized = "uninitialized", processing = "processing", waiting = "waiting_for_action",
  subsequence = "in_subsequence", executed = "executed", failed = "failed", awaiting = "waiting_at_node",
  at_phase = "waiting_at_phase" }

local function lifecycle(activity, level)
  local frame = activity.frames[level]
  if frame.state == "waiting" and activity.suspended and level == #activity.frames then return "interrupted" end
  return LIFECYCLE[frame.state]
end

local function stacks(world, npc)
  local list = {}
  for index, activity in ipairs(npc.activities) do
    for level, frame in ipairs(activity.frames) do
      local part, standing = frame.part, world:priority_of(activity)
      list[#list + 1] = { activity = index, sequence = frame.sequence.name, node = frame.node or frame.sequence.entry,
        lifecycle = lifecycle(activity, level), target = frame.target and world:entity(frame.target) and frame.target,
        fallback = frame.is_fallback or false, priority = standing ~= -math.huge and standing or nil,
        interruption = activity.interruption, sunk = activity.sunk == true, scene_number = part and part.scene.number,
        part = part and part.part - 1, offer = frame.place and frame.place.name,
        provider = frame.place and world:entity(frame.place.provider) and frame.place.provider or nil, undo = activity.undoes ~= nil }
    end
  end
  return list
end

local function recent(time) return time % 4294967296 end

-- Of each cue by itself, as they were made.
local function encounters(npc)
  local list = {}
  for i, m in ipairs(npc.memory.encounters) do
    if m.cue then list[#list + 1] = { made = i, m = m } end
  end
  table.sort(list, function(a, b)
    if a.m.cue ~= b.m.cue then return a.m.cue < b.m.cue end
    return a.made < b.made
  end)
  for i, each in ipairs(list) do list[i] = { time = recent(each.m.time), cue = each.m.cue, entity = each.m.entity } end
  return list
end

local function meetings(npc)
  local list = {}
  for _, m in ipairs(npc.memory.encounters) do
    if m.scene or m.offer or m.inbox then
      list[#list + 1] = { time = recent(m.time), scene = m.scene, offer = m.offer, inbox = m.inbox, entity = m.entity }
    end
  end
  return list
end

local function memories(npc)
  local place, transitions, actions, interruptions = {}, {}, {}, {}
  for i, m in ipairs(npc.memory.transitions) do transitions[i] = { time = recent(m.time), sequence = m.sequence, from = m.from, node = m.node } end
  for i, m in ipairs(npc.memory.actions) do actions[i] = { time = recent(m.time), action = m.action, entity = m.entity } end
  for index, activity in ipairs(npc.activities) do place[activity.id] = index end
  for i, m in ipairs(npc.memory.interruptions) do
    interruptions[i] = { time = recent(m.time), action = m.action, sequence = m.sequence, node = m.node, entity = m.entity,
      activity = place[m.activity], duration = m.duration, timeout = m.timeout, spent = m.spent }
  end
  return { transitions = transitions, actions = actions, interruptions = interruptions, encounters = encounters(npc),
    meetings = meetings(npc) }
end

local function mood(world, npc)
  if npc.held then return "on_hold" end
  if npc.halted then return "has_halted" end
  if npc.action then return "acting" end
  if world:awaits(npc) or world:at_phase(npc) then return "awaiting" end
  return npc.wait_until and "waiting" or "deciding"
end

local function mind(world, npc)
  local action = npc.action
  local m = { mood = mood(world, npc), main = npc.main, activities = #npc.activities, waiting = #npc.queue + #npc.kept,
    role = npc.role and npc.role.name, role_set = npc.role_set,
    stacks = stacks(world, npc), memories = memories(npc), scenes = world:scenes_of(npc.number),
    area = world:area_of(npc), areas = world:areas_of(npc), places = world:places_of(npc), messages = world:inbox_of(npc),
    plan = npc.plan, day = npc.plan and world:plan_on(npc, world:clock_day()) or {} }
  if action then
    m.action, m.target, m.token, m.timed, m.duration = action.def.name, action.target, npc.token, action.timed, action.duration
    m.remaining = math.max(0, action.started + action.remaining - world.now)
    m.timeout = action.started + action.timeout_left - world.now
    m.sequence, m.node, m.failures = action.frame.sequence.name, action.frame.node, action.activity.failures
  elseif m.mood == "awaiting" then
    local activity = npc.activities[#npc.activities]
    local frame = activity.frames[#activity.frames]
    m.remaining = frame.stages and -1 or math.max(0, frame.wait.deadline - world.now)
    m.sequence, m.node, m.failures = frame.sequence.name, frame.node, activity.failures
    if npc.seen_in then m.action, m.token = npc.seen_in.name, npc.token end
  elseif m.mood == "waiting" then
    m.remaining = npc.wait_until - world.now
  elseif m.mood == "has_halted" then
    m.remaining = npc.restart_at and npc.restart_at - world.now or -1
  end
  if npc.halted then m.cause, m.failed = world.CAUSE[npc.halted], npc.failed end
  return m
end

local function picture_entity(world, entity)
  local picture = { number = entity.number, definition = entity.def.name, name = entity.name, x = entity.x, y = entity.y,
    z = entity.z, free = {}, taken = {} }
  for property, value in pairs(entity.state) do
    picture.free[property], picture.taken[property] = value, entity.taken[property] or 0
  end
  if entity.def.npc then picture.mind = mind(world, entity) end
  picture.links = {}
  for kind in pairs(world.content.links) do
    picture.links[kind] = {}
    for i, other in ipairs(world:linked(entity, kind)) do
      picture.links[kind][i] = { to = other.number, value = (world:link_value(entity, kind, other)) }
    end
  end
  picture.offers, picture.holders = world:offers_of(entity), world:holders_of(entity)
  picture.meeting = {}
  for name in pairs(world.content.meetings) do picture.meeting[name] = world:meeting_at(entity, name) end
  if entity.def.area then picture.inside, picture.outer = world:inside(entity), world:outer_of(entity) end
  return picture
end

return function(world)
  local picture = { now = world.now, hash = world.hash, refused = world.refused, halted = 0, links_refused = world.links_refused,
    paths_cut = world.paths_cut, messages = #world.messages, messages_sent = world.sent, messages_refused = world.messages_refused,
    clock = world.clock and world:clock_time(), env = {}, entities = {}, scenes = {} }
  for name, env in pairs(world.env) do picture.env[name] = env.value end
  for i, entity in ipairs(world.entities) do
    picture.entities[i] = picture_entity(world, entity)
    if entity.halted then picture.halted = picture.halted + 1 end
  end
  for number in pairs(world.scenes) do picture.scenes[number] = world:members_of(number) end
  return picture
end
