-- The people: each walks along a way, or stands in a pose. What they do is none of its business.
local streets = require "streets"

local sheet = love.graphics.newImage("art/people.png")
local CELL_WIDTH, CELL_HEIGHT, STEPS = 40, 56, 6
local FIRST_ROW = { vendor = 0, guard = 7, visitor = 12 }
local COLUMN = { stand = 6, listen = 7, stretch = 8, startle = 9, drink = 10, eat = 10, guard = 11, look = 12, sit = 13,
  sleep = 14, eat_sitting = 15, talk = 16, call = 18, wave = 20, browse = 22, work = 24 }
local LIVELY = 16 -- from here on a pose has two columns

local Figure = {}
Figure.__index = Figure

--- Sets out for a spot. Returns false if no way leads there.
function Figure:go(x, y, speed)
  local way = streets.way(self.x, self.y, x, y)
  self.way, self.speed = way or {}, speed
  return way ~= nil
end

--- Walks on. Returns true once it is there.
function Figure:step(dt)
  local left = self.speed * dt
  while self.way[1] do
    local dx, dy = self.way[1].x - self.x, self.way[1].y - self.y
    local far = math.sqrt(dx * dx + dy * dy)
    local part = math.min(1, left / math.max(far, 0.001))
    self.x, self.y, left = self.x + dx * part, self.y + dy * part, left - far
    if math.abs(dx) > 0.05 then self.facing = dx > 0 and 1 or -1 end
    if part < 1 then return false end
    table.remove(self.way, 1)
  end
  return true
end

--- Takes up a pose, turned towards something if there is something. Who is away is not seen.
function Figure:strike(pose, says, towards)
  self.away = pose == "away"
  self.way, self.column, self.says, self.age = {}, COLUMN[pose] or COLUMN.stand, says, 0
  if towards and math.abs(towards.x - self.x) > 0.2 then self.facing = towards.x > self.x and 1 or -1 end
end

function Figure:animate(dt) self.age = self.age + dt end

function Figure:draw(scale)
  if self.away then return end
  local column, hop = self.column, 0
  if self.way[1] then
    column = math.floor(self.age * 5 * self.speed ^ 0.7) % STEPS
  elseif column >= LIVELY then
    column = column + math.floor(self.age * 2) % 2
  elseif column == COLUMN.startle then
    hop = math.max(0, math.sin(self.age * 9) * (1 - self.age)) * 5
  end
  self.quad:setViewport(column * CELL_WIDTH, self.row * CELL_HEIGHT, CELL_WIDTH, CELL_HEIGHT)
  love.graphics.draw(sheet, self.quad, self.x * scale, self.y * scale - hop, 0, self.facing, 1, 20, 50)
end

--- The figure of the NPC with that number of a kind.
return function(kind, number, x, y)
  return setmetatable({ x = x, y = y, row = FIRST_ROW[kind] + number - 1, column = COLUMN.stand, facing = 1, way = {},
    age = number * 0.7, quad = love.graphics.newQuad(0, 0, CELL_WIDTH, CELL_HEIGHT, sheet:getDimensions()) }, Figure)
end
