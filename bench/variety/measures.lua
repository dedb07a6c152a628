--- What one record of the square (bench/variety/square.lua) comes to in numbers. Entropy, stretches and distances are
-- those of `bustle.stats`. Except where it is said otherwise, a number is the mean over the NPCs.
local guesses = require "bench.variety.guesses"
local keys = require "bustle.common.keys"
local stats = require "bustle.stats"

local measures = {}

--- What is measured, in the order of reports: `better` says whether more or less of it is more variety.
measures.LIST = {
  { name = "action_bits", label = "entropy of actions", unit = "bits", better = "more",
    text = "of the actions begun" },
  { name = "way_bits", label = "entropy of transitions", unit = "bits", better = "more",
    text = "of the transitions chosen" },
  { name = "target_bits", label = "entropy of targets", unit = "bits", better = "more",
    text = "of the targets chosen" },
  { name = "same_way", label = "same transition", unit = "%", better = "less",
    text = "choices that take the same transition as the last time there" },
  { name = "same_own_way", label = "same transition, own", unit = "%", better = "less",
    text = "of those choices from which no transition leads to where another choice of the sequence leads, too" },
  { name = "same_shared_way", label = "same transition, shared", unit = "%", better = "less",
    text = "of the other choices" },
  { name = "same_target", label = "same target", unit = "%", better = "less",
    text = "choices that take the same target as the last time for that action" },
  { name = "recent_target", label = "one of three targets", unit = "%", better = "less",
    text = "choices that take one of the last three targets" },
  { name = "stretch", label = "longest repetition", unit = "actions", better = "less",
    text = "the longest stretch of doing the same over and over" },
  { name = "return_mean", label = "time to return", unit = "s", better = "more",
    text = "until the same target is chosen again, on average" },
  { name = "return_soon", label = "time to return, soonest", unit = "s", better = "more",
    text = "the same, of the soonest tenth" },
  { name = "between_npcs", label = "distance of people", unit = "", better = "more",
    text = "of the routines of two of a kind" },
  { name = "between_times", label = "distance of times", unit = "", better = "more",
    text = "of successive stretches of twenty actions of one routine" },
  { name = "guessed", label = "guessed", unit = "%", better = "less",
    text = "transitions chosen that a watcher guesses" },
  { name = "actions_covered", label = "actions covered", unit = "%", better = "more",
    text = "done in time, of those that are possible" },
  { name = "ways_covered", label = "transitions covered", unit = "%", better = "more",
    text = "taken in time, of those that are possible" },
  { name = "targets_covered", label = "targets covered", unit = "%", better = "more",
    text = "chosen in time, of those that are possible" },
}

-- ---- Small words ----

local function mean_of(list, value)
  local sum, count = 0, 0
  for _, each in ipairs(list) do
    local v = value(each)
    if v then sum, count = sum + v, count + 1 end
  end
  return count > 0 and sum / count or 0
end

local function texts(list, text)
  local made = {}
  for i, each in ipairs(list) do made[i] = text(each) end
  return made
end

local function action_text(start) return start.action end
local function use_text(start) return ("%s %d"):format(start.action, start.target) end
local function choice_text(choice) return ("%s %s"):format(choice.place, choice.taken) end

-- ---- Repetition ----

