--- What of the results is drawn: each `{ title=, text=, body= }`, the body a chart.
local chart = require "bench.report.chart"
local say = require "bench.report.say"
local tables = require "bench.report.tables"

local figures = {}

local FRAME_NS = 1e9 / 60
local NPCS = { title = "NPCs", text = function(number)
  if number >= 1e6 then return ("%g million"):format(number / 1e6) end
  return say.count(number)
end }

local TIMES = { text = say.time, tick = function(ns) return say.time(ns, say.plain) end }
local SHARES = { text = say.share, tick = function(part) return say.share(part, say.plain) end }

-- ---- The core ----

local function plain_points(core)
  local points = {}
  for _, row in ipairs(core.compared) do
    if row.ratio then points[#points + 1] = { row.npcs, row.plain_ns_per_start } end
  end
  return points
end

local function start_points(core)
  local points = {}
  for _, row in ipairs(core.compared) do
    if row.npcs < core.core[1].npcs and row.ratio then points[#points + 1] = { row.npcs, row.core_ns_per_start } end
  end
  for _, row in ipairs(core.core) do points[#points + 1] = { row.npcs, row.ns_per_start } end
  return points
end

local function starts(core)
  local series = { { name = "bustle", colour = 1, points = start_points(core) } }
  local plain = plain_points(core)
  if #plain > 0 then series[2] = { name = "plain", colour = 2, dashed = true, points = plain } end
  return { title = "What a started action costs", text = "All costs of the updates included. The line at the bottom is "
    .. "what touching its memory costs, prefetched, at the largest size.",
    body = chart.lines { label = "time per started action over the number of NPCs", series = series, x = NPCS,
      y = TIMES, marks = { { y = core.floor.prefetched_ns, text = "floor of memory" } } } }
end

local function shares(core)
  local bustle, plain = {}, {}
  for _, row in ipairs(core.frames.times) do
    local points = row.side == "core" and bustle or plain
    points[#points + 1] = { row.npcs, row.average_us.mean * 1000 / FRAME_NS }
  end
  for _, row in ipairs(core.core) do bustle[#bustle + 1] = { row.npcs, row.frame_share } end
  return { title = "How much of a frame an update takes", text = "On average, of the 16.7 ms of a frame at 60 Hz.",
    body = chart.lines { label = "share of a frame over the number of NPCs", x = NPCS, y = SHARES,
      series = { { name = "bustle", colour = 1, points = bustle },
        { name = "plain", colour = 2, dashed = true, points = plain } },
      marks = { { y = 0.1, text = "a tenth of a frame" } } } }
end

local function frame_bars(core)
  local rows, npcs = {}, nil
  for _, row in ipairs(core.frames.times) do
    if row.npcs ~= npcs then
      rows[#rows + 1] = { name = say.count(row.npcs) .. " NPCs" }
      npcs = row.npcs
    end
    local colour = row.side == "core" and 1 or 2
    for _, each in ipairs { { "average", row.average_us }, { "P99", row.p99_us } } do
      rows[#rows + 1] = { name = ("%s, %s"):format(row.side == "core" and "bustle" or "plain", each[1]),
        colour = colour, value = each[2].mean,
        text = ("%s ± %s"):format(say.time(each[2].mean * 1000), say.time(each[2].deviation * 1000)) }
    end
  end
  return { title = "Single updates", body = chart.bars(rows),
    text = ("Mean and standard deviation of %d runs. In most frames nobody has anything to decide, and bustle has "
      .. "nothing to do."):format(core.frames.runs) }
end

local function part_bars(parts)
  local rows = {}
  for i, each in ipairs(parts.parts) do
    local name, within = tables.part_name(each.part)
    rows[i] = { name = name, within = within, value = each.total_us.mean, colour = within > 0 and 1 or 3,
      text = ("%s × %s"):format(say.count(each.calls.mean), say.time(each.ns_per_call.mean)) }
  end
  return { title = ("The parts of an update, %s NPCs"):format(say.count(parts.npcs)), body = chart.bars(rows),
    text = ("What all calls in %d seconds cost, with what is called within them: how many, and what one costs."):format(
      parts.measured_s) }
end

-- ---- Lua ----

local function layer_bars(lua)
  local rows, vm, most = {}, nil, 0
  for _, row in ipairs(lua.measured) do most = math.max(most, row.npcs) end
  for _, row in ipairs(lua.measured) do
    if row.npcs == most and row.vm ~= vm then
      vm = row.vm
      rows[#rows + 1] = { name = tables.vm_name(vm) }
    end
    if row.npcs == most then
      rows[#rows + 1] = { name = tables.way_name(row.way), value = row.ns_per_start, text = say.time(row.ns_per_start),
        colour = row.way == "core" and 3 or 1 }
    end
  end
  return { title = ("The Lua layer, %s NPCs"):format(say.count(most)), body = chart.bars(rows),
    text = "Time of a started action, by what a game asks to be told." }
end

local TICKERS = { { way = "bulk", colour = 1 }, { way = "states", colour = 4 }, { way = "tree", colour = 2 } }

local function ticker_lines(lua, vm)
  local series = {}
  for _, ticker in ipairs(TICKERS) do
    local points = {}
    for _, row in ipairs(lua.tickers) do
      if row.vm == vm and row.way == ticker.way then points[#points + 1] = { row.npcs, row.ns_per_update } end
    end
    if #points > 0 then
      series[#series + 1] = { name = tables.ticker_name(ticker.way), colour = ticker.colour, points = points,
        dashed = ticker.way ~= "bulk" }
    end
  end
  return { title = ("Beside tickers in plain Lua, %s"):format(tables.vm_name(vm)),
    text = "Time of a frame: the same routine, with every NPC looked at in every frame, as games do.",
    body = chart.lines { label = "time of a frame over the number of NPCs", series = series, x = NPCS,
      y = TIMES, marks = { { y = FRAME_NS, text = "a frame at 60 Hz" } } } }
end

local function order_bars(lua)
  local rows, block = {}, nil
  for _, row in ipairs(lua.orders) do
    local name = ("%s, %s NPCs"):format(tables.vm_name(row.vm), say.count(row.npcs))
    if name ~= block then
      rows[#rows + 1], block = { name = name }, name
    end
    rows[#rows + 1] = { name = tables.order_name(row.way), value = row.ns_per_npc_second,
      colour = row.way == "bustle" and 1 or 2,
      text = ("%s, %s lines"):format(say.time(row.ns_per_npc_second), say.count(row.lines)) }
  end
  return { title = "Orders: scenes beside state machines by hand", body = chart.bars(rows),
    text = "Time of an NPC-second: a patron and a server in step, in four steps, also if one goes or is interrupted." }
end

-- ---- All of them ----

--- What there is to be seen of the core.
function figures.core(results)
  local list = { starts(results.core), shares(results.core), frame_bars(results.core) }
  if results.parts then list[#list + 1] = part_bars(results.parts) end
  return list
end

--- What there is to be seen of the Lua layer.
function figures.lua(lua)
  local list, vms = { layer_bars(lua) }, {}
  for _, row in ipairs(lua.tickers or {}) do
    if not vms[row.vm] then
      vms[row.vm] = true
      list[#list + 1] = ticker_lines(lua, row.vm)
    end
  end
  if lua.orders then list[#list + 1] = order_bars(lua) end
  return list
end

return figures
