--- The day of an NPC as text: a bar of what held when, and a table of the entries of its plan.
local daytime = require "bustle.common.daytime"
local terminal = require "bustle.tool.terminal"

local HOURS, CELLS_OF_HOUR = 24, 3

-- ---- Times ----

-- Those of the day before and after stand in parentheses.
local function time_of(day, ms, is_end)
  local text
  if is_end and ms > 0 and ms % day.day_ms == 0 then
    text = "24:00"
  else
    text = daytime.text(daytime.minute(ms % day.day_ms, day.day_ms))
  end
  local elsewhere = ms < 0 or ms > day.day_ms or ms == day.day_ms and not is_end
  return elsewhere and ("(%s)"):format(text) or (" %s "):format(text)
end

local function minutes(day, ms)
  return math.floor(ms * 1440 / day.day_ms + 0.5)
end

local function shift_of(day, entry)
  local shift = minutes(day, entry.shift)
  return shift == 0 and "" or ("%+d min"):format(shift)
end

-- ---- The bar ----

local function scale()
  local parts = {}
  for hour = 0, HOURS - 3, 3 do parts[#parts + 1] = ("%-9s"):format(daytime.text(hour * 60)) end
  return "  " .. table.concat(parts) .. "24:00\n"
end

local function shown_in(span)
  return span.entry and span.entry.sequence or "no plan"
end

-- A text in a space of so many letters.
local function fitted(text, width)
  if width <= 0 then return "" end
  return (text .. (" "):rep(width)):sub(1, width)
end

-- Spans of one sequence that follow each other are one piece.
local function pieces_of(day)
  local pieces = {}
  for _, span in ipairs(day.spans) do
    local last, text = pieces[#pieces], shown_in(span)
    if last and last.text == text then
      last.to = span.to
    else
      pieces[#pieces + 1] = { text = text, from = span.from, to = span.to }
    end
  end
  return pieces
end

local function bar(day, paint)
  local cells, parts, at = HOURS * CELLS_OF_HOUR, {}, 0
  local pieces = pieces_of(day)
  for i, piece in ipairs(pieces) do
    local stop = math.floor(piece.to * cells / day.day_ms + 0.5)
    if stop > at then
      parts[#parts + 1] = paint("dim", "|") .. paint(i % 2 == 0 and "reversed" or "bold",
        fitted(terminal.clean(piece.text), stop - at - 1))
      at = stop
    end
  end
  return "  " .. table.concat(parts) .. paint("dim", "|") .. "\n"
end

-- ---- Why ----

local function is_asleep(run)
  return run.why == "later" or run.why == "over"
end

-- As the core ranks those that are open (S74).
local function beats(a, b)
  if a.priority ~= b.priority then return a.priority > b.priority end
  if a.from ~= b.from then return a.from > b.from end
  return a.number > b.number
end

local function clock_text(day, ms, is_end)
  return time_of(day, ms, is_end):match("%d+:%d+")
end

-- What one that is open is below: what is too short, too, if what holds would come before it anyway.
local function is_below(entry, run)
  return run.why == "below" or run.why == "short" and run.holder ~= nil and beats(run.holder, entry)
end

local SAY = {}

-- All that come before it one after the other, said once.
function SAY.below(day, entry, first, last)
  local names, later, known = {}, true, {}
  for i = first, last do
    local holder = entry.runs[i].holder
    if holder and not known[holder.sequence] then
      known[holder.sequence] = true
      names[#names + 1] = holder.sequence
      later = later and holder.priority == entry.priority
    end
  end
  local whom = #names > 0 and table.concat(names, ", ") or "another"
  local text = later and ("%s began later"):format(whom) or "below " .. whom
  local to = entry.runs[last].to
  return to < math.min(entry.to, day.day_ms) and ("%s, until %s"):format(text, clock_text(day, to, true)) or text
end

function SAY.short(day, entry, first)
  local run = entry.runs[first]
  return ("skipped at %s: %d min left, and it wants %d"):format(clock_text(day, run.from), minutes(day, run.left),
    entry.skip)
end

function SAY.open(day, entry, first)
  local run, parts, names = entry.runs[first], {}, {}
  for _, other in ipairs(run.above) do
    if entry.priority > other.priority then names[#names + 1] = other.sequence end
  end
  if #names > 0 then parts[1] = "counts more than " .. table.concat(names, ", ") end
  if run.to > math.max(entry.to, 0) then
    parts[#parts + 1] = ("goes on after %s: nothing else has begun"):format(entry.before and "the day before"
      or clock_text(day, entry.to, true))
  end
  return #parts > 0 and table.concat(parts, "; ") or nil
end

-- What is to be said of an entry, in the order in which it was so.
local function why(day, entry)
  local parts, i = {}, 1
  while entry.runs[i] do
    local run, last = entry.runs[i], i
    local say = SAY[run.why]
    if is_below(entry, run) then
      say = SAY.below
      while entry.runs[last + 1] and is_below(entry, entry.runs[last + 1]) do last = last + 1 end
    end
    parts[#parts + 1] = say and say(day, entry, i, last)
    i = last + 1
  end
  return parts
end

-- "08:07-12:00, 13:00-17:00", of what held on this day
local function held(day, entry)
  local parts = {}
  for _, run in ipairs(entry.runs) do
    if run.why == "open" and run.to > run.from then
      local from, to = clock_text(day, run.from), clock_text(day, run.to, true)
      local last = parts[#parts]
      if last and last.stop == run.from then
        last.text, last.stop = last.from .. "-" .. to, run.to
      else
        parts[#parts + 1] = { from = from, stop = run.to, text = from .. "-" .. to }
      end
    end
  end
  for i, part in ipairs(parts) do parts[i] = part.text end
  return parts
end

-- ---- The table ----

local HEADS = { "begins", "ends", "shift", "priority", "sequence", "holds", "why" }

-- Entries may hold at several times of a day, for several reasons: each has a line of its own.
local function rows_of(day, plan)
  local rows = {}
  table.sort(plan.entries, function(a, b)
    if a.from ~= b.from then return a.from < b.from end
    return a.number < b.number
  end)
  for _, entry in ipairs(plan.entries) do
    local times, reasons = held(day, entry), why(day, entry)
    local asleep = true
    for _, run in ipairs(entry.runs) do asleep = asleep and is_asleep(run) end
    if not (asleep and entry.to <= 0) then
      rows[#rows + 1] = { entry.before and "" or time_of(day, entry.from),
        entry.before and "" or time_of(day, entry.to, true), shift_of(day, entry),
        entry.priority ~= 0 and ("%d"):format(entry.priority) or "", entry.sequence,
        times[1] or "-", reasons[1] or "", holds = #times > 0 }
      for i = 2, math.max(#times, #reasons) do
        rows[#rows + 1] = { "", "", "", "", "", times[i] or "", reasons[i] or "", holds = #times > 0 }
      end
    end
  end
  return rows
end

local function lay_out(rows, paint)
  local widths, lines = {}, {}
  for column = 1, #HEADS do
    widths[column] = #HEADS[column]
    for _, row in ipairs(rows) do
      row[column] = terminal.clean(row[column])
      widths[column] = math.max(widths[column], #row[column])
    end
  end
  local function line(row, colour)
    local parts = {}
    for column = 1, #HEADS do parts[column] = row[column] .. (" "):rep(widths[column] - #row[column]) end
    local text = "  " .. table.concat(parts, "  "):gsub("%s+$", "")
    return (colour and paint(colour, text) or text) .. "\n"
  end
  lines[1] = line(HEADS, "dim")
  for _, row in ipairs(rows) do lines[#lines + 1] = line(row, not row.holds and "dim" or nil) end
  return table.concat(lines)
end

-- ---- Whose day it is ----

local function roles_text(day)
  local lines, last = {}, nil
  for _, span in ipairs(day.spans) do
    local plan = span.plan and span.plan.plan
    local text = ("%s%s"):format(span.role ~= "" and ("%s: "):format(span.role) or "",
      plan and "plan " .. plan or "no plan")
    if last ~= text then
      lines[#lines + 1] = { from = span.from, text = text }
      last = text
    end
  end
  if #lines == 1 then return lines[1].text end
  local parts = { "As time goes by:" }
  for i, line in ipairs(lines) do parts[i + 1] = ("  %s  %s"):format(clock_text(day, line.from), line.text) end
  return table.concat(parts, "\n")
end

local function has_elsewhere(rows)
  for _, row in ipairs(rows) do
    if row[1]:find("(", 1, true) or row[2]:find("(", 1, true) then return true end
  end
  return false
end

--- Draws a day.
-- @tparam table day of `bustle.tool.plan.day`
-- @tparam function paint of `bustle.tool.terminal`
-- @treturn string
return function(day, paint)
  local made = { ("%s on day %d. %s\n\n"):format(paint("bold", terminal.clean(day.npc ~= day.kind
    and ("%s, %s,"):format(day.npc, day.kind) or day.npc)), day.day, terminal.clean(roles_text(day))), scale(),
    bar(day, paint) }
  local elsewhere = false
  for _, plan in ipairs(day.plans) do
    local title = #day.plans > 1 and ("  %s\n"):format(paint("bold", "plan " .. terminal.clean(plan.plan))) or ""
    made[#made + 1] = "\n" .. title
    local rows = rows_of(day, plan)
    elsewhere = elsewhere or has_elsewhere(rows)
    made[#made + 1] = lay_out(rows, paint)
  end
  if elsewhere then made[#made + 1] = paint("dim", "\n  (in parentheses: on the day before or after)") .. "\n" end
  return table.concat(made)
end
