local bustle = require "bustle"
local content = require "bustle.author.content"
local core = require "bustle.core"
local square = require "spec.lua.support.square"

-- A long run with all kinds of calls, from a generator of its own.
local function eventful(seed, metric)
  local world = square.world({ seed = seed, metric = metric }, { actions = { chat = { duration = { 1, 3 }, targets = "person",
    when = { "distance < nearby", function(npc, target) return npc.state.energy <= target.state.energy end },
    finish = function(npc) npc.state.energy = npc.state.energy - 1 end } },
    sequences = { social = bustle.loop_until("self.energy < 3", { { action = "chat", failed = "stand" }, "stand" }) },
    npcs = { talker = { main = "social", fallback = "watch", on = { shout = "scare", rain = { sequence = "greeting",
      priority = 3 } }, tags = "person", state = { "energy", "sitting", "mood" } } } })
  local state = 1
  local function random(n)
    state = state * 16807 % 2147483647
    return state % n + 1
  end
  world:provide("weather", function() return world._core:now() % 20000 < 5000 and "rainy" or "sunny" end)
  world:handle("stroll", { update = function(_, _, run) return run.remaining < 3.3 end })
  world:on("stop", function(npc, why) if why == "failed" then npc:move(random(50), random(50)) end end)
  for i = 1, 6 do world:spawn("bench", { x = i * 10 }) end
  local kinds, npcs = { "visitor", "guard", "talker", "loser" }, {}
  for i = 1, 40 do
    npcs[i] = world:spawn(kinds[i % 4 + 1], { name = i % 3 == 0 and "npc " .. i or nil, x = random(60), y = random(20) })
  end
  for _ = 1, 1000 do
    local i = random(#npcs)
    local npc, what = npcs[i], random(9)
    if what == 1 then npc:complete() elseif what == 2 then npc:fail "tired"
    elseif what == 3 then world:interrupt("shout", { within = 20, of = npc, from = npc })
    elseif what == 4 then npc:hold() elseif what == 5 then npc:release() elseif what == 6 then npc:run "greeting"
    elseif what == 7 then npc.state.energy = random(10) elseif what == 8 then npc:move(random(60), random(20))
    else
      npc:remove()
      npcs[i] = world:spawn(kinds[random(4)], { x = random(60) })
    end
    world:update(random(40) / 30, random(4) == 1 and { batch = 10 } or nil)
  end
  assert.is_true(world:check())
  return world
end

describe("the hash", function()
  it("is the same on every Lua for the same seed, content and calls (S28, S43)", function()
    for metric, hash in pairs { manhattan = 273887320, euclidean = 3990046470 } do
      local world = eventful(42, metric)
      assert.equal(hash, world:hash())
      assert.is_true(world:stats().starts > 3000)
    end
  end)

  it("is another for another seed", function()
    assert.are_not.equal(eventful(42):hash(), eventful(43):hash())
    assert.equal(eventful(43):hash(), eventful(43):hash())
  end)

  it("is that of the core, driven directly", function()
    local compiled = content.compile { bustle.pack(square.tables()) }
    local direct = core.world(compiled.content, { seed = 7 })
    local world = square.world()
    local bench, visitor = compiled.content:find("entity", "square.bench"), compiled.content:find("entity", "square.visitor")
    for i = 1, 5 do
      direct:spawn(bench, nil, i * 10, 0, 0)
      world:spawn("bench", { x = i * 10 })
    end
    for i = 1, 20 do
      direct:spawn(visitor, i == 1 and "mary" or nil, i, 2, 3)
      world:spawn("visitor", { name = i == 1 and "mary" or nil, x = i, y = 2, z = 3 })
    end
    for i = 1, 400 do
      direct:update(i * 125)
      world:update(0.125)
    end
    assert.equal(direct:hash(), world:hash())
  end)

  it("does not depend on who listens (S16)", function()
    local function hash(prepare)
      local world = square.world()
      prepare(world)
      world:spawn_many("bench", 3)
      world:spawn_many("visitor", 10)
      square.run(world, 200)
      return world:hash()
    end
    local silent = hash(function() end)
    assert.equal(silent, hash(square.record))
    assert.equal(silent, hash(function(world) world:handle("sit", { start = error, update = error, stop = error })
      world:on("error", function() end) end))
  end)
end)

describe("a world under the most aggressive collection", function()
  it("does the same", function()
    local expected = eventful(42):hash()
    local pause, multiplier = collectgarbage("setpause", 0), collectgarbage("setstepmul", 1000)
    local world = eventful(42)
    collectgarbage("setpause", pause)
    collectgarbage("setstepmul", multiplier)
    assert.equal(expected, world:hash())
  end)

  it("survives a full collection in every callback", function()
    local world = square.world(nil, { actions = { peek = { duration = 0.5, targets = "seat",
      when = function(npc, target) collectgarbage() return npc.state.energy > 0 and target.state.seats > 0 end,
      finish = function(npc) collectgarbage() npc.state.energy = 5 end } },
      sequences = { peek = bustle.chain { "peek" } }, npcs = { peeker = { main = "peek", every = 1, state = { "energy" } } } })
    local calls = 0
    local function collect() calls = calls + 1 collectgarbage() end
    for _, kind in ipairs { "spawn", "start", "stop" } do world:on(kind, collect) end
    world:handle("stand", { update = collect })
    world:provide("weather", function() collect() return "sunny" end)
    world:provide("position", function() collect() return 1, 2, 3 end)
    world:spawn_many("bench", 2)
    world:spawn_many("peeker", 2)
    world:spawn_many("guard", 2)
    square.run(world, 20)
    assert.is_true(calls > 50)
    assert.is_true(world:check())
  end)
end)

describe("statistics", function()
  it("count (S48)", function()
    local world = square.world()
    world:spawn "bench"
    world:spawn "guard"
    world:update(0)
    local into = {}
    local stats = world:stats(into)
    assert.equal(into, stats)
    assert.same({ 2, 1, 0, 0, 1, 1, 3, 0 }, { stats.entities, stats.npcs, stats.halted, stats.queued, stats.turns,
      stats.starts, stats.events, stats.refused })
    assert.is_true(stats.bytes > 0 and stats.allocations > 0)
    assert.equal(2, world:stats().entities)
    world:spawn "guard"
    assert.equal(1, world:stats().undelivered)
    assert.equal("stats: the table must be a table, not a number", square.refusal(function() world:stats(1) end))
  end)
end)
