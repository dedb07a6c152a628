-- The game of well.c in Lua, where the pack has its own functions: the same decisions and the same words.
--
--     lua5.4 examples/embed/well.lua PACK [SECONDS]
local bustle = require "bustle"

local world = bustle.world { packs = { arg[1] }, seed = 7 }
for _ = 1, tonumber(arg[2] or 300) * 10 do world:update(0.1) end

local stats = world:stats()
print(("%d guests, %d actions, hash %08x"):format(stats.npcs, stats.starts, world:hash()))
