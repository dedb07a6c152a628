-- How people look: a row for each, a column for each step, and one or two for each pose, in cells of 40 by 56 points
-- with the feet at (20, 50).
local paint = require "examples.love.paint"

local graphics, shape = love.graphics, paint.shape

local people = { WIDTH = 40, HEIGHT = 56, X = 20, Y = 50, STEPS = 6 }

local SKIN = { { 0.96, 0.80, 0.66 }, { 0.87, 0.67, 0.50 }, { 0.68, 0.47, 0.33 }, { 0.47, 0.31, 0.22 } }
local HAIR = { { 0.20, 0.14, 0.11 }, { 0.43, 0.27, 0.14 }, { 0.80, 0.61, 0.31 }, { 0.62, 0.30, 0.16 },
  { 0.75, 0.7, 0.7 } }
local GREY, STEEL, WOOD, STRAW = { 0.82, 0.82, 0.82 }, { 0.75, 0.78, 0.82 }, { 0.42, 0.3, 0.2 }, { 0.86, 0.72, 0.40 }

-- What each kind wears; "child" and "elder" say how they are built.
local MANY = { { 0.75, 0.36, 0.31 }, { 0.29, 0.49, 0.54 }, { 0.55, 0.44, 0.62 }, { 0.84, 0.63, 0.29 },
  { 0.37, 0.55, 0.38 }, { 0.78, 0.50, 0.52 }, { 0.40, 0.45, 0.65 }, { 0.61, 0.47, 0.33 } }
local PLAIN = { { 0.55, 0.45, 0.33 }, { 0.45, 0.50, 0.36 }, { 0.60, 0.42, 0.30 }, { 0.42, 0.44, 0.50 } }
local LOOKS = {
  visitor = { cloth = MANY }, wife = { cloth = MANY, gown = true, scarf = true }, child = { cloth = MANY, size = 0.74 },
  vendor = { cloth = { { 0.50, 0.32, 0.24 }, { 0.33, 0.37, 0.30 }, { 0.45, 0.30, 0.36 } }, apron = { 0.93, 0.9, 0.82 },
    bib = true, hat = { 0.55, 0.42, 0.36 } },
  guard = { cloth = { { 0.24, 0.31, 0.45 } }, helmet = STEEL, armed = true },
  soldier = { cloth = { { 0.62, 0.20, 0.18 } }, helmet = { 0.62, 0.64, 0.68 }, armed = true },
  farmer = { cloth = PLAIN, hat = STRAW, wide = true }, labourer = { cloth = PLAIN, hat = { 0.40, 0.32, 0.26 } },
  baker = { cloth = { { 0.88, 0.85, 0.78 } }, apron = { 0.97, 0.95, 0.9 }, bib = true, hat = { 0.98, 0.97, 0.94 },
    tall = true },
  smith = { cloth = { { 0.42, 0.36, 0.34 } }, apron = { 0.35, 0.22, 0.14 }, bib = true, beard = true },
  innkeeper = { cloth = { { 0.52, 0.26, 0.22 } }, apron = { 0.93, 0.9, 0.82 }, beard = true },
  server = { cloth = { { 0.30, 0.45, 0.42 }, { 0.60, 0.36, 0.42 } }, apron = { 0.95, 0.93, 0.87 }, bib = true,
    gown = true },
  priest = { cloth = { { 0.20, 0.19, 0.22 } }, gown = true, collar = true },
  beggar = { cloth = { { 0.44, 0.39, 0.31 } }, ragged = true, beard = true },
  rich_man = { cloth = { { 0.42, 0.20, 0.48 } }, hat = { 0.30, 0.12, 0.36 }, wide = true, feather = true,
    trim = STRAW },
  elder = { cloth = { { 0.46, 0.42, 0.40 }, { 0.38, 0.42, 0.44 } }, hair = GREY, stick = true, beard = true },
}

