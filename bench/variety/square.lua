--- The market square as it ships, lived in for a while: by the core with memories of any capacity, or by the oracle
-- with another way of choosing. Nothing happens to it from outside, so that nothing but the choices makes a difference.
--
-- A record of it is `{ npcs=, hash=, starts=, fails=, shared= }`; `shared` is a set of places (below) from which a way
-- leads to a node to which a choice elsewhere in the sequence leads too. One of `npcs` is `{ name=, kind=, starts=,
-- ways=, targets= }`, the last three lists in the order of time:
--
-- - `starts`: `{ time=, action=, target= }` of every action that was begun, those that only go on left out
-- - `ways`: `{ time=, place=, taken=, open= }` of every choice between open transitions: where (sequence and node), to
--   which node, how many it could go to
-- - `targets`: the same of every choice between targets: `place` is the action, `taken` the target's spawn number
local core = require "bustle.core"
local packs = require "bustle.packs"
local problems = require "bustle.problems"
local space = require "spec.oracle.space"
local translation = require "bench.variety.translation"
local World = require "spec.oracle.world"

local square = {}

local STEP = 100 -- milliseconds between two updates

-- ---- Content ----

--- Compiles the pack.
-- @tparam string root the folder of the project
function square.load(root)
  local compiled, found = packs.compile(packs.load({ root .. "/behaviours/market" }, {}))
  if not compiled then error(problems.format_all(found), 0) end
  return compiled
end

-- The tables of the content, with other memories. `memory`: { transitions=, actions= }, nil: as it ships.
local function tables_with(compiled, memory)
  if not memory then return compiled.tables end
  local changed = {}
  for name, list in pairs(compiled.tables) do changed[name] = list end
  changed.entities = {}
  for i, entity in ipairs(compiled.tables.entities) do
    local copy = {}
    for key, value in pairs(entity) do copy[key] = value end
    if copy.npc then copy.transition_memories, copy.action_memories = memory.transitions, memory.actions end
    changed.entities[i] = copy
  end
  return changed
end

-- ---- Records ----

