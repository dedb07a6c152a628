-- An evening in the village, for saves to be damaged (core/test/damaged.c): plays until the taverns are full, and saves. From
-- the project's folder, with the module:
--   luajit spec/soak/evening.lua FILE

package.path = "./lua/?.lua;./lua/?/init.lua;" .. package.path
local bustle = require "bustle"

local HOURS = 14.5 -- since six in the morning

local world = bustle.world { packs = { "behaviours/village" }, seed = 1 }
for _ = 1, HOURS * 60 * 10 do assert(world:update(0.1)) end
local stats = world:stats()
assert(stats.scenes > 0 and stats.places > 0 and stats.messages_sent > 0, "nothing goes on in the village")
local file = assert(io.open(arg[1], "wb"))
file:write((assert(world:save())))
assert(file:close())
