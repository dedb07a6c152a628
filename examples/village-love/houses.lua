-- Houses: each has a picture from outside, which fades where one looks, and one of its inside below that.
local paint = require "examples.love.paint"
local streets = require "examples.love.streets"

local graphics, shape, line = love.graphics, paint.shape, paint.line

local houses = {}

local M = 20 -- points to a metre
local PAD = 10 -- what juts out on either side
local BEAM, GLASS, STONE, TILE, THATCH, SLATE = { 0.33, 0.23, 0.16 }, { 0.42, 0.52, 0.58 }, { 0.66, 0.64, 0.60 },
  { 0.62, 0.33, 0.25 }, { 0.72, 0.60, 0.36 }, { 0.40, 0.43, 0.50 }
local PLASTER = { 0.90, 0.83, 0.70 }
local PLANKS, FLAGS, EARTH = { 0.60, 0.45, 0.31 }, { 0.60, 0.58, 0.55 }, { 0.52, 0.44, 0.34 }

-- How each kind looks: what is not said is a cottage's. `high` is the wall in points, `wide` the door in metres.
local COTTAGE = { wall = PLASTER, roof = THATCH, floor = PLANKS, high = 44, wide = 1, timber = true, chimney = true,
  top = 34 }
local STYLES = {
  tavern = { wall = { 0.86, 0.72, 0.52 }, roof = TILE, high = 50, wide = 2, sign = { 0.85, 0.66, 0.22 }, crown = true },
  alehouse = { wall = { 0.80, 0.76, 0.62 }, roof = { 0.50, 0.38, 0.28 }, high = 48, wide = 2,
    sign = { 0.36, 0.50, 0.32 } },
  church = { wall = STONE, roof = SLATE, floor = FLAGS, high = 60, wide = 2, timber = false, chimney = false,
    tower = true, top = 60 },
  bakery = { wall = { 0.92, 0.78, 0.62 }, roof = TILE, sign = { 0.80, 0.56, 0.28 } },
  smithy = { wall = { 0.58, 0.55, 0.52 }, roof = SLATE, floor = EARTH, wide = 2, timber = false },
  watch_house = { wall = { 0.68, 0.68, 0.70 }, roof = SLATE, floor = FLAGS, timber = false,
    sign = { 0.24, 0.31, 0.45 } },
  manor = { wall = { 0.88, 0.82, 0.80 }, roof = { 0.48, 0.26, 0.30 }, high = 56, wide = 2 },
}
local ROOFS = { THATCH, { 0.66, 0.54, 0.33 }, { 0.58, 0.36, 0.28 }, { 0.70, 0.62, 0.42 } } -- of cottages, in turn
local WALLS = { PLASTER, { 0.84, 0.74, 0.62 }, { 0.80, 0.80, 0.72 }, { 0.90, 0.78, 0.66 } }

-- ---- From outside: (0, 0) is the north-western corner of the outline ----

local function draw_window(x, y)
  shape(BEAM, 1, "rectangle", x - 9, y - 9, 18, 20, 2)
  shape(GLASS, 1, "rectangle", x - 7, y - 7, 14, 16)
  line(BEAM, 1, 1.5, x, y - 7, x, y + 9)
  line(BEAM, 1, 1.5, x - 7, y + 1, x + 7, y + 1)
end

