-- Plots as SVG: areas on top of each other, bars, and lines. They know numbers and names, and nothing of worlds.
local plot = {}

--- Enough colours for a plot, told apart also by those who see few of them.
plot.COLOURS = { "#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#ee8866", "#777788", "#bbbbbb" }

local escapes = { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;" }

--- A text as it stands in a page.
function plot.escape(text) return (tostring(text):gsub('[&<>"]', escapes)) end

local WIDTH, HEIGHT, LEFT, BOTTOM = 620, 190, 46, 24

local function frame(body, label)
  return ('<svg viewBox="0 0 %d %d" role="img" aria-label="%s">%s</svg>'):format(WIDTH, HEIGHT, plot.escape(label),
    body)
end

local function x_of(i, count) return LEFT + (i - 0.5) / count * (WIDTH - LEFT - 6) end
local function y_of(part) return 8 + (1 - part) * (HEIGHT - BOTTOM - 8) end

-- The axes: seconds along the bottom, and the greatest value on the left.
local function axes(seconds, most)
  local parts = {}
  for i = 0, 5 do
    local x = LEFT + i / 5 * (WIDTH - LEFT - 6)
    parts[#parts + 1] = ('<text x="%.0f" y="%d" class="tick" text-anchor="middle">%.0f s</text>'):format(
      math.min(x, WIDTH - 20), HEIGHT - 6, seconds * i / 5)
  end
  for i = 0, 2 do
    local y = y_of(i / 2)
    parts[#parts + 1] = ('<line x1="%d" x2="%d" y1="%.1f" y2="%.1f" class="grid"/>'):format(LEFT, WIDTH - 6, y, y)
    parts[#parts + 1] = ('<text x="%d" y="%.1f" class="tick" text-anchor="end">%s</text>'):format(LEFT - 6, y + 4,
      most(i / 2))
  end
  return table.concat(parts)
end

--- What shares make up a whole over time.
-- @tparam {table,...} series `{ name=, values= }`; the values of all add up to 1 at each time
function plot.areas(series, seconds, label)
  local count, parts, base = #series[1].values, {}, {}
  for k, one in ipairs(series) do
    local top, bottom = {}, {}
    for i = 1, count do
      local low = base[i] or 0
      base[i] = low + one.values[i]
      top[i] = ("%.1f,%.1f"):format(x_of(i, count), y_of(base[i]))
      bottom[count - i + 1] = ("%.1f,%.1f"):format(x_of(i, count), y_of(low))
    end
    parts[k] = ('<polygon fill="%s" points="%s %s"><title>%s</title></polygon>'):format(
      plot.COLOURS[(k - 1) % #plot.COLOURS + 1], table.concat(top, " "), table.concat(bottom, " "),
      plot.escape(one.name))
  end
  return frame(table.concat(parts) .. axes(seconds, function(part) return ("%.0f %%"):format(part * 100) end), label)
end

--- Lines over time.
function plot.lines(series, seconds, label, unit)
  local most = 0
  for _, one in ipairs(series) do
    for _, value in ipairs(one.values) do most = math.max(most, value) end
  end
  most = math.max(most, 1e-9)
  local parts = { axes(seconds, function(part) return (unit or "%.0f"):format(part * most) end) }
  for k, one in ipairs(series) do
    local points = {}
    for i, value in ipairs(one.values) do points[i] = ("%.1f,%.1f"):format(x_of(i, #one.values), y_of(value / most)) end
    parts[#parts + 1] = ('<polyline fill="none" stroke="%s" stroke-width="2" points="%s"><title>%s</title>'
      .. "</polyline>"):format(plot.COLOURS[k], table.concat(points, " "), plot.escape(one.name))
  end
  return frame(table.concat(parts), label)
end

--- Which colour is what.
function plot.legend(series)
  local parts = {}
  for k, one in ipairs(series) do
    parts[k] = ('<span><i style="background:%s"></i>%s</span>'):format(plot.COLOURS[(k - 1) % #plot.COLOURS + 1],
      plot.escape(one.name))
  end
  return '<p class="legend">' .. table.concat(parts, " ") .. "</p>"
end

--- Bars with their values, in a table, so that it can be read aloud.
-- @tparam {table,...} rows `{ name=, count= }`
function plot.bars(rows, all)
  local parts, most = {}, rows[1] and rows[1].count or 1
  for i, row in ipairs(rows) do
    parts[i] = ('<tr><td>%s</td><td class="bar"><i style="width:%.1f%%"></i></td>'
      .. '<td class="number">%.1f %%</td></tr>'):format(plot.escape(row.name), row.count / most * 100,
      row.count / all * 100)
  end
  return "<table>" .. table.concat(parts) .. "</table>"
end

return plot
