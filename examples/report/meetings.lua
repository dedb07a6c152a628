-- Who met whom: a list of those who did most together, and a square with a cell for every two.
local plot = require "examples.report.plot"
local record = require "examples.demo.record"

local meetings = {}

local LISTED = 16 -- pairs
local CELL, LEFT, TOP = 15, 78, 74 -- of a cell, and room for the names

local escape, spoken = plot.escape, record.spoken

local function what_they_did(pair)
  local parts = {}
  for i, entry in ipairs(record.ranked(pair.scenes)) do parts[i] = ("%s %d"):format(spoken(entry.name), entry.count) end
  return table.concat(parts, ", ")
end

local function tie_of(pair, classes)
  return pair.tie and (' <i class="tie %s">%s</i>'):format(classes[pair.tie], escape(pair.tie)) or ""
end

--- Those who met most often.
-- @tparam {table,...} pairs_of_people of a diary
-- @tparam {[string]=string,...} classes of the words that say what two are to each other
function meetings.list(pairs_of_people, classes)
  local rows = {}
  for i, pair in ipairs(pairs_of_people) do
    if i > LISTED then break end
    rows[i] = ('<tr><td><b>%s</b> and <b>%s</b>%s<br><span class="dim">%s</span></td><td class="bar">'
      .. '<i style="width:%.1f%%"></i></td><td class="number">%d</td></tr>'):format(escape(pair.a.name),
      escape(pair.b.name), tie_of(pair, classes), escape(what_they_did(pair)),
      pair.count / pairs_of_people[1].count * 100, pair.count)
  end
  return '<table class="pairs">' .. table.concat(rows) .. "</table>"
end

local function names_along(people)
  local parts = {}
  for i, npc in ipairs(people) do
    local middle = (i - 0.5) * CELL
    parts[#parts + 1] = ('<text x="%d" y="%.1f" text-anchor="end">%s</text>'):format(LEFT - 5, TOP + middle + 4,
      escape(npc.name))
    parts[#parts + 1] = ('<text text-anchor="start" transform="translate(%.1f %d) rotate(-90)">%s</text>'):format(
      LEFT + middle + 4, TOP - 5, escape(npc.name))
  end
  return table.concat(parts)
end

local function cell(column, row, class, title, strength)
  return ('<rect class="%s" x="%.1f" y="%.1f" width="%d" height="%d" fill-opacity="%.2f"><title>%s</title></rect>')
    :format(class, LEFT + (column - 1) * CELL + 0.5, TOP + (row - 1) * CELL + 0.5, CELL - 1, CELL - 1, strength,
      escape(title))
end

--- A cell for every two: the darker, the more often they met; coloured by what they are to each other.
-- @tparam {table,...} people in the order of rows and columns
function meetings.square(pairs_of_people, people, classes)
  local number, parts, size = {}, {}, #people * CELL
  for i, npc in ipairs(people) do number[npc.id] = i end
  for i = 0, #people, 5 do
    parts[#parts + 1] = ('<path class="grid" d="M%d %dv%dM%d %dh%d"/>'):format(LEFT + i * CELL, TOP, size, LEFT,
      TOP + i * CELL, size)
  end
  local most = pairs_of_people[1] and pairs_of_people[1].count or 1
  for _, pair in ipairs(pairs_of_people) do
    local a, b = number[pair.a.id], number[pair.b.id]
    local class = pair.tie and classes[pair.tie] or "nobody"
    local title = ("%s and %s%s: %s"):format(pair.a.name, pair.b.name, pair.tie and ", " .. pair.tie or "",
      what_they_did(pair))
    local strength = 0.3 + 0.7 * (pair.count / most) ^ 0.5
    parts[#parts + 1] = cell(a, b, class, title, strength) .. cell(b, a, class, title, strength)
  end
  local width, height = LEFT + size + 2, TOP + size + 2
  return ('<svg class="square" viewBox="0 0 %d %d" width="%d" height="%d" role="img" aria-label="who met whom">%s%s'
    .. "</svg>"):format(width, height, width, height, table.concat(parts), names_along(people))
end

return meetings
