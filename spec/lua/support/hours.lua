-- A keeper who pours what guests order by message, a table where they raise their mugs together, and a farmer who keeps
-- hours.
local bustle = require "bustle"

local hours = {}

local function pour()
  return { entry = "next", next = { take = "orders", into = "wish", timeout = 5, waiting = "wipe", to = "pour",
    failed = "rest" }, pour = { action = "pour", target = "same", to = "END" },
    rest = { action = "wipe", to = "END" } }
end

local function order()
  return { entry = "ask", ask = { send = "orders", targets = "keeper", value = "self.thirst + 1", await = true,
    timeout = 30, waiting = "drum", to = "stroll", failed = "stroll" }, stroll = { action = "stroll", to = "END" } }
end

local function toast()
  return { entry = "lift", lift = { meet = "toast", at = "area", count = 2, timeout = 8, waiting = "drum",
    to = "drink", failed = "stroll" }, drink = { action = "drink", to = "END" },
    stroll = { action = "stroll", to = "END" } }
end

--- The tables of the pack.
function hours.fields()
  return { name = "hours", states = { thirst = {}, wish = {} }, inboxes = { orders = { limit = 2 }, "bills" },
    actions = { pour = { duration = 2, targets = "guest" }, wipe = { duration = 3 }, drum = { duration = 1 },
      stroll = { duration = 4 }, drink = { duration = 5 }, eat = { duration = 10 }, dig = { duration = 20 },
      snore = { duration = 30 } },
    sequences = { serve = pour(), order = order(), toast = toast(), breakfast = bustle.chain { "eat" },
      work = bustle.chain { "dig" }, sleep = bustle.chain { "snore" } },
    plans = { farmer = { { "06:00", "07:00", "breakfast" }, { "07:00", "21:00", "work" },
      { "21:00", "06:00", "sleep" } } },
    npcs = {
      keeper = { main = "serve", static = true, tags = "keeper", inboxes = { "orders", "bills" }, state = { "wish" } },
      guest = { main = "order", tags = "guest", state = { "thirst" } },
      drinker = { main = "toast", tags = "guest" },
      farmer = { plan = "farmer" },
      garden = { main = "sleep", static = true, area = { width = 20, depth = 20 } },
    },
    props = { table = { static = true } } }
end

--- A world, with the keeper, Owen, and a guest, Mary.
-- @tparam[opt] table options of the world
-- @tparam[opt] function make `bustle.world` unless given
-- @treturn table the world
-- @treturn table Owen
-- @treturn table Mary
function hours.world(options, make)
  local given = { packs = { bustle.pack(hours.fields()) } }
  for key, value in pairs(options or {}) do given[key] = value end
  local world = (make or bustle.world)(given)
  return world, world:spawn("keeper", { name = "Owen" }), world:spawn("guest", { name = "Mary", state = { thirst = 3 } })
end

return hours
