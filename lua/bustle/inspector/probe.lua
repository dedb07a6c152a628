--- What an inspector in another place shows of one NPC or thing: plain data, of which `bustle.json.writer` makes a
-- line. Only who is asked for is looked at, so a game pays for one however many there are.
local names = require "bustle.inspector.names"
local states = require "bustle.inspector.states"
local text = require "bustle.observe.explain.text"
local ways = require "bustle.inspector.ways"

local probe = {}

local MOST = 8 -- links of a kind that are named
local LATELY = 12 -- decisions that are put in words

-- ---- Things and NPCs ----

local function states_of(world, entity)
  local list = {}
  for i, state in ipairs(states.of(world, entity)) do
    list[i] = { name = names.spoken(state.name), value = entity.state[state.key], min = state.min, max = state.max }
  end
  return list
end

local function links_of(world, entity)
  local list, shown = {}, world._names.shown.link
  for id = 0, world._names.content:count "link" - 1 do
    local others, values = entity:links(shown[id])
    local to = {}
    for i = 1, math.min(#others, MOST) do
      to[i] = { name = names.called(world, others[i]), value = type(values[i]) == "number" and values[i] or nil }
    end
    if #others > 0 then list[#list + 1] = { kind = names.spoken(shown[id]), to = to, count = #others } end
  end
  return list
end

local function holders_of(world, entity)
  local list = {}
  for i, offer in ipairs(entity:offers()) do
    local by = {}
    for j, holder in ipairs(entity:holders(offer.name)) do by[j] = names.called(world, holder) end
    list[i] = { offer = names.spoken(offer.name), taken = offer.taken, holders = offer.holders, by = by }
  end
  return list
end

-- ---- NPCs ----

-- The sequence on top as layers of nodes, and its ways with those that were taken.
local function graph_of(walk, doing)
  local depth = #doing.stack
  local top = doing.stack[depth]
  local sequence = top and walk:sequence(top.sequence)
  if not sequence then return nil end
  local layers, by_name = ways.layers(sequence)
  local taken, list = walk:taken(depth, top.sequence), {}
  for _, layer in ipairs(layers) do
    for _, name in ipairs(layer) do
      for _, way in ipairs(by_name[name] and ways.from(by_name[name]) or {}) do
        local was_taken = taken[name] and taken[name][way.to] or nil
        list[#list + 1] = { from = name, to = way.to, failed = way.failed, taken = was_taken }
      end
    end
  end
  return { sequence = names.spoken(top.sequence), node = top.node, layers = layers, ways = list }
end

-- Its scenes as lanes: who is in which part, and how many phases each has done.
local function scenes_of(world, npc)
  local list = {}
  for i, own in ipairs(npc:scenes()) do
    local lanes, done = {}, 0
    for j, member in ipairs(world._core:scene_members(own.number) or {}) do
      lanes[j] = { npc = names.called(world, world:_object(member.npc)), phase = member.phase, ended = member.ended,
        part = names.spoken(world._names.content:part_name(member.scene, member.part)) }
      done = math.max(done, member.phase)
    end
    list[i] = { scene = names.spoken(own.name), part = names.spoken(own.part), lanes = lanes, phases = done + 1 }
  end
  return list
end

-- Its day: entries from 0 to 1.
local function plan_of(world, npc)
  local now = world._core:clock()
  local raw = now and world._core:npc_plan(npc.id, now.day)
  if not raw then return nil end
  local list = {}
  for i, entry in ipairs(raw) do
    local from = (entry.begins_ms - now.day * now.day_ms) / now.day_ms
    local to = (entry.ends_ms - now.day * now.day_ms) / now.day_ms
    list[i] = { from = math.max(0, from), to = math.min(1, to), holds = entry.holds or nil, priority = entry.priority,
      sequence = names.spoken(world._names.shown.sequence[entry.sequence]) }
  end
  return { now = now.time_ms / now.day_ms, entries = list }
end

-- The last decisions in words, the newest first.
local function decisions_of(explained)
  local list, all = {}, explained.decisions or {}
  for i = #all, math.max(1, #all - LATELY + 1), -1 do
    local words, about = text.decision(all[i], all[i - 1])
    if words then list[#list + 1] = { time = all[i].time, text = words, about = about } end
  end
  return list
end

local function memories_of(explained)
  local list = {}
  for _, kind in ipairs { "interruptions", "encounters", "actions", "transitions" } do
    for _, memory in ipairs(explained.memories[kind] or {}) do
      list[#list + 1] = { kind = kind, age = memory.age, action = memory.action, target = memory.target,
        why = memory.cue or memory.scene or memory.offer or memory.inbox, sequence = memory.sequence,
        from = memory.from, node = memory.node }
    end
  end
  return list
end

-- ---- All of it, in pieces that cost about the same ----

local OF_ALL = {
  function(made, world, entity)
    made.states, made.links, made.offers = states_of(world, entity), links_of(world, entity), holders_of(world, entity)
  end,
}

local OF_NPCS = {
  function(_, _, npc, _, kept) kept.explained = npc:explain() end,
  function(made, _, npc, walk, kept)
    local explained = kept.explained
    made.now, made.stack, made.area, made.areas = explained.now, explained.stack, explained.area, explained.areas
    made.role, made.places, made.inboxes = explained.role and explained.role.role, explained.places, explained.inboxes
    made.words, made.graph = text.now(explained.now), graph_of(walk, npc:doing())
  end,
  function(made, world, npc) made.scenes, made.plan = scenes_of(world, npc), plan_of(world, npc) end,
  function(made, _, _, _, kept) made.decisions = decisions_of(kept.explained) end,
  function(made, _, _, _, kept) made.memories = memories_of(kept.explained) end,
}

--- What there is to show of an entity, a piece at a time.
-- @tparam table world
-- @tparam table entity
-- @tparam table walk of `bustle.inspector.ways`, which has followed it
-- @treturn function each call adds a piece; the last one returns the whole, the others nil
function probe.pieces(world, entity, walk)
  local made = { name = names.called(world, entity), kind = names.spoken(entity.kind), time = world:now(),
    number = world._core:spawn_number(entity.id) }
  local steps, kept, at = {}, {}, 0
  for _, list in ipairs { OF_ALL, entity._definition.npc and OF_NPCS or {} } do
    for _, step in ipairs(list) do steps[#steps + 1] = step end
  end
  return function()
    at = at + 1
    steps[at](made, world, entity, walk, kept)
    return at == #steps and made or nil
  end
end

--- What there is to show of an entity, at once.
-- @treturn table
function probe.of(world, entity, walk)
  local next_piece = probe.pieces(world, entity, walk)
  while true do
    local made = next_piece()
    if made then return made end
  end
end

return probe
