local bustle = require "bustle"
local packs = require "bustle.author.pack"
local square = require "spec.lua.support.square"

-- A guard who performs one action, with functions in it.
local function guard_with(action, options)
  action.duration = action.duration or 1
  local world = square.world(options, { actions = { act = action },
    sequences = { act = bustle.chain { { action = "act", failed = "stand" }, "stand" } },
    npcs = { actor = { main = "act", state = { "energy", "sitting", mood = "calm" } } } })
  local problems = {}
  world:on("error", function(message, where) problems[#problems + 1] = { message, where } end)
  return world, problems
end

-- The text of an error without where it is and the traceback.
local function text_of(problem)
  return problem[1]:match("_spec.lua:%d+: ([^\n]*)")
end

describe("a condition function", function()
  it("sees who, and what is around (S8)", function()
    local seen
    local world = guard_with { targets = "seat", when = function(npc, target, env, game)
      seen = { npc.name, npc.kind, npc.x, npc.y, npc.z, npc.state.energy, npc.state.sitting, npc.state.mood, npc.owner,
        target.name, target.kind, target.state.seats, target.x, target.owner, env.weather, env.open, env.noise, game.hour }
      return true
    end, show = {} }
    world:spawn("bench", { name = "well", x = 9, owner = "wood" })
    world:spawn("actor", { name = "ann", x = 1, y = 2, z = 3, owner = "sprite" })
    world:update(0)
    assert.same({ "ann", "actor", 1, 2, 3, 6, false, "calm", "sprite", "well", "bench", 1, 9, "wood", "sunny", true, 7 },
      seen)
  end)

  it("decides", function()
    for answer, action in pairs { [true] = "act", [false] = "stand" } do
      local world = guard_with { targets = false, when = function() return answer end }
      local npc = world:spawn "actor"
      world:update(0)
      assert.equal(action, npc.action)
    end
  end)

  it("has no target where there is none", function()
    local target = "unset"
    local world = guard_with { targets = false, when = function(_, other) target = other return true end }
    world:spawn "actor"
    world:update(0)
    assert.is_nil(target)
  end)

  it("sees what the game exposes, and cannot change it", function()
    local hour
    local world, problems = guard_with({ targets = false, when = function(_, _, _, game)
      hour = game.hour
      game.hour = 5
    end }, { expose = { hour = 12 } })
    world:spawn "actor"
    world:update(0)
    assert.equal(12, hour)
    assert.equal("what the game exposes cannot be changed", text_of(problems[1]))
  end)

  it("only reads (S8)", function()
    local mary
    local cases = {
      { function(npc) npc.state.energy = 1 end, "state \"energy\": .*not allowed inside the callback 'condition'" },
      { function(npc) npc.x = 1 end, '^"x" of an entity cannot be set here; only its state can$' },
      { function(_, _, env) env.open = false end, "^functions cannot set the environment$" },
      { function() mary:complete() end, "^complete: .*not allowed inside the callback 'condition'" },
      { function() mary:remove() end, "^remove: .*not allowed inside the callback 'condition'" },
      { function() mary:move(1) end, "^move: .*not allowed inside the callback 'condition'" },
      { function() mary._world:spawn "guard" end, "^spawn: .*not allowed inside the callback 'condition'" },
      { function() mary._world:set("open", true) end, "^set_environment: .*not allowed inside the callback 'condition'" },
      { function() mary._world:interrupt("shout", "all") end, "^interrupt_all: .*not allowed inside the callback 'condition'" },
      { function() mary._world:update(1) end, "^update: .*not allowed inside the callback 'condition'" },
      { function() mary._world:close() end, "^close: .*cannot be closed inside the callback 'condition'" },
      { function(npc) return npc.enrgy end, '^an entity has no "enrgy" here' },
      { function(npc) return npc.sate end, '^an entity has no "sate" here %(did you mean "state"%?%)' },
      { function(npc) return npc.state.enrgy end, '^unknown state "enrgy" %(did you mean "energy"%?%)' },
      { function(_, _, env) return env.wether end, '^unknown env "wether" %(did you mean "weather"%?%)' },
    }
    for _, case in ipairs(cases) do
      local world, problems = guard_with { targets = false, when = function(...) case[1](...) return true end }
      mary = world:spawn "visitor"
      local npc = world:spawn "actor"
      world:update(0)
      assert.equal(1, #problems)
      assert.matches(case[2], text_of(problems[1]))
      assert.equal("stand", npc.action)
      assert.is_true(mary.alive)
      assert.is_true(world:check())
      assert.is_true(world:update(1))
    end
  end)

  it("is told of with pack, action and line when it errs, once per update (S8)", function()
    local world, problems = guard_with { targets = false, when = function() error "oh" end }
    world:spawn_many("actor", 5)
    world:update(0)
    assert.equal(1, #problems)
    assert.matches("stack traceback", problems[1][1])
    assert.matches('^pack "square", action "square.act", condition at .-_spec.lua:%d+$', problems[1][2])
    square.run(world, 3, 5)
    assert.equal(4, #problems)
  end)

  it("is not kept: what it was given is gone when it has returned", function()
    local kept
    local world = guard_with { targets = false, when = function(npc, _, env) kept = { npc, npc.state, env } return true end }
    world:spawn "actor"
    world:update(0)
    local text = "what a condition or effect is given is not there after it has returned"
    assert.equal(text, square.refusal(function() return kept[1].name end))
    assert.equal(text, square.refusal(function() return kept[2].energy end))
    assert.equal(text, square.refusal(function() return kept[3].open end))
  end)

  it("shows nothing of the library", function()
    local rest
    local world = guard_with { targets = false, when = function(npc, _, env, game)
      rest = { getmetatable(npc), getmetatable(npc.state), getmetatable(env), getmetatable(game), next(npc), next(npc.state),
        next(env), next(game) }
      return tostring(npc) == "npc actor (number 1)"
    end }
    local npc = world:spawn "actor"
    world:update(0)
    assert.same({ "bustle.entity", "bustle.state", "bustle.environment", "bustle.exposed" }, rest)
    assert.equal("act", npc.action)
  end)

  it("of a pack that is not the game's own sees no owners", function()
    local pack = packs.new { name = "mod" }
    local owner, problem
    pack:declare("action", "act", { duration = 1, targets = false, when = function(npc)
      local ok, text = pcall(function() owner = npc.owner end)
      problem = not ok and text
      return true
    end })
    pack:declare("sequence", "act", bustle.chain { "act" })
    pack:declare("npc", "actor", { main = "act" })
    local world = bustle.world { packs = { pack } }
    world:spawn("actor", { owner = "secret" })
    world:update(0)
    assert.is_nil(owner)
    assert.matches("a pack's functions do not see the game's own objects", problem)
  end)

  it("may stand in a transition", function()
    local asked = 0
    local world = square.world(nil, { sequences = { two = { entry = "stand", stand = { action = "stand",
      to = { { "rest", when = function(npc) asked = asked + 1 return npc.state.energy == 6 end },
        { "END", otherwise = true } } },
      rest = { action = "rest", to = "END" } } }, npcs = { actor = { main = "two", state = { "energy" } } } })
    local npc = world:spawn "actor"
    world:update(0)
    world:update(3)
    assert.same({ 1, "rest" }, { asked, npc.action })
  end)
end)

describe("an effect function", function()
  it("writes the state of the two (S8)", function()
    local world, problems = guard_with { targets = "seat", start = function(npc, target)
      npc.state.energy, npc.state.sitting, npc.state.mood = npc.state.energy - 2, true, "glad"
      target.state.seats = 5
    end, finish = { "self.energy += 1", function(npc) npc.state.mood = "sad" end } }
    local bench, npc = world:spawn "bench", world:spawn "actor"
    world:update(0)
    assert.same({ 4, true, "glad", 5 }, { npc.state.energy, npc.state.sitting, npc.state.mood, bench.state.seats })
    npc:complete()
    assert.same({ 5, "sad" }, { npc.state.energy, npc.state.mood })
    assert.same({}, problems)
  end)

  it("writes nothing else, and what comes after it still happens", function()
    local other
    local world, problems = guard_with { targets = false, start = { "self.energy = 1", function() other.state.energy = 9 end,
      function(npc) npc.state.energy = npc.state.energy + 1 end, function(npc) npc.state.mood = "gald" end } }
    other = world:spawn "visitor"
    local npc = world:spawn "actor"
    world:update(0)
    assert.same({ 6, 2 }, { other.state.energy, npc.state.energy })
    assert.matches("^set: .*not allowed inside the callback 'effect'", text_of(problems[1]))
    assert.matches('^state "mood": it has no value "gald"', text_of(problems[2]))
    assert.equal(2, #problems)
  end)

  it("is told of between updates too", function()
    local world, problems = guard_with { targets = false, finish = function() error "oh" end }
    local npc = world:spawn "actor"
    world:update(0)
    npc:complete()
    assert.equal(1, #problems)
    assert.equal("oh", text_of(problems[1]))
  end)
end)

describe("operations that change nothing", function()
  it("are told of (S3)", function()
    local world = square.world(nil, { actions = { cheer = { duration = 1, targets = true, finish = "target.mood = 'glad'" } },
      sequences = { cheer = { entry = "go", go = { action = "cheer", target = "same", to = "END" } } },
      npcs = { jester = { main = "watch", on = { shout = "cheer" } } } })
    local problems = {}
    world:on("error", function(message, where) problems[#problems + 1] = { message, where } end)
    local jester, guard = world:spawn "jester", world:spawn "guard"
    world:update(0)
    jester:interrupt("shout", guard)
    world:update(0)
    jester:complete()
    assert.equal(1, #problems)
    assert.matches("square.cheer: nothing to change: square.mood", problems[1][1])
    assert.equal("content", problems[1][2])
  end)
end)
