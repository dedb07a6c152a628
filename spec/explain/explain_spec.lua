local yard = require "spec.explain.yard"

-- The lines of a text after those that every explanation has.
local function decisions(npc, count)
  local text = npc:explain():text(count)
  return (text:match("newest last:\n(.-)\nIt remembers") or text:match("newest last:\n(.*)$"))
end

-- A world with one NPC, after its first decisions.
local function decided(kind, prepare)
  local w = yard.world { explain = true }
  local bench = w:spawn("bench", { name = "by the gate", x = 5 })
  w:spawn("bench", { name = "far", x = 90 })
  local npc = w:spawn(kind)
  if prepare then prepare(w, npc, bench) end
  w:update(0)
  return decisions(npc, 99), w, npc, bench
end

describe("npc:explain", function()
  it("tells what it does, in what activities, and why, with the values of what was false", function()
    local w = yard.world { explain = true }
    w:spawn("bench", { name = "by the gate", x = 5 })
    local mary = w:spawn("guest", { name = "mary", state = { energy = 9 } })
    w:update(0)
    mary.state.energy = 3
    w:update(2)
    mary:interrupt "shout"
    w:update(1)
    assert.equal([[
mary (guest) at 3.0 s
It does gasp, since 3.0 s, 1.0 s left.
Its activities, the running one first:
  on shout, priority 2: scare at gasp
  its main activity: day at hum (interrupted)
What it decided, and what happened, newest last:
     0.0 s  enters the world (guest)
     0.0 s  begins day at choose
     0.0 s  day: from choose to hum, the only one open
              rest  closed: self.energy < 7: it is 9
              nap   closed: self.tired: it is false; self.energy <= self.mood + 1: self.energy is 9, self.mood is 1
              hum   open
     0.0 s  starts hum, for 2.0 s
     2.0 s  finishes hum
     2.0 s  day: from hum to END
     2.0 s  begins day at choose
     2.0 s  day: from choose to hum, drawn among the 2 not taken lately
              rest  open
              nap   closed: self.tired: it is false; self.energy <= self.mood + 1: self.energy is 3, self.mood is 1
              hum   open
     2.0 s  starts hum, for 2.0 s
     3.0 s  stops hum: interrupted
     3.0 s  is interrupted by shout, runs scare
     3.0 s  begins scare at gasp
     3.0 s  starts gasp, for 1.0 s
It remembers, newest first:
  ways: day, choose to hum, 1.0 s ago]], tostring(mary:explain()))
  end)

  it("tells why an interruption was ignored", function()
    local w = yard.world { explain = true }
    local bob, mary = w:spawn("guest", { name = "bob" }), w:spawn("guest", { name = "mary" })
    w:update(0)
    for _ = 1, 2 do
      w:interrupt("shout", { bob, mary }, mary)
      w:update(0.1)
    end
    assert.truthy(bob:explain():text(99):find("\n     0.2 s  ignores shout from mary: it answers one already", 1, true))
    local last = bob:explain().decisions
    last = last[#last]
    assert.same({ "ignore", "answered", "shout", "mary" }, { last.kind, last.verdict, last.interruption, last.source })
    bob:hold()
    bob:interrupt "shout"
    w:update(0.1)
    w:update(11)
    bob:release()
    w:update(0.1)
    assert.truthy(bob:explain():text(99):find("s  ignores shout: it waited too long for the release", 1, true))
  end)

  it("tells of claims that cannot be had, of who is out of reach, and of what the game let fail", function()
    local _, w, npc, bench = decided("sitter", function(_, _, bench) bench.state.seats = 0 end)
    bench.state.seats = 1
    w:set("weather", "rainy")
    w:update(1)
    w:set("weather", "sunny")
    w:update(5)
    npc:fail "no path"
    w:update(1)
    assert.is_nil(npc:explain().now.since)
    assert.equal([[
sitter 3 (sitter) at 7.0 s
It waits after 3 failures in a row and goes on in 4.0 s.
Its activities, the running one first:
  its main activity: sitter at sit
What it decided, and what happened, newest last:
     0.0 s  enters the world (sitter)
     0.0 s  begins sitter at sit
     0.0 s  sitter: sit with nobody
              by the gate  closed: claims 1 of target.seats: 0 free
              1 out of reach (distance < nearby)
     0.0 s  sitter fails: no candidate
     1.0 s  begins sitter at sit
     1.0 s  sitter: sit with nobody
              by the gate  closed: env.weather ~= 'rainy': it is rainy
              1 out of reach (distance < nearby)
     1.0 s  sitter fails: no candidate
     6.0 s  begins sitter at sit
     6.0 s  sitter: sit with by the gate, the only one open
              by the gate  open
              1 out of reach (distance < nearby)
     6.0 s  starts sit with by the gate, for 4.0 s
     6.0 s  stops sit with by the gate: failed (no path)
     7.0 s  sitter fails: game
It remembers, newest first:
  actions: sit with by the gate, 1.0 s ago]], tostring(npc:explain()))
  end)

  it("says which function said no, if nothing else was false", function()
    assert.equal([[
     0.0 s  enters the world (admirer)
     0.0 s  begins admirer at admire
     0.0 s  admirer: admire with nobody
              by the gate  closed: the function at yard.lua:6 says no
              far          closed: the function at yard.lua:6 says no
     0.0 s  admirer fails: no candidate
     0.0 s  falls back on idle
     0.0 s  begins idle at hum
     0.0 s  starts hum, for 2.0 s]], (decided "admirer"))
  end)

  it("does not blame a function that was not asked, nor the targets where no target would help", function()
    local function tire(_, npc) npc.state.energy = 1 end
    local text = decided("admirer", tire)
    assert.truthy(text:find("by the gate  closed: self.energy > 2: it is 1\n", 1, true))
    assert.is_nil(text:find("function", 1, true))
    assert.equal([[
     0.0 s  enters the world (swinger)
     0.0 s  begins swinger at swing
     0.0 s  swinger: swing is not possible
              self.energy > 2: it is 1
     0.0 s  swinger: swing with nobody
     0.0 s  swinger fails: no candidate]], (decided("swinger", tire)))
  end)

  it("tells why something cannot travel", function()
    assert.equal([[
     0.0 s  enters the world (climber)
     0.0 s  begins climber at climb
     0.0 s  climber: climb with nobody
              by the gate  closed: it travels by self.speed: it is 0
              far          closed: it travels by self.speed: it is 0
     0.0 s  climber fails: no candidate]], (decided "climber"))
  end)

  it("shows an or as a whole, since all of it was false, and parentheses without them", function()
    assert.equal([[
     0.0 s  enters the world (napper)
     0.0 s  begins napper at nap
     0.0 s  napper: nap is not possible
              self.tired: it is false; env.hour >= 20 or env.hour < 6: it is 12
     0.0 s  napper fails: condition]], (decided "napper"))
  end)

  it("says by which rule a target was taken: preferred, not used lately, used longest ago", function()
    local text = decided "picker"
    assert.truthy(text:find("picker: pick with by the gate, which it prefers\n", 1, true))
    local w = yard.world { explain = 200 }
    for i = 1, 3 do w:spawn("bench", { name = "bench " .. i, x = 5 }) end
    local npc = w:spawn "sitter"
    for _ = 1, 4 do
      w:update(0)
      w:update(4)
    end
    local rules = {}
    for _, entry in ipairs(npc:explain().decisions) do
      if entry.kind == "target" then rules[#rules + 1] = entry.rule end
    end
    assert.same({ { rule = "new", among = 3 }, { rule = "new", among = 2 }, { rule = "new" }, { rule = "oldest" } },
      { rules[1], rules[2], rules[3], rules[4] })
  end)

  it("tells of a halt and when it ends", function()
    local _, w, npc = decided "napper"
    for _ = 1, 3 do w:update(10) end
    assert.equal("It has halted, as napper failed too often (condition) and restarts in 30.0 s.",
      tostring(npc:explain()):match("\n([^\n]*)"))
  end)

  it("tells of hold, and of interruptions that wait", function()
    local _, w, npc = decided "guest"
    npc:hold()
    npc:interrupt "shout"
    w:update(1)
    local lines = {}
    for line in tostring(npc:explain()):gmatch("[^\n]+") do lines[#lines + 1] = line end
    assert.equal("It is held by the game.", lines[2])
    assert.equal("1 interruption is waiting for its next turn.", lines[3])
    assert.equal("  its main activity: day at hum (interrupted)", lines[5])
  end)

  it("tells without history what it does, where it stands and what it remembers, and how to get history", function()
    local w = yard.world()
    w:spawn("bench", { name = "by the gate", x = 5 })
    local npc = w:spawn "sitter"
    w:update(0)
    w:update(1)
    local e = npc:explain()
    assert.is_nil(e.decisions)
    assert.equal([[
sitter 2 (sitter) at 1.0 s
It does sit with by the gate, 3.0 s left.
Its activities, the running one first:
  its main activity: sitter at sit
What it decided before is kept by worlds that are made with explain = true.
It remembers, newest first:
  actions: sit with by the gate, 1.0 s ago]], tostring(e))
  end)

  it("is plain data that does not change afterwards", function()
    local _, w, npc = decided "picker"
    local e = npc:explain()
    local before = tostring(e)
    assert.same({ mood = "acting", action = "pick", target = "by the gate", since = 0, spent = 0, remaining = 1,
      duration = 1, failures = 0, waiting = 0 }, e.now)
    assert.same({ { main = true, running = true, sequences = { { sequence = "picker", node = "pick",
      lifecycle = "waiting_for_action", target = "by the gate" } } } }, e.stack)
    assert.same({ kind = "target", time = 0, npc = "picker 3", number = 3, definition = "picker",
      sequence = "picker", node = "pick", action = "pick", target = "by the gate", accepting = 2, reached = 2,
      open = 2, best = 1, rule = { rule = "preferred" }, candidates = { { target = "by the gate", verdict = "open" },
        { target = "far", verdict = "open" } } }, e.decisions[3])
    for _ = 1, 50 do w:update(1) end
    assert.equal(before, tostring(e))
    local again = npc:explain()
    again.decisions[1].kind = "nothing"
    assert.not_equal("nothing", npc:explain().decisions[1].kind)
  end)

  it("keeps as many decisions as the world says, of each", function()
    local w = yard.world { explain = 5 }
    local npc = w:spawn "guest"
    for _ = 1, 20 do w:update(1) end
    assert.equal(5, #npc:explain().decisions)
    local last = npc:explain().decisions[5]
    assert.same({ "start", "hum" }, { last.kind, last.action })
  end)

  it("keeps nothing of those who left: guests that come and go do not fill memory", function()
    local w = yard.world { explain = 5 }
    local function come_and_go(times)
      for _ = 1, times do
        local npc = w:spawn "guest"
        w:update(1)
        npc:remove()
        w:update(1)
        assert.has_error(function() npc:explain() end)
      end
      collectgarbage()
      collectgarbage()
      return collectgarbage "count"
    end
    local before = come_and_go(100)
    assert.is_true(come_and_go(1000) - before < 100) -- kB; what is kept of a guest is more than a tenth of one
  end)

  it("tells whom it remembers that has left, and what it did with it", function()
    local _, w, npc, bench = decided "picker"
    bench:remove()
    w:update(0)
    local text = tostring(npc:explain())
    assert.truthy(text:find("stops pick with by the gate: cancelled\n", 1, true))
    assert.truthy(text:find("pick with number 1, which has left, 0.0 s ago", 1, true))
  end)

  it("says since when only of the action that it does now", function()
    local _, w, npc = decided "guest"
    w:update(1)
    npc:explain()
    local saved = w:save()
    w:update(0)
    assert(w:load(saved))
    assert.is_nil(npc:explain().now.since)
    assert.equal(1, npc:explain().now.spent)
  end)

  it("lets a trace hear all that it hears", function()
    local kinds = {}
    local w = yard.world { explain = true, trace = function(step) kinds[#kinds + 1] = step.kind end }
    w:spawn("guest", { name = "mary", state = { energy = 9 } })
    w:update(0)
    assert.equal("begin option option option way action", table.concat(kinds, " "))
  end)

  it("decides the same with and without, also when a trace listens", function()
    local hashes = {}
    for i, options in ipairs { {}, { explain = true }, { explain = 3, trace = function() end } } do
      local w = yard.world(options)
      for k = 1, 4 do w:spawn("bench", { x = 5 * k }) end
      for k = 1, 6 do w:spawn(k % 2 == 0 and "guest" or "sitter", { x = k }) end
      for _ = 1, 200 do w:update(0.5) end
      hashes[i] = w:hash()
    end
    assert.equal(hashes[1], hashes[2])
    assert.equal(hashes[1], hashes[3])
  end)

  it("forgets what it knew when another world is loaded into it", function()
    local w = yard.world { explain = true }
    local npc = w:spawn("guest", { name = "mary" })
    local saved = w:save()
    for _ = 1, 10 do w:update(1) end
    assert.is_true(#npc:explain().decisions > 5)
    assert(w:load(saved))
    assert.truthy(tostring(w:get("mary"):explain()):find("It has decided nothing yet.", 1, true))
    w:update(0)
    assert.truthy(tostring(w:get("mary"):explain()):find("begins day at choose", 1, true))
  end)

  it("can be asked for in a handler, where what just happened is in it", function()
    local w, told = yard.world { explain = true }
    w:on("start", function(npc) told = told or npc:explain().decisions end)
    w:spawn "guest"
    w:update(0)
    assert.equal("start", told[#told].kind)
  end)

  it("refuses props, and options that make no sense", function()
    local w = yard.world()
    assert.has_error(function() w:spawn("bench"):explain() end,
      "explain: prop bench (number 1) is a prop, and props do nothing")
    assert.has_error(function() yard.world { explain = "yes" } end,
      "bustle.world: explain must be true, false or how many decisions are kept, not a string")
    assert.has_error(function() yard.world { explain = 0 } end)
  end)
end)
