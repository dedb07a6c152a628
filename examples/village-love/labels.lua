-- Words on the screen, none over another: who comes later moves up, or is left out where there is no room.
local placing = require "placing"

local graphics = love.graphics

local labels = { placed = {}, count = 0 }

local STYLES = {
  says = { paper = { 1, 0.99, 0.95, 0.95 }, ink = { 0.2, 0.16, 0.14 }, tail = true },
  name = { paper = { 0.13, 0.10, 0.09, 0.8 }, ink = { 1, 0.9, 0.6 } },
  note = { paper = { 0.13, 0.10, 0.09, 0.72 }, ink = { 0.95, 0.93, 0.88 } },
}
local PADDING = 6

local wanted, waiting, reserved = {}, 0, 0
local font, line

function labels.load()
  font = graphics.newFont(12)
  line = font:getHeight() + 4
end

local function record(list, i)
  list[i] = list[i] or {}
  return list[i]
end

--- Begins anew.
function labels.begin() waiting, reserved, labels.count = 0, 0, 0 end

--- Keeps a part of the window free.
function labels.reserve(x, y, width, height)
  reserved = reserved + 1
  local r = record(labels.placed, reserved)
  r.x, r.y, r.width, r.height, r.of = x, y, width, height, nil
end

--- Wants words above a point of the window. Those of a higher rank come first.
function labels.add(text, x, y, style, rank)
  waiting = waiting + 1
  local w = record(wanted, waiting)
  if w.text ~= text then w.text, w.width = text, font:getWidth(text) + 2 * PADDING end
  w.x, w.y, w.style, w.rank, w.order = x, y, STYLES[style], rank, waiting
end

local function draw_one(box)
  local style = box.of.style
  graphics.setColor(style.paper)
  graphics.rectangle("fill", box.x, box.y, box.width, box.height, 7)
  if style.tail then
    local x = math.max(box.x + 8, math.min(box.x + box.width - 8, box.of.x))
    graphics.polygon("fill", x - 4, box.y + box.height, x + 4, box.y + box.height, x, box.y + box.height + 5)
  end
  graphics.setColor(style.ink)
  graphics.print(box.of.text, font, box.x + PADDING, box.y + 2)
end

--- Draws all for which there is room.
function labels.draw()
  local wide, high = graphics.getDimensions()
  labels.count = placing.place(wanted, waiting, labels.placed, reserved, wide, high, line)
  for i = reserved + 1, labels.count do draw_one(labels.placed[i]) end
end

return labels
