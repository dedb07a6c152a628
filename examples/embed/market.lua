-- The game of market.c in Lua: the same calls in the same order, so the same decisions and the same words.
--
--     lua5.4 examples/embed/market.lua PACK [SECONDS [SEED]]
local bustle = require "bustle"

local STEP, SHOUT_AT, FIRST_AT, THEN_AT = 0.1, 600, 1200, 1800 -- a step in seconds, the others in steps

-- What the game says of a place, what of it first and then no more, and whom it tells of.
local GAMES = { market = { flag = "market_open", first = false, whom = "Ada" },
  village = { flag = "feast", first = true, whom = "Brian" } }

local pack, seconds, seed = arg[1], tonumber(arg[2] or 300), tonumber(arg[3] or 7)
local world = bustle.world { packs = { pack }, seed = seed }
local game = GAMES[pack:match "[^/]*$"]
local whom = world:get(game.whom)

world:on("start", function(npc, target, run)
  if npc == whom then
    print(("%7.1f s  %s: %s%s"):format(world:now(), npc.name, run.action, target and target.name
      and ", " .. target.name or ""))
  end
end)

for step = 1, seconds / STEP do
  if step == SHOUT_AT then
    world:interrupt("player_shouts", "all")
  elseif step == FIRST_AT or step == THEN_AT then
    world:set(game.flag, (step == FIRST_AT) == game.first)
  end
  world:update(STEP)
end

local stats = world:stats()
print(("%d people, %d actions, %d halted, hash %08x"):format(stats.npcs, stats.starts, stats.halted, world:hash()))
