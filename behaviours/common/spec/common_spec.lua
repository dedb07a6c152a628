local sim = require "bustle.testing"

-- Somebody without any plans, who answers to everything that is common.
local function world(options)
  options.packs = { "behaviours/common", { name = "nobody", depends = "common",
    npcs = { soul = { main = "idle", fallback = { "idle", "stroll" }, state = { "energy", "speed" },
      on = { player_shouts = "surprised", rain_starts = "seek_shelter" } } } } }
  return sim.world(options)
end

describe("somebody with nothing to do", function()
  it("never stops doing something, and not always the same", function()
    local w = world { seed = 3 }
    local soul = w:spawn "soul"
    w:run(600)
    assert.npc(soul).did { "stand_idle", "look_around" }
    assert.npc(soul).did { "stretch", "stand_idle" }
    assert.equal(0, #w:happened { kind = "fail" })
  end)

  it("is startled by a shout, and goes on", function()
    local w = world { seed = 3 }
    local soul = w:spawn "soul"
    w:run(5)
    w:interrupt("player_shouts", "all")
    w:run(30)
    assert.npc(soul).did { "gasp", "look_around", "stretch" }
  end)
end)

describe("rain", function()
  it("drives people under the nearest tree until it stops", function()
    local w = world { seed = 3, env = { weather = { [0] = "sunny", [20] = "rainy", [120] = "sunny" } } }
    local near, _ = w:spawn("tree", { x = 10 }), w:spawn("tree", { x = 40 })
    local soul = w:spawn "soul"
    w:run_until(soul, "wait_out_rain", 60)
    assert.npc(soul).is_using(near)
    assert.equal(3, near.state.cover)
    w:run(50)
    assert.npc(soul).is_doing "wait_out_rain"
    w:run(60)
    assert.npc(soul).is_not_doing "wait_out_rain"
    assert.world(w).conserves "cover"
  end)

  it("is braved where there is no tree left", function()
    local w = world { seed = 3, env = { weather = { [0] = "sunny", [20] = "rainy", [60] = "sunny" } } }
    w:spawn("tree", { state = { cover = 1 } })
    local one, other = w:spawn "soul", w:spawn "soul"
    w:run(40)
    assert.same({ brave_the_rain = true, wait_out_rain = true }, { [one.action] = true, [other.action] = true })
    w:run(30)
    assert.npc(one).is_not_doing "brave_the_rain"
    assert.npc(other).is_not_doing "brave_the_rain"
  end)
end)
