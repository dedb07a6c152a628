-- As much of LÖVE as the games of the examples use, for a page: what they draw becomes a list of numbers
-- (native/page.c), which page/canvas.js draws.
local native = require "page.native"
local fonts = require "fonts"

local unpack = rawget(table, "unpack") or rawget(_G, "unpack")
local put, write = native.put, native.write

-- The operations, which page/canvas.js has by the same numbers.
local CANVAS, TARGET, PIXELS, DRAW, RECTANGLE, ELLIPSE, POLYGON, LINE, ARC = 1, 2, 3, 4, 5, 6, 7, 8, 9
local COLOUR, WIDTH, PUSH, POP, MOVE, SCALE, TURN, SHEAR, RESET, CLEAR, BLEND, PRINT = 10, 11, 12, 13, 14, 15, 16, 17,
  18, 19, 20, 21
local ORIGIN, MASK, MASKED = 22, 23, 24
local BLENDS = { alpha = 0, replace = 0, add = 1, multiply = 2 }

local love = { window = {}, event = {}, mouse = {}, keyboard = {}, image = {}, timer = {} }
local graphics = {}
love.graphics = graphics

local size = { 1280, 720 }
local mouse = { -1, -1 }
local held = {} -- keys

-- ---- Pictures ----

local count = 0 -- of pictures so far

local Picture = {}
Picture.__index = Picture

function Picture:getWidth() return self.width end
function Picture:getHeight() return self.height end
function Picture:getDimensions() return self.width, self.height end
function Picture:newImageData() return self end
function Picture.setFilter() end
function Picture.setMipmapFilter() end

-- What has been drawn is the page's: all of it counts as drawn.
function Picture.getPixel() return 0, 0, 0, 1 end

local function new_picture(width, height)
  count = count + 1
  return setmetatable({ id = count, width = math.ceil(width), height = math.ceil(height) }, Picture)
end

function graphics.newCanvas(width, height)
  local picture = new_picture(width, height)
  put(CANVAS, picture.id, picture.width, picture.height)
  return picture
end

--- A canvas is an image; so is what has been mapped.
function graphics.newImage(picture) return picture end

function graphics.setCanvas(picture) put(TARGET, picture and picture.id or 0) end