-- Where the hands are in each pose, from the shoulders; the lively have a second place for them. Those with `seated`
-- are there a second time, on a chair, as "NAME_sitting".
local POSES = {
  stand = { -5, 11, 5, 11 }, bear = { -3, 8, 6, 6 }, listen = { -5, 11, 4, 9, seated = true },
  stretch = { -6, -9, 6, -9, seated = true }, startle = { -9, -3, 9, -3, seated = true },
  drink = { -4, 10, 4, -3, seated = true }, eat = { -4, 10, 4, -3, { -4, 10, 5, 5 }, seated = true },
  guard = { -5, 11, 8, 3 }, look = { -5, 11, 5, -4, seated = true },
  talk = { -5, 10, 8, -1, { -5, 10, 8, 4 }, seated = true },
  call = { -4, 10, 7, -11, { -4, 10, 7, -7 }, seated = true },
  wave = { -5, 11, 8, -12, { -5, 11, 3, -12 }, seated = true }, browse = { -3, 8, 8, 5, { -3, 8, 8, 9 } },
  work = { 3, 8, 9, 4, { 3, 8, 9, 8 }, seated = true }, knead = { 0, 7, 9, 9, { 4, 10, 6, 6 } },
  hammer = { -3, 8, 6, -12, { -3, 8, 11, 8 }, tool = "hammer" },
  plough = { 3, 5, 9, 8, { 5, 8, 12, 10 }, lean = 4, tool = "hoe" },
  sweep = { 2, 4, 5, 8, { 6, 4, 10, 8 }, tool = "broom" },
  dance = { -9, -8, 9, 4, { -9, 4, 9, -8 }, skip = true },
  sing = { -9, 3, 9, 0, { -9, 0, 9, 3 }, open = true, seated = true },
  fight = { 4, 0, 12, -1, { -2, 2, 5, -4 }, lean = 3 }, cry = { -1, -5, 1, -5, { -1, -4, 1, -4 }, seated = true },
  kneel = { -3, 8, 4, 8, legs = "kneel" }, pray = { 1, 2, 0, 2, legs = "kneel" },
  sit = { -4, 8, 4, 8, legs = "sit" }, cards = { 3, 6, 7, 4, { 3, 6, 9, 7 }, legs = "sit" },
  doze = { -3, 8, 3, 8, legs = "sit", shut = true }, lie = { -4, 8, 4, 8, legs = "lie", shut = true, abed = true },
  dead = { -8, 2, 8, 4, legs = "lie", shut = true },
}

-- ---- Columns ----

local cells = {}
people.column, people.beats, people.hand = {}, {}, {}

