-- Plots along the hours of a day: a bar for everybody, with brackets for what they did together; how full places were.
-- Widths are minutes, which the page stretches to what room there is; heights are pixels. All names stand beside the
-- plots, as text of the page.
local diary = require "examples.demo.diary"
local plot = require "examples.report.plot"
local record = require "examples.demo.record"

local timeline = {}

local MINUTES = diary.MINUTES
local ROW, BAR, MARK = 24, 13, 18 -- of a row, of the bar in it, and down to the mark of a bracket
local GROUP = 22 -- of a line above those who live together
local FULL, TOP = 46, 6 -- of a row of how full a place was, and what is free above it
local NIGHT = { { 0, 0 }, { 14 * 60, 24 * 60 } } -- minutes since six

local escape, spoken = plot.escape, record.spoken

-- ---- The frame ----

local function hours(kept)
  local parts = {}
  for i = 0, 12 do
    local place = i == 0 and "first" or i == 12 and "last" or "between"
    parts[i + 1] = ('<span class="%s" style="left:%.4g%%">%s</span>'):format(place, i / 12 * 100, kept:time(i * 120))
  end
  return '<div class="hours" aria-hidden="true">' .. table.concat(parts) .. "</div>"
end

local function ground(height)
  local parts = {}
  for _, night in ipairs(NIGHT) do
    if night[2] > night[1] then
      parts[#parts + 1] = ('<rect class="night" x="%d" y="0" width="%d" height="%d"/>'):format(night[1],
        night[2] - night[1], height)
    end
  end
  local lines = {}
  for hour = 1, 23 do lines[hour] = ("M%d 0V%d"):format(hour * 60, height) end
  return table.concat(parts) .. ('<path class="grid" d="%s"/>'):format(table.concat(lines))
end

-- Names on the left, which stay where they are when the plot is scrolled, and the plot.
local function frame(kept, label, names, height, body)
  return table.concat {
    ('<div class="chart" tabindex="0" role="region" aria-label="%s"><div class="board">'):format(escape(label)),
    '<div class="names"><div class="hours"></div>', names, '<div class="hours"></div></div><div class="plot">',
    hours(kept),
    ('<svg viewBox="0 0 %d %d" height="%d" preserveAspectRatio="none" role="img" aria-label="%s">'):format(MINUTES,
      height, height, escape(label)), ground(height), body, "</svg>", hours(kept), "</div></div></div>" }
end

-- ---- A bar for everybody ----

