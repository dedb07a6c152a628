--- A world in which a lot goes on: functions, handlers, providers, claims, interruptions, people who come and go. The
-- specs about garbage and memory run it twice and compare.
local bustle = require "bustle"

local busy = {}

--- The pack. `between` is called first in every function.
local function pack_of(between)
  return bustle.pack { name = "busy",
    states = { seats = { default = 1, min = 0, max = 3 }, energy = { default = 5, min = 0, max = 10 }, n = {},
      mood = { values = { "calm", "glad" } } },
    env = { hour = { every = 3, min = 0, max = 23 }, rain = { every = 2, flag = true } },
    interruptions = { "shout", "served", rain = { when = "env.rain" } },
    actions = {
      sit = { duration = { 1, 4 }, targets = "seat", resumable = true, claim = "target.seats",
        when = { "distance < 60", function(npc, target, env)
          between()
          return npc.state.energy < 9 and target.state.seats >= 0 and env.hour >= 0 and (env.rain or env.hour < 24)
        end },
        finish = { "self.energy += 2", function(npc, target)
          between()
          npc.state.n = npc.state.n + target.state.n
          target.state.n = target.state.n + 1
        end } },
      walk = { travel = 20, targets = "seat", prefer = "nearest", finish = "self.energy -= 1" },
      greet = { duration = 1, targets = "person", prefer = "least target.n", finish = "raise shout on target" },
      rest = { duration = { 1, 2 }, finish = "self.energy += 1; self.mood = 'glad'", resumable = true },
      wait = { duration = 3, ends = "game", ends_on = "served" },
      broken = { duration = 1, targets = false, when = function()
        between()
        error("broken on purpose")
      end },
    },
    sequences = {
      day = { entry = "hub", hub = { to = { "sit", "walk", "greet", { "odd", when = "env.hour > 2" } } },
        sit = { action = "sit", to = "END", failed = "rest" },
        walk = { action = "walk", to = "visit", failed = "rest" },
        visit = { sequence = "visit", to = "END" }, greet = { action = "greet", to = "rest", failed = "rest" },
        odd = { action = "broken", to = "END", failed = "wait" }, wait = { action = "wait", to = "END" },
        rest = { action = "rest", to = "END" } },
      visit = { claim = "target.seats", entry = "sit", sit = { action = "sit", to = "rest" },
        rest = { action = "rest", to = "END" } },
      look = bustle.chain { "rest" }, hide = bustle.chain { "rest", "rest" }, idle = bustle.chain { "rest" },
    },
    props = { bench = { static = true, tags = "seat", state = { "seats", "n" } } },
    npcs = {
      man = { main = "day", tags = "person", fallback = "idle", state = { "energy", "n", "mood" },
        on = { shout = "look", rain = { sequence = "hide", priority = 2 } } },
      cat = { main = "day", every = 2, tags = "person", state = { "energy", "n", "mood" }, on = { shout = "look" } },
    } }
end

--- A new world, its handlers and providers set.
-- @tparam[opt] function between called first in every function, handler and provider
-- @treturn table the world
-- @treturn table what handlers count
function busy.world(between)
  between = between or function() end
  local world = bustle.world { packs = { pack_of(between) }, seed = 77 }
  local seen = { starts = 0, stops = 0, updates = 0, errors = 0, owners = 0 }
  world:handle("wait", {
    start = between,
    update = function(_, _, run)
      between()
      seen.updates = seen.updates + 1
      return run.remaining < 1.5
    end,
    stop = between })
  world:on("start", function(npc, target, run)
    between()
    seen.starts = seen.starts + 1
    if npc.owner and npc.owner.name == npc.name then seen.owners = seen.owners + 1 end
    assert(run.action == npc.action or npc.action == nil or target == nil)
  end)
  world:on("stop", function(_, why)
    between()
    seen.stops = seen.stops + (why and 1 or 0)
  end)
  world:on("error", function()
    between()
    seen.errors = seen.errors + 1
  end)
  world:provide("hour", function()
    between()
    return math.floor(world:now() / 5) % 24
  end)
  world:provide("rain", function()
    between()
    return world:now() % 20 > 15
  end)
  world:provide("position", function(entity)
    between()
    return (world:now() * 3 + #entity.kind) % 40, entity.owner and 4 or 0
  end)
  return world, seen
end

--- The calls of a run, in order; each does one thing and returns something true when it is done. Made again because
-- memory ran out, they take true.
-- @tparam table world
-- @tparam number steps
-- @treturn {function,...}
function busy.calls(world, steps)
  local calls, names = {}, 0
  local function add(call) calls[#calls + 1] = call end
  local function spawn(kind, x)
    names = names + 1
    local name = kind .. names
    add(function() return world:spawn(kind, { name = name, x = x, y = names, owner = { name = name } }) end)
  end
  for i = 1, 4 do spawn("bench", i * 10) end
  for i = 1, 6 do spawn("man", i * 5) end
  spawn("cat", 3)
  for i = 1, steps do
    add(function(again) return world:update(again and 0 or 0.5) end)
    if i % 5 == 0 then add(function() return world:interrupt("shout", { within = 20, of = { x = 15 } }) end) end
    if i % 9 == 0 then add(function() return world:interrupt("served", "all") end) end
    if i % 13 == 0 then spawn("man", i % 50) end
    if i % 17 == 0 then
      local name = ("man%d"):format(4 + i / 17)
      add(function()
        local man = world:get(name)
        if not man then return true end
        return man:remove()
      end)
    end
    if i % 7 == 0 then
      add(function()
        local cat = world:get "cat11"
        if i % 3 == 0 then
          local queued, message, code = cat:interrupt("shout", cat)
          return queued ~= nil, message, code
        end
        return cat:set_main "day"
      end)
    end
  end
  return calls
end

return busy
