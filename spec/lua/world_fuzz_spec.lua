-- Random calls on a world, right and wrong ones: nothing but a clear refusal comes of the wrong ones. And a game that is
-- played while allocations fail. BUSTLE_FUZZ says how many calls, BUSTLE_FUZZ_SEED which.
local failing = require "failing_world"
local inn = require "spec.lua.support.inn"
local square = require "spec.lua.support.square"

local COUNT = tonumber(os.getenv "BUSTLE_FUZZ") or 3000
local SEED = tonumber(os.getenv "BUSTLE_FUZZ_SEED") or 1

local state
local function random(n)
  state = state * 16807 % 2147483647
  return state % n + 1
end

local function pick(list)
  if #list > 0 then return list[random(#list)] end
end

local function nothing() end

local KINDS = { "visitor", "guard", "loser", "hopeless", "bench", "cart", "square.guard" }
local SEQUENCES = { "day", "scare", "greeting", "watch", "doomed" }
local STATES = { "energy", "sitting", "mood", "seats", "unused", "square.energy" }
local FIELDS = { "id", "name", "kind", "alive", "owner", "state", "x", "y", "z", "action", "sequence", "activities", "token",
  "halted", "remaining", "target" }

-- Values that fit nowhere, or only by chance.
local function odd()
  return pick { 0, -1, 1.5, 0 / 0, math.huge, 2 ^ 53, 1e300, "", "mary", "\0", "energy", true, false, {}, { {} }, nothing }
end

local function maybe(value)
  if random(12) == 1 then return odd() end
  return value
end

local function value()
  return pick { 1, 5, -3, 2.5, true, false, "glad", "rainy", 1e12, odd() }
end

-- What ends the listening of the last few listeners.
local leaves = {}

