local bustle = require "bustle"
local square = require "spec.lua.support.square"

local refusal = square.refusal

-- A world with a bench and a visitor who sits on it for a second.
local function sitting()
  local world = square.world()
  local bench, mary = world:spawn("bench", { x = 3 }), world:spawn("visitor", { name = "mary" })
  world:update(0)
  world:update(2)
  world:update(1)
  return world, mary, bench
end

describe("an NPC", function()
  it("tells what it does (S48)", function()
    local _, mary, bench = sitting()
    local doing = mary:doing()
    assert.same({ "sit", bench, "day", 1, 2, nil }, { mary.action, mary.target, mary.sequence, mary.activities,
      mary.token, mary.halted })
    assert.equal(doing.duration - 1, mary.remaining)
    assert.same({ { activity = 1, sequence = "day", node = "sit", lifecycle = "waiting_for_action", target = bench,
      fallback = false, main = true, sunk = false } }, doing.stack)
    doing.stack = nil
    assert.same({ mood = "acting", action = "sit", target = bench, token = 2, timed = true, duration = doing.duration,
      remaining = doing.duration - 1, timeout = 29, sequence = "day", node = "sit", main = "day", activities = 1,
      interruptions = 0, failures = 0 }, doing)
  end)

  it("tells of its responses", function()
    local world, mary = sitting()
    mary:interrupt "whistle"
    assert.equal(1, mary:doing().interruptions)
    world:update(0)
    local stack = mary:doing().stack
    assert.same({ "greeting", 2 }, { mary.sequence, mary.activities })
    assert.same({ activity = 2, sequence = "greeting", node = "salute", lifecycle = "waiting_for_action",
      fallback = false, priority = 2, interruption = "whistle", main = false, sunk = false }, stack[2])
  end)

  it("tells when it does nothing", function()
    local world = square.world({ limits = { failures = 0 } })
    local bob, lost = world:spawn "guard", world:spawn "hopeless"
    assert.same({ "deciding" }, { bob:doing().mood, bob.action, bob.target, bob.remaining, bob.token, bob:doing().remaining })
    world:update(0)
    bob:hold()
    assert.same({ "held" }, { bob:doing().mood, bob.action, bob:doing().remaining })
    assert.same({ "halted", "condition", "condition", "doomed", 30 }, { lost:doing().mood, lost:doing().halted,
      lost.halted, lost:doing().failed, lost:doing().remaining })
    local patient = square.world():spawn "hopeless"
    patient._world:update(0)
    assert.same({ "waiting", 1 }, { patient:doing().mood, patient:doing().remaining })
  end)

  it("completes its action, if the token is right (S16, S17)", function()
    local world, mary = sitting()
    local ok, message, code = mary:complete(1)
    assert.is_nil(ok)
    assert.equal("old_token", code)
    assert.matches("mary", message)
    assert.equal("sit", mary.action)
    assert.is_true(mary:complete(2))
    assert.is_nil(mary.action)
    assert.equal(7, mary.state.energy)
    assert.equal("not_acting", (select(3, mary:complete())))
    world:update(0)
    assert.is_true(mary:complete())
    assert.equal("the token must be a whole number from 1 to 4294967295, not a string",
      refusal(function() mary:complete("2") end))
  end)

  it("fails its action, if the token is right (S17)", function()
    local world, mary, bench = sitting()
    assert.equal(0, bench.state.seats)
    assert.equal("old_token", (select(3, mary:fail("no path", 1))))
    assert.is_true(mary:fail("no path", 2))
    assert.same({ false, 1, 6 }, { mary.state.sitting, bench.state.seats, mary.state.energy })
    world:update(0)
    assert.equal("stroll", mary.action)
    assert.equal("the token must be a whole number from 1 to 4294967295, not 0", refusal(function() mary:fail("", 0) end))
  end)

  it("is interrupted (S29)", function()
    local world, mary, bench = sitting()
    assert.is_true(mary:interrupt("shout", bench))
    assert.is_false(mary:interrupt "shout")
    assert.is_false(mary:interrupt "rain")
    world:update(0)
    assert.equal("gasp", mary.action)
    assert.equal('unknown interruption "shuot" (did you mean "shout"?)', refusal(function() mary:interrupt "shuot" end))
    assert.equal("interrupt: from: an entity or its id is expected, not a string",
      refusal(function() mary:interrupt("shout", "me") end))
  end)

  it("is held and released (S48)", function()
    local world, mary = sitting()
    assert.is_true(mary:hold())
    assert.is_true(mary:hold())
    world:update(60)
    assert.is_nil(mary.action)
    assert.is_true(mary:release())
    world:update(0)
    assert.equal("sit", mary.action)
  end)

  it("runs a sequence once (S48)", function()
    local world, mary = sitting()
    assert.is_true(mary:run("greeting", 5))
    world:update(0)
    assert.equal("salute", mary.action)
    assert.equal("refused", (select(3, mary:run("scare", 1))))
    world:update(1)
    assert.equal("sit", mary.action)
    assert.equal('unknown sequence "greting" (did you mean "greeting"?)', refusal(function() mary:run "greting" end))
    assert.equal("the priority must be a whole number from -32768 to 32767, not 40000",
      refusal(function() mary:run("greeting", 40000) end))
    mary:hold()
    assert.equal("held", (select(3, mary:run "greeting")))
  end)

  it("gets another main sequence (S48)", function()
    local world, mary = sitting()
    assert.is_true(mary:set_main "watch")
    world:update(0)
    assert.same({ "stand", "watch" }, { mary.action, mary:doing().main })
    assert.equal("the sequence must be named by a string, not a nil", refusal(function() mary:set_main() end))
  end)

  it("is restarted after a halt (S34)", function()
    local world = square.world { limits = { failures = 0 } }
    local lost = world:spawn "hopeless"
    assert.equal("not_halted", (select(3, lost:restart())))
    world:update(0)
    assert.equal("condition", lost.halted)
    assert.is_true(lost:restart())
    assert.is_nil(lost.halted)
  end)

  it("remembers (S25, S26)", function()
    local world, mary, bench = sitting()
    assert.same({ { time = 2, action = "sit", entity = bench, number = 1 } }, mary:memories "actions")
    assert.same({}, mary:memories "transitions")
    mary:interrupt "shout"
    world:update(0)
    local kept = mary:memories("interruptions")[1]
    assert.same({ 3, "sit", "day", "sit", bench, 1, 1, 30 }, { kept.time, kept.action, kept.sequence, kept.node,
      kept.entity, kept.activity, kept.spent, kept.timeout })
    bench:remove()
    assert.same({ { time = 2, action = "sit", number = 1 } }, mary:memories "actions")
    assert.equal('memories: there is no kind action (did you mean "actions"?)', refusal(function() mary:memories "action" end))
    assert.equal("memories: there is no kind nil (there are transitions, actions, interruptions and encounters)",
      refusal(function() mary:memories() end))
  end)

  it("remembers choices", function()
    local world = bustle.world { packs = { { name = "p", actions = { a = { duration = 1 }, b = { duration = 1 } },
      sequences = { main = bustle.choice { "a", "b" } }, npcs = { n = { main = "main" } } } } }
    local npc = world:spawn "n"
    square.run(world, 3, 1)
    local seen = {}
    for i, each in ipairs(npc:memories "transitions") do seen[i] = { each.sequence, each.time } end
    assert.same({ { "main", 2 }, { "main", 3 } }, seen)
  end)
end)

