--- Pictures of what bench/variety/run.lua found, as SVG: capacity against number of options as heat maps, and what
-- capacity does in the market as lines.
local pictures = {}

--- The files that it makes.
pictures.NAMES = { "variety-options.svg", "variety-capacity.svg" }

local FONT = "Helvetica,Arial,DejaVu Sans,sans-serif"
local INK, FAINT = "#2b2f36", "#6b7280"
local COLOURS = { "#4477aa", "#ee6677", "#228833", "#ccaa22", "#aa3377" }

-- ---- Shapes ----

local function text(x, y, words, style)
  return ('<text x="%.1f" y="%.1f" font-size="%d" fill="%s" text-anchor="%s"%s>%s</text>'):format(x, y,
    style.size or 12, style.fill or INK, style.anchor or "middle", style.bold and ' font-weight="bold"' or "", words)
end

local function upright(x, y, words)
  return ('<text transform="translate(%.1f,%.1f) rotate(-90)" font-size="12" fill="%s" text-anchor="middle">%s</text>')
    :format(x, y, FAINT, words)
end

local function line(x1, y1, x2, y2, colour)
  return ('<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="%s"/>'):format(x1, y1, x2, y2, colour)
end

local function whole(width, height, title, parts)
  return ('<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img" '
    .. 'font-family="%s">\n<title>%s</title>\n<rect width="%d" height="%d" fill="white"/>\n%s\n</svg>\n'):format(
    width, height, width, height, FONT, title, width, height, table.concat(parts, "\n"))
end

-- ---- Heat maps ----

local CELL_WIDTH, CELL_HEIGHT, NARROWEST = 34, 24, 300 -- as wide as the titles

-- From light to dark for 0 to 1; and what can be read on it.
local function shade(part)
  local function mix(from, to) return math.floor(from + (to - from) * part) end
  return ("#%02x%02x%02x"):format(mix(247, 33), mix(251, 81), mix(255, 146)), part > 0.55 and "white" or INK
end

