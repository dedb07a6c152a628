--- Makes a table, or one JSON object, of the lines that measure.lua prints: report.lua [--json] [--quick] <LINES
local bustle = require "bustle"

local FIELDS = { "vm", "npcs", "way", "ns_per_start", "ns_over_core", "ns_per_update", "garbage_per_update",
  "garbage_per_start", "starts", "hash" }
local TEXTS = { vm = true, way = true, hash = true }

local LABELS = { core = "core alone", none = "no handler", handlers = "handlers", bulk = "bulk events",
  recorded = "recorded" }

-- Where there may be no garbage.
local CLEAN = { none = true, bulk = true }

local options = {}
for _, option in ipairs(arg) do options[option] = true end

local function read_line(line)
  local row, i = {}, 0
  for text in line:gmatch("[^\t]+") do
    i = i + 1
    local field = FIELDS[i]
    row[field] = TEXTS[field] and text or assert(tonumber(text), line)
  end
  assert(i == #FIELDS, line)
  return row
end

local rows = {}
for line in io.lines() do rows[#rows + 1] = read_line(line) end

-- Towns of a size decide the same, on whatever Lua.
local function decisions_agree()
  local hashes = {}
  for _, row in ipairs(rows) do
    hashes[row.npcs] = hashes[row.npcs] or row.hash
    if hashes[row.npcs] ~= row.hash then return false end
  end
  return #rows > 0
end

local function is_clean()
  for _, row in ipairs(rows) do
    if CLEAN[row.way] and row.garbage_per_update ~= 0 then return false end
  end
  return true
end

local function grouped(number)
  local backwards = ("%d"):format(number):reverse():gsub("(%d%d%d)", "%1,")
  return (backwards:reverse():gsub("^,", ""))
end

local function print_table()
  print(("bustle %s, the Lua layer: a market, 60 updates a second, warm\n"):format(bustle.version))
  print(("%-8s %8s  %-12s %12s %14s %13s %17s %16s"):format("Lua", "NPCs", "", "a start", "over the core", "an update",
    "garbage/update", "garbage/start"))
  for i, row in ipairs(rows) do
    if i > 1 and row.way == "core" then print() end
    print(("%-8s %8s  %-12s %9.3f us %14s %10.3f us %15.1f B %14.1f B"):format(row.vm, grouped(row.npcs),
      LABELS[row.way], row.ns_per_start / 1000,
      row.way == "core" and "-" or ("%.3f us"):format(row.ns_over_core / 1000), row.ns_per_update / 1000,
      row.garbage_per_update, row.garbage_per_start))
  end
  print()
  print(("Same decisions everywhere: %s"):format(decisions_agree() and "yes" or "NO"))
  print(("Required: no garbage in warm updates without handlers and with bulk events: %s"):format(
    is_clean() and "met" or "NOT met"))
end

local function json_of(row)
  local parts = {}
  for i, field in ipairs(FIELDS) do
    parts[i] = (TEXTS[field] and '"%s": "%s"' or '"%s": %s'):format(field,
      TEXTS[field] and row[field] or ("%.15g"):format(row[field]))
  end
  return "{" .. table.concat(parts, ", ") .. "}"
end

local function print_json()
  local list = {}
  for i, row in ipairs(rows) do list[i] = json_of(row) end
  print(('{"version": "%s", "quick": %s, "same_decisions": %s, "no_garbage": %s, "measured": [%s]}'):format(
    bustle.version, tostring(options["--quick"] or false), tostring(decisions_agree()), tostring(is_clean()),
    table.concat(list, ", ")))
end

if options["--json"] then print_json() else print_table() end

if not decisions_agree() then
  io.stderr:write("bench lua: towns of one size decided differently: nothing to compare\n")
  os.exit(1)
end
