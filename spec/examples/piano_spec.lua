-- The mod that puts a piano on the market square: one thing with its sequence and an offer, and visitors play it.
local sim = require "bustle.testing"

local function market(options)
  options.packs, options.seed, options.step = { "behaviours/market" }, 7, 0.25
  options.env = { weather = "sunny", market_open = true, hour = 11 }
  return sim.world(options)
end

describe("the piano", function()
  it("is played by visitors of the market, one at a time", function()
    local w = market { mods = "examples/mods" }
    assert.same({}, w.problems)
    local players, holders, most = {}, 0, 0
    w:on("adopt", function(npc) holders, players[npc.name] = holders + 1, true; most = math.max(most, holders) end)
    w:on("drop", function() holders = holders - 1 end)
    w:run(1200)
    local count = 0
    for name in pairs(players) do
      count = count + 1
      assert.equal("visitor", w:get(name).kind)
      assert.npc(w:get(name)).did { "piano.walk_to_piano", "piano.play", "piano.bow" }
    end
    assert.is_true(count >= 12, count .. " of 18 visitors have played")
    assert.equal(1, most)
  end)

  it("is played again after a shout, by the same visitor, if nobody else has taken it", function()
    local w = market { mods = "examples/mods" }
    local piano = w:get "the piano"
    while not (piano:holders()[1] and piano:holders()[1].action == "piano.play") do w:step() end
    local player = piano:holders()[1]
    w:interrupt("player_shouts", { player })
    w:run(0.5)
    assert.npc(player).is_doing "gasp"
    w:run_until(player, "piano.play", 60)
    assert.npc(player).did { "piano.play", "gasp", { "piano.play", target = piano, resumed = true } }
  end)

  it("is all that changes: without it nobody asks for anything that is there", function()
    local w = market {}
    w:run(300)
    assert.same({ 0, 0 }, { #w:happened { kind = "adopt" }, #w:happened { kind = "fail", cause = "no_offer" } })
  end)
end)
