--- The testing kit: specs for behaviour, as for any other code, with busted.
--
--     local sim = require "bustle.testing"
--     describe("a visitor", function()
--       it("goes back to the same bench after a scare", function()
--         local w = sim.world { packs = { "behaviours/market" }, seed = 7, env = { weather = "sunny" } }
--         local bench, mary = w:spawn "bench", w:spawn("visitor", { state = { energy = 1 } })
--         w:run_until(mary, "doze")
--         w:interrupt("player_shouts", { mary })
--         w:run_until(mary, "doze", 30)
--         assert.npc(mary).did { "doze", "gasp", "doze" }
--         assert.npc(mary).is_using(bench)
--       end)
--     end)
--
-- Worlds under test are in `bustle.testing.world`, the assertions, which are there once this is required, in
-- `bustle.testing.assertions`.
local assertions = require "bustle.testing.assertions"
local world = require "bustle.testing.world"

assertions.register()

return {
  --- Makes a world under test; see `bustle.testing.world`.
  world = world.new,
}
