-- NPCs that wait at a node, as the game sees them (S51, S72).
local shelter = require "spec.lua.support.shelter"

describe("an NPC that waits (S51)", function()
  it("says where, for how long at the most, and what it is seen in", function()
    local world, ann = shelter.world()
    world:update(2)
    local doing = ann:doing()
    assert.same({ "awaiting", "shiver", 1, 28, "day", "roof", "waiting_at_node" }, { doing.mood, doing.action,
      doing.token, doing.remaining, doing.sequence, doing.node, doing.stack[1].lifecycle })
    assert.same({}, { doing.timed, doing.duration, doing.timeout, doing.target })
    assert.same({ "shiver", 28, 1, "day" }, { ann.action, ann.remaining, ann.token, ann.sequence })
  end)

  it("may be seen in nothing", function()
    local _, ann = shelter.world(nil, { waiting = false })
    assert.same({ "awaiting", 30 }, { ann:doing().mood, ann.remaining })
    assert.same({}, { ann.action, ann.token, ann:doing().token })
  end)

  it("goes on when what it waits for has come, and after the timeout where failed leads", function()
    local world, ann = shelter.world()
    world:set("weather", "dry")
    world:update(0.9)
    assert.equal("shiver", ann.action)
    world:update(0.1)
    assert.same({ "stroll", 0 }, { ann.action, ann.state.cold })
    world, ann = shelter.world()
    world:update(29.9)
    assert.equal("shiver", ann.action)
    world:update(0.1)
    assert.same({ "run", 11 }, { ann.action, ann.state.cold })
  end)

  it("does not let the game end what it is seen in, and says why", function()
    local _, ann = shelter.world()
    local why = "The NPC waits at node roof of day and is seen in shiver, which only what it waits for, or its timeout, ends."
    assert.is_nil((ann:complete()))
    assert.same({ why, "not_acting" }, { select(2, ann:complete()) })
    assert.same({ why, "not_acting" }, { select(2, ann:fail("wet", ann.token)) })
    local _, bare = shelter.world(nil, { waiting = false })
    assert.equal("The NPC waits at node roof of day, which only what it waits for, or its timeout, ends.",
      select(2, bare:complete()))
  end)

  it("fails its sequence with a cause of its own if no way leads on", function()
    local told = {}
    local world = shelter.world(nil, { failed = false, timeout = 2 })
    world:on("fail", function(npc, sequence, cause) told[#told + 1] = { npc.name, sequence, cause } end)
    world:update(2)
    assert.same({ { "ann", "day", "waited" } }, told)
    local events = world:events()
    local reasons = {}
    for i = 1, events.count do reasons[i] = events:kind(i) .. " " .. tostring(events:reason(i)) end
    assert.same({ "stop failed", "fail waited" }, reasons)
  end)

  it("is told of in the trace", function()
    local steps = {}
    local world, ann = shelter.world { trace = function(step)
      if step.kind == "try" then steps[#steps + 1] = step end
    end }
    world:update(1)
    world:set("weather", "dry")
    world:update(1)
    local function try(time, verdict)
      return { kind = "try", time = time, npc = ann, sequence = "day", node = "roof", verdict = verdict }
    end
    assert.same({ try(0, "condition"), try(1, "condition"), try(2, "open") }, steps)
  end)

  it("may wait for what a function says, which is asked at each try", function()
    local asked = 0
    local world, ann = shelter.world(nil, { every = 2, wait = function(npc, target, env)
      asked = asked + 1
      assert.same({ "ann", "rainy" }, { npc.name, env.weather })
      assert.is_nil(target)
      return asked == 3
    end })
    assert.equal(1, asked)
    world:update(2)
    assert.equal("shiver", ann.action)
    world:update(2)
    assert.same({ 3, "stroll" }, { asked, ann.action })
  end)
end)

describe("a handler of what a waiting NPC is seen in (S51)", function()
  local told

  local function handled(world)
    told = {}
    world:handle("shiver", {
      start = function(npc, target, run)
        told[#told + 1] = { "start", npc.name, run.show.pose, run.awaits, run.remaining }
        assert.is_nil(target)
      end,
      update = function() return true end,
      stop = function(npc, why, run) told[#told + 1] = { "stop", npc.name, why, run.awaits } end,
    })
  end

  it("gets its start and stop, and cannot complete it", function()
    local world = shelter.world()
    handled(world)
    world:spawn("walker", { name = "bob" })
    world:update(0.1)
    world:update(0.5)
    assert.same({ { "start", "bob", "shiver", true, 0 } }, told)
    world:set("weather", "dry")
    world:update(1)
    assert.same({ "stop", "bob", "done", true }, told[2])
  end)

  it("gets them again around an interruption, and the wait has the rest of its time", function()
    local world, ann = shelter.world()
    handled(world)
    world:update(10)
    ann:interrupt "call"
    world:update(0)
    assert.equal("look", ann.action)
    world:update(2)
    assert.same({ "shiver", 20 }, { ann.action, ann.remaining })
    assert.same({ { "start", "ann", "shiver", true, 0 } }, told)
    ann:hold()
    world:update(0)
    assert.same({ "stop", "ann", "interrupted", true }, told[2])
    ann:release()
    world:update(0)
    assert.same({ "start", "ann", "shiver", true, 0 }, told[3])
    ann:remove()
    world:update(0)
    assert.same({ "stop", "ann", "removed", true }, told[4])
  end)

  it("has it again after a load", function()
    local world = shelter.world()
    world:update(10)
    local other = shelter.world()
    handled(other)
    assert.same({}, other:load(world:save()))
    assert.same({ 20, "shiver" }, { other:get("ann").remaining, other:get("ann").action })
    other:set("weather", "dry")
    other:update(1)
    assert.same({ { "stop", "ann", "done", true } }, told)
  end)
end)
