local bustle = require "bustle"
local square = require "spec.lua.support.square"

local REFUSED = "a function that the world calls cannot yield (let it resume a coroutine of its own, and return)"

-- A world with an NPC, and where its errors were told of that refuse a yield.
local function world_with(action, options)
  action.duration = action.duration or 1
  local world = square.world(options, {
    env = { wind = { every = 10 } },
    actions = { act = action }, sequences = { act = bustle.chain { { action = "act", failed = "stand" }, "stand" } },
    npcs = { actor = { main = "act", every = 1 } },
  })
  local told = {}
  world:on("error", function(message, where)
    assert(message:match("^[^\n]*"):find(REFUSED, 1, true), message)
    told[#told + 1] = where
  end)
  world:spawn("actor", { name = "ann", owner = "sprite" })
  return world, told
end

-- Lets a coroutine of the game update the world and abandons it where it yields. The world must go on.
local function abandon(world, dt)
  local updating = coroutine.create(function() return (world:update(dt)) end)
  assert.same({ true, true }, { coroutine.resume(updating) })
  assert.equal("dead", coroutine.status(updating))
end

local function expect_alive(world)
  assert.is_true(world:update(0.1))
  assert.equal("string", type(world:save()))
  assert.is_true(world:check())
  world:close()
end

describe("a function that yields out of the world and is never resumed", function()
  it("is refused as a listener, which gets no further (S39)", function()
    local world, told = world_with {}
    local after = false
    world:on("start", function() coroutine.yield() after = true end)
    abandon(world, 0)
    assert.same({ { 'listener to "start"' }, false }, { told, after })
    expect_alive(world)
  end)

  it("is refused as any part of a handler, also across a pcall of its own (S39)", function()
    local world, told = world_with {}
    world:handle("act", {
      start = function() coroutine.yield() end,
      update = function() error(select(2, pcall(coroutine.yield)), 0) end,
      stop = function() coroutine.yield() end,
    })
    abandon(world, 0)
    abandon(world, 0.5)
    abandon(world, 1)
    assert.same({ 'handler of "act", start', 'handler of "act", update', 'handler of "act", stop' }, told)
    expect_alive(world)
  end)

  it("is refused as a condition or an effect (S8)", function()
    local world, told = world_with { targets = false, when = function() coroutine.yield() end }
    abandon(world, 0)
    assert.equal(1, #told)
    assert.matches('action "square.act", condition at ', told[1])
    expect_alive(world)
    world, told = world_with { targets = false, start = function() coroutine.yield() end }
    abandon(world, 0)
    assert.equal(1, #told)
    assert.matches('action "square.act", effect at ', told[1])
    expect_alive(world)
  end)

  it("is refused as a provider, whoever asks (S9, S10)", function()
    for _, when in ipairs { "env.wind == 0", function(_, _, env) return env.wind == 0 end } do
      local world, told = world_with { targets = false, when = when }
      world:provide("wind", function() coroutine.yield() end)
      abandon(world, 0)
      assert.same({ { 'provider of "square.wind"' }, "act" }, { told, world:get("ann").action })
      expect_alive(world)
    end
    local world, told = world_with { targets = "seat", prefer = "nearest" }
    world:spawn "bench"
    world:provide("position", function() coroutine.yield() end)
    abandon(world, 0)
    assert.same({ "provider of positions, for a square.actor" }, told)
    expect_alive(world)
  end)

  it("is refused as a trace, a log and where a recording goes", function()
    local world, told = world_with({}, { trace = function() coroutine.yield() end })
    abandon(world, 0)
    assert.equal("trace", told[1])
    expect_alive(world)
    world, told = world_with {}
    world:log(function() coroutine.yield() end)
    abandon(world, 0)
    assert.same({ "log" }, told)
    expect_alive(world)
    world, told = world_with {}
    local begun = false
    world:record(function() if begun then coroutine.yield() end begun = true return true end)
    for _ = 1, 300 do abandon(world, 0.01) end
    assert.same({ "the recording, which ends here" }, told)
    expect_alive(world)
  end)

  it("is refused while the world is saved, loaded and reloaded", function()
    local world, told = world_with {}
    world:update(0)
    assert.is_false(coroutine.resume(coroutine.create(function() world:save { key = coroutine.yield } end)))
    local bytes = world:save()
    coroutine.wrap(function() world:load(bytes, { owner = coroutine.yield }) end)()
    assert.same({ "owner, while loading" }, told)
    world:handle("act", { stop = function() coroutine.yield() end })
    world:on("stop", function() coroutine.yield() end)
    world:load(bytes)
    local changed = square.tables { npcs = { actor = { main = "watch" } } }
    coroutine.wrap(function() assert(world:reload("square", changed)) end)()
    assert.equal('handler of "act", stop', told[2])
    expect_alive(world)
  end)
end)

describe("a function that yields and is resumed", function()
  it("goes on where the world does not wait for it: in find and spawn_many", function()
    local world = square.world()
    local finding = coroutine.wrap(function()
      world:spawn_many("guard", 2, function(i) coroutine.yield(i) end)
      return #world:find { state = { energy = function(value) coroutine.yield(value) return true end } }
    end)
    assert.same({ 1, 2, 6, 6, 2 }, { finding(), finding(), finding(), finding(), finding() })
  end)

  it("may do so in a coroutine that it resumes itself", function()
    local world, told = world_with {}
    local script = coroutine.wrap(function() while true do coroutine.yield() end end)
    world:on("start", function() script() end)
    abandon(world, 0)
    assert.same({}, told)
    expect_alive(world)
  end)
end)