-- How many nodes of a sequence have a choice that may lead to each of its nodes.
local function choices_to(sequence)
  local counts = {}
  for _, node in ipairs(sequence.nodes) do
    local seen = {}
    for _, transition in ipairs(#node.transitions > 1 and node.transitions or {}) do
      if not seen[transition.to] then counts[transition.to] = (counts[transition.to] or 0) + 1 end
      seen[transition.to] = true
    end
  end
  return counts
end

--- Places from which a way leads to a node to which a choice elsewhere in the sequence leads too: a set.
function square.shared_places(compiled)
  local shared = {}
  for _, sequence in ipairs(compiled.tables.sequences) do
    local counts = choices_to(sequence)
    for _, node in ipairs(sequence.nodes) do
      for _, transition in ipairs(node.transitions) do
        if (counts[transition.to] or 0) > 1 then shared[("%s/%s"):format(sequence.name, node.name)] = true end
      end
    end
  end
  return shared
end

local function new_record(compiled)
  local record = { npcs = {}, by_number = {}, starts = 0, fails = 0, shared = square.shared_places(compiled) }
  local is_npc = {}
  for _, entity in ipairs(compiled.tables.entities) do is_npc[entity.name] = entity.npc end
  for number, place in ipairs(compiled.places) do -- who comes first has number 1
    if is_npc[place.definition] then
      local npc = { name = place.name, kind = place.definition, starts = {}, ways = {}, targets = {} }
      record.npcs[#record.npcs + 1] = npc
      record.by_number[number] = npc
    end
  end
  return record
end

local function add(list, time, place, taken, open)
  list[#list + 1] = { time = time, place = place, taken = taken, open = open }
end

local RESUMED = 2147483648 -- as the argument of a start has it (S43)

local function add_event(record, kind, time, number, action, target, argument)
  if kind == "fail" then record.fails = record.fails + 1 end
  if kind ~= "start" or argument >= RESUMED then return end
  record.starts = record.starts + 1
  local starts = record.by_number[number].starts
  starts[#starts + 1] = { time = time, action = action, target = target }
end

-- ---- By the core ----

-- Keeps what was chosen among several, as the core tells it.
local function trace_into(record, content, world_of)
  return function(step)
    local world = world_of()
    if step.kind == "way" and step.open > 1 then
      add(record.by_number[world:spawn_number(step.npc)].ways, world:now(), ("%s/%s"):format(
        content:name("sequence", step.sequence), content:node_name(step.sequence, step.node)),
        content:node_name(step.sequence, step.to), step.open)
    elseif step.kind == "target" and step.action and step.best > 1 then -- those of cues have none
      add(record.by_number[world:spawn_number(step.npc)].targets, world:now(), content:name("action", step.action),
        world:spawn_number(step.target), step.best)
    end
  end
end

local KINDS = { [2] = "start", [4] = "fail" } -- S43

local function take_events(record, world, content, arrays)
  for i = 1, world:events(arrays) do
    local kind = KINDS[arrays.kind[i]]
    if kind then
      add_event(record, kind, arrays.time[i], world:spawn_number(arrays.npc[i]),
        kind == "start" and content:name("action", arrays.name[i]), world:spawn_number(arrays.target[i]),
        arrays.argument[i])
    end
  end
end

local function furnish_core(world, content, places)
  for _, place in ipairs(places) do
    local states = {}
    for name, value in pairs(place.states) do states[content:find("state", name)] = value end
    assert(world:spawn(content:find("entity", place.definition), place.name, place.x, place.y, place.z, states))
  end
end

--- Lets the core play: choices by memory.
-- @tparam table compiled of `square.load`
-- @tparam table options `seed`, `seconds`, `memory`: { transitions=, actions= } of every NPC, nil: as the pack says
-- @treturn table a record
function square.by_core(compiled, options)
  local content, found = core.seal(tables_with(compiled, options.memory))
  if not content then error(problems.format_all(found), 0) end
  local record, world = new_record(compiled), nil
  world = core.world(content, { seed = options.seed },
    { trace = trace_into(record, content, function() return world end) })
  local arrays = { kind = {}, time = {}, npc = {}, target = {}, name = {}, argument = {}, token = {}, duration = {},
    interruption = {}, cue = {} }
  furnish_core(world, content, compiled.places)
  for ms = STEP, options.seconds * 1000, STEP do
    world:update(ms)
    take_events(record, world, content, arrays)
  end
  record.hash = world:hash()
  world:close()
  return record
end

-- ---- By the oracle ----

local function ranks_of_nodes(node, nodes)
  local ranks, written = {}, {}
  for i = #node.to, 1, -1 do written[node.to[i].node] = i end
  for i, name in ipairs(nodes) do ranks[i] = written[name] end
  return ranks
end

-- Puts the way in place of memory, in this one world, if one is given; and keeps what was chosen.
local function choose_by(way, world, record)
  local by_memory = { transition = world.select_transition, target = world.select_target }

  local function choice_of(npc, place, ranks, distances)
    npc.mind = npc.mind or {}
    return { ranks = ranks, place = place, mind = npc.mind, distances = distances, stream = npc.stream }
  end

  function world:select_transition(npc, sequence, from, nodes)
    local node = self.content.sequences[sequence].nodes[from]
    local place = ("%s/%s"):format(sequence, from)
    local taken = way and nodes[way(choice_of(npc, place, ranks_of_nodes(node, nodes)))]
      or by_memory.transition(self, npc, sequence, from, nodes)
    add(record.by_number[npc.number].ways, self.now, place, taken, #nodes)
    return taken
  end

  function world:select_target(npc, action, entities)
    local numbers, distances = {}, {}
    for i, entity in ipairs(entities) do
      numbers[i], distances[i] = entity.number, space.order(self:distance_between(npc, entity), 0)
    end
    local taken = way and entities[way(choice_of(npc, action, numbers, distances))]
      or by_memory.target(self, npc, action, entities)
    add(record.by_number[npc.number].targets, self.now, action, taken.number, #entities)
    return taken
  end
end

--- Lets the oracle play.
-- @tparam table compiled of `square.load`
-- @tparam table options as those of `square.by_core`, and `way`: one of `bench.variety.ways`, nil: by memory
-- @treturn table a record
function square.by_oracle(compiled, options)
  local record = new_record(compiled)
  local world = World.new(translation.content(tables_with(compiled, options.memory)), { seed_low = options.seed })
  choose_by(options.way, world, record)
  for _, place in ipairs(compiled.places) do
    assert(world:spawn(place.definition, { name = place.name, x = place.x, y = place.y, z = place.z,
      state = place.states }))
  end
  for _ = STEP, options.seconds * 1000, STEP do world:update(STEP) end
  for _, event in ipairs(world.events) do
    add_event(record, event.kind, event.time, event.npc, event.name, event.target, event.argument)
  end
  record.hash = world.hash
  return record
end

return square
