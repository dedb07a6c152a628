--- Coverage of a pack's content in words: a table of its things, and a list of what was not exercised.
local coverage = require "bustle.testing.coverage"

local report = {}

-- ---- Counting ----

local function new_counts()
  local counts = { seen = 0, all = 0 }
  for _, group in ipairs(coverage.GROUPS) do counts[group] = { seen = 0, all = 0 } end
  return counts
end

local function count(counts, part, seen)
  for _, each in ipairs { counts, counts[part.group] } do
    each.all = each.all + 1
    if seen then each.seen = each.seen + 1 end
  end
end

--- What of a pack was exercised.
-- @tparam {table,...} parts of `coverage.parts`
-- @tparam table hits counts by key
-- @tparam string pack
-- @treturn table `total` (counts), `things` (each with `title` and `counts`, in order), `missed` (parts)
function report.of(parts, hits, pack)
  local made, by_thing = { total = new_counts(), things = {}, missed = {} }, {}
  for _, part in ipairs(parts) do
    if part.pack == pack then
      local seen = (hits[part.key] or 0) > 0
      local title = ('%s "%s"'):format(part.word, part.name)
      local thing = by_thing[title]
      if not thing then
        thing = { title = title, counts = new_counts() }
        by_thing[title] = thing
        made.things[#made.things + 1] = thing
      end
      count(thing.counts, part, seen)
      count(made.total, part, seen)
      if not seen then made.missed[#made.missed + 1] = part end
    end
  end
  return made
end

--- How much of everything that is: from 0 to 100, never 100 while something is missing. A pack without anything to
-- exercise is at 100.
function report.percent(counts)
  if counts.all == 0 then return 100 end
  return math.floor(counts.seen * 100 / counts.all)
end

-- ---- Writing ----

local function cell(counts)
  return counts.all == 0 and "-" or ("%d/%d"):format(counts.seen, counts.all)
end

-- What few packs have gets a column where there is any.
local RARE = { roles = true, cues = true, scenes = true, offers = true, requests = true, areas = true, links = true,
  messages = true, plans = true }

local function columns(total)
  local list = {}
  for _, group in ipairs(coverage.GROUPS) do
    if not RARE[group] or total[group].all > 0 then list[#list + 1] = group end
  end
  return list
end

local function row(title, width, counts, groups, paint)
  local parts = { title .. (" "):rep(width - #title) }
  for _, group in ipairs(groups) do
    local text = cell(counts[group])
    local padded = (" "):rep(math.max(#group, 5) + 2 - #text) .. text
    local missing = counts[group].seen < counts[group].all
    parts[#parts + 1] = missing and paint("yellow", padded) or padded
  end
  parts[#parts + 1] = ("  %6s"):format(report.percent(counts) .. " %")
  return table.concat(parts) .. "\n"
end

local function head(title, width, groups)
  local parts = { title .. (" "):rep(width - #title) }
  for _, group in ipairs(groups) do parts[#parts + 1] = ("  %" .. math.max(#group, 5) .. "s"):format(group) end
  return table.concat(parts) .. ("  %6s\n"):format("all")
end

local function missed_line(part)
  return ('%s%s "%s"%s: %s\n'):format(part.origin and part.origin .. ": " or "", part.word, part.name,
    part.spot and ", " .. part.spot or "", part.missed)
end

--- Writes the table and the list.
-- @tparam table out with a method `write`
-- @tparam string pack
-- @tparam table made of `report.of`
-- @tparam function paint of `terminal.painter`
function report.write(out, pack, made, paint)
  local width, groups = #pack, columns(made.total)
  for _, thing in ipairs(made.things) do width = math.max(width, #thing.title) end
  out:write(paint("bold", head(pack, width, groups)))
  for _, thing in ipairs(made.things) do
    out:write(row(thing.title, width, thing.counts, groups, paint))
  end
  out:write(row("all", width, made.total, groups, paint))
  if #made.missed > 0 then out:write("\nnot exercised:\n") end
  for _, part in ipairs(made.missed) do out:write(missed_line(part)) end
  out:write("\n")
end

return report
