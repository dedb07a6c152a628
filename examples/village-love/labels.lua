-- Words on the screen, none over another: who comes later moves up, or is left out where there is no room.
local graphics = love.graphics

local labels = { placed = {}, count = 0 }

local STYLES = {
  says = { paper = { 1, 0.99, 0.95, 0.95 }, ink = { 0.2, 0.16, 0.14 }, tail = true },
  name = { paper = { 0.13, 0.10, 0.09, 0.8 }, ink = { 1, 0.9, 0.6 } },
  note = { paper = { 0.13, 0.10, 0.09, 0.72 }, ink = { 0.95, 0.93, 0.88 } },
}
local PADDING, GAP, TRIES = 6, 3, 7

local waiting, waiters, reserved = {}, 0, 0
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
function labels.begin() waiters, labels.count, reserved = 0, 0, 0 end

--- Keeps a part of the window free.
function labels.reserve(x, y, width, height)
  labels.count, reserved = labels.count + 1, reserved + 1
  local r = record(labels.placed, labels.count)
  r.x, r.y, r.width, r.height, r.of = x, y, width, height, nil
end

--- Wants words above a point of the window. Those of a higher rank come first.
function labels.add(text, x, y, style, rank)
  waiters = waiters + 1
  local w = record(waiting, waiters)
  if w.text ~= text then w.text, w.width = text, font:getWidth(text) + 2 * PADDING end
  w.x, w.y, w.style, w.rank, w.order = x, y, STYLES[style], rank, waiters
end

local function is_free(x, y, width)
  for i = 1, labels.count do
    local p = labels.placed[i]
    if x < p.x + p.width + GAP and p.x < x + width + GAP and y < p.y + p.height + GAP and p.y < y + line + GAP then
      return false
    end
  end
  return true
end

-- Above the point, to the right or to the left of it, or else higher.
local function place(w)
  local wide, high = graphics.getDimensions()
  for try = 0, TRIES - 1 do
    for side = 0, 2 do
      local x = math.floor(w.x - w.width / 2 + (side == 1 and w.width / 2 or side == 2 and -w.width / 2 or 0))
      local y = math.floor(w.y - line - try * (line + GAP))
      if x >= 2 and x + w.width <= wide - 2 and y >= 2 and y + line <= high - 2 and is_free(x, y, w.width) then
        labels.count = labels.count + 1
        local p = record(labels.placed, labels.count)
        p.x, p.y, p.width, p.height, p.of = x, y, w.width, line, w
        return
      end
    end
  end
end

local function comes_first(a, b) return a.rank > b.rank or a.rank == b.rank and a.order < b.order end

-- By insertion: there are few of them, and no garbage is made.
local function sort()
  for i = 2, waiters do
    local w, j = waiting[i], i - 1
    while j >= 1 and comes_first(w, waiting[j]) do
      waiting[j + 1] = waiting[j]
      j = j - 1
    end
    waiting[j + 1] = w
  end
end

--- Draws all for which there is room.
function labels.draw()
  sort()
  for i = 1, waiters do place(waiting[i]) end
  for i = reserved + 1, labels.count do
    local p = labels.placed[i]
    local style = p.of.style
    graphics.setColor(style.paper)
    graphics.rectangle("fill", p.x, p.y, p.width, p.height, 7)
    if style.tail then
      local x = math.max(p.x + 8, math.min(p.x + p.width - 8, p.of.x))
      graphics.polygon("fill", x - 4, p.y + p.height, x + 4, p.y + p.height, x, p.y + p.height + 5)
    end
    graphics.setColor(style.ink)
    graphics.print(p.of.text, font, p.x + PADDING, p.y + 2)
  end
end

return labels