local CALLS = {
  function(w) return w:spawn(maybe(pick(KINDS)), maybe { name = random(3) == 1 and pick { "a", "b", "c" } or nil,
    x = maybe(random(50)), y = random(9), state = random(3) == 1 and { [pick(STATES)] = value() } or nil, owner = odd() }) end,
  function(w) return w:spawn_many(maybe(pick(KINDS)), maybe(random(3)), random(2) == 1 and function() return maybe {} end or nil) end,
  function(w, e) return w:remove(maybe(random(2) == 1 and e or e and e.id)) end,
  function(w, e) return w:move(maybe(e), maybe(random(50)), random(50)) end,
  function(w) return w:set(maybe(pick { "weather", "open", "noise" }), value()) end,
  function(w, e) return w:interrupt(maybe(pick { "shout", "whistle", "rain" }), maybe(pick { "all", { e }, { within = maybe(random(30)),
    of = maybe(e) }, { within = 5, of = { x = maybe(3) }, from = e } }), maybe(nil)) end,
  function(w) return w:find(maybe { kind = random(3) == 1 and maybe(pick(KINDS)) or nil, tag = random(3) == 1 and "person" or nil,
    state = random(3) == 1 and { [pick(STATES)] = value() } or nil }) end,
  function(w) return w:update(maybe(random(100) / 50), maybe(random(3) == 1 and { batch = maybe(random(4)) } or nil)) end,
  function(w) return w:update(random(100) / 50) end,
  function(w) return w:get(maybe "a") end,
  function(w, e) return w:entity(maybe(e and e.id)) end,
  function(w)
    local view = w:events()
    return view:kind(maybe(1)), view:npc(1), view:target(1), view:name(1), view:reason(1), view:token(maybe(2))
  end,
  function(w) return w:handle(maybe(pick { "rest", "sit", "stand", "stroll" }), maybe(pick { false, { start = odd() }, {
    start = function(npc) if npc.alive then npc:complete() end end, update = function() return random(3) == 1 end,
    stop = function(npc) if random(5) == 1 and npc.alive then npc:remove() end end } })) end,
  function(w) return w:handle { [pick { "actions", "tag", "travel", "default" }] = maybe(pick { true, "rest", { "sit" } }),
    ends = maybe(pick { "timed", "game" }), update = function() return random(3) == 1 end } end,
  function(w) return w:actions() end,
  function(w)
    local leave = w:on(maybe(pick { "start", "stop", "spawn", "remove", "halt" }), maybe(function(npc)
      if random(4) == 1 then error(odd()) end
      if npc.alive and random(9) == 1 then npc:remove() end
    end))
    leaves[#leaves + 1] = leave
    if #leaves > 5 then table.remove(leaves, random(5))() end
  end,
  function(w) return w:provide(maybe(pick { "weather", "open", "noise", "position" }), maybe(odd)) end,
  function(_, e) return e[pick(FIELDS)] end,
  function(_, e) return e.state[maybe(pick(STATES))] end,
  function(_, e) e.state[maybe(pick(STATES))] = value() end,
  function(_, e) e[maybe(pick { "owner", "x", "sprite" })] = odd() end,
  function(_, e) return e:complete(maybe(e.token)) end,
  function(_, e) return e:fail(odd(), maybe(nil)) end,
  function(_, e) return e:interrupt(maybe "shout", maybe(nil)) end,
  function(_, e) return e:hold() end, function(_, e) return e:release() end,
  function(_, e) return e:run(maybe(pick(SEQUENCES)), maybe(random(5) - 3)) end,
  function(_, e) return e:set_main(maybe(pick(SEQUENCES))) end,
  function(_, e) return e:restart() end, function(_, e) return e:doing() end,
  function(_, e) return e:memories(maybe(pick { "actions", "transitions", "interruptions" })) end,
  function(_, e) return e:move(maybe(1), maybe(2), maybe(3)) end, function(_, e) return tostring(e) end,
  function(w) return w:hash(), w:now(), w:stats(), tostring(w), w.env[maybe "weather"] end,
}

describe("random calls", function()
  it("leave a world consistent, whatever they are", function()
    state = SEED
    local world, others = square.world { restart = 1 }, square.world():spawn "visitor"
    world:on("error", function() end)
    local met, refused = { others }, 0
    for i = 1, COUNT do
      local everyone = world:find()
      if #everyone > 60 then everyone[random(#everyone)]:remove() end
      local who = random(10) == 1 and pick(met) or pick(everyone)
      local ok, result = pcall(pick(CALLS), world, who)
      if not ok then
        refused = refused + 1
        assert.is_string(result)
        assert.not_matches("lua/bustle/[%w/]+%.lua:%d+: attempt", result)
        assert.not_matches("bad argument", result)
      elseif type(result) == "table" and rawget(result, "_id") then
        met[random(20)] = result
      end
      if i % 50 == 0 then assert.is_true(world:check()) end
    end
    assert.is_true(refused > COUNT / 50)
    assert.is_true(world:update(1))
    assert.is_true(world:check())
  end)
end)

-- Calls on an inn in which scenes go on.
local SCENES = {
  function(w) return w:stage(maybe(pick { "order", "round_dance" }), maybe(nil)) end,
  function(w, e, other) return w:stage("order", { patron = maybe(e), server = random(2) == 1 and maybe(other) or nil,
    at = random(3) == 1 and maybe(other) or nil }) end,
  function(w, e, other) return w:stage("round_dance", { dancer = maybe { maybe(e), other } }) end,
  function(_, e) return e:leave_scene() end, function(_, e) return e:scenes() end,
  function(_, e) return e.scene and e.scene.waiting end, function(_, e) return tostring(e:explain()) end,
  function(_, e) return e:hold() end, function(_, e) return e:release() end, function(_, e) return e:restart() end,
  function(_, e) return e:run(pick { "duck", "order_now" }, random(3)) end,
  function(_, e) return e:set_main(pick { "evening", "service", "order_now" }) end,
  function(_, e) return e:interrupt "brawl" end, function(_, e) return e:complete() end,
  function(_, e) return e:fail() end, function(_, e) return e:memories "encounters" end,
  function(_, e) if e.kind == "patron" then e.state.thirst = random(12) end end,
  function(w, e) if #w:find() > 10 then return w:remove(e) end end,
  function(w) if #w:find() < 25 then return w:spawn(pick { "patron", "waiter", "hearth" }, { x = random(30) }) end end,
  function(w) return w:update(random(30) / 10) end, function(w) return w:update(random(30) / 10) end,
}

describe("random calls on scenes", function()
  it("leave a world consistent, with as many leaves as joins in the end", function()
    state = SEED + 1
    local world = inn.world { explain = 8, restart = 1 }
    local joins, leaves_told = 0, 0
    world:on("join", function() joins = joins + 1 end)
    world:on("leave", function() leaves_told = leaves_told + 1 end)
    for i = 1, COUNT do
      local everyone = world:find()
      local ok, result = pcall(pick(SCENES), world, pick(everyone), pick(everyone))
      if not ok then
        assert.is_string(result)
        assert.not_matches("lua/bustle/[%w/]+%.lua:%d+: attempt", result)
        assert.not_matches("bad argument", result)
      end
      if i % 20 == 0 then assert(world:check()) end
    end
    for _, each in ipairs(world:find()) do each:remove() end
    world:update(0)
    assert.is_true(joins > COUNT / 50)
    assert.same({ joins, joins, 0 }, { world:stats().joins, leaves_told, world:stats().scenes })
  end)
end)

describe("a game without memory", function()
  -- Until it works: what fails for want of memory is tried again.
  local failures = 0
  local function again(fn, ...)
    for _ = 1, 10 do
      local first, _, code = fn(...)
      if first ~= nil then return first end
      assert.equal("no_memory", code)
      failures = failures + 1
    end
    error "it never works"
  end

  -- With the n-th allocation of the core failing, and every m-th after it.
  local function play(n, m)
    state = 5
    local world = square.world()
    local heard = 0
    world:on("start", function() heard = heard + 1 end)
    local function fail() if n then failing.fail(world._core, n) n = m end end
    fail()
    for _ = 1, 3 do again(world.spawn, world, "bench", { x = random(20) }) end
    for i = 1, 30 do again(world.spawn, world, pick { "visitor", "guard" }, { name = "npc " .. i, x = random(20) }) fail() end
    for i = 1, 60 do
      local npc = world:get("npc " .. random(30))
      if npc and i % 3 == 0 then again(npc.interrupt, npc, "shout") fail() end
      if npc and i % 10 == 0 then again(npc.remove, npc) fail() end
      local done = world:update(0.5)
      while not done do
        failures = failures + 1
        done = world:update(0)
      end
    end
    assert.is_true(world:check())
    return world:hash(), heard
  end

  it("comes out the same", function()
    local hash, heard = play()
    for n = 1, 60 do
      local other, others = play(n, n % 7 + 1)
      assert.equal(hash, other)
      assert.equal(heard, others)
    end
    assert.is_true(failures > 30)
  end)
end)
