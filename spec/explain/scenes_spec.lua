-- Explanations, lines and logs of scenes (S54 to S60).
local bustle = require "bustle"
local casting = require "bustle.observe.happenings.casting"
local choice = require "bustle.inspector.choice"
local inn = require "spec.lua.support.inn"
local lines = require "bustle.observe.happenings.lines"
local types = require "spec.lua.support.types"

local function run(world, seconds)
  for _ = 1, seconds * 10 do world:update(0.1) end
end

local function line_with(npc, text)
  for line in (tostring(npc:explain()) .. "\n"):gmatch("([^\n]*)\n") do
    if line:find(text, 1, true) then return line end
  end
end

local function thirsty(options)
  local world, mary, linda = inn.world(options or { explain = true })
  mary.state.thirst = 9
  return world, mary, linda
end

describe("npc:explain, of a scene", function()
  it("says which, as what, with whom, how far, and for whom it waits", function()
    local world, mary, linda = thirsty()
    run(world, 2)
    assert.equal("It has done phase 1 of order and waits for Linda, seen in look_about, for 3.1 s more.",
      line_with(mary, "It has done"))
    assert.equal("  order, as patron, with Linda (server): 1 phase done, waits for Linda", line_with(mary, "  order, as"))
    assert.equal("  order, as server, with Mary (patron): 0 phases done", line_with(linda, "  order, as"))
    assert.equal("  on the cue thirsty, priority -1: order.patron at 1", line_with(mary, "order.patron at"))
    assert.equal("  as server in order, priority -1: order.server at 1", line_with(linda, "order.server at"))
    assert.same({ kind = "phase", scene = "order", part = "patron", phase = 1, ended = false, waiting = { "Linda" } },
      mary:explain().now.scene)
    assert.same({ { npc = "Mary", part = "patron" }, { npc = "Linda", part = "server" } },
      mary:explain().scenes[1].members)
  end)

  it("tells of it in the same way without explain", function()
    local world, mary = thirsty {}
    run(world, 2)
    assert.matches("^Mary %(patron%) at 2%.0 s\nIt has done phase 1 of order and waits for Linda", tostring(mary:explain()))
  end)

  it("tells who joined with whom, who arrived, and why it was left", function()
    local world, mary, linda = thirsty()
    run(world, 2)
    assert.equal("     0.1 s  joins order as patron, with Linda", line_with(mary, "joins order"))
    assert.equal("     0.1 s  joins order as server, with Mary", line_with(linda, "joins order"))
    assert.equal("     0.1 s  scene order: is cast (server Linda)", line_with(mary, "is cast"))
    assert.equal("     1.1 s  order: has done phase 1, waits for Linda", line_with(mary, "has done phase 1, "))
    linda:leave_scene()
    run(world, 1)
    assert.equal("     2.1 s  leaves order: broken", line_with(mary, "leaves order"))
    assert.equal("     2.0 s  leaves order: left", line_with(linda, "leaves order"))
    assert.matches("encounters: order, 0%.9 s ago; order with Linda", line_with(mary, "encounters"))
  end)

  it("says that it sank, and that it is away", function()
    local world, mary, linda = thirsty()
    run(world, 2)
    linda:hold()
    run(world, 5)
    assert.matches("  on the cue thirsty, priority %-1: order.patron at 1 %(sunk: it waited too long for others%)",
      line_with(mary, "sunk"))
    assert.equal("  its main activity: evening at sip", line_with(mary, "main activity"))
    assert.equal("  order, as patron, with Linda (server): 1 phase done, waits for Linda, at something else meanwhile",
      line_with(mary, "  order, as"))
    assert.equal("  order, as server, with Mary (patron): 0 phases done, away", line_with(linda, "  order, as"))
  end)

  it("says that its part has yet to begin", function()
    local world, mary = inn.world { explain = true }
    world:spawn("patron", { name = "Bob" })
    world:update(0)
    world:stage "round_dance"
    assert.equal("  round_dance, as dancer, with Bob (dancer): has yet to begin", line_with(mary, "  round_dance"))
  end)

  it("knows only fields that editors are told of", function()
    local classes = types.declared "lua/bustle/meta.lua"
    local function check(class, list)
      for _, each in ipairs(list) do
        for name in pairs(each) do assert.is_true(classes["bustle." .. class][name], class .. "." .. tostring(name)) end
      end
    end
    local world, mary, linda = thirsty { explain = 200 }
    local happened = {}
    world:_keep():listen { entry = function(entry) happened[#happened + 1] = entry end, updated = function() end }
    linda.state.mood = 0
    run(world, 2)
    linda.state.mood = 3
    mary:run "order_now"
    for _ = 1, 100 do
      world:update(0.1)
      for _, npc in ipairs { mary, linda } do
        local e = npc:explain()
        check("Explanation", { e })
        check("ExplainedNow", { e.now })
        check("AwaitedScene", { e.now.scene })
        check("ExplainedScene", e.scenes)
        check("ExplainedCue", e.cues)
        check("ExplainedActivity", e.stack)
        for _, activity in ipairs(e.stack) do check("ExplainedSequence", activity.sequences) end
        check("ExplainedMemory", e.memories.encounters)
        check("Membership", npc:scenes())
        check("Frame", npc:doing().stack)
        check("Memory", npc:memories "encounters")
        check("Happening", e.casts)
        for _, cast in ipairs(e.casts) do check("CastSearch", cast.parts) end
      end
    end
    check("Happening", happened)
  end)
end)

describe("npc:explain, of a scene without a cast", function()
  it("says what was against those who might have been in it", function()
    local world, mary, linda = thirsty()
    linda.state.mood = 0
    world:spawn("waiter", { x = 100 })
    world:spawn("waiter"):hold()
    world:spawn("waiter").state.mood = 0
    run(world, 0.3)
    local why = "no server: 1 busy, 1 too far, 2 do not want to"
    assert.equal("  thirsty, priority -1, leads to order as patron: tested 0.2 s ago: " .. why,
      line_with(mary, "thirsty, priority"))
    assert.equal("  order found no cast 0.2 s ago: " .. why, line_with(mary, "found no cast"))
    local search = mary:explain().casts[1].parts[1]
    assert.same({ "server", 4, 3 }, { search.part, search.accepting, search.reached })
    assert.same({ busy = 1, condition = 2 }, search.counts)
    assert.same({ text = "self.mood > 0", reads = { { name = "self.mood", value = 0 } } },
      search.candidates[1].against[1])
    -- What is tested again and again does not push everything else out.
    run(world, 60)
    assert.is_nil(line_with(mary, "scene order: no cast"))
    assert.truthy(line_with(mary, "starts sip"))
  end)

  it("says at a node what it waits for, and keeps the last try", function()
    local tables = inn.tables()
    tables.sequences.order_now.ask.timeout = 10
    local world = bustle.world { packs = { bustle.pack(tables) }, explain = true }
    local mary, linda = world:spawn("patron", { name = "Mary" }), world:spawn("waiter", { name = "Linda" })
    linda:hold()
    mary:run "order_now"
    run(world, 3.5)
    assert.equal("It waits at ask for a cast of order (no server: 1 busy), 6.6 s left.", line_with(mary, "It waits"))
    assert.equal("     3.1 s  scene order: no cast, 4 tries (no server: 1 busy)", line_with(mary, "tries"))
    assert.matches("Linda  closed: busy", tostring(mary:explain()))
    local last = choice.last(mary:explain().decisions)
    assert.same({ "cast", "order, server", "no server: 1 busy" }, { last.kind, last.action, last.words })
    run(world, 8)
    assert.equal("    10.1 s  order_now fails: no cast", line_with(mary, "order_now fails"))
  end)

  it("counts who does not want to because of another member, of whom it shows no values", function()
    for when, shown in pairs {
      ["self.mood > patron.mood"] = "self.mood > patron.mood",
      ["patron.thirst < self.mood + 1"] = "patron.thirst < self.mood + 1",
      ["self.trust(patron) > 0"] = "self.trust(patron) > 0",
      ["any(trust of patron)"] = "any(trust of patron)",
      ["self.mood > patron.mood and self.mood < 3"] = "self.mood < 3: it is 5",
    } do
      local tables = inn.tables()
      tables.links = { trust = {} }
      tables.sequences.order_now.ask.timeout = 10
      tables.scenes.order.parts[2].when = when
      local world, said = bustle.world { packs = { bustle.pack(tables) }, explain = true }, nil
      world:on("error", function(message) said = message end)
      local mary = world:spawn("patron", { name = "Mary", state = { thirst = 9 } })
      world:spawn("waiter", { name = "Linda" })
      mary:run "order_now"
      run(world, 1.5)
      assert.is_nil(said)
      assert.matches("no server: 1 does not want to", line_with(mary, "It waits"), 1, true)
      assert.equal("              Linda  closed: " .. shown, line_with(mary, "Linda  closed"))
    end
  end)

  it("says of one who stages it that it waits for its end", function()
    local tables = inn.tables()
    tables.sequences.hold_dance = { entry = "dance", dance = { scene = "round_dance", to = "END" } }
    local world = bustle.world { packs = { bustle.pack(tables) }, explain = true }
    local owen = world:spawn("waiter", { name = "Owen" })
    for _ = 1, 2 do world:spawn "patron" end
    world:update(0)
    owen:set_main "hold_dance"
    world:update(0.1)
    assert.equal("It waits at dance for the end of round_dance.", line_with(owen, "It waits"))
    assert.is_nil(owen.remaining)
    assert.is_nil(owen.scene)
  end)
end)

describe("the log", function()
  it("has joins and leaves, and casts among the steps", function()
    local world, _, linda = thirsty()
    local written = {}
    world:log(function(text) written[#written + 1] = text end, { events = { "join", "leave" }, steps = true })
    run(world, 1)
    linda:leave_scene()
    run(world, 0.2)
    local all = table.concat(written)
    assert.truthy(all:find('"kind":"join","time":0.1,"npc":"Mary","number":1,"definition":"patron"', 1, true), all)
    assert.truthy(all:find('"with":["Linda"]', 1, true), all)
    assert.truthy(all:find('"kind":"leave"', 1, true), all)
    assert.truthy(all:find('"kind":"cast"', 1, true), all)
    assert.has_error(function() world:log(print, { events = { "joins" } }) end)
  end)
end)

describe("a cast in words", function()
  it("says who was found for each part", function()
    local gathered = casting.new(1)
    gathered:member("a", { target = "Ann", verdict = "open" })
    gathered:member("a", { target = "Bob", verdict = "open" })
    gathered:part("a", "Ann", { accepting = 2, reached = 2, open = 2, best = 2 })
    gathered:part("b", nil, { accepting = 0, reached = 0, open = 0, best = 0 })
    gathered:member("a", { target = "Ann", verdict = "given_up" })
    gathered:member("a", { target = "Bob", verdict = "open" })
    gathered:part("a", "Bob", { accepting = 2, reached = 2, open = 1, best = 1 })
    local parts = gathered:finish()
    assert.same({ { "Bob" }, {} }, { parts[1].found, parts[2].found })
    assert.same({ 1, { given_up = 1, open = 1 } }, { #parts[1].candidates, parts[1].counts })
    local entry = { kind = "cast", scene = "s", verdict = "open", parts = parts }
    assert.equal("scene s: is cast (a Bob; b nobody)", lines.words(entry))
    entry.verdict, entry.part = "nobody", "b"
    assert.equal("scene s: no cast (no b: there is nobody for it)", lines.words(entry))
    assert.same({}, gathered:finish())
  end)
end)
