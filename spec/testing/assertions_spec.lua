local bustle = require "bustle"
local match = require "luassert.match"
local park = require "spec.testing.park"
local sim = require "bustle.testing"

local function world(options, changes)
  local all = { packs = { park.pack(changes) }, seed = 7 }
  for key, value in pairs(options or {}) do all[key] = value end
  return sim.world(all)
end

-- Mary, who has walked, looked, walked, dozed, gasped and dozes again.
local function scene()
  local w = world()
  local bench, mary = w:spawn("bench", { name = "the bench" }), w:spawn("visitor", { name = "mary" })
  w:run_until(mary, "doze")
  w:interrupt("shout", { mary })
  w:run_until(mary, "doze", 30)
  return w, mary, bench
end

-- What a failed assertion says, without where; fails if it is told of another file.
local function complaint(fn)
  local ok, problem = pcall(fn)
  assert.is_false(ok)
  local file, text = tostring(problem):match("^(.-):%d+: (.*)$")
  assert.matches("assertions_spec.lua$", file)
  return text
end

local STORY = [[

its last decisions:
   3.1 s  day: walk with the bench (the bench: open, last at 0.1 s)
   3.1 s  starts walk with the bench, for 2.0 s
   5.1 s  finishes walk with the bench
   5.1 s  day: from go to doze (doze: open; look: open, last at 2.1 s)
   5.1 s  starts doze with the bench, for 5.7 s
   5.2 s  stops doze with the bench: interrupted
   5.2 s  is interrupted by shout, runs scare
   5.2 s  begins scare at gasp
   5.2 s  starts gasp, for 1.0 s
   6.2 s  finishes gasp
   6.2 s  scare: from gasp to END
   6.2 s  resumes doze with the bench, for 5.6 s]]

local DID = "walk with the bench, look, walk with the bench, doze with the bench, gasp, doze with the bench again"

describe("did", function()
  it("finds actions in order, with others in between", function()
    local _, mary, bench = scene()
    assert.npc(mary).did { "doze", "gasp", "doze" }
    assert.npc(mary).did { "walk", "doze" }
    assert.npc(mary).did "look"
    assert.npc(mary).did { { "walk", target = bench }, "gasp", { "park.doze", target = "the bench", resumed = true } }
    assert.npc(mary).did_not { "gasp", "walk" }
    assert.npc(mary).did_not { { "gasp", resumed = true } }
    assert.is_not.npc(mary).did { "doze", "doze", "doze" }
  end)

  it("finds them in a row if no gaps are allowed", function()
    local _, mary = scene()
    assert.npc(mary).did { "walk", "doze", "gasp", gaps = false }
    assert.npc(mary).did_not { "walk", "gasp", gaps = false }
  end)

  it("looks at what came since a time", function()
    local _, mary = scene()
    assert.npc(mary).did { "walk", since = 3.1 }
    assert.npc(mary).did_not { "walk", since = 3.2 }
  end)

  it("says what came instead", function()
    local _, mary = scene()
    assert.equal("expected mary to have done, in this order: doze, gasp, look\nit did: " .. DID
      .. "\nit did not come to: look" .. STORY, complaint(function() assert.npc(mary).did { "doze", "gasp", "look" } end))
    assert.equal("expected mary to have done, in a row: walk, gasp\nit did: " .. DID .. "\nit did not come to: gasp"
      .. STORY, complaint(function() assert.npc(mary).did { "walk", "gasp", gaps = false } end))
    assert.equal("expected mary not to have done, in this order: gasp, doze\nit did: " .. DID .. STORY,
      complaint(function() assert.npc(mary).did_not { "gasp", "doze" } end))
  end)

  it("puts the spec's own message first", function()
    local _, mary = scene()
    assert.matches("^the thief was caught\nexpected mary to have done",
      complaint(function() assert.message("the thief was caught").npc(mary).did "steal" end))
  end)

  it("shows the end of a long list", function()
    local w = world()
    local eater = w:spawn "eater"
    w:spawn "bench"
    w:run(100)
    assert.matches("\nit did: 30 others, nibble with bench 2,",
      complaint(function() assert.npc(eater).did "steal" end))
  end)
end)

