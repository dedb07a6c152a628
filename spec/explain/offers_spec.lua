-- Explanations of offers, places, undoing and areas.
local bustle = require "bustle"
local crown = require "spec.lua.support.crown"
local types = require "spec.lua.support.types"

local function run(world, seconds)
  for _ = 1, seconds * 2 do world:update(0.5) end
end

-- A crown whose guests wait a minute for a seat.
local function patient(change)
  local tables = crown.tables()
  tables.sequences.evening.seat.timeout = 60
  if change then change(tables) end
  local world = bustle.world { packs = { bustle.pack(tables) }, explain = true }
  local chairs = {}
  for i = 1, 3 do chairs[i] = world:spawn("chair", { name = "chair " .. i, x = (i - 1) ^ 4 * 2 }) end
  return world, chairs
end

local function has(text, piece)
  if not text:find(piece, 1, true) then error(("expected: %s\nin: %s"):format(piece, text), 2) end
end

describe("npc:explain, of offers", function()
  it("says what is against each whom a request asks", function()
    local world, chairs = patient()
    world:spawn("guest", { name = "Ada" })
    run(world, 1)
    chairs[2].state.broken = true
    local bob = world:spawn("guest", { name = "Bob" })
    run(world, 2)
    local e = bob:explain()
    assert.same({ "awaiting", "seat", { "sit" } }, { e.now.mood, e.now.node, e.now.request.asked })
    local text = tostring(e)
    has(text, "It waits at seat for sit (sit: chair 1 full, chair 2 closed (not target.broken: it is true), "
      .. "chair 3 too far), 5")
    has(text, "evening: asks for sit, finds none")
    has(text, "chair 1  closed: full\n")
    has(text, "chair 2  closed: not target.broken: it is true\n")
    has(text, "chair 3  closed: too far")
    has(text, "What it asked for:\n  at seat of evening found none ")
  end)

  it("says nothing of those who are too far and are not asked", function()
    local world = patient(function(tables)
      tables.props.log = { static = true, offers = tables.props.chair.offers, state = { "broken" } }
    end)
    world:spawn("log", { name = "log", x = 90 })
    local ada = world:spawn("guest", { name = "Ada", x = 60 })
    run(world, 1)
    has(tostring(ada:explain()), "It waits at seat for sit (sit: chair 1 too far, chair 2 too far, chair 3 too far), 5")
  end)

  it("says what was against each area that was asked before", function()
    local tables = crown.tables()
    tables.npcs.pub.offers = { rest = { sequence = "walk_about", when = "target.noise > 9" } }
    tables.props.town = { area = { width = 90, depth = 90 },
      offers = { rest = { sequence = "walk_about", holders = "any" } } }
    tables.sequences.walk_about.entry = "ask"
    tables.sequences.walk_about.ask = { request = "rest", from = "area", to = "END", failed = "stroll" }
    local world = bustle.world { packs = { bustle.pack(tables) }, explain = true }
    world:spawn("pub", { name = "The Crown" })
    world:spawn("town", { name = "the town" })
    local sam = world:spawn("stroller", { name = "Sam" })
    run(world, 1)
    has(tostring(sam:explain()), [[
asks for rest, takes rest of the town, the only one open
              The Crown  closed: target.noise > 9: it is 1
              the town   open
]])
    -- What is offered asks for the same: he holds a place in town already.
    local text = tostring(sam:explain())
    has(text, "found none 0.5 s ago: rest: The Crown closed (target.noise > 9: it is 1), the town held already")
    has(text, "walk_about: asks for rest, finds none\n")
    assert.falsy(text:find("tries", 1, true))
  end)

  it("says whom the path of a node leads to, whoever accepts the action", function()
    local tables = crown.tables()
    tables.sequences.walk_about = { entry = "look", look = { action = "turn_handle", target = "seat of home",
      to = "END", failed = "stroll" }, stroll = { action = "wander", to = "END" } }
    tables.props.door.accepts = "turn_handle"
    local world = bustle.world { packs = { bustle.pack(tables) }, explain = true }
    local door, chair = world:spawn "door", world:spawn("chair", { name = "chair 1" })
    local sam = world:spawn("stroller", { name = "Sam" })
    run(world, 1)
    has(tostring(sam:explain()), "walk_about: turn_handle with nobody\n              seat of home leads to nobody\n")
    world:link(sam, "home", door)
    world:link(door, "seat", chair)
    run(world, 4)
    has(tostring(sam:explain()),
      "walk_about: turn_handle with chair 1, the only one open\n              chair 1  open\n    ")
    assert.falsy(tostring(sam:explain()):find("out of reach", 1, true))
  end)

  it("says whose offer was taken, and by which rule", function()
    local world = patient()
    local ada = world:spawn("guest", { name = "Ada" })
    run(world, 1)
    local e = ada:explain()
    has(tostring(e), "evening: asks for sit, takes sit of chair ")
    has(tostring(e), "drawn among the 2 not used lately\n")
    assert.same({ "sit", true }, { e.places[1].offer, e.places[1].held })
    has(tostring(e), "Its places at offers:\n  sit, chair ")
    has(tostring(e), "encounters: sit with chair ")
  end)

  it("says what is undone first", function()
    local world, ada = crown.world { explain = true }
    run(world, 4)
    ada:interrupt "shout"
    run(world, 0.5)
    local e = ada:explain()
    assert.same({ "sit", true }, { e.stack[1].undo, e.stack[1].running })
    has(tostring(e), "first, undo of sit at chair 1: get_up at up\n")
    has(tostring(e), "sit, chair 1: held, and undone\n")
    run(world, 1)
    has(tostring(ada:explain()), "sit, chair 1: undone; begins anew\n")
    has(tostring(ada:explain()), "gives its place back: sit, chair 1 (interrupted)\n")
  end)

  it("says that a while is over, and what turned false", function()
    local world = bustle.world { packs = { bustle.pack(crown.tables()) }, explain = true }
    local door, sam = world:spawn("door", { name = "door" }), world:spawn("stroller", { name = "Sam" })
    run(world, 1)
    sam:request("pass", door)
    run(world, 0.5)
    has(tostring(sam:explain()), "made to take pass of door, priority 0: go_through at turn (pass, door)\n")
    has(tostring(sam:explain()), "is made to run go_through, offered by door\n")
    door.state.open = false
    run(world, 1)
    has(tostring(sam:explain()), "go_through: the offer pass is over, its while is false\n              "
      .. "target.open: it is false\n")
  end)

  it("says that a place was not had again", function()
    local world, ada, chair = crown.world { explain = true }
    run(world, 4)
    ada:interrupt "fire"
    run(world, 0.5)
    world:spawn("guest", { name = "Bob" })
    run(world, 0.5)
    assert.equal("Bob", chair:holders()[1].name)
    run(world, 2)
    has(tostring(ada:explain()), "its place is gone: sit, chair 1\n              full\n")
  end)

  it("says what it offers itself, and where it is", function()
    local tables = crown.tables()
    tables.npcs.pub.offers = { rest = { sequence = "walk_about", holders = 2 } }
    local world = bustle.world { packs = { bustle.pack(tables) }, explain = true }
    local pub, sam = world:spawn("pub", { name = "The Crown" }), world:spawn("stroller", { name = "Sam" })
    world:update(0)
    sam:request("rest", pub)
    has(tostring(pub:explain()), "It offers:\n  rest: 1 of 2 taken, by Sam\n")
    has(tostring(sam:explain()), "It is in The Crown.\n")
    assert.same({ "The Crown", { "The Crown" } }, { sam:explain().area, sam:explain().areas })
  end)

  it("knows only fields that editors are told of", function()
    local classes = types.declared "lua/bustle/meta.lua"
    local world, ada = crown.world { explain = true }
    world:spawn "pub"
    run(world, 4)
    local e = ada:explain()
    for name in pairs(e) do assert.is_true(classes["bustle.Explanation"][name], name) end
    for name in pairs(e.places[1]) do assert.is_true(classes["bustle.ExplainedPlace"][name], name) end
    for _, entry in ipairs(e.decisions) do
      for name in pairs(entry) do assert.is_true(classes["bustle.Happening"][name], name) end
      for _, each in ipairs(entry.providers or {}) do
        for name in pairs(each) do assert.is_true(classes["bustle.Looked"][name], name) end
      end
    end
  end)
end)

describe("the log", function()
  it("has who takes and gives back what is offered, and who is where", function()
    local world = crown.world()
    world:spawn("pub", { name = "The Crown" })
    local told = {}
    world:log(function(text) told[#told + 1] = text end, { events = { "adopt", "drop", "enter", "exit" } })
    run(world, 12)
    local text = table.concat(told)
    has(text, '"kind":"enter","time":0,"npc":"Ada"')
    has(text, '"area":"The Crown"')
    has(text, '"kind":"adopt","time":0.5,"npc":"Ada"')
    has(text, '"offer":"sit","provider":"chair 1"')
    has(text, '"reason":"done"')
  end)
end)
