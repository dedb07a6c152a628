-- The ground of the market and its stalls, drawn once.
local paint = require "examples.love.paint"
local things = require "examples.love.things"

local graphics, shape, chance = love.graphics, paint.shape, love.math.newRandomGenerator(5)

local square = {}

local M = 20 -- points to a metre
local WOOD, DARK, STONE = things.WOOD, things.DARK, things.STONE
local STRIPES = { { 0.76, 0.28, 0.25 }, { 0.24, 0.42, 0.58 }, { 0.85, 0.62, 0.22 }, { 0.55, 0.36, 0.26 },
  { 0.40, 0.56, 0.28 }, { 0.70, 0.38, 0.52 }, { 0.22, 0.52, 0.52 } }
local WALLS = { { 0.91, 0.83, 0.68 }, { 0.82, 0.66, 0.53 }, { 0.87, 0.79, 0.72 }, { 0.74, 0.72, 0.62 } }

local function draw_cobbles()
  for y = 4.5, 34, 0.5 do
    for x = 1 + y % 1 * 0.7, 62.5, 0.75 do
      local far = math.sqrt((x - 31.7) ^ 2 + (y - 19.8) ^ 2)
      local way = math.abs(y - 17.3) < 1.6 or math.abs(x - 31.7) < 1.6
      local bright = (far < 7.4 and far > 6.6 or far < 4) and 1.12 or way and 1.05 or 1
      shape({ 0.76, 0.69, 0.56 }, bright * (0.95 + chance:random() * 0.07), "rectangle", x * M, y * M, 14, 9, 3)
    end
  end
end

local function draw_house(x, width, wall)
  shape(wall, 1, "rectangle", x, 34, width, 66)
  shape(wall, 0.82, "rectangle", x, 94, width, 8)
  for i = 0, 4 do -- rows of tiles
    shape({ 0.62, 0.33, 0.25 }, 1 - i % 2 * 0.09, "polygon", x + 14 - i * 4, i * 8, x + width - 14 + i * 4, i * 8,
      x + width - 10 + i * 4, i * 8 + 8, x + 10 - i * 4, i * 8 + 8)
  end
  for at = x + 18, x + width - 30, 38 do
    shape(DARK, 1, "rectangle", at - 2, 52, 22, 28, 3)
    shape({ 0.55, 0.68, 0.74 }, 1, "rectangle", at, 54, 18, 24, 2)
  end
end

local function draw_ground()
  graphics.clear(0.55, 0.65, 0.42)
  for _ = 1, 900 do
    shape({ 0.52, 0.64, 0.38 }, 0.9 + chance:random() * 0.3, "ellipse", chance:random(1280), chance:random(720), 5, 2)
  end
  shape({ 0.66, 0.59, 0.47 }, 1, "rectangle", 14, 84, 1252, 614, 24)
  draw_cobbles()
  local widths = { 196, 150, 188, 178, 172, 190 }
  for i, x in ipairs { 0, 196, 346, 740, 918, 1090 } do draw_house(x, widths[i], WALLS[i % #WALLS + 1]) end
  shape(STONE, 0.85, "rectangle", 534, 30, 206, 70)
  for x = 534, 720, 30 do shape(STONE, 0.92, "rectangle", x, 20, 18, 14, 2) end
  shape(DARK, 0.6, "rectangle", 606, 58, 64, 44)
  shape(DARK, 0.6, "ellipse", 638, 58, 32, 22)
end

--- Ground, houses and gate.
function square.ground() return paint.picture(1280, 720, draw_ground) end

local function draw_stall(stripe)
  paint.shadow(3, 4, 50, 14)
  for x = -45, 42, 87 do shape(DARK, 1, "rectangle", x, -58, 3, 62) end
  shape(WOOD, 0.9, "rectangle", -44, -14, 88, 22, 3)
  shape(WOOD, 1.1, "rectangle", -46, -20, 92, 10, 3)
  for i = 0, 9 do shape(stripe, 0.9 + i * 7 % 4 * 0.13, "circle", -38 + i * 8.4, -19 - i % 2 * 3, 4.2) end
  for i = 0, 7 do -- the awning
    local colour = i % 2 == 0 and stripe or { 0.95, 0.92, 0.84 }
    shape(colour, 1, "polygon", -46 + i * 11.5, -80, -34.5 + i * 11.5, -80, -39 + i * 13, -58, -52 + i * 13, -58)
    shape(colour, 1, "arc", -45.5 + i * 13, -58, 6.5, 0, math.pi)
  end
end

--- The sheet: a stall in each colour, then the others; and the column of these.
function square.things()
  local list = {}
  for i, stripe in ipairs(STRIPES) do list[i] = function() draw_stall(stripe) end end
  for _, kind in ipairs { "bench", "fountain", "tree", "cart", "guard_post" } do list[#list + 1] = kind end
  return things.sheet(list)
end

return square
