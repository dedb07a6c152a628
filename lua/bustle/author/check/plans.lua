--- Entries of plans that never hold, because others count more, and times of the day of which a plan says nothing.
local daytime = require "bustle.common.daytime"

local DAY = 1440

-- ---- Times ----

local function length_of(entry)
  return (entry.to - entry.from - 1) % DAY + 1
end

-- All of this is looked at on a line of three days, so that nothing has an end at midnight. Calls `fn` with when an
-- entry begins, if it did not vary, and when it ends.
local function each_day(entry, fn)
  for day = 0, 2 do fn(day * DAY + entry.from, day * DAY + entry.from + length_of(entry)) end
end

-- The longest time that is left of one from `from` to `to` without those of a list, of those that reach into the middle
-- day.
local function longest_left(from, to, list)
  table.sort(list, function(a, b) return a.from < b.from end)
  local longest, at = 0, from
  for _, each in ipairs(list) do
    if each.from > at then longest = math.max(longest, math.min(each.from, to) - at) end
    at = math.max(at, each.to)
    if at >= to then return longest end
  end
  return math.max(longest, to - at)
end

-- ---- Entries that never hold ----

-- When entries that count more hold for certain: from the latest time at which they begin. What may be skipped does not
-- count, nor does what is shorter than it varies.
local function certain_above(plan, entry)
  local list = {}
  for _, other in ipairs(plan.entries) do
    if (other.priority or 0) > (entry.priority or 0) and (other.skip or 0) == 0 then
      each_day(other, function(from, to)
        if from + (other.vary or 0) < to then list[#list + 1] = { from = from + (other.vary or 0), to = to } end
      end)
    end
  end
  return list
end

local function check_entry(review, plan, number)
  local entry = plan.entries[number]
  local from = DAY + entry.from
  local left = longest_left(from - (entry.vary or 0), from + length_of(entry), certain_above(plan, entry))
  local skip = entry.skip or 0
  if left > 0 and left >= skip then return end
  local shown = review:style("plan", plan.name).short("sequence", entry.sequence)
  review:warn("plan", plan.name, { code = "covered-entry", spot = ("entry %d"):format(number),
    text = left == 0 and ('"%s" never holds: entries of a higher priority cover all of it'):format(shown)
      or ('"%s" hardly ever holds: entries of a higher priority leave it at most %d min, and it is skipped for less '
        .. 'than %d'):format(shown, left, skip),
    cure = left == 0 and "give it a higher priority, other times, or leave it out" or "let it skip less, or move it" })
end

-- ---- Gaps ----

-- Those times between entries that nothing covers, each once: where the first begins, and how long it is.
local function gaps_of(plan)
  local list, gaps = {}, {}
  for number, entry in ipairs(plan.entries) do
    each_day(entry, function(from, to) list[#list + 1] = { from = from, to = to, number = number } end)
  end
  table.sort(list, function(a, b) return a.from < b.from end)
  local last
  for _, each in ipairs(list) do
    if last and each.from > last.to and last.to >= DAY and last.to < 2 * DAY then
      gaps[#gaps + 1] = { from = last.to % DAY, to = each.from % DAY, before = last.number, after = each.number }
    end
    if not last or each.to > last.to then last = each end
  end
  return gaps
end

local function check_gaps(review, plan)
  local style = review:style("plan", plan.name)
  for _, gap in ipairs(gaps_of(plan)) do
    review:warn("plan", plan.name, { code = "plan-gap", spot = ("entry %d"):format(gap.before),
      text = ('nothing is planned from %s to %s, so that "%s" goes on meanwhile'):format(daytime.text(gap.from),
        daytime.text(gap.to), style.short("sequence", plan.entries[gap.before].sequence)),
      cure = ('let it end at "%s", or put an entry in between'):format(daytime.text(gap.to)) })
  end
end

return function(review)
  for _, plan in ipairs(review.tables.plans or {}) do
    if review:is_sound("plan", plan.name) then
      for number in ipairs(plan.entries) do check_entry(review, plan, number) end
      check_gaps(review, plan)
    end
  end
end
