-- Distances in explanations (S10).
local bustle = require "bustle"
local distance = require "bustle.common.distance"

describe("a distance as text", function()
  it("has decimals where it is not whole, as many as tell it from a whole one", function()
    for text, units in pairs { ["5"] = 5, ["14.14"] = math.sqrt(200), ["5.06"] = 5.0625, ["5.0004"] = math.sqrt(6401) / 16,
      ["4.998"] = math.sqrt(6395) / 16 } do
      assert.equal(text, distance.text(units))
    end
  end)

  it("is what an explanation shows", function()
    local world = bustle.world { explain = true, packs = { { name = "p", states = { "n" },
      actions = { go = { duration = 1, targets = "thing", when = "distance <= self.n" } },
      sequences = { day = bustle.chain { "go" } },
      props = { rock = { static = true, tags = "thing" } }, npcs = { man = { main = "day", state = { n = 14 } } } } } }
    world:spawn("rock", { x = 10, y = 10 })
    local man = world:spawn "man"
    world:update(0)
    assert.truthy(tostring(man:explain()):find("distance is 14.14", 1, true), tostring(man:explain()))
  end)
end)
