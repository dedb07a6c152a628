--- The whole measurement: the market with every way of choosing and with memories of several capacities, over several
-- seeds; the village with and without memory; then capacity against number of options. `run` gives one table, which
-- `--json` prints:
--
--     { version=, quick=, seeds=, seconds=, covered_in=, same_decisions=,
--       measures = { { name=, label=, text=, unit=, better= }, ... },
--       ways = { { name=, label=, by=, transitions=, actions=, starts=, fails=,
--                  measured = { NAME = { mean=, half= }, ... },
--                  beside = { NAME = 1 | 0 | -1, ... } }, ... },
--       village = { seeds=, seconds=, covered_in=, ways = { those as above, of another place }, shipped = NAME },
--       options = { npcs=, choices=, cells = { { places=, options=, capacity=, again=, soonest=, guessed= }, ... } } }
--
-- Seeds 1 to `seeds` were played, for so many `seconds` each; coverage is of the first `covered_in`; `same_decisions`
-- says whether core and oracle agreed, memory by memory. `better` is "more" or "less", whichever of a measure is more
-- variety. `by` is "core" or "oracle"; `transitions` and `actions` are capacities, absent where no memory of the core
-- chooses; `starts` and `fails` are means of a run; `half` is half of the 95 % confidence interval over the seeds;
-- `beside` says whether memory as it ships has more variety than this way (1), less (-1), or cannot be told apart (0).
-- The cells are explained in bench/variety/options.lua.
local bustle = require "bustle"
local measures = require "bench.variety.measures"
local options = require "bench.variety.options"
local sample = require "bench.variety.sample"
local square = require "bench.variety.square"
local village = require "bench.variety.village"
local ways = require "bench.variety.ways"

local CAPACITIES = { 0, 1, 2, 4, 8, 16, 32, 64 }
local SHIPPED = { transitions = 10, actions = 15 } -- what an NPC has that says nothing of its memory (S25)
local LONG = { transitions = 10, actions = 64 }

--- How much is played; `quick` to see that it works.
local PLANS = {
  full = { seeds = 20, seconds = 1200, covered_in = 600, capacities = CAPACITIES,
    village = { seeds = 10, seconds = 1440, covered_in = 720 },
    choosing = { npcs = 20, choices = 150, places = { 1, 4 }, options = { 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16 },
      capacities = { 0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32 } } },
  quick = { seeds = 3, seconds = 600, covered_in = 300, capacities = { 0, 2, 8, 32 }, quick = true,
    village = { seeds = 3, seconds = 480, covered_in = 240 },
    choosing = { npcs = 10, choices = 60, places = { 1, 4 }, options = { 2, 4, 8, 16 },
      capacities = { 0, 1, 2, 4, 8, 16 } } },
}

-- ---- What is compared ----

local function by_way(name, label, way)
  return { name = name, label = label, by = "oracle", play = function(compiled, settings)
    return square.by_oracle(compiled, { seed = settings.seed, seconds = settings.seconds, way = way })
  end }
end

local function by_memory(name, label, memory)
  return { name = name, label = label, by = "core", memory = memory, transitions = memory.transitions,
    actions = memory.actions, play = function(compiled, settings)
      return square.by_core(compiled, { seed = settings.seed, seconds = settings.seconds, memory = memory })
    end }
end

local function contenders(plan)
  local list = {
    by_way("first", "first open", ways.first),
    by_way("random", "random", ways.random),
    by_way("utility", "weighted utility", ways.utility),
    by_way("round_robin", "round robin", ways.round_robin),
    by_way("shuffle_bag", "shuffle bag", ways.shuffle_bag),
    by_memory("memory", "memory", SHIPPED),
    by_memory("memory_long", "memory 10/64", LONG),
  }
  for _, capacity in ipairs(plan.capacities) do
    list[#list + 1] = by_memory("memory_" .. capacity, "memory of " .. capacity,
      { transitions = capacity, actions = capacity })
  end
  return list
end

-- ---- Playing ----

-- Plays all seeds of one contender; adds to what is possible.
local function play_all(compiled, contender, plan, possible)
  local runs = { starts = 0, fails = 0 }
  for seed = 1, plan.seeds do
    local record = contender.play(compiled, { seed = seed, seconds = plan.seconds })
    measures.extend(possible, record)
    runs[seed] = { measured = measures.of(record), counts = measures.counted(record, plan.covered_in) }
    runs.starts, runs.fails = runs.starts + record.starts / plan.seeds, runs.fails + record.fails / plan.seeds
    if seed == 1 then runs.first_hash = record.hash end
  end
  return runs
