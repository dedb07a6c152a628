-- A pub: townsmen who are patrons by day and watchmen at night, and glance at whoever is near.
local bustle = require "bustle"

local pub = {}

--- The tables of the pack.
-- @tparam[opt] table cue fields of the cue `glance` in place of the usual ones
function pub.tables(cue)
  local glance = { targets = "person", within = 4, when = "self.thirst > 5", sequence = "look_up", every = 0.5 }
  for key, value in pairs(cue or {}) do glance[key] = value or nil end
  return {
    name = "pub", states = { thirst = { default = 8 } }, env = { hour = { default = 12 } }, interruptions = { "brawl" },
    actions = { sip = { duration = 5 }, walk = { duration = 4 }, duck = { duration = 2 },
      look = { duration = 1, targets = true } },
    sequences = {
      evening = { entry = "sip", sip = { action = "sip", to = "END" } },
      rounds = { entry = "walk", walk = { action = "walk", to = "END" } },
      duck = { entry = "duck", duck = { action = "duck", to = "END" } },
      look_up = { entry = "look", look = { action = "look", target = "same", to = "END" } },
    },
    roles = {
      patron = { main = "evening", fallback = "evening", on = { brawl = "duck" }, cues = { glance = glance } },
      night_watch = { main = "rounds", fallback = "rounds", enter = "self.thirst = 0", exit = "self.thirst = 9",
        change = "now" },
    },
    npcs = { townsman = { roles = { { "night_watch", when = "env.hour >= 22" }, "patron" }, tags = "person",
      state = { "thirst" } } },
  }
end

--- A world with Ada and Bob, 3 units from each other.
-- @tparam[opt] table options of the world
-- @tparam[opt] table cue as for `tables`
-- @treturn table world
-- @treturn table ada
-- @treturn table bob
function pub.world(options, cue)
  local given = { packs = { bustle.pack(pub.tables(cue)) }, explain = true }
  for key, value in pairs(options or {}) do given[key] = value end
  local world = bustle.world(given)
  return world, world:spawn("townsman", { name = "Ada" }), world:spawn("townsman", { name = "Bob", x = 3 })
end

return pub
