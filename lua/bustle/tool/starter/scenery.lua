-- The square: where things and people stand on the screen, and all that is drawn but the people.
local graphics = love.graphics
local scenery = {}

local UNIT, TOP = 32, 176 -- points to a unit; where y is 0
local LEFT, RIGHT, BOTTOM = 2, 38, 14 -- how far one roams
local WOOD, DARK, STONE = { 0.58, 0.41, 0.27 }, { 0.38, 0.26, 0.18 }, { 0.76, 0.74, 0.70 }
local WALLS = { { 0.91, 0.83, 0.68 }, { 0.82, 0.66, 0.53 }, { 0.87, 0.79, 0.72 }, { 0.74, 0.72, 0.62 } }

local ground, font, small
local taken = {} -- who stands at which spot of which thing
local basins = {} -- the fountains, into which nobody steps
local BASIN_WIDTH, BASIN_DEPTH = 2.1, 1.3

--- Where a point of the world is on the screen.
function scenery.point(x, y) return x * UNIT, TOP + y * UNIT end

-- ---- Where people stand ----

-- In units from the thing.
local SPOTS = {
  bench = { { -0.55, 0.15 }, { 0.55, 0.15 } },
  arcade = { { -4, 0.4 }, { 4, 0.4 }, { -2, 0.4 }, { 2, 0.4 }, { 0, 0.4 }, { -3, 0.9 }, { 3, 0.9 }, { -1, 0.9 },
    { 1, 0.9 } },
  fountain = { { -2.2, 0.4 }, { 2.2, 0.4 }, { 0, 1.6 } },
}

--- A spot at a thing, or beside a person, for somebody, who gives up the last one.
function scenery.spot(thing, who)
  for key, by in pairs(taken) do
    if by == who.id then taken[key] = nil end
  end
  for i, spot in ipairs(SPOTS[thing.kind] or {}) do
    local key = thing.id .. " " .. i
    if not taken[key] then
      taken[key] = who.id
      return thing.x + spot[1], thing.y + spot[2]
    end
  end
  return thing.x + (who.x < thing.x and -1.2 or 1.2), thing.y + 0.4
end

--- Somewhere about that far away, on the square.
function scenery.free_near(x, y, far)
  local angle = love.math.random() * 2 * math.pi
  local to_x, to_y = x + math.cos(angle) * far, y + math.sin(angle) * far * 0.7
  return math.max(LEFT, math.min(RIGHT, to_x)), math.max(2, math.min(BOTTOM, to_y))
end

--- The nearest point where one can stand; on the way to a goal, on that side of what is in the way.
function scenery.keep_out(x, y, goal)
  for _, basin in ipairs(basins) do
    local dx, dy = (x - basin.x) / BASIN_WIDTH, (y - basin.y) / BASIN_DEPTH
    if dx * dx + dy * dy < 1 then
      local angle = math.atan2(dy, dx)
      local turn = (math.atan2(goal.y - basin.y, goal.x - basin.x) - angle + math.pi) % (2 * math.pi) - math.pi
      angle = angle + math.max(-0.05, math.min(0.05, turn))
      return basin.x + math.cos(angle) * BASIN_WIDTH, basin.y + math.sin(angle) * BASIN_DEPTH
    end
  end
  return x, y
end

-- ---- Drawing ----

local function shape(colour, shade, kind, ...)
  graphics.setColor(colour[1] * shade, colour[2] * shade, colour[3] * shade)
  graphics[kind]("fill", ...)
end

local function draw_house(x, width, wall)
  shape(wall, 1, "rectangle", x, 34, width, 92)
  shape(wall, 0.82, "rectangle", x, 118, width, 10)
  for i = 0, 4 do -- rows of tiles
    shape({ 0.62, 0.33, 0.25 }, 1 - i % 2 * 0.09, "polygon", x + 14 - i * 4, i * 8, x + width - 14 + i * 4, i * 8,
      x + width - 10 + i * 4, i * 8 + 8, x + 10 - i * 4, i * 8 + 8)
  end
  for at = x + 24, x + width - 34, 46 do
    shape(DARK, 1, "rectangle", at - 2, 58, 26, 34, 3)
    shape({ 0.55, 0.68, 0.74 }, 1, "rectangle", at, 60, 22, 30, 2)
  end
end

