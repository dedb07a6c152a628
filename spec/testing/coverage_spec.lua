local bustle = require "bustle"
local coverage = require "bustle.testing.coverage"
local park = require "spec.testing.park"
local sim = require "bustle.testing"

-- What a play exercises: a set of keys, and the list of those parts that it does not.
local function exercised(pack, play, options)
  coverage.start()
  local all = { packs = { pack }, seed = 7 }
  for key, value in pairs(options or {}) do all[key] = value end
  play(sim.world(all))
  local counted = coverage.stop()
  local missed = {}
  for _, part in ipairs(counted.parts) do
    if not counted.hits[part.key] then missed[#missed + 1] = part.key end
  end
  return counted.hits, missed, counted.parts
end

local function keys_of(parts, group)
  local list = {}
  for _, part in ipairs(parts) do
    if part.group == group then list[#list + 1] = part.key end
  end
  return list
end

local function has(hits, ...)
  for _, key in ipairs { ... } do assert.is_true((hits[key] or 0) > 0, "not exercised: " .. key) end
end

local function lacks(hits, ...)
  for _, key in ipairs { ... } do assert.is_nil(hits[key], "exercised: " .. key) end
end

describe("the parts of content", function()
  it("are nodes, transitions, outcomes of conditions, handlers and fallbacks", function()
    local _, _, parts = exercised(bustle.pack {
      name = "p", states = { n = {} }, env = { on = { flag = true } },
      interruptions = { "call", alarm = { when = "env.on" } },
      actions = { a = { duration = 1, when = "self.n < 3" }, b = { duration = 1, ends_on = { "call" } } },
      sequences = { s = { entry = "x", x = { action = "a", to = { "y", { "END", when = "self.n > 1" } }, failed = "y" },
        y = { action = "b", to = "END" } } },
      npcs = { who = { main = "s", fallback = "s", on = { alarm = "s" }, state = { "n" } } },
    }, function() end)
    assert.same({ "node p.s/x", "node p.s/y" }, keys_of(parts, "nodes"))
    assert.same({ "way p.s/x 1", "way p.s/x 2", "failed p.s/x", "way p.s/y 1" }, keys_of(parts, "transitions"))
    assert.same({ "when p.s/x 2 true", "when p.s/x 2 false", "when action p.a true", "when action p.a false",
      "when interruption p.alarm true", "when interruption p.alarm false" }, keys_of(parts, "conditions"))
    assert.same({ "ends p.b p.call", "on p.who p.alarm" }, keys_of(parts, "handlers"))
    assert.same({ "fallback p.who p.s" }, keys_of(parts, "fallbacks"))
    assert.equal('node "x", transition 2 to "END", when', parts[4].spot)
    assert.same({ "sequence", "s", "p", "never true" }, { parts[4].word, parts[4].name, parts[4].pack, parts[4].missed })
  end)
end)

describe("a node that waits (S51)", function()
  local function met(seconds)
    local pack = bustle.pack {
      name = "p", env = { on = { flag = true } }, actions = { a = { duration = 1 } },
      sequences = { s = { entry = "x", x = { wait = "env.on", timeout = 3, to = "y", failed = "y" },
        y = { action = "a", to = "END" } } },
      npcs = { who = { main = "s" } },
    }
    return exercised(pack, function(w)
      w:spawn "who"
      w:run(seconds)
    end, { env = { on = { [0] = false, [7] = true } } })
  end

  it("is entered, is waited at, and what it waits for comes or not", function()
    local hits, _, parts = met(1)
    assert.same({ "when node p.s/x true", "when node p.s/x false" }, keys_of(parts, "conditions"))
    assert.same({ 'node "x", wait', "never true" }, { parts[2].spot, parts[2].missed })
    has(hits, "node p.s/x", "when node p.s/x false")
    lacks(hits, "when node p.s/x true", "failed p.s/x", "way p.s/x 1")
  end)
  it("is covered when it has failed and has come", function()
    has(met(5), "failed p.s/x")
    has(met(9), "when node p.s/x true", "way p.s/x 1")
  end)
end)

describe("what is exercised", function()
  it("are the nodes entered and the transitions taken", function()
    local hits = exercised(park.pack(), function(w)
      w:spawn "bench"
      w:run_until(w:spawn "visitor", "look")
    end)
    has(hits, "node park.day/go", "node park.day/look", "way park.day/go 2")
    lacks(hits, "node park.day/doze", "way park.day/go 1", "way park.day/look 1", "node park.scare/gasp")
  end)

  it("are failures that lead on", function()
    local hits = exercised(park.pack(), function(w)
      local bench = w:spawn "bench"
      bench.state.seats = 0
      w:spawn "visitor"
      w:run(40)
    end)
    has(hits, "failed park.day/doze", "node park.day/look")
    hits = exercised(park.pack { sequences = { theft = { entry = "try", try = { action = "steal", to = "END",
      failed = "sigh" }, sigh = { action = "sigh", to = "END" } } } }, function(w)
      w:spawn "thief"
      w:step()
    end)
    has(hits, "failed park.theft/try", "node park.theft/sigh")
  end)

  it("are both outcomes of a transition's condition", function()
    local hits = exercised(park.pack(), function(w)
      w:spawn "bench"
      local mary = w:spawn("visitor", { state = { energy = 0 } })
      w:run_until(mary, "doze")
      w:run(8)
    end)
    has(hits, "when park.day/doze 2 false")
    lacks(hits, "when park.day/doze 2 true")
    hits = exercised(park.pack(), function(w)
      w:spawn "bench"
      local mary = w:spawn("visitor", { state = { energy = 10 } })
      w:run_until(mary, "doze")
      w:run(8)
    end)
    has(hits, "when park.day/doze 2 true")
  end)

  it("are both outcomes of an action's conditions, with claims after them", function()
    local hits = exercised(park.pack(), function(w)
      w:spawn("bench", { state = { food = 0 } })
      w:spawn "eater"
      w:step()
    end)
    has(hits, "when action park.nibble false")
    lacks(hits, "when action park.nibble true")
    hits = exercised(park.pack(), function(w)
      w:spawn "bench"
      w:spawn "eater"
      w:step()
    end)
    has(hits, "when action park.nibble true")
    lacks(hits, "when action park.nibble false")
    hits = exercised(park.pack { sequences = { day = bustle.chain { "doze" } } }, function(w)
      w:spawn("bench", { state = { seats = 0 } })
      w:spawn "visitor"
      w:step()
    end)
    has(hits, "when action park.doze true")
    lacks(hits, "when action park.doze false")
  end)

  it("is a condition on distance that somebody out of reach fails", function()
    local hits = exercised(park.pack(), function(w)
      w:spawn("bench", { x = 1000 })
      w:spawn "visitor"
      w:step()
    end)
    has(hits, "when action park.walk false")
    lacks(hits, "when action park.walk true")
  end)

  it("is nothing of an action's conditions where nobody accepts it", function()
    local hits = exercised(park.pack(), function(w)
      w:spawn "visitor"
      w:step()
    end)
    lacks(hits, "when action park.walk false", "when action park.walk true")
  end)

  it("are both outcomes of an interruption's condition, and who answers it", function()
    local hits = exercised(park.pack(), function(w)
      w:spawn "visitor"
      w:run(3)
    end, { env = { weather = "sunny" } })
    has(hits, "when interruption park.rain false")
    lacks(hits, "when interruption park.rain true", "on park.visitor park.rain")
    hits = exercised(park.pack(), function(w)
      w:spawn "visitor"
      w:run(3)
    end, { env = { weather = "rainy" } })
    has(hits, "when interruption park.rain true", "on park.visitor park.rain", "node park.hide/shelter")
    lacks(hits, "on park.visitor park.shout")
  end)

  it("are interruptions that end an action, running or interrupted", function()
    local hits = exercised(park.pack(), function(w)
      local guest = w:spawn "guest"
      w:step()
      w:interrupt("served", { guest })
      w:step()
    end)
    has(hits, "ends park.wait park.served")
    hits = exercised(park.pack(), function(w)
      local guest = w:spawn "guest"
      w:step()
      guest:run "scare"
      w:step()
      w:interrupt("served", { guest })
      w:step()
    end)
    has(hits, "ends park.wait park.served")
  end)

  it("are fallbacks, of the NPC that falls back", function()
    local hits = exercised(park.pack(), function(w)
      w:spawn "sad_thief"
      w:step()
    end)
    has(hits, "fallback park.sad_thief park.grief")
  end)

  it("is no handler that was run by hand", function()
    local hits = exercised(park.pack(), function(w)
      local mary = w:spawn "visitor"
      mary:run "scare"
      w:step()
    end)
    lacks(hits, "on park.visitor park.shout")
  end)

  it("adds up over worlds, and stops with the counting", function()
    coverage.start()
    for _ = 1, 2 do
      local w = sim.world { packs = { park.pack() } }
      w:spawn "guest"
      w:step()
    end
    local counted = coverage.stop()
    assert.equal(2, counted.hits["node park.service/wait"])
    local w = sim.world { packs = { park.pack() } }
    w:spawn "guest"
    w:step()
    assert.equal(2, counted.hits["node park.service/wait"])
  end)

  it("is told of names that two packs share", function()
    local function one(name)
      return bustle.pack { name = name, actions = { act = { duration = 1 } }, sequences = { seq = bustle.chain { "act" } },
        npcs = { npc = { main = "seq" } } }
    end
    coverage.start()
    local w = sim.world { packs = { one "a", one "b" } }
    w:spawn "b.npc"
    w:step()
    local hits = coverage.stop().hits
    has(hits, "node b.seq/act")
    lacks(hits, "node a.seq/act")
  end)
end)
