-- Offers and areas as the game sees them (S61 to S64, S67).
local bustle = require "bustle"
local crown = require "spec.lua.support.crown"
local replay = require "bustle.replay"

local function run(world, seconds)
  for _ = 1, seconds * 10 do world:update(0.1) end
end

-- What listeners are told, as lines.
local function listen(world)
  local told = {}
  world:on("adopt", function(npc, offer, provider)
    told[#told + 1] = ("%s takes %s of %s"):format(npc.name, offer, provider.name)
  end)
  world:on("drop", function(npc, offer, provider, why)
    told[#told + 1] = ("%s drops %s of %s: %s"):format(npc.name, offer, provider.name, why)
  end)
  world:on("enter", function(npc, area) told[#told + 1] = ("%s enters %s"):format(npc.name, area.name) end)
  world:on("exit", function(npc, area) told[#told + 1] = ("%s leaves %s"):format(npc.name, area.name) end)
  return told
end

local function refusal(fn, ...)
  local ok, message = pcall(fn, ...)
  assert.is_false(ok)
  return (tostring(message):gsub("^[^:]+:%d+: ", ""))
end

describe("an offer", function()
  it("tells listeners who takes a place, and who gives it back and why", function()
    local world, ada, chair = crown.world()
    local told = listen(world)
    run(world, 4)
    ada:set_main "walk_about"
    run(world, 1)
    assert.same({ "Ada takes sit of chair 1", "Ada drops sit of chair 1: given up" }, told)
    ada:set_main "evening"
    run(world, 1)
    chair:remove()
    run(world, 1)
    assert.same({ "Ada takes sit of chair 1", "Ada drops sit of chair 1: left" }, { told[3], told[4] })
  end)

  it("is listed by what offers it, with who holds it", function()
    local world, ada, chair = crown.world()
    assert.same({ { name = "sit", sequence = "sit_on_chair", holders = 1, taken = 0 } }, chair:offers())
    assert.same({}, ada:offers())
    run(world, 1)
    assert.same({ 1, ada }, { chair:offers()[1].taken, chair:holders "sit"[1] })
    assert.same({}, chair:holders "pass")
  end)

  it("of which any number can be had has no number", function()
    local tables = crown.tables()
    tables.props.chair.offers.sit.holders = "any"
    local world = bustle.world { packs = { bustle.pack(tables) } }
    assert.is_nil(world:spawn("chair"):offers()[1].holders)
  end)

  it("is named as it is, and asked of entities", function()
    local world, ada, chair = crown.world()
    assert.equal('nothing offers "sitt" (did you mean "sit"?)', refusal(chair.revoke, chair, "sitt"))
    assert.equal('nothing offers "polish"', refusal(ada.request, ada, "polish", chair))
    assert.equal("the offer must be named by a string, not a nil", refusal(chair.revoke, chair))
    assert.equal("request: the provider: an entity or its id is expected, not a string",
      refusal(ada.request, ada, "sit", "chair 1"))
    assert.equal('request: unknown option "urgent" (there are priority)',
      refusal(ada.request, ada, "sit", chair, { urgent = true }))
    assert.equal("request: priority must be a whole number from -32768 to 32767, not 1.5",
      refusal(ada.request, ada, "sit", chair, { priority = 1.5 }))
    assert.matches("^places: prop .* is a prop, and props do nothing$", refusal(chair.places, chair))
    assert.same({ "bad_argument" }, { (select(3, ada:request("sit", ada))) })
    local door = world:spawn("door", { name = "door" })
    assert.same({ "door does not offer sit now (it offers pass)", "no_offer" },
      { select(2, ada:request("sit", door, { priority = 3 })) })
    assert.same({ "Ada does not offer sit now", "no_offer" },
      { select(2, world:spawn("guest", { name = "Bob" }):request("sit", ada)) })
  end)

  it("is among what is remembered, and on the stack", function()
    local world, ada, chair = crown.world()
    run(world, 1)
    local memory = ada:memories "encounters"[1]
    assert.same({ "sit", chair }, { memory.offer, memory.entity })
    local stack = ada:doing().stack
    assert.same({ "sit", chair }, { stack[2].offer, stack[2].provider })
    assert.is_nil(stack[1].offer)
  end)
end)

describe("an area", function()
  it("tells listeners who comes and goes, and knows who is in it", function()
    local world, ada, chair = crown.world()
    local told = listen(world)
    local pub = world:spawn("pub", { name = "The Crown" })
    world:update(0)
    ada:move(100)
    world:update(0)
    assert.same({ "Ada enters The Crown", "Ada leaves The Crown" }, { told[1], told[3] })
    assert.same({ {}, {} }, { pub:inside(), ada:areas() })
    assert.is_nil(ada.area)
    assert.same({ nil, "prop \"chair 1\" (chair, number 1) is no area", "not_area" }, { chair:inside() })
    assert.same({ nil, nil, "not_area" }, { chair:boxes(), nil, (select(3, chair:boxes())) })
    assert.is_nil(chair.outer)
    assert.is_nil(chair.area)
    assert.same({ 20, 14 }, { pub:boxes()[1].width, pub:boxes()[1].depth })
  end)

  it("lies in another", function()
    local tables = crown.tables()
    tables.props.yard = { area = { width = 100, depth = 100 } }
    local world = bustle.world { packs = { bustle.pack(tables) } }
    local yard, pub = world:spawn "yard", world:spawn "pub"
    local sam = world:spawn "stroller"
    assert.same({ yard, pub }, { pub.outer, sam.area })
    assert.same({ pub, yard }, sam:areas())
    assert.equal('"area" cannot be set; use entity:move(x, y, z)', refusal(function() sam.area = yard end))
  end)
end)

describe("what is offered and held", function()
  local function played()
    local world, ada, chair, other = crown.world()
    world:spawn("pub", { name = "The Crown" })
    local bob = world:spawn("guest", { name = "Bob", x = 30 })
    run(world, 3)
    return world, ada, chair, other, bob
  end

  local function play_on(world)
    local ada, chair, other = world:get "Ada", world:get "chair 1", world:get "chair 2"
    run(world, 2)
    ada:interrupt "shout"
    run(world, 0.5)
    other:revoke "sit"
    run(world, 3)
    ada:move(30)
    world:get "Bob":request("sit", chair, { priority = 2 })
    run(world, 6)
    return world:hash()
  end

  it("comes through a save", function()
    local world = played()
    local bytes = world:save()
    local again = crown.world()
    assert.same({}, again:load(bytes))
    assert.same({ again:get "Ada" }, again:get "chair 1":holders "sit")
    assert.equal("The Crown", again:get "Ada".area.name)
    assert.equal(play_on(world), play_on(again))
    assert(again:check())
  end)

  it("comes through a reload; what is offered no more is held no more", function()
    local world, ada, chair = played()
    local tables = crown.tables()
    tables.actions.drink.duration = 3
    assert(world:reload("crown", tables))
    assert.same({ ada }, chair:holders "sit")
    tables.props.chair.offers = nil
    tables.sequences.evening.seat.optional = true
    tables.sequences.sit_on_chair.stay = nil
    tables.sequences.sit_on_chair.down.to = "up"
    assert(world:reload("crown", tables))
    assert.same({ {}, {} }, { chair:offers(), ada:places() })
    run(world, 1)
    assert(world:check())
  end)

  it("is replayed from a recording", function()
    local world = played()
    local parts = {}
    assert(world:record(function(bytes)
      parts[#parts + 1] = bytes
      return true
    end, { events = true }))
    local hash = play_on(world)
    world:stop_recording()
    local again = assert(replay.open(table.concat(parts), { packs = { bustle.pack(crown.tables()) } }))
    while again:step() do end
    assert.is_nil(again.difference)
    assert.equal(hash, again.world:hash())
  end)

  it("is told in an update without garbage", function()
    local world = played()
    local function churn(updates)
      for _ = 1, updates do world:update(0.1) end
    end
    churn(400)
    collectgarbage()
    collectgarbage "stop"
    local least = math.huge -- a compiler that is at work makes some of its own
    for _ = 1, 5 do
      local before = collectgarbage "count"
      churn(400)
      least = math.min(least, collectgarbage "count" - before)
    end
    collectgarbage "restart"
    assert.is_true(least < 1, ("%.2f KiB"):format(least))
  end)
end)
