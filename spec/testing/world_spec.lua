local park = require "spec.testing.park"
local sim = require "bustle.testing"

-- The error that a call raises, without where; fails if it is told of another file.
local function refusal(fn, a, b, c, d)
  local ok, problem = pcall(function() fn(a, b, c, d) end)
  assert.is_false(ok)
  local file, text = tostring(problem):match("^(.-):%d+: (.*)$")
  assert.matches("world_spec.lua$", file)
  return text
end

local function world(options, changes)
  local all = { packs = { park.pack(changes) }, seed = 7 }
  for key, value in pairs(options or {}) do all[key] = value end
  return sim.world(all)
end

describe("a world under test", function()
  it("is a world like any other", function()
    local w = world()
    local bench = w:spawn("bench", { x = 3 })
    local mary = w:spawn("visitor", { name = "mary", state = { energy = 2 } })
    assert.equal(mary, w:get "mary")
    assert.same({ bench }, w:find { tag = "seat" })
    assert.is_true(w:update(0.5))
    assert.equal("walk", mary.action)
    assert.matches("^bustle.world %(2 entities, 0.500 s%)$", tostring(w))
  end)

  it("takes packs that are folders", function()
    local w = sim.world { packs = { "behaviours/park" }, places = false }
    assert.is_true(#w.history == 0)
    assert.is_true(w:update(1))
  end)

  it("tells what is wrong with its options at the caller's line", function()
    local cases = {
      ["testing.world: the argument must be a table, not a nil"] = false,
      ['bustle.world: unknown option "sed" (did you mean "seed"?)'] = { sed = 1 },
      ["testing.world: step must be a millisecond at least"] = { step = 0 },
      ["testing.world: step must be a number, not a string"] = { step = "1" },
      ['testing.world: errors must be "raise" or "keep", not hide'] = { errors = "hide" },
      ["testing.world: env must be a table, not a number"] = { env = 1 },
      ["testing.world: engine must be a table, not a number"] = { engine = 1 },
      ["testing.world: trace must be a function, not a number"] = { trace = 1 },
      ['unknown env "wether" (did you mean "weather"?)'] = { env = { wether = "sunny" } },
      ["env, hour: a table has values by the second from which on they are so, such as { [0] = 1, [30] = 2 }"] =
        { env = { hour = { early = 8 } } },
      ['unknown action "doz" (did you mean "doze"?)'] = { engine = { doz = 1 } },
      ['engine, doze: it cannot go "soon"; write "at_once", "never", seconds, { after =, fail =, stale = } or a function'] =
        { engine = { doze = "soon" } },
      ["engine, doze: it cannot go by a boolean; write \"at_once\", \"never\", seconds, { after =, fail =, stale = } or a function"] =
        { engine = { doze = true } },
      ['engine, doze: unknown option "afer" (did you mean "after"?)'] = { engine = { doze = { afer = 1 } } },
      ["engine, doze: after must be a number, not a string"] = { engine = { doze = { after = "1" } } },
      ['positions cannot be fails (did you mean "fail"?)'] = { positions = "fails" },
    }
    for expected, options in pairs(cases) do
      assert.equal(expected, refusal(function()
        if not options then sim.world() else world(options) end
      end))
    end
  end)
end)

describe("the clock of a world under test", function()
  it("runs for so many seconds, in steps", function()
    local w, times = world { step = 0.25 }, {}
    w:spawn "bench"
    local mary = w:spawn "visitor"
    w:run(1)
    assert.equal(1, w:now())
    w:run(0.6)
    assert.near(1.6, w:now(), 1e-9)
    w:run(0)
    assert.near(1.6, w:now(), 1e-9)
    for _, entry in ipairs(w:happened { kind = "start", npc = mary }) do times[#times + 1] = entry.time end
    assert.same({ 0.25 }, times)
  end)

  it("steps once", function()
    local w = world { step = 0.25 }
    w:step()
    assert.equal(0.25, w:now())
    w:step(2)
    assert.equal(2.25, w:now())
  end)

  it("does not drift over an hour", function()
    local w = world { step = 0.1 }
    for _ = 1, 360 do w:run(10) end
    assert.equal(3600, w:now())
  end)

  it("runs until an NPC does something, by one step at least", function()
    local w = world()
    w:spawn "bench"
    local mary = w:spawn "visitor"
    local passed = w:run_until(mary, "doze")
    assert.equal("doze", mary.action)
    assert.near(w:now(), passed, 1e-9)
    local before = w:now()
    assert.near(0.1, w:run_until(mary, "park.doze"), 1e-9)
    assert.near(before + 0.1, w:now(), 1e-9)
  end)

  it("runs until a condition holds: about itself, its target, the environment, distance and time", function()
    local w = world { env = { hour = function(now) return 8 + now end, weather = "rainy" } }
    local bench = w:spawn("bench", { x = 30 })
    local mary = w:spawn("visitor", { state = { energy = 1 } })
    w:run_until(mary, "self.energy >= 2 and not self.wet", 60)
    assert.is_true(mary.state.energy >= 2)
    w:run_until(mary, "target.seats == 0 or distance < nearby and target.food * 2 - 1 == 5", 60)
    assert.equal(bench, mary.target)
    w:run_until(mary, "env.hour >= 60 and env.weather == 'rainy'", 60)
    assert.near(51.5, w:now(), 0.1)
    w:run_until(mary, "now > 61", 60)
    assert.is_true(w:now() >= 62)
    w:run_until(mary, "park.nearby == 40", 1)
  end)

  it("understands names as the NPC's own pack does, then as the game does", function()
    local one = { name = "one", states = { mood = { default = 1 } }, actions = { hum = { duration = 1 } },
      sequences = { humming = { entry = "hum", hum = { action = "hum", to = "END" } } },
      npcs = { singer = { main = "humming", state = { "mood" } } } }
    local two = { name = "two", states = { mood = { default = 2 } }, env = { noise = { default = 3 } } }
    local w = sim.world { packs = { one, two } }
    w:run_until(w:spawn "singer", "self.mood == 1 and env.noise == 3", 1)
  end)

  it("takes an answer as the core would: rounded, within its bounds, or named (S9)", function()
    local pack = { name = "sky", env = { hour = { default = 0, max = 23 }, wind = { values = { "calm", "strong" } } },
      actions = { hum = { duration = 1 } }, sequences = { humming = { entry = "hum", hum = { action = "hum", to = "END" } } },
      npcs = { singer = { main = "humming" } } }
    local w = sim.world { packs = { pack }, env = { hour = 40.5, wind = "strong" } }
    w:run_until(w:spawn "singer", "env.hour == 23 and env.wind == 'strong' and env.hour * 2 - 1 == 45", 1)
  end)

  it("takes a comparison with what is not there as false", function()
    local w = world()
    local guest = w:spawn "guest"
    w:run_until(guest, "not (target.seats > 0) and not (distance >= 0) and not (self.energy < 100 + target.food)", 1)
    assert.equal("`target.seats >= 0` holds for guest 1", refusal(w.run_until, w, guest, "target.seats >= 0", 1)
      :match("until (`.-), in vain"))
  end)

  it("runs until a function says so", function()
    local w = world()
    local guest = w:spawn "guest"
    local seen
    w:run_until(guest, function(npc, given) seen = { npc, given } return given:now() >= 2 end)
    assert.same({ guest, w }, seen)
    assert.equal(2, w:now())
  end)

  it("says after its limit what was decided instead", function()
    local w = world()
    local guest = w:spawn("guest", { name = "gus" })
    assert.equal("waited 2 s until gus does gasp, in vain\n" .. [[
its last decisions:
   0.1 s  begins service at wait
   0.1 s  starts wait, for 20.0 s]], (refusal(w.run_until, w, guest, "gasp", 2)
      :gsub("   0.0 s  enters the world %(guest%)\n", "")))
  end)

  it("does not wait for somebody who has left", function()
    local w = world()
    local guest = w:spawn "guest"
    local text = refusal(w.run_until, w, guest, function(npc) npc:remove() end)
    assert.equal("waited 0.2 s until the function returns true for guest 1, in vain: it has left\n" .. [[
its last decisions:
   0.0 s  enters the world (guest)
   0.1 s  begins service at wait
   0.1 s  starts wait, for 20.0 s
   0.1 s  stops wait: removed
   0.1 s  leaves the world]], text)
  end)

  it("tells what cannot be waited for", function()
    local w = world()
    local bench, guest = w:spawn "bench", w:spawn "guest"
    assert.equal('unknown action "gaps" (did you mean "gasp"?)', refusal(w.run_until, w, guest, "gaps"))
    assert.equal('run_until: unknown state "enrgy" (did you mean "energy"?)\nself.enrgy > 3\n     ^',
      refusal(w.run_until, w, guest, "self.enrgy > 3"))
    assert.equal("run_until: give an action, a condition or a function, not a number", refusal(w.run_until, w, guest, 1))
    assert.equal("run_until: prop bench (number 1) is a prop", refusal(w.run_until, w, bench, "gasp"))
    assert.equal("run_until: an npc of this world is expected, not nil", refusal(w.run_until, w, nil, "gasp"))
    assert.equal("run_until: the limit cannot be negative", refusal(w.run_until, w, guest, "gasp", -1))
    assert.equal("run: the time cannot be negative", refusal(w.run, w, -1))
    assert.equal("run: the time must be a number, not a nil", refusal(w.run, w))
    assert.equal("update: a step is a number of seconds, not a string", refusal(w.update, w, "1"))
    assert.equal('unknown entity "bnch" (did you mean "bench"?)', refusal(w.spawn, w, "bnch"))
  end)
end)

describe("errors in the content of a world under test", function()
  local broken = { actions = { gasp = { duration = 1, targets = false, when = function() error "no air" end } } }

  it("fail the spec", function()
    local w = world(nil, broken)
    w:spawn "visitor"
    w:interrupt("shout", "all")
    local text = refusal(w.run, w, 1)
    assert.matches('^an error in the content:\npack "park", action "park.gasp", condition at .*: .*no air', text)
    w:run(1)
  end)

  it("are in the history if they are to be kept", function()
    local w = world({ errors = "keep" }, broken)
    w:spawn "visitor"
    w:interrupt("shout", "all")
    w:run(1)
    local errors = w:happened { kind = "error" }
    assert.equal(0.1, errors[1].time)
    assert.matches("no air", errors[1].message)
    assert.matches('^pack "park", action "park.gasp"', errors[1].where)
  end)
end)
