-- The square: ground, houses, stalls and the rest, light and rain. Draws, and says where one stands at a thing.
local streets = require "streets"

local graphics, random = love.graphics, love.math.newRandomGenerator(5)
local scenery = {}
local M = 20 -- points to a metre
scenery.metre = M

local STRIPES = { { 0.76, 0.28, 0.25 }, { 0.24, 0.42, 0.58 }, { 0.85, 0.62, 0.22 }, { 0.55, 0.36, 0.26 }, { 0.40, 0.56, 0.28 },
  { 0.70, 0.38, 0.52 }, { 0.22, 0.52, 0.52 } }
local HOUSES = { { 0.91, 0.83, 0.68 }, { 0.82, 0.66, 0.53 }, { 0.87, 0.79, 0.72 }, { 0.74, 0.72, 0.62 }, { 0.90, 0.75, 0.56 } }

-- ---- Where people stand, in metres from the thing, and what cannot be walked through ----

local SPOTS = {
  stall = { { 0, 1.3 }, { -1.3, 1.4 }, { 1.3, 1.4 } }, bench = { { -0.55, 0.1 }, { 0.55, 0.1 } },
  fountain = { { 0, 2.1 }, { -2.4, 0.5 }, { 2.4, 0.5 }, { -1.5, 1.7 }, { 1.5, 1.7 }, { -1.5, -1.4 }, { 1.5, -1.4 }, { 0, -1.8 } },
  tree = { { -0.9, 0.6 }, { 0.9, 0.6 }, { 0, 1.1 }, { -1.7, 0.9 } }, cart = { { 0, 1.3 } }, guard_post = { { 0.9, 0.3 } },
}
local BLOCKS = { stall = { -2, -3, 2, -2, -2, 0, 2, 0 }, bench = { -1, 0, 1, 0 }, fountain = { -1, -1, 1, 1 }, tree = { 0, 0, 0, 0 },
  cart = { -1, 0, 1, 0 }, guard_post = { 0, 0, 0, 0 } }
local taken = {}

--- A free spot at a thing or person for somebody, who gives up the last one.
function scenery.spot(thing, who, keeps_it)
  for spot, by in pairs(taken) do
    if by == who then taken[spot] = nil end
  end
  if keeps_it then return thing.x, thing.y - 0.9 end
  for i, spot in ipairs(SPOTS[thing.kind] or {}) do
    local key = thing.id .. " " .. i
    if not taken[key] then
      taken[key] = who
      return thing.x + spot[1], thing.y + spot[2]
    end
  end
  return thing.x + (who.x < thing.x and -1.1 or 1.1), thing.y + 0.1
end

-- ---- Once: the ground ----

local function color(c, shade, alpha) graphics.setColor(c[1] * shade, c[2] * shade, c[3] * shade, alpha or 1) end

local function draw_cobbles()
  for y = 5, 34.5, 0.5 do
    for x = 1 + y % 1 * 0.7, 62.5, 0.75 do
      local far = math.sqrt((x - 32) ^ 2 + (y - 20) ^ 2)
      local ring = (far < 7.4 and far > 6.6 or far < 4) and 1.09 or 1
      local way = math.abs(y - 17.5) < 1.6 or math.abs(x - 32) < 1.6
      color(way and { 0.80, 0.74, 0.62 } or { 0.76, 0.69, 0.56 }, ring * (0.95 + random:random() * 0.07))
      graphics.rectangle("fill", x * M, y * M, 14, 9, 3)
    end
  end
end

