--- The kept figures, bench/instructions.txt: reading, writing, and comparing what was counted with them.
local figures = {}

--- By how much a figure may grow.
figures.ALLOWED = 0.05

local OPENING = [[
# What the main paths cost, in instructions: ./bustle bench counts compares with this, and fails where a path
# costs more than %d %% above it. Written by ./bustle bench counts --keep.
]]

--- The text of a file of kept figures.
-- @tparam table counted `built`, what it was built with, and a list of `path`, `instructions` and `unit`
function figures.text(counted)
  local lines = { (OPENING:format(figures.ALLOWED * 100)), ("built with %s\n"):format(counted.built) }
  for _, each in ipairs(counted) do
    lines[#lines + 1] = ("%-16s %10.1f  per %s"):format(each.path, each.instructions, each.unit)
  end
  return table.concat(lines, "\n") .. "\n"
end

local function read_line(kept, line, place)
  local built = line:match("^built with (.+)$")
  local path, instructions, unit = line:match("^(%S+)%s+([%d.]+)%s+per (.+)$")
  if built then
    kept.built = built
  elseif (tonumber(instructions) or 0) > 0 then
    if kept.by_path[path] then return ("%s: a second figure of %s; delete one of them"):format(place, path) end
    kept[#kept + 1] = { path = path, instructions = tonumber(instructions), unit = unit }
    kept.by_path[path] = kept[#kept]
  elseif line:find("%S") and not line:find("^#") then
    return ("%s: '%s' is not a figure such as 'save 3210.5 per saved NPC'"):format(place, line)
  end
end

--- Reads kept figures.
-- @tparam string text
-- @tparam string name of the file, for messages
-- @treturn[1] table as given to `figures.text`, and `by_path`
-- @treturn[2] nil
-- @treturn[2] string what is wrong, and what to do
function figures.read(text, name)
  local kept, number = { by_path = {} }, 0
  for line in (text .. "\n"):gmatch("(.-)\r?\n") do
    number = number + 1
    local problem = read_line(kept, line, ("%s:%d"):format(name, number))
    if problem then return nil, problem end
  end
  if not kept.built then
    return nil, ("%s: no line 'built with ...'; ./bustle bench counts --keep writes the file anew"):format(name)
  end
  return kept
end

local function verdict_of(before, after)
  if after > before * (1 + figures.ALLOWED) then return "slower" end
  if after < before * (1 - figures.ALLOWED) then return "faster" end
  return "same"
end

--- Compares what was counted with what was kept.
-- @treturn table rows in the order counted, then what is kept alone: `path`, `unit`, `before`, `after`, `change` (0.1
--   is 10 % more) and `verdict`: same, slower, faster, new (nothing was kept) or gone (nothing was counted)
function figures.compare(kept, counted)
  local rows, seen = {}, {}
  for i, each in ipairs(counted) do
    local before = kept.by_path[each.path]
    seen[each.path] = true
    local row = { path = each.path, unit = each.unit, after = each.instructions, verdict = "new" }
    if before then
      row.before, row.change = before.instructions, each.instructions / before.instructions - 1
      row.verdict = verdict_of(row.before, row.after)
    end
    rows[i] = row
  end
  for _, each in ipairs(kept) do
    if not seen[each.path] then
      rows[#rows + 1] = { path = each.path, unit = each.unit, before = each.instructions, verdict = "gone" }
    end
  end
  return rows
end

local FAILS = { slower = true, new = true, gone = true }

--- Whether nothing in the rows has to be mended, or kept on purpose.
function figures.pass(rows)
  for _, row in ipairs(rows) do
    if FAILS[row.verdict] then return false end
  end
  return true
end

return figures
