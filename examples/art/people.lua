-- The people of market-love: a row for each, a column for each step or pose, in cells of 40 by 56 points with the feet
-- at (20, 50).
local graphics = love.graphics

local people = {}

local SKIN = { { 0.96, 0.80, 0.66 }, { 0.87, 0.67, 0.50 }, { 0.68, 0.47, 0.33 }, { 0.47, 0.31, 0.22 } }
local HAIR = { { 0.20, 0.14, 0.11 }, { 0.43, 0.27, 0.14 }, { 0.80, 0.61, 0.31 }, { 0.62, 0.30, 0.16 },
  { 0.75, 0.7, 0.7 } }
local CLOTH = {
  visitor = { { 0.75, 0.36, 0.31 }, { 0.29, 0.49, 0.54 }, { 0.55, 0.44, 0.62 }, { 0.84, 0.63, 0.29 },
    { 0.37, 0.55, 0.38 }, { 0.78, 0.50, 0.52 }, { 0.40, 0.45, 0.65 }, { 0.61, 0.47, 0.33 } },
  vendor = { { 0.50, 0.32, 0.24 }, { 0.33, 0.37, 0.30 }, { 0.45, 0.30, 0.36 } }, guard = { { 0.24, 0.31, 0.45 } },
}
-- Where the hands are in each pose, from the shoulders; the lively ones take two columns.
local POSES = {
  stand = { -5, 11, 5, 11 }, listen = { -5, 11, 4, 9 }, stretch = { -6, -9, 6, -9 }, startle = { -9, -3, 9, -3 },
  drink = { -4, 10, 4, -3 }, guard = { -5, 11, 8, 3 }, look = { -5, 11, 5, -4 },
  sit = { -4, 8, 4, 8, seated = true }, sleep = { -3, 8, 3, 8, seated = true },
  eat_sitting = { -4, 8, 4, -3, seated = true }, talk = { -5, 10, 8, 1, lively = true },
  call = { -4, 10, 7, -9, lively = true }, wave = { -5, 11, 7, -10, lively = true },
  browse = { -3, 8, 8, 7, lively = true }, work = { 3, 8, 9, 6, lively = true },
}

local COLUMNS = { "stand", "listen", "stretch", "startle", "drink", "guard", "look", "sit", "sleep", "eat_sitting",
  "talk", "call", "wave", "browse", "work" }
local STEPS = 6
local ROWS = { vendor = 7, guard = 5, visitor = 18 }

local function colour(c, shade) graphics.setColor(c[1] * shade, c[2] * shade, c[3] * shade) end

local function line(width, ...)
  graphics.setLineWidth(width)
  graphics.line(...)
end

local function draw_body(self, swing, lift)
  local apron = self.kind == "vendor" and -21 or -13
  colour(self.cloth, 0.5)
  line(3.4, -2.5, lift - 11, -2.5 + swing, -0.5)
  line(3.4, 2.5, lift - 11, 2.5 - swing, -0.5)
  graphics.translate(0, lift)
  colour(self.cloth, 1)
  graphics.polygon("fill", -5.5, -25, 5.5, -25, 7.5, -9, -7.5, -9)
  colour(self.kind == "vendor" and { 0.93, 0.9, 0.82 } or self.cloth, self.kind == "vendor" and 1 or 0.8)
  graphics.polygon("fill", -4.2, apron, 5, apron, 7, -9, -6, -9)
end

local function draw_arms(self, pose, swing)
  local beat = pose.lively and (self.second and 2.5 or -2.5) or 0
  local lx, ly, rx, ry = -5 + pose[1] * 0.6 - swing, pose[2] - 23, 5 + pose[3] * 0.6 + swing, pose[4] - 23 + beat
  colour(self.cloth, 0.82)
  line(3, -5, -23, lx, ly)
  line(3, 5, -23, rx, ry)
  colour(self.skin, 0.95)
  graphics.circle("fill", lx, ly, 1.9)
  graphics.circle("fill", rx, ry, 1.9)
  if self.kind ~= "guard" then return end
  graphics.setColor(0.42, 0.3, 0.2)
  line(1.6, rx + 1, 0, rx + 1, -38)
  graphics.setColor(0.8, 0.83, 0.86)
  graphics.polygon("fill", rx - 1.2, -37, rx + 3.2, -37, rx + 1, -45)
end

local function draw_head(self, pose)
  colour(self.skin, 1)
  graphics.circle("fill", 0, -30, 5.6)
  colour(self.kind == "guard" and { 0.72, 0.75, 0.79 } or self.hair, 1)
  graphics.arc("fill", -0.4, -31, 6.2, math.pi, 2 * math.pi)
  graphics.rectangle("fill", -6.6, -32, 3.2, 4, 1)
  if self.hat or self.kind == "vendor" then
    colour(self.cloth, self.hat and 0.7 or 1.3)
    graphics.ellipse("fill", 0, -34, self.hat and 8.5 or 6, 2)
    graphics.rectangle("fill", -4.5, -39, 9, 5.5, 2)
  end
  graphics.setColor(0.15, 0.12, 0.12)
  for x = 1.2, 4, 2.8 do graphics.ellipse("fill", x, -29.6, 0.9, pose == POSES.sleep and 0.3 or 0.9) end
end

-- In mid-step, or in a pose.
local function draw(self, pose, step)
  local beat = step and math.sin(step / STEPS * 2 * math.pi) or 0
  graphics.setColor(0, 0, 0, 0.22)
  graphics.ellipse("fill", 1, 0.5, 9, 3.4)
  graphics.push()
  graphics.translate(0, -math.abs(beat) * 1.6)
  draw_body(self, beat * 4.5, pose.seated and 4 or 0)
  draw_arms(self, pose, beat * 4.5)
  draw_head(self, pose)
  graphics.pop()
end

local function look(kind, number)
  local cloth = CLOTH[kind]
  return { kind = kind, skin = SKIN[number * 5 % #SKIN + 1], hair = HAIR[number * 3 % #HAIR + 1],
    cloth = cloth[number % #cloth + 1], hat = kind == "visitor" and number % 3 == 0 }
end

local function draw_row(self, y)
  local column = 0
  local function cell(pose, step)
    graphics.push()
    graphics.translate(column * 40 + 20, y + 50)
    draw(self, pose, step)
    graphics.pop()
    column = column + 1
  end
  for step = 0, STEPS - 1 do cell(POSES.stand, step) end
  for _, name in ipairs(COLUMNS) do
    cell(POSES[name])
    if POSES[name].lively then
      self.second = true
      cell(POSES[name])
      self.second = false
    end
  end
end

--- The sheet.
function people.draw()
  local row = 0
  for _, kind in ipairs { "vendor", "guard", "visitor" } do
    for number = 1, ROWS[kind] do
      draw_row(look(kind, number), row * 56)
      row = row + 1
    end
  end
end

return people
