-- Smoke over the chimneys of those who are up: puffs that follow from the time alone.
local graphics = love.graphics

local smoke = {}

local PUFFS, LIFE, RISE = 8, 5, 74 -- for each chimney; seconds; points
local puff = love.image.newImageData(32, 32)
puff:mapPixel(function(x, y)
  return 1, 1, 1, math.max(0, 1 - math.sqrt((x - 15.5) ^ 2 + (y - 15.5) ^ 2) / 16)
end)
puff = graphics.newImage(puff)

--- Draws the smoke of a chimney in the blend mode "alpha", as thick as `amount` and as bright as `shade`, from 0 to 1.
function smoke.draw(x, y, amount, shade, time)
  for i = 0, PUFFS - 1 do
    local age = (time / LIFE + i / PUFFS + x * 0.013) % 1
    local size = 0.35 + age * 0.9
    graphics.setColor(shade, shade, shade * 1.03, amount * 0.75 * (1 - age) * math.min(1, age * 8))
    graphics.draw(puff, x + math.sin(age * 4 + i + x) * 7 * age + age * 18, y - age * RISE, 0, size, size, 16, 16)
  end
end

return smoke
