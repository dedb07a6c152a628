-- The content of the world specs: a small square with benches, visitors and a guard, in plain tables.
local bustle = require "bustle"

local square = {}

local function content()
  return {
    name = "square",
    states = {
      energy = { default = 6, min = 0, max = 10 }, seats = { default = 2, min = 0 }, sitting = { flag = true },
      mood = { values = { "sad", "calm", "glad" } }, speed = { default = 4 }, unused = {},
    },
    env = {
      weather = { every = 5, values = { "sunny", "rainy" } }, open = { every = 2, flag = true, default = true },
      noise = { every = 1, min = 0, max = 100, default = 7 },
    },
    interruptions = { "shout", "whistle", rain = { when = "env.weather == 'rainy'" } },
    constants = { nearby = 41 },
    actions = {
      rest = { duration = 2 },
      sit = { duration = { 6, 10 }, resumable = true, targets = "seat", claim = "target.seats", show = { anim = "sit" },
        when = "distance < nearby", start = "self.sitting = true",
        finish = "self.sitting = false; self.energy += 1", interrupted = "self.sitting = false" },
      stroll = { duration = 5, ends = "game" },
      gasp = { duration = 1 },
      salute = { duration = 1 },
      stand = { duration = 3 },
      never = { duration = 1, when = "self.energy > 9" },
    },
    sequences = {
      day = { entry = "rest", rest = { action = "rest", to = "sit" },
        sit = { action = "sit", to = "stroll", failed = "stroll" }, stroll = { action = "stroll", to = "END" } },
      scare = bustle.chain { "gasp" },
      greeting = bustle.chain { "salute" },
      watch = bustle.chain { "stand" },
      doomed = bustle.chain { "never" },
    },
    props = {
      bench = { static = true, tags = { "seat" }, state = { seats = 1, "unused" } },
      cart = { state = { "seats" } },
    },
    npcs = {
      visitor = { main = "day", on = { shout = "scare", whistle = { sequence = "greeting", priority = 2 } },
        tags = { "person" }, state = { "energy", "sitting", mood = "calm" } },
      guard = { main = "watch", on = { shout = "scare" }, tags = { "person" }, state = { "energy" } },
      loser = { main = "doomed", fallback = "watch", state = { "energy" } },
      hopeless = { main = "doomed", on = { shout = "scare" }, state = { "energy" } },
    },
  }
end

-- The tables, with changes: `square.tables { actions = { nap = {...} } }`.
function square.tables(changes)
  local made = content()
  for key, value in pairs(changes or {}) do
    if type(value) == "table" and type(made[key]) == "table" then
      for name, each in pairs(value) do made[key][name] = each end
    else
      made[key] = value
    end
  end
  return made
end

-- A world of it. Other options may be given beside the changes.
function square.world(options, changes)
  local all = { packs = { bustle.pack(square.tables(changes)) }, seed = 7 }
  for key, value in pairs(options or {}) do all[key] = value end
  return bustle.world(all)
end

-- So many updates of so many seconds each.
function square.run(world, count, dt)
  for _ = 1, count do world:update(dt or 0.5) end
end

-- Everything that handlers are told, as texts in order.
function square.record(world)
  local lines = {}
  local function shown(value)
    if type(value) == "table" and rawget(value, "action") then return "run of " .. value.action end
    if type(value) == "table" then return value.name or value.kind end
    return tostring(value)
  end
  for kind, count in pairs { spawn = 1, start = 3, stop = 3, fail = 3, fallback = 2, interrupt = 4, ignore = 4, halt = 3,
    restart = 2, remove = 1 } do
    world:on(kind, function(...)
      local parts = { kind }
      for i = 1, count do parts[#parts + 1] = shown((select(i, ...))) end
      lines[#lines + 1] = table.concat(parts, " ")
    end)
  end
  return lines
end

-- A part of a list.
function square.slice(list, first, last)
  local part = {}
  for i = first, last or #list do part[#part + 1] = list[i] end
  return part
end

-- The error that a call raises, without where; fails if there is none, or if it is not told of the caller's file.
function square.refusal(fn, ...)
  local ok, problem = pcall(fn, ...)
  if ok then error("nothing was refused", 2) end
  local file, text = tostring(problem):match("^(.-):%d+: (.*)$")
  if not file or not file:find("_spec.lua", 1, true) then error("not told of the caller's line: " .. problem, 2) end
  return text
end

return square
