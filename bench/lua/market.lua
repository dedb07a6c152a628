--- The market in which the Lua layer is measured: the one of bench/core, as a pack. Who stands where is a pure function
-- of the numbers, so that every town of a size is the same.
local market = {}

--- Updates in a second of game time, and the seconds over which NPCs arrive.
market.STEPS, market.ARRIVAL = 60, 10

-- For every 30 NPCs 22 props, within a block of 100 x 100; blocks fill a square.
local BLOCK = 100
local PROPS = { "stall", "bench", "fountain", "stall", "post", "bench", "stall", "cart", "stall", "bench", "stall",
  "fountain", "bench", "stall", "post", "stall", "bench", "cart", "stall", "fountain", "bench", "post" }
local NPCS = { "visitor", "vendor", "visitor", "guard", "visitor", "visitor", "vendor", "visitor", "visitor", "visitor",
  "guard", "visitor", "vendor", "visitor", "visitor", "visitor", "vendor", "visitor", "guard", "visitor", "visitor",
  "vendor", "visitor", "visitor", "visitor", "guard", "visitor", "vendor", "visitor", "visitor" }

-- ---- What there is ----

local ACTIONS = {
  browse = { targets = "shop", duration = { 3, 6 }, claim = "target.room",
    when = "target.goods >= 1 and distance <= 32", finish = "self.energy -= 4; self.hunger += 6" },
  busk = { duration = { 5, 10 }, when = "self.energy >= 10", start = "self.energy -= 5", finish = "self.coins += 12" },
  buy = { targets = "shop", duration = { 3, 5 }, claim = "target.room",
    when = "self.coins >= 4 and target.goods >= 3 and distance <= 32",
    start = "self.coins -= 4; target.goods -= 3", finish = "self.mood += 5" },
  chat = { targets = "person", duration = { 4, 9 }, when = "target.mood >= 5 and distance <= 20",
    finish = "self.mood -= 8; target.mood += 3" },
  drink = { targets = "water", duration = { 3, 5 }, claim = "target.room", when = "distance <= 48",
    finish = "self.energy += 10" },
  eat = { targets = "food", duration = { 5, 8 }, claim = "target.room",
    when = "self.coins >= 6 and target.goods >= 1 and distance <= 56",
    start = "self.coins -= 6; target.goods -= 1", finish = "self.hunger = 0; self.energy += 15" },
  hawk = { duration = { 3, 6 }, when = "env.open", finish = "self.mood -= 3; self.coins += 2" },
  look_round = { targets = "lookout", duration = { 3, 5 }, finish = "self.energy -= 2" },
  restock = { targets = { "food", "shop" }, duration = { 4, 7 }, when = "target.goods <= 30 and distance <= 48",
    finish = "target.goods += 3; self.energy -= 6" },
  sit = { targets = "seat", duration = { 5, 10 }, claim = "target.room", when = "distance <= 40",
    finish = "self.energy += 30; self.mood += 10" },
  stand = { duration = { 3, 5 }, finish = "self.energy += 2; self.mood += 4" },
  -- From 30 to 100 units at 10 units a second: 3 to 10 seconds.
  stroll = { targets = { "lookout", "water" }, travel = 8,
    when = "self.energy >= 5 and distance >= 24 and distance <= 80", finish = "self.energy -= 12; self.hunger += 5" },
  watch = { targets = "lookout", duration = { 6, 10 }, when = "distance <= 64", finish = "self.energy -= 4" },
}