describe("never_did", function()
  it("finds none of the actions", function()
    local _, mary = scene()
    assert.npc(mary).never_did "steal"
    assert.npc(mary).never_did { "steal", "shelter" }
    assert.npc(mary).never_did { "look", since = 3 }
    assert.not_npc(mary).never_did { "steal", "look" }
  end)

  it("says when one was done", function()
    local _, mary = scene()
    assert.equal("expected mary never to have done steal, gasp, but it did at 5.2 s" .. STORY,
      complaint(function() assert.npc(mary).never_did { "steal", "gasp" } end))
    assert.matches("^expected mary never to have done doze, but it did at 5.1 s\n",
      complaint(function() assert.npc(mary).never_did "doze" end))
    assert.equal("expected mary to have done steal" .. STORY,
      complaint(function() assert.is_not.npc(mary).never_did "steal" end))
  end)
end)

describe("is_doing and is_using", function()
  it("look at what is done now", function()
    local w, mary, bench = scene()
    local other = w:spawn "bench"
    assert.npc(mary).is_doing "doze"
    assert.npc(mary).is_doing { "doze", target = bench }
    assert.npc(mary).is_not_doing "gasp"
    assert.npc(mary).is_not_doing { "doze", target = other }
    assert.npc(mary).is_using(bench)
    assert.npc(mary).is_not_using(other)
  end)

  it("count the target of a sequence that is being run, and not one of an interrupted one", function()
    local w = world(nil, { sequences = { day = { entry = "go", go = { action = "walk", to = "look" },
      look = { action = "look", to = "END" } } } })
    local bench, mary = w:spawn "bench", w:spawn "visitor"
    w:run_until(mary, "look")
    assert.npc(mary).is_using(bench)
    mary:interrupt "shout"
    w:run_until(mary, "gasp")
    assert.npc(mary).is_not_using(bench)
  end)

  it("say what is done instead", function()
    local w, mary, bench = scene()
    assert.equal("expected mary to do gasp; it does doze with the bench" .. STORY,
      complaint(function() assert.npc(mary).is_doing "gasp" end))
    assert.equal("expected mary not to do doze with the bench; it does doze with the bench" .. STORY,
      complaint(function() assert.npc(mary).is_not_doing { "doze", target = bench } end))
    assert.equal("expected mary not to use the bench; it does doze with the bench" .. STORY,
      complaint(function() assert.npc(mary).is_not_using(bench) end))
    mary:hold()
    assert.matches("^expected mary to do doze; it does nothing, it is held\n",
      complaint(function() assert.npc(mary).is_doing "doze" end))
    mary:remove()
    assert.matches("^expected mary to use bench 3; it has left\n",
      complaint(function() assert.npc(mary).is_using(w:spawn "bench") end))
  end)
end)

describe("is_halted", function()
  it("knows the cause", function()
    local w, mary = scene()
    local thief = w:spawn "thief"
    w:run(15)
    assert.npc(thief).is_halted()
    assert.npc(thief).is_halted "no_candidate"
    assert.npc(thief).is_not_halted "claim"
    assert.npc(mary).is_not_halted()
  end)

  it("says what there is instead", function()
    local _, mary = scene()
    assert.equal("expected mary to have halted; it does doze with the bench" .. STORY,
      complaint(function() assert.npc(mary).is_halted() end))
    local w = world()
    local thief = w:spawn "thief"
    w:run(8)
    assert.equal([[
expected thief 1 to have halted: claim; it has halted: no_candidate
its last decisions:
   1.1 s  begins theft at steal
   1.1 s  theft: steal with nobody (nobody accepts it)
   1.1 s  theft fails: no candidate
   3.1 s  begins theft at steal
   3.1 s  theft: steal with nobody (nobody accepts it)
   3.1 s  theft fails: no candidate
   7.1 s  begins theft at steal
   7.1 s  theft: steal with nobody (nobody accepts it)
   7.1 s  theft fails: no candidate
   7.1 s  halts, as theft failed too often: no candidate]],
      (complaint(function() assert.npc(thief).is_halted "claim" end):gsub("decisions:\n.-\n   1.1",
        "decisions:\n   1.1", 1)))
  end)
end)

describe("remembers", function()
  it("knows actions, entities and ways", function()
    local w, mary, bench = scene()
    local other = w:spawn "bench"
    assert.npc(mary).remembers "walk"
    assert.npc(mary).remembers("walk", bench)
    assert.npc(mary).remembers { sequence = "day", node = "doze" }
    assert.npc(mary).remembers { from = "go", node = "doze" }
    assert.is_not.npc(mary).remembers { from = "doze", node = "doze" }
    assert.npc(mary).remembers { entity = bench }
    assert.npc(mary).does_not_remembers("walk", other)
    assert.is_not.npc(mary).remembers "steal"
  end)

  it("says what is remembered", function()
    local _, mary = scene()
    assert.equal("expected mary to remember steal\nit remembers: the way from go to look in day, "
      .. "the way from go to doze in day, walk with the bench" .. STORY,
      complaint(function() assert.npc(mary).remembers "steal" end))
  end)
end)

