-- The update cycle: S36 to S40.
local kit = require "spec.rules.kit"

local function worker()
  return kit.doing({ duration = 2, finish = "self.n += 1" }, { states = { n = {} }, state = { "n" },
    interruptions = { "shout" }, actions = { look = { duration = 1 } },
    sequences = { look = kit.chain { "look" } }, on = { shout = "look" } })
end

describe("an update", function()
  it("S36 takes the game's time: small steps, zero steps, no steps back", function()
    local world = kit.world(worker())
    local man = world:spawn "man"
    kit.step(world, 0)
    for _ = 1, 120 do kit.step(world, 1 / 60) end
    assert.equal(2, world:now())
    assert.equal(1, man.state.n)
    kit.step(world, 0)
    assert.equal(2, world:now())
    kit.raises("back in time", world.update, world, -1)
    kit.raises("NaN", world.update, world, 0 / 0)
    kit.raises("infinite", world.update, world, math.huge)
    kit.raises("number", world.update, world, "1")
    assert.equal(2, world:now())
  end)

  it("S36 has one time for everything in it, and starts at most one action of an NPC", function()
    local world = kit.world(worker())
    world:spawn "man"
    kit.step(world, 0.5)
    kit.step(world, 100)
    local events = kit.events(world)
    assert.same({ 0, 0.5, 100.5, 100.5 }, { events[1].time, events[2].time, events[3].time, events[4].time })
    assert.equal(4, #events)
  end)

  it("S37 handles endings by their time, then spawn number, then who decides, in order", function()
    local world = kit.world { actions = { short = { duration = 1 }, long = { duration = 3 } },
      sequences = { a = kit.chain { "long" }, b = kit.chain { "short" } },
      npcs = { slow = { main = "a" }, quick = { main = "b" } } }
    local slow, quick, other = world:spawn "slow", world:spawn "quick", world:spawn "quick"
    kit.step(world, 0)
    kit.events(world)
    kit.step(world, 5)
    local order = {}
    for _, event in ipairs(kit.events(world)) do order[#order + 1] = { event.kind, event.npc } end
    assert.same({ { "stop", quick.id }, { "stop", other.id }, { "stop", slow.id },
      { "start", quick.id }, { "start", other.id }, { "start", slow.id } }, order)
  end)

  it("S37 a batch bounds who decides; the rest come first next time", function()
    local world = kit.world(worker())
    local men = {}
    for i = 1, 5 do men[i] = world:spawn "man" end
    local started = {}
    for _, count in ipairs { 2, 2, 1 } do
      kit.step(world, 0, { batch = 2 })
      local now = 0
      for _, event in ipairs(kit.events(world)) do
        if event.kind == "start" then
          now = now + 1
          started[#started + 1] = event.npc
        end
      end
      assert.equal(count, now)
    end
    for i, man in ipairs(men) do assert.equal(man.id, started[i]) end
    kit.raises("batch", world.update, world, 0, { batch = -5 })
    kit.raises("unknown option", world.update, world, 0, { bach = 1 })
  end)

  it("S37 with the smallest budget everybody has a turn in the end", function()
    local world = kit.world(worker())
    local men = {}
    for i = 1, 50 do men[i] = world:spawn "man" end
    for _ = 1, 200 do kit.step(world, 0, { budget_ms = 0 }) end
    for _, man in ipairs(men) do assert.equal("act", man.action) end
  end)

  it("S38 who acts has no turns", function()
    local world = kit.world(kit.doing { duration = 1000 })
    for _ = 1, 20 do world:spawn "man" end
    kit.step(world, 0)
    local turns = world:stats().turns
    kit.run(world, 100)
    assert.equal(turns, world:stats().turns)
  end)

  it("S39 calls from a handler take effect at once, their events come with the next delivery", function()
    local world = kit.world(worker())
    local man = world:spawn "man"
    local seen = {}
    world:on("start", function(npc)
      seen[#seen + 1] = "start"
      if #seen == 1 then
        npc:complete()
        assert.equal(1, npc.state.n)
        assert.is_nil(npc.action)
        assert.truthy(world:spawn "man")
      end
    end)
    world:on("stop", function() seen[#seen + 1] = "stop" end)
    kit.step(world, 0)
    assert.same({ "start" }, seen)
    assert.equal(2, world:stats().entities)
    kit.step(world, 0)
    assert.same({ "start", "stop", "start", "start" }, seen)
    assert.equal("act", man.action)
  end)

  it("S39 it is the same as if they had been made after the update", function()
    local function hash_of(inside)
      local world = kit.world(worker())
      local later = {}
      for _ = 1, 5 do world:spawn "man" end
      local function react(npc)
        npc:interrupt "shout"
        npc.state.n = npc.state.n + 3
      end
      world:on("stop", function(npc)
        if inside then react(npc) else later[#later + 1] = npc end
      end)
      for _ = 1, 20 do
        kit.step(world, 1)
        for i, npc in ipairs(later) do
          react(npc)
          later[i] = nil
        end
      end
      return world:hash()
    end
    assert.equal(hash_of(true), hash_of(false))
  end)

  it("S39 an update inside an update or a handler is refused", function()
    local world, inner, in_function
    world = kit.world(kit.doing { duration = 1, targets = false, start = function()
      in_function = select(2, pcall(world.update, world, 1))
    end })
    world:spawn "man"
    world:on("start", function() inner = select(2, pcall(world.update, world, 1)) end)
    kit.step(world, 0)
    assert.truthy(inner:find("update", 1, true))
    assert.equal("string", type(in_function))
    assert.equal(0, world:now())
    kit.step(world, 1)
    assert.equal(1, world:now())
  end)

  it("S39 events are delivered once, also if a function looks at them", function()
    local world, seen, starts = nil, nil, 0
    world = kit.world(kit.doing { duration = 1, targets = false, when = function()
      seen = world:events().count
      return true
    end })
    world:on("start", function() starts = starts + 1 end)
    world:spawn "man"
    for i = 1, 5 do
      kit.step(world, 1)
      assert.same({ 0, i }, { seen, starts })
    end
  end)

  it("S39 an error in a handler is told with where it came from, and harms nobody", function()
    local world = kit.world(worker())
    local ann, bob = world:spawn "man", world:spawn "man"
    local heard = 0
    world:on("start", function() error("listener broke") end)
    world:on("start", function() heard = heard + 1 end)
    world:handle("look", { start = function() error { "no text" } end, update = function() error("ticking") end })
    kit.step(world, 0)
    assert.equal(2, heard)
    ann:interrupt "shout"
    kit.step(world, 0)
    kit.step(world, 0.5)
    local errors = kit.errors(world)
    assert.equal(4, #errors)
    assert.truthy(errors[1].message:find("listener broke", 1, true))
    assert.equal('listener to "start"', errors[1].where)
    assert.equal('handler of "look", start', errors[3].where)
    assert.equal('handler of "look", update', errors[4].where)
    kit.step(world, 1.5)
    assert.same({ "act", 1 }, { bob.action, bob.state.n })
  end)

  it("S40 calls between updates take effect at the call, at the last update's time", function()
    local world = kit.world(worker())
    kit.step(world, 3)
    local man = world:spawn "man"
    assert.is_nil(man.action)
    kit.step(world, 1)
    assert.is_true(man:complete())
    assert.equal(1, man.state.n)
    assert.is_nil(man.action)
    kit.step(world, 2)
    local times = {}
    for _, event in ipairs(kit.events(world, man)) do times[#times + 1] = { event.line, event.time } end
    assert.same({ { "spawn man", 3 }, { "start act", 4 }, { "stop act done", 4 }, { "start act", 6 } }, times)
  end)
end)
