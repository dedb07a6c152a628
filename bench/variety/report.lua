--- What bench/variety/run.lua found, as tables that are Markdown and can be read as they are.
local report = {}

local DECIMALS = { bits = 2, ["%"] = 1, s = 0, actions = 1, [""] = 3 }

-- ---- Tables ----

local function pad(text, width)
  return text .. (" "):rep(width - #text:gsub("[\128-\191]", ""))
end

local function add_row(lines, cells, widths)
  local padded = {}
  for i, cell in ipairs(cells) do padded[i] = pad(cell, widths[i]) end
  lines[#lines + 1] = ("| %s |"):format(table.concat(padded, " | "))
end

-- Rows of cells, the first being the head.
local function add_table(lines, rows)
  local widths, rules = {}, {}
  for _, row in ipairs(rows) do
    for i, cell in ipairs(row) do widths[i] = math.max(widths[i] or 3, #cell:gsub("[\128-\191]", "")) end
  end
  for i, width in ipairs(widths) do rules[i] = ("-"):rep(width) end
  add_row(lines, rows[1], widths)
  add_row(lines, rules, widths)
  for i = 2, #rows do add_row(lines, rows[i], widths) end
  lines[#lines + 1] = ""
end

-- ---- The market ----

local MARKS = { [1] = " +", [0] = "", [-1] = " -" }

local function cell(way, measure)
  local value = way.measured[measure.name]
  local form = ("%%.%df ± %%.%df"):format(DECIMALS[measure.unit], DECIMALS[measure.unit])
  return form:format(value.mean, value.half) .. MARKS[way.beside[measure.name]]
end

local function label_of(measure)
  return measure.unit == "" and measure.label or ("%s, %s"):format(measure.label, measure.unit)
end

local function add_measures(lines, result, is_shown, label)
  local rows = { { "" } }
  for i, measure in ipairs(result.measures) do rows[i + 1] = { label_of(measure) } end
  for _, way in ipairs(result.ways) do
    if is_shown(way) then
      table.insert(rows[1], label(way))
      for i, measure in ipairs(result.measures) do table.insert(rows[i + 1], cell(way, measure)) end
    end
  end
  add_table(lines, rows)
end

local function is_of_capacity(way) return way.name:find("^memory_%d+$") ~= nil end

-- How memory as it ships does beside a way, in words.
local function add_verdict(lines, result, way)
  local lists = { [1] = {}, [0] = {}, [-1] = {} }
  for _, measure in ipairs(result.measures) do
    table.insert(lists[way.beside[measure.name]], measure.label)
  end
  lines[#lines + 1] = ("- %s: more variety in %d of %d measures, less in %d%s"):format(way.label, #lists[1],
    #result.measures, #lists[-1], #lists[-1] > 0 and (": %s"):format(table.concat(lists[-1], "; ")) or "")
end

-- ---- Options ----

local function grid_of(cells, places, field, form)
  local rows, by_capacity, counts = { { "capacity" } }, {}, {}
  for _, each in ipairs(cells) do
    if each.places == places then
      if not counts[each.options] then
        counts[each.options] = true
        table.insert(rows[1], ("%d options"):format(each.options))
      end
      local row = by_capacity[each.capacity]
      if not row then
        row = { ("%d"):format(each.capacity) }
        by_capacity[each.capacity] = row
        rows[#rows + 1] = row
      end
      row[#row + 1] = form:format(each[field])
    end
  end
  return rows
end

-- ---- All of it ----

local function add_market(lines, result)
  local function add(text, ...) lines[#lines + 1] = text:format(...) end
  add("The market, %d minutes, %d seeds: the mean over its people, and the 95 %% confidence interval over the seeds.",
    result.seconds / 60, result.seeds)
  add("Covered: in the first %d minutes. +: memory has more variety than this way, -: less, by more than chance.",
    result.covered_in / 60)
  add ""
  add_measures(lines, result, function(way) return not is_of_capacity(way) end, function(way) return way.label end)
  for _, measure in ipairs(result.measures) do add("- %s: %s", measure.label, measure.text) end
  add ""
  add "Memory, as it ships with 10 transitions and 15 actions, beside:"
  add ""
  for _, way in ipairs(result.ways) do
    if not is_of_capacity(way) and way.name ~= "memory" then add_verdict(lines, result, way) end
  end
  add ""
  add "The same with other capacities of memory, for transitions and actions alike:"
  add ""
  add_measures(lines, result, is_of_capacity, function(way) return ("%d"):format(way.transitions) end)
end

local function add_village(lines, result)
  local village = { measures = result.measures, ways = result.village.ways }
  lines[#lines + 1] = ("The village, %d hours of its day, %d seeds, in the same way; covered: in the first %d."):format(
    result.village.seconds / 60, result.village.seeds, result.village.covered_in / 60)
  lines[#lines + 1] = ""
  add_measures(lines, village, function() return true end, function(way) return way.label end)
  lines[#lines + 1] = "Memory, as it ships with 4 transitions and 15 actions, beside:"
  lines[#lines + 1] = ""
  for _, way in ipairs(village.ways) do
    if way.name ~= result.village.shipped then add_verdict(lines, village, way) end
  end
  lines[#lines + 1] = ""
end

local function add_options(lines, result)
  local function add(text, ...) lines[#lines + 1] = text:format(...) end
  local cells, places = result.options.cells, {}
  for _, each in ipairs(cells) do
    if each.places ~= places[#places] then places[#places + 1] = each.places end
  end
  for _, count in ipairs(places) do
    local where = count == 1 and "one choice" or ("%d choices in turn"):format(count)
    add("How often a watcher guesses what is chosen next, %%: %s.", where)
    add ""
    add_table(lines, grid_of(cells, count, "guessed", "%.0f"))
    add("After how many choices there the same comes again, in the soonest tenth: %s.", where)
    add ""
    add_table(lines, grid_of(cells, count, "soonest", "%d"))
  end
end

--- The lines of the report.
-- @tparam table result of bench/variety/run.lua
-- @treturn {string,...}
function report.lines(result)
  local lines = {}
  lines[1] = ("bustle %s, variety%s"):format(result.version, result.quick and ", in short" or "")
  lines[2] = ""
  add_market(lines, result)
  add_village(lines, result)
  add_options(lines, result)
  lines[#lines + 1] = ("Core and oracle decide the same with every memory: %s"):format(
    result.same_decisions and "yes" or "NO")
  return lines
end

return report