local SEQUENCES = {
  duty = { entry = "decide",
    decide = { to = { "guard", "patrol", { "pause", when = "self.energy <= 60" } } },
    guard = { sequence = "guard_post", to = "END" },
    patrol = { action = "stroll", failed = "pause", to = { { "patrol", when = "self.energy >= 80" }, "END" } },
    pause = { sequence = "rest", to = "END" } },
  guard_post = { entry = "arrive", claim = "target.room",
    arrive = { action = "watch", to = "look" },
    look = { action = "look_round", target = "same", to = { "END", { "stay", when = "self.energy >= 30" } } },
    stay = { action = "watch", target = "same", failed = "END", to = { "END", "look" } } },
  linger = { entry = "stand", stand = { action = "stand", to = "END" } },
  meal = { entry = "eat",
    drink = { action = "drink", failed = "END", to = "END" },
    eat = { action = "eat", failed = "drink", to = { "drink", "END" } } },
  meet = { entry = "chat",
    chat = { action = "chat", failed = "stand", to = { { "chat", when = "self.mood >= 40" }, "END" } },
    stand = { action = "stand", to = "END" } },
  rest = { entry = "decide",
    decide = { to = { "drink", "sit" } },
    drink = { action = "drink", failed = "stand", to = "END" },
    sit = { action = "sit", failed = "drink", to = { { "drink", when = "self.energy <= 60" }, "END" } },
    stand = { action = "stand", to = "END" } },
  shop = { entry = "browse",
    browse = { action = "browse",
      to = { "browse", { "buy", when = "self.coins >= 4" }, { "END", when = "self.mood <= 60" } } },
    buy = { action = "buy", target = "same", failed = "END",
      to = { { "meal", when = "self.hunger >= 20" }, { "END", otherwise = true } } },
    meal = { sequence = "meal", to = "END" } },
  supply = { entry = "restock",
    restock = { action = "restock", failed = "stand", to = { "END", { "restock", when = "self.energy >= 50" } } },
    stand = { action = "stand", to = "END" } },
  trade = { entry = "decide",
    decide = { to = { { "hawk", when = "env.open" }, { "meet", when = "self.mood >= 30" }, "supply",
      { "pause", when = "self.energy <= 50" } } },
    hawk = { action = "hawk", failed = "END", to = { "decide", { "hawk", when = "env.open" } } },
    meet = { sequence = "meet", to = "END" },
    pause = { sequence = "rest", to = "END" },
    supply = { sequence = "supply", to = "decide" } },
  visit = { entry = "decide",
    busk = { action = "busk", failed = "pause", to = "decide" },
    decide = { to = { { "busk", when = "self.coins <= 20" }, { "meet", when = "self.mood >= 20" },
      { "pause", when = "self.energy <= 70" }, { "shop", when = "self.coins >= 4 and env.open" }, "stroll" } },
    meet = { sequence = "meet", to = "decide" },
    pause = { sequence = "rest", to = "END" },
    shop = { sequence = "shop", to = { "decide", "END" } },
    stroll = { action = "stroll", failed = "pause", to = "END" } },
}

local function prop(tags, state)
  return { static = true, tags = tags, state = state }
end

local function npc(main, tags, state)
  return { main = main, fallback = "linger", tags = tags, state = state,
    memory = { transitions = 10, actions = 15, interruptions = 8 } }
end

--- The names of all actions.
market.actions = {}
for name in pairs(ACTIONS) do market.actions[#market.actions + 1] = name end
table.sort(market.actions)

--- The market as a table that `bustle.pack` takes.
market.pack = {
  name = "market",
  states = { coins = { min = 0, max = 200 }, energy = { min = 0, max = 100 }, goods = { min = 0, max = 40 },
    hunger = { min = 0, max = 100 }, mood = { min = 0, max = 100 }, room = { min = 0, max = 8 } },
  env = { open = { flag = true, every = 2 } },
  actions = ACTIONS,
  sequences = SEQUENCES,
  props = {
    bench = prop("seat", { room = 2 }), cart = prop("food", { goods = 30, room = 3 }),
    fountain = prop("water", { room = 4 }), post = prop("lookout", { room = 1 }),
    stall = prop("shop", { goods = 20, room = 3 }),
  },
  npcs = {
    guard = npc("duty", nil, { energy = 90, hunger = 0, mood = 40 }),
    vendor = npc("trade", "person", { coins = 20, energy = 70, hunger = 10, mood = 60 }),
    visitor = npc("visit", "person", { coins = 40, energy = 80, hunger = 15, mood = 50 }),
  },
}

--- Whether the market is open: it closes for the last quarter of every minute.
function market.is_open(ms)
  return ms % 60000 < 45000
end

-- ---- Who appears where and when ----

-- Scatters numbers from 0 on over 0 to BLOCK - 1. Everything stays below 2^53.
local function scattered(number)
  return (number * 48271 + 11) % 2147483647 * 16807 % 2147483647 % BLOCK
end

local function place(npcs, block, kind, number)
  local side = math.ceil(math.sqrt(math.ceil(npcs / #NPCS)))
  local x, y = scattered(number * 2), scattered(number * 2 + 1)
  return kind, block % side * BLOCK + x, math.floor(block / side) * BLOCK + y
end

--- How many props a market of so many NPCs has.
function market.props(npcs)
  return math.floor(npcs * #PROPS / #NPCS)
end

--- The kind and the position of a prop, from 0.
function market.prop(npcs, index)
  return place(npcs, math.floor(index / #PROPS), PROPS[index % #PROPS + 1], index * 2 + 1)
end

--- The kind and the position of an NPC, from 0. They arrive here and there all over the market.
function market.npc(npcs, index)
  -- A prime, so that every place is met once; a large one, so that neighbours come far apart.
  local at = index * 2654435761 % npcs
  return place(npcs, math.floor(at / #NPCS), NPCS[at % #NPCS + 1], at * 2)
end

--- How many NPCs have arrived before an update, from 1.
function market.arrived(npcs, update)
  return math.min(npcs, math.floor(npcs * update / (market.ARRIVAL * market.STEPS)))
end

return market
