-- The things that stand about, drawn around the point where they stand, at 20 points to a metre.
local paint = require "examples.love.paint"

local shape, line, shadow = paint.shape, paint.line, paint.shadow

local WOOD, DARK, STONE, IRON = { 0.58, 0.41, 0.27 }, { 0.38, 0.26, 0.18 }, { 0.76, 0.74, 0.70 }, { 0.36, 0.37, 0.40 }
local FIRE, LINEN, LEAF = { 0.98, 0.62, 0.22 }, { 0.93, 0.91, 0.85 }, { 0.36, 0.53, 0.30 }

local things = { WOOD = WOOD, DARK = DARK, STONE = STONE, WIDTH = 120, HEIGHT = 140, X = 60, Y = 100 }
local draw = {}

function draw.bench()
  shadow(3, 4, 27, 8)
  for x = -22, 18, 40 do shape(DARK, 1, "rectangle", x, -6, 4, 10) end
  shape(WOOD, 0.95, "rectangle", -25, -18, 50, 6, 2)
  shape(WOOD, 1.1, "rectangle", -25, -9, 50, 8, 2)
end

function draw.fountain()
  shadow(3, 4, 54, 34)
  shape(STONE, 0.8, "ellipse", 0, 0, 50, 32)
  shape(STONE, 1.05, "ellipse", 0, 0, 46, 29)
  shape({ 0.37, 0.62, 0.70 }, 1, "ellipse", 0, 0, 40, 24)
  shape(STONE, 0.92, "rectangle", -6, -34, 12, 34, 3)
  shape(STONE, 1.08, "ellipse", 0, -34, 20, 7)
end

function draw.tree()
  shadow(3, 4, 30, 9)
  shape(DARK, 1.1, "rectangle", -4, -34, 8, 36, 3)
  for i, leaf in ipairs { { 0, -52, 27 }, { -18, -42, 18 }, { 18, -43, 18 }, { -6, -66, 18 }, { 9, -60, 17 } } do
    shape(LEAF, 0.86 + i * 0.07, "circle", leaf[1], leaf[2], leaf[3])
  end
end

function draw.bush()
  shadow(1, 1, 15, 4)
  for i, leaf in ipairs { { -7, -5, 7 }, { 7, -5, 7 }, { 0, -9, 8 } } do
    shape(LEAF, 0.9 + i * 0.06, "circle", leaf[1], leaf[2], leaf[3])
  end
  for _, flower in ipairs { { -8, -7 }, { 3, -12 }, { 8, -4 }, { -2, -4 } } do
    shape({ 0.90, 0.56, 0.62 }, 1, "circle", flower[1], flower[2], 1.6)
  end
end

function draw.cart()
  shadow(3, 4, 34, 10)
  shape(WOOD, 1, "rectangle", -28, -24, 56, 16, 3)
  for x = -22, 10, 16 do shape({ 0.74, 0.56, 0.36 }, 1, "rectangle", x, -37, 14, 14, 2) end
  for x = -17, 17, 34 do
    shape(DARK, 0.8, "circle", x, -4, 8)
    shape(WOOD, 1.1, "circle", x, -4, 4.5)
  end
end

function draw.guard_post()
  shadow(3, 4, 12, 4)
  shape(STONE, 0.75, "rectangle", -9, -4, 18, 8, 3)
  shape(DARK, 1.1, "rectangle", -1.5, -58, 3, 56)
  shape({ 0.24, 0.31, 0.45 }, 1, "polygon", 1.5, -57, 20, -55, 15, -47, 20, -40, 1.5, -38)
end

function draw.chair()
  shadow(1, 2, 9, 4)
  for x = -9, 6.5, 15.5 do
    shape(DARK, 1, "rectangle", x, -8, 2.5, 9)
    shape(DARK, 1.2, "rectangle", x, -30, 2.5, 22, 1)
  end
  for y = -29, -19, 5 do shape(WOOD, 0.85, "rectangle", -8, y, 16, 3, 1) end
  shape(WOOD, 1.05, "rectangle", -9, -10, 18, 6, 2)
