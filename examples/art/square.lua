-- The square of market-love: the ground, and a sheet of the things on it, in cells of 120 by 140 points, which stand on
-- (60, 100).
local graphics, chance = love.graphics, love.math.newRandomGenerator(5)

local square = {}

local M = 20 -- points to a metre
local WOOD, DARK, STONE = { 0.58, 0.41, 0.27 }, { 0.38, 0.26, 0.18 }, { 0.76, 0.74, 0.70 }
local STRIPES = { { 0.76, 0.28, 0.25 }, { 0.24, 0.42, 0.58 }, { 0.85, 0.62, 0.22 }, { 0.55, 0.36, 0.26 },
  { 0.40, 0.56, 0.28 }, { 0.70, 0.38, 0.52 }, { 0.22, 0.52, 0.52 } }
local WALLS = { { 0.91, 0.83, 0.68 }, { 0.82, 0.66, 0.53 }, { 0.87, 0.79, 0.72 }, { 0.74, 0.72, 0.62 } }

local function shape(colour, shade, kind, ...)
  graphics.setColor(colour[1] * shade, colour[2] * shade, colour[3] * shade)
  graphics[kind]("fill", ...)
end

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

--- Ground, houses and gate.
function square.draw_ground()
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

-- ---- Things, which stand on (0, 0) ----

local function draw_stall(stripe)
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

local function draw_bench()
  for x = -22, 18, 40 do shape(DARK, 1, "rectangle", x, -6, 4, 10) end
  shape(WOOD, 0.95, "rectangle", -25, -18, 50, 6, 2)
  shape(WOOD, 1.1, "rectangle", -25, -9, 50, 8, 2)
end

local function draw_fountain()
  shape(STONE, 0.8, "ellipse", 0, 0, 50, 32)
  shape(STONE, 1.05, "ellipse", 0, 0, 46, 29)
  shape({ 0.37, 0.62, 0.70 }, 1, "ellipse", 0, 0, 40, 24)
  shape(STONE, 0.92, "rectangle", -6, -34, 12, 34, 3)
  shape(STONE, 1.08, "ellipse", 0, -34, 20, 7)
end

local function draw_tree()
  shape(DARK, 1.1, "rectangle", -4, -34, 8, 36, 3)
  for i, leaf in ipairs { { 0, -52, 27 }, { -18, -42, 18 }, { 18, -43, 18 }, { -6, -66, 18 }, { 9, -60, 17 } } do
    shape({ 0.36, 0.53, 0.30 }, 0.86 + i * 0.07, "circle", leaf[1], leaf[2], leaf[3])
  end
end

local function draw_cart()
  shape(WOOD, 1, "rectangle", -28, -24, 56, 16, 3)
  for x = -22, 10, 16 do shape({ 0.74, 0.56, 0.36 }, 1, "rectangle", x, -37, 14, 14, 2) end
  for x = -17, 17, 34 do
    shape(DARK, 0.8, "circle", x, -4, 8)
    shape(WOOD, 1.1, "circle", x, -4, 4.5)
  end
end

local function draw_guard_post()
  shape(STONE, 0.75, "rectangle", -9, -4, 18, 8, 3)
  shape(DARK, 1.1, "rectangle", -1.5, -58, 3, 56)
  shape({ 0.24, 0.31, 0.45 }, 1, "polygon", 1.5, -57, 20, -55, 15, -47, 20, -40, 1.5, -38)
end


local THINGS = { { draw_bench, 27, 8 }, { draw_fountain, 54, 34 }, { draw_tree, 30, 9 }, { draw_cart, 34, 10 },
  { draw_guard_post, 12, 4 } }

--- The sheet: a stall in each colour, then the others.
function square.draw_things()
  for i = 1, #STRIPES + #THINGS do
    local thing = THINGS[i - #STRIPES] or { function() draw_stall(STRIPES[i]) end, 50, 14 }
    graphics.push()
    graphics.translate((i - 1) * 120 + 60, 100)
    graphics.setColor(0, 0, 0, 0.2)
    graphics.ellipse("fill", 3, 4, thing[2], thing[3])
    thing[1]()
    graphics.pop()
  end
end

return square
