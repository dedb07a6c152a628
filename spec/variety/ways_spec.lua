-- Each way of choosing by itself.
local u32 = require "spec.oracle.u32"
local ways = require "bench.variety.ways"

-- Somebody who meets choices: `meets(way, "a", { 1, 2, 3 })` is the rank that was taken.
local function somebody()
  local mind, stream = {}, u32.stream(7, 0, 1)
  return function(way, place, ranks, distances)
    return ranks[way { ranks = ranks, place = place, mind = mind, distances = distances, stream = stream }]
  end
end

-- How often each of three ranks is taken in so many choices at one place.
local function counts(way, times, distances)
  local meets, made = somebody(), { 0, 0, 0 }
  for _ = 1, times do
    local rank = meets(way, "a", { 1, 2, 3 }, distances)
    made[rank] = made[rank] + 1
  end
  return made
end

local function taken(way, choices)
  local meets, list = somebody(), {}
  for i, ranks in ipairs(choices) do list[i] = meets(way, "a", ranks) end
  return list
end

local ALL = { 1, 2, 3 }

describe("the way", function()
  it("first takes what comes first of what is open", function()
    assert.same({ 1, 2, 1 }, taken(ways.first, { ALL, { 2, 3 }, ALL }))
  end)

  it("random takes each as often", function()
    for _, count in ipairs(counts(ways.random, 3000)) do assert.near(1000, count, 100) end
  end)

  it("round robin goes on after the last, past what is closed, place by place", function()
    assert.same({ 1, 2, 3, 1, 3, 1, 2 }, taken(ways.round_robin, { ALL, ALL, ALL, ALL, { 1, 3 }, { 1, 2 }, ALL }))
    local meets = somebody()
    assert.equal(1, meets(ways.round_robin, "a", ALL))
    assert.equal(1, meets(ways.round_robin, "b", ALL))
    assert.equal(2, meets(ways.round_robin, "a", ALL))
  end)

  it("utility weighs the written order, or the distance of targets", function()
    local by_order = counts(ways.utility, 6000)
    for i, expected in ipairs { 3000, 2000, 1000 } do assert.near(expected, by_order[i], 150) end
    local by_distance = counts(ways.utility, 6500, { 1, 3, 5 }) -- 1/2, 1/4, 1/6
    for i, expected in ipairs { 3545, 1773, 1182 } do assert.near(expected, by_distance[i], 150) end
  end)

  it("shuffle bag takes each once before any twice, of what is open", function()
    local meets = somebody()
    for _ = 1, 20 do
      local seen = {}
      for _ = 1, 3 do seen[meets(ways.shuffle_bag, "a", ALL)] = true end
      assert.same({ true, true, true }, seen)
    end
    local rank = meets(ways.shuffle_bag, "a", { 1, 2 })
    assert.equal(3 - rank, meets(ways.shuffle_bag, "a", { 1, 2 }))
    assert.is_true(meets(ways.shuffle_bag, "a", { 1, 2 }) < 3) -- 3 is left in the bag, and closed
  end)
end)
