-- What actions are, how they start and how they end: S11 to S19.
local kit = require "spec.rules.kit"

-- A man who uses benches, and rests where there are none.
local function bench_content(sit, more)
  local content = { states = { seats = { default = 1, min = 0, max = 9 }, n = {} },
    actions = { sit = sit, rest = { duration = 1 } },
    sequences = { day = { entry = "sit", sit = { action = "sit", to = "END", failed = "rest" },
      rest = { action = "rest", to = "END" } } },
    props = { bench = { tags = "seat", state = { "seats", "n" } } },
    npcs = { man = { main = "day", state = { "n" } } } }
  for key, value in pairs(more or {}) do content[key] = value end
  return content
end

describe("actions", function()
  it("S11 a range of durations is drawn from, ends included", function()
    local world = kit.world(kit.doing { duration = { 0.001, 0.003 } })
    world:spawn "man"
    kit.run(world, 0.3, 0.001)
    local seen = {}
    for _, event in ipairs(kit.events(world)) do
      if event.kind == "start" then seen[math.floor(event.duration * 1000 + 0.5)] = true end
    end
    assert.same({ true, true, true }, seen)
  end)

  it("S11 what cannot be is a load error", function()
    kit.refuses("duration", kit.doing { duration = 0 })
    kit.refuses("duration", kit.doing { duration = -1 })
    kit.refuses("timeout", kit.doing { duration = 5, timeout = 5 })
    kit.refuses("unknown state", kit.doing { duration = 5, when = "self.nothing > 1" })
    kit.refuses("unknown key", kit.doing { duration = 5, wen = "true" })
    kit.refuses("target", kit.doing({ duration = 5, targets = false, start = "target.x = 1" }, { states = { x = {} } }))
  end)

  it("S11 the timeout is three times the longest duration", function()
    local world = kit.world(kit.doing { duration = { 1, 2 }, ends = "game" })
    local man = world:spawn "man"
    kit.step(world, 0)
    assert.equal(6, man:doing().timeout)
    kit.step(world, 5.999)
    assert.equal("act", man.action)
    kit.step(world, 0.001)
    assert.same({ "start act", "stop act timed_out", "start act" }, kit.lines(world, man))
  end)

  it("S12 an action that mentions a target takes one; one with functions must say", function()
    local world = kit.world(bench_content { duration = 1, finish = "target.n += 1" })
    local man = world:spawn "man"
    kit.step(world, 0)
    assert.equal("rest", man.action)
    kit.refuses("target", kit.doing { duration = 1, when = function() return true end })
  end)

  it("S12 an untargeted action whose preconditions are false fails its node", function()
    local world = kit.world(kit.doing({ duration = 1, when = "self.n > 0" }, { states = { n = {} }, state = { "n" } }))
    local man = world:spawn "man"
    kit.step(world, 0)
    assert.same({ "fail day condition" }, kit.lines(world, man))
  end)

  it("S13 takes only who supports the action and meets all preconditions", function()
    local world = kit.world(bench_content({ duration = 1, targets = "seat", when = "target.n > 4" },
      { props = { bench = { tags = "seat", state = { "n" } }, rock = { state = { n = 9 } } } }))
    world:spawn "rock"
    world:spawn "bench"
    local good = world:spawn("bench", { state = { n = 5 } })
    local man = world:spawn "man"
    kit.run(world, 5)
    assert.equal(good, man.target)
    assert.same({ [good.id] = 5 }, kit.counts(kit.targets(world, "sit")))
  end)

  it("S14 every targeted start is remembered, one candidate or many, but no resumption", function()
    local world = kit.world(bench_content({ duration = 5, targets = "seat", resumable = true },
      { interruptions = { "shout" }, npcs = { man = { main = "day", on = { shout = "look" } } },
        actions = { sit = { duration = 5, targets = "seat", resumable = true }, rest = { duration = 1 } },
        sequences = { day = kit.chain { "sit" }, look = kit.chain { "rest" } } }))
    local bench, man = world:spawn "bench", world:spawn "man"
    kit.step(world, 1)
    local memories = man:memories "actions"
    assert.equal(1, #memories)
    assert.equal("sit", memories[1].action)
    assert.equal(bench, memories[1].entity)
    assert.equal(1, memories[1].time)
    man:interrupt "shout"
    kit.run(world, 2)
    assert.same({ "start sit", "stop sit interrupted", "interrupt look shout", "start rest", "stop rest done",
      "start sit again" }, kit.lines(world, man))
    assert.equal(1, man:memories("actions")[1].time)
  end)

  it("S15 claims are taken before the immediate effects, and the game is told all of it", function()
    local told
    local world = kit.world(bench_content { duration = 4, targets = "seat", claim = "target.seats",
      start = "self.n = target.seats + 10" })
    local bench, man = world:spawn("bench", { state = { seats = 3 } }), world:spawn "man"
    world:handle("sit", { start = function(npc, target, run)
      told = { npc, target, run.action, run.token, run.duration, run.remaining, run.resumed }
    end })
    kit.step(world, 0)
    assert.equal(12, man.state.n)
    assert.equal(man, told[1])
    assert.equal(bench, told[2])
    assert.same({ "sit", 1, 4, 4, false }, { told[3], told[4], told[5], told[6], told[7] })
    kit.run(world, 4)
    assert.equal(2, told[4])
  end)

  it("S16 ends by the game, by its time, or by its timeout", function()
    local function lines_of(action, act)
      action.finish = "self.n += 1"
      local world = kit.world(kit.doing(action, { states = { n = {} }, state = { "n" } }))
      local man = world:spawn "man"
      kit.step(world, 0)
      act(world, man)
      return kit.lines(world, man)[2], man.state.n
    end
    assert.same({ "stop act done", 1 }, { lines_of({ duration = 5 }, function(world) kit.step(world, 5) end) })
    assert.same({ "stop act done", 1 }, { lines_of({ duration = 5, ends = "game" }, function(world, man)
      assert.is_true(man:complete())
      kit.step(world, 0)
    end) })
    assert.same({ "stop act timed_out", 1 }, { lines_of({ duration = 5, timeout = 6, ends = "game" }, function(world)
      kit.step(world, 6)
    end) })
    assert.same({ "stop act failed", 0 }, { lines_of({ duration = 5, timeout = 6, ends = "game", timeout_fails = true },
      function(world) kit.step(world, 6) end) })
  end)

  it("S16 the world says how actions end that do not say themselves", function()
    local world = kit.world(kit.doing { duration = 2 }, { ends = "game" })
    local man = world:spawn "man"
    kit.step(world, 0)
    kit.step(world, 3)
    assert.same({ "start act" }, kit.lines(world, man))
    assert.is_false(man:doing().timed)
  end)

  it("S16 whether the game listens changes nothing", function()
    local function hash_of(listen)
      local world = kit.world(bench_content { duration = { 1, 3 }, targets = "seat", claim = "target.seats" })
      if listen then
        world:on("start", function() end)
        world:handle("sit", { update = function() end })
      end
      for _ = 1, 3 do world:spawn "bench" end
      for _ = 1, 5 do world:spawn "man" end
      kit.run(world, 30)
      return world:hash()
    end
    assert.equal(hash_of(false), hash_of(true))
  end)

  it("S17 a completion with an old token or of nobody acting is refused", function()
    local world = kit.world(kit.doing { duration = 5, ends = "game" })
    local man = world:spawn "man"
    local ok, message, code = man:complete()
    assert.is_nil(ok)
    assert.equal("string", type(message))
    assert.equal("not_acting", code)
    kit.step(world, 0)
    local first = man.token
    assert.is_true(man:complete(first))
    kit.step(world, 0)
    local hash = world:hash()
    assert.equal("old_token", select(3, man:complete(first)))
    assert.equal("old_token", select(3, man:fail("why", first)))
    assert.equal(hash, world:hash())
    assert.equal("act", man.action)
  end)

  it("S17 the game may fail an action; it stops at once, its node fails on the next turn", function()
    local world, why, reason = kit.world(bench_content { duration = 5, targets = "seat", claim = "target.seats",
      finish = "self.n += 100", interrupted = "self.n += 1" }), nil, nil
    world:on("stop", function(_, because, run) why, reason = because, run.reason end)
    local bench, man = world:spawn "bench", world:spawn "man"
    kit.step(world, 0)
    assert.equal(0, bench.state.seats)
    assert.is_true(man:fail "no path")
    assert.equal(1, bench.state.seats)
    assert.equal(1, man.state.n)
    assert.is_nil(man.action)
    kit.step(world, 0)
    assert.same({ "start sit", "stop sit failed", "start rest" }, kit.lines(world, man))
    assert.same({ "failed", "no path" }, { why, reason })
  end)

  it("S18 an NPC that leaves in mid-action gives back what it has", function()
    local world = kit.world(bench_content { duration = 5, targets = "seat", claim = "target.seats",
      interrupted = "target.n += 1" })
    local bench, man = world:spawn "bench", world:spawn "man"
    kit.step(world, 0)
    man:remove()
    assert.same({ 1, 1 }, { bench.state.seats, bench.state.n })
    assert.is_false(man.alive)
    kit.step(world, 0)
    assert.same({ "start sit", "stop sit removed", "remove man" }, kit.lines(world, man))
  end)

  it("S19 who uses an entity that leaves is cancelled and tries again", function()
    local world = kit.world(bench_content { duration = 5, targets = "seat", claim = "target.seats",
      interrupted = "self.n += 1; target.n += 1" })
    local bench = world:spawn "bench"
    local man = world:spawn "man"
    kit.step(world, 0)
    bench:remove()
    assert.equal(1, man.state.n)
    local other = world:spawn "bench"
    kit.step(world, 0)
    local lines = {}
    for _, line in ipairs(kit.lines(world)) do lines[#lines + 1] = line end
    assert.same({ "start sit", "stop sit cancelled", "remove bench", "start sit" }, lines)
    assert.equal(other, man.target)
    assert.same({}, kit.errors(world))
  end)

  it("S19 a node that wanted the same target fails instead", function()
    local world = kit.world(bench_content({ duration = 1, targets = "seat" }, {
      sequences = { day = { entry = "sit", sit = { action = "sit", to = "more" },
        more = { action = "sit", target = "same", to = "END" } } } }))
    local bench = world:spawn "bench"
    world:spawn "bench"
    local man = world:spawn "man"
    kit.run(world, 2)
    local used = man.target
    assert.equal("more", man:doing().node)
    used:remove()
    kit.step(world, 0)
    local lines = kit.lines(world, man)
    assert.equal("fail day target_left", lines[#lines])
    assert.truthy(bench)
  end)

  it("S19 a lost claim fails its sequence with everything above it", function()
    local world = kit.world(bench_content({ duration = 1, targets = "seat" }, {
      sequences = { day = { entry = "visit", visit = { sequence = "visit", to = "END", failed = "rest" },
          rest = { action = "rest", to = "END" } },
        visit = { claim = "target.seats", entry = "sit", sit = { action = "sit", to = "rest" },
          rest = { action = "rest", to = "END" } } } }))
    local bench, man = world:spawn "bench", world:spawn "man"
    kit.run(world, 2)
    assert.same({ "visit", 0 }, { man.sequence, bench.state.seats })
    bench:remove()
    kit.step(world, 0)
    local lines = kit.lines(world, man)
    assert.same({ "stop rest cancelled", "fail visit target_left", "start rest" },
      { lines[#lines - 2], lines[#lines - 1], lines[#lines] })
    assert.equal("day", man.sequence)
  end)
end)
