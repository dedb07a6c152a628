local sim = require "bustle.testing"

local function park(options)
  options.packs, options.places = { "behaviours/park" }, false
  options.seed = options.seed or 7
  return sim.world(options)
end

describe("a visitor of the park", function()
  it("rests, then sits or eats, then walks", function()
    local w = park {}
    w:spawn "bench"
    w:spawn "food_stall"
    local ada = w:spawn("visitor", { state = { energy = 8 } })
    w:run(200)
    assert.npc(ada).did { "rest", "sit_on_bench", "walk_around" }
    assert.npc(ada).did { "rest", "walk_to_food", "browse_food", "buy_food", "walk_around" }
  end)

  it("does not eat while tired", function()
    local w = park {}
    w:spawn("bench", { state = { places = 99 } })
    w:spawn "food_stall"
    local ada = w:spawn("visitor", { state = { energy = 0 } })
    w:run_until(ada, "walk_around")
    assert.npc(ada).never_did "walk_to_food"
  end)

  it("passes over a bench that is full", function()
    local w = park {}
    w:spawn("bench", { state = { occupied = 3 } })
    local b = w:spawn "bench"
    local ada = w:spawn("visitor", { state = { energy = 1 } })
    w:run_until(ada, "sit_on_bench")
    assert.npc(ada).is_using(b)
    assert.equal(1, b.state.occupied)
    assert.is_true(ada.state.sitting)
  end)

  it("falls back to something else when all benches are full, and never halts", function()
    local w = park {}
    w:spawn("bench", { state = { occupied = 3 } })
    local ada = w:spawn("visitor", { state = { energy = 1 } })
    w:run(900)
    assert.is_true(#w:happened { kind = "fallback", npc = ada } > 10)
    assert.equal(0, #w:happened { kind = "halt" })
  end)

  it("leaves the bench for shelter in the rain, and comes back to it afterwards", function()
    local w = park { env = { weather = "sunny" } }
    local bench, _ = w:spawn("bench", { x = 3 }), w:spawn("pavilion", { x = 9 })
    local ada = w:spawn("visitor", { state = { energy = 1 } })
    w:run_until(ada, "sit_on_bench")
    w:run(1)
    w:set("weather", "rainy")
    w:run_until(ada, "wait_out_rain")
    assert.same({ 0, false }, { bench.state.occupied, ada.state.sitting })
    w:set("weather", "sunny")
    w:run_until(ada, "sit_on_bench", 5)
    assert.npc(ada).did { "sit_on_bench", "run_to_shelter", "wait_out_rain", { "sit_on_bench", resumed = true, target = bench } }
    w:run_until(ada, "walk_around")
    assert.equal(0, bench.state.occupied)
  end)
end)

describe("the park that ships", function()
  it("stays busy for an hour, with rain, and its keeper refills the stall", function()
    local w = sim.world { packs = { "behaviours/park" }, seed = 11, step = 0.5,
      env = { weather = { [0] = "sunny", [900] = "rainy", [1200] = "sunny" } } }
    w:run(3600)
    assert.equal(0, #w:happened { kind = "halt" })
    assert.is_true(#w:happened { kind = "start", action = "refill" } > 0)
    for _, visitor in ipairs(w:find { kind = "visitor" }) do
      assert.npc(visitor).did { "run_to_shelter", "wait_out_rain", "sit_on_bench", "buy_food" }
    end
    assert.world(w).is_consistent()
  end)
end)
