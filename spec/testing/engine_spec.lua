local bustle = require "bustle"
local park = require "spec.testing.park"
local sim = require "bustle.testing"

local function world(options, changes)
  local all = { packs = { park.pack(changes) }, seed = 7 }
  for key, value in pairs(options or {}) do all[key] = value end
  return sim.world(all)
end

-- When and how the actions of an NPC ended: "2.1 wait done".
local function stops(w, npc)
  local list = {}
  for _, entry in ipairs(w:happened { kind = "stop", npc = npc }) do
    list[#list + 1] = ("%.1f %s %s"):format(entry.time, entry.action, entry.reason)
  end
  return list
end

describe("a scripted engine", function()
  -- The guest waits 20 s, and no more than 60; the first update is at 0.1 s.
  local function waiting(how)
    local w = world { engine = { wait = how }, ends = "game" }
    return w, w:spawn "guest"
  end

  it("completes an action at once", function()
    local w, guest = waiting "at_once"
    w:run(0.3)
    assert.same({ "0.1 wait done", "0.2 wait done" }, stops(w, guest))
  end)

  it("completes it late", function()
    local w, guest = waiting(1.5)
    w:run(3.5)
    assert.same({ "1.6 wait done", "3.2 wait done" }, stops(w, guest))
  end)

  it("never completes it, so that it times out", function()
    local w, guest = waiting "never"
    w:run(61)
    assert.same({ "60.1 wait timed_out" }, stops(w, guest))
  end)

  it("lets it fail, with a reason", function()
    local w, guest = waiting { after = 1, fail = "no path" }
    local reasons = {}
    w:on("stop", function(_, _, run) reasons[#reasons + 1] = run.reason end)
    w:run(1.3)
    assert.same({ "1.1 wait failed" }, stops(w, guest))
    assert.same({ "no path" }, reasons)
    assert.is_not_nil(w:happened { kind = "fail", npc = guest }[1])
  end)

  it("reports with stale tokens, which changes nothing", function()
    local w, guest = waiting { after = 1, stale = true }
    w:run(2.5)
    assert.same({ "1.1 wait done", "2.2 wait done" }, stops(w, guest))
    assert.is_true(w.refusals >= 20)
    assert.world(w).is_consistent()
  end)

  it("decides for each run by a function", function()
    local plans, seen = { "at_once", 0.5, { fail = true } }, {}
    local w, guest = waiting(function(npc, target, run)
      seen[#seen + 1] = { npc, target or "nobody", run.action }
      return table.remove(plans, 1) or "never"
    end)
    w:run(3)
    assert.same({ "0.1 wait done", "0.7 wait done", "0.8 wait failed" }, stops(w, guest))
    assert.same({ guest, "nobody", "wait" }, seen[1])
  end)

  it("is told what a function may not return", function()
    local w = world { engine = { wait = function() return "soon" end } }
    w:spawn "guest"
    assert.error_matches(function() w:run(1) end, 'engine, wait: it cannot go "soon"')
  end)

  it("may change its mind, or leave an action alone", function()
    local w, guest = waiting "never"
    w:run(1)
    w:script("wait", 0.5)
    guest:complete()
    w:run(1)
    assert.same({ "1.0 wait done", "1.6 wait done" }, stops(w, guest))
    w:script("wait", nil)
    w:run(70)
    assert.equal("timed_out", w:happened { kind = "stop", npc = guest, time = w.history[#w.history].time }[1].reason)
  end)
end)

describe("a scripted environment", function()
  it("has values from a table", function()
    local w = world { env = { weather = "rainy", hour = 12 } }
    w:spawn "visitor"
    w:run(2)
    assert.equal("rainy", w.env.weather)
    w:run_until(w:spawn "visitor", "env.hour == 12", 2)
  end)

  it("has values by the second, and as a function of time", function()
    local w = world { env = { weather = { [0] = "sunny", [5] = "rainy", [9] = "sunny" },
      hour = function(now) return math.floor(now) end } }
    w:spawn "bench"
    local mary = w:spawn "visitor"
    w:run(8)
    assert.npc(mary).did { "walk", "shelter" }
    assert.near(5.1, w:happened { kind = "interrupt", npc = mary, interruption = "rain" }[1].time, 1)
    w:run(3)
    assert.equal("sunny", w.env.weather)
  end)

  it("stays as the spec sets it", function()
    local w = world { env = { weather = "sunny" } }
    local mary = w:spawn "visitor"
    w:run(2)
    w:set("weather", "rainy")
    w:run(20)
    assert.equal("rainy", w.env.weather)
    assert.npc(mary).did "shelter"
  end)

  it("may fail, which keeps the last answer", function()
    local w = world { errors = "keep", env = { weather = function(now)
      if now > 1 then error "no sky" end
      return "rainy"
    end } }
    local mary = w:spawn "visitor"
    w:run(5)
    w:run_until(mary, "env.weather == 'rainy'", 1)
    assert.matches("no sky", w:happened { kind = "error" }[1].message)
  end)
end)

describe("scripted positions", function()
  local function moving()
    return bustle.pack {
      name = "sea", actions = { row = { duration = 1, targets = "boat", when = "distance < 10" } },
      sequences = { out = bustle.chain { "row" } }, props = { boat = { every = 1, tags = { "boat" } } },
      npcs = { rower = { main = "out" } },
    }
  end

  it("come from a function of entity and time", function()
    local asked
    local w = sim.world { packs = { moving() }, positions = function(entity, now)
      asked = asked or { entity.kind, now }
      return now < 5 and 100 or 0
    end }
    w:spawn "boat"
    local rower = w:spawn "rower"
    w:run(4)
    assert.npc(rower).never_did "row"
    w:run(60)
    assert.npc(rower).did "row"
    assert.same({ "boat", 0.1 }, asked)
  end)

  it("may fail or not be there: then the last ones count, and the spec does not fail", function()
    for _, how in ipairs { "fail", "none" } do
      local w = sim.world { packs = { moving() }, positions = how }
      w:spawn("boat", { x = 5 })
      local rower = w:spawn "rower"
      w:run(5)
      assert.npc(rower).did "row"
      assert.equal(how == "fail", #w:happened { kind = "error" } > 0)
    end
  end)
end)
