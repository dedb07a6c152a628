-- Failure and recovery: S33 to S35.
local kit = require "spec.rules.kit"

-- The act of "day" is possible while n > 0. What is given goes into the man.
local function content(npc, more)
  local made = { states = { n = {} }, interruptions = { "shout" },
    actions = { act = { duration = 1, when = "self.n > 0" }, rest = { duration = 1 }, look = { duration = 1 } },
    sequences = { day = kit.chain { "act" }, idle = kit.chain { "rest" }, look = kit.chain { "look" },
      doomed = kit.chain { "act" } },
    npcs = { man = { main = "day", state = { "n" } } } }
  for key, value in pairs(npc or {}) do made.npcs.man[key] = value end
  for key, value in pairs(more or {}) do
    for name, each in pairs(value) do made[key][name] = each end
  end
  return made
end

local function world_of(npc, more, options)
  local world = kit.world(content(npc, more), options)
  return world, world:spawn "man"
end

describe("failure", function()
  it("S33 a failed transition catches it: neither counted nor limited", function()
    local world, man = world_of(nil, { sequences = { day = { entry = "act", act = { action = "act", to = "END",
      failed = "rest" }, rest = { action = "rest", to = "END" } } } })
    kit.run(world, 10)
    assert.same({ rest = 10 }, kit.counts(kit.names(world, "start", man)))
    assert.equal(0, man:doing().failures)
  end)

  it("S33 a nested sequence's failure is its caller's to catch", function()
    local world, man = world_of(nil, { sequences = { day = { entry = "in", ["in"] = { sequence = "doomed", to = "END",
      failed = "rest" }, rest = { action = "rest", to = "END" } } } })
    kit.step(world, 0)
    assert.same({ "fail doomed condition", "start rest" }, kit.lines(world, man))
  end)

  it("S33 otherwise a fallback takes its place, and the caller then counts its node as executed", function()
    local world, man = world_of({ fallback = "idle" },
      { sequences = { day = kit.chain { { sequence = "doomed" }, "look" } } })
    kit.run(world, 2)
    assert.same({ "fail doomed condition", "fallback idle", "start rest", "stop rest done", "start look" },
      kit.lines(world, man))
  end)

  it("S33 every cause has its name", function()
    local function cause_of(sequences, actions, act)
      local world, man = world_of(nil, { sequences = sequences, actions = actions })
      kit.step(world, 0)
      if act then act(world, man) end
      for _, line in ipairs(kit.lines(world, man)) do
        local cause = line:match "^fail %w+ (.+)$"
        if cause then return cause end
      end
    end
    assert.equal("condition", cause_of())
    assert.equal("no_candidate", cause_of(nil, { act = { duration = 1, targets = true } }))
    assert.equal("no_option", cause_of { day = { entry = "x", x = { to = { "y", when = "self.n > 0" } },
      y = { action = "rest", to = "END" } } })
    assert.equal("same_target", cause_of({ day = { entry = "x", x = { action = "act", target = "same", to = "END" } },
      doomed = kit.chain { "rest" } }, { act = { duration = 1, targets = true } }))
    assert.equal("game", cause_of(nil, { act = { duration = 1 } }, function(world, man)
      man:fail()
      kit.step(world, 0)
    end))
    assert.equal("timeout", cause_of(nil, { act = { duration = 1, timeout = 2, timeout_fails = true, ends = "game" } },
      function(world) kit.step(world, 2) end))
  end)

  it("S34 after the n-th in a row it waits twice as long", function()
    local world, man = world_of(nil, nil, { limits = { failures = 9 } })
    local times = {}
    world:on("fail", function() times[#times + 1] = world:now() end)
    kit.run(world, 200)
    assert.same({ 1, 2, 4, 8, 16, 32, 64, 124, 184 }, times)
    assert.equal(9, man:doing().failures)
    assert.equal("waiting", man:doing().mood)
  end)

  it("S34 a completed action sets the count to zero", function()
    local world, man = world_of({ fallback = "idle" })
    kit.run(world, 30)
    assert.truthy(man:doing().failures <= 1)
    assert.is_nil(man.halted)
  end)

  it("S34 past the limit it halts, with what it has still there, and goes on by itself", function()
    local world, man = world_of()
    kit.run(world, 8)
    local lines = kit.lines(world, man)
    assert.equal("halt day condition", lines[#lines])
    assert.equal("condition", man.halted)
    assert.equal("halted", man:doing().mood)
    assert.equal(1, world:stats().halted)
    assert.is_nil(man.action)
    man.state.n = 1
    kit.run(world, 29)
    assert.same({}, kit.lines(world, man))
    kit.run(world, 1)
    assert.same({ "restart day", "start act" }, kit.lines(world, man))
    assert.is_nil(man.halted)
  end)

  it("S34 the game or an interruption restarts it", function()
    local world, man = world_of({ on = { shout = "look" } }, nil, { restart = false })
    assert.equal("not_halted", select(3, man:restart()))
    kit.run(world, 200)
    assert.equal("condition", man.halted)
    kit.events(world)
    man:interrupt "shout"
    kit.step(world, 0)
    assert.same({ "restart day", "interrupt look shout", "start look" }, kit.lines(world, man))
    kit.run(world, 20)
    assert.equal("condition", man.halted)
    man.state.n = 1
    kit.events(world)
    assert.is_true(man:restart())
    kit.step(world, 0)
    assert.same({ "restart day", "start act" }, kit.lines(world, man))
  end)

  it("S34 a response past the limit is given up and the activity below goes on", function()
    local world, man = world_of({ main = "idle", on = { shout = "doomed" }, fallback = "look" },
      { sequences = { idle = kit.chain { "long" } }, actions = { long = { duration = 1000, resumable = true } } },
      { limits = { failures = 0 } })
    kit.step(world, 0)
    man:interrupt "shout"
    kit.step(world, 1)
    assert.same({ "start long", "stop long interrupted", "interrupt doomed shout", "fail doomed condition",
      "start long again" }, kit.lines(world, man))
  end)

  it("S34 a hold is accepted by the halted: the restart comes with the release", function()
    local world, man = world_of(nil, nil, { restart = false, limits = { failures = 0 } })
    kit.step(world, 0)
    assert.equal("condition", man.halted)
    assert.is_true(man:hold())
    assert.equal("held", select(3, man:restart()))
    man.state.n = 1
    assert.is_true(man:release())
    kit.events(world)
    kit.step(world, 0)
    assert.same({ "restart day", "start act" }, kit.lines(world, man))
  end)

  it("S35 a fallback with conditions or targets is warned about", function()
    local world = world_of { fallback = "doomed" }
    local codes = {}
    for _, problem in ipairs(world.problems) do codes[problem.code] = problem.severity end
    assert.equal("warning", codes["needy-fallback"])
    world = world_of { fallback = "idle" }
    for _, problem in ipairs(world.problems) do assert.not_equal("needy-fallback", problem.code) end
  end)
end)
