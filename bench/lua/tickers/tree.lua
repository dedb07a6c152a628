--- The market with behaviour trees, as many games have them: the tree of every NPC is ticked in every frame.
local Square = require "bench.lua.tickers.square"
local actions = require "bench.lua.tickers.actions"
local nodes = require "bench.lua.tickers.nodes"
local wishes = require "bench.lua.tickers.wishes"

local condition, effect, loop = nodes.condition, nodes.effect, nodes.loop
local random, selector, sequence, try = nodes.random, nodes.selector, nodes.sequence, nodes.try

local function perform(name)
  return nodes.perform { action = actions[name] }
end

local function perform_there(name)
  return nodes.perform { action = actions[name], same = true }
end

-- ---- The sequences of the market, one tree each ----

local function drink_or_stand()
  return selector { perform "drink", perform "stand" }
end

local function rest()
  return random {
    { drink_or_stand() },
    { selector {
      sequence { perform "sit", try { sequence { condition { wishes.drink_after_rest }, drink_or_stand() } } },
      drink_or_stand() } },
  }
end

local function meet()
  return selector { loop { perform "chat", again = wishes.talk_on }, perform "stand" }
end

local function meal()
  return try { selector {
    sequence { perform "eat", try { sequence { condition { wishes.another_drink }, perform "drink" } } },
    perform "drink" } }
end

-- After browsing one browses on, buys, or has enough.
local BROWSED = { { wish = "browse" }, { wish = "buy", when = wishes.can_pay },
  { wish = "leave", when = wishes.in_no_mood } }

local function browse_on(npc)
  npc.wish = BROWSED[wishes.pick(BROWSED, npc)].wish
  return npc.wish == "browse"
end

local function wants_to_buy(npc)
  return npc.wish == "buy"
end

local function shop()
  return selector {
    sequence {
      loop { perform "browse", again = browse_on },
      try { sequence { condition { wants_to_buy }, perform_there "buy", condition { wishes.hungry }, meal() } } },
    perform "stand" }
end

local function supply()
  return selector { loop { perform "restock", again = wishes.restock_on }, perform "stand" }
end

local function guard_post()
  return selector {
    sequence {
      perform "watch",
      try { loop {
        sequence { perform_there "look_round", condition { wishes.stay_at_post }, perform_there "watch" },
        again = wishes.look_again } },
      effect { wishes.leave_post } },
    perform "stand" }
end

-- ---- Routines ----

local TREES = {
  visitor = nodes.tree(random {
    { selector { perform "busk", rest() }, when = wishes.needs_coins },
    { meet(), when = wishes.sociable },
    { rest(), when = wishes.tired },
    { shop(), when = wishes.can_shop },
    { selector { perform "stroll", rest() } },
  }),
  vendor = nodes.tree(random {
    { loop { perform "hawk", again = wishes.hawk_on }, when = wishes.market_open },
    { meet(), when = wishes.talkative },
    { supply() },
    { rest(), when = wishes.exhausted },
  }),
  guard = nodes.tree(random {
    { guard_post() },
    { selector { loop { perform "stroll", again = wishes.patrol_on }, rest() } },
    { rest(), when = wishes.weary },
  }),
}

local function tick(npc, dt)
  npc.tree:tick(npc, dt)
end

local function arrive(npc)
  nodes.enter(npc, TREES[npc.kind])
end

--- An empty square whose people live by trees.
local function open()
  return Square.new(tick, arrive)
end

return { open = open }
