--- What is said of counted instructions: for people, for machines, and function by function.
local report = {}

local function percent(change)
  return ("%+.1f %%"):format(change * 100)
end

local SAID = {
  slower = "%s costs %s: %.1f instructions per %s, and %.1f were kept",
  faster = "%s costs %s: %.1f instructions per %s, and %.1f were kept; keep the better figure",
}

-- What there is to say about a row, if anything.
local function remark(row)
  if row.verdict == "new" then
    return ("%s has no kept figure yet: %.1f instructions per %s"):format(row.path, row.after, row.unit)
  elseif row.verdict == "gone" then
    return ("%s is kept, but there is no such path any more"):format(row.path)
  elseif SAID[row.verdict] then
    return SAID[row.verdict]:format(row.path, percent(row.change), row.after, row.unit, row.before)
  end
end

local function figure(number)
  return number and ("%.1f"):format(number) or "-"
end

--- A table of rows of `figures.compare`, and a sentence on each that changed.
-- @treturn string
function report.comparison(rows)
  local lines = { ("%-16s %10s %10s %9s"):format("", "kept", "counted", "") }
  for _, row in ipairs(rows) do
    lines[#lines + 1] = ("%-16s %10s %10s %9s  per %s"):format(row.path, figure(row.before), figure(row.after),
      row.change and percent(row.change) or "", row.unit)
  end
  lines[#lines + 1] = ""
  local quiet = #lines
  for _, row in ipairs(rows) do lines[#lines + 1] = remark(row) end
  if #lines > quiet then
    lines[#lines + 1] = "To keep what was counted, on purpose: ./bustle bench counts --keep, and commit bench/instructions.txt"
  else
    lines[#lines + 1] = "All as kept, within 5 %"
  end
  return table.concat(lines, "\n")
end

--- What was counted, with nothing to compare it with.
-- @treturn string
function report.counted(counted)
  local lines = {}
  for i, each in ipairs(counted) do
    lines[i] = ("%-16s %10.1f  per %s"):format(each.path, each.instructions, each.unit)
  end
  return table.concat(lines, "\n")
end

--- The functions of one path.
-- @tparam table path as counted: `unit`, `done` and `functions`
-- @tparam number limit
-- @treturn string
function report.functions(path, limit)
  local lines = { ("%12s %12s %14s"):format("own", "calls", "a call, all in"),
    ("%12s %12s %14s"):format("per " .. path.unit, "", "") }
  for i = 1, math.min(limit, #path.functions) do
    local each = path.functions[i]
    lines[#lines + 1] = ("%12.1f %12.2f %14s  %s"):format(each.own / path.done, each.calls / path.done,
      each.calls > 0 and ("%.1f"):format(each.inclusive / each.calls) or "-", each.name)
  end
  return table.concat(lines, "\n")
end

return report
