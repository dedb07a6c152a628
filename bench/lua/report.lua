--- Makes tables, or one JSON object, of the lines that measure.lua, tickers.lua and orders.lua print:
-- report.lua [--json] [--quick] <LINES
local bustle = require "bustle"
local figures = require "bench.lua.figures"
local writer = require "bustle.json.writer"

local LABELS = { core = "core alone", none = "no handler", started = "start handler", handlers = "handlers",
  bulk = "bulk events", recorded = "recorded", tree = "behaviour tree", states = "state machine",
  bustle = "scenes", machines = "by hand" }

local FRAME_NS = 1e9 / 60

local options = {}
for _, option in ipairs(arg) do options[option] = true end

local rows = figures.read(io.lines())
local agree, required = figures.decisions_agree(rows), figures.requirements(rows)

-- ---- Tables ----

local function grouped(number)
  local backwards = ("%d"):format(number):reverse():gsub("(%d%d%d)", "%1,")
  return (backwards:reverse():gsub("^,", ""))
end

-- Rows in blocks, one for each size.
local function print_rows(list, first, print_row)
  for i, row in ipairs(list) do
    if i > 1 and row.way == first then print() end
    print_row(row)
  end
end

local function print_layer()
  print("Time of a started action and of an update, and what the Lua layer adds to the core:")
  print(("%-8s %8s  %-14s %12s %14s %9s %13s %17s %16s"):format("Lua", "NPCs", "", "a start", "over the core",
    "to none", "an update", "garbage/update", "garbage/start"))
  print_rows(rows.layer, "core", function(row)
    print(("%-8s %8s  %-14s %9.3f us %14s %9.2f %10.3f us %15.1f B %14.1f B"):format(row.vm, grouped(row.npcs),
      LABELS[row.way], row.ns_per_start / 1000,
      row.way == "core" and "-" or ("%.3f us"):format(row.ns_over_core / 1000), row.ratio_to_none,
      row.ns_per_update / 1000, row.garbage_per_update, row.garbage_per_start))
  end)
end

local function print_tickers()
  print("Against the same routine in plain Lua, ticked in every frame for every NPC:")
  print(("%-8s %8s  %-14s %14s %11s %7s %12s %7s %18s"):format("Lua", "NPCs", "", "a frame", "of 60 Hz", "ratio",
    "a start", "ratio", "starts/NPC/minute"))
  print_rows(rows.ticker, "bulk", function(row)
    print(("%-8s %8s  %-14s %11.1f us %10.3f%% %7.1f %9.3f us %7.1f %18.2f"):format(row.vm, grouped(row.npcs),
      row.way == "bulk" and "bustle" or LABELS[row.way], row.ns_per_update / 1000, row.ns_per_update / FRAME_NS * 100,
      row.ratio_per_update, row.ns_per_start / 1000, row.ratio_per_start, row.starts_per_npc_minute))
  end)
end

local function print_orders()
  print("Patrons who order from servers: scenes of bustle, and state machines by hand that send each other messages:")
  print(("%-8s %8s  %-14s %16s %7s %18s %18s"):format("Lua", "NPCs", "", "an NPC-second", "ratio", "orders/NPC/minute",
    "lines"))
  print_rows(rows.order, "bustle", function(row)
    print(("%-8s %8s  %-14s %13.3f us %7.1f %18.2f %18d"):format(row.vm, grouped(row.npcs), LABELS[row.way],
      row.ns_per_npc_second / 1000, row.ratio, row.orders_per_npc_minute, row.lines))
  end)
end

local function print_tables()
  print(("bustle %s, the Lua layer: a market, 60 updates a second, warm%s\n"):format(bustle.version,
    options["--quick"] and " (quick: fewer and shorter rounds)" or ""))
  print_layer()
  print(("\nSame decisions everywhere: %s\n"):format(agree and "yes" or "NO"))
  print_tickers()
  print()
  print_orders()
  print("\nRequired:")
  for _, each in ipairs(required) do
    print(("  %s%s: %.2f, at most %d: %s"):format(each.what,
      each.npcs and (", %s NPCs"):format(grouped(each.npcs)) or "", each.figure, each.at_most,
      each.met and "met" or "NOT met"))
  end
end

-- ---- JSON ----

-- The members that come first, in their order.
local ORDER = { "version", "quick", "same_decisions", "no_garbage", "measured", "tickers", "orders", "required" }

-- Each record with those of its fields that are listed.
local function listed(records, fields)
  local list = {}
  for i, record in ipairs(records) do
    list[i] = {}
    for _, field in ipairs(fields) do
      if field ~= "table" then list[i][field] = record[field] end
    end
  end
  return list
end

local function print_json()
  print(writer.line({ version = bustle.version, quick = options["--quick"] or false, same_decisions = agree,
    no_garbage = figures.most_garbage(rows) == 0, measured = listed(rows.layer, figures.FIELDS.layer),
    tickers = listed(rows.ticker, figures.FIELDS.ticker), orders = listed(rows.order, figures.FIELDS.order),
    required = listed(required, { "what", "npcs", "figure", "at_most", "met" }) }, ORDER))
end

if options["--json"] then print_json() else print_tables() end

if not agree then
  io.stderr:write("bench lua: towns of one size decided differently: nothing to compare\n")
  os.exit(1)
end
