-- The people: how each looks, walks along a way and stands. What they do is none of its business.
local streets = require "streets"

local graphics = love.graphics
local figures = {}
local Figure = {}
Figure.__index = Figure

local SKIN = { { 0.96, 0.80, 0.66 }, { 0.87, 0.67, 0.50 }, { 0.68, 0.47, 0.33 }, { 0.47, 0.31, 0.22 } }
local HAIR = { { 0.20, 0.14, 0.11 }, { 0.43, 0.27, 0.14 }, { 0.80, 0.61, 0.31 }, { 0.62, 0.30, 0.16 }, { 0.75, 0.73, 0.7 } }
local CLOTH = {
  visitor = { { 0.75, 0.36, 0.31 }, { 0.29, 0.49, 0.54 }, { 0.55, 0.44, 0.62 }, { 0.84, 0.63, 0.29 },
    { 0.37, 0.55, 0.38 }, { 0.78, 0.50, 0.52 }, { 0.40, 0.45, 0.65 }, { 0.61, 0.47, 0.33 } },
  vendor = { { 0.50, 0.32, 0.24 }, { 0.33, 0.37, 0.30 }, { 0.45, 0.30, 0.36 } },
  guard = { { 0.24, 0.31, 0.45 } },
}
-- Where the hands are in each pose, from the shoulders.
local HANDS = {
  stand = { -5, 11, 5, 11 }, listen = { -5, 11, 4, 9 }, browse = { -3, 8, 8, 7 }, work = { 3, 8, 9, 6 },
  talk = { -5, 10, 8, 1 }, call = { -4, 10, 7, -9 }, wave = { -5, 11, 7, -10 }, stretch = { -6, -9, 6, -9 },
  startle = { -9, -3, 9, -3 }, drink = { -4, 10, 4, -3 }, eat = { -4, 10, 4, -3 }, eat_sitting = { -4, 8, 4, -3 },
  sit = { -4, 8, 4, 8 }, sleep = { -3, 8, 3, 8 }, guard = { -5, 11, 8, 3 }, look = { -5, 11, 5, -4 },
}
local LIVELY = { talk = true, call = true, wave = true, work = true, browse = true }
local SEATED = { sit = true, sleep = true, eat_sitting = true }

--- A figure for an NPC. The number decides on its looks.
function figures.new(kind, number, x, y)
  local cloth = CLOTH[kind]
  return setmetatable({ kind = kind, x = x, y = y, pose = "stand", facing = 1, phase = number * 0.7, way = {}, age = 0,
    skin = SKIN[number * 5 % #SKIN + 1], hair = HAIR[number * 3 % #HAIR + 1], cloth = cloth[number % #cloth + 1],
    hat = kind == "visitor" and number % 3 == 0 }, Figure)
end

--- Sets out for a spot, as fast as it must to be there in time. Returns false if no way leads there.
function Figure:go(x, y, speed, seconds)
  local way, length, from = streets.way(self.x, self.y, x, y), 0, self
  for _, point in ipairs(way or {}) do
    length, from = length + math.sqrt((point.x - from.x) ^ 2 + (point.y - from.y) ^ 2), point
  end
  self.way, self.speed = way or {}, math.max(speed, length / math.max(seconds, 0.1))
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

--- Takes up a pose, turned towards something if there is something.
function Figure:strike(pose, says, towards)
  self.way, self.pose, self.says, self.age = {}, pose or "stand", says, 0
  if towards and math.abs(towards.x - self.x) > 0.2 then self.facing = towards.x > self.x and 1 or -1 end
end

function Figure:animate(dt)
  self.phase, self.age = self.phase + dt * (self.way[1] and 4 * self.speed ^ 0.7 or 3), self.age + dt
end

-- ---- Drawing: a metre is twenty points, the feet stand on (0, 0) ----

local function color(c, shade) graphics.setColor(c[1] * shade, c[2] * shade, c[3] * shade) end

local function line(width, ...)
  graphics.setLineWidth(width)
  graphics.line(...)
end

local function draw_body(self, seated, swing)
  color(self.cloth, 0.5)
  local lift = seated and 4 or 0
  line(3.4, -2.5, lift - 11, -2.5 + swing, -0.5)
  line(3.4, 2.5, lift - 11, 2.5 - swing, -0.5)
  graphics.translate(0, lift)
  color(self.cloth, 1)
  graphics.polygon("fill", -5.5, -25, 5.5, -25, 7.5, -9, -7.5, -9)
  if self.kind == "vendor" then graphics.setColor(0.93, 0.9, 0.82) else color(self.cloth, 0.8) end
  graphics.polygon("fill", -4.2, self.kind == "vendor" and -21 or -13, 5, self.kind == "vendor" and -21 or -13, 7, -9, -6, -9)
end

local function draw_arms(self, walks, swing)
  local hands = HANDS[not walks and self.pose] or HANDS.stand
  local beat = LIVELY[self.pose] and not walks and math.sin(self.phase * 2.4) * 2.5 or 0
  local lx, ly, rx, ry = -5 + hands[1] * 0.6 - swing, hands[2] - 23, 5 + hands[3] * 0.6 + swing, hands[4] - 23 + beat
  color(self.cloth, 0.82)
  line(3, -5, -23, lx, ly)
  line(3, 5, -23, rx, ry)
  color(self.skin, 0.95)
  graphics.circle("fill", lx, ly, 1.9)
  graphics.circle("fill", rx, ry, 1.9)
  if self.kind == "guard" then
    graphics.setColor(0.42, 0.3, 0.2)
    line(1.6, rx + 1, 0, rx + 1, -38)
    graphics.setColor(0.8, 0.83, 0.86)
    graphics.polygon("fill", rx - 1.2, -37, rx + 3.2, -37, rx + 1, -45)
  end
end

local function draw_head(self)
  color(self.skin, 1)
  graphics.circle("fill", 0, -30, 5.6)
  color(self.kind == "guard" and { 0.72, 0.75, 0.79 } or self.hair, 1)
  graphics.arc("fill", -0.4, -31, 6.2, math.pi, 2 * math.pi)
  graphics.rectangle("fill", -6.6, -32, 3.2, self.kind == "guard" and 3 or 5, 1)
  if self.hat or self.kind == "vendor" then
    color(self.cloth, self.hat and 0.7 or 1.3)
    graphics.ellipse("fill", 0, -34, self.hat and 8.5 or 6, 2)
    graphics.rectangle("fill", -4.5, -39, 9, 5.5, 2)
  end
  graphics.setColor(0.15, 0.12, 0.12)
  local open = self.pose == "sleep" and 0.3 or 0.9
  graphics.ellipse("fill", 1.2, -29.6, 0.9, open)
  graphics.ellipse("fill", 4, -29.6, 0.9, open)
end

function Figure:draw(scale)
  local walks = self.way[1] ~= nil
  local seated, swing = not walks and SEATED[self.pose], walks and math.sin(self.phase * 2) * 4.5 or 0
  local bob = walks and math.abs(math.sin(self.phase * 2)) * 1.6 or math.sin(self.phase) * 0.4
  if self.pose == "startle" then bob = bob + math.max(0, math.sin(self.age * 9) * (1 - self.age)) * 5 end
  graphics.push()
  graphics.translate(self.x * scale, self.y * scale)
  graphics.setColor(0, 0, 0, 0.22)
  graphics.ellipse("fill", 1, 0.5, 9, 3.4)
  graphics.translate(0, -bob)
  graphics.scale(self.facing, 1)
  draw_body(self, seated, swing)
  draw_arms(self, walks, swing)
  draw_head(self)
  graphics.pop()
end

return figures
