-- What part of the village the window shows. Drag, arrow keys or the window's edge move it, the wheel zooms.
local camera = { x = 80, y = 52, zoom = 1 }

local M = 20 -- points to a metre at zoom 1
local LEAST, MOST, EDGE, SPEED = 0.4, 3, 6, 620
local width, height = 1, 1 -- of the village, in metres
local pointer = {} -- where the mouse is; empty while it is elsewhere
local held, dragged = false, false

function camera.load(columns, rows) width, height = columns, rows end

-- Never past the edge of the village; in the middle if all of it fits.
local function within(at, size, window)
  local half = window / 2 / (M * camera.zoom)
  return half * 2 >= size and size / 2 or math.max(half, math.min(size - half, at))
end

local function settle()
  camera.x = within(camera.x, width, love.graphics.getWidth())
  camera.y = within(camera.y, height, love.graphics.getHeight())
end

--- From the window to the village, in metres.
function camera.world(x, y)
  local scale = M * camera.zoom
  return camera.x + (x - love.graphics.getWidth() / 2) / scale, camera.y + (y - love.graphics.getHeight() / 2) / scale
end

--- From the village to the window.
function camera.screen(x, y)
  local scale = M * camera.zoom
  return (x - camera.x) * scale + love.graphics.getWidth() / 2, (y - camera.y) * scale + love.graphics.getHeight() / 2
end

--- The point of the village below the mouse; nil while the mouse is elsewhere.
function camera.pointer()
  if pointer.x then return camera.world(pointer.x, pointer.y) end
end

--- The corner of the village in the window. Whole points, so that nothing shimmers.
function camera.corner()
  local left, top = camera.screen(0, 0)
  return math.floor(left + 0.5), math.floor(top + 0.5)
end

--- Draws in points of the village from here on.
function camera.apply()
  love.graphics.translate(camera.corner())
  love.graphics.scale(camera.zoom)
end

--- Looks at a point, at once or a part of the way there.
function camera.look_at(x, y, part)
  part = part or 1
  camera.x, camera.y = camera.x + (x - camera.x) * part, camera.y + (y - camera.y) * part
  settle()
end

function camera.zoom_to(zoom)
  camera.zoom = math.max(LEAST, math.min(MOST, zoom))
  settle()
end

local function toward(low, high, at, size)
  if love.keyboard.isDown(low) or at and at <= EDGE then return -1 end
  return (love.keyboard.isDown(high) or at and at >= size - EDGE) and 1 or 0
end

--- Returns whether keys or the edge have moved it.
function camera.update(dt)
  local dx = toward("left", "right", not held and pointer.x, love.graphics.getWidth())
  local dy = toward("up", "down", not held and pointer.y, love.graphics.getHeight())
  if dx == 0 and dy == 0 then return false end
  local far = SPEED * dt / (M * camera.zoom)
  camera.look_at(camera.x + dx * far, camera.y + dy * far)
  return true
end

function camera.pressed() held, dragged = true, false end

--- Returns whether the button was let go of where it was pressed, which is a click.
function camera.released()
  local click = held and not dragged
  held = false
  return click
end

--- Returns whether the mouse drags the village.
function camera.moved(x, y, dx, dy)
  pointer.x, pointer.y = x, y
  if not held then return false end
  dragged = dragged or math.abs(dx) + math.abs(dy) > 2
  camera.look_at(camera.x - dx / (M * camera.zoom), camera.y - dy / (M * camera.zoom))
  return dragged
end

--- The mouse has left the window.
function camera.left() pointer.x, pointer.y = nil, nil end

--- The wheel: what is below the mouse stays there.
function camera.wheel(steps)
  local x, y = camera.pointer()
  if not x then x, y = camera.x, camera.y end
  local before = camera.zoom
  camera.zoom_to(before * 1.15 ^ steps)
  camera.look_at(x + (camera.x - x) * before / camera.zoom, y + (camera.y - y) * before / camera.zoom)
end

return camera
