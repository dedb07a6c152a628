-- Why does she do this? Ada lives between three benches, and the world says why she does what she does:
-- eval "$(./bustle env lua5.4)" && lua5.4 examples/lua/why.lua
local bustle = require "bustle"

local garden = bustle.pack { name = "garden",
  states = { energy = { default = 6, min = 0, max = 10 }, seats = { default = 1, min = 0 } },
  env = { weather = { values = { "sunny", "rainy" } } },
  constants = { nearby = 40 },
  actions = {
    sit = { duration = { 4, 9 }, targets = "seat", claim = "target.seats",
      when = "distance < nearby and env.weather ~= 'rainy'", finish = "self.energy += 3" },
    stroll = { duration = 5, finish = "self.energy -= 2" },
    hum = { duration = 2 },
  },
  sequences = { day = { entry = "choose",
    choose = { to = { { "rest", when = "self.energy < 7" }, { "walk", when = "self.energy >= 4" }, "hum" } },
    rest = { action = "sit", to = "END", failed = "hum" },
    walk = { action = "stroll", to = "END" },
    hum = { action = "hum", to = "END" } } },
  props = { bench = { static = true, tags = { "seat" }, state = { "seats" } } },
  npcs = { guest = { main = "day", state = { "energy" } } },
}

local world = bustle.world { packs = { garden }, seed = 1, explain = true }
world:spawn("bench", { name = "the bench by the gate", x = 10 })
world:spawn("bench", { name = "the bench by the pond", x = 30, state = { seats = 0 } })
world:spawn("bench", { name = "the far bench", x = 90 })
local ada = world:spawn("guest", { name = "Ada", state = { energy = 3 } })
for _ = 1, 120 do world:update(0.1) end
print(ada:explain():text(9))
