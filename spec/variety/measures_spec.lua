-- What is measured of a record, on records that are short enough to be counted by hand.
local guesses = require "bench.variety.guesses"
local measures = require "bench.variety.measures"
local sample = require "bench.variety.sample"

-- "a b a" as choices between so many ways, a second apart, at a place.
local function choices(text, open, place)
  local list = {}
  for word in text:gmatch("%S+") do
    list[#list + 1] = { time = 1000 * (#list + 1), place = place or "here", taken = word, open = open or 2 }
  end
  return list
end

local function starts(text)
  local list = {}
  for word in text:gmatch("%S+") do
    list[#list + 1] = { time = 1000 * (#list + 1), action = word, target = 0 }
  end
  return list
end

local function npc(name, given)
  return { name = name, kind = "person", starts = starts(given.starts or "a"), ways = given.ways or {},
    targets = given.targets or {} }
end

local function measured(...)
  return measures.of { npcs = { ... }, shared = { there = true } }
end

describe("of a record is measured", function()
  it("how often the same is taken again, at a place", function()
    local ways = choices("x x y", 2, "here")
    for _, choice in ipairs(choices("y y y", 2, "there")) do ways[#ways + 1] = choice end
    local made = measured(npc("A", { ways = ways, targets = choices "1 2 1 1 3 4 5 1" }), npc("B", {}))
    assert.equal(75, made.same_way) -- x x, y y, y y of four that had one before
    assert.equal(50, made.same_own_way)
    assert.equal(100, made.same_shared_way)
    assert.near(100 / 7, made.same_target, 1e-9)
    assert.near(200 / 7, made.recent_target, 1e-9) -- the third and the fourth
  end)

  it("after what time a target comes again", function()
    local made = measured(npc("A", { targets = choices "1 2 1 1 3 4 5 1" }), npc("B", { targets = choices "6 7 6" }))
    assert.equal((2 + 1 + 4 + 2) / 4, made.return_mean)
    assert.equal(1, made.return_soon)
  end)

  it("how far routines are from each other, and from themselves", function()
    local made = measured(npc("A", { starts = ("a "):rep(20) .. ("b "):rep(20) }), npc("B", { starts = ("a "):rep(40) }))
    assert.equal(0.5, made.between_npcs)
    assert.equal(0.5, made.between_times)
    assert.equal((20 + 40) / 2, made.stretch)
    assert.equal(0.5, made.action_bits)
    local again = { starts = ("a "):rep(40) .. ("b "):rep(5) } -- what is left over is too short to be compared
    assert.equal(0, measured(npc("A", again), npc("B", again)).between_times)
  end)

  it("every measure that is listed", function()
    local record = { npcs = { npc("A", {}), npc("B", {}) }, shared = {} }
    local made, possible = measures.of(record), {}
    measures.extend(possible, record)
    for name, share in pairs(measures.shares(measures.counted(record, 60), possible)) do made[name] = share end
    for _, measure in ipairs(measures.LIST) do
      assert.is_number(made[measure.name], measure.name)
      made[measure.name] = nil
    end
    assert.same({}, made)
  end)
end)

describe("covered is", function()
  it("what an NPC did in time, of what anybody of its name ever did", function()
    local possible = {}
    local record = { npcs = { npc("A", { starts = "a b a c", targets = choices "1 2" }), npc("B", { starts = "a" }) } }
    measures.extend(possible, record)
    measures.extend(possible, { npcs = { npc("A", { starts = "d" }), npc("B", { starts = "e" }) } })
    local shares = measures.shares(measures.counted(record, 3), possible)
    assert.equal((2 / 4 + 1 / 2) / 2 * 100, shares.actions_covered)
    assert.equal(100, shares.targets_covered) -- of A alone: B has no targets
  end)
end)

describe("a watcher", function()
  local function best(text, open)
    local share, rule = guesses.best { { ways = choices(text, open) } }
    return ("%.3f %s"):format(share, rule)
  end

  it("guesses by the rule that does best", function()
    assert.equal("0.950 again", best("x x x x x x x x x x"))
    assert.equal("0.950 longest_ago", best("x y x y x y x y x y"))
    assert.equal("0.806 longest_ago", best("x y z x y z", 3)) -- 1/3, 1/2, and then all
    assert.equal("0.720 usual", best("x x y x x x z x x x", 5))
    assert.equal("0.605 follower", best("x y z x y z x y z", 9))
  end)

  it("is right by chance about what was never seen", function()
    assert.equal("0.250 again", best("x", 4))
  end)
end)

describe("a mean of runs", function()
  it("has a confidence interval", function()
    local made = sample.of { 1, 2, 3, 4, 5 }
    assert.equal(3, made.mean)
    assert.near(1.9629, made.half, 1e-4) -- 2.776 * sqrt(2.5 / 5)
    assert.same({ mean = 4, half = 0 }, sample.of { 4 })
  end)

  it("is compared with another by what chance explains", function()
    assert.equal(1, sample.compare({ mean = 3, half = 0.5 }, { mean = 2, half = 0.5 }))
    assert.equal(-1, sample.compare({ mean = 2, half = 0.5 }, { mean = 3, half = 0.5 }))
    assert.equal(0, sample.compare({ mean = 2, half = 0.5 }, { mean = 2.7, half = 0.5 }))
    assert.equal(0, sample.compare({ mean = 2, half = 0 }, { mean = 2, half = 0 }))
  end)
end)
