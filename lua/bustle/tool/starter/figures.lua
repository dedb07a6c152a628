-- A person on the screen, who walks to a spot or stands in a pose. What people decide is none of its business.
local scenery = require "scenery"

local graphics = love.graphics
local SIZE, STEPS = 1.5, 1.4 -- how large; steps to a unit

local SKIN = { { 0.96, 0.80, 0.66 }, { 0.87, 0.67, 0.50 }, { 0.68, 0.47, 0.33 }, { 0.47, 0.31, 0.22 } }
local HAIR = { { 0.20, 0.14, 0.11 }, { 0.43, 0.27, 0.14 }, { 0.80, 0.61, 0.31 }, { 0.62, 0.30, 0.16 },
  { 0.75, 0.7, 0.7 } }
local CLOTH = { { 0.75, 0.36, 0.31 }, { 0.29, 0.49, 0.54 }, { 0.55, 0.44, 0.62 }, { 0.84, 0.63, 0.29 },
  { 0.37, 0.55, 0.38 }, { 0.78, 0.50, 0.52 }, { 0.40, 0.45, 0.65 }, { 0.61, 0.47, 0.33 } }

-- Where the hands are, from the shoulders. In lively poses one of them moves.
local POSES = {
  stand = { -5, 11, 5, 11 }, startle = { -9, -3, 9, -3 }, look = { -5, 11, 5, -4 }, stretch = { -6, -9, 6, -9 },
  sit = { -4, 8, 4, 8, seated = true }, talk = { -5, 10, 8, 1, lively = true }, drink = { -4, 10, 4, -3 },
}

local Figure = {}
Figure.__index = Figure

--- Sets out for a spot.
function Figure:go(x, y, speed)
  x, y = scenery.keep_out(x, y, self)
  self.goal, self.speed, self.pose, self.says = { x = x, y = y }, speed, POSES.stand, nil
end

--- Walks on. Returns true once it is there.
function Figure:step(dt)
  if not self.goal then return true end
  local dx, dy = self.goal.x - self.x, self.goal.y - self.y
  local far = math.sqrt(dx * dx + dy * dy)
  local part = math.min(1, self.speed * dt / math.max(far, 0.001))
  self.x, self.y = scenery.keep_out(self.x + dx * part, self.y + dy * part, self.goal)
  self.walked = self.walked + far * part
  if math.abs(dx) > 0.05 then self.facing = dx > 0 and 1 or -1 end
  if part == 1 then self.goal = nil end
  return part == 1
end

--- Takes up a pose, turned towards something if there is something.
function Figure:strike(pose, says, towards)
  self.goal, self.pose, self.says, self.age = nil, POSES[pose] or POSES.stand, says, 0
  if towards and math.abs(towards.x - self.x) > 0.3 then self.facing = towards.x > self.x and 1 or -1 end
end

function Figure:animate(dt) self.age = self.age + dt end

local function colour(c, shade) graphics.setColor(c[1] * shade, c[2] * shade, c[3] * shade) end

local function limb(width, ...)
  graphics.setLineWidth(width)
  graphics.line(...)
end

local function draw_body(self, swing, lift)
  colour(self.cloth, 0.5)
  limb(3.4, -2.5, lift - 11, -2.5 + swing, -0.5)
  limb(3.4, 2.5, lift - 11, 2.5 - swing, -0.5)
  graphics.translate(0, lift)
  colour(self.cloth, 1)
  graphics.polygon("fill", -5.5, -25, 5.5, -25, 7.5, -9, -7.5, -9)
  colour(self.cloth, 0.8)
  graphics.polygon("fill", -4.2, -13, 5, -13, 7, -9, -6, -9)
end

local function draw_arms(self, swing)
  local pose = self.pose
  local beat = pose.lively and math.sin(self.age * 7) * 2.5 or 0
  local lx, ly, rx, ry = -5 + pose[1] * 0.6 - swing, pose[2] - 23, 5 + pose[3] * 0.6 + swing, pose[4] - 23 + beat
  colour(self.cloth, 0.82)
  limb(3, -5, -23, lx, ly)
  limb(3, 5, -23, rx, ry)
  colour(self.skin, 0.95)
  graphics.circle("fill", lx, ly, 1.9)
  graphics.circle("fill", rx, ry, 1.9)
end

local function draw_head(self)
  colour(self.skin, 1)
  graphics.circle("fill", 0, -30, 5.6)
  colour(self.hair, 1)
  graphics.arc("fill", -0.4, -31, 6.2, math.pi, 2 * math.pi)
  graphics.rectangle("fill", -6.6, -32, 3.2, 4, 1)
  if self.hat then
    colour(self.cloth, 0.7)
    graphics.ellipse("fill", 0, -34, 8.5, 2)
    graphics.rectangle("fill", -4.5, -39, 9, 5.5, 2)
  end
  graphics.setColor(0.15, 0.12, 0.12)
  for x = 1.2, 4, 2.8 do graphics.circle("fill", x, -29.6, 0.9) end
end

function Figure:draw(selected)
  local x, y = scenery.point(self.x, self.y)
  local beat = self.goal and math.sin(self.walked * STEPS * math.pi) or 0
  local hop = self.pose == POSES.startle and math.max(0, math.sin(self.age * 9) * (1 - self.age)) * 5 or 0
  graphics.setColor(0, 0, 0, 0.22)
  graphics.ellipse("fill", x, y, 14, 5)
  if selected then
    graphics.setColor(1, 0.85, 0.35)
    graphics.setLineWidth(2.5)
    graphics.ellipse("line", x, y, 20, 9)
  end
  graphics.push()
  graphics.translate(x, y - hop - math.abs(beat) * 2)
  graphics.scale(self.facing * SIZE, SIZE)
  draw_body(self, beat * 4.5, self.pose.seated and 4 or 0)
  draw_arms(self, beat * 4.5)
  draw_head(self)
  graphics.pop()
end

--- The figure of an NPC, where it is.
return function(npc)
  local number = npc.id % 97
  return setmetatable({ x = npc.x, y = npc.y, facing = 1, pose = POSES.stand, age = 0, walked = 0,
    skin = SKIN[number * 5 % #SKIN + 1], hair = HAIR[number * 3 % #HAIR + 1], cloth = CLOTH[number % #CLOTH + 1],
    hat = number % 3 == 0 }, Figure)
end
