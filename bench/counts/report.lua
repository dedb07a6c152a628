--- What is said of counted instructions: beside the kept figures, for people and machines, and function by function.
local figures = require "bench.counts.figures"
local required = require "bench.counts.required"
local writer = require "bustle.json.writer"

local report = {}

local KEEPING = "To keep what was counted, on purpose: ./bustle bench counts --keep, and commit %s"

local function percent(change)
  return ("%+.1f %%"):format(change * 100)
end

local function figure(number)
  return number and ("%.1f"):format(number) or "-"
end

-- ---- For people ----

-- What there is to say about a row of a comparison, if anything.
local REMARKS = {
  slower = function(row)
    return ("FAILED: %s takes %.1f instructions per %s, %s against the %.1f that were kept"):format(row.path, row.after,
      row.unit, percent(row.change), row.before)
  end,
  faster = function(row)
    return ("%s takes %.1f instructions per %s, %s against the %.1f that were kept: keep the new figure"):format(
      row.path, row.after, row.unit, percent(row.change), row.before)
  end,
  new = function(row)
    return ("FAILED: %s takes %.1f instructions per %s, and no figure was kept"):format(row.path, row.after, row.unit)
  end,
  gone = function(row)
    return ("FAILED: a figure was kept of %s, and there is no such path"):format(row.path)
  end,
}

--- What was counted, with nothing to compare it with.
-- @treturn string
function report.counted(counted)
  local lines = {}
  for i, each in ipairs(counted) do
    lines[i] = ("%-16s %10.1f  per %s"):format(each.path, each.instructions, each.unit)
  end
  return table.concat(lines, "\n")
end

local function comparison(rows, name)
  local lines = { ("%-16s %10s %10s"):format("", "kept", "counted") }
  for _, row in ipairs(rows) do
    lines[#lines + 1] = ("%-16s %10s %10s %9s  per %s"):format(row.path, figure(row.before), figure(row.after),
      row.change and percent(row.change) or "", row.unit)
  end
  lines[#lines + 1] = ""
  local without_remarks = #lines
  for _, row in ipairs(rows) do
    if REMARKS[row.verdict] then lines[#lines + 1] = REMARKS[row.verdict](row) end
  end
  lines[#lines + 1] = #lines > without_remarks and KEEPING:format(name) or "Nothing has changed by more than 5 %"
  return table.concat(lines, "\n")
end

-- ---- For machines ----

local ORDER = { "built_with", "kept_with", "compared", "passed", "paths", "path", "per", "kept", "counted", "verdict",
  "required", "what", "figure", "at_most", "met" }

local function json(counted, kept, rows, passed, ratios)
  local paths = {}
  for i, row in ipairs(rows) do
    paths[i] = { path = row.path, per = row.unit, kept = row.before, counted = row.after, verdict = row.verdict }
  end
  return writer.line({ built_with = counted.built, kept_with = kept.built, compared = kept.built == counted.built,
    passed = passed, paths = paths, required = #ratios > 0 and ratios or nil }, ORDER)
end

-- ---- The verdict ----

local function rows_without_verdict(counted)
  local rows = {}
  for i, each in ipairs(counted) do rows[i] = { path = each.path, unit = each.unit, after = each.instructions } end
  return rows
end

--- Compares what was counted with the text of the kept figures. What another compiler made cannot be compared, which is
-- said, and passes, if what is required is met.
-- @tparam table counted as for `figures.text`
-- @tparam string text
-- @tparam string name of the file with it
-- @tparam boolean as_json
-- @treturn[1] boolean whether it passes
-- @treturn[1] string what to print
-- @treturn[2] nil
-- @treturn[2] string what is wrong with the file
function report.verdict(counted, text, name, as_json)
  local kept, problem = figures.read(text, name)
  if not kept then return nil, problem end
  local comparable = kept.built == counted.built
  local rows = comparable and figures.compare(kept, counted) or rows_without_verdict(counted)
  local ratios = required.of(counted)
  local passed = (not comparable or figures.pass(rows)) and required.pass(ratios)
  if as_json then return passed, json(counted, kept, rows, passed, ratios) end
  if comparable then return passed, comparison(rows, name) .. required.text(ratios) end
  return passed, ("%s\n\nNothing was compared: %s is of %s, and this of %s%s"):format(report.counted(counted), name,
    kept.built, counted.built, required.text(ratios))
end

-- ---- Functions ----

--- The functions of one path.
-- @tparam table path as counted: `path`, `unit`, `done` and `functions`
-- @tparam number limit so many of them
-- @treturn string
function report.functions(path, limit)
  local lines = { ("Instructions and calls per %s on %s:\n"):format(path.unit, path.path),
    ("%10s %8s %14s"):format("own", "calls", "a call, in all") }
  for i = 1, math.min(limit, #path.functions) do
    local each = path.functions[i]
    lines[#lines + 1] = ("%10.1f %8.2f %14s  %s"):format(each.own / path.done, each.calls / path.done,
      each.calls > 0 and ("%.1f"):format(each.inclusive / each.calls) or "", each.name)
  end
  return table.concat(lines, "\n")
end

return report
