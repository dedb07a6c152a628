-- The light of the day, lamps and rain.
local paint = require "examples.love.paint"

local graphics = love.graphics

local light = {}

-- Hour, then what white becomes.
local TINTS = { { 0, 0.36, 0.40, 0.62 }, { 4, 0.38, 0.42, 0.62 }, { 6, 0.86, 0.74, 0.72 }, { 8, 1, 0.98, 0.94 },
  { 16, 1, 1, 1 }, { 18, 1, 0.88, 0.72 }, { 20, 0.62, 0.54, 0.66 }, { 22, 0.38, 0.42, 0.64 }, { 24, 0.36, 0.40, 0.62 } }

local function part(a, b, c, hour, rain)
  return (a[c] + (b[c] - a[c]) * (hour - a[1]) / (b[1] - a[1])) * (1 - 0.25 * rain)
end

--- What white becomes at an hour in so much rain, from 0 to 1: red, green, blue.
function light.tint(hour, rain)
  local i = 1
  while hour > TINTS[i + 1][1] do i = i + 1 end
  local a, b = TINTS[i], TINTS[i + 1]
  return part(a, b, 2, hour, rain), part(a, b, 3, hour, rain), part(a, b, 4, hour, rain)
end

--- How much lamps are needed under a tint, from 0 to 1.
function light.darkness(red) return math.max(0, math.min(1, (0.7 - red) * 3)) end

local glow = love.image.newImageData(64, 64)
glow:mapPixel(function(x, y)
  return 1, 0.78, 0.42, math.max(0, 1 - math.sqrt((x - 31.5) ^ 2 + (y - 31.5) ^ 2) / 32) ^ 2
end)
glow = graphics.newImage(glow)

--- The light of a lamp, in the blend mode "add".
function light.draw_glow(x, y, radius) graphics.draw(glow, x, y, 0, radius / 32, radius / 32, 32, 32) end

local WIDTH, HEIGHT = 640, 360
local tile

-- A piece of rain that fits its own edges.
local function make_tile()
  return paint.picture(WIDTH, HEIGHT, function()
    graphics.setColor(0.82, 0.90, 1, 0.55)
    graphics.setLineWidth(1)
    for drop = 1, 90 do
      local x, y = drop * drop * 7.31 % WIDTH, drop * drop * 3.77 % HEIGHT
      for over = -1, 1 do graphics.line(x, y + over * HEIGHT, x - 3, y - 15 + over * HEIGHT) end
    end
  end)
end

--- Rain over the window, in the blend mode for premultiplied colours.
function light.draw_rain(amount, time)
  if amount <= 0 then return end
  tile = tile or make_tile()
  graphics.setColor(amount, amount, amount, amount)
  local shift = time * 620 % HEIGHT
  for y = shift - HEIGHT, graphics.getHeight(), HEIGHT do
    for x = 0, graphics.getWidth(), WIDTH do graphics.draw(tile, x, y) end
  end
end

return light
