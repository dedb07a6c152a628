--- Measures a town of bustle beside the same market in plain Lua, ticked in every frame, on the Lua that runs this:
-- tickers.lua [--quick]
--
-- Prints a line of fields for every size and way; report.lua makes tables of them.
local market = require "bench.lua.market"
local rounds = require "bench.lua.rounds"
local town = require "bench.lua.town"

local FULL = { sizes = { 200, 2000, 20000 }, warm_up = 30, rounds = 7, npc_seconds = 20000 }
local QUICK = { sizes = { 200, 2000, 20000 }, warm_up = 15, rounds = 3, npc_seconds = 10000 }

-- While they warm up an update is as long as six.
local COARSE = 6

local plan = arg[1] == "--quick" and QUICK or FULL

-- The first is the one that the others are compared with.
local function open_towns(npcs)
  local towns = {}
  for i, way in ipairs { "bulk", "tree", "states" } do
    towns[i] = town.open(way, npcs)
    town.run(towns[i], (market.ARRIVAL + plan.warm_up) * market.STEPS / COARSE, COARSE)
  end
  return towns
end

local function measure(npcs)
  io.stderr:write(("%9d NPCs, %s, ticked\n"):format(npcs, rounds.vm))
  local towns = open_towns(npcs)
  local updates = math.floor(plan.npc_seconds / npcs * market.STEPS)
  local taken = rounds.take(towns, plan.rounds, updates)
  local bustle = taken[1]
  for i, each in ipairs(towns) do
    rounds.print("ticker", npcs, each.way,
      rounds.figure(taken[i], function(seconds) return seconds * 1e9 / updates end),
      rounds.figure(taken[i], function(seconds, _, round) return seconds / bustle[round] end),
      rounds.figure(taken[i], function(seconds, started) return seconds * 1e9 / started end),
      rounds.figure(taken[i], function(seconds, started, round)
        return seconds / started / (bustle[round] / bustle.starts[round])
      end),
      taken[i].started / (plan.rounds * updates / market.STEPS / 60) / npcs)
    town.close(each)
  end
end

for _, npcs in ipairs(plan.sizes) do
  measure(npcs)
  collectgarbage()
end
