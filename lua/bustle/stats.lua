--- Variety as numbers, from the history of a world under test (`bustle.testing`), or from any lists of actions.
--
--     local routines = stats.routines(w.history)
--     stats.entropy(routines[1].actions)              -- bits, and from 0 (always the same) to 1 (all equally often)
--     stats.repetition(routines[1].actions).times     -- how often the same few actions came in a row
--     stats.spread(routines)                          -- how different the routines of several NPCs are
--
-- A routine is `{ npc=, number=, definition=, actions= }`: what one NPC did, in order.
local stats = {}

-- ---- Routines ----

--- What each NPC of a history did. Going on with an action after an interruption is no new one.
-- @tparam {table,...} history of a world under test
-- @treturn {table,...} routines, in the order in which the NPCs came
function stats.routines(history)
  local routines, by_number, definitions = {}, {}, {}
  for _, entry in ipairs(history) do
    if entry.kind == "spawn" then definitions[entry.number] = entry.definition end
    if entry.kind == "start" and not entry.resumed then
      local routine = by_number[entry.number]
      if not routine then
        routine = { npc = entry.npc, number = entry.number, definition = definitions[entry.number], actions = {} }
        by_number[entry.number] = routine
        routines[#routines + 1] = routine
      end
      routine.actions[#routine.actions + 1] = entry.action
    end
  end
  table.sort(routines, function(a, b) return a.number < b.number end)
  return routines
end

-- ---- One routine ----

--- How evenly the actions of a routine are used (Shannon's entropy).
-- @tparam {string,...} actions
-- @treturn number bits; 0: always the same, or nothing at all
-- @treturn number of what is possible with as many different actions, from 0 to 1
function stats.entropy(actions)
  local counts, kinds, bits = {}, 0, 0
  for _, action in ipairs(actions) do
    if not counts[action] then kinds = kinds + 1 end
    counts[action] = (counts[action] or 0) + 1
  end
  if kinds < 2 then return 0, 0 end
  -- In the order of the actions, so that sums come out the same on every Lua.
  for _, action in ipairs(actions) do
    if counts[action] then
      local share = counts[action] / #actions
      bits = bits - share * math.log(share) / math.log(2)
      counts[action] = nil
    end
  end
  return bits, bits / (math.log(kinds) / math.log(2))
end

local LONGEST_BLOCK = 8

-- How many actions from `first` on repeat, with the last of each pair so many actions after the first.
local function repeated(actions, first, length)
  local count = 0
  while first + length + count <= #actions and actions[first + count] == actions[first + length + count] do
    count = count + 1
  end
  return count
end

--- The longest stretch in which a routine does the same over and over: one action, or a block of up to eight.
-- @tparam {string,...} actions
-- @treturn table `{ length=, times=, block= }`: how many actions the stretch has, how often the block comes in it
-- (whole times), and the block; a routine without repetition has length 1, or 0 if it is empty
function stats.repetition(actions)
  local best = { length = math.min(#actions, 1), times = math.min(#actions, 1), block = { actions[1] } }
  for length = 1, math.min(LONGEST_BLOCK, math.floor(#actions / 2)) do
    local first = 1
    while first + 2 * length - 1 <= #actions do
      local count = repeated(actions, first, length)
      if count >= length and count + length > best.length then
        local block = {}
        for i = 1, length do block[i] = actions[first + i - 1] end
        best = { length = count + length, times = math.floor(count / length) + 1, block = block }
      end
      first = first + count + 1
    end
  end
  return best
end

-- ---- Several ----

--- How different two routines are: the least number of actions to add, leave out or exchange that makes one of the
-- other (Levenshtein's distance), of the longer one's length. Someone who does the same a little later is therefore
-- close.
-- @tparam {string,...} a
-- @tparam {string,...} b
-- @treturn number from 0 (the same) to 1 (nothing in common)
function stats.distance(a, b)
  local longer = math.max(#a, #b)
  if longer == 0 then return 0 end
  local row = {}
  for j = 0, #b do row[j] = j end
  for i = 1, #a do
    local diagonal = row[0]
    row[0] = i
    for j = 1, #b do
      local cost = a[i] == b[j] and diagonal or diagonal + 1
      diagonal = row[j]
      row[j] = math.min(cost, row[j] + 1, row[j - 1] + 1)
    end
  end
  return row[#b] / longer
end

--- How different several routines are from each other.
-- @tparam {table,...} routines
-- @treturn number the mean distance of all pairs; 0 if there are fewer than two
-- @treturn number the least
-- @treturn {table,...} the two that are closest
function stats.spread(routines)
  local sum, pairs_seen, least, closest = 0, 0, nil, {}
  for i = 1, #routines do
    for j = i + 1, #routines do
      local distance = stats.distance(routines[i].actions, routines[j].actions)
      sum, pairs_seen = sum + distance, pairs_seen + 1
      if not least or distance < least then least, closest = distance, { routines[i], routines[j] } end
    end
  end
  return pairs_seen > 0 and sum / pairs_seen or 0, least or 0, closest
end

-- ---- The graph ----

--- How much of the graphs of a world's content a history has been through.
-- @tparam table world under test
-- @treturn table `{ nodes=, transitions= }`, each `{ seen=, all=, share= }`; the share of nothing is 1
function stats.coverage(world)
  local compiled = world._names.compiled
  local nodes, ways, seen = {}, {}, { nodes = 0, transitions = 0 }
  for _, entry in ipairs(world.history) do
    if entry.kind == "node" then
      local sequence = compiled:resolve("sequence", entry.sequence)
      nodes[sequence .. "/" .. entry.node] = true
      if entry.from then
        ways[("%s/%s %s"):format(sequence, entry.from, entry.by == "way" and entry.transition or entry.by)] = true
      end
    end
  end
  local all = { nodes = 0, transitions = 0 }
  local function count(group, met)
    all[group], seen[group] = all[group] + 1, seen[group] + (met and 1 or 0)
  end
  for _, sequence in ipairs(compiled.tables.sequences) do
    for _, node in ipairs(sequence.nodes) do
      local at = ("%s/%s"):format(sequence.name, node.name)
      count("nodes", nodes[at])
      for i = 1, #node.transitions do count("transitions", ways[("%s %d"):format(at, i)]) end
      if node.failed then count("transitions", ways[at .. " failed"]) end
    end
  end
  local made = {}
  for group in pairs(all) do
    made[group] = { seen = seen[group], all = all[group], share = all[group] > 0 and seen[group] / all[group] or 1 }
  end
  return made
end

--- All of it for a world under test, by the definition of its NPCs.
-- @tparam table world
-- @treturn table `coverage`, and `definitions`: by name `{ npcs=, actions=, entropy=, evenness=, repetition=, spread=,
-- closest= }` (means over the NPCs; `repetition` the longest of all; `closest` the least distance of two)
function stats.of(world)
  local groups, definitions = {}, {}
  for _, routine in ipairs(stats.routines(world.history)) do
    groups[routine.definition] = groups[routine.definition] or {}
    table.insert(groups[routine.definition], routine)
  end
  for name, routines in pairs(groups) do
    local made = { npcs = #routines, actions = 0, entropy = 0, evenness = 0, repetition = { length = 0 } }
    for _, routine in ipairs(routines) do
      local bits, evenness = stats.entropy(routine.actions)
      made.actions = made.actions + #routine.actions / #routines
      made.entropy, made.evenness = made.entropy + bits / #routines, made.evenness + evenness / #routines
      local found = stats.repetition(routine.actions)
      if found.length > made.repetition.length then made.repetition = found end
    end
    made.spread, made.closest = stats.spread(routines)
    definitions[name] = made
  end
  return { definitions = definitions, coverage = stats.coverage(world) }
end

return stats
