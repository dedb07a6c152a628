-- The square: what stands there, where people stand at it, light and rain. The pictures are drawn by examples/art.
local streets = require "streets"

local graphics = love.graphics
local M = 20 -- points to a metre
local scenery, lights, taken = { metre = M, ground = graphics.newImage("art/ground.png") }, {}, {}

local sheet = graphics.newImage("art/things.png")
local quad = graphics.newQuad(0, 0, 120, 140, sheet:getDimensions())
local COLUMN = { bench = 7, fountain = 8, tree = 9, cart = 10, guard_post = 11 } -- the stalls come before

-- Where people stand, in metres from the thing, and the squares that it takes up.
local SPOTS = {
  stall = { { 0, 1.3 }, { -1.3, 1.4 }, { 1.3, 1.4 } }, bench = { { -0.55, 0.1 }, { 0.55, 0.1 } }, cart = { { 0, 1.3 } },
  fountain = { { 0, 2.1 }, { -2.6, 0.6 }, { 2.6, 0.6 }, { -1.5, 1.8 }, { 1.5, 1.8 }, { -2, -1 }, { 2, -1 }, { 0, -2 } },
  tree = { { -0.9, 0.6 }, { 0.9, 0.6 }, { 0, 1.1 }, { -1.7, 0.9 } }, guard_post = { { -0.9, 0.3 } },
}
local BLOCKS = { stall = { { -2, -3, 2, -2 }, { -2, 0, 2, 0 } }, bench = { { -1, 0, 1, 0 } },
  cart = { { -1, 0, 1, 0 } }, fountain = { { -2, -1, 2, 1 } }, tree = { { 0, 0, 0, 0 } },
  guard_post = { { 0, 0, 0, 0 } } }

--- Closes the streets where things stand, and puts up the lights.
function scenery.load(things)
  for _, thing in ipairs(things) do
    for _, b in ipairs(BLOCKS[thing.kind] or {}) do
      streets.block(thing.x + b[1], thing.y + b[2], thing.x + b[3], thing.y + b[4])
    end
    if thing.kind == "stall" then lights[#lights + 1] = { thing.x * M, thing.y * M - 30, 90 } end
  end
  for _, house in ipairs { { 27, 4 }, { 223, 3 }, { 373, 4 }, { 767, 4 }, { 945, 4 }, { 1117, 4 } } do
    for window = 0, house[2] - 1 do lights[#lights + 1] = { house[1] + window * 38, 66, 26 } end
  end
end

--- A free spot at a thing or person for somebody, who gives up the last one; for its keeper, behind it.
function scenery.spot(thing, who, is_keeper)
  for key, by in pairs(taken) do
    if by == who then taken[key] = nil end
  end
  if is_keeper then return thing.x, thing.y - 0.9 end
  if thing.kind == "gate" then return thing.x, thing.y end
  for i, spot in ipairs(SPOTS[thing.kind] or {}) do
    local key = thing.id .. " " .. i
    if not taken[key] then
      taken[key] = who
      return thing.x + spot[1], thing.y + spot[2]
    end
  end
  if thing.owner then return streets.free_beside(thing.x, thing.y, who.x) end -- to talk
  return streets.free_near(thing.x, thing.y, 1.2)
end

local function draw_water(x, y, size, time)
  graphics.setColor(0.85, 0.95, 1)
  for i = 0, 23 do
    local t, angle = (time * 1.1 + i * 0.37) % 1, i * 2.4
    local up = 42 + 60 * t * (0.7 - t) - math.sin(angle) * t * 10
    graphics.circle("fill", x + math.cos(angle) * t * 26 * size, y - up * size, (1.8 - t) * size)
  end
  graphics.setColor(1, 1, 1)
end

function scenery.draw_thing(thing, time)
  local column = thing.kind == "stall" and thing.state.stall - 1 or COLUMN[thing.kind]
  if not column then return end
  local size = thing.name == "the little fountain" and 0.7 or 1
  local lean = thing.kind == "tree" and math.sin(time + thing.x) * 0.02 or 0
  quad:setViewport(column * 120, 0, 120, 140)
  graphics.draw(sheet, quad, thing.x * M, thing.y * M, 0, size, size, 60, 100, lean)
  if thing.kind == "fountain" then draw_water(thing.x * M, thing.y * M, size, time) end
end

-- ---- Light and weather ----

-- Hour, then what white becomes.
local TINTS = { { 0, 0.36, 0.40, 0.62 }, { 4, 0.38, 0.42, 0.62 }, { 6, 0.86, 0.74, 0.72 }, { 8, 1, 0.98, 0.94 },
  { 16, 1, 1, 1 }, { 18, 1, 0.88, 0.72 }, { 20, 0.62, 0.54, 0.66 }, { 22, 0.38, 0.42, 0.64 }, { 24, 0.36, 0.40, 0.62 } }

local glow = love.image.newImageData(64, 64)
glow:mapPixel(function(x, y)
  return 1, 0.78, 0.42, math.max(0, 1 - math.sqrt((x - 31.5) ^ 2 + (y - 31.5) ^ 2) / 32) ^ 2
end)
glow = graphics.newImage(glow)

function scenery.draw_sky(hour, rain, time)
  local i = 1
  while hour > TINTS[i + 1][1] do i = i + 1 end
  local a, b, tint = TINTS[i], TINTS[i + 1], {}
  for c = 2, 4 do tint[c - 1] = (a[c] + (b[c] - a[c]) * (hour - a[1]) / (b[1] - a[1])) * (1 - 0.25 * rain) end
  graphics.setBlendMode("multiply", "premultiplied")
  graphics.setColor(tint)
  graphics.rectangle("fill", 0, 0, 1280, 720)
  graphics.setBlendMode("add")
  graphics.setColor(1, 1, 1, math.max(0, 0.7 - tint[1]) * 2)
  for _, light in ipairs(lights) do graphics.draw(glow, light[1], light[2], 0, light[3] / 32, light[3] / 32, 32, 32) end
  graphics.setBlendMode("alpha")
  graphics.setLineWidth(1)
  graphics.setColor(0.82, 0.90, 1, 0.5 * rain)
  for drop = 1, rain > 0 and 300 or 0 do
    local x, y = drop * drop * 7.31 % 1300, (drop * drop * 3.77 + time * (600 + drop % 9 * 30)) % 760
    graphics.line(x, y, x - 3, y - 15)
  end
end

return scenery
