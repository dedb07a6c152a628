local bustle = require "bustle"
local square = require "spec.lua.support.square"

local refusal = square.refusal

describe("the environment", function()
  it("is read as its author writes it (S9)", function()
    local world = square.world()
    assert.same({ "sunny", true, 7 }, { world.env.weather, world.env.open, world.env.noise })
    assert.equal("sunny", world.env["square.weather"])
    assert.equal('unknown env "wether" (did you mean "weather"?)', refusal(function() return world.env.wether end))
    assert.equal("the environment must be named by a string, not a number", refusal(function() return world.env[1] end))
    assert.equal('the environment is set with world:set("open", value)', refusal(function() world.env.open = false end))
  end)

  it("is set by the game (S9)", function()
    local world = square.world()
    assert.is_true(world:set("weather", "rainy"))
    assert.is_true(world:set("open", false))
    world:set("noise", 12.5)
    assert.same({ "rainy", false, 13 }, { world.env.weather, world.env.open, world.env.noise })
    world:set("noise", 1e9)
    world:set("weather", 0)
    assert.same({ 100, "sunny" }, { world.env.noise, world.env.weather })
    for text, arguments in pairs {
      ['unknown env "wether" (did you mean "weather"?)'] = { "wether", 1 },
      ["the environment must be named by a string, not a nil"] = {},
      ['env "weather": it has no value "rany"; it has "sunny", "rainy" (did you mean "rainy"?)'] = { "weather", "rany" },
      ['env "open": it cannot be a nil (give a whole number of 32 bits)'] = { "open" },
      ['env "noise": it is not a flag, so it cannot be true (give a number, or make it a flag)'] = { "noise", true },
      ['env "noise": it cannot be inf'] = { "noise", math.huge },
    } do
      assert.equal(text, refusal(function() world:set(arguments[1], arguments[2]) end))
    end
  end)

  it("raises interruptions when it is set (S45)", function()
    local world = square.world(nil, { npcs = { visitor = { main = "day", on = { rain = "scare" },
      state = { "energy", "sitting", "mood" } } } })
    local mary = world:spawn "visitor"
    world:update(0)
    world:set("weather", "rainy")
    world:update(0)
    assert.equal("gasp", mary.action)
  end)
end)

