-- A day in the village. A minute of the day takes a second; the first day begins at six.
local sim = require "bustle.testing"

local DAY = 1440

describe("a day in the village", function()
  it("is lived by everybody: nobody halts, falls back or fails", function()
    local w = sim.world { packs = { "behaviours/village" }, seed = 3, step = 0.5, env = { weather = "sunny" } }
    w:run(DAY)
    assert.equal(45, #w:find { tag = "person" })
    for _, npc in ipairs(w:find { tag = "person" }) do assert.npc(npc).is_not_halted() end
    assert.equal(0, #w:happened { kind = "fail" })
    assert.world(w).is_consistent()
  end)
end)
