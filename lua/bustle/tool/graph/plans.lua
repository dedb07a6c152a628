--- Plans as bars of 24 hours: a row for each priority, the highest on top; an entry that varies begins with a soft
-- edge. They are in the picture of a pack, where lines lead from them to what they have done, and there is one of a
-- single plan.
local daytime = require "bustle.common.daytime"
local dot = require "bustle.tool.graph.dot"
local keys = require "bustle.common.keys"

local COLOURS = dot.COLOURS

local plans = {}

-- A column is ten minutes; so wide is one, and a letter, in points.
local COLUMN, COLUMNS, WIDTH, LETTER = 10, 144, 5, 5

local FILLS = { "#cfe3f5", "#d5edd9", "#fbe6a9", "#e2d5f3", "#f7d4cc", "#cdeae8", "#e8e1d3", "#dfe3ea" }

-- ---- Where entries are on a row ----

local function column_of(minute)
  return math.floor(minute / COLUMN + 0.5)
end

-- From one column up to another, round the clock.
local function fill(row, from, to, piece)
  for column = from, to - 1 do
    local at = column % COLUMNS + 1
    -- What begins late does not cover what is there for certain.
    if not (piece.soft and row[at] and row[at].soft) then row[at] = piece end
  end
end

local function length_of(entry)
  return (entry.to - entry.from - 1) % 1440 + 1
end

-- By column, whose piece it is. Soft edges lie over what holds before.
local function row_of(plan, priority)
  local row = {}
  for number, entry in ipairs(plan.entries) do
    if (entry.priority or 0) == priority then
      fill(row, column_of(entry.from), column_of(entry.from + length_of(entry)), { number = number })
    end
  end
  for number, entry in ipairs(plan.entries) do
    local vary = entry.vary or 0
    if (entry.priority or 0) == priority and vary > 0 then
      local from, to = column_of(entry.from - vary), column_of(entry.from + vary)
      local before = row[(from - 1) % COLUMNS + 1]
      fill(row, from, math.max(to, from + 1), { number = number, soft = true, before = before and before.number })
    end
  end
  return row
end