-- A world in which two actions are tried at every update, and what their conditions say. The first has a condition of
-- the core's on the weather if asked for, the second has a function.
local function watchers(in_core, fn)
  local world = square.world(nil, {
    actions = { look = { duration = 0.1, when = in_core and "env.weather == 'rainy'" or "self.energy > 0" },
      peer = { duration = 0.1, targets = false, when = fn } },
    sequences = { look = bustle.chain { { action = "look", failed = "stand" }, "stand" },
      peer = bustle.chain { { action = "peer", failed = "stand" }, "stand" } },
    npcs = { looker = { main = "look", state = { "energy" } }, peerer = { main = "peer" } },
  })
  local problems = {}
  world:on("error", function(message, where) problems[#problems + 1] = { message:match("^[^\n]*"), where } end)
  return world, problems
end

describe("a provider", function()
  it("is asked at most once per interval, when somebody needs it (S9)", function()
    local world, asked = watchers(true, function() return true end), {}
    world:provide("weather", function() asked[#asked + 1] = world:now() return "rainy" end)
    world:spawn_many("looker", 5)
    square.run(world, 100, 0.1)
    assert.equal("rainy", world.env.weather)
    assert.is_true(#asked == 2 or #asked == 3)
    assert.is_nil(world:provide("weather", nil))
    local before = #asked
    square.run(world, 100, 0.1)
    assert.equal(before, #asked)
    assert.equal("rainy", world.env.weather)
  end)

  it("is asked as often when functions need it, too", function()
    local asked, seen = {}, {}
    local world, problems = watchers(true, function(_, _, env)
      seen[env.weather] = (seen[env.weather] or 0) + 1
      return true
    end)
    local answer = "rainy"
    world:provide("weather", function()
      asked[#asked + 1] = world._core:now()
      return answer
    end)
    world:spawn_many("peerer", 3)
    world:spawn_many("looker", 3)
    world:update(0)
    assert.same({ { 0 }, { rainy = 3 } }, { asked, seen })
    answer = "sunny"
    square.run(world, 49, 0.1)
    assert.same({ 0 }, asked)
    assert.equal("rainy", world.env.weather)
    square.run(world, 101, 0.1)
    assert.equal("sunny", world.env.weather)
    for i = 2, #asked do assert.is_true(asked[i] - asked[i - 1] >= 5000) end
    assert.is_true(#asked >= 3)
    assert.is_truthy(seen.sunny)
    assert.same({}, problems)
  end)

  it("is asked once where a function and the core need it at the same time, whoever is first", function()
    for _, order in ipairs { { "peerer", "looker" }, { "looker", "peerer" } } do
      local seen, asked = {}, 0
      local world = square.world(nil, {
        actions = { look = { duration = 1, when = "env.noise == 60" },
          peer = { duration = 1, targets = false, when = function(_, _, env) seen[#seen + 1] = env.noise return true end } },
        sequences = { look = bustle.chain { { action = "look", failed = "stand" }, "stand" },
          peer = bustle.chain { "peer" } },
        npcs = { looker = { main = "look" }, peerer = { main = "peer" } },
      })
      world:provide("noise", function() asked = asked + 1 return 60 end)
      for _, kind in ipairs(order) do world:spawn(kind) end
      world:update(0)
      assert.same({ 1, { 60 }, "look" }, { asked, seen, world:find({ kind = "looker" })[1].action })
    end
  end)

  it("is not asked by a function soon after the game has set the value (S9)", function()
    local seen, asked = {}, 0
    local world = watchers(false, function(_, _, env) seen[#seen + 1] = env.noise return true end)
    world:provide("noise", function() asked = asked + 1 return 60 end)
    world:update(5)
    world:set("noise", 30)
    world:spawn "peerer"
    world:update(0.999)
    assert.same({ 0, { 30 } }, { asked, seen })
    world:spawn "peerer"
    world:update(0.001)
    assert.same({ 1, { 30, 60 } }, { asked, seen })
  end)

  it("answers booleans, names and numbers, rounded and clamped", function()
    for _, by_function in ipairs { false, true } do
      for _, case in ipairs { { "noise", 12.5, 13 }, { "noise", 1e12, 100 }, { "noise", -5, 0 }, { "noise", true, 1 },
        { "open", false, false }, { "open", 0, false }, { "weather", "rainy", "rainy" }, { "weather", 1, "rainy" } } do
        local name, answer, expected = case[1], case[2], case[3]
        local condition = name == "weather" and "env.weather == 'rainy'" or name == "open" and "env.open"
          or "env.noise > 0"
        local seen
        local world = square.world(nil, { actions = { look = { duration = 1, targets = false,
          when = by_function and function(_, _, env) seen = env[name] return true end or condition } },
          sequences = { look = bustle.chain { { action = "look", failed = "stand" }, "stand" } },
          npcs = { looker = { main = "look" } } })
        world:provide(name, function() return answer end)
        world:spawn "looker"
        world:update(0)
        assert.equal(expected, world.env[name])
        if by_function then assert.equal(expected, seen) end
      end
    end
  end)

  it("that errs or answers nonsense is told of, and changes nothing (S9)", function()
    for answer, text in pairs {
      [0 / 1] = false, none = "not a value", [{}] = "table", [print] = "function",
    } do
      for _, in_core in ipairs { true, false } do
        local world, problems = watchers(in_core, function(_, _, env) return env.weather == "sunny" end)
        world:provide("weather", function() return answer end)
        local npc = world:spawn(in_core and "looker" or "peerer")
        world:update(0)
        assert.equal("sunny", world.env.weather)
        assert.is_truthy(npc.action)
        if text then
          assert.equal(1, #problems)
          assert.is_true(problems[1][2] == "content" or problems[1][2] == 'provider of "square.weather"')
        else
          assert.same({}, problems)
        end
      end
    end
    for _, kind in ipairs { "looker", "peerer" } do
      local world, problems = watchers(true, function(_, _, env) return env.weather == "sunny" end)
      local asked = 0
      world:provide("weather", function() asked = asked + 1 error "oh" end)
      world:spawn_many(kind, 3)
      world:update(0)
      world:update(0)
      assert.same({ 1, 1, 'provider of "square.weather"' }, { asked, #problems, problems[1][2] })
      assert.matches("_spec.lua:%d+: oh$", problems[1][1])
    end
  end)

  it("may answer nothing", function()
    local world, problems = watchers(true, function() return true end)
    world:provide("weather", function() end)
    world:spawn "looker"
    world:update(0)
    assert.equal("sunny", world.env.weather)
    assert.same({}, problems)
  end)

  -- No interruption watches this value: nobody but these two asks for it.
  local function askers()
    return square.world(nil, {
      env = { wind = { every = 10 } },
      actions = { look = { duration = 0.1, when = "env.wind == 0" },
        peer = { duration = 0.1, targets = false, when = function(_, _, env) return env.wind == 0 end } },
      sequences = { look = bustle.chain { "look" }, peer = bustle.chain { "peer" } },
      npcs = { looker = { main = "look" }, peerer = { main = "peer" } },
    })
  end

  it("that a function asked in vain is not asked again by the core within the interval (S9)", function()
    for _, answer in ipairs { function() end, function() error "oh" end, function() return 0 / 0 end } do
      local world, asked = askers(), {}
      world:on("error", function() end)
      world:provide("wind", function() asked[#asked + 1] = world._core:now() return answer() end)
      world:spawn "peerer"
      world:update(0)
      world:spawn "looker"
      square.run(world, 45, 0.1)
      assert.same({ { 0 }, 0 }, { asked, world.env.wind })
      square.run(world, 60, 0.1)
      assert.same({ 0, 10000 }, asked)
    end
  end)

  it("that comes after a function has read the value waits for the interval, as after the core has (S9)", function()
    for _, kind in ipairs { "peerer", "looker" } do
      local world, asked = askers(), {}
      world:spawn(kind)
      world:update(0)
      world:provide("wind", function() asked[#asked + 1] = world._core:now() end)
      world:spawn "looker"
      square.run(world, 105, 0.1)
      assert.same({ 10000 }, asked)
    end
  end)

  it("cannot change the world", function()
    local world, problems = watchers(true, function() return true end)
    world:provide("weather", function() world:spawn "guard" end)
    world:spawn "looker"
    world:update(0)
    assert.matches("spawn: .*not allowed inside the callback 'query_condition'", problems[1][1])
    assert.equal(1, #world:find())
  end)

  it("must be a function for something that exists", function()
    local world = square.world()
    assert.equal('unknown env "wether" (did you mean "weather"?)', refusal(function() world:provide("wether", print) end))
    assert.equal("provide: the second argument must be a function, not a string",
      refusal(function() world:provide("weather", "rainy") end))
  end)
end)

describe("the provider of positions", function()
  local function walkers()
    local world = square.world(nil, { npcs = { walker = { main = "day", every = 2, state = { "energy", "sitting" } } } })
    local problems = {}
    world:on("error", function(message, where) problems[#problems + 1] = { message:match("^[^\n]*"), where } end)
    world:spawn("bench", { x = 100 })
    return world, problems
  end

  it("is asked for those whose position is asked for, once per interval (S10)", function()
    local world, problems = walkers()
    local asked, body = 0, { x = 95.4, y = -1 }
    world:provide("position", function(entity)
      asked = asked + 1
      return entity.owner.x, entity.owner.y
    end)
    local npc = world:spawn("walker", { owner = body, state = { energy = 3 } })
    world:update(0)
    world:update(2)
    assert.same({ 1, 95.375, -1, 0, "sit" }, { asked, npc.x, npc.y, npc.z, npc.action })
    assert.same({}, problems)
  end)

  it("that errs or answers nonsense is told of, and changes nothing", function()
    for _, case in ipairs { { function() error "oh" end, "_spec.lua:%d+: oh$" }, { function() return "here" end, "string" },
      { function() return 0 / 0 end, "" }, { function() return 1, {} end, "table" } } do
      local world, problems = walkers()
      world:provide("position", case[1])
      local npc = world:spawn("walker", { x = 98 })
      world:update(0)
      world:update(2)
      assert.same({ 98, "sit" }, { npc.x, npc.action })
      assert.equal(1, #problems)
      assert.matches(case[2], problems[1][1])
    end
  end)

  it("may answer nothing, or be nobody", function()
    for _, provider in ipairs { function() end, false } do
      local world, problems = walkers()
      world:provide("position", provider or nil)
      local npc = world:spawn("walker", { x = 98 })
      world:update(0)
      world:update(2)
      assert.same({ 98, "sit" }, { npc.x, npc.action })
      assert.same({}, problems)
    end
  end)
end)
