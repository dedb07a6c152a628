local failing = require "failing_world"
local clock = require "bustle.world.clock"
local square = require "spec.lua.support.square"

local refusal = square.refusal

describe("time", function()
  it("is exact to the millisecond after a million steps of 1/60 s (S36)", function()
    local world = square.world()
    for _ = 1, 1000000 do world:update(1 / 60) end
    assert.equal(16666.667, world:now())
  end)

  it("comes to whole seconds where the steps do", function()
    for _, steps in ipairs { 3, 7, 10, 30, 49, 60, 120, 144, 1000 } do
      local world = square.world()
      for second = 1, 100 do
        for _ = 1, steps do world:update(1 / steps) end
        assert.equal(second, world:now())
      end
    end
  end)

  it("carries steps that are shorter than a millisecond", function()
    local now, carry = 0, 0
    for _ = 1, 10000 do now, carry = clock.after(now, carry, 0.0001) end
    assert.equal(1000, now)
    assert.is_true(math.abs(carry) < 1e-9)
  end)

  it("is never off by more than half a millisecond, whatever the steps", function()
    local now, carry, exact, state = 0, 0, 0, 1
    for _ = 1, 100000 do
      state = state * 16807 % 2147483647
      -- Multiples of 1/65536 s, whose sum is exact.
      local step = state % 4096 / 65536
      exact = exact + step
      now, carry = clock.after(now, carry, step)
      assert.is_true(math.abs(now - exact * 1000) <= 0.5 + 1e-6)
    end
  end)

  it("may stand still, and starts at 0", function()
    local world = square.world()
    assert.equal(0, world:now())
    assert.is_true(world:update(0))
    assert.is_true(world:update(0))
    assert.equal(0, world:now())
  end)

  it("refuses steps that are none, and stays where it was", function()
    local world = square.world()
    world:update(1.5)
    for text, dt in pairs {
      ["update: a step cannot be NaN"] = 0 / 0,
      ["update: a step cannot be infinite"] = math.huge,
      ["update: a step is a number of seconds, not a string"] = "1",
      ["update: a step is a number of seconds, not a table"] = {},
      ["update: that is further than time goes"] = 1e300,
    } do
      assert.equal(text, refusal(function() world:update(dt) end))
    end
    assert.matches("^update: a step cannot go back in time %(%-0.5 s%)$", refusal(function() world:update(-0.5) end))
    assert.matches("^update: a step cannot go back in time", refusal(function() world:update(-math.huge) end))
    assert.equal("update: a step is a number of seconds, not a nil", refusal(function() world:update() end))
    assert.equal(1.5, world:now())
    world:update(0.5)
    assert.equal(2, world:now())
  end)
end)

describe("an update", function()
  it("lets a batch of NPCs decide (S37)", function()
    local world = square.world()
    world:spawn_many("guard", 10)
    local started = 0
    world:on("start", function() started = started + 1 end)
    world:update(0, { batch = 4 })
    assert.equal(4, started)
    world:update(0, { batch = 0 })
    assert.equal(4, started)
    world:update(0)
    assert.equal(10, started)
  end)

  it("keeps to a budget, and starves nobody", function()
    local world = square.world()
    world:spawn_many("guard", 200)
    local started = 0
    world:on("start", function() started = started + 1 end)
    world:update(0, { budget_ms = 0 })
    assert.is_true(started < 200)
    for _ = 1, 1000 do world:update(0, { budget_ms = 0.5 }) end
    assert.equal(200, started)
  end)

  it("names what is wrong with its options", function()
    local world = square.world()
    for text, options in pairs {
      ["update: the options must be a table, not a number"] = 5,
      ['update: unknown option "bacth" (did you mean "batch"?)'] = { bacth = 1 },
      ["update: batch must be a whole number from 0 to 2147483647, not -1"] = { batch = -1 },
      ["update: batch must be a whole number from 0 to 2147483647, not 1.5"] = { batch = 1.5 },
      ["update: budget_ms must be a number, not a string"] = { budget_ms = "1" },
      ["update: budget_ms cannot be negative"] = { budget_ms = -1 },
    } do
      assert.equal(text, refusal(function() world:update(1, options) end))
    end
    assert.matches("update: budget_ms must be finite", refusal(function() world:update(1, { budget_ms = 0 / 0 }) end))
    assert.equal(0, world:now())
  end)

  it("that ran out of memory is finished by one of no time, which does no more", function()
    local world, started = square.world(), 0
    world:on("start", function() started = started + 1 end)
    world:spawn_many("guard", 40)
    local n, ok = 0, true
    while ok do
      n = n + 1
      failing.fail(world._core, n)
      ok = world:update(1, { batch = 1 })
      if started > 30 then return end
    end
    local before = started
    assert.is_true(world:update(0, { batch = 1 }))
    assert.is_true(started <= before + 1)
    assert.equal(n, world:now())
  end)

  it("is finished by the next one when memory has run out", function()
    local failures = 0
    for n = 1, 40 do
      local world = square.world()
      local lines = square.record(world)
      world:spawn_many("visitor", 40)
      failing.fail(world._core, n)
      local ok, message, code = world:update(1)
      if not ok then
        failures = failures + 1
        assert.same({ nil, "string", "no_memory" }, { ok, type(message), code })
        assert.same({}, lines)
        assert.equal(1, world:now())
        assert.matches("^spawn: ", refusal(function() world:spawn "visitor" end))
      end
      failing.fail(world._core)
      assert.is_true(world:update(0.5))
      assert.equal(80, #lines)
      assert.equal(1.5, world:now())
      assert.is_true(world:check())
    end
    assert.is_true(failures > 0)
  end)
end)
