-- A minute in the market that comes with the library, in one line: the same wherever the library is installed.
local bustle = require "bustle"

local world = bustle.world { packs = { "market" }, seed = 7 }
for _ = 1, 600 do world:update(0.1) end
local stats = world:stats()
print(("bustle %s: %d people, %d actions, %d halted, hash %08x"):format(bustle.version, stats.npcs, stats.starts,
  stats.halted, world:hash()))