describe("conserves", function()
  it("adds up what is free and what is claimed", function()
    local w, mary = scene()
    assert.world(w).conserves "seats"
    assert.equal(0, mary.target.state.seats)
    mary:remove()
    assert.world(w).conserves "seats"
  end)

  it("lets those take something by hand who are at it", function()
    local w = world()
    local eater, bench = w:spawn "eater", w:spawn "bench"
    w:run(1)
    assert.equal(2, bench.state.food)
    assert.world(w).conserves "food"
    -- Nothing is put back when it is interrupted.
    eater:run "scare"
    w:step()
    assert.equal([[
expected the world to conserve park.food
bench 2 began with 3 and has 2]], complaint(function() assert.world(w).conserves "food" end))
    assert.is_not.world(w).conserves "food"
  end)

  it("takes what the spec writes for granted", function()
    local w = world()
    local bench = w:spawn("bench", { state = { seats = 4 } })
    bench.state.seats = 2
    bench.state.seats = 3
    w:run(1)
    assert.world(w).conserves "seats"
    assert.equal("expected the world not to conserve park.seats",
      complaint(function() assert.is_not.world(w).conserves "seats" end))
  end)
end)

describe("is_consistent", function()
  it("asks the world", function()
    local w = scene()
    assert.world(w).is_consistent()
    assert.equal("expected the world not to be consistent",
      complaint(function() assert.world(w).is_not_consistent() end))
    w.check = function() return nil, "entity 3: the taken part is wrong" end
    assert.equal("expected the world to be consistent\nentity 3: the taken part is wrong",
      complaint(function() assert.world(w).is_consistent() end))
  end)
end)

describe("varied", function()
  local function crowd(memory)
    local w = sim.world { seed = 3, packs = { bustle.pack { name = "p",
      actions = { a = { duration = 1 }, b = { duration = 1 }, c = { duration = 1 } },
      sequences = { any = bustle.choice { "a", "b", "c" }, same = bustle.chain { "a", "b" } },
      npcs = { free = { main = "any" }, dull = { main = "same" } } } } }
    local npcs = {}
    for i = 1, 4 do npcs[i] = w:spawn(memory) end
    w:run(20)
    return npcs
  end

  it("measures how different routines are, how even, and how repetitive", function()
    assert.varied(crowd "free", { at_least = 0.3, evenness = 0.9, repetition = 9 })
    assert.is_not.varied(crowd "dull", { at_least = 0.3 })
    assert.not_varied(crowd "dull", { repetition = 9 })
    assert.varied(crowd "dull", { repetition = 10 })
  end)

  it("says what is dull", function()
    local npcs = crowd "dull"
    assert.equal([[
expected 2 npcs to vary
their routines differ by 0.00 on average, not by 0.30
closest are dull 1: a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b
        and dull 2: a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b
dull 1 does the same 10 times in a row, not 3 at most: a, b
dull 2 does the same 10 times in a row, not 3 at most: a, b]], complaint(function()
      assert.varied({ npcs[1], npcs[2] }, { at_least = 0.3, repetition = 3 })
    end))
    assert.equal("expected 1 npcs to vary\ndull 1 uses its actions with an evenness of 1.00, not 1.50",
      complaint(function() assert.varied({ npcs[1] }, { evenness = 1.5 }) end))
    assert.equal("expected 4 npcs not to vary", complaint(function() assert.is_not.varied(npcs, { evenness = 0.5 }) end))
  end)
end)

