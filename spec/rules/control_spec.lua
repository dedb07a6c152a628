-- Travel and the game's control of NPCs: S47 and S48.
local kit = require "spec.rules.kit"

describe("travel", function()
  local function walking(travel, more)
    local made = { states = { speed = { default = 4 }, n = {} },
      actions = { walk = { travel = travel, targets = "spot", resumable = true, finish = "self.n += 1" },
        rest = { duration = 1 } },
      interruptions = { "shout" },
      sequences = { day = { entry = "walk", walk = { action = "walk", to = "rest", failed = "rest" },
        rest = { action = "rest", to = "END" } }, look = kit.chain { "rest" } },
      props = { well = { tags = "spot" } },
      npcs = { man = { main = "day", state = { "speed", "n" }, on = { shout = "look" } } } }
    for key, value in pairs(more or {}) do made[key] = value end
    return made
  end

  it("S47 takes as long as the way is, and arrives", function()
    for _, travel in ipairs { 4, "self.speed" } do
      local world = kit.world(walking(travel))
      world:spawn("well", { x = 8.5, y = -4, z = -1.5 })
      local man = world:spawn "man"
      kit.step(world, 0)
      assert.same({ 2.391, 7.173 }, { man.remaining, man:doing().timeout })
      kit.step(world, 2.391)
      assert.same({ 8.5, -4, -1.5, 1 }, { man.x, man.y, man.z, man.state.n })
    end
  end)

  it("S47 stops short of the target, if it is to", function()
    for _, near in ipairs { 3, "reach" } do
      local pack = walking(4)
      pack.actions.walk.near, pack.constants = near, { reach = 3 }
      local world = kit.world(pack)
      world:spawn("well", { x = 7 })
      local man = world:spawn "man"
      kit.step(world, 0)
      assert.same({ 1, 3 }, { man.remaining, man:doing().timeout })
      kit.step(world, 1)
      assert.same({ 4, 0, 0, 1 }, { man.x, man.y, man.z, man.state.n })
    end
  end)

  it("S47 rounds up, takes at least a millisecond, and needs a speed above 0", function()
    local world = kit.world(walking "self.speed")
    world:spawn("well", { x = 1 })
    local man = world:spawn("man", { state = { speed = 3 } })
    local there = world:spawn("man", { x = 1 })
    local stuck = world:spawn("man", { state = { speed = 0 } })
    kit.step(world, 0)
    assert.same({ 0.334, 0.001, "rest" }, { man.remaining, there.remaining, stuck.action })
  end)

  it("S47 leaves an NPC where the game has put it", function()
    local world = kit.world(walking(1))
    world:spawn("well", { x = 10 })
    local man = world:spawn "man"
    kit.step(world, 0)
    man:move(3)
    kit.step(world, 10)
    assert.equal(3, man.x)
  end)

  it("S47 computes the way anew on resumption", function()
    local world = kit.world(walking(1))
    world:spawn("well", { x = 10 })
    local man = world:spawn "man"
    kit.step(world, 0)
    kit.step(world, 4)
    man:interrupt "shout"
    kit.step(world, 0)
    man:move(8)
    kit.step(world, 1)
    assert.same({ "walk", 2 }, { man.action, man.remaining })
  end)
end)