local function priorities_of(plan)
  local known, list = {}, {}
  for _, entry in ipairs(plan.entries) do
    local priority = entry.priority or 0
    if not known[priority] then
      known[priority] = true
      list[#list + 1] = priority
    end
  end
  table.sort(list, function(a, b) return a > b end)
  return list
end

-- ---- Cells ----

-- A sequence has the same colour in all plans of a picture.
local function fills_of(list)
  local fills, count = {}, 0
  for _, plan in ipairs(list) do
    for _, entry in ipairs(plan.entries) do
      if not fills[entry.sequence] then
        fills[entry.sequence] = FILLS[count % #FILLS + 1]
        count = count + 1
      end
    end
  end
  return fills
end

-- So many columns wide, whatever is in it.
local function cell(columns, attributes, text, size, colour)
  local inner = text and text ~= "" and ('<font point-size="%d" color="%s">%s</font>'):format(size,
    colour or COLOURS.ink, dot.escape(text)) or ""
  return ('<td fixedsize="true" width="%d" height="%d"%s>%s</td>'):format(columns * WIDTH, size + 9, attributes, inner)
end

local function row_of_cells(cells)
  return ('<tr><td align="left"><table border="0" cellborder="0" cellspacing="0" cellpadding="0"><tr>%s</tr></table>'
    .. '</td></tr>'):format(table.concat(cells))
end

local function piece_cell(bar, piece, columns)
  if not piece then return cell(columns, "", nil, 9) end
  local entry = bar.plan.entries[piece.number]
  local fill_colour = bar.fills[entry.sequence]
  if piece.soft then
    local before = piece.before and bar.fills[bar.plan.entries[piece.before].sequence] or "#ffffff"
    return cell(columns, (' bgcolor="%s:%s"'):format(before, fill_colour), nil, 9)
  end
  local name = bar.short(entry.sequence)
  local most = math.floor(columns * WIDTH / LETTER)
  if #name > most then name = most > 2 and name:sub(1, most - 1) .. "." or "" end
  return cell(columns, (' bgcolor="%s"'):format(fill_colour), name, 9)
end

local function row_text(bar, priority)
  local row, cells, at = row_of(bar.plan, priority), {}, 1
  while at <= COLUMNS do
    local stop = at
    while stop < COLUMNS and row[stop + 1] == row[at] do stop = stop + 1 end
    cells[#cells + 1] = piece_cell(bar, row[at], stop - at + 1)
    at = stop + 1
  end
  cells[#cells + 1] = cell(COLUMNS / 12, "", priority ~= 0 and ("priority %d"):format(priority), 9, COLOURS.quiet)
  return row_of_cells(cells)
end

local function hours_text()
  local cells = {}
  for hour = 0, 21, 3 do
    cells[#cells + 1] = cell(COLUMNS / 8, ' align="left"', daytime.text(hour * 60), 8, COLOURS.quiet)
  end
  cells[#cells + 1] = cell(COLUMNS / 12, ' align="left"', "24:00", 8, COLOURS.quiet)
  return row_of_cells(cells)
end

-- ---- What else is said of entries ----

local function options_of(entry)
  local parts = {}
  if (entry.vary or 0) > 0 then parts[1] = ("varies by %d min"):format(entry.vary) end
  if (entry.skip or 0) > 0 then parts[#parts + 1] = ("skipped with less than %d min"):format(entry.skip) end
  if entry.change and entry.change ~= "node" then
    parts[#parts + 1] = entry.change == "now" and "at once" or "after an action"
  end
  return table.concat(parts, ", ")
end

-- A plan as a label: its name, if it has to be said, and the bar.
local function label_of(plan, fills, short, title)
  local bar, rows = { plan = plan, short = short, fills = fills }, {}
  if title then
    rows[1] = ('<tr><td align="left"><font point-size="12"><b>%s</b></font></td></tr>'):format(dot.escape(title))
  end
  for _, priority in ipairs(priorities_of(plan)) do rows[#rows + 1] = row_text(bar, priority) end
  rows[#rows + 1] = hours_text()
  return { markup = ('<table border="0" cellborder="0" cellspacing="0" cellpadding="1">%s</table>'):format(
    table.concat(rows)) }
end

-- ---- In the picture of a pack ----

-- When a plan has it done, by sequence: a line for each entry.
local function times_of(plan)
  local times = {}
  for _, entry in ipairs(plan.entries) do
    times[entry.sequence] = times[entry.sequence] or {}
    table.insert(times[entry.sequence], { text = (" %s "):format(daytime.span(entry)), size = 9,
      colour = COLOURS.quiet })
  end
  return times
end

-- Who has which plan: `{ npc=, plan=, of= }`, each once.
local function owners(picture)
  local list = {}
  for _, npc in ipairs(picture.npcs) do
    local known = {}
    for _, root in ipairs(picture.reach:roots(npc)) do
      local key = root.role == "plan" and ("%s %s"):format(root.plan, root.of or "")
      if key and not known[key] then
        known[key] = true
        list[#list + 1] = { npc = npc, plan = root.plan, of = root.of }
      end
    end
  end
  return list
end

-- The plans of the pack, and those that its npcs have.
local function drawn(picture, list)
  local names = {}
  for name in pairs(picture.reach.plans) do
    if picture.compiled:thing("plan", name).pack.name == picture.pack then names[name] = true end
  end
  for _, each in ipairs(list) do names[each.plan] = true end
  return keys.names(names)
end

local function draw_plan(picture, name, fills)
  local plan = picture.reach.plans[name]
  picture.drawing:node("plan " .. name, { shape = "box", style = "filled,rounded", fillcolor = "white",
    color = COLOURS.purple_line, label = label_of(plan, fills, function(sequence)
      return picture.compiled:short("sequence", sequence, picture.pack)
    end, "plan " .. picture.compiled:short("plan", name, picture.pack)) })
  local times = times_of(plan)
  for _, sequence in ipairs(keys.names(times)) do
    picture.drawing:edge("plan " .. name, "sequence " .. sequence, { color = COLOURS.purple_line,
      label = dot.label(times[sequence]) })
  end
end

--- Draws the plans of a pack, who has them, and which sequences they name.
-- @tparam table picture of `bustle.tool.graph.nesting`
function plans.draw(picture)
  local list = owners(picture)
  local names, all = drawn(picture, list), {}
  for i, name in ipairs(names) do all[i] = picture.reach.plans[name] end
  local fills = fills_of(all)
  for _, name in ipairs(names) do draw_plan(picture, name, fills) end
  for _, each in ipairs(list) do
    local lines = { { text = " plan ", size = 10 } }
    if each.of then
      lines[2] = { text = (" as %s "):format(picture.compiled:short("role", each.of, picture.pack)), size = 9,
        colour = COLOURS.quiet }
    end
    picture.drawing:edge("npc " .. each.npc.name, "plan " .. each.plan, { penwidth = 2.2, color = COLOURS.purple_line,
      weight = 4, label = dot.label(lines) })
  end
end

-- ---- One plan by itself ----

local function quiet_cell(text)
  return ('<td align="left"><font point-size="9" color="%s">%s</font></td>'):format(COLOURS.quiet, dot.escape(text))
end

-- The entries in the order of their times, a line each.
local function list_of(plan, short)
  local entries, lines = {}, {}
  for i, entry in ipairs(plan.entries) do entries[i] = { entry = entry, number = i } end
  table.sort(entries, function(a, b)
    if a.entry.from ~= b.entry.from then return a.entry.from < b.entry.from end
    return a.number < b.number
  end)
  for i, each in ipairs(entries) do
    local options = options_of(each.entry)
    lines[i] = ('<tr><td align="left"><font point-size="10">%s</font></td><td align="left"><font point-size="10">'
      .. '<b>%s</b></font></td>%s</tr>'):format(
      daytime.span(each.entry), dot.escape(short(each.entry.sequence)), options ~= "" and quiet_cell(options) or "")
  end
  return { markup = ('<table border="0" cellborder="0" cellspacing="0" cellpadding="2">%s</table>'):format(
    table.concat(lines)) }
end

--- Draws a plan.
-- @tparam table compiled of `content.compile`
-- @tparam string name qualified
-- @treturn string DOT
function plans.one(compiled, name)
  local pack, plan = compiled:thing("plan", name).pack.name, nil
  for _, each in ipairs(compiled.tables.plans) do
    if each.name == name then plan = each end
  end
  local function short(sequence) return compiled:short("sequence", sequence, pack) end
  local drawing = dot.new(name, { rankdir = "TB", ranksep = 0.2 })
  drawing:node("bar", { shape = "plain", style = "", label = label_of(plan, fills_of { plan }, short) })
  drawing:node("entries", { shape = "plain", style = "", label = list_of(plan, short) })
  drawing:edge("bar", "entries", { style = "invis" })
  return drawing:text()
end

return plans