local function draw_square()
  local chance = love.math.newRandomGenerator(5)
  graphics.clear(0.55, 0.65, 0.42)
  for _ = 1, 900 do
    shape({ 0.52, 0.64, 0.38 }, 0.9 + chance:random() * 0.3, "ellipse", chance:random(1280), chance:random(720), 5, 2)
  end
  shape({ 0.66, 0.59, 0.47 }, 1, "rectangle", 18, 110, 1244, 560, 28)
  for y = 116, 652, 13 do
    for x = 28 + y % 2 * 9, 1234, 20 do
      local far = math.sqrt((x - 640) ^ 2 + ((y - 400) * 1.3) ^ 2)
      local bright = (far < 250 and far > 225 or far < 130) and 1.1 or 1
      shape({ 0.76, 0.69, 0.56 }, bright * (0.95 + chance:random() * 0.07), "rectangle", x, y, 18, 11, 4)
    end
  end
  local x = 0
  for i, width in ipairs { 206, 178, 226, 190, 214, 160, 120 } do
    draw_house(x, width, WALLS[i % #WALLS + 1])
    x = x + width
  end
end

--- Draws what does not change, once.
function scenery.load(things)
  for _, thing in ipairs(things) do
    if thing.kind == "fountain" then basins[#basins + 1] = thing end
  end
  font, small = graphics.newFont(15), graphics.newFont(13)
  ground = graphics.newCanvas(1280, 720)
  graphics.setCanvas(ground)
  draw_square()
  graphics.setCanvas()
end

function scenery.draw_ground()
  graphics.setColor(1, 1, 1)
  graphics.draw(ground)
end

-- ---- Things, which stand on (0, 0) ----

local THINGS = {}

function THINGS.bench()
  for x = -30, 26, 56 do shape(DARK, 1, "rectangle", x, -8, 5, 14) end
  shape(WOOD, 0.95, "rectangle", -34, -26, 68, 8, 3)
  shape(WOOD, 1.1, "rectangle", -34, -12, 68, 11, 3)
end

function THINGS.arcade()
  shape(STONE, 0.55, "rectangle", -170, -112, 340, 112)
  shape(STONE, 0.8, "rectangle", -182, -138, 364, 34, 4)
  shape({ 0.62, 0.33, 0.25 }, 1, "polygon", -196, -136, 196, -136, 170, -168, -170, -168)
  for x = -170, 170, 68 do
    shape(STONE, 1, "rectangle", x - 8, -106, 16, 108, 3)
    shape(STONE, 0.88, "rectangle", x - 12, -4, 24, 8, 3)
  end
end

function THINGS.fountain(time)
  shape(STONE, 0.8, "ellipse", 0, 0, 62, 36)
  shape(STONE, 1.05, "ellipse", 0, 0, 57, 32)
  shape({ 0.37, 0.62, 0.70 }, 1, "ellipse", 0, 0, 50, 27)
  shape(STONE, 0.92, "rectangle", -7, -42, 14, 42, 3)
  shape(STONE, 1.08, "ellipse", 0, -42, 25, 8)
  graphics.setColor(0.85, 0.95, 1)
  for i = 0, 23 do
    local t, angle = (time * 1.1 + i * 0.37) % 1, i * 2.4
    local up = 50 + 70 * t * (0.7 - t) - math.sin(angle) * t * 12
    graphics.circle("fill", math.cos(angle) * t * 32, -up, 2 - t)
  end
end

function THINGS.tree(time)
  graphics.shear(math.sin(time) * 0.02, 0)
  shape(DARK, 1.1, "rectangle", -5, -44, 10, 46, 3)
  for i, leaf in ipairs { { 0, -66, 34 }, { -23, -54, 23 }, { 23, -55, 23 }, { -8, -84, 23 }, { 11, -76, 22 } } do
    shape({ 0.36, 0.53, 0.30 }, 0.86 + i * 0.07, "circle", leaf[1], leaf[2], leaf[3])
  end
end

-- What has no picture yet.
local function draw_crate()
  shape(WOOD, 1, "rectangle", -18, -30, 36, 32, 3)
  shape(WOOD, 0.8, "rectangle", -18, -18, 36, 5)
end

function scenery.draw_thing(thing, time)
  local x, y = scenery.point(thing.x, thing.y)
  graphics.push()
  graphics.translate(x, y)
  graphics.setColor(0, 0, 0, 0.18)
  graphics.ellipse("fill", 4, 4, thing.kind == "arcade" and 186 or 40, 11)
  local draw = THINGS[thing.kind] or draw_crate
  draw(time + thing.x)
  graphics.pop()
  if draw == draw_crate then scenery.label(thing.name or thing.kind, x, y + 6) end
end

-- ---- Over all of it ----

--- Rain, and the ring of a bang that was so many seconds ago.
function scenery.draw_weather(rain, time, bang)
  graphics.setColor(0.16, 0.20, 0.32, 0.35 * rain)
  graphics.rectangle("fill", 0, 0, 1280, 720)
  graphics.setLineWidth(1)
  graphics.setColor(0.82, 0.90, 1, 0.5 * rain)
  for drop = 1, rain > 0 and 300 or 0 do
    local x, y = drop * drop * 7.31 % 1300, (drop * drop * 3.77 + time * (600 + drop % 9 * 30)) % 760
    graphics.line(x, y, x - 3, y - 15)
  end
  graphics.setLineWidth(3)
  graphics.setColor(1, 0.97, 0.85, math.max(0, 1 - bang))
  graphics.circle("line", 640, 400, 700 * bang)
end

--- Words in the middle above a point; dark for those of the game itself.
function scenery.label(text, x, y, dark)
  local size = dark and font or small
  local width, height = size:getWidth(text) + 20, size:getHeight() + 8
  x = math.floor(math.max(6, math.min(1274 - width, x - width / 2)))
  graphics.setColor(dark and { 0.13, 0.10, 0.09, 0.78 } or { 1, 0.99, 0.95, 0.95 })
  graphics.rectangle("fill", x, y, width, height, 10)
  graphics.setColor(dark and { 0.98, 0.94, 0.86 } or { 0.2, 0.16, 0.14 })
  graphics.printf(text, size, x, y + 4, width, "center")
end

return scenery
