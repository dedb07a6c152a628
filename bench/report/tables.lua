--- The results as tables: each `{ key=, title=, note=, head={}, rows={{}} }`, all cells texts, the first column a name.
-- What they look like, in a terminal, in a document or on a page, is for others to say.
local say = require "bench.report.say"

local tables = {}

local SIDES = { core = "bustle", plain = "plain" }

-- What an NPC's turn is made of, in the words of people; those further in are called within the others.
local PARTS = {
  update = "update", timers = "– timers that are due", ending = "– ending of an action",
  turn = "– turn of an NPC: its steps", transition_selection = "– – transition selection",
  action = "– – action, started or not", target_search = "– – – target search",
  entity_selection = "– – – entity selection", preconditions = "– – preconditions", remembering = "– – remembering",
  event = "– – event, written", event_hand_over = "– hand-over of the events",
}

--- The name of a part of an update, and within how many others it lies.
-- @treturn string
-- @treturn number
function tables.part_name(part)
  local name = PARTS[part] or part
  local within = select(2, name:gsub("–", ""))
  return name:gsub("– ", ""), within
end

local WAYS = { core = "core alone", none = "no handler", started = "a handler for starts",
  handlers = "handlers for starts and stops", bulk = "events in bulk", recorded = "recorded" }

--- What a way of using the Lua layer, or a ticker, is called.
function tables.way_name(way) return WAYS[way] or way end

local TICKERS = { bulk = "bustle", tree = "behaviour trees", states = "state machines" }

function tables.ticker_name(way) return TICKERS[way] or way end

local ORDERS = { bustle = "scenes", machines = "by hand" }

function tables.order_name(way) return ORDERS[way] or way end

local VMS = { luajit = "LuaJIT", ["lua5.4"] = "Lua 5.4" }

function tables.vm_name(vm) return VMS[vm] or vm end

-- ---- The core ----

local function frames(core)
  local rows = {}
  for i, row in ipairs(core.frames.times) do
    rows[i] = { ("%s, %s"):format(say.count(row.npcs), SIDES[row.side]), say.spread(row.average_us),
      say.spread(row.p50_us), say.spread(row.p99_us), say.spread(row.frame_share, 100) }
  end
  return { key = "frames", title = "Single updates", rows = rows,
    note = ("%d seconds of game time after %d of warm-up, %d runs: mean (standard deviation)."):format(
      core.frames.measured_s, core.frames.warm_up_s, core.frames.runs),
    head = { "NPCs", "average, µs", "P50, µs", "P99, µs", "of a 60 Hz frame, %" } }
end

local function decide(core)
  local rows = {}
  for i, row in ipairs(core.frames.decide) do
    rows[i] = { say.count(row.npcs), ("%.2f (%.2f)"):format(row.turns_per_update.mean, row.turns_per_update.deviation),
      ("%.0f to %.0f"):format(row.most_least, row.most_greatest) }
  end
  return { key = "decide", title = "NPCs that decide in an update", rows = rows,
    note = "In the same runs; the others cost nothing.", head = { "NPCs", "average", "most, in each run" } }
end

local function compared(core)
  local rows = {}
  for i, row in ipairs(core.compared) do
    rows[i] = { say.count(row.npcs), row.ratio and say.time(row.core_ns_per_start) or "-",
      row.ratio and say.time(row.plain_ns_per_start) or "-", row.ratio and say.digits(row.ratio) or "-",
      row.core_hash == row.plain_hash and "yes" or "NO" }
  end
  return { key = "compared", title = "Beside the plain implementation of the same rules", rows = rows,
    note = "Time of a started action, everything that the updates cost included.",
    head = { "NPCs", "bustle", "plain", "ratio", "same decisions" } }
end

local function scaling(core)
  local rows = {}
  for i, row in ipairs(core.core) do
    rows[i] = { say.count(row.npcs), say.time(row.ns_per_start), ("%.2f"):format(row.growth),
      ("%.2f"):format(row.plain_units), say.time(row.ns_per_update), say.share(row.frame_share),
      ("%.1f"):format(row.bytes_per_npc), say.count(row.allocations) }
  end
  return { key = "scaling", title = "The core alone, warm", rows = rows,
    note = "Growth: against the first row. Units: against what the plain implementation needs for a start among 200.",
    head = { "NPCs", "a start", "growth", "units", "an update", "of a 60 Hz frame", "bytes an NPC", "allocations" } }
end