--- Who is drawn under whom: those who live together, in the order of their coming.
-- @treturn {table,...} groups `{ name=, people= }`
function timeline.groups(kept)
  local groups, by_home = {}, {}
  for _, npc in ipairs(kept.scene.people) do
    local name = kept.homes[npc.id]
    if not by_home[name] then
      by_home[name] = { name = name, people = {} }
      groups[#groups + 1] = by_home[name]
    end
    table.insert(by_home[name].people, npc)
  end
  return groups
end

local function deeds_of(bar)
  local names = {}
  for i, entry in ipairs(record.ranked(bar.deeds)) do
    if i <= 4 then names[i] = spoken(entry.name) end
  end
  return table.concat(names, ", ")
end

local function bar_of(kept, npc, bar, y)
  return ('<rect class="%s" x="%d" y="%d" width="%d" height="%d"><title>%s</title></rect>'):format(bar.amount.key,
    bar.from, y, bar.to - bar.from, BAR, escape(("%s, %s to %s: %s%s"):format(npc.name, kept:time(bar.from),
      kept:time(bar.to), deeds_of(bar), bar.place and " (" .. bar.place .. ")" or "")))
end

--- Somebody and their part, for a list.
function timeline.members(together)
  local names = {}
  for i, member in ipairs(together.members) do
    names[i] = ("%s (%s)"):format(member.npc.name, spoken(member.part))
  end
  return table.concat(names, ", ")
end

--- When a scene was over.
function timeline.ending(together)
  local to = together.from
  for _, member in ipairs(together.members) do to = math.max(to, member.to or together.from) end
  return to
end

-- A bracket: a wire from the first to the last of its people, behind the bars, and a mark under the bar of each.
local function bracket(kept, day, together, class, y_of)
  local start = (day.number - 1) * MINUTES
  local from = together.from - start
  local marks, first, last = {}, math.huge, 0
  for i, member in ipairs(together.members) do
    local y = y_of[member.npc.id] + MARK
    first, last = math.min(first, y), math.max(last, y)
    local to = math.min((member.to or together.from) - start, MINUTES)
    marks[i] = ("M%.1f %dH%.1f"):format(from, y, math.max(to, from + 1))
  end
  local title = escape(("%s, %s to %s%s: %s"):format(spoken(together.name), kept:time(together.from),
    kept:time(timeline.ending(together)), together.place and ", " .. together.place or "", timeline.members(together)))
  local wire = ('<path class="wire %s" d="M%.1f %dV%d"/>'):format(class, from, first, last)
  return wire, ('<path class="mark %s" d="%s"><title>%s</title></path>'):format(class, table.concat(marks), title)
end

--- A day of everybody.
-- @tparam table kept the diary
-- @tparam table bars of everybody, by id
-- @tparam {[string]=string,...} classes of scenes, by their names
function timeline.people(kept, day, groups, bars, classes)
  local names, wires, rows, marks, y_of, y = {}, {}, {}, {}, {}, 0
  for _, group in ipairs(groups) do
    names[#names + 1] = ('<div class="group" style="height:%dpx">%s</div>'):format(GROUP, escape(group.name))
    y = y + GROUP
    for _, npc in ipairs(group.people) do
      names[#names + 1] = ('<div class="name" style="height:%dpx"><b>%s</b> <i>%s</i></div>'):format(ROW,
        escape(npc.name), escape(spoken(npc.kind)))
      y_of[npc.id] = y
      for _, bar in ipairs(bars[npc.id] or {}) do rows[#rows + 1] = bar_of(kept, npc, bar, y + 2) end
      y = y + ROW
    end
  end
  for _, together in ipairs(day.scenes) do
    local wire, mark = bracket(kept, day, together, classes[together.name], y_of)
    wires[#wires + 1], marks[#marks + 1] = wire, mark
  end
  return frame(kept, day.name .. ": what everybody did", table.concat(names), y,
    table.concat(wires) .. '<g class="bars">' .. table.concat(rows) .. "</g>" .. table.concat(marks))
end

-- ---- How full places were ----

-- Steps from one number to the next.
local function steps(full, most, top)
  local scale = (FULL - TOP) / most
  local bottom, parts, before = top + FULL, {}, 0
  for minute = 0, MINUTES - 1 do
    local count = full[minute] or 0
    if count ~= before then
      parts[#parts + 1] = ("H%dV%.4g"):format(minute, bottom - count * scale)
      before = count
    end
  end
  return ("M0 %d%sH%dV%dZ"):format(bottom, table.concat(parts), MINUTES, bottom)
end

--- How full places were on a day.
-- @tparam {table,...} places of `diary.fullness`
-- @tparam number most what is drawn as high as a row
function timeline.places(kept, day, places, most)
  local names, rows = {}, {}
  for i, full in ipairs(places) do
    names[i] = ('<div class="name place" style="height:%dpx"><b>%s</b> <i>at most %d (%s)</i></div>'):format(FULL,
      escape(full.place), full.most, kept:time(full.at))
    local top = (i - 1) * FULL
    rows[i] = ('<path class="line" d="M0 %dH%d"/><path class="full" d="%s"><title>%s: at most %d, at %s</title></path>')
      :format(top + FULL, MINUTES, steps(full, most, top), escape(full.place), full.most, kept:time(full.at))
  end
  return frame(kept, day.name .. ": how full places were", table.concat(names), #places * FULL, table.concat(rows))
end

return timeline
