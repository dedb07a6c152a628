-- What the inspector's panel says of an NPC that waits (S51), is in a scene (S54) or has to do with things and places (S61 to
-- S67), with a LÖVE that only notes what is written.
local bustle = require "bustle"
local crown = require "spec.lua.support.crown"
local inn = require "spec.lua.support.inn"
local shelter = require "spec.lua.support.shelter"

describe("the inspector's panel", function()
  local written, before

  setup(function()
    before = rawget(_G, "love")
    local font = { getWidth = function(_, text) return #text * 6 end, getHeight = function() return 12 end }
    local drawing = { newFont = function() return font end, getDimensions = function() return 1280, 720 end,
      print = function(text) written[#written + 1] = text end }
    local curve = { render = function() return {} end }
    rawset(_G, "love", { graphics = setmetatable(drawing, { __index = function() return function() end end }),
      timer = { getTime = function() return 0 end }, math = { newBezierCurve = function() return curve end } })
  end)
  teardown(function() rawset(_G, "love", before) end)

  local function panel(node, seconds)
    local world, ann = shelter.world({ explain = true }, node)
    local inspector = require("bustle.inspector").new(world, { visible = true })
    inspector:select(ann)
    world:update(seconds)
    written = {}
    inspector:draw()
    local said = {}
    for _, text in ipairs(written) do said[text] = true end
    return said
  end

  it("says where it waits, for what, for how long, and what it is seen in", function()
    local said = panel(nil, 10)
    assert.is_true(said["waits at roof: shiver"] and said["20.0 s"] and said["for env.weather ~= 'rainy' (it is rainy)"])
    assert.is_true(panel({ waiting = false }, 10)["waits at roof"])
  end)

  it("says in which scene it is, as what, and for whom it waits", function()
    local world, mary, linda = inn.world { explain = true }
    local inspector = require("bustle.inspector").new(world, { visible = true })
    local function said_of(npc)
      inspector:select(npc)
      written = {}
      inspector:draw()
      local said = {}
      for _, text in ipairs(written) do said[text] = true end
      return said
    end
    mary.state.thirst = 9
    for _ = 1, 20 do world:update(0.1) end
    local said = said_of(mary)
    assert.is_true(said["waits in order: look about"] and said["for Linda"] and said["SCENES"])
    assert.is_true(said["order.patron > 1"] and said["cue thirsty (-1)"])
    assert.is_true(said["order as patron"] and said["1 phase done, waits for Linda"] and said["with Linda (server)"])
    assert.is_true(said_of(linda)["in order (-1)"])
    linda:hold()
    for _ = 1, 40 do world:update(0.1) end
    said = said_of(mary)
    assert.is_true(said["cue thirsty (-1), sunk"] and said["main"] and said["sip"])
    assert.is_true(said_of(linda)["order.server > 1"])
  end)

  describe("of plans, messages and meetings", function()
    local world, inspector, boxes

    local function said_of(name)
      inspector:select(world:get(name) or world:find({ kind = name })[1])
      written, boxes = {}, {}
      inspector:draw()
      local said = {}
      for _, text in ipairs(written) do said[text] = true end
      return said
    end

    before_each(function()
      world = bustle.world { packs = { "spec/tools/pictures/manor" }, explain = true,
        clock = { day = 1440, start = "18:30" } }
      inspector = require("bustle.inspector").new(world, { visible = true, x = 0, y = 0 })
      rawset(rawget(_G, "love").graphics, "rectangle", function(_, x, y, width, height)
        table.insert(boxes, { x = x, y = y, width = width, height = height })
      end)
    end)
    after_each(function() rawset(rawget(_G, "love").graphics, "rectangle", nil) end)

    it("shows the plan of today as a bar with a cursor, and what holds (S74)", function()
      for _ = 1, 20 do world:update(0.1) end
      local said = said_of "Owen"
      assert.is_true(said["DAY 0, 18:32: GENTLEMAN, AS AT EASE"] and said["study, 09:35 to 19:00"] and said["holds"])
      assert.is_true(said["then dinner"] and said["18:52"] and said["study"] and said["bed"])
      local width, cursor, held = 358 - 28, nil, nil
      for _, box in ipairs(boxes) do
        if box.width == 1 and box.height == 53 then cursor = box end
        if box.height == 15 and math.abs(box.x - (14 + width * 575 / 1440)) < 1 then held = box end
      end
      assert.is_true(math.abs(cursor.x - (14 + width * 1112 / 1440)) < 1)
      assert.is_true(math.abs(held.width - width * (1140 - 575) / 1440) < 2)
      assert.is_nil(said_of("Linda")["DAY 0, 18:32: GENTLEMAN, AS AT EASE"])
    end)

    it("shows inboxes with what lies in them, what is awaited, and who waits to meet (S69 to S71)", function()
      local linda = world:get "Linda"
      linda:hold()
      for _ = 1, 415 do world:update(0.1) end
      local said = said_of "Linda"
      assert.is_true(said["INBOXES"] and said["orders: 2"] and said["Paul 21 s, awaited; Owen 1 s, awaited"])
      assert.is_true(said_of("Owen")["for Linda: orders, 1 before it"])
      linda:release()
      for _ = 1, 40 do world:update(0.1) end
      said = said_of "Paul"
      assert.is_true(said["waits at toast: lift"])
      assert.is_true(said["for others (toast at the long table: 1 of 2 are there)"])
      said = said_of "dining_table"
      assert.is_true(said["WAITING HERE"] and said["toast"] and said["Paul"])
      said = said_of "Linda"
      assert.is_true(said["orders: Owen"] and said["what it could take"])
    end)
  end)

  describe("of things and places", function()
    local world, ada, chair, inspector

    before_each(function()
      world, ada, chair = crown.world { explain = true }
      world:spawn("pub", { name = "The Crown" })
      inspector = require("bustle.inspector").new(world, { visible = true, screen = function(x, y)
        return 10 * x, 10 * y
      end })
      world:link(ada, "home", chair)
      world:link(ada, "trust", world:get "The Crown", 4)
      for _ = 1, 20 do world:update(0.1) end
    end)

    local function said_of(thing)
      inspector:select(thing)
      written = {}
      inspector:draw()
      local said = {}
      for _, text in ipairs(written) do said[text] = true end
      return said
    end

    it("says what an NPC holds, where it is, to whom it is linked, and whom it asked", function()
      local said = said_of(ada)
      assert.is_true(said["AREAS"] and said["in"] and said["The Crown"])
      assert.is_true(said["HOLDS"] and said["sit: chair 1"] and said["held"])
      assert.is_true(said["LINKS"] and said["home"] and said["trust"] and said["The Crown 4"])
      assert.is_true(said["LAST CHOICE"] and said["sit: chair 1"] and said["the only one open"])
    end)

    it("says what a thing offers, and who holds that", function()
      local said = said_of(chair)
      assert.is_true(said["OFFERS"] and said["sit: 1 of 1"] and said["Ada"])
      ada:remove()
      world:update(0.1)
      said = said_of(chair)
      assert.is_true(said["sit: 0 of 1"] and not said["Ada"])
    end)

    it("says who is in an area", function()
      local said = said_of(world:get "The Crown")
      assert.is_true(said["AREAS"] and said["inside: 1"] and said["Ada"])
    end)

    it("draws areas over the game when asked to, and the links of whom is selected", function()
      assert.is_nil(said_of(ada)["trust 4"])
      assert.is_true(inspector:keypressed "f2")
      local said = said_of(ada)
      assert.is_true(said["The Crown"] and said["home"] and said["trust 4"])
      assert.is_nil(said_of(chair)["trust 4"])
      inspector:keypressed "i"
      assert.is_true(said_of(chair)["The Crown"]) -- the panel is not needed for that
      inspector:keypressed "f2"
      assert.is_nil(said_of(chair)["The Crown"])
    end)
  end)

  it("says so no longer when it has come", function()
    local said = panel({ wait = "self.cold < 5" }, 1)
    assert.is_true(said["stroll"])
    for text in pairs(said) do assert.falsy(text:find("^waits at")) end
  end)
end)
