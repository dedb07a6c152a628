local bustle = require "bustle"
local sim = require "bustle.testing"
local stats = require "bustle.stats"

-- "a b b" as a list.
local function list(text)
  local made = {}
  for word in text:gmatch("%S+") do made[#made + 1] = word end
  return made
end

describe("the entropy of a routine", function()
  it("is in bits, and in parts of what is possible", function()
    local function entropy(text) return { stats.entropy(list(text)) } end
    assert.same({ 0, 0 }, entropy "")
    assert.same({ 0, 0 }, entropy "a a a")
    assert.same({ 1, 1 }, entropy "a b b a")
    local bits, evenness = stats.entropy(list "a b c d")
    assert.near(2, bits, 1e-12)
    assert.near(1, evenness, 1e-12)
    bits, evenness = stats.entropy(list "a a a b")
    assert.near(0.811278, bits, 1e-6)
    assert.near(0.811278, evenness, 1e-6)
    bits, evenness = stats.entropy(list "a a b c")
    assert.near(1.5, bits, 1e-12)
    assert.near(1.5 / 1.584963, evenness, 1e-6)
  end)
end)

describe("the longest repetition of a routine", function()
  local function repetition(text)
    local found = stats.repetition(list(text))
    return ("%d %dx %s"):format(found.length, found.times, table.concat(found.block, " "))
  end

  it("is of one action or of a block", function()
    assert.equal("0 0x ", repetition "")
    assert.equal("1 1x a", repetition "a")
    assert.equal("1 1x a", repetition "a b c")
    assert.equal("1 1x a", repetition "a b c a b")
    assert.equal("3 3x a", repetition "b a a a c")
    assert.equal("4 2x a b", repetition "a b a b c")
    assert.equal("7 3x a b", repetition "c a b a b a b a c")
    assert.equal("9 3x a b c", repetition "a b c a b c a b c d")
    assert.equal("6 6x a", repetition "a a a a a a")
  end)

  it("is the longest of several", function()
    assert.equal("6 3x c d", repetition "a a a a b c d c d c d")
    assert.equal("4 4x a", repetition "c d c d a a a a")
  end)
end)

describe("the distance of two routines", function()
  it("is what has to be changed, of the longer one", function()
    local function distance(a, b) return stats.distance(list(a), list(b)) end
    assert.equal(0, distance("", ""))
    assert.equal(0, distance("a b c", "a b c"))
    assert.equal(1, distance("a b", "c d"))
    assert.equal(1, distance("", "a"))
    assert.equal(0.5, distance("a b c d", "a c d e"))
    assert.equal(0.25, distance("b c d", "a b c d"))
    assert.equal(distance("a b c", "b a"), distance("b a", "a b c"))
  end)

  it("is told of several by its mean and its least", function()
    local routines = {}
    for i, text in ipairs { "a b", "a b", "a c" } do routines[i] = { actions = list(text) } end
    local mean, least, closest = stats.spread(routines)
    assert.near(1 / 3, mean, 1e-12)
    assert.equal(0, least)
    assert.same({ routines[1], routines[2] }, closest)
    assert.same({ 0, 0, {} }, { stats.spread { routines[1] } })
  end)
end)

describe("the statistics of a world under test", function()
  local function club()
    return bustle.pack { name = "club",
      actions = { dance = { duration = 1 }, drink = { duration = 1, resumable = true }, nod = { duration = 1 } },
      interruptions = { "hail" },
      sequences = { night = { entry = "pick", pick = { to = { "dance", "drink" } }, dance = { action = "dance", to = "END",
        failed = "drink" }, drink = { action = "drink", to = "END" } }, greet = bustle.chain { "nod" } },
      npcs = { guest = { main = "night", on = { hail = "greet" } }, host = { main = "greet" } } }
  end

  it("come from its history", function()
    local w = sim.world { packs = { club() }, seed = 5 }
    local ann = w:spawn("guest", { name = "ann" })
    w:spawn "guest"
    w:spawn "host"
    w:run(10)
    local routines = stats.routines(w.history)
    assert.same({ "ann", "guest 2", "host 3" }, { routines[1].npc, routines[2].npc, routines[3].npc })
    assert.equal("guest", routines[1].definition)
    assert.equal(#w:happened { kind = "start", npc = ann }, #routines[1].actions)
    local all = stats.of(w)
    assert.equal(2, all.definitions.guest.npcs)
    assert.equal(10, all.definitions.guest.actions)
    assert.near(1, all.definitions.guest.evenness, 0.1)
    assert.near(stats.distance(routines[1].actions, routines[2].actions), all.definitions.guest.spread, 1e-12)
    assert.same({ 1, 0, 10 }, { all.definitions.host.npcs, all.definitions.host.entropy,
      all.definitions.host.repetition.times })
  end)

  it("leave out resumptions", function()
    local w = sim.world { packs = { club() }, seed = 5 }
    local ann = w:spawn("guest", { name = "ann" })
    w:run_until(ann, "drink")
    ann:interrupt "hail"
    w:run_until(ann, "drink")
    local count = 0
    for _, action in ipairs(stats.routines(w.history)[1].actions) do count = count + (action == "drink" and 1 or 0) end
    assert.equal(1, count)
    assert.equal(2, #w:happened { kind = "start", action = "drink" })
  end)

  it("tell how much of the graph was seen", function()
    local w = sim.world { packs = { club() }, seed = 5 }
    w:spawn "guest"
    assert.same({ nodes = { seen = 0, all = 4, share = 0 }, transitions = { seen = 0, all = 6, share = 0 } },
      stats.coverage(w))
    w:run(10)
    assert.same({ nodes = { seen = 3, all = 4, share = 0.75 }, transitions = { seen = 4, all = 6, share = 4 / 6 } },
      stats.coverage(w))
    assert.equal(1, stats.coverage(sim.world { packs = {} }).nodes.share)
  end)
end)
