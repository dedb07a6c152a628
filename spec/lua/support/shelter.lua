-- Content with a node that waits: walkers who stay under a roof, shivering, until the rain is over.
local bustle = require "bustle"

local shelter = {}

--- The pack as tables.
-- @tparam[opt] table node what the node has beside or instead of the usual
function shelter.tables(node)
  local wait = { wait = "env.weather ~= 'rainy'", timeout = 30, every = 1, waiting = "shiver", to = "stroll",
    failed = "run" }
  for key, value in pairs(node or {}) do wait[key] = value or nil end
  return {
    name = "street",
    states = { cold = { min = 0, max = 100 } },
    env = { weather = { values = { "dry", "rainy" }, default = "rainy" } },
    interruptions = { "call" },
    actions = {
      shiver = { duration = 1, start = "self.cold += 1", finish = "self.cold = 0", interrupted = "self.cold += 10",
        show = { pose = "shiver" } },
      stroll = { duration = 5 }, run = { duration = 3 }, look = { duration = 2 },
    },
    sequences = {
      day = { entry = "roof", roof = wait, stroll = { action = "stroll", to = "END" },
        run = { action = "run", to = "END" } },
      answer = bustle.chain { "look" },
    },
    npcs = { walker = { main = "day", state = { "cold" }, on = { call = "answer" } } },
  }
end

--- A world with ann, who waits from the first update on.
-- @tparam[opt] table options of the world
-- @tparam[opt] table node as for `tables`
function shelter.world(options, node)
  local given = { packs = { shelter.tables(node) }, seed = 3 }
  for key, value in pairs(options or {}) do given[key] = value end
  local world = bustle.world(given)
  local ann = world:spawn("walker", { name = "ann" })
  world:update(0)
  return world, ann
end

return shelter
