-- An inn: patrons who order from servers, and dances that somebody stages.
local bustle = require "bustle"

local inn = {}

--- The tables of the pack.
function inn.tables()
  return {
    name = "inn", states = { thirst = { default = 0 }, mood = { default = 5 } }, interruptions = { "brawl" },
    actions = { sip = { duration = 2 }, wipe = { duration = 2 }, look_about = { duration = 1 }, duck = { duration = 3 },
      ask = { duration = 1, targets = "person" }, nod = { duration = 2, targets = "person" }, fetch = { duration = 3 },
      pay = { duration = 1, targets = "person" }, line_up = { duration = 1 }, dance = { duration = 2 } },
    sequences = {
      evening = { castable = true, entry = "sip", sip = { action = "sip", to = "END" } },
      service = { entry = "wipe", wipe = { action = "wipe", to = "END" } },
      duck = { entry = "duck", duck = { action = "duck", to = "END" } },
      order_now = { entry = "ask", ask = { scene = "order", as = "patron", to = "END" } },
    },
    scenes = {
      order = { within = 40, patience = 4, limit = 20, waiting = "look_about",
        parts = { { "patron", finish = "self.thirst = 0", broken = "self.mood -= 1" },
          { "server", who = "server", when = "self.mood > 0", prefer = "nearest" } },
        { patron = "ask", server = "nod" }, { server = "fetch" }, { patron = "pay" } },
      round_dance = { parts = { { "dancer", count = { 2, 4 }, who = "person" } },
        { dancer = "line_up" }, { dancer = "dance" } },
    },
    npcs = {
      patron = { main = "evening", fallback = "evening", on = { brawl = "duck" }, tags = "person",
        state = { "thirst", "mood" },
        cues = { thirsty = { when = "self.thirst > 5", scene = "order", as = "patron", again = 60 } } },
      waiter = { main = "service", fallback = "service", on = { brawl = "duck" }, tags = { "server", "person" },
        state = { "mood" } },
    },
    props = { hearth = {} },
  }
end

--- A world with Mary, a patron, and Linda, a waiter, 3 units from each other.
-- @tparam[opt] table options of the world
-- @tparam[opt] function make makes it; `bustle.world` if it is left out
-- @treturn table world
-- @treturn table mary
-- @treturn table linda
function inn.world(options, make)
  local given = { packs = { bustle.pack(inn.tables()) } }
  for key, value in pairs(options or {}) do given[key] = value end
  local world = (make or bustle.world)(given)
  return world, world:spawn("patron", { name = "Mary" }), world:spawn("waiter", { name = "Linda", x = 3 })
end

return inn
