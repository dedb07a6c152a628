-- A scope for expressions with a fixed vocabulary, so that the specs of the language need no packs.
local keys = require "bustle.common.keys"
local nearest = require "bustle.common.nearest"

local scope = {}

local STATES = {
  energy = { name = "p.energy" },
  seats = { name = "p.seats" },
  waiting_since = { name = "p.waiting_since" },
  fed = { name = "p.fed", flag = true },
  waiting = { name = "p.waiting", flag = true },
  sitting = { name = "p.sitting", flag = true },
  mood = { name = "p.mood", values = { "sad", "calm", "happy" } },
  ["common.speed"] = { name = "common.speed" },
  ["and"] = { name = "p.and" },
}
local ENVIRONMENT = {
  hour = { name = "p.hour" },
  open = { name = "p.open", flag = true },
  weather = { name = "p.weather", values = { "sunny", "rainy" } },
  ["market.weather"] = { name = "market.weather", values = { "fair", "foul" } },
}
local CONSTANTS = { nearby = 41, two = 2, war = true, peace = false, ["common.far"] = 400 }
local INTERRUPTIONS = { served = { name = "p.served" }, ["market.flood"] = { name = "market.flood" } }

local INBOXES = { orders = { name = "p.orders" }, ["pub.bills"] = { name = "pub.bills" } }

local function lookup(kind, things)
  return function(name)
    if things[name] ~= nil then return things[name] end
    return nil, { code = "unknown-" .. kind, text = ('unknown %s "%s"'):format(kind, name),
      cure = nearest.question(name, keys.names(things)) }
  end
end

-- Functions are numbered from 1 in the order in which they are met.
function scope.new(fields)
  local made = {
    state = lookup("state", STATES), environment = lookup("environment", ENVIRONMENT),
    inbox = lookup("inbox", INBOXES), constant = lookup("constant", CONSTANTS), interruption = lookup("interruption", INTERRUPTIONS), calls = {},
  }
  function made.call(fn)
    made.calls[#made.calls + 1] = fn
    return #made.calls, "somewhere:" .. #made.calls
  end
  for key, value in pairs(fields or {}) do made[key] = value end
  return made
end

return scope