function love.image.newImageData(width, height)
  local picture = graphics.newCanvas(width, height)
  function picture.setPixel(_, x, y, red, green, blue, alpha)
    put(TARGET, picture.id)
    put(COLOUR, red, green, blue, alpha)
    put(RECTANGLE, 1, x, y, 1, 1, 0)
    put(TARGET, 0)
  end
  function picture.mapPixel(_, colour_of)
    local parts = {}
    for y = 0, height - 1 do
      for x = 0, width - 1 do
        for _, part in ipairs { colour_of(x, y) } do parts[#parts + 1] = part end
      end
    end
    for row = 0, height - 1 do
      put(PIXELS, picture.id, row, unpack(parts, row * width * 4 + 1, (row + 1) * width * 4))
    end
  end
  return picture
end

local Quad = {}
Quad.__index = Quad

function Quad:setViewport(x, y, width, height) self.x, self.y, self.width, self.height = x, y, width, height end

function graphics.newQuad(x, y, width, height)
  return setmetatable({ x = x, y = y, width = width, height = height }, Quad)
end

-- Many of one picture, drawn together.
local Batch = {}
Batch.__index = Batch

function Batch:add(...) self[#self + 1] = { ... } end

function graphics.newSpriteBatch(picture) return setmetatable({ picture = picture }, Batch) end

local function draw_batch(batch, x, y)
  put(PUSH)
  put(MOVE, x or 0, y or 0)
  for _, each in ipairs(batch) do graphics.draw(batch.picture, unpack(each, 1, 10)) end
  put(POP)
end

function graphics.draw(picture, quad, x, y, turn, scale_x, scale_y, from_x, from_y, shear)
  if getmetatable(picture) == Batch then return draw_batch(picture, quad, x) end
  if getmetatable(quad) ~= Quad then
    quad, x, y, turn, scale_x, scale_y, from_x, from_y, shear = nil, quad, x, y, turn, scale_x, scale_y, from_x, from_y
  end
  scale_x = scale_x or 1
  if quad then
    put(DRAW, picture.id, quad.x, quad.y, quad.width, quad.height, x or 0, y or 0, turn or 0, scale_x,
      scale_y or scale_x, from_x or 0, from_y or 0, shear or 0)
  else
    put(DRAW, picture.id, 0, 0, picture.width, picture.height, x or 0, y or 0, turn or 0, scale_x, scale_y or scale_x,
      from_x or 0, from_y or 0, shear or 0)
  end
end

-- ---- Shapes ----

local function filled(mode) return mode == "fill" and 1 or 0 end

function graphics.rectangle(mode, x, y, width, height, round)
  put(RECTANGLE, filled(mode), x, y, width, height, round or 0)
end

function graphics.ellipse(mode, x, y, width, height) put(ELLIPSE, filled(mode), x, y, width, height) end
function graphics.circle(mode, x, y, radius) put(ELLIPSE, filled(mode), x, y, radius, radius) end
function graphics.arc(mode, x, y, radius, from, to) put(ARC, filled(mode), x, y, radius, from, to) end
function graphics.polygon(mode, ...) put(POLYGON, filled(mode), ...) end
function graphics.line(...) put(LINE, ...) end

-- ---- How it is drawn ----

local colour, colours = { 1, 1, 1, 1 }, {} -- now, and at each push

function graphics.setColor(red, green, blue, alpha)
  if type(red) == "table" then red, green, blue, alpha = unpack(red) end
  colour = { red, green, blue, alpha or 1 }
  put(COLOUR, red, green, blue, alpha or 1)
end

function graphics.getColor() return unpack(colour) end

function graphics.setLineWidth(width) put(WIDTH, width) end
function graphics.setLineStyle() end

function graphics.push()
  colours[#colours + 1] = colour
  put(PUSH)
end

function graphics.pop()
  colour = table.remove(colours)
  put(POP)
end

function graphics.origin() put(ORIGIN) end
function graphics.translate(x, y) put(MOVE, x, y) end
function graphics.scale(x, y) put(SCALE, x, y or x) end
function graphics.rotate(angle) put(TURN, angle) end
function graphics.shear(x, y) put(SHEAR, x, y) end
function graphics.reset() put(RESET) end
function graphics.clear(red, green, blue) put(CLEAR, red or 0, green or 0, blue or 0, red and 1 or 0) end

--- A stencil is where its rectangles are; the test keeps everything out of there.
function graphics.stencil(draw)
  put(MASK, 1)
  draw()
  put(MASK, 0)
end

function graphics.setStencilTest(compare) put(MASKED, compare and 1 or 0) end
function graphics.setBackgroundColor(red, green, blue) graphics.background = { red, green, blue } end
function graphics.setScissor() end

-- Pictures are premultiplied, and drawn so whatever is said.
function graphics.setBlendMode(mode, how) put(BLEND, BLENDS[mode], how == "premultiplied" and 1 or 0) end

-- ---- Words ----

local Font = {}
Font.__index = Font

function Font:getWidth(text) return fonts.width(text, self.size) end
function Font:getHeight() return math.ceil(self.size * 1.17) end

function graphics.newFont(points) return setmetatable({ size = points or 12 }, Font) end

local plain = graphics.newFont(12)
local ALIGNED = { left = 0, center = 1, right = 2 }

function graphics.print(text, font, x, y)
  if getmetatable(font) ~= Font then font, x, y = plain, font, x end
  write(PRINT, text, font.size, x, y, 0, 0)
end

function graphics.printf(text, font, x, y, limit, align)
  if getmetatable(font) ~= Font then font, x, y, limit, align = plain, font, x, y, limit end
  write(PRINT, text, font.size, x, y, limit, ALIGNED[align or "left"])
end

-- ---- The window, and whoever sits before it ----

function graphics.getWidth() return size[1] end
function graphics.getHeight() return size[2] end
function graphics.getDimensions() return size[1], size[2] end
function love.mouse.getX() return mouse[1] end
function love.mouse.getY() return mouse[2] end
function love.mouse.isDown() return false end

function love.keyboard.isDown(...)
  for _, key in ipairs { ... } do
    if held[key] then return true end
  end
  return false
end

function love.event.quit() end
function love.timer.getTime() return os.clock() end

--- For the page: how large the picture is, where the mouse is, which keys are held.
function love.resize_to(width, height) size[1], size[2] = width, height end
function love.point_at(x, y) mouse[1], mouse[2] = x, y end
function love.hold(key, down) held[key] = down or nil end

-- ---- Chance, the same in every run: a game's own, and that of pictures ----

local Chance = {}
Chance.__index = Chance

function Chance:random(low, high)
  self.state = (self.state * 16807) % 2147483647
  local part = self.state / 2147483647
  if not low then return part end
  if not high then low, high = 1, low end
  return low + math.floor(part * (high - low + 1))
end

love.math = {}
function love.math.newRandomGenerator(seed)
  local chance = setmetatable({ state = seed * 7919 % 2147483646 + 1 }, Chance)
  for _ = 1, 8 do chance:random() end
  return chance
end

local own = love.math.newRandomGenerator(1)
function love.math.random(low, high) return own:random(low, high) end

return love