local function add(name, pose, step, second)
  cells[#cells + 1] = { pose = pose, step = step, second = second }
  local hands = second or pose
  people.column[name] = people.column[name] or #cells - 1
  people.beats[name] = (people.beats[name] or 0) + 1
  people.hand[#cells - 1] = { 5 + hands[3] * 0.6, hands[4] - 23 + (pose.legs == "sit" and 5 or 0) }
end

local function add_pose(name, pose)
  add(name, pose, nil)
  if pose[5] then add(name, pose, nil, pose[5]) end
end

local names = {}
for name in pairs(POSES) do names[#names + 1] = name end
table.sort(names)
for step = 0, people.STEPS - 1 do add("walk", POSES.stand, step) end
for step = 0, people.STEPS - 1 do add("carry", POSES.bear, step) end
for _, name in ipairs(names) do
  local pose = POSES[name]
  add_pose(name, pose)
  if pose.seated then
    add_pose(name .. "_sitting", { pose[1], pose[2], pose[3], pose[4], pose[5], legs = "sit", open = pose.open })
  end
end

-- ---- Drawing ----

local function draw_legs(self, pose, swing, lift)
  local cloth = self.trousers
  if pose.legs == "sit" then
    for x = -3.8, 3.8, 7.6 do
      paint.line(cloth, 0.8, 3.4, x, -5, x, -lift - 0.5)
      shape(cloth, 1.25, "rectangle", x - 3, -14, 6, 9, 2.5)
    end
  elseif pose.legs == "kneel" then
    shape(cloth, 1, "ellipse", 0, -2.5, 8, 3)
  else
    paint.line(cloth, 1, 3.4, -2.5, lift - 11, -2.5 + swing, -0.5)
    paint.line(cloth, 1, 3.4, 2.5, lift - 11, 2.5 - swing, -0.5)
  end
end

local function draw_body(self, pose)
  local cloth = self.cloth
  local hem = self.gown and pose.legs ~= "sit" and -3 or -9
  shape(cloth, 1, "polygon", -5.5, -25, 5.5, -25, self.gown and 8.5 or 7.5, hem, self.gown and -8.5 or -7.5, hem)
  local top = self.bib and -21 or -13
  shape(self.apron or cloth, self.apron and 1 or 0.8, "polygon", -4.2, top, 5, top, 7, hem, -6, hem)
  if self.ragged then
    for i = -1, 1 do shape(cloth, 0.6, "polygon", i * 4 - 2, hem, i * 4 + 2, hem, i * 4, hem - 4) end
  end
  if self.trim then shape(self.trim, 1, "rectangle", -1, -25, 2, 16) end
  if self.collar then shape({ 0.95, 0.95, 0.95 }, 1, "rectangle", -2.5, -25.5, 5, 2) end
end

local function draw_tool(tool, x, y, up)
  if tool == "hammer" then
    paint.line(WOOD, 1, 1.8, x, y, x + 5, y - (up and 5 or 1))
    shape(STEEL, 0.6, "rectangle", x + 3, y - (up and 9 or 4), 5, 5)
  elseif tool == "hoe" then
    paint.line(WOOD, 1, 1.8, x - 7, y - 12, x + 6, -1)
    paint.line(STEEL, 0.7, 2, x + 6, -1, x + 2, 0)
  elseif tool == "broom" then
    paint.line(WOOD, 1, 1.6, x - 3, y - 14, x + 3, -5)
    shape(STRAW, 0.9, "polygon", x + 1, -6, x + 5, -6, x + 8, 1, x, 1)
  end
end

local function draw_arms(self, pose, hands, swing)
  local lx, ly, rx, ry = -5 + hands[1] * 0.6 - swing, hands[2] - 23, 5 + hands[3] * 0.6 + swing, hands[4] - 23
  if pose.tool then draw_tool(pose.tool, rx, ry, hands == pose) end
  paint.line(self.cloth, 0.82, 3, -5, -23, lx, ly)
  paint.line(self.cloth, 0.82, 3, 5, -23, rx, ry)
  shape(self.skin, 0.95, "circle", lx, ly, 1.9)
  shape(self.skin, 0.95, "circle", rx, ry, 1.9)
  if self.armed and not pose.legs and pose ~= POSES.fight then
    paint.line(WOOD, 1, 1.6, rx + 1, 0, rx + 1, -38)
    shape(STEEL, 1.05, "polygon", rx - 1.2, -37, rx + 3.2, -37, rx + 1, -45)
  elseif self.stick and pose == POSES.stand then
    paint.line(WOOD, 1, 1.6, rx + 1, ry, rx + 2.5, 0)
  end
end

local function draw_hat(self)
  if not self.hat then return end
  shape(self.hat, 0.9, "ellipse", 0, -34, self.wide and 9.5 or 6.5, 2.1)
  shape(self.hat, 1, "rectangle", -4.5, self.tall and -42 or -39, 9, self.tall and 8.5 or 5.5, 2)
  if self.feather then
    graphics.setColor(0.95, 0.95, 0.9)
    graphics.ellipse("fill", 6, -39, 2, 4.5)
  end
end

-- Who lies in bed has no hat on.
local function draw_head(self, pose)
  shape(self.skin, 1, "circle", 0, -30, 5.6)
  local top = self.helmet or self.hair
  shape(top, 1, "arc", -0.4, -31, 6.2, math.pi, 2 * math.pi)
  shape(top, 1, "rectangle", -6.6, -32, 3.2, 4, 1)
  if self.beard then shape(self.hair, 0.95, "arc", 0.8, -27.5, 4.4, 0, math.pi) end
  if self.scarf then
    shape(self.second, 1, "arc", -0.4, -30.5, 6.8, math.pi, 2 * math.pi)
    shape(self.second, 0.9, "polygon", -7, -31, -3.5, -31, -5.5, -23.5)
  end
  if not pose.abed then draw_hat(self) end
  graphics.setColor(0.15, 0.12, 0.12)
  for x = 1.2, 4, 2.8 do graphics.ellipse("fill", x, -29.6, 0.9, pose.shut and 0.3 or 0.9) end
  if pose.open then graphics.ellipse("fill", 2.4, -26.6, 1.3, 1.5) end
end

-- In mid-step, or in a pose.
local function draw(self, cell)
  local pose, hands = cell.pose, cell.second or cell.pose
  local beat = cell.step and math.sin(cell.step / people.STEPS * 2 * math.pi) or 0
  local lift = pose.legs == "sit" and 5 or pose.legs == "kneel" and 9 or pose.legs == "lie" and 6 or 0
  if pose.legs ~= "lie" then paint.shadow(1, 0.5, 9, 3.4) end
  graphics.push()
  graphics.scale(self.size or 1)
  graphics.translate(0, -math.abs(beat) * 1.6 - (pose.skip and cell.second and 3 or 0))
  if pose.legs ~= "sit" then draw_legs(self, pose, beat * 4.5, lift) end
  graphics.translate(0, lift)
  if pose.lean then graphics.shear(-pose.lean / 25, 0) end
  draw_body(self, pose)
  if pose.legs == "sit" then draw_legs(self, pose, 0, lift) end -- before the body
  draw_arms(self, pose, hands, pose == POSES.stand and beat * 4.5 or 0)
  draw_head(self, pose)
  if pose.abed then
    shape(self.second, 0.75, "rectangle", -11, -23, 22, 22, 3)
    shape(self.second, 1, "rectangle", -11, -23, 22, 5, 2)
  end
  graphics.pop()
end

--- How the person with a number, among those of its kind, looks.
function people.look(kind, number)
  local wears = LOOKS[kind] or LOOKS.visitor
  local look = { kind = kind, skin = SKIN[number * 5 % #SKIN + 1], hair = HAIR[number * 3 % #HAIR + 1],
    second = MANY[(number * 3 + 4) % #MANY + 1] }
  for key, value in pairs(wears) do look[key] = value end
  look.cloth = wears.cloth[number % #wears.cloth + 1]
  look.trousers = { look.cloth[1] * 0.5, look.cloth[2] * 0.5, look.cloth[3] * 0.5 }
  if kind == "visitor" and number % 3 == 0 then
    look.hat = { look.cloth[1] * 0.7, look.cloth[2] * 0.7, look.cloth[3] * 0.7 }
  end
  return look
end

-- ---- What they carry, around the hand that holds it ----

local ITEMS = {
  mug = function()
    shape({ 0.62, 0.44, 0.26 }, 1, "rectangle", -2.5, -5, 6, 7, 1)
    shape({ 0.98, 0.96, 0.88 }, 1, "ellipse", 0.5, -5, 3.2, 1.6)
  end,
  tray = function()
    shape(WOOD, 1.3, "ellipse", 1, -1, 10, 3)
    for x = -4, 5, 4.5 do
      shape({ 0.72, 0.54, 0.30 }, 1, "rectangle", x - 1.5, -8, 4, 6, 1)
      shape({ 0.98, 0.96, 0.88 }, 1, "ellipse", x + 0.5, -8, 2.2, 1.2)
    end
  end,
  bread = function()
    shape({ 0.80, 0.56, 0.28 }, 1, "ellipse", 0, -1, 7, 3.6)
    for x = -3, 3, 3 do paint.line({ 0.95, 0.80, 0.52 }, 1, 1, x - 1, -3, x + 1, 0.5) end
  end,
  sack = function()
    shape({ 0.74, 0.64, 0.46 }, 1, "ellipse", -5, -2, 7, 8)
    shape({ 0.62, 0.52, 0.36 }, 1, "polygon", -6, -9, -1, -9, -3, -13, -8, -12)
  end,
  bucket = function()
    shape({ 0.55, 0.40, 0.26 }, 1, "polygon", -4, 2, 5, 2, 4, 10, -3, 10)
    shape({ 0.45, 0.66, 0.74 }, 1, "ellipse", 0.5, 2, 4.5, 1.5)
  end,
  lantern = function()
    shape({ 0.30, 0.27, 0.25 }, 1, "rectangle", -3, -1, 7, 9, 1.5)
    shape({ 1, 0.86, 0.46 }, 1, "rectangle", -1.5, 0.5, 4, 6, 1)
  end,
  lute = function()
    shape({ 0.72, 0.46, 0.22 }, 1, "ellipse", -4, 2, 6, 5)
    shape({ 0.25, 0.15, 0.10 }, 1, "circle", -4, 2, 1.6)
    paint.line({ 0.45, 0.28, 0.16 }, 1, 2, 0, 0, 10, -6)
  end,
  cards = function()
    for i = -1, 1 do
      graphics.push()
      graphics.rotate(i * 0.35)
      shape({ 0.97, 0.96, 0.92 }, 1, "rectangle", -1.5, -7, 3.6, 6, 0.6)
      shape({ 0.78, 0.22, 0.2 }, 1, "circle", 0.3, -4, 0.9)
      graphics.pop()
    end
  end,
}

--- The column of each, in the row below all people.
people.item = {}
local items = {}
for name in pairs(ITEMS) do items[#items + 1] = name end
table.sort(items)
for i, name in ipairs(items) do people.item[name] = i - 1 end

--- The sheet of such looks, a row for each.
function people.sheet(looks)
  return paint.picture(#cells * people.WIDTH, (#looks + 1) * people.HEIGHT, function()
    for i, name in ipairs(items) do
      graphics.push()
      graphics.translate((i - 1) * people.WIDTH + people.X, #looks * people.HEIGHT + people.HEIGHT / 2)
      ITEMS[name]()
      graphics.pop()
    end
    for row, look in ipairs(looks) do
      for column, cell in ipairs(cells) do
        graphics.push()
        graphics.translate((column - 1) * people.WIDTH + people.X, (row - 1) * people.HEIGHT + people.Y)
        draw(look, cell)
        graphics.pop()
      end
    end
  end, { mipmaps = true })
end

return people
