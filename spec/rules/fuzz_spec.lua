-- Random calls of everything that games call, right and wrong, in random order: each returns or raises an ordinary
-- error, and the world stays consistent. BUSTLE_FUZZ=n: that many calls; BUSTLE_FUZZ_SEED=n: others.
local bustle = require "bustle"

local COUNT = tonumber(os.getenv "BUSTLE_FUZZ") or 2000
local FIRST_SEED = tonumber(os.getenv "BUSTLE_FUZZ_SEED") or 1
local CALLS_PER_WORLD = 250

-- ---- Chance: the same on every Lua ----

local Chance = {}
Chance.__index = Chance

function Chance:below(n)
  self.state = (self.state * 16807) % 2147483647
  return self.state % n
end

function Chance:pick(list) return list[self:below(#list) + 1] end
function Chance:in_hundred(n) return self:below(100) < n end

local function new_chance(seed)
  local chance = setmetatable({ state = seed % 2147483646 + 1 }, Chance)
  for _ = 1, 5 do chance:below(2) end
  return chance
end

-- ---- The world ----

-- `act` is called in functions, handlers and providers: there calls are made too.
local function new_world(chance, act)
  local function condition(npc, target, env)
    act()
    if chance:in_hundred(5) then error(chance:pick { "a text", { "a table" }, 7, false }) end
    return npc.state.n >= 0 or env.hour > 3 or target == nil
  end
  local function effect(npc, target)
    act()
    npc.state.n = npc.state.n + 1
    if target and chance:in_hundred(20) then target.state.nothing = 1 end
  end
  local world = bustle.world { seed = chance:below(1000), ends = chance:pick { "timed", "game" },
    limits = { queue = chance:below(4), failures = chance:below(4), activities = chance:below(4) + 1 },
    packs = { {
      name = "p", states = { seats = { default = 1, min = 0, max = 3 }, n = {}, on = { flag = true },
        mood = { values = { "calm", "glad" } } },
      env = { hour = { every = 1, min = 0, max = 23 }, rain = { every = 2, flag = true } },
      interruptions = { "shout", "served", rain = { when = "env.rain" } },
      actions = {
        sit = { duration = { 1, 3 }, targets = "seat", claim = "target.seats", resumable = true, when = condition,
          finish = effect, interrupted = "self.n += 1" },
        walk = { travel = 9, targets = "seat", prefer = "nearest" },
        greet = { duration = 1, targets = "person", finish = "raise shout on target" },
        rest = { duration = 1, resumable = true }, wait = { duration = 9, ends_on = "served" },
        odd = { duration = 1, targets = false, when = condition, start = effect },
      },
      sequences = {
        day = { entry = "hub", hub = { to = { "sit", "walk", "greet", "odd", "wait" } },
          sit = { action = "sit", to = "END", failed = "rest" }, walk = { action = "walk", to = "stay" },
          stay = { sequence = "stay", to = "END" }, greet = { action = "greet", to = "END" },
          odd = { action = "odd", to = "END" }, wait = { action = "wait", to = "END" },
          rest = { action = "rest", to = "END" } },
        stay = { claim = "target.seats", entry = "sit", sit = { action = "sit", to = "rest" },
          rest = { action = "rest", to = "END" } },
        look = bustle.chain { "rest" }, idle = bustle.chain { "rest" },
      },
      props = { bench = { static = true, tags = "seat", state = { "seats" } }, cart = { every = 1, tags = "seat",
        state = { "seats" } } },
      npcs = { man = { main = "day", fallback = "idle", tags = "person", state = { "n", "on", "mood" },
        on = { shout = { sequence = "look", priority = 1 }, rain = "idle" } } },
    } } }
  world:on("error", act)
  return world
end

-- ---- Arguments ----

local WRONG = { -1, 0.5, 2 ^ 60, 0 / 0, math.huge, -math.huge, "", "nobody", "man", true, false, {}, function() end,
  { 1, 2 }, { x = "y" }, { within = -1, of = {} }, { name = 5 }, { batch = 0.5 },
  setmetatable({}, { __index = error }) }

local NAMES = {
  kind = { "man", "man", "bench", "cart", "p.man" }, sequence = { "day", "look", "idle", "stay" },
  action = { "sit", "walk", "rest", "wait", "odd" }, interruption = { "shout", "served", "rain" },
  state = { "n", "on", "mood", "seats" }, env = { "hour", "rain" },
  event = { "start", "stop", "fail", "halt", "spawn", "remove", "interrupt", "ignore", "fallback", "restart" },
  name = { "ann", "bob", "cat", "dog" },
}

local Run = {}
Run.__index = Run

function Run:wrong()
  if self.chance:in_hundred(20) then return nil end
  return self.chance:pick(WRONG)
end

-- Mostly what it should be.
function Run:arg(kind)
  if self.chance:in_hundred(12) then return self:wrong() end
  return self[kind](self)
end

for kind, list in pairs(NAMES) do
  Run[kind] = function(self) return self.chance:pick(list) end
end

function Run:whole() return self.chance:below(20) - 5 end
function Run:seconds() return self.chance:below(400) / 100 end
function Run:entity() return self.entities[1] and self.chance:pick(self.entities) or nil end
function Run:id()
  local entity = self:entity()
  return entity and (self.chance:in_hundred(50) and entity.id or entity) or nil
end
function Run:value() return self.chance:pick { 0, 1, 5, -3, 2.5, "glad", true, false } end
function Run:owner() return self.chance:pick { {}, "owner", 5 } end
function Run:token() return self.chance:in_hundred(50) and self.chance:below(9) or nil end
function Run:point() return { x = self.chance:below(50), y = self.chance:below(9) } end

function Run:options()
  return { name = self.chance:in_hundred(20) and self:name() or nil, x = self:arg "whole", y = self:arg "whole",
    owner = self:arg "owner", state = self.chance:in_hundred(30) and { n = self:arg "whole" } or nil }
end

function Run:whom()
  local chance = self.chance
  return chance:pick { "all", { self:id(), self:id(), from = self:id() },
    { within = chance:below(30), of = self:point() }, { within = chance:below(30), of = self:id(), from = self:id() } }
end

function Run:query()
  return self.chance:pick { {}, { kind = self:kind() }, { tag = "seat" }, { state = { n = self:value() } },
    { within = 20, of = self:id() }, { within = 20, of = self:point(), tag = "person" } }
end

function Run:batch() return self.chance:pick { {}, { batch = 2 }, { budget_ms = 0 }, { batch = 0 } } end

-- A function that calls something itself.
function Run:fn()
  return function()
    self:inside()
    if self.chance:in_hundred(5) then error(self.chance:pick { "a text", {}, 7 }) end
    return self.chance:in_hundred(30) and self:arg "value" or nil
  end
end

-- ---- Calls ----

local METHODS = {
  spawn = { "kind", "options" }, remove = { "id" }, move = { "id", "whole", "whole", "whole" }, entity = { "id" },
  get = { "name" }, now = {}, on = { "event", "fn" }, handle = { "action", "handler" }, events = {}, actions = {},
  provide = { "env", "fn" }, set = { "env", "value" }, find = { "query" }, interrupt = { "interruption", "whom", "id" },
  hash = {}, stats = {}, check = {}, spawn_many = { "kind", "few", "options_of" }, update = { "seconds", "batch" },
}
local ON_ENTITIES = {
  complete = { "token" }, fail = { "name", "token" }, interrupt = { "interruption", "id" }, hold = {}, release = {},
  run = { "sequence", "whole" }, set_main = { "sequence" }, restart = {}, remove = {},
  move = { "whole", "whole", "whole" }, doing = {}, memories = { "memory" },
}
local FIELDS = { "id", "name", "kind", "owner", "alive", "state", "x", "y", "z", "action", "sequence", "activities",
  "token", "halted", "remaining", "target", "nonsense" }

function Run:few() return self.chance:below(4) end
function Run:memory() return self.chance:pick { "transitions", "actions", "interruptions" } end
function Run:handler()
  return { start = self:fn(), update = self:fn(), stop = self:fn(), ends = self.chance:pick { "timed", "game", nil } }
end
function Run:options_of() return function() return self:options() end end

local function sorted(map)
  local list = {}
  for name in pairs(map) do list[#list + 1] = name end
  table.sort(list)
  return list
end

local WORLD_CALLS, ENTITY_CALLS = sorted(METHODS), sorted(ON_ENTITIES)

function Run:arguments(kinds)
  local list = {}
  for i, kind in ipairs(kinds) do list[i] = self:arg(kind) end
  return list[1], list[2], list[3], list[4]
end

-- Reads and writes what entities have.
function Run:touch()
  local entity, chance = self:entity(), self.chance
  if not entity then return end
  local way = chance:below(5)
  if way == 0 then return entity[chance:pick(FIELDS)] end
  if way == 1 then entity.owner = self:arg "owner" end
  if way == 2 then entity.state[self:arg "state"] = self:arg "value" end
  if way == 3 then return entity.state[self:arg "state"], tostring(entity), tostring(entity.state) end
  if way == 4 then entity[chance:pick(FIELDS)] = self:wrong() end
end

function Run:look()
  local events = self.world:events()
  for _ = 1, 3 do
    local i = self:arg "whole"
    local reader = self.chance:pick { "kind", "time", "npc", "target", "name", "token", "duration", "remaining",
      "resumed", "reason", "interruption" }
    local _ = events[reader](events, i)
  end
  return self.world.env[self:arg "env"], tostring(self.world), tostring(events)
end

function Run:keep(result)
  if type(result) == "table" and getmetatable(result) and pcall(function() return result.alive and result.id end)
    and rawget(result, "_id") then
    table.insert(self.entities, result)
    if #self.entities > 30 then table.remove(self.entities, 1) end
  end
end

-- One call; what it raises has to be an ordinary error.
function Run:call()
  local chance = self.chance
  local way = chance:below(10)
  local ok, result
  if way < 1 then
    ok, result = pcall(self.touch, self)
  elseif way < 2 then
    ok, result = pcall(self.look, self)
  elseif way < 6 then
    local entity, name = self:entity(), chance:pick(ENTITY_CALLS)
    ok, result = pcall(function()
      return entity and entity[name](entity, self:arguments(ON_ENTITIES[name]))
    end)
  else
    local name = chance:in_hundred(30) and "update" or chance:pick(WORLD_CALLS)
    if name == "spawn" and self.world:stats().entities > 40 then name = "update" end
    ok, result = pcall(self.world[name], self.world, self:arguments(METHODS[name]))
    if ok then self:keep(result) end
  end
  self.calls = self.calls + 1
  if ok then self.fine = self.fine + 1 end
  if not ok and type(result) ~= "string" then error(("the error is a %s"):format(type(result))) end
end

-- Calls in functions, handlers and providers. They are rare, and make no further ones.
function Run:inside()
  if self.depth > 0 or not self.world or not self.chance:in_hundred(30) then return end
  self.depth = 1
  local ok, problem = pcall(self.call, self)
  self.depth = 0
  if not ok then self.problem = problem end
end

local function run_world(seed, count)
  local run = setmetatable({ chance = new_chance(seed), entities = {}, depth = 0, calls = 0, fine = 0 }, Run)
  run.world = new_world(run.chance, function() run:inside() end)
  while run.calls < count do
    run:call()
    assert(not run.problem, run.problem)
    assert(run.world:check())
  end
  for _ = 1, 5 do assert(run.world:update(1)) end
  assert(run.world:check())
  local hash = run.world:hash()
  run.world:close()
  return run, hash
end

describe("random calls", function()
  it("never do harm", function()
    local calls, fine, seed = 0, 0, FIRST_SEED
    while calls < COUNT do
      local ok, run = xpcall(function() return (run_world(seed, math.min(CALLS_PER_WORLD, COUNT))) end, debug.traceback)
      assert(ok, ("seed %d: %s"):format(seed, tostring(run)))
      calls, fine, seed = calls + run.calls, fine + run.fine, seed + 1
    end
    assert.truthy(fine > calls / 3 and fine < calls)
  end)

  it("made again give the same", function()
    for seed = 1, 3 do
      local _, first = run_world(seed, 200)
      local _, second = run_world(seed, 200)
      assert.equal(first, second)
    end
  end)
end)
