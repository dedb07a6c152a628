-- Sequences and memory: S20 to S28.
local kit = require "spec.rules.kit"

-- Actions a to e, a second each.
local function letters(sequences, npc, more)
  local content = { actions = {}, sequences = sequences, npcs = { man = npc or { main = "day" } } }
  for letter in ("abcde"):gmatch "." do content.actions[letter] = { duration = 1 } end
  for key, value in pairs(more or {}) do content[key] = value end
  return content
end

local function starts(content, seconds, seed)
  local world = kit.world(content, { seed = seed })
  world:spawn "man"
  kit.run(world, seconds)
  return kit.names(world, "start")
end

-- Reaches b, c and d by choice, over and over.
local function choosing(more, memory)
  return letters({ day = { entry = "hub", hub = { action = "a", to = { "b", "c", "d" } },
    b = { action = "b", to = "END" }, c = { action = "c", to = "END" }, d = { action = "d", to = "END" } } },
    { main = "day", memory = memory }, more)
end

-- Every second of them, which are the choices.
local function choices(list)
  local chosen = {}
  for i = 2, #list, 2 do chosen[#chosen + 1] = list[i] end
  return chosen
end

describe("sequences", function()
  it("S20 nodes are actions, nested sequences, choices and ends; it is shared, positions are not", function()
    local content = letters { day = { entry = "first", first = { action = "a", to = "pick" }, pick = { to = "inner" },
      inner = { sequence = "inner", to = "END" } }, inner = kit.chain { "b", "c" } }
    local world = kit.world(content)
    local ann = world:spawn "man"
    kit.run(world, 1)
    local bob = world:spawn "man"
    kit.run(world, 1)
    assert.same({ "b", "a" }, { ann.action, bob.action })
    assert.same({ "inner", "day" }, { ann.sequence, bob.sequence })
    kit.run(world, 3)
    assert.same({ "a", "b", "c", "a", "b" }, kit.names(world, "start", ann))
  end)

  it("S20 the order of definition does not matter, that of transitions does", function()
    local function made(names, order)
      local actions = {}
      for _, name in ipairs(names) do actions[name] = { duration = 1 } end
      local world = kit.world { actions = actions, npcs = { man = { main = "day" } },
        sequences = { day = { entry = "a", a = { action = "a", to = order }, b = { action = "b", to = "END" },
          c = { action = "c", to = "END" } } } }
      world:spawn "man"
      kit.run(world, 30)
      return world:hash()
    end
    local hash = made({ "a", "b", "c" }, { "b", "c" })
    assert.equal(hash, made({ "c", "a", "b" }, { "b", "c" }))
    assert.not_equal(hash, made({ "a", "b", "c" }, { "c", "b" }))
  end)

  it("S21 its lifecycle can be asked for", function()
    local world = kit.world(letters({ day = { entry = "in", ["in"] = { sequence = "inner", to = "END" } },
      inner = kit.chain { "a" }, look = kit.chain { "b" } }, { main = "day", on = { shout = "look" } },
      { interruptions = { "shout" } }))
    local man = world:spawn "man"
    kit.step(world, 0)
    local stack = man:doing().stack
    assert.equal(2, #stack)
    assert.same({ "day", "inner" }, { stack[1].sequence, stack[2].sequence })
    assert.same({ "in", "a" }, { stack[1].node, stack[2].node })
    local waiting, nested = stack[2].lifecycle, stack[1].lifecycle
    assert.equal("string", type(waiting))
    assert.not_equal(waiting, nested)
    man:interrupt "shout"
    kit.step(world, 0)
    stack = man:doing().stack
    assert.same({ 1, 1, 2 }, { stack[1].activity, stack[2].activity, stack[3].activity })
    assert.equal("interrupted", stack[2].lifecycle)
    assert.equal("shout", stack[3].interruption)
  end)

  it("S22 one open transition is followed without remembering, several are remembered", function()
    local content = letters({ day = { entry = "a", a = { action = "a", to = { { "b", when = "self.n < 5" },
      { "c", when = "self.n >= 5" } } }, b = { action = "b", to = "END" }, c = { action = "c", to = "END" } } },
      { main = "day", state = { "n" } }, { states = { n = {} } })
    local world = kit.world(content)
    local man = world:spawn "man"
    kit.run(world, 4)
    assert.same({}, man:memories "transitions")
    man.state.n = 5
    kit.run(world, 4)
    local counts = kit.counts(kit.names(world, "start"))
    assert.truthy(counts.b > 0 and counts.c > 0)
    world = kit.world(choosing())
    man = world:spawn "man"
    kit.run(world, 2)
    local memories = man:memories "transitions"
    assert.equal(1, #memories)
    assert.equal("day", memories[1].sequence)
    assert.equal(man.action, memories[1].node)
  end)

  it("S22 transitions to the same node are one option; none open fails the node", function()
    local world = kit.world(letters { day = { entry = "a", a = { action = "a",
      to = { "b", { "b", when = "now >= 0" } } }, b = { action = "b", to = "END" } } })
    local man = world:spawn "man"
    kit.run(world, 4)
    assert.same({}, man:memories "transitions")
    world = kit.world(letters { day = { entry = "a", a = { action = "a", to = { "b", when = "now > 1000" } },
      b = { action = "b", to = "END" } } })
    world:spawn "man"
    kit.run(world, 2)
    assert.same({ "start a", "stop a done", "fail day no_option" }, kit.lines(world))
  end)

  it("S22 in the condition of a transition, target is the current one", function()
    local world = kit.world(letters({ day = { entry = "sit", sit = { action = "sit", to = {
      { "b", when = "target.n == 1" }, { "c", when = "target.n ~= 1" } } },
      b = { action = "b", to = "END" }, c = { action = "c", to = "END" } } }, nil,
      { states = { n = {} }, props = { bench = { accepts = "sit", state = { "n" } } },
        actions = { sit = { duration = 1, targets = true }, b = { duration = 1 }, c = { duration = 1 } } }))
    local bench = world:spawn "bench"
    world:spawn "man"
    kit.run(world, 2)
    bench.state.n = 1
    kit.run(world, 2)
    assert.same({ "sit", "c", "sit", "b" }, kit.names(world, "start"))
  end)

  it("S23 at the end the caller goes on; with nothing left the main sequence begins again", function()
    assert.same({ "a", "b", "c", "a", "b" }, starts(letters { day = kit.chain { { sequence = "inner" }, "c" },
      inner = kit.chain { "a", "b" } }, 5))
  end)

  it("S24 nesting deeper than the limit fails the asker", function()
    local sequences = { day = { entry = "deep", deep = { sequence = "s2", to = "END" } } }
    for i = 2, 5 do
      sequences["s" .. i] = { entry = "deep", deep = { sequence = "s" .. (i + 1), to = "END", failed = "a" },
        a = { action = "a", to = "END" } }
    end
    sequences.s6 = kit.chain { "a" }
    local world = kit.world(letters(sequences), { limits = { depth = 3 } })
    local man = world:spawn "man"
    kit.step(world, 0)
    assert.same({ "fail s3 depth", "start a" }, kit.lines(world, man))
    assert.equal("s2", man.sequence)
  end)

  it("S24 too many steps in one update fail the sequence on top", function()
    local content = letters({ day = { entry = "x",
      x = { to = { { "y", when = "self.n == 0" }, { "a", when = "self.n > 0" } } },
      y = { to = { { "x", when = "self.n == 0" }, { "a", otherwise = true } } }, a = { action = "a", to = "END" } } },
      { main = "day", state = { "n" } }, { states = { n = {} } })
    local world = kit.world(content)
    local man = world:spawn "man"
    kit.step(world, 0)
    assert.same({ "fail day steps" }, kit.lines(world, man))
    man.state.n = 1
    kit.step(world, 1)
    assert.same({ "start a" }, kit.lines(world, man))
  end)

  it("S24 loading reports recursion, cycles without actions, dead ends, and warns of what is unreachable", function()
    kit.refuses("day", letters { day = { entry = "x", x = { sequence = "day", to = "END" } } })
    kit.refuses("day", letters { day = { entry = "x", x = { to = "y" }, y = { to = "x" } } })
    kit.refuses("day", letters { day = { entry = "x", x = { to = "END" } } })
    kit.refuses("day", letters { day = { entry = "x", x = { action = "a" } } })
    local world = kit.world(letters { day = { entry = "a", a = { action = "a", to = "END" },
      b = { action = "b", to = "END" } } })
    assert.equal("warning", world.problems[1].severity)
    assert.truthy(world.problems[1].code:find "unreachable")
  end)
end)

describe("memory", function()
  it("S25 capacities bound it, and the oldest goes", function()
    local world = kit.world(choosing(nil, { transitions = 2 }))
    local man = world:spawn "man"
    kit.run(world, 40)
    local memories = man:memories "transitions"
    assert.equal(2, #memories)
    assert.truthy(memories[1].time < memories[2].time)
    local chosen = choices(kit.names(world, "start"))
    assert.same({ chosen[#chosen - 1], chosen[#chosen] }, { memories[1].node, memories[2].node })
  end)

  it("S25 with capacity 0 nothing is remembered and choice is random", function()
    local world = kit.world(choosing(nil, { transitions = 0 }))
    local man = world:spawn "man"
    kit.run(world, 200)
    assert.same({}, man:memories "transitions")
    local chosen, twice = choices(kit.names(world, "start")), false
    for i = 2, #chosen do twice = twice or chosen[i] == chosen[i - 1] end
    assert.is_true(twice)
    local counts = kit.counts(chosen)
    assert.truthy(counts.b > 15 and counts.c > 15 and counts.d > 15)
  end)

  it("S26 the same decision has one record, which becomes the newest", function()
    local world = kit.world(choosing())
    local man = world:spawn "man"
    kit.run(world, 40)
    local memories, seen = man:memories "transitions", {}
    assert.equal(3, #memories)
    for i, memory in ipairs(memories) do
      assert.is_nil(seen[memory.node])
      seen[memory.node] = true
      assert.truthy(i == 1 or memories[i - 1].time <= memory.time)
    end
  end)

  it("S26 records of entities that left stay", function()
    local world = kit.world { actions = { sit = { duration = 1, targets = true }, rest = { duration = 1 } },
      sequences = { day = { entry = "sit", sit = { action = "sit", to = "END", failed = "rest" },
        rest = { action = "rest", to = "END" } } },
      props = { bench = { accepts = "sit" } }, npcs = { man = { main = "day" } } }
    local bench, man = world:spawn "bench", world:spawn "man"
    kit.run(world, 1)
    bench:remove()
    kit.run(world, 2)
    local memories = man:memories "actions"
    assert.equal(1, #memories)
    assert.same({ "sit", 1 }, { memories[1].action, memories[1].number })
    assert.is_nil(memories[1].entity)
  end)

  it("S27 prefers what was not done lately", function()
    local chosen = choices(starts(choosing(), 60))
    assert.same({ b = 1, c = 1, d = 1 }, kit.counts { chosen[1], chosen[2], chosen[3] })
    for i = 4, #chosen do assert.equal(chosen[i - 3], chosen[i]) end
  end)

  it("S27 holds for targets too", function()
    local world = kit.world { actions = { sit = { duration = 1, targets = true } },
      sequences = { day = kit.chain { "sit" } },
      props = { bench = { accepts = "sit" } }, npcs = { man = { main = "day" } } }
    for _ = 1, 4 do world:spawn "bench" end
    world:spawn "man"
    kit.run(world, 20)
    local targets = kit.targets(world, "sit")
    assert.equal(20, #targets)
    for i = 5, #targets do assert.equal(targets[i - 4], targets[i]) end
    assert.not_equal(targets[1], targets[2])
  end)

  it("S28 the same seed makes the same decisions, another one others", function()
    local content = choosing(nil, { transitions = 0 })
    assert.same(starts(content, 60, 5), starts(content, 60, 5))
    assert.not_same(starts(content, 60, 5), starts(content, 60, 6))
  end)

  it("S28 an NPC under a name decides the same, whoever came before it", function()
    local function decisions(before, name)
      local world = kit.world(choosing(nil, { transitions = 0 }), { seed = 9 })
      for _ = 1, before do world:spawn "man" end
      local man = world:spawn("man", { name = name })
      kit.run(world, 60)
      return kit.names(world, "start", man)
    end
    assert.same(decisions(0, "mary"), decisions(3, "mary"))
    assert.not_same(decisions(0), decisions(3))
    assert.not_same(decisions(0, "mary"), decisions(0, "john"))
  end)

  it("S28 a second living NPC of a name is refused", function()
    local world = kit.world(choosing())
    local mary = world:spawn("man", { name = "mary" })
    local second, message, code = world:spawn("man", { name = "mary" })
    assert.is_nil(second)
    assert.equal("string", type(message))
    assert.equal("name_taken", code)
    assert.equal(mary, world:get "mary")
    mary:remove()
    assert.truthy(world:spawn("man", { name = "mary" }))
  end)
end)
