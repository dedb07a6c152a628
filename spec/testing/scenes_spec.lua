-- The testing kit, about scenes (S54 to S60).
local bustle = require "bustle"
local company = require "bustle.testing.company"
local coverage = require "bustle.testing.coverage"
local inn = require "spec.lua.support.inn"
local sim = require "bustle.testing"

local function complaint(fn, ...)
  local ok, problem = pcall(fn, ...)
  assert(not ok, "it did not complain")
  return tostring(type(problem) == "table" and problem.message or problem)
end

local function world(options)
  return inn.world(options, sim.world)
end

describe("run_until_scene", function()
  it("goes on until somebody joins it, or this one is in it", function()
    local w, mary, linda = world()
    mary.state.thirst = 9
    assert.is_true(w:run_until_scene("order", 5) <= 1.1)
    assert.npc(mary).is_in("order", "patron")
    assert.is_true(w:run_until_scene("inn.order", linda) <= 0.1)
    assert.is_true(w:run_until_scene("order", linda, 5) <= 0.1)
  end)

  it("fails the spec after the limit, and says what came of it", function()
    local w, mary, linda = world()
    assert.matches("waited 2 s until order begins, in vain$", complaint(w.run_until_scene, w, "order", 2))
    mary.state.thirst = 9
    linda:hold()
    local text = complaint(w.run_until_scene, w, "order", mary, 3)
    assert.matches("waited 3 s until Mary is in order, in vain\nthe last that came of it: no server: 1 busy\n"
      .. "its last decisions:\n", text)
    assert.matches("cue thirsty: no server: 1 busy", text)
  end)

  it("refuses what it cannot wait for", function()
    local w, mary = world()
    assert.matches('unknown scene "ordr" %(did you mean "order"%?%)', complaint(w.run_until_scene, w, "ordr"))
    assert.matches("an npc of this world is expected, not Mary", complaint(w.run_until_scene, w, "order", "Mary"))
    assert.matches("is a prop", complaint(w.run_until_scene, w, "order", w:spawn "hearth"))
    assert.matches("the limit cannot be negative", complaint(w.run_until_scene, w, "order", mary, -1))
  end)
end)

describe("is_in", function()
  it("is about the scenes of the moment", function()
    local w, mary, linda = world()
    assert.npc(mary).is_not_in "order"
    mary.state.thirst = 9
    w:run_until_scene("order", mary)
    assert.npc(mary).is_in "order"
    assert.npc(mary).is_in("inn.order", "patron")
    assert.npc(mary).is_not_in("order", "server")
    assert.npc(linda).is_in("order", "server")
    assert.npc(linda).is_not_in "round_dance"
    w:remove(linda)
    assert.npc(linda).is_not_in "order"
  end)

  it("says what it expected, and asks what was meant", function()
    local w, mary = world()
    assert.matches("expected Mary to be in order as patron; it is in no scene\n",
      complaint(function() assert.npc(mary).is_in("order", "patron") end))
    mary.state.thirst = 9
    w:run_until_scene("order", mary)
    assert.matches("expected Mary not to be in order; it is in order as patron\n",
      complaint(function() assert.npc(mary).is_not_in "order" end))
    assert.matches('the scene order has no part patrn %(did you mean "patron"%?%)',
      complaint(function() assert.npc(mary).is_in("order", "patrn") end))
    assert.matches('unknown scene "ordr"', complaint(function() assert.npc(mary).is_in "ordr" end))
    assert.matches("is_in is about an npc: write assert.npc%(mary%).is_in", complaint(function() assert.is_in "order" end))
  end)

  it("knows what somebody waits for in other complaints", function()
    local w, mary = world()
    mary.state.thirst = 9
    w:run(2)
    assert.matches("it waits for others in order", complaint(function() assert.npc(mary).is_doing "pay" end))
    assert.npc(mary).remembers { scene = "order" }
    assert.matches("to remember round_dance\nit remembers:.*order with Linda",
      complaint(function() assert.npc(mary).remembers { scene = "round_dance" } end))
  end)
end)

describe("conserves_members", function()
  it("holds while scenes go on and when they are over", function()
    local w, mary = world()
    mary.state.thirst = 9
    for _ = 1, 20 do
      w:run(1)
      assert.world(w).conserves_members()
    end
    assert.equal(2, w:stats().joins)
    assert.matches("expected the world not to conserve members of scenes\n2 joined, 2 left, 0 are in one",
      complaint(function() assert.world(w).not_conserves_members() end))
    assert.matches("is about a world: write assert.world", complaint(function() assert.conserves_members() end))
  end)
end)