-- A large roof has windows, too.
local function draw_dormers(self, ridge, eaves)
  local count, style = math.floor(self.wide / 130), self.style
  if style.tower or eaves - ridge < 90 then return end
  for i = 1, count do
    local x, y = self.wide * (i - 0.5) / count, ridge + (eaves - ridge) * 0.5
    shape(style.roof, 0.62, "polygon", x + 15, y - 14, x + 24, y + 22, x + 15, y + 22)
    shape(style.wall, 0.92, "polygon", x - 15, y - 14, x, y - 27, x + 15, y - 14, x + 15, y + 22, x - 15, y + 22)
    line(style.roof, 0.7, 6, x - 21, y - 10, x, y - 29, x + 21, y - 10)
    draw_window(x, y + 2)
    self.windows[#self.windows + 1] = { x = x, y = y + 2 }
  end
end

local function draw_roof(self, chance)
  local style, wide, deep = self.style, self.wide, self.deep
  local top, ridge, eaves = -style.high - 4, deep / 2 - style.high - 6, deep - style.high + 8
  shape(style.roof, 0.78, "polygon", 2, top, wide - 2, top, wide + 8, ridge, -8, ridge)
  for y = ridge, eaves - 1, 7 do
    local shade = 0.98 + (y - ridge) / (eaves - ridge) * 0.12
    shape(style.roof, shade, "rectangle", -8, y, wide + 16, math.min(7, eaves - y))
    for x = -8 + (y - ridge) % 14, wide + 2, 14 do
      shape(style.roof, 0.86 + chance:random() * 0.2, "rectangle", x, y + 1, 12, 5, 1)
    end
  end
  for y = top + 3, ridge - 6, 7 do line(style.roof, 0.68, 1, -2, y, wide + 2, y) end
  line(style.roof, 0.6, 3, -8, ridge, wide + 8, ridge)
  line(style.roof, 0.55, 2, -8, eaves, wide + 8, eaves)
  draw_dormers(self, ridge, eaves)
  if style.chimney then
    local x = wide * 0.78
    self.smoke = { x = x + 8, y = ridge - 26 }
    shape({ 0.60, 0.44, 0.38 }, 0.8, "rectangle", x, ridge - 24, 16, 28)
    shape({ 0.60, 0.44, 0.38 }, 1.05, "rectangle", x - 2, ridge - 26, 20, 6)
  end
end

local function draw_front(self)
  local style, wide, deep = self.style, self.wide, self.deep
  local top, door = deep - style.high + 4, style.wide * M / 2 + 3
  shape(style.wall, 0.97, "rectangle", 0, top, wide, deep - top)
  shape(STONE, 0.75, "rectangle", 0, deep - 6, wide, 6)
  if style.timber then
    for _, x in ipairs { 0, wide * 0.25, wide * 0.75, wide - 5 } do
      shape(BEAM, 1.15, "rectangle", x, top, 5, deep - top)
    end
    shape(BEAM, 1.15, "rectangle", 0, top + 1, wide, 4)
  end
  graphics.setColor(0, 0, 0, 0.25) -- below the eaves
  graphics.rectangle("fill", 0, top, wide, 7)
  for x = 26, wide - 20, math.max(34, (wide - 52) / math.max(1, math.floor((wide - 52) / 60))) do
    if math.abs(x - wide / 2) > door + 12 then
      self.windows[#self.windows + 1] = { x = x, y = deep - style.high / 2 - 2 }
      draw_window(x, deep - style.high / 2 - 2)
    end
  end
  shape(BEAM, 0.8, "rectangle", wide / 2 - door, deep - 36, 2 * door, 36, 3)
  shape({ 0.48, 0.33, 0.21 }, 1, "rectangle", wide / 2 - door + 3, deep - 33, 2 * door - 6, 33, 2)
  line(BEAM, 0.8, 1.2, wide / 2, deep - 33, wide / 2, deep)
end

local function draw_sign(self)
  local style, deep = self.style, self.deep
  if not style.sign then return end
  local x, y = self.wide / 2 + style.wide * M / 2 + 20, deep - style.high + 10
  line(BEAM, 1, 2, x - 12, y - 4, x + 12, y - 4)
  shape(BEAM, 1, "rectangle", x - 11, y, 22, 17, 2)
  shape(style.sign, 1, "rectangle", x - 9, y + 2, 18, 13, 2)
  if style.crown then
    shape(style.sign, 0.6, "rectangle", x - 9, y + 2, 18, 13, 2)
    shape({ 1, 0.93, 0.6 }, 1, "polygon", x - 6, y + 12, x - 7, y + 5, x - 3, y + 8, x, y + 9)
    shape({ 1, 0.93, 0.6 }, 1, "polygon", x - 6, y + 12, x, y + 4, x + 6, y + 12)
    shape({ 1, 0.93, 0.6 }, 1, "polygon", x + 6, y + 12, x + 7, y + 5, x + 3, y + 8, x, y + 9)
  end
end

local function draw_tower(self)
  if not self.style.tower then return end
  local x, deep, high = self.wide / 2, self.deep, self.style.high + 150
  shape(STONE, 1.02, "rectangle", x - 40, deep - high, 80, high)
  for y = deep - high + 10, deep - 12, 12 do line(STONE, 0.9, 1, x - 40, y, x + 40, y) end
  shape(STONE, 0.75, "rectangle", x - 40, deep - 6, 80, 6)
  shape(SLATE, 0.95, "polygon", x - 48, deep - high, x + 48, deep - high, x, deep - high - 40)
  shape(SLATE, 0.8, "polygon", x, deep - high, x + 48, deep - high, x, deep - high - 40)
  line({ 0.86, 0.72, 0.3 }, 1, 2.5, x, deep - high - 58, x, deep - high - 38)
  line({ 0.86, 0.72, 0.3 }, 1, 2.5, x - 6, deep - high - 52, x + 6, deep - high - 52)
  shape(BEAM, 0.7, "ellipse", x, deep - high + 22, 11, 14)
  shape({ 0.62, 0.50, 0.66 }, 1, "circle", x, deep - 66, 12)
  shape(BEAM, 0.8, "rectangle", x - 19, deep - 38, 38, 38, 10)
  shape({ 0.48, 0.33, 0.21 }, 1, "rectangle", x - 16, deep - 35, 32, 35, 8)
  line(BEAM, 0.8, 1.2, x, deep - 35, x, deep)
end

local function draw_outside(self, chance)
  graphics.setColor(0, 0, 0, 0.22)
  graphics.rectangle("fill", 6, self.deep - 8, self.wide + 10, 12, 5)
  draw_roof(self, chance)
  draw_front(self)
  draw_tower(self)
  draw_sign(self)
end

-- ---- Inside ----

local function draw_floor(self, chance)
  local style, wide, deep = self.style, self.wide, self.deep
  shape(style.floor, 0.9, "rectangle", 0, 0, wide, deep)
  for y = 0, deep - 10, 10 do
    for x = -(y / 10 % 3) * 20, wide, style.floor == PLANKS and 60 or 26 do
      local from, to = math.max(0, x), math.min(wide, x + (style.floor == PLANKS and 59 or 25))
      if to > from then shape(style.floor, 0.92 + chance:random() * 0.12, "rectangle", from, y, to - from, 9) end
    end
  end
end

local function draw_inside(self, chance)
  local style, wide, deep = self.style, self.wide, self.deep
  local high, door = style.high - 6, style.wide * M / 2 + 3
  draw_floor(self, chance)
  shape(style.wall, 0.82, "rectangle", 0, -high, wide, high + 2)
  shape(style.wall, 0.6, "rectangle", 0, -2, wide, 4)
  if style.timber then
    local apart = (wide - 5) / math.max(2, math.floor(wide / 90))
    for x = 0, wide - 5, apart do shape(BEAM, 1.1, "rectangle", x, -high, 5, high) end
  end
  for x = 45, wide - 40, 90 do draw_window(x, -high / 2 - 4) end
  for _, x in ipairs { -5, wide - 3 } do shape(BEAM, 1.25, "rectangle", x, -high, 8, high + deep) end
  shape(BEAM, 1.5, "rectangle", -5, -high - 3, wide + 10, 5)
  for _, x in ipairs { -5, wide / 2 + door } do shape(BEAM, 1.25, "rectangle", x, deep - 9, wide / 2 - door + 5, 9) end
  graphics.setColor(0, 0, 0, 0.18)
  graphics.rectangle("fill", 3, 2, wide - 6, 10)
end

-- ---- A house ----

local House = {}
House.__index = House

local function style_of(kind, number)
  local style = { roof = ROOFS[number % #ROOFS + 1], wall = WALLS[number % #WALLS + 1] }
  for key, value in pairs(COTTAGE) do
    if kind ~= "cottage" or style[key] == nil then style[key] = value end
  end
  for key, value in pairs(STYLES[kind] or {}) do style[key] = value end
  return style
end

--- The house of an entity with an area; the number is that of its room.
function houses.new(entity, number)
  local box, style = entity:boxes()[1], style_of(entity.kind, number)
  local self = setmetatable({ entity = entity, number = number, style = style,
    wide = box.width * M, deep = box.depth * M, -- in points
    left = box.x - box.width / 2, top = box.y - box.depth / 2,
    right = box.x + box.width / 2, bottom = box.y + box.depth / 2,
    windows = {}, open = 0, lit = 0, heat = 0, awake = 0 }, House)
  self.y = self.bottom - 0.2 -- by which it is sorted
  self.height = (style.high + style.top) / M
  local width, height, up = self.wide + 2 * PAD, self.deep + style.high + style.top + 8, style.high + style.top
  local function picture(draw)
    return paint.picture(width, height, function()
      graphics.translate(PAD, up)
      draw(self, love.math.newRandomGenerator(number))
    end, { mipmaps = true })
  end
  self.outer, self.inner, self.up = picture(draw_outside), picture(draw_inside), up
  self:close_streets()
  return self
end

-- Walls, and a door in the middle of the south side.
function House:close_streets()
  local left, top, right, bottom = self.left, self.top, self.right, self.bottom
  streets.block(left, top, right, top)
  streets.block(left, bottom, right, bottom)
  streets.block(left, top, left, bottom)
  streets.block(right, top, right, bottom)
  local middle, half = (left + right) / 2, self.style.wide > 1 and 1 or 0
  streets.block(middle - half, bottom, middle + half, bottom, true)
  streets.room(left, top, right, bottom, self.number)
end

--- Whether a point of the village lies on it, its roof included.
function House:covers(x, y)
  return x >= self.left and x <= self.right and y <= self.bottom and y >= self.top - self.style.high / M
end

--- Whether some of it may be seen in a part of the village.
function House:is_within(left, top, right, bottom)
  return self.right > left and self.left < right and self.bottom > top and self.top - self.height < bottom
end

--- Opens where one looks, and while somebody in it is awake has a fire, and lit windows if it is dark.
function House:update(dt, looked_at, darkness)
  self.open = math.max(0, math.min(1, self.open + (looked_at and dt or -dt) * 5))
  self.heat = math.max(0, math.min(1, self.heat + (self.awake > 0 and dt or -dt) * 0.5))
  self.lit = math.max(0, math.min(math.min(1, darkness * 2.5), self.lit + (self.awake > 0 and dt or -dt) * 1.5))
end

--- Makes ready to be drawn at a zoom.
function House:fit(zoom)
  paint.fit(self.outer, zoom, true)
  paint.fit(self.inner, zoom, true)
end

--- What is seen of it where its roof is open.
function House:draw_inside()
  graphics.draw(self.inner, self.left * M - PAD, self.top * M - self.up)
end

local LAMP, SHINE = { 1, 0.83, 0.45 }, 0.95

--- Its outside, as far as it is closed.
function House:draw_outside(red, green, blue)
  local shut = 1 - self.open
  if shut == 0 then return end
  graphics.setColor(red * shut, green * shut, blue * shut, shut)
  graphics.draw(self.outer, self.left * M - PAD, self.top * M - self.up)
  local shine = self.lit * shut * SHINE
  if shine == 0 then return end
  graphics.setColor(LAMP[1] * shine, LAMP[2] * shine, LAMP[3] * shine, shine)
  for _, window in ipairs(self.windows) do
    local x, y = self.left * M + window.x, self.top * M + window.y
    graphics.rectangle("fill", x - 7, y - 7, 6.5, 7.5)
    graphics.rectangle("fill", x + 0.5, y - 7, 6.5, 7.5)
    graphics.rectangle("fill", x - 7, y + 1.5, 6.5, 7.5)
    graphics.rectangle("fill", x + 0.5, y + 1.5, 6.5, 7.5)
  end
end

return houses
