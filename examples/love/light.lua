-- The light of the day, lamps and rain.
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
function light.darkness(red) return math.max(0, math.min(1, (0.78 - red) * 3)) end

local glow = love.image.newImageData(64, 64)
glow:mapPixel(function(x, y)
  return 1, 0.78, 0.42, math.max(0, 1 - math.sqrt((x - 31.5) ^ 2 + (y - 31.5) ^ 2) / 32) ^ 2
end)
glow = graphics.newImage(glow)

--- The light of a lamp, in the blend mode "add".
function light.draw_glow(x, y, radius) graphics.draw(glow, x, y, 0, radius / 32, radius / 32, 32, 32) end

local FALL, LAYERS = 360, { { drops = 230, speed = 620, length = 15, alpha = 0.5 },
  { drops = 230, speed = 440, length = 9, alpha = 0.32 } } -- the farther drops are slower
local drop = love.image.newImageData(1, 1)
drop:setPixel(0, 0, 0.82, 0.90, 1, 1)
drop = graphics.newImage(drop)

-- As many drops for every FALL points of height, one set below the other: the first follows the last.
local function make_batch(layer, width, height)
  local sets = math.ceil(height / FALL) + 1
  local count = math.ceil(layer.drops * width / 1280)
  layer.batch, layer.width, layer.height = graphics.newSpriteBatch(drop, count * sets), width, height
  for i = 1, count do
    local x, y = i * i * 7.31 % width, i * i * 3.77 % FALL
    for set = 0, sets - 1 do layer.batch:add(x, y + set * FALL, 0.2, 1.2, layer.length) end
  end
end

--- Rain over the window, in the blend mode "alpha".
function light.draw_rain(amount, time)
  if amount <= 0 then return end
  local width, height = graphics.getDimensions()
  for _, layer in ipairs(LAYERS) do
    if layer.width ~= width or layer.height ~= height then make_batch(layer, width, height) end
    graphics.setColor(1, 1, 1, amount * layer.alpha)
    graphics.draw(layer.batch, 0, math.floor(time * layer.speed % FALL) - FALL)
  end
end

return light
