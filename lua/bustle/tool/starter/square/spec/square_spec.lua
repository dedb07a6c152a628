-- Run by bustle test square, or by busted in the folder of the game.
local sim = require "bustle.testing"

local folder = debug.getinfo(1, "S").source:match("^@(.*)/spec/[^/]*$") or "."

describe("the square", function()
  local world, ada

  before_each(function()
    world = sim.world { packs = { folder }, seed = 7,
      env = { weather = { [0] = "sunny", [60] = "rainy", [90] = "sunny" } } }
    ada = world:get "Ada"
  end)

  it("has nothing to warn about", function()
    assert.same({}, world.problems)
  end)

  it("lets Ada go back to her bench after a bang", function()
    world:run_until(ada, "sit", 60)
    local bench = ada.target
    world:interrupt("noise", "all")
    world:run_until(ada, "look_round", 5)
    world:run_until(ada, "sit", 5)
    assert.npc(ada).is_using(bench)
  end)

  it("empties when it rains, and fills again", function()
    world:run(75)
    for _, npc in ipairs(world:find { kind = "villager" }) do assert.npc(npc).is_doing "wait_out_rain" end
    world:run(30)
    for _, npc in ipairs(world:find { kind = "villager" }) do assert.npc(npc).is_not_doing "wait_out_rain" end
  end)

  it("loses no seat in ten minutes, and nobody does the same over and over", function()
    world:run(600)
    assert.world(world).conserves "seats"
    assert.varied(world:find { kind = "villager" }, { evenness = 0.7 })
  end)
end)
