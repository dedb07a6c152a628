-- What the inspector's panel says of an NPC that waits (S51) or is in a scene (S54), with a LÖVE that only notes what is written.
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

  it("says so no longer when it has come", function()
    local said = panel({ wait = "self.cold < 5" }, 1)
    assert.is_true(said["stroll"])
    for text in pairs(said) do assert.falsy(text:find("^waits at")) end
  end)
end)