end

function draw.stool()
  shadow(1, 2, 10, 3)
  for x = -7, 4.5, 11.5 do shape(DARK, 1, "rectangle", x, -7, 2.5, 8) end
  shape(WOOD, 1.05, "ellipse", 0, -8, 10, 3.8)
end

local function draw_top(colour)
  shadow(1, 4, 18, 8)
  for x = -12, 9, 21 do shape(DARK, 1, "rectangle", x, -6, 3, 10) end
  shape(colour, 0.75, "ellipse", 0, -8, 18, 10)
  shape(colour, 1.05, "ellipse", 0, -10, 18, 10)
end

function draw.table()
  draw_top(WOOD)
  shape(LINEN, 1, "ellipse", -6, -12, 4, 2.2)
  shape({ 0.72, 0.54, 0.30 }, 1, "rectangle", 4, -17, 5, 6, 1)
end

function draw.card_table()
  draw_top { 0.28, 0.46, 0.34 }
  for i = -1, 1 do shape(LINEN, 1.04, "rectangle", i * 8 - 2, -13 + i % 2 * 4, 4, 5, 1) end
end

function draw.bar()
  shadow(2, 6, 54, 8)
  shape(WOOD, 0.75, "rectangle", -50, -16, 100, 22, 3)
  for x = -38, 40, 19 do line(DARK, 1, 1.5, x, -13, x, 5) end
  shape(WOOD, 1.2, "rectangle", -53, -22, 106, 10, 3)
  for i, x in ipairs { -40, -33, 8, 36 } do
    shape({ 0.72, 0.54, 0.30 }, 0.9 + i * 0.05, "rectangle", x, -27, 5, 7, 1)
    shape(LINEN, 1, "ellipse", x + 2.5, -27, 2.8, 1.2)
  end
end

function draw.barrel()
  shadow(1, 3, 12, 5)
  shape(WOOD, 0.9, "rectangle", -9, -24, 18, 26, 5)
  shape(WOOD, 1.05, "rectangle", -4, -24, 8, 26, 2)
  for y = -19, -3, 15 do shape(IRON, 1, "rectangle", -9.5, y, 19, 2.5) end
  shape(WOOD, 1.2, "ellipse", 0, -23, 8.5, 3)
end

function draw.bed()
  shadow(1, 4, 15, 6)
  shape(DARK, 1.1, "rectangle", -13, -48, 26, 12, 3)
  shape(WOOD, 1, "rectangle", -13, -40, 26, 42, 2)
  shape(LINEN, 1, "rectangle", -11, -38, 22, 36, 3)
  shape(LINEN, 1.06, "rectangle", -8, -37, 16, 8, 3)
end

function draw.hearth()
  shadow(1, 4, 22, 6)
  shape(STONE, 0.7, "rectangle", -19, -40, 38, 42, 3)
  shape(STONE, 0.85, "rectangle", -22, -44, 44, 8, 2)
  shape(DARK, 0.4, "arc", 0, -4, 13, math.pi, 2 * math.pi)
  shape(DARK, 0.4, "rectangle", -13, -5, 26, 6)
  shape(FIRE, 0.9, "polygon", -8, 0, 8, 0, 5, -7, 2, -3, 0, -11, -3, -4, -6, -7)
  shape({ 1, 0.86, 0.4 }, 1, "polygon", -4, 0, 4, 0, 0, -6)
end

function draw.oven()
  shadow(1, 5, 26, 8)
  shape({ 0.70, 0.45, 0.36 }, 0.9, "arc", 0, 2, 26, math.pi, 2 * math.pi)
  shape({ 0.70, 0.45, 0.36 }, 1.1, "arc", 0, 0, 22, math.pi, 2 * math.pi)
  shape(DARK, 0.4, "arc", 0, 0, 11, math.pi, 2 * math.pi)
  shape(FIRE, 0.9, "ellipse", 0, -2, 7, 2.5)
  shape(STONE, 0.8, "rectangle", -28, 0, 56, 5, 2)
end

