-- The market is the same for core and oracle, so that what another way of choosing changes is its doing alone.
local core_content = require "spec.oracle.core_content"
local random = require "spec.oracle.random"
local run_oracle = require "spec.oracle.run"
local square = require "bench.variety.square"
local translation = require "bench.variety.translation"
local ways = require "bench.variety.ways"

local compiled = square.load "."

local function settings(seed, memory, way)
  return { seed = seed, seconds = 90, way = way,
    memory = memory and { transitions = memory[1], actions = memory[2] } or nil }
end

describe("content that is translated for the oracle", function()
  it("means what it meant, in random worlds", function()
    for i = 0, 79 do
      local seed = i % 20 + 1 + 20000 * math.floor(i / 20) -- scenes, places, messages and plans, one after the other
      local given, again = random(seed), {}
      for key, value in pairs(given) do again[key] = value end
      again.content = translation.content(core_content(given.content))
      local expected, actual = run_oracle(given), run_oracle(again)
      assert.equal(#expected.events, #actual.events, seed)
      local last = #given.script
      assert.equal(expected.pictures[last].hash, actual.pictures[last].hash, seed)
    end
  end)
end)

describe("the market with memory", function()
  it("is decided alike by core and oracle, choice by choice, whatever the capacities", function()
    for seed, memory in ipairs { { 10, 15 }, { 0, 0 }, { 1, 1 }, { 3, 40 }, { 64, 2 } } do
      assert.same(square.by_core(compiled, settings(seed, memory)), square.by_oracle(compiled, settings(seed, memory)))
    end
  end)

  it("ships with memories of 10 transitions and 15 actions", function()
    assert.equal(square.by_core(compiled, settings(4, { 10, 15 })).hash, square.by_core(compiled, settings(4)).hash)
  end)

  it("is random choice where nothing is remembered", function()
    assert.same(square.by_core(compiled, settings(2, { 0, 0 })), square.by_oracle(compiled, settings(2, nil, ways.random)))
  end)
end)

describe("a record of the market", function()
  local record = square.by_core(compiled, settings(1))

  it("has everybody, with all that they began and chose", function()
    assert.equal(30, #record.npcs)
    local starts, kinds = 0, {}
    for _, npc in ipairs(record.npcs) do
      starts, kinds[npc.kind] = starts + #npc.starts, (kinds[npc.kind] or 0) + 1
      for _, list in ipairs { npc.ways, npc.targets } do
        for _, choice in ipairs(list) do assert.is_true(choice.open > 1) end
      end
    end
    assert.equal(record.starts, starts)
    assert.same({ ["market.vendor"] = 7, ["market.guard"] = 5, ["market.visitor"] = 18 }, kinds)
  end)

  it("knows from where several choices lead to the same", function()
    assert.is_nil(record.shared["market.visitor_day/choose"])
    assert.is_true(record.shared["market.visit_fountain/go"])
    assert.is_true(record.shared["market.visit_fountain/drink"])
  end)

  it("differs with the way of choosing, and is the same again with the same", function()
    local hashes = {}
    for _, name in ipairs { "first", "random", "utility", "round_robin", "shuffle_bag" } do
      local hash = square.by_oracle(compiled, settings(1, nil, ways[name])).hash
      assert.is_nil(hashes[hash], name)
      hashes[hash] = true
      assert.equal(hash, square.by_oracle(compiled, settings(1, nil, ways[name])).hash)
    end
  end)
end)
