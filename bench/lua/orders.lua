--- Measures the order of a patron and a server, as a scene of bustle and as state machines by hand that send each other
-- messages, on the Lua that runs this: orders.lua [--quick]
--
-- Prints a line of fields for every size and way; report.lua makes tables of them.
local house = require "bench.lua.inn.house"
local lines = require "bench.lua.inn.lines"
local rounds = require "bench.lua.rounds"

local FULL = { sizes = { 200, 5000 }, warm_up = 60, rounds = 7, npc_seconds = 50000 }
local QUICK = { sizes = { 200, 5000 }, warm_up = 30, rounds = 3, npc_seconds = 20000 }

local plan = arg[1] == "--quick" and QUICK or FULL

-- What an author writes, beside what a programmer writes.
local FILES = { bustle = "content.lua", machines = "machines.lua" }

local folder = (arg[0]:match("^(.*)/") or ".") .. "/inn/"

local function open_houses(npcs)
  local houses = {}
  for i, way in ipairs(house.WAYS) do
    houses[i] = house.open(way, npcs)
    house.run(houses[i], plan.warm_up * house.STEPS)
  end
  return houses
end

local function measure(npcs)
  io.stderr:write(("%9d NPCs, %s, orders\n"):format(npcs, rounds.vm))
  local houses = open_houses(npcs)
  local updates = math.floor(plan.npc_seconds / npcs * house.STEPS)
  local npc_seconds = updates * npcs / house.STEPS
  local taken = rounds.take(houses, plan.rounds, updates, house.time)
  for i, each in ipairs(houses) do
    rounds.print("order", npcs, each.way,
      rounds.figure(taken[i], function(seconds) return seconds * 1e9 / npc_seconds end),
      rounds.figure(taken[i], function(seconds, _, round) return seconds / taken[1][round] end),
      taken[i].started / (plan.rounds * npc_seconds / 60), lines.of_file(folder .. FILES[each.way]))
    house.close(each)
  end
end

for _, npcs in ipairs(plan.sizes) do
  measure(npcs)
  collectgarbage()
end