describe("control", function()
  local function content()
    return { states = { seats = { default = 1, min = 0 } }, interruptions = { "shout", "alarm" },
      actions = { work = { duration = 10, resumable = true, targets = "tool", claim = "target.seats" },
        look = { duration = 1 }, wave = { duration = 2 }, dig = { duration = 5 } },
      sequences = { day = kit.chain { "work" }, look = kit.chain { "look" }, wave = kit.chain { "wave" },
        night = kit.chain { "dig" } },
      props = { forge = { tags = "tool", state = { "seats" } } },
      npcs = { man = { main = "day", on = { shout = "look", alarm = { sequence = "look", priority = 3 } } } } }
  end

  local function started()
    local world = kit.world(content())
    local forge, man = world:spawn "forge", world:spawn "man"
    kit.step(world, 0)
    kit.events(world)
    return world, man, forge
  end

  it("S48 hold stops at once without an interrupt event; release goes on", function()
    local world, man, forge = started()
    kit.step(world, 3)
    assert.is_true(man:hold())
    assert.is_true(man:hold())
    assert.same({ 1, "held" }, { forge.state.seats, man:doing().mood })
    assert.is_nil(man.action)
    kit.run(world, 5)
    assert.same({ "stop work interrupted" }, kit.lines(world, man))
    assert.is_true(man:release())
    assert.is_true(man:release())
    kit.step(world, 0)
    assert.same({ "start work again" }, kit.lines(world, man))
    assert.equal(7, man.remaining)
  end)

  it("S48 interruptions wait for the release; old ones are dropped with an event", function()
    local world, man = started()
    man:hold()
    man:interrupt "shout"
    kit.step(world, 10)
    man:interrupt "alarm"
    kit.step(world, 1)
    assert.equal(2, man:doing().interruptions)
    man:release()
    kit.step(world, 0)
    assert.same({ "stop work interrupted", "ignore look shout", "interrupt look alarm", "start look" },
      kit.lines(world, man))
  end)

  it("S48 run starts a sequence once, at the call", function()
    local world, man = started()
    assert.is_true(man:run "wave")
    assert.same({ "wave", 2 }, { man.sequence, man.activities })
    kit.run(world, 3)
    assert.same({ "stop work interrupted", "interrupt wave", "start wave", "stop wave done", "start work again" },
      kit.lines(world, man))
  end)

  it("S48 run is refused where an interruption would be dropped", function()
    local world, man = started()
    man:interrupt "alarm"
    kit.step(world, 0)
    assert.equal("refused", select(3, man:run("wave", 2)))
    assert.is_true(man:run("wave", 3))
    man:hold()
    assert.equal("held", select(3, man:run("wave", 9)))
    kit.raises("did you mean", man.run, man, "wav")
    kit.raises("priority", man.run, man, "wave", "high")
  end)

  it("S48 set_main gives up the main activity and starts the new one in its place", function()
    local world, man, forge = started()
    assert.is_true(man:set_main "night")
    assert.equal(1, forge.state.seats)
    kit.run(world, 6)
    assert.same({ "stop work interrupted", "start dig", "stop dig done", "start dig" }, kit.lines(world, man))
    assert.same({ "night", 1 }, { man:doing().main, man.activities })
    assert.same({}, man:memories "interruptions")
  end)

  it("S48 set_main under a response lets that finish", function()
    local world, man = started()
    man:run "wave"
    kit.step(world, 0)
    man:set_main "night"
    assert.equal("wave", man.action)
    kit.step(world, 2)
    assert.equal("dig", man.action)
  end)

  it("S48 an NPC is spawned under a name with state of its own, and says what it does", function()
    local world = kit.world { states = { n = {} }, actions = { sit = { duration = 5, targets = true } },
      sequences = { day = kit.chain { "sit" } }, props = { bench = { accepts = "sit" } },
      npcs = { man = { main = "day", state = { "n" } } } }
    local bench = world:spawn("bench", { name = "by the well" })
    local mary = world:spawn("man", { name = "mary", state = { n = 3 }, x = 1, y = 2, z = 3 })
    assert.same({ "mary", 3, "man", 1, 2, 3 }, { mary.name, mary.state.n, mary.kind, mary.x, mary.y, mary.z })
    assert.equal(mary, world:get "mary")
    assert.equal(bench, world:get "by the well")
    kit.step(world, 0)
    kit.step(world, 2)
    assert.same({ "sit", 3, "day", 1 }, { mary.action, mary.remaining, mary.sequence, mary.activities })
    assert.equal(bench, mary.target)
    local doing = mary:doing()
    assert.same({ "acting", "sit", 5, 3, 13, true, "sit" },
      { doing.mood, doing.action, doing.duration, doing.remaining, doing.timeout, doing.timed, doing.node })
    assert.is_nil(mary.halted)
    kit.raises("prop", bench.hold, bench)
  end)
end)
