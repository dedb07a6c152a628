--- Charts as SVG: lines over logarithmic axes, and bars. They know numbers and names, and nothing of benchmarks.
-- Colours are the page's (classes c1 to c6), so that it can be read in the light and in the dark.
local plot = require "examples.report.plot"

local chart = {}

local WIDTH, HEIGHT, LEFT, TOP, BOTTOM = 640, 330, 66, 14, 46
local LETTER = 7.4 -- of a name at the end of a line, on average
local APART = 15 -- of names at the ends of lines

-- ---- Axes ----

local STEPS = { 1, 2, 5 }

-- Powers of ten, and 2 and 5 times these where there is room.
local function ticks_of(axis)
  local decades = math.log(axis.to / axis.from) / math.log(10)
  local ticks, power = {}, math.floor(math.log(axis.from) / math.log(10))
  while 10 ^ power <= axis.to do
    for i = 1, decades < 2.2 and #STEPS or 1 do
      local tick = STEPS[i] * 10 ^ power
      if tick >= axis.from * 0.999 and tick <= axis.to * 1.001 then ticks[#ticks + 1] = tick end
    end
    power = power + 1
  end
  return ticks
end

-- The range of all values along an axis (1 is x, 2 is y), and a little more.
local function fit(axis, series, marks, index, room)
  local least, most = math.huge, 0
  for _, each in ipairs(series) do
    for _, point in ipairs(each.points) do least, most = math.min(least, point[index]), math.max(most, point[index]) end
  end
  for _, mark in ipairs(index == 2 and marks or {}) do least, most = math.min(least, mark.y), math.max(most, mark.y) end
  return { from = least / room, to = most * room, text = axis.text, title = axis.title, tick = axis.tick or axis.text }
end

local function part_of(axis, value) return math.log(value / axis.from) / math.log(axis.to / axis.from) end

local function x_of(axis, value) return LEFT + part_of(axis, value) * (axis.right - LEFT) end
local function y_of(axis, value) return HEIGHT - BOTTOM - part_of(axis, value) * (HEIGHT - TOP - BOTTOM) end

local function text(x, y, class, anchor, words)
  return ('<text x="%.1f" y="%.1f" class="%s" text-anchor="%s">%s</text>'):format(x, y, class, anchor,
    plot.escape(words))
end

local function add_axes(parts, x, y)
  local across = '<line x1="%d" x2="%.1f" y1="%.1f" y2="%.1f" class="grid"/>'
  for _, tick in ipairs(ticks_of(y)) do
    local at = y_of(y, tick)
    parts[#parts + 1] = across:format(LEFT, x.right, at, at)
    parts[#parts + 1] = text(LEFT - 8, at + 4, "tick", "end", y.tick(tick))
  end
  for _, tick in ipairs(ticks_of(x)) do
    local at = x_of(x, tick)
    parts[#parts + 1] = ('<line x1="%.1f" x2="%.1f" y1="%d" y2="%d" class="grid"/>'):format(at, at, TOP,
      HEIGHT - BOTTOM)
    parts[#parts + 1] = text(at, HEIGHT - BOTTOM + 18, "tick", "middle", x.tick(tick))
  end
  parts[#parts + 1] = text((LEFT + x.right) / 2, HEIGHT - 6, "tick", "middle", x.title)
end

-- ---- Lines ----

local function add_line(parts, each, x, y)
  local points = {}
  for i, point in ipairs(each.points) do
    points[i] = ("%.1f,%.1f"):format(x_of(x, point[1]), y_of(y, point[2]))
  end
  parts[#parts + 1] = ('<polyline class="line c%d%s" points="%s"/>'):format(each.colour,
    each.dashed and " dashed" or "", table.concat(points, " "))
  for i, point in ipairs(each.points) do
    local at_x, at_y = points[i]:match("(.*),(.*)")
    parts[#parts + 1] = ('<circle class="dot c%d" cx="%s" cy="%s" r="3.5"><title>%s: %s, %s</title></circle>'):format(
      each.colour, at_x, at_y, plot.escape(each.name), plot.escape(x.text(point[1])), plot.escape(y.text(point[2])))
  end
end

-- Names at the ends of the lines, moved apart where they would lie on each other.
local function add_names(parts, series, x, y)
  local names = {}
  for i, each in ipairs(series) do
    local last = each.points[#each.points]
    names[i] = { x = x_of(x, last[1]) + 9, y = y_of(y, last[2]) + 4, each = each }
  end
  table.sort(names, function(a, b) return a.y < b.y end)
  for i = 2, #names do
    if math.abs(names[i].x - names[i - 1].x) < 120 then names[i].y = math.max(names[i].y, names[i - 1].y + APART) end
  end
  for _, name in ipairs(names) do
    parts[#parts + 1] = text(name.x, name.y, ("name c%d"):format(name.each.colour), "start", name.each.name)
  end
end

-- Room for the names at the ends.
local function right_of(series)
  local longest = 0
  for _, each in ipairs(series) do longest = math.max(longest, #each.name) end
  return WIDTH - 14 - longest * LETTER
end

--- Lines over two logarithmic axes.
-- @tparam table given `{ label=, x = { title=, text=fn, tick=fn }, y = { text=fn, tick=fn },
--   series = { { name=, colour=1..6, dashed=, points = { { x, y }, ... } }, ... }, marks = { { y=, text= }, ... } }`
-- @treturn string
function chart.lines(given)
  local parts, marks = {}, given.marks or {}
  local x, y = fit(given.x, given.series, marks, 1, 1.15), fit(given.y, given.series, marks, 2, 1.6)
  x.right = right_of(given.series)
  add_axes(parts, x, y)
  for _, mark in ipairs(marks) do
    local at = y_of(y, mark.y)
    parts[#parts + 1] = ('<line x1="%d" x2="%.1f" y1="%.1f" y2="%.1f" class="mark"/>'):format(LEFT, x.right, at, at)
    parts[#parts + 1] = text(LEFT + 6, at - 5, "tick", "start", mark.text)
  end
  for _, each in ipairs(given.series) do add_line(parts, each, x, y) end
  add_names(parts, given.series, x, y)
  return ('<svg viewBox="0 0 %d %d" role="img" aria-label="%s">%s</svg>'):format(WIDTH, HEIGHT,
    plot.escape(given.label), table.concat(parts))
end

-- ---- Bars ----

--- Bars with their values, in a table, so that it can be read aloud.
-- @tparam {table,...} rows `{ name=, value=, text=, colour=1..6, within= }`; a row without a value is a heading, one
--   that is within others is moved to the right
-- @treturn string
function chart.bars(rows)
  local most, parts = 0, {}
  for _, row in ipairs(rows) do most = math.max(most, row.value or 0) end
  for i, row in ipairs(rows) do
    if row.value then
      parts[i] = ('<tr><td style="padding-left:%.1fem">%s</td>'
        .. '<td class="bar"><i class="c%d" style="width:%.2f%%"></i></td>'
        .. '<td class="number">%s</td></tr>'):format((row.within or 0) * 1.2, plot.escape(row.name), row.colour or 1,
        most > 0 and row.value / most * 100 or 0, plot.escape(row.text))
    else
      parts[i] = ('<tr><th colspan="3">%s</th></tr>'):format(plot.escape(row.name))
    end
  end
  return '<table class="bars">' .. table.concat(parts) .. "</table>"
end

return chart