end

-- Whether the oracle decides as the core did, with the same memory and the first seed.
local function agrees(compiled, contender, runs, plan)
  if contender.by ~= "core" then return true end
  local record = square.by_oracle(compiled, { seed = 1, seconds = plan.seconds, memory = contender.memory })
  return record.hash == runs.first_hash
end

-- Over the seeds, each measure.
local function summed_up(runs, possible)
  local lists, made = {}, {}
  for _, run in ipairs(runs) do
    for _, values in ipairs { run.measured, measures.shares(run.counts, possible) } do
      for name, value in pairs(values) do
        lists[name] = lists[name] or {}
        table.insert(lists[name], value)
      end
    end
  end
  for name, values in pairs(lists) do made[name] = sample.of(values) end
  return made
end

-- Memory as it ships beside another: 1 where it has more variety, -1 where it has less.
local function beside(memory, other)
  local made = {}
  for _, measure in ipairs(measures.LIST) do
    local sign = sample.compare(memory[measure.name], other[measure.name])
    made[measure.name] = measure.better == "more" and sign or -sign
  end
  return made
end

-- What all of them come to, beside the one that is called `shipped`.
local function compared(list, played, possible, shipped)
  local made, memory = {}, nil
  for i, contender in ipairs(list) do
    made[i] = { name = contender.name, label = contender.label, by = contender.by, transitions = contender.transitions,
      actions = contender.actions, starts = played[i].starts, fails = played[i].fails,
      measured = summed_up(played[i], possible) }
    if contender.name == shipped then memory = made[i] end
  end
  for _, way in ipairs(made) do way.beside = beside(memory.measured, way.measured) end
  return made
end

local function compare_ways(root, plan, tell)
  local compiled, list, possible, played, same = square.load(root), contenders(plan), {}, {}, true
  for i, contender in ipairs(list) do
    tell(("the market, %d of %d: %s"):format(i, #list, contender.label))
    played[i] = play_all(compiled, contender, plan, possible)
    same = agrees(compiled, contender, played[i], plan) and same
  end
  return compared(list, played, possible, "memory"), same
end

-- ---- The village ----

local VILLAGERS = { -- their memories; as the pack has them first
  { name = "memory_4", label = "memory" },
  { name = "memory_0", label = "chance", memory = { transitions = 0, actions = 0 } },
  { name = "memory_10", label = "memory 10/15", memory = SHIPPED },
}

local function compare_memories(root, plan, tell)
  local compiled, possible, played, list = village.load(root), {}, {}, {}
  for i, each in ipairs(VILLAGERS) do
    tell(("the village, %d of %d: %s"):format(i, #VILLAGERS, each.label))
    list[i] = { name = each.name, label = each.label, by = "core", play = function(_, settings)
      return village.play(root, compiled, { seed = settings.seed, seconds = settings.seconds, memory = each.memory })
    end }
    played[i] = play_all(compiled, list[i], plan, possible)
  end
  return { seeds = plan.seeds, seconds = plan.seconds, covered_in = plan.covered_in, shipped = "memory_4",
    ways = compared(list, played, possible, "memory_4") }
end

local function measure_options(plan, tell)
  local cells = {}
  for _, places in ipairs(plan.places) do
    for _, capacity in ipairs(plan.capacities) do
      tell(("options, %d at a time, memory of %d"):format(places, capacity))
      for _, count in ipairs(plan.options) do
        cells[#cells + 1] = options.measure(places, count, capacity, plan)
      end
    end
  end
  return { npcs = plan.npcs, choices = plan.choices, cells = cells }
end

--- Measures everything.
-- @tparam string root the folder of the project
-- @tparam table plan one of `PLANS`
-- @tparam function tell takes a line about what is being done
-- @treturn table as told above
local function run(root, plan, tell)
  local of_market, same = compare_ways(root, plan, tell)
  return { version = bustle.version, quick = plan.quick or false, seeds = plan.seeds, seconds = plan.seconds,
    covered_in = plan.covered_in, same_decisions = same, measures = measures.LIST, ways = of_market,
    village = compare_memories(root, plan.village, tell), options = measure_options(plan.choosing, tell) }
end

return setmetatable({ PLANS = PLANS }, { __call = function(_, ...) return run(...) end })
