--- What people on the square can do, in the words of a game in plain Lua: the actions of ../market.lua, with conditions
-- and effects as functions. Durations are taken from there.
--
-- `tags`: what it is done with, `within` and `beyond` which distance; `takes_room`: it takes one of its places;
-- `accepts(npc, target)` and `when(npc)`: conditions; `start(npc, target)` and `finish(npc, target)`: effects; `speed`:
-- it is a way.
local market = require "bench.lua.market"

local max, min = math.max, math.min

local actions = {
  browse = { tags = { "shop" }, within = 32, takes_room = true,
    accepts = function(_, stall) return stall.goods >= 1 end,
    finish = function(npc) npc.energy, npc.hunger = max(0, npc.energy - 4), min(100, npc.hunger + 6) end },

  busk = { when = function(npc) return npc.energy >= 10 end,
    start = function(npc) npc.energy = npc.energy - 5 end,
    finish = function(npc) npc.coins = min(200, npc.coins + 12) end },

  buy = { tags = { "shop" }, within = 32, takes_room = true,
    when = function(npc) return npc.coins >= 4 end,
    accepts = function(_, stall) return stall.goods >= 3 end,
    start = function(npc, stall) npc.coins, stall.goods = npc.coins - 4, stall.goods - 3 end,
    finish = function(npc) npc.mood = min(100, npc.mood + 5) end },

  chat = { tags = { "person" }, within = 20,
    accepts = function(_, person) return person.mood >= 5 end,
    finish = function(npc, person) npc.mood, person.mood = max(0, npc.mood - 8), min(100, person.mood + 3) end },

  drink = { tags = { "water" }, within = 48, takes_room = true,
    finish = function(npc) npc.energy = min(100, npc.energy + 10) end },

  eat = { tags = { "food" }, within = 56, takes_room = true,
    when = function(npc) return npc.coins >= 6 end,
    accepts = function(_, cart) return cart.goods >= 1 end,
    start = function(npc, cart) npc.coins, cart.goods = npc.coins - 6, cart.goods - 1 end,
    finish = function(npc) npc.hunger, npc.energy = 0, min(100, npc.energy + 15) end },

  hawk = { when = function(npc) return npc.square.open end,
    finish = function(npc) npc.mood, npc.coins = max(0, npc.mood - 3), min(200, npc.coins + 2) end },

  look_round = { tags = { "lookout" }, within = math.huge,
    finish = function(npc) npc.energy = max(0, npc.energy - 2) end },

  restock = { tags = { "food", "shop" }, within = 48,
    accepts = function(_, stock) return stock.goods <= 30 end,
    finish = function(npc, stock) npc.energy, stock.goods = max(0, npc.energy - 6), min(40, stock.goods + 3) end },

  sit = { tags = { "seat" }, within = 40, takes_room = true,
    finish = function(npc) npc.energy, npc.mood = min(100, npc.energy + 30), min(100, npc.mood + 10) end },

  stand = { finish = function(npc) npc.energy, npc.mood = min(100, npc.energy + 2), min(100, npc.mood + 4) end },

  stroll = { tags = { "lookout", "water" }, within = 80, beyond = 24, speed = 8,
    when = function(npc) return npc.energy >= 5 end,
    finish = function(npc) npc.energy, npc.hunger = max(0, npc.energy - 12), min(100, npc.hunger + 5) end },

  -- The place at a post is taken for as long as the guard stays: see `leave_post` in wishes.lua.
  watch = { tags = { "lookout" }, within = 64,
    accepts = function(npc, post) return npc.post == post or post.room >= 1 end,
    start = function(npc, post)
      if npc.post == post then return end
      npc.post, post.room = post, post.room - 1
    end,
    finish = function(npc) npc.energy = max(0, npc.energy - 4) end },
}

for name, action in pairs(actions) do
  local duration = market.pack.actions[name].duration
  action.name, action.beyond = name, action.beyond or 0
  if duration then action.shortest, action.longest = duration[1] * 1000, duration[2] * 1000 end
end

return actions