describe("what an assertion cannot be about", function()
  it("is told at the caller's line", function()
    local w, mary, bench = scene()
    local game = bustle.world { packs = { park.pack() } }
    local cases = {
      ["assert.npc takes an npc of a world of bustle.testing, not nil"] = function() assert.npc().did "doze" end,
      ["assert.npc takes an npc of a world of bustle.testing, not npc visitor (number 1)"] =
        function() assert.npc(game:spawn "visitor").did "doze" end,
      ['assert.npc takes an npc, and prop "the bench" (bench, number 1) is a prop'] =
        function() assert.npc(bench).did "doze" end,
      ["assert.world takes a world of bustle.testing, not 1"] = function() assert.world(1).is_consistent() end,
      ["did is about an npc: write assert.npc(mary).did(...)"] = function() assert.did "doze" end,
      ["conserves is about a world: write assert.world(w).conserves(...)"] = function() assert.conserves "seats" end,
      ['unknown action "doz" (did you mean "doze"?)'] = function() assert.npc(mary).never_did "doz" end,
      ["did: an action has no targt (did you mean \"target\"?)"] =
        function() assert.npc(mary).did { { "doze", targt = bench } } end,
      ['did: unknown option gap (did you mean "gaps"?)'] = function() assert.npc(mary).did { "doze", gap = true } end,
      ["did: no action is named"] = function() assert.npc(mary).did {} end,
      ["did takes a list of actions, not a nil"] = function() assert.npc(mary).did() end,
      ["is_using takes an entity of the same world, not doze"] = function() assert.npc(mary).is_using "doze" end,
      ['remembers: a memory has no nod (did you mean "node"?)'] = function() assert.npc(mary).remembers { nod = 1 } end,
      ['conserves: unknown state "seat" (did you mean "seats"?)'] = function() assert.world(w).conserves "seat" end,
      ["varied takes a list of npcs of one world"] = function() assert.varied({}, { at_least = 1 }) end,
      ["varied takes limits, such as { at_least = 0.3 }"] = function() assert.varied({ mary }) end,
      ['varied: unknown option at_last (did you mean "at_least"?)'] =
        function() assert.varied({ mary }, { at_last = 1 }) end,
      ["varied: at_least must be a number"] = function() assert.varied({ mary }, { at_least = "1" }) end,
    }
    for expected, fn in pairs(cases) do assert.equal(expected, complaint(fn)) end
  end)
end)

describe("other assertions", function()
  it("show entities and worlds by their names", function()
    local w, mary, bench = scene()
    assert.equal('Expected objects to be equal.\nPassed in:\n(npc "mary" (visitor, number 2))\nExpected:\n'
      .. '(prop "the bench" (bench, number 1))', complaint(function() assert.equal(bench, mary) end))
    assert.equal("Expected objects to be equal.\nPassed in:\n(bustle.world (2 entities, 6.200 s))\nExpected:\n"
      .. "(number) 1", complaint(function() assert.equal(1, w) end))
  end)
end)

describe("matchers", function()
  it("know entities, what they do and what they use", function()
    local _, mary, bench = scene()
    local called = spy.new(function() end)
    called(mary, bench)
    assert.spy(called).was.called_with(match.is_entity "mary", match.is_entity(bench))
    assert.is_true(match.is_entity()(mary))
    assert.is_true(match.is_entity "visitor"(mary))
    assert.is_false(match.is_entity "mary"(bench))
    assert.is_false(match.is_entity()(1))
    assert.is_true(match.is_doing "doze"(mary))
    assert.is_true(match.is_not_doing "gasp"(mary))
    assert.is_true(match.is_using(bench)(mary))
    assert.is_false(match.is_using(mary)(mary))
  end)
end)

describe("is_waiting_at (S51)", function()
  local ROOF = { sequences = { hide = { entry = "roof", roof = { wait = "env.weather ~= 'rainy'", timeout = 9, waiting = "sigh",
    to = "END", failed = "END" } } } }

  local function soaked()
    local w = world({ env = { weather = { [0] = "sunny", [3] = "rainy", [8] = "sunny" } } }, ROOF)
    w:spawn("bench", { name = "the bench" })
    return w, w:spawn("visitor", { name = "mary" })
  end

  it("is about the node at which an NPC waits, until it need not any more", function()
    local w, mary = soaked()
    w:run(4)
    assert.npc(mary).is_waiting_at "roof"
    assert.npc(mary).is_not_waiting_at "go"
    assert.npc(mary).is_doing "sigh"
    assert.equal(4, math.floor(w:run_until(mary, "env.weather == 'sunny'") * 10 + 0.5) / 10)
    w:run_until(mary, "walk", 5)
    assert.npc(mary).is_not_waiting_at "roof"
  end)

  it("says what the NPC does instead, and how often it has tried", function()
    local w, mary = soaked()
    w:run(7)
    local text = complaint(function() assert.npc(mary).is_waiting_at "gate" end)
    assert.truthy(text:find("expected mary to wait at gate; it waits at roof, seen in sigh\n", 1, true), text)
    assert.truthy(text:find("   6.1 s  hide: waits at roof, 3 tries", 1, true), text)
    assert.equal("is_waiting_at takes the name of a node, not 5", complaint(function() assert.npc(mary).is_waiting_at(5) end))
  end)

  it("lets run_until end with the wait", function()
    local w, mary = soaked()
    w:run_until(mary, function(npc) return npc:doing().mood == "awaiting" end, 10)
    w:run_until(mary, function(npc) return npc:doing().mood ~= "awaiting" end, 10)
    assert.equal(8.1, math.floor(w:now() * 10 + 0.5) / 10)
  end)
end)
