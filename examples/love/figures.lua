-- The people: each walks along a way, or stands in a pose. What they do is none of its business.
local paint = require "examples.love.paint"
local people = require "examples.love.people"
local streets = require "examples.love.streets"

local graphics = love.graphics

-- Poses that look like others.
local LIKE = { run = "walk", stroll = "walk", sleep = "lie", lying = "dead" }
local SEATED = { stand = "sit", lie = "doze" }
local FALLEN = math.pi / 2

local figures = {}
local sheet, sheet_width, sheet_height, items_row
local sizes = {} -- by row

local Figure = {}
Figure.__index = Figure

--- Draws the pictures of all who come, once.
function figures.load(looks)
  sheet = people.sheet(looks)
  sheet_width, sheet_height = sheet:getDimensions()
  items_row = #looks * people.HEIGHT
  for row, look in ipairs(looks) do sizes[row] = look.size or 1 end
end

--- Makes ready to be drawn at a zoom.
function figures.fit(zoom) paint.fit(sheet, zoom) end

--- A figure that looks like the row of that number.
function figures.new(row, x, y)
  return setmetatable({ x = x, y = y, row = row, pose = "stand", facing = row % 2 * 2 - 1, way = {}, points = 0,
    point = 1, age = row * 0.7, speed = 1,
    quad = graphics.newQuad(0, 0, people.WIDTH, people.HEIGHT, sheet_width, sheet_height) }, Figure)
end

--- Sets out for a spot. Returns false if no way leads there.
function Figure:go(x, y, speed)
  local points = streets.way(self.x, self.y, x, y, self.way)
  self.points, self.point, self.speed = points or 0, 1, speed
  return points ~= nil
end

--- Whether it is under way.
function Figure:walks() return self.point <= self.points end

--- Walks on. Returns true once it is there.
function Figure:step(dt)
  local left = self.speed * dt
  while self.point <= self.points do
    local dx, dy = self.way[2 * self.point - 1] - self.x, self.way[2 * self.point] - self.y
    local far = math.sqrt(dx * dx + dy * dy)
    local part = math.min(1, left / math.max(far, 0.001))
    self.x, self.y, left = self.x + dx * part, self.y + dy * part, left - far
    if math.abs(dx) > 0.05 then self.facing = dx > 0 and 1 or -1 end
    if part < 1 then return false end
    self.point = self.point + 1
  end
  return true
end

--- Takes up a pose, turned towards something if there is something. Who is away is not seen.
function Figure:strike(pose, says, towards, sits)
  self.away = pose == "away"
  pose = LIKE[pose] or pose or "stand"
  self.fallen = pose == "dead"
  if sits then pose = SEATED[pose] or people.column[pose .. "_sitting"] and pose .. "_sitting" or pose end
  self.points, self.point = 0, 1 -- it stands
  self.pose, self.says, self.age = people.column[pose] and pose or "stand", says, 0
  self:face(towards)
end

--- Turns towards something, if there is something.
function Figure:face(towards)
  if towards and math.abs(towards.x - self.x) > 0.2 then self.facing = towards.x > self.x and 1 or -1 end
end

function Figure:animate(dt) self.age = self.age + dt end

-- The column of the sheet, and how high it hops. Who has fallen is carried.
local function moment(self)
  if self.point <= self.points and not self.fallen then
    local pose = self.carries and "carry" or "walk"
    return people.column[pose] + math.floor(self.age * 5 * self.speed ^ 0.7) % people.STEPS, 0
  end
  local hop = self.pose == "startle" and math.max(0, math.sin(self.age * 9) * (1 - self.age)) * 5 or 0
  local beat = math.floor(self.age * (self.pose == "dance" and 3 or 2))
  return people.column[self.pose] + beat % people.beats[self.pose], hop
end

local LEFT_HAND = { -7, -13 }

-- What it carries is held in the right hand, a lamp in the left one.
local function draw_item(self, item, hand, x, y)
  self.quad:setViewport(people.item[item] * people.WIDTH, items_row, people.WIDTH, people.HEIGHT)
  local size = sizes[self.row]
  graphics.draw(sheet, self.quad, x + self.facing * hand[1] * size, y + hand[2] * size, 0, self.facing * size, size,
    people.X, people.HEIGHT / 2)
end

-- Who lies on the ground lies across where they stood.
local function draw_fallen(self, x, y)
  local red, green, blue, alpha = graphics.getColor()
  local half = 14 * sizes[self.row]
  graphics.setColor(0, 0, 0, 0.22)
  graphics.ellipse("fill", x, y + 2, half + 8, 8)
  graphics.setColor(red, green, blue, alpha)
  graphics.draw(sheet, self.quad, x - half, y, FALLEN, 1, 1, people.X, people.Y)
end

--- Draws it, at so many points to a metre.
function Figure:draw(scale)
  if self.away then return end
  local column, hop = moment(self)
  local x, y = self.x * scale, self.y * scale - hop
  self.quad:setViewport(column * people.WIDTH, (self.row - 1) * people.HEIGHT, people.WIDTH, people.HEIGHT)
  if self.fallen then return draw_fallen(self, x, y) end
  graphics.draw(sheet, self.quad, x, y, 0, self.facing, 1, people.X, people.Y)
  if self.carries then draw_item(self, self.carries, people.hand[column], x, y) end
  if self.lamp then draw_item(self, self.lamp, LEFT_HAND, x, y) end
end

return figures