function draw.anvil()
  shadow(1, 3, 13, 4)
  shape(DARK, 1.2, "rectangle", -8, -8, 16, 10, 2)
  shape(IRON, 0.9, "polygon", -6, -8, 6, -8, 3, -13, -3, -13)
  shape(IRON, 1.2, "polygon", -16, -18, 10, -18, 10, -13, -9, -13)
end

function draw.pew()
  shadow(1, 3, 32, 5)
  shape(DARK, 1.3, "rectangle", -32, -18, 64, 12, 2)
  shape(DARK, 1.7, "rectangle", -32, -8, 64, 6, 2)
  for x = -30, 26, 56 do shape(DARK, 1, "rectangle", x, -4, 4, 6) end
end

function draw.altar()
  shadow(1, 4, 24, 6)
  shape(STONE, 0.8, "rectangle", -22, -18, 44, 22, 2)
  shape(LINEN, 1.02, "rectangle", -24, -24, 48, 10, 2)
  shape({ 0.72, 0.22, 0.22 }, 1, "rectangle", -4, -20, 8, 16)
  line({ 0.86, 0.72, 0.3 }, 1, 2.5, 0, -42, 0, -24)
  line({ 0.86, 0.72, 0.3 }, 1, 2.5, -5, -37, 5, -37)
  for x = -16, 16, 32 do
    shape(LINEN, 1, "rectangle", x - 1, -32, 2.5, 8)
    shape(FIRE, 1.1, "ellipse", x, -34, 1.6, 2.6)
  end
end

function draw.well()
  shadow(2, 4, 26, 12)
  shape(STONE, 0.75, "ellipse", 0, -2, 22, 13)
  shape(STONE, 1, "ellipse", 0, -9, 22, 12)
  shape({ 0.22, 0.34, 0.40 }, 1, "ellipse", 0, -9, 16, 8)
  for x = -20, 17, 37 do shape(DARK, 1.2, "rectangle", x, -50, 3.5, 44) end
  line(WOOD, 1, 3, -19, -34, 20, -34)
  line(LINEN, 0.7, 1, 0, -34, 0, -16)
  shape(WOOD, 0.9, "rectangle", -4, -20, 8, 8, 1)
  shape({ 0.55, 0.33, 0.24 }, 1, "polygon", -28, -46, 28, -46, 17, -64, -17, -64)
  shape({ 0.55, 0.33, 0.24 }, 0.85, "rectangle", -28, -47, 56, 3)
end

-- A rug.
function draw.dance_floor()
  for i, ring in ipairs { { 56, 0.9 }, { 52, 1.25 }, { 45, 1 }, { 26, 1.35 }, { 21, 1 } } do
    local colour = i % 2 == 1 and { 0.50, 0.22, 0.20 } or { 0.66, 0.52, 0.32 }
    shape(colour, ring[2], "ellipse", 0, 4, ring[1], ring[1] * 0.62)
  end
end

function draw.grave()
  shape({ 0.42, 0.36, 0.26 }, 1, "ellipse", 0, 4, 11, 6)
  shadow(1, 1, 9, 3)
  shape(STONE, 0.8, "rectangle", -8, -18, 16, 19, 2)
  shape(STONE, 0.8, "arc", 0, -18, 8, math.pi, 2 * math.pi)
  line(STONE, 0.55, 2, 0, -20, 0, -8)
  line(STONE, 0.55, 2, -4, -16, 4, -16)
end

--- The sheet of such kinds, a column for each; the column of each, from 0; what each column has in it. A function draws
-- what is the game's own.
function things.sheet(list)
  local cells, column = {}, {}
  for i, kind in ipairs(list) do
    cells[i] = type(kind) == "function" and kind or draw[kind]
    column[kind] = i - 1
  end
  local sheet, extents = paint.sheet(cells, things.WIDTH, things.HEIGHT, things.X, things.Y)
  return sheet, column, extents
end

--- Kinds that can be drawn.
function things.kinds()
  local list = {}
  for kind in pairs(draw) do list[#list + 1] = kind end
  table.sort(list)
  return list
end

return things