local function saving(core)
  local rows = {}
  for i, row in ipairs(core.core) do
    rows[i] = { say.count(row.npcs), say.time(row.save_ms * 1e6), say.time(row.load_ms * 1e6),
      ("%.1f"):format(row.saved_bytes_per_npc) }
  end
  return { key = "saving", title = "Saving and loading all of it", rows = rows,
    head = { "NPCs", "save", "load", "bytes an NPC" } }
end

local function budget(core)
  local b = core.budget
  return { key = "budget", title = ("With a budget of %s an update, %s NPCs"):format(say.time(b.budget_us * 1000),
    say.count(b.npcs)), head = { "", "typical", "P99", "greatest" },
    note = ("%s of %s updates were cut short. A wait is game time, from when an action is over until the next starts.")
      :format(say.count(b.cut_short), say.count(b.updates)),
    rows = {
      { "an update", say.time(b.average_us * 1000), "", say.time(b.longest_us * 1000) },
      { "a step of one NPC", "", "", say.time(b.step_us * 1000) },
      { "an NPC's wait", say.time(b.p50_wait_ms * 1e6), say.time(b.p99_wait_ms * 1e6),
        say.time(b.longest_wait_ms * 1e6) },
    } }
end

--- The floors of memory that there are: `{ { name=, ns= }, ... }`.
function tables.floors(core)
  local f = core.floor
  local list = { { name = "touched as they come", ns = f.plain_ns },
    { name = ("prefetched %d ahead"):format(f.ahead), ns = f.prefetched_ns } }
  if f.huge_pages_ns then list[3] = { name = "and in huge pages", ns = f.huge_pages_ns } end
  return list
end