describe("a prop", function()
  it("does nothing", function()
    local bench = square.world():spawn("bench", { name = "well" })
    assert.same({}, { bench.action, bench.target, bench.sequence, bench.activities, bench.token, bench.remaining,
      bench.halted })
    local text = '%s: prop "well" (bench, number 1) is a prop, and props do nothing'
    for _, method in ipairs { "complete", "fail", "hold", "release", "restart", "doing" } do
      assert.equal(text:format(method), refusal(function() bench[method](bench) end))
    end
    assert.equal(text:format "run", refusal(function() bench:run "watch" end))
    assert.equal(text:format "set_main", refusal(function() bench:set_main "watch" end))
    assert.equal(text:format "memories", refusal(function() bench:memories "actions" end))
    assert.equal('interrupt: item 1: prop "well" (bench, number 1) is a prop, not an NPC',
      refusal(function() bench:interrupt "shout" end))
  end)
end)

describe("names", function()
  it("are read as the game would write them", function()
    local other = square.tables { name = "other", props = { bench = { static = true } } }
    other.actions.sit = nil
    other.sequences.day = bustle.chain { "rest" }
    local world = bustle.world { packs = { square.tables(), other } }
    local npc = world:spawn "other.guard"
    world:update(0)
    assert.same({ "other.guard", "other.stand", "other.watch" }, { npc.kind, npc.action, npc.sequence })
    assert.equal('entity "guard" is ambiguous: "square.guard" or "other.guard" (write the one that is meant with its pack)',
      refusal(function() world:spawn "guard" end))
  end)
end)
