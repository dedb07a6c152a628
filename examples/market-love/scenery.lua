-- The square: what stands there, where people stand at it, light and rain.
local light = require "examples.love.light"
local places = require "examples.love.spots"
local square = require "square"
local streets = require "examples.love.streets"
local things = require "examples.love.things"

local graphics = love.graphics
local M = 20 -- points to a metre
local scenery, lights = { metre = M, ground = square.ground() }, {}

local sheet, column = square.things()
local quad = graphics.newQuad(0, 0, things.WIDTH, things.HEIGHT, sheet:getDimensions())

-- Where people stand, in metres from the thing, and the squares that it takes up.
local spots = places.new {
  stall = { { 0, 1.3 }, { -1.3, 1.4 }, { 1.3, 1.4 } }, bench = { { -0.55, 0.1 }, { 0.55, 0.1 } }, cart = { { 0, 1.3 } },
  fountain = { { 0, 2.1 }, { -2.6, 0.6 }, { 2.6, 0.6 }, { -1.5, 1.8 }, { 1.5, 1.8 }, { -2, -1 }, { 2, -1 }, { 0, -2 } },
  tree = { { -0.9, 0.6 }, { 0.9, 0.6 }, { 0, 1.1 }, { -1.7, 0.9 } }, guard_post = { { -0.9, 0.3 } },
}
local BLOCKS = { stall = { { -2, -3, 2, -2 }, { -2, 0, 2, 0 } }, bench = { { -1, 0, 1, 0 } },
  cart = { { -1, 0, 1, 0 } }, fountain = { { -2, -1, 2, 1 } }, tree = { { 0, 0, 0, 0 } },
  guard_post = { { 0, 0, 0, 0 } } }

--- Closes the streets where things stand, and puts up the lights.
function scenery.load(list)
  streets.open(64, 36)
  streets.block(0, 0, 63, 5) -- the houses
  for _, thing in ipairs(list) do
    for _, b in ipairs(BLOCKS[thing.kind] or {}) do
      streets.block(thing.x + b[1], thing.y + b[2], thing.x + b[3], thing.y + b[4])
    end
    if thing.kind == "stall" then lights[#lights + 1] = { thing.x * M, thing.y * M - 30, 90 } end
  end
  for _, house in ipairs { { 27, 4 }, { 223, 3 }, { 373, 4 }, { 767, 4 }, { 945, 4 }, { 1117, 4 } } do
    for window = 0, house[2] - 1 do lights[#lights + 1] = { house[1] + window * 38, 66, 26 } end
  end
end

--- A free spot at a thing or person for somebody, who gives up the last one; for its keeper, behind it.
function scenery.spot(thing, who, is_keeper)
  if is_keeper or thing.kind == "gate" then
    spots:leave(who)
    return thing.x, is_keeper and thing.y - 0.9 or thing.y
  end
  return spots:take(thing, who)
end

local function draw_water(x, y, size, time)
  graphics.setColor(0.85, 0.95, 1)
  for i = 0, 23 do
    local t, angle = (time * 1.1 + i * 0.37) % 1, i * 2.4
    local up = 42 + 60 * t * (0.7 - t) - math.sin(angle) * t * 10
    graphics.circle("fill", x + math.cos(angle) * t * 26 * size, y - up * size, (1.8 - t) * size)
  end
  graphics.setColor(1, 1, 1)
end

function scenery.draw_thing(thing, time)
  local cell = thing.kind == "stall" and thing.state.stall - 1 or column[thing.kind]
  if not cell then return end
  local size = thing.name == "the little fountain" and 0.7 or 1
  local lean = thing.kind == "tree" and math.sin(time + thing.x) * 0.02 or 0
  quad:setViewport(cell * things.WIDTH, 0, things.WIDTH, things.HEIGHT)
  graphics.draw(sheet, quad, thing.x * M, thing.y * M, 0, size, size, things.X, things.Y, lean)
  if thing.kind == "fountain" then draw_water(thing.x * M, thing.y * M, size, time) end
end

--- Light and weather, over all of it.
function scenery.draw_sky(hour, rain, time)
  local red, green, blue = light.tint(hour, rain)
  graphics.setBlendMode("multiply", "premultiplied")
  graphics.setColor(red, green, blue)
  graphics.rectangle("fill", 0, 0, 1280, 720)
  graphics.setBlendMode "add"
  graphics.setColor(1, 1, 1, light.darkness(red))
  for _, lamp in ipairs(lights) do light.draw_glow(lamp[1], lamp[2], lamp[3]) end
  graphics.setBlendMode "alpha"
  light.draw_rain(rain, time)
end

return scenery
