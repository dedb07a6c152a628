-- The ground as the camera last saw it, with a margin, in a canvas of the window's points: to draw it is to copy it.
local camera = require "camera"

local graphics = love.graphics

local backdrop = {}

local MARGIN = 160 -- so far the camera moves before the canvas is drawn again
local canvas
local zoom, left, top = 0, 0, 0 -- of the camera when it was drawn

local function fits()
  return canvas and canvas:getWidth() == graphics.getWidth() + 2 * MARGIN
    and canvas:getHeight() == graphics.getHeight() + 2 * MARGIN
end

local function keep(picture, now_left, now_top)
  local width, height = graphics.getWidth() + 2 * MARGIN, graphics.getHeight() + 2 * MARGIN
  if not fits() then
    canvas = graphics.newCanvas(width, height)
    canvas:setFilter("nearest", "nearest")
  end
  zoom, left, top = camera.zoom, now_left, now_top
  graphics.push "all"
  graphics.reset()
  graphics.setCanvas(canvas)
  graphics.clear()
  graphics.draw(picture, left + MARGIN, top + MARGIN, 0, zoom, zoom)
  graphics.pop()
end

--- Draws a picture of all the ground, in points of the window.
function backdrop.draw(picture)
  local now_left, now_top = camera.corner()
  local is_near = math.abs(now_left - left) <= MARGIN and math.abs(now_top - top) <= MARGIN
  if not (is_near and zoom == camera.zoom and fits()) then keep(picture, now_left, now_top) end
  graphics.setBlendMode("replace", "premultiplied")
  graphics.draw(canvas, now_left - left - MARGIN, now_top - top - MARGIN)
end

return backdrop