local function draw_house(x, width, wall)
  color(wall, 1)
  graphics.rectangle("fill", x, 34, width, 74)
  color(wall, 0.82)
  graphics.rectangle("fill", x, 100, width, 8)
  graphics.setColor(0.62, 0.33, 0.25)
  graphics.polygon("fill", x - 4, 40, x + 14, -2, x + width - 14, -2, x + width + 4, 40)
  graphics.setColor(0.54, 0.27, 0.21)
  for i = 8, 32, 8 do graphics.line(x - 4 + (40 - i) * 0.43, i, x + width + 4 - (40 - i) * 0.43, i) end
  for wx = x + 16, x + width - 30, 38 do
    graphics.setColor(0.35, 0.27, 0.22)
    graphics.rectangle("fill", wx - 2, 52, 22, 28, 3)
    graphics.setColor(0.55, 0.68, 0.74)
    graphics.rectangle("fill", wx, 54, 18, 24, 2)
    scenery.lights[#scenery.lights + 1] = { wx + 9, 66, 26 }
  end
end

--- Draws what never changes on a canvas, and blocks the way where things stand.
function scenery.load(things)
  scenery.lights, scenery.ground = {}, graphics.newCanvas(1280, 720, { msaa = 4 })
  graphics.setCanvas(scenery.ground)
  graphics.clear(0.56, 0.66, 0.42)
  for _ = 1, 900 do
    graphics.setColor(0.50 + random:random() * 0.1, 0.62 + random:random() * 0.1, 0.36)
    graphics.ellipse("fill", random:random() * 1280, random:random() * 720, 5, 2)
  end
  graphics.setColor(0.66, 0.59, 0.47)
  graphics.rectangle("fill", 16, 84, 1248, 616, 40)
  graphics.setScissor(20, 88, 1240, 608)
  draw_cobbles()
  graphics.setScissor()
  local x = 0
  for i, width in ipairs { 196, 150, 188, 58, 96, 58, 178, 170, 186 } do
    if width > 96 then draw_house(x, width, HOUSES[i % #HOUSES + 1]) end
    x = x + width
  end
  graphics.setCanvas()
  for _, thing in ipairs(things) do
    local block = BLOCKS[thing.kind]
    for i = 1, block and #block or 0, 4 do
      streets.block(thing.x + block[i], thing.y + block[i + 1], thing.x + block[i + 2], thing.y + block[i + 3])
    end
    if thing.kind == "stall" then scenery.lights[#scenery.lights + 1] = { thing.x * M, thing.y * M - 30, 90 } end
  end
end

-- ---- Every frame: things, (0, 0) is where they stand ----

local DRAW = {}

local function box(r, g, b, ...)
  graphics.setColor(r, g, b)
  graphics.rectangle("fill", ...)
end

local function shadow(width, height)
  graphics.setColor(0, 0, 0, 0.2)
  graphics.ellipse("fill", 3, 3, width, height)
end

function DRAW.stall(stall)
  local stripe = STRIPES[(stall.state.stall - 1) % #STRIPES + 1]
  shadow(50, 14)
  box(0.40, 0.28, 0.19, -45, -58, 3, 62)
  box(0.40, 0.28, 0.19, 42, -58, 3, 62)
  box(0.52, 0.37, 0.25, -44, -14, 88, 22, 3)
  box(0.62, 0.46, 0.31, -46, -20, 92, 10, 3)
  for i = 0, 9 do -- the goods
    color(stripe, 0.9 + i * 7 % 4 * 0.13)
    graphics.circle("fill", -38 + i * 8.4, -19 - i % 2 * 3, 4.2)
  end
  for i = 0, 7 do -- the awning
    color(i % 2 == 0 and stripe or { 0.95, 0.92, 0.84 }, 1)
    graphics.polygon("fill", -46 + i * 11.5, -80, -34.5 + i * 11.5, -80, -38 + i * 13, -58, -52 + i * 13, -58)
    graphics.arc("fill", -45.5 + i * 13, -58, 6.5, 0, math.pi)
  end
end

function DRAW.bench()
  shadow(26, 6)
  box(0.36, 0.24, 0.16, -22, -6, 4, 10)
  box(0.36, 0.24, 0.16, 18, -6, 4, 10)
  box(0.55, 0.38, 0.24, -25, -18, 50, 6, 2)
  box(0.63, 0.45, 0.29, -25, -9, 50, 8, 2)
end

function DRAW.fountain(fountain, time)
  local size = fountain.state.spouts > 4 and 1 or 0.7
  graphics.scale(size)
  shadow(54, 34)
  for _, ring in ipairs { { 0.62, 0.60, 0.57, 50, 32 }, { 0.80, 0.78, 0.74, 46, 29 }, { 0.37, 0.62, 0.70, 40, 24 } } do
    graphics.setColor(ring[1], ring[2], ring[3])
    graphics.ellipse("fill", 0, 0, ring[4], ring[5])
  end
  graphics.setLineWidth(1.5)
  for i = 0, 2 do
    local age = (time * 0.5 + i / 3) % 1
    graphics.setColor(0.85, 0.95, 1, 0.6 * (1 - age))
    graphics.ellipse("line", 0, 0, 10 + 28 * age, 6 + 16 * age)
  end
  box(0.70, 0.68, 0.64, -6, -34, 12, 34, 3)
  graphics.setColor(0.82, 0.80, 0.76)
  graphics.ellipse("fill", 0, -34, 20, 7)
  for i = 0, 23 do
    local t, angle = (time * 1.1 + i * 0.37) % 1, i * 2.4
    graphics.setColor(0.85, 0.95, 1, 0.9 - 0.6 * t)
    graphics.circle("fill", math.cos(angle) * t * 26, -42 - 60 * t * (0.7 - t) + math.sin(angle) * t * 10, 1.7)
  end
end

function DRAW.tree(_, time)
  shadow(30, 12)
  box(0.42, 0.30, 0.20, -4, -34, 8, 36, 3)
  for i, leaf in ipairs { { 0, -52, 27 }, { -18, -42, 18 }, { 18, -43, 18 }, { -6, -66, 18 }, { 9, -60, 17 } } do
    color({ 0.36, 0.53, 0.30 }, 0.86 + i * 0.07)
    graphics.circle("fill", leaf[1] + math.sin(time + i) * 0.8, leaf[2], leaf[3])
  end
end

function DRAW.cart()
  shadow(34, 10)
  box(0.58, 0.41, 0.27, -28, -24, 56, 16, 3)
  for i = 0, 2 do box(0.74, 0.58 - i * 0.04, 0.36, -22 + i * 16, -37, 14, 14, 2) end
  for _, x in ipairs { -17, 17 } do
    graphics.setColor(0.30, 0.20, 0.14)
    graphics.circle("fill", x, -4, 8)
    graphics.setColor(0.62, 0.46, 0.31)
    graphics.circle("fill", x, -4, 4.5)
  end
end

function DRAW.guard_post(_, time)
  shadow(11, 5)
  box(0.55, 0.53, 0.50, -9, -4, 18, 8, 3)
  box(0.40, 0.29, 0.20, -1.5, -58, 3, 56)
  graphics.setColor(0.24, 0.31, 0.45)
  local wave = math.sin(time * 2) * 2
  graphics.polygon("fill", 1.5, -57, 20, -55 + wave, 15, -47 + wave, 20, -40 + wave, 1.5, -38)
end

function scenery.draw_thing(thing, time)
  if not DRAW[thing.kind] then return end
  graphics.push()
  graphics.translate(thing.x * M, thing.y * M)
  DRAW[thing.kind](thing, time)
  graphics.pop()
end

-- ---- Light and weather ----

-- Hour, then what white becomes.
local TINTS = { { 0, 0.36, 0.40, 0.62 }, { 4, 0.38, 0.42, 0.62 }, { 6, 0.86, 0.74, 0.72 }, { 8, 1, 0.98, 0.94 }, { 16, 1, 1, 1 }, { 18, 1, 0.88, 0.72 },
  { 20, 0.62, 0.54, 0.66 }, { 22, 0.38, 0.42, 0.64 }, { 24, 0.36, 0.40, 0.62 } }

local glow = graphics.newImage((function()
  local image = love.image.newImageData(64, 64)
  image:mapPixel(function(x, y)
    return 1, 0.78, 0.42, math.max(0, 1 - math.sqrt((x - 31.5) ^ 2 + (y - 31.5) ^ 2) / 32) ^ 2
  end)
  return image
end)())

function scenery.draw_sky(hour, rain, time)
  local i = 1
  while hour > TINTS[i + 1][1] do i = i + 1 end
  local a, b = TINTS[i], TINTS[i + 1]
  local t, wet = (hour - a[1]) / (b[1] - a[1]), 1 - 0.25 * rain
  local red, green, blue = a[2] + (b[2] - a[2]) * t, a[3] + (b[3] - a[3]) * t, a[4] + (b[4] - a[4]) * t
  graphics.setBlendMode("multiply", "premultiplied")
  graphics.setColor(red * wet, green * wet, math.min(1, blue * (wet + 0.1 * rain)))
  graphics.rectangle("fill", 0, 0, 1280, 720)
  graphics.setBlendMode("add")
  graphics.setColor(1, 1, 1, math.max(0, 0.9 - red) * 1.3)
  for _, light in ipairs(scenery.lights) do
    graphics.draw(glow, light[1], light[2], 0, light[3] / 32, light[3] / 32, 32, 32)
  end
  graphics.setBlendMode("alpha")
  graphics.setLineWidth(1)
  graphics.setColor(0.82, 0.90, 1, 0.45 * rain)
  for drop = 1, rain > 0 and 260 or 0 do
    local x, y = (drop * 397 + time * 90) % 1300, (drop * 271 + time * (620 + drop % 7 * 40)) % 740
    graphics.line(x, y, x - 3, y - 14)
  end
end

return scenery