describe("addresses_only_members", function()
  it("is about the targets of actions when they began", function()
    local w, mary = world()
    mary.state.thirst = 9
    w:run(15)
    assert.world(w).addresses_only_members { actions = { "ask", "nod", "pay" } }
    assert.world(w).addresses_only_members { actions = "inn.ask", since = 1 }
  end)

  it("says who addressed somebody who was not with it", function()
    local tables = inn.tables()
    tables.sequences.evening.sip.to = "chat"
    tables.sequences.evening.chat = { action = "nod", to = "END" }
    local w = sim.world { packs = { bustle.pack(tables) } }
    w:spawn("patron", { name = "Mary" })
    w:spawn("patron", { name = "Bob" })
    w:run(5)
    local text = complaint(function() assert.world(w).addresses_only_members { actions = { "nod" } } end)
    assert.matches("expected everybody to address only members of a scene that they are in\n"
      .. " +2%.1 s  Mary starts nod with Bob, which is in no scene with it\n", text)
    assert.world(w).addresses_only_members { actions = { "nod" }, since = 5 }
  end)

  it("takes a list of actions", function()
    local w = world()
    local function said(...)
      local given = { ... }
      return complaint(function() assert.world(w).addresses_only_members(given[1]) end)
    end
    assert.matches("takes options", said())
    assert.matches("takes a list of actions", said {})
    assert.matches("takes a list of actions", said { actions = {} })
    assert.matches('unknown action "nodd" %(did you mean "nod"%?%)', said { actions = "nodd" })
    assert.matches('unknown option action %(did you mean "actions"%?%)', said { action = "nod" })
  end)

  it("tells scenes of one name apart that begin at once", function()
    local function join(npc, with) return { kind = "join", time = 1, npc = npc, scene = "s", with = { with } } end
    local function start(npc, target) return { kind = "start", time = 2, npc = npc, action = "ask", target = target } end
    local found = company.strangers({ join("a", "b"), join("b", "a"), join("c", "d"), join("d", "c"), start("a", "b"),
      start("a", "c"), start("c", "d"), { kind = "leave", time = 3, npc = "d", scene = "s" }, start("c", "d") },
      { ask = true }, 0)
    assert.same({ start("a", "c"), start("c", "d") }, found)
  end)
end)

describe("a history", function()
  it("has who joined what with whom, and why they left", function()
    local w, mary, linda = world()
    mary.state.thirst = 9
    w:run(12)
    local joined = w:happened { kind = "join", npc = linda }[1]
    assert.same({ "order", "server", "Mary", { "Mary" } },
      { joined.scene, joined.part, joined.initiator, joined.with })
    assert.same({ "order", "finished" }, { w:happened({ kind = "leave", npc = mary })[1].scene,
      w:happened({ kind = "leave", npc = mary })[1].reason })
    local kinds = {}
    for _, each in ipairs(w:decisions(mary)) do kinds[each.kind] = true end
    assert.same({ true, true }, { kinds.cast, kinds.arrival })
  end)

  it("tells apart who staged the same scene at once", function()
    local w, mary = world()
    local others = {}
    for i = 1, 5 do others[i] = w:spawn("patron", { name = "p" .. i }) end
    w:step()
    assert(w:stage("round_dance", { dancer = { mary, others[1], others[2], others[3] } }))
    assert(w:stage("round_dance", { dancer = { others[4], others[5] } }))
    w:step()
    assert.same({ "p1", "p2", "p3" }, w:happened({ kind = "join", npc = mary })[1].with)
    assert.same({ "p4" }, w:happened({ kind = "join", npc = others[5] })[1].with)
  end)
end)

describe("coverage", function()
  local function missed_in(counted)
    local missed = {}
    for _, part in ipairs(counted.parts) do
      local asked = part.group == "scenes" or part.group == "cues" or part.kind == "scene" and part.group == "conditions"
      if not counted.hits[part.key] and asked then
        missed[#missed + 1] = ("%s%s: %s"):format(part.name, part.spot and ", " .. part.spot or "", part.missed)
      end
    end
    table.sort(missed)
    return missed
  end

  it("counts scenes, parts, their conditions and how they end, and cues that begin them", function()
    coverage.start()
    local w, mary, linda = world()
    mary.state.thirst, linda.state.mood = 9, 0
    w:run(2)
    linda.state.mood = 5
    w:run(15)
    assert.same({ "order, part \"patron\", broken: never broken", "round_dance, part \"dancer\": never taken",
      "round_dance: never cast" }, missed_in(coverage.stop()))
    coverage.start()
    w, mary, linda = world()
    mary.state.thirst = 9
    w:run_until_scene "order"
    linda:leave_scene()
    w:run(1)
    assert.same({ "order, part \"patron\", finish: never finished", "order, part \"server\", when: never false",
      "round_dance, part \"dancer\": never taken", "round_dance: never cast" }, missed_in(coverage.stop()))
  end)

  it("counts what parts do in rows as nodes of the scene", function()
    coverage.start()
    local w, mary, linda = world()
    mary.state.thirst = 9
    w:run_until_scene "order"
    linda:leave_scene()
    w:run(1)
    local counted, missed = coverage.stop(), {}
    for _, part in ipairs(counted.parts) do
      if not counted.hits[part.key] and part.group == "nodes" and part.name == "order" then
        missed[#missed + 1] = ("%s %s, %s: %s"):format(part.kind, part.name, part.spot, part.missed)
      end
    end
    assert.same({ 'scene order, part "patron", row 2: never entered', 'scene order, part "patron", row 3: never entered',
      'scene order, part "server", row 2: never entered', 'scene order, part "server", row 3: never entered' }, missed)
  end)

  it("counts reactions by who has them", function()
    local tables = inn.tables()
    tables.scenes.chat = { topic = "weather", parts = { { "speaker", sequence = "duck" }, "listener" } }
    tables.npcs.patron.reacts, tables.npcs.waiter.reacts = { weather = "duck" }, { weather = "service" }
    coverage.start()
    local w = sim.world { packs = { bustle.pack(tables) } }
    local mary = w:spawn("waiter", { name = "Mary" })
    w:spawn("patron", { name = "Bob" })
    w:step()
    assert(w:stage("chat", { speaker = mary }))
    w:run(1)
    local counted = coverage.stop()
    assert.truthy(counted.hits["reaction inn.patron weather"])
    assert.is_nil(counted.hits["reaction inn.waiter weather"])
    local missed = missed_in(counted)
    assert.equal('waiter, reacts to "weather": never reacted', missed[#missed])
  end)
end)
