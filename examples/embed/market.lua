-- The game of market.c in Lua: the same calls in the same order, so the same decisions and the same words.
--
--     lua5.4 examples/embed/market.lua PACK [SECONDS [SEED]]
local bustle = require "bustle"

local STEP, SHOUT_AT, CLOSE_AT, OPEN_AT = 0.1, 600, 1200, 1800 -- a step in seconds, the others in steps

local pack, seconds, seed = arg[1], tonumber(arg[2] or 300), tonumber(arg[3] or 7)
local world = bustle.world { packs = { pack }, seed = seed }
local ada = world:get "Ada"

world:on("start", function(npc, target, run)
  if npc == ada then
    print(("%7.1f s  %s: %s%s"):format(world:now(), npc.name, run.action, target and target.name
      and ", " .. target.name or ""))
  end
end)

for step = 1, seconds / STEP do
  if step == SHOUT_AT then
    world:interrupt("player_shouts", "all")
  elseif step == CLOSE_AT or step == OPEN_AT then
    world:set("market_open", step == OPEN_AT)
  end
  world:update(STEP)
end

local stats = world:stats()
print(("%d people, %d actions, %d halted, hash %08x"):format(stats.npcs, stats.starts, stats.halted, world:hash()))
