-- Two benches, and Ada, who walks from one to the other and rests. From the project's folder:
--   eval "$(./bustle env lua5.4)" && lua5.4 examples/lua/ada.lua
local bustle = require "bustle"

local park = bustle.pack {
  name = "park",
  states = { energy = { default = 4, min = 0, max = 10 }, seats = { default = 1, min = 0 } },
  interruptions = { thunder = {} },
  actions = {
    walk = { travel = 3, targets = "seat", when = "distance > 0", finish = "self.energy -= 1" },
    sit = { duration = { 4, 9 }, resumable = true, targets = "seat", when = "distance < 2", claim = "target.seats",
      finish = "self.energy += 3" },
    look_up = { duration = 2 },
  },
  sequences = {
    stroll = { entry = "go",
      go = { action = "walk", to = { "rest", { "go", when = "self.energy > 5" } } },
      rest = { action = "sit", target = "same", to = "END", failed = "go" } },
    startled = bustle.chain { "look_up" },
  },
  props = { bench = { static = true, tags = "seat", state = { "seats" } } },
  npcs = { walker = { main = "stroll", state = { "energy" }, on = { thunder = "startled" } } },
}

local world = bustle.world { packs = { park }, seed = 7 }
world:spawn("bench", { name = "the bench by the fountain", x = 0, y = 0 })
world:spawn("bench", { name = "the bench under the lime tree", x = 18, y = 6 })
local ada = world:spawn("walker", { name = "Ada", x = 12 })

world:on("start", function(npc, target, run)
  local how = run.resumed and "goes on to" or "begins to"
  local what = run.action:gsub("_", " ")
  local where = target and ", " .. target.name or ""
  print(("%5.1f s  %s %s %s%s"):format(world:now(), npc.name, how, what, where))
end)

for frame = 1, 30 * 60 do
  if frame == 12 * 60 then world:interrupt("thunder", "all") end
  world:update(1 / 60)
end
print(("Ada has an energy of %d; the decisions hash to %08x."):format(ada.state.energy, world:hash()))
