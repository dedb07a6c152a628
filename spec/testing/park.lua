-- The content of these specs: visitors who doze on benches, a thief who never finds anything, and a waiter.
local bustle = require "bustle"

local park = {}

function park.pack(changes)
  local made = {
    name = "park",
    states = {
      energy = { default = 5, min = 0, max = 10 }, seats = { default = 1, min = 0 }, wet = { flag = true },
      food = { default = 3, min = 0 },
    },
    env = { weather = { every = 1, values = { "sunny", "rainy" } }, hour = { every = 1, default = 8 } },
    interruptions = { "shout", "served", rain = { when = "env.weather == 'rainy'" } },
    constants = { nearby = 40 },
    actions = {
      walk = { duration = 2, targets = "seat", when = "distance < nearby" },
      doze = { duration = { 4, 6 }, resumable = true, targets = "seat", when = "distance < nearby",
        claim = "target.seats", finish = "self.energy += 2" },
      look = { duration = 1, finish = "self.energy -= 1" },
      gasp = { duration = 1 },
      shelter = { duration = 3 },
      wait = { duration = 20, ends_on = "served" },
      steal = { duration = 1, targets = "purse" },
      sigh = { duration = 2 },
      nibble = { duration = 2, targets = "seat", when = "target.food > 0", start = "target.food -= 1",
        finish = "target.food += 1" },
    },
    sequences = {
      day = { entry = "go", go = { action = "walk", to = { "doze", "look" } },
        doze = { action = "doze", target = "same", to = { "look", { "END", when = "self.energy > 8" } },
          failed = "look" },
        look = { action = "look", to = "END" } },
      scare = bustle.chain { "gasp" },
      hide = bustle.chain { "shelter" },
      theft = bustle.chain { "steal" },
      grief = bustle.chain { "sigh" },
      service = bustle.chain { "wait" },
      meal = bustle.chain { "nibble" },
    },
    props = { bench = { static = true, tags = { "seat" }, state = { "seats", "food" } } },
    npcs = {
      visitor = { main = "day", on = { shout = "scare", rain = { sequence = "hide", priority = 1 } },
        state = { "energy", "wet" } },
      thief = { main = "theft" }, sad_thief = { main = "theft", fallback = "grief" },
      guest = { main = "service" }, eater = { main = "meal" },
    },
  }
  for key, value in pairs(changes or {}) do
    for name, each in pairs(value) do made[key][name] = each end
  end
  return bustle.pack(made)
end

return park
