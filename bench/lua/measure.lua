--- Measures the Lua layer on the Lua that runs this: measure.lua [--quick]
--
-- Prints a line of fields, separated by tabs, for every size and way; report.lua makes tables of them. Times are
-- processor time of this process. The towns of a size run in turns, round by round, so that a slow spell of the machine
-- meets all of them.
local market = require "bench.lua.market"
local town = require "bench.lua.town"

local FULL = { sizes = { 1000, 10000 }, warm_up = 110, rounds = 7, npc_seconds = 120000, garbage = 60 }
local QUICK = { sizes = { 1000, 10000 }, warm_up = 30, rounds = 3, npc_seconds = 40000, garbage = 20 }

local plan = arg[1] == "--quick" and QUICK or FULL
local jit = package.loaded.jit
local vm = jit and "luajit" or _VERSION:lower():gsub(" ", "")

local function median(numbers)
  table.sort(numbers)
  local count = #numbers
  return (numbers[math.floor((count + 1) / 2)] + numbers[math.floor(count / 2) + 1]) / 2
end

local function open_towns(npcs)
  local towns = {}
  for i, way in ipairs(town.WAYS) do
    towns[i] = town.open(way, npcs)
    town.run(towns[i], (market.ARRIVAL + plan.warm_up) * market.STEPS)
  end
  return towns
end

-- Nanoseconds per start and per update of every town, and what a start costs beyond the first town's, round by round.
local function take_rounds(towns, updates)
  local figures = {}
  for i = 1, #towns do figures[i] = { start = {}, update = {}, over = {}, starts = 0 } end
  for round = 1, plan.rounds do
    for i, each in ipairs(towns) do
      local seconds, starts = town.time(each, updates)
      local f = figures[i]
      f.start[round], f.update[round] = seconds * 1e9 / starts, seconds * 1e9 / updates
      f.over[round] = f.start[round] - figures[1].start[round]
      f.starts = f.starts + starts
    end
  end
  return figures
end

local function measure(npcs)
  io.stderr:write(("%9d NPCs, %s\n"):format(npcs, vm))
  local towns = open_towns(npcs)
  local updates = math.floor(plan.npc_seconds / npcs) * market.STEPS
  local figures = take_rounds(towns, updates)
  for i, each in ipairs(towns) do
    local f = figures[i]
    local bytes, starts = town.garbage(each, plan.garbage * market.STEPS)
    print(table.concat({ vm, npcs, each.way, ("%.1f"):format(median(f.start)), ("%.1f"):format(median(f.over)),
      ("%.1f"):format(median(f.update)), ("%.3f"):format(bytes / (plan.garbage * market.STEPS)),
      ("%.1f"):format(bytes / starts), ("%d"):format(f.starts), ("%08x"):format(town.hash(each)) }, "\t"))
    town.close(each)
  end
end

for _, npcs in ipairs(plan.sizes) do
  measure(npcs)
  collectgarbage()
end
