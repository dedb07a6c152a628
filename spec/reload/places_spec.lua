--- `world:reload` and places at offers (S64): what is under way when its content is edited.
local bustle = require "bustle"

-- Ann wipes a table and then revokes the offer of its seat. `more` comes before everything else of its kind.
local function pack(duration, more)
  local offers = more or {}
  offers.sit = "sitting"
  return bustle.pack { name = "p", states = { worn = {} },
    env = { air = { values = { "dry", "wet" } }, light = { flag = true }, wind = { values = { "north", "south", "none" } } },
    actions = { wipe = { duration = duration, targets = "table", finish = { "revoke sit on target", "target.worn += 1" } },
      rest = { duration = 90 } },
    sequences = { day = bustle.chain { "wipe", "rest" }, sitting = bustle.chain { "rest" } },
    npcs = { ann = { main = "day" }, guest = { main = "sitting" } },
    props = { table = { tags = "table", state = { "worn" }, offers = offers } } }
end

describe("a reload, of an action that revokes an offer (S64)", function()
  local function wiping()
    local world = bustle.world { packs = { pack(2) }, seed = 1 }
    local seat, ann, guest = world:spawn "table", world:spawn "ann", world:spawn "guest"
    assert(guest:request("sit", seat))
    world:update(0)
    assert.same({ "wipe", 1 }, { ann.action, #guest:places() })
    return world, seat, ann, guest
  end

  it("lets it end by its old definition, also if offers have other numbers now", function()
    local world, seat, ann, guest = wiping()
    assert.same({}, assert(world:reload("p", pack(5, { eat = "sitting", lean = "sitting" }))))
    world:update(2)
    world:update(0)
    assert.same({ "rest", 1, 0 }, { ann.action, seat.state.worn, #guest:places() })
    assert.is_true(world:check())
  end)
end)
