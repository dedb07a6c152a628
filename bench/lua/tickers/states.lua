--- The market with finite-state machines, as many games have them: the state of every NPC is updated in every frame.
local Square = require "bench.lua.tickers.square"
local actions = require "bench.lua.tickers.actions"
local wishes = require "bench.lua.tickers.wishes"

-- ---- States ----

-- A state in which something is done is left through `next(npc)` when that is done, and to `failed` when it cannot be
-- begun. "routine" stands for what an NPC of its kind does when it is free.
local Acting = {}
Acting.__index = Acting

-- In a state without duration one only decides which comes next.
local STATES = {}

local function change(npc, name)
  while true do
    local state = STATES[name == "routine" and npc.routine or name]
    if state.choose then
      name = state.choose(npc)
    elseif npc.square:begin(npc, state.action, state.same and npc.target) then
      npc.state = state
      return
    else
      name = state.failed
    end
  end
end

function Acting:update(npc, dt)
  npc.timer = npc.timer - dt
  if npc.timer > 0 then return end
  npc.square:finish(npc)
  change(npc, self.next(npc))
end

local function always(name)
  return function() return name end
end

-- The way on if one wishes so, else back to the routine.
local function either(name, wish)
  return function(npc) return wish(npc) and name or "routine" end
end

-- One of the options that are open.
local function one_of(options)
  return function(npc) return options[wishes.pick(options, npc)][1] end
end

local function acting(name, state)
  state.action = actions[name]
  state.next = state.next or always "routine"
  return setmetatable(state, Acting)
end

-- ---- Routines ----

STATES.visitor = { choose = one_of { { "busk", when = wishes.needs_coins }, { "chat", when = wishes.sociable },
  { "rest", when = wishes.tired }, { "browse", when = wishes.can_shop }, { "stroll" } } }

STATES.vendor = { choose = one_of { { "hawk", when = wishes.market_open }, { "chat", when = wishes.talkative },
  { "restock" }, { "rest", when = wishes.exhausted } } }

STATES.guard = { choose = one_of { { "arrive" }, { "patrol" }, { "rest", when = wishes.weary } } }

-- ---- What they share ----

STATES.stand = acting("stand", {})

STATES.rest = { choose = one_of { { "drink" }, { "sit" } } }
STATES.drink = acting("drink", { failed = "stand" })
STATES.sit = acting("sit", { failed = "drink", next = either("drink", wishes.drink_after_rest) })

STATES.chat = acting("chat", { failed = "stand", next = either("chat", wishes.talk_on) })

-- ---- Visitors ----

STATES.busk = acting("busk", { failed = "rest" })
STATES.stroll = acting("stroll", { failed = "rest" })

STATES.browse = acting("browse", { failed = "stand",
  next = one_of { { "browse" }, { "buy", when = wishes.can_pay }, { "routine", when = wishes.in_no_mood } } })
STATES.buy = acting("buy", { same = true, failed = "routine", next = either("eat", wishes.hungry) })
STATES.eat = acting("eat", { failed = "wash_down", next = either("wash_down", wishes.another_drink) })
STATES.wash_down = acting("drink", { failed = "routine" })

-- ---- Vendors ----

STATES.hawk = acting("hawk", { failed = "routine", next = either("hawk", wishes.hawk_on) })
STATES.restock = acting("restock", { failed = "stand", next = either("restock", wishes.restock_on) })

-- ---- Guards ----

STATES.patrol = acting("stroll", { failed = "rest", next = either("patrol", wishes.patrol_on) })

STATES.leave = { choose = function(npc)
  wishes.leave_post(npc)
  return "routine"
end }

STATES.arrive = acting("watch", { failed = "stand", next = always "look" })
STATES.look = acting("look_round", { same = true, failed = "leave",
  next = function(npc) return wishes.stay_at_post(npc) and "stay" or "leave" end })
STATES.stay = acting("watch", { same = true, failed = "leave",
  next = function() return wishes.look_again() and "look" or "leave" end })

local function tick(npc, dt)
  npc.state:update(npc, dt)
end

local function arrive(npc)
  npc.routine = npc.kind
  change(npc, "routine")
end

--- An empty square whose people live by states.
local function open()
  return Square.new(tick, arrive)
end

return { open = open }
