-- Links and paths as the game sees them (S65, S66).
local bustle = require "bustle"
local crown = require "spec.lua.support.crown"
local replay = require "bustle.replay"

local function refusal(fn, ...)
  local ok, message = pcall(fn, ...)
  assert.is_false(ok)
  return (tostring(message):gsub("^[^:]+:%d+: ", ""))
end

local function names_of(list)
  local names = {}
  for i, each in ipairs(list) do names[i] = each.name end
  return names
end

describe("a link", function()
  local world, ada, first, second

  before_each(function() world, ada, first, second = crown.world() end)

  it("is made, read and taken away, by names with and without their pack", function()
    assert.same({ 0, false }, { ada:link("trust", first) })
    assert.is_true(world:link(ada, "trust", first, 3))
    assert.is_true(world:link(ada, "crown.trust", second.id, 4))
    assert.same({ 3, true }, { ada:link("trust", first) })
    assert.same({ false, false }, { ada:link("home", first) })
    assert.is_true(world:link(ada, "home", first))
    assert.same({ true, true }, { ada:link("home", first) })
    assert.same({ { first, second }, { 3, 4 } }, { ada:links "trust" })
    assert.same({ { first }, { true } }, { ada:links "home" })
    assert.is_true(world:link(ada, "home", first, false))
    assert.is_true(world:unlink(ada, "trust", first))
    assert.same({ { second }, { 4 } }, { ada:links "trust" })
    assert.same({ {}, {} }, { ada:links "home" })
  end)

  it("of a kind that follows from what is going on is read, and not made", function()
    for _ = 1, 10 do world:update(0.1) end
    assert.same({ { first }, { true } }, { ada:links "provider" })
    assert.same({ true, true }, { first:link("holder", ada) })
    assert.same({ false, false }, { second:link("holder", ada) })
    assert.same({ "links of the kind holder follow from what is going on", "read_only" },
      { select(2, world:link(first, "holder", ada)) })
    assert.same({ nil, "links of the kind holder follow from what is going on", "read_only" },
      { world:unlink(first, "holder", ada) })
  end)

  it("is refused where there can be none", function()
    assert.same({ nil, "an entity has no link to itself", "bad_argument" }, { world:link(ada, "home", ada) })
    assert.equal('unknown link "trist" (did you mean "trust"?)', refusal(world.link, world, ada, "trist", first))
    assert.equal("link: trust has a value, so it cannot be false; use unlink",
      refusal(world.link, world, ada, "trust", first, false))
    assert.equal("link: the value must be a number, not a string", refusal(world.link, world, ada, "trust", first, "much"))
    assert.equal("link: the third argument: an entity or its id is expected, not a nil",
      refusal(world.link, world, ada, "trust"))
    for _, id in ipairs(world:spawn_many("chair", 255)) do assert(world:link(ada, "seat", id)) end
    assert.same({ nil, 'npc "Ada" (guest, number 3) has as many links of the kind seat as it can have', "limit" },
      { world:link(ada, "seat", first) })
  end)

  it("is followed along paths", function()
    world:link(ada, "home", first)
    world:link(first, "seat", second)
    assert.same({ "chair 2" }, names_of(world:query(ada, "seat of home")))
    assert.same({ "chair 2" }, names_of(world:query(ada, "crown.seat(furniture) of home")))
    assert.same({}, world:query(ada, "seat"))
    world:update(0.1)
    assert.same({ "Ada" }, names_of(world:query(first, "holder")))
    assert.same({ nil, 'unknown link "sear" (did you mean "seat"?)', "bad_path" }, { world:query(ada, "sear of home") })
    assert.equal("bad_path", (select(3, world:query(ada, "seat of"))))
    assert.equal("query: the path must be a string, not a nil", refusal(world.query, world, ada))
  end)

  it("is read in conditions and written by effects", function()
    local tables = crown.tables()
    tables.sequences.evening.seat.when = "self.trust(target) >= 0"
    tables.props.chair.offers.sit.drop = "self.trust(target) -= 5"
    world = bustle.world { packs = { bustle.pack(tables) }, explain = true }
    local chair = world:spawn("chair", { name = "chair" })
    ada = world:spawn("guest", { name = "Ada" })
    for _ = 1, 30 do world:update(0.5) end
    assert.same({ -5, true }, { ada:link("trust", chair) })
    local text = tostring(ada:explain())
    assert.truthy(text:find("chair  closed: self.trust(target) >= 0: it is -5", 1, true), text)
  end)
end)

describe("links", function()
  local function placed()
    local tables = crown.tables()
    tables.places = {
      { "pub", name = "The Crown", links = { seat = { "stool", "settle" }, trust = { Owen = 3 } } },
      { "chair", name = "stool" }, { "chair", name = "settle" }, { "stroller", name = "Owen" } }
    return bustle.world { packs = { bustle.pack(tables) } }
  end

  it("of places are there when the world is", function()
    local world = placed()
    local pub = world:get "The Crown"
    assert.same({ "stool", "settle" }, names_of(world:query(pub, "seat")))
    assert.equal(3, pub:link("trust", world:get "Owen"))
  end)

  it("come through a save, and go with their kind through a reload", function()
    local world, ada, chair = crown.world()
    world:link(ada, "trust", chair, 5)
    world:link(ada, "home", chair)
    local again = crown.world()
    assert.same({}, again:load(world:save()))
    assert.equal(5, again:get "Ada":link("trust", again:get "chair 1"))
    local tables = crown.tables()
    tables.links.trust = nil
    assert(again:reload("crown", tables))
    assert.same({ "chair 1" }, names_of((again:get "Ada":links "home")))
    assert.equal(1, again:stats().links)
  end)

  it("are replayed from a recording", function()
    local world, ada, chair, other = crown.world()
    local parts = {}
    assert(world:record(function(bytes)
      parts[#parts + 1] = bytes
      return true
    end))
    world:link(ada, "trust", chair, 5)
    world:link(ada, "home", other)
    world:update(1)
    world:unlink(ada, "home", other)
    world:update(1)
    world:stop_recording()
    local again = assert(replay.open(table.concat(parts), { packs = { bustle.pack(crown.tables()) } }))
    while again:step() do end
    assert.is_nil(again.difference)
    ada = again.world:get "Ada"
    assert.same({ 5, {} }, { (ada:link("trust", again.world:get "chair 1")), (ada:links "home") })
  end)
end)