-- The share of choices that take one of the last `depth` taken at the same place; of places met before only.
local function repeated(choices, depth)
  local last, count, again = {}, 0, 0
  for _, choice in ipairs(choices) do
    local recent = last[choice.place] or {}
    last[choice.place] = recent
    if #recent > 0 then
      count = count + 1
      for i = #recent, math.max(1, #recent - depth + 1), -1 do
        if recent[i] == choice.taken then
          again = again + 1
          break
        end
      end
    end
    recent[#recent + 1] = choice.taken
  end
  return count > 0 and 100 * again / count or nil
end

-- The choices at places that are, or are not, among the shared ones.
local function at_places(choices, shared, wanted)
  local list = {}
  for _, choice in ipairs(choices) do
    if (shared[choice.place] or false) == wanted then list[#list + 1] = choice end
  end
  return list
end

-- Seconds between two choices of the same target for the same action, of all NPCs, shortest first.
local function returns(npcs)
  local times = {}
  for _, npc in ipairs(npcs) do
    local last = {}
    for _, choice in ipairs(npc.targets) do
      local text = choice_text(choice)
      if last[text] then times[#times + 1] = (choice.time - last[text]) / 1000 end
      last[text] = choice.time
    end
  end
  table.sort(times)
  return times
end

-- ---- Distance ----

-- Those of a kind beside each other, all pairs alike.
local function between_npcs(npcs)
  local kinds, order, sum, count = {}, {}, 0, 0
  for _, npc in ipairs(npcs) do
    if not kinds[npc.kind] then
      kinds[npc.kind] = {}
      order[#order + 1] = npc.kind
    end
    table.insert(kinds[npc.kind], { actions = texts(npc.starts, action_text) })
  end
  for _, kind in ipairs(order) do
    local pairs_of_kind = #kinds[kind] * (#kinds[kind] - 1) / 2
    sum, count = sum + stats.spread(kinds[kind]) * pairs_of_kind, count + pairs_of_kind
  end
  return sum / count
end

local WINDOW = 20

-- A routine in windows of twenty actions, each beside the one before.
local function between_times(npc)
  local windows, distances = {}, {}
  for i, text in ipairs(texts(npc.starts, use_text)) do
    local at = math.floor((i - 1) / WINDOW) + 1
    windows[at] = windows[at] or {}
    table.insert(windows[at], text)
  end
  for i = 2, #windows do
    if #windows[i] == WINDOW then distances[#distances + 1] = stats.distance(windows[i - 1], windows[i]) end
  end
  return #distances > 0 and mean_of(distances, function(d) return d end) or nil
end

-- ---- Coverage ----

local COVERED = { actions_covered = { "starts", action_text }, ways_covered = { "ways", choice_text },
  targets_covered = { "targets", choice_text } }

--- Adds to what is possible what was done in a record: by measure and by the NPC's name, a set and its `count`. What is
-- done at all by whatever way of choosing is possible.
function measures.extend(possible, record)
  for name, how in pairs(COVERED) do
    possible[name] = possible[name] or {}
    for _, npc in ipairs(record.npcs) do
      local set = possible[name][npc.name] or { count = 0, has = {} }
      possible[name][npc.name] = set
      for _, each in ipairs(npc[how[1]]) do
        local text = how[2](each)
        if not set.has[text] then set.has[text], set.count = true, set.count + 1 end
      end
    end
  end
end

local function count_different(list, text, until_ms)
  local seen, count = {}, 0
  for _, each in ipairs(list) do
    if each.time <= until_ms and not seen[text(each)] then
      seen[text(each)] = true
      count = count + 1
    end
  end
  return count
end

--- How many different things each NPC did in the first so many seconds: by measure and by its name.
function measures.counted(record, seconds)
  local counts = {}
  for name, how in pairs(COVERED) do
    counts[name] = {}
    for _, npc in ipairs(record.npcs) do
      counts[name][npc.name] = count_different(npc[how[1]], how[2], seconds * 1000)
    end
  end
  return counts
end

--- Makes shares of what is possible of such counts: the mean over the NPCs, by measure.
function measures.shares(counts, possible)
  local made = {}
  for name in pairs(COVERED) do
    local names = keys.names(possible[name])
    made[name] = mean_of(names, function(npc)
      local all = possible[name][npc].count
      return all > 0 and 100 * counts[name][npc] / all or nil
    end)
  end
  return made
end

-- ---- All of it ----

--- The measures of a record by name, but for the shares that were covered: those need all records.
function measures.of(record)
  local npcs, shared = record.npcs, record.shared
  local function mean(value) return mean_of(npcs, value) end
  local times = returns(npcs)
  return {
    action_bits = mean(function(npc) return (stats.entropy(texts(npc.starts, action_text))) end),
    way_bits = mean(function(npc) return (stats.entropy(texts(npc.ways, choice_text))) end),
    target_bits = mean(function(npc) return (stats.entropy(texts(npc.targets, choice_text))) end),
    same_way = mean(function(npc) return repeated(npc.ways, 1) end),
    same_own_way = mean(function(npc) return repeated(at_places(npc.ways, shared, false), 1) end),
    same_shared_way = mean(function(npc) return repeated(at_places(npc.ways, shared, true), 1) end),
    same_target = mean(function(npc) return repeated(npc.targets, 1) end),
    recent_target = mean(function(npc) return repeated(npc.targets, 3) end),
    stretch = mean(function(npc) return stats.repetition(texts(npc.starts, use_text)).length end),
    return_mean = mean_of(times, function(t) return t end),
    return_soon = times[math.max(1, math.ceil(#times / 10))] or 0,
    between_npcs = between_npcs(npcs),
    between_times = mean(between_times),
    guessed = 100 * guesses.best(npcs),
  }
end

return measures