local function floor(core)
  local rows, start = {}, core.core[#core.core].ns_per_start
  for i, each in ipairs(tables.floors(core)) do
    rows[i] = { each.name, say.time(each.ns), ("%.1f"):format(start / each.ns) }
  end
  return { key = "floor", title = "The floor of memory", rows = rows,
    note = ("%d cache lines of a row of %d bytes and one of each of %d others, at random among %s; nothing is decided.")
      :format(core.floor.lines, core.floor.row_bytes, core.floor.candidates, say.count(core.floor.rows)),
    head = { "", "a decision's memory", "a start is so many times that" } }
end

-- Crowds that were measured, each under its key in the results.
local CROWDS = { { "crowd", "a cue each, tested once a second" }, { "pairs", "pairing off in scenes" },
  { "town", "in a town of 15,200 things with offers, 980 areas and 38,000 links" } }

local function crowds(core)
  local rows = {}
  for _, each in ipairs(CROWDS) do
    local c = core[each[1]]
    if c then
      rows[#rows + 1] = { ("%s, %s"):format(say.count(c.npcs), each[2]), say.time(c.average_ms * 1e6),
        c.p99_ms and say.time(c.p99_ms * 1e6) or "-", say.time(c.longest_ms * 1e6),
        say.digits(((c.joins or 0) + (c.adopts or 0)) / c.updates), say.count(c.allocations) }
    end
  end
  return { key = "crowds", title = "Crowds that are busy with each other", rows = rows,
    note = "Warm. Pairs have scenes of three phases, again and again; in the town people take what is offered.",
    head = { "NPCs", "an update", "P99", "longest", "joins or places an update", "allocations" } }
end

local function parts(result)
  local rows, update = {}, nil
  for i, each in ipairs(result.parts) do
    update = update or each.total_us.mean
    rows[i] = { PARTS[each.part] or each.part, say.spread(each.calls), say.spread(each.ns_per_call),
      say.share(each.total_us.mean / update) }
  end
  return { key = "parts", title = ("The parts of an update, %s NPCs"):format(say.count(result.npcs)), rows = rows,
    note = ("%d runs: mean (standard deviation). Times include what is called within."):format(result.runs),
    head = { "", "calls in a run", "a call, ns", "of the updates" } }
end

-- ---- Lua ----

local function layer(lua)
  local rows = {}
  for i, row in ipairs(lua.measured) do
    rows[i] = { ("%s, %s, %s"):format(tables.vm_name(row.vm), say.count(row.npcs), tables.way_name(row.way)),
      say.time(row.ns_per_start), row.way == "core" and "-" or say.time(math.max(0, row.ns_over_core)),
      say.time(row.ns_per_update), ("%.1f"):format(row.garbage_per_update) }
  end
  return { key = "layer", title = "The Lua layer", rows = rows, note = "Same market, through the Lua module.",
    head = { "", "a start", "over the core", "an update", "garbage an update, bytes" } }
end

local function tickers(lua)
  local rows = {}
  for i, row in ipairs(lua.tickers) do
    rows[i] = { ("%s, %s, %s"):format(tables.vm_name(row.vm), say.count(row.npcs), tables.ticker_name(row.way)),
      say.time(row.ns_per_update), say.share(row.ns_per_update * 60 / 1e9), say.digits(row.ratio_per_update) }
  end
  return { key = "tickers", title = "Beside tickers in plain Lua", rows = rows,
    note = "The same routine, for every NPC in every frame; the ratio is that to bustle.",
    head = { "", "a frame", "of 60 Hz", "ratio" } }
end

local function orders(lua)
  local rows = {}
  for i, row in ipairs(lua.orders) do
    rows[i] = { ("%s, %s, %s"):format(tables.vm_name(row.vm), say.count(row.npcs), tables.order_name(row.way)),
      say.time(row.ns_per_npc_second), say.digits(row.ratio), ("%.2f"):format(row.orders_per_npc_minute),
      say.count(row.lines) }
  end
  return { key = "orders", title = "Orders: scenes, and state machines with messages by hand", rows = rows,
    note = "Patrons order from servers, in four steps. Lines are those of the content and of the machines, comments "
      .. "and blank lines apart.",
    head = { "", "an NPC-second", "ratio", "orders an NPC and minute", "lines" } }
end

-- ---- Variety ----

local DECIMALS = { bits = 2, ["%"] = 1, s = 0, actions = 1 }

local function variety(result)
  local head, rows = { "" }, {}
  for i, measure in ipairs(result.measures) do
    rows[i] = { measure.unit == "" and measure.label or ("%s, %s"):format(measure.label, measure.unit) }
  end
  for _, way in ipairs(result.ways) do
    -- Other capacities of memory are drawn.
    if not way.name:find("^memory_%d+$") then
      head[#head + 1] = way.label
      for i, measure in ipairs(result.measures) do
        local value = way.measured[measure.name]
        local form = ("%%.%df ± %%.%df"):format(DECIMALS[measure.unit] or 2, DECIMALS[measure.unit] or 2)
        table.insert(rows[i], form:format(value.mean, value.half))
      end
    end
  end
  return { key = "variety", title = "Variety, by the way of choosing", head = head, rows = rows,
    note = ("The market that ships, %.0f minutes, %.0f seeds: mean and 95 %% confidence interval."):format(
      result.seconds / 60, result.seeds) }
end

-- ---- What is required ----

--- All requirements, of all that was measured: `{ { what=, npcs=, figure=, limit=, at_least=, met= }, ... }`.
function tables.requirements(results)
  local list = {}
  for _, of in ipairs { "core", "lua", "variety" } do
    for _, each in ipairs(results[of] and results[of].required or {}) do
      list[#list + 1] = { what = each.what, npcs = each.npcs, figure = each.figure, met = each.met,
        at_least = each.at_least ~= nil, limit = each.at_least or each.at_most }
    end
  end
  return list
end

local function required(results)
  local rows = {}
  for i, each in ipairs(tables.requirements(results)) do
    rows[i] = { each.what, each.npcs and say.count(each.npcs) or "", say.plain(each.figure),
      ("at %s %s"):format(each.at_least and "least" or "most", say.plain(each.limit)), each.met and "met" or "NOT met" }
  end
  return { key = "required", title = "Required", rows = rows, head = { "", "NPCs", "figure", "required", "" } }
end

-- ---- All of them ----

--- All tables that can be made of what was measured, in the order in which they are read.
-- @tparam table results by name: `core`, `parts`, `lua`, `variety`; none but the first has to be there
-- @treturn {table,...}
function tables.of(results)
  local core, lua = results.core, results.lua
  local list = { frames(core), decide(core) }
  if results.parts then list[#list + 1] = parts(results.parts) end
  for _, make in ipairs { compared, scaling, saving, budget, floor } do list[#list + 1] = make(core) end
  if core.crowd or core.pairs or core.town then list[#list + 1] = crowds(core) end
  if lua then list[#list + 1] = layer(lua) end
  if lua and lua.tickers then list[#list + 1] = tickers(lua) end
  if lua and lua.orders then list[#list + 1] = orders(lua) end
  if results.variety then list[#list + 1] = variety(results.variety) end
  list[#list + 1] = required(results)
  return list
end

return tables
