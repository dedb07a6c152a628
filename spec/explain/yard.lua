--- A small yard for the specs of explanations: benches, a gate, and those who come there.
local bustle = require "bustle"

local yard = {}

local function likes(npc, target)
  return npc.state.mood > target.state.height
end

--- The pack.
function yard.pack()
  return bustle.pack { name = "yard",
    states = { energy = { default = 6, min = 0, max = 10 }, seats = { default = 1, min = 0 }, mood = { default = 1 },
      height = { default = 3 }, speed = { default = 0 }, tired = { flag = true } },
    env = { weather = { values = { "sunny", "rainy" } }, hour = { default = 12 } },
    constants = { nearby = 20 },
    interruptions = { shout = {}, bell = {} },
    actions = {
      hum = { duration = 2 },
      sit = { duration = 4, targets = "seat", resumable = true, claim = "target.seats",
        when = "distance < nearby and env.weather ~= 'rainy'" },
      admire = { duration = 1, targets = "seat", when = { "self.energy > 2", likes } },
      swing = { duration = 1, targets = "seat", when = "self.energy > 2 and distance < nearby" },
      climb = { travel = "self.speed", targets = "seat" },
      nap = { duration = 3, when = "self.tired and (env.hour >= 20 or env.hour < 6)" },
      gasp = { duration = 1 },
      pick = { duration = 1, targets = "seat", prefer = "nearest" },
    },
    sequences = {
      day = { entry = "choose",
        choose = { to = { { "rest", when = "self.energy < 7 -- not yet\n and not self.tired" },
          { "nap", when = "self.tired and self.energy <= self.mood + 1" }, "hum" } },
        rest = { action = "sit", to = "END", failed = "hum" },
        nap = { action = "nap", to = "END", failed = "hum" },
        hum = { action = "hum", to = "END" } },
      admirer = bustle.chain { "admire" }, climber = bustle.chain { "climb" }, picker = bustle.chain { "pick" },
      swinger = bustle.chain { "swing" },
      napper = bustle.chain { "nap" }, sitter = bustle.chain { "sit" },
      scare = bustle.chain { "gasp" }, idle = bustle.chain { "hum" },
    },
    props = { bench = { static = true, tags = { "seat" }, state = { "seats", "height" } } },
    npcs = {
      guest = { main = "day", on = { shout = { sequence = "scare", priority = 2 } },
        state = { "energy", "mood", "tired" } },
      admirer = { main = "admirer", fallback = "idle", state = { "energy", "mood" } },
      climber = { main = "climber", state = { "speed" } },
      picker = { main = "picker" },
      swinger = { main = "swinger", state = { "energy" } },
      napper = { main = "napper", state = { "tired" } },
      sitter = { main = "sitter" },
    },
  }
end

--- A world of it.
function yard.world(options)
  options = options or {}
  options.packs, options.seed = { yard.pack() }, options.seed or 1
  return bustle.world(options)
end

return yard
