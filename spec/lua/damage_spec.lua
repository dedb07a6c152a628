-- Packs with parts replaced by anything at all are refused with problems, or are right; nothing raises, in Lua or the core.
local check = require "bustle.author.check"
local content = require "bustle.author.content"
local pack = require "bustle.author.pack"
local compile = require "spec.lua.support.compile"

local COUNT = tonumber(os.getenv "BUSTLE_RANDOM_COUNT") or 1000

local function generator(seed)
  local state = seed
  return function(n)
    state = (state * 16807) % 2147483647
    return state % n + 1
  end
end

local function whole_pack()
  return compile.with {
    depends = { "p >= 1" }, version = "1",
    interruptions = { rain = { when = { "env.weather == 'rainy'", { "env", "hour", ">", 3 } } } },
    actions = {
      sit = { duration = { 6, 10 }, resumable = true, timeout = 40, timeout_fails = true, targets = { "seat" }, ends = "game",
        when = { "target.seats > 0", { "self", "energy", "<", "nearby" }, function() end }, claim = { { "target.seats", 2 } },
        start = "self.energy -= 1", finish = { { "raise", "served", "on", "self" } }, prefer = "least target.energy",
        ends_on = { "served" }, show = { anim = "x" } },
      go = { travel = "self.speed", targets = true },
    },
    sequences = {
      day = { entry = "hub", claim = "target.seats",
        hub = { to = { { "sit", when = "self.fed" }, { "go", when = function() end }, { "rest", otherwise = true } } },
        sit = { action = "sit", to = "again", failed = "rest" }, again = { action = "sit", target = "same", to = { "hub", "END" } },
        go = { action = "go", to = { "END", when = "env.open" } }, rest = { sequence = "idle", to = "hub" } },
      host = { entry = "a", castable = { "tea" }, a = { scene = "tea", as = "host", timeout = 3, every = 1, waiting = "idle",
          to = "b", failed = "b" }, b = { scene = "tea", to = "c", failed = "c" }, c = { pass = true, free = true, to = "d" },
        d = { action = "go", target = "member", to = "END" } },
    },
    scenes = {
      tea = { topic = "weather", within = "nearby", patience = 1, limit = 2, longest = 3, rest = 4, priority = 1, waiting = "idle",
        interrupted = "break", parts = { { "host", finish = "guest.energy = 1; self.energy += 1" },
          { "guest", count = { 1, 3 }, who = { "person" }, when = { "host.energy > 1", { "host", "energy", "<", 5 } },
            prefer = "least self.energy", broken = { { "raise", "served", "on", "host" } } }, "listener" },
        { host = "go", guest = { "go", target = "host", failed = "next" } },
        { guest = { wait = "self.energy > 3", timeout = 2, failed = 1 }, host = { sequence = "idle" } },
        [7] = { host = { action = "idle", failed = "END" } } },
    },
    roles = { cook = { main = "idle", reacts = { weather = "idle" }, cues = { c = { targets = "person", scene = "tea", as = "host" } } } },
    props = { bench = { static = true, tags = { "seat" }, accepts = "go", state = { "energy", seats = 2 } }, cart = { every = 1 } },
    npcs = { visitor = { main = "day", fallback = { "idle" }, on = { rain = "idle", shout = { sequence = "idle", priority = 1 } },
      memory = { transitions = 1, actions = 2, interruptions = 3 }, tags = "person", reacts = { weather = "idle" },
      roles = { "cook" },
      state = { "energy", "fed", "speed", mood = "sad" } } },
    places = { { "bench", name = "x", x = 1, y = 2, z = 3, state = { seats = 1 } } },
  }
end

local function copied(value)
  if type(value) ~= "table" then return value end
  local copy = {}
  for key, each in pairs(value) do copy[key] = copied(each) end
  return copy
end

local JUNK = {
  5, -1, 0, 0.5, 1e300, -1e300, 0 / 0, 1 / 0, "", "x", "a.b", "a\0b", "self.energy", "target.seats", "END", "entry",
  "idle", "hub", "sit", "host", "tea", "member", "next", "weather",
  ("x"):rep(100), true, false, function() end, print, {}, { {} }, { "x" }, { 5 }, { x = 5 }, { when = "x" },
  { action = "idle", to = "END" },
  { host = "idle" }, { "guest", who = "person" }, { scene = "tea", as = "guest", to = "END" },
  { [0] = 1 }, { [1.5] = 1 }, { [true] = 1 }, { "a", nil, "c" }, 2147483648, -2147483649,
  setmetatable({}, { __index = function() return 5 end }), { "self", "energy", "<", 5 }, { { "self", "energy", "<" } },
}

local function sorted_keys(map)
  local keys = {}
  for key in pairs(map) do keys[#keys + 1] = key end
  table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
  return keys
end

-- Replaces, removes or adds something somewhere.
local function damage(random, map)
  while true do
    local keys = sorted_keys(map)
    local key = keys[random(math.max(1, #keys))]
    if key ~= nil and type(map[key]) == "table" and random(4) > 1 then
      map = map[key]
    else
      local what = random(4)
      local junk = copied(JUNK[random(#JUNK)])
      if what == 1 and type(junk) ~= "table" and junk == junk then
        map[junk] = copied(JUNK[random(#JUNK)])
      elseif what == 2 and key ~= nil then
        map[key] = nil
      elseif key ~= nil then
        map[key] = junk
      end
      return
    end
  end
end

describe("a damaged pack", function()
  it("never raises, and every problem can be shown", function()
    local random = generator(31)
    local refused = 0
    for _ = 1, COUNT do
      local fields = copied(whole_pack())
      for _ = 1, random(3) do damage(random, fields) end
      local result, problems, draft = content.compile { pack.from_table(fields) }
      -- What is right of it is looked through all the same.
      assert.is_string(content.format_all(check.review(result or draft)))
      if not result then
        refused = refused + 1
        assert.is_true(#problems > 0)
        assert.is_string(content.format_all(problems))
      end
    end
    assert.is_true(refused > COUNT / 4 and refused < COUNT)
  end)
end)
