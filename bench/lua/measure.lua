--- Measures the Lua layer on the Lua that runs this: measure.lua [--quick]
--
-- Prints a line of fields for every size and way; report.lua makes tables of them.
local market = require "bench.lua.market"
local rounds = require "bench.lua.rounds"
local town = require "bench.lua.town"

local FULL = { sizes = { 1000, 10000 }, warm_up = 110, rounds = 7, npc_seconds = 120000, garbage = 60 }
local QUICK = { sizes = { 1000, 10000 }, warm_up = 30, rounds = 3, npc_seconds = 40000, garbage = 20 }

local plan = arg[1] == "--quick" and QUICK or FULL

-- The towns by way, too.
local function open_towns(npcs)
  local towns, place = {}, {}
  for i, way in ipairs(town.WAYS) do
    towns[i], place[way] = town.open(way, npcs), i
    town.run(towns[i], (market.ARRIVAL + plan.warm_up) * market.STEPS)
  end
  return towns, place
end

local function measure(npcs)
  io.stderr:write(("%9d NPCs, %s\n"):format(npcs, rounds.vm))
  local towns, place = open_towns(npcs)
  local updates = math.floor(plan.npc_seconds / npcs) * market.STEPS
  local taken = rounds.take(towns, plan.rounds, updates)
  local core, none = taken[place.core], taken[place.none]
  for i, each in ipairs(towns) do
    local bytes, starts = town.garbage(each, plan.garbage * market.STEPS)
    rounds.print("layer", npcs, each.way,
      rounds.figure(taken[i], function(seconds, started) return seconds * 1e9 / started end),
      rounds.figure(taken[i], function(seconds, started, round) return (seconds - core[round]) * 1e9 / started end),
      rounds.figure(taken[i], function(seconds, _, round) return seconds / none[round] end),
      rounds.figure(taken[i], function(seconds) return seconds * 1e9 / updates end),
      bytes / (plan.garbage * market.STEPS), bytes / starts, taken[i].started, ("%08x"):format(town.hash(each)))
    town.close(each)
  end
end

for _, npcs in ipairs(plan.sizes) do
  measure(npcs)
  collectgarbage()
end