local function distinct(cells, field)
  local list, seen = {}, {}
  for _, each in ipairs(cells) do
    if not seen[each[field]] then
      seen[each[field]] = true
      list[#list + 1] = each[field]
    end
  end
  table.sort(list)
  local index = {}
  for i, value in ipairs(list) do index[value] = i end
  return list, index
end

local function add_axes(parts, left, top, counts, capacities)
  local bottom = top + #capacities * CELL_HEIGHT
  for i, count in ipairs(counts) do
    parts[#parts + 1] = text(left + (i - 0.5) * CELL_WIDTH, bottom + 16, count, { fill = FAINT })
  end
  for i, capacity in ipairs(capacities) do
    parts[#parts + 1] = text(left - 8, bottom - (i - 0.5) * CELL_HEIGHT + 4, capacity, { fill = FAINT, anchor = "end" })
  end
  parts[#parts + 1] = text(left + #counts * CELL_WIDTH / 2, bottom + 36, "options that are open", { fill = FAINT })
  parts[#parts + 1] = upright(left - 34, top + #capacities * CELL_HEIGHT / 2, "capacity of memory")
end

-- One map: `field` of the cells, darkest at `most`.
local function add_map(parts, cells, left, map)
  local top = 58
  local counts, column = distinct(cells, "options")
  local capacities, row = distinct(cells, "capacity")
  local bottom = top + #capacities * CELL_HEIGHT
  parts[#parts + 1] = text(left, 26, map.title, { size = 14, bold = true, anchor = "start" })
  parts[#parts + 1] = text(left, 44, map.subtitle, { fill = FAINT, anchor = "start" })
  for _, each in ipairs(cells) do
    local x, y = left + (column[each.options] - 1) * CELL_WIDTH, bottom - row[each.capacity] * CELL_HEIGHT
    local colour, ink = shade(math.min(1, each[map.field] / map.most))
    parts[#parts + 1] = ('<rect x="%.1f" y="%.1f" width="%d" height="%d" fill="%s" stroke="white"/>'):format(x, y,
      CELL_WIDTH, CELL_HEIGHT, colour)
    parts[#parts + 1] = text(x + CELL_WIDTH / 2, y + CELL_HEIGHT / 2 + 4, ("%.0f"):format(each[map.field]),
      { size = 11, fill = ink })
  end
  add_axes(parts, left, top, counts, capacities)
  return left + math.max(NARROWEST, #counts * CELL_WIDTH), bottom
end

local function heat_maps(result)
  local cells, parts, most = {}, {}, 1
  for _, each in ipairs(result.options.cells) do
    if each.places == 1 then
      cells[#cells + 1] = each
      most = math.max(most, each.soonest)
    end
  end
  local right = add_map(parts, cells, 56, { field = "soonest", most = most, title = "How soon the same comes again",
    subtitle = "after how many choices, in the soonest tenth" })
  local width, bottom = add_map(parts, cells, right + 84, { field = "guessed", most = 100,
    title = "How well it can be foreseen", subtitle = "how often a watcher guesses the next choice, %" })
  return whole(width + 20, bottom + 50, "Capacity of memory and number of options", parts)
end

-- ---- Lines ----

local WIDTH, HEIGHT, LEFT, TOP, BOTTOM, RIGHT = 680, 330, 56, 30, 280, 420

-- In the order in which they lie above each other on the right.
local SHOWN = { { "same_own_way", "the same transition again, of its own" }, { "same_target", "the same target again" },
  { "recent_target", "one of the last three targets" }, { "same_shared_way", "the same transition again, shared" },
  { "guessed", "a watcher guesses the transition" } }
local APART = 15 -- labels

-- The market's ways with memories of a capacity, smallest first.
local function of_capacities(result)
  local list = {}
  for _, way in ipairs(result.ways) do
    if way.name:find("^memory_%d+$") then list[#list + 1] = way end
  end
  return list
end

local function x_of(i, count) return LEFT + 14 + (i - 1) / (count - 1) * (RIGHT - LEFT - 28) end
local function y_of(percent) return BOTTOM - percent / 100 * (BOTTOM - TOP) end

local function add_line(parts, ways, name, colour)
  local points, band = {}, {}
  for i, way in ipairs(ways) do
    local value, x = way.measured[name], x_of(i, #ways)
    points[i] = ("%.1f,%.1f"):format(x, y_of(value.mean))
    band[i] = ("%.1f,%.1f"):format(x, y_of(value.mean + value.half))
    band[2 * #ways + 1 - i] = ("%.1f,%.1f"):format(x, y_of(value.mean - value.half))
  end
  parts[#parts + 1] = ('<polygon points="%s" fill="%s" fill-opacity="0.2"/>'):format(table.concat(band, " "), colour)
  parts[#parts + 1] = ('<polyline points="%s" fill="none" stroke="%s" stroke-width="2"/>'):format(
    table.concat(points, " "), colour)
end

local function capacity_lines(result)
  local ways, parts = of_capacities(result), {}
  for percent = 0, 100, 20 do
    parts[#parts + 1] = line(LEFT, y_of(percent), RIGHT, y_of(percent), "#e5e7eb")
    parts[#parts + 1] = text(LEFT - 8, y_of(percent) + 4, percent, { fill = FAINT, anchor = "end" })
  end
  for i, way in ipairs(ways) do
    parts[#parts + 1] = text(x_of(i, #ways), BOTTOM + 18, way.transitions, { fill = FAINT })
  end
  parts[#parts + 1] = text((LEFT + RIGHT) / 2, BOTTOM + 38, "capacity of memory in the market", { fill = FAINT })
  parts[#parts + 1] = upright(18, (TOP + BOTTOM) / 2, "of the choices, %")
  local lowest = BOTTOM
  for i, shown in ipairs(SHOWN) do
    add_line(parts, ways, shown[1], COLOURS[i])
    local y = math.min(lowest, y_of(ways[#ways].measured[shown[1]].mean))
    lowest = y - APART
    parts[#parts + 1] = text(RIGHT + 6, y + 4, shown[2], { fill = COLOURS[i], anchor = "start" })
  end
  return whole(WIDTH, HEIGHT, "What the capacity of memory does in the market", parts)
end

--- All pictures.
-- @tparam table result of bench/variety/run.lua
-- @treturn table texts by file name
function pictures.of(result)
  return { [pictures.NAMES[1]] = heat_maps(result), [pictures.NAMES[2]] = capacity_lines(result) }
end

return pictures
