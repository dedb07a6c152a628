--- What was measured: the lines that measure.lua, tickers.lua and orders.lua print, read, and what is required of their
-- figures. How they are shown is left to report.lua.
local figures = {}

--- What a line has, by its second field.
figures.FIELDS = {
  layer = { "vm", "table", "npcs", "way", "ns_per_start", "ns_over_core", "ratio_to_none", "ns_per_update",
    "garbage_per_update", "garbage_per_start", "starts", "hash" },
  ticker = { "vm", "table", "npcs", "way", "ns_per_update", "ratio_per_update", "ns_per_start", "ratio_per_start",
    "starts_per_npc_minute" },
  order = { "vm", "table", "npcs", "way", "ns_per_npc_second", "ratio", "orders_per_npc_minute", "lines" },
}

local TEXTS = { vm = true, table = true, way = true, hash = true }

-- Where there may be no garbage.
local CLEAN = { none = true, bulk = true }

-- What a handler for every start may cost, as a multiple of none.
local STARTED_AT_MOST, STARTED_NPCS = 2, 10000

local function read_line(line)
  local row, i, fields = {}, 0, figures.FIELDS[line:match("^[^\t]*\t([^\t]*)")]
  for text in line:gmatch("[^\t]+") do
    i = i + 1
    local field = fields[i]
    row[field] = TEXTS[field] and text or assert(tonumber(text), line)
  end
  assert(i == #fields, line)
  return row
end

--- Reads lines.
-- @tparam function lines an iterator
-- @treturn table lists of rows: `layer`, `ticker` and `order`
function figures.read(lines)
  local rows = { layer = {}, ticker = {}, order = {} }
  for line in lines do
    local row = read_line(line)
    table.insert(rows[row.table], row)
  end
  return rows
end

--- Whether towns of a size decided the same, on whatever Lua.
function figures.decisions_agree(rows)
  local hashes = {}
  for _, row in ipairs(rows.layer) do
    hashes[row.npcs] = hashes[row.npcs] or row.hash
    if hashes[row.npcs] ~= row.hash then return false end
  end
  return #rows.layer > 0
end

--- Most garbage of an update where there may be none.
-- @treturn number bytes
function figures.most_garbage(rows)
  local most = 0
  for _, row in ipairs(rows.layer) do
    if CLEAN[row.way] then most = math.max(most, row.garbage_per_update) end
  end
  return most
end

local function requirement(what, npcs, figure, at_most)
  return { what = what, npcs = npcs, figure = figure, at_most = at_most, met = figure <= at_most }
end

--- What is required, and whether it is met.
-- @treturn {table,...} `what`, `npcs` (or nil), `figure`, `at_most`, `met`
function figures.requirements(rows)
  local list = { requirement("bytes of garbage per update, without handlers or in bulk", nil,
    figures.most_garbage(rows), 0) }
  for _, row in ipairs(rows.layer) do
    if row.vm == "luajit" and row.way == "started" and row.npcs == STARTED_NPCS then
      list[#list + 1] = requirement("cost of a handler for every start on LuaJIT, to none", row.npcs,
        row.ratio_to_none, STARTED_AT_MOST)
    end
  end
  return list
end

return figures
