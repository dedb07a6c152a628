--- The rows of a scene: phases, with a cell for whoever does something then. Each column becomes the sequence of a
-- part, with a node for each row (S54).
local fields = require "bustle.author.content.fields"
local keys = require "bustle.common.keys"
local nearest = require "bustle.common.nearest"
local nodes = require "bustle.author.content.nodes"

local rows = {}

local END, NEXT = "END", "next"

-- ---- Cells ----

-- A bare name is that of an action or of a sequence.
local function kind_of_name(s, name, spot)
  local action, problem = s.build.names:find("action", name, s.thing.pack)
  local sequence, other = s.build.names:find("sequence", name, s.thing.pack)
  if action and sequence then
    return s.report { code = "ambiguous-name", spot = spot, text = ('"%s" is an action and a sequence'):format(name),
      cure = ('write { action = "%s" } or { sequence = "%s" }'):format(name, name) }
  end
  if action then return "action" end
  if sequence then return "sequence" end
  if problem.code == "ambiguous-name" or other.code == "ambiguous-name" then
    problem = problem.code == "ambiguous-name" and problem or other
    return s.report { code = problem.code, spot = spot, text = problem.text, cure = problem.cure }
  end
  s.report { code = "unknown-action", spot = spot, text = ('unknown action or sequence "%s"'):format(name),
    cure = problem.cure or other.cure }
end

-- What is no option of a cell, but one of a node.
local function refuse_of_nodes(s, spot)
  return function(key)
    if key ~= "to" and key ~= "free" then return false end
    s.report { code = "unknown-key", spot = spot, text = ('a cell has no "%s"'):format(key),
      cure = key == "to" and "it goes on with the next row" or "every row is a phase" }
    return true
  end
end

-- What is given, and whether it has been told that this says nothing.
local function written_as_table(s, value, spot)
  if type(value) == "string" then value = { value } end
  local given = fields.read(value, fields.OPTIONS.cell, s.report, spot, refuse_of_nodes(s, spot))
  local name = given[1]
  if name then
    local kind = kind_of_name(s, name, spot)
    given[1] = nil
    if not kind then return given, true end
    if given[kind] then
      s.report { code = "bad-node", spot = spot, text = ("it names its %s twice"):format(kind), cure = "leave one out" }
    end
    given[kind] = name
  end
  return given, type(value) ~= "table" or nil
end

local function row_name(number)
  return ("%.14g"):format(number)
end

local function read_failed(value)
  return type(value) == "number" and row_name(value) or value
end

local function read_cell(s, row, part, value)
  local spot = ("row %s, %s"):format(row, part)
  local given, told = written_as_table(s, value, spot)
  local made = { name = part, failed = read_failed(given.failed), told = told }
  nodes.read(s, made, given, spot, s.parts)
  return made
end

-- ---- Rows ----

-- Where there are no parts at all, that is told, and not what follows from it.
local function known_part(s, row, part)
  if type(part) == "string" and s.parts[part] then return true end
  if next(s.parts) == nil then return false end
  s.report { code = "unknown-part", spot = ("row %s"):format(row),
    text = type(part) == "string" and ('unknown part "%s"'):format(part)
      or ("item %s stands beside no part"):format(tostring(part)),
    cure = nearest.question(tostring(part), keys.names(s.parts), 'write { patron = "walk_up", server = "nod" }') }
  return false
end

--- Reads one row.
-- @tparam table s a reader, with `parts`, a set of the names of parts
-- @tparam number number
-- @param value
-- @treturn table|nil as `rows.SCHEMA` merges them
function rows.read(s, number, value)
  local name = row_name(number)
  local spot = ("row %s"):format(name)
  if type(value) ~= "table" then
    return s.report { code = "bad-type", spot = spot, text = ("it is a %s"):format(type(value)),
      cure = 'write { patron = "walk_up", server = "nod" }' }
  end
  if next(value) == nil then
    return s.report { code = "empty-row", spot = spot, text = "nobody does anything in it",
      cure = "leave it out, or let somebody wait" }
  end
  local row = { name = name, number = number, cells = {} }
  for _, part in ipairs(keys.ordered(value)) do
    if known_part(s, name, part) then row.cells[#row.cells + 1] = read_cell(s, name, part, value[part]) end
  end
  return row
end

--- How the rows of several layers become one table.
rows.SCHEMA = {
  word = "row", field = "rows", by = "name", spot = function(name) return ("row %s"):format(name) end,
  schema = { records = { { word = "cell", field = "cells", by = "name", spot = function(name) return name end,
    schema = nodes.SCHEMA } } },
}

--- With a part go its cells.
function rows.forget_part(made, part)
  for _, row in ipairs(made.rows or {}) do
    for i = #row.cells, 1, -1 do
      if row.cells[i].name == part then table.remove(row.cells, i) end
    end
  end
end

-- ---- Columns ----

local function cell_of(row, part)
  for _, cell in ipairs(row.cells) do
    if cell.name == part then return cell end
  end
end

--- Whether a part has a cell in any row.
function rows.has_cells(list, part)
  for _, row in ipairs(list) do
    if cell_of(row, part) then return true end
  end
  return false
end

-- Where a cell goes if it fails: the next row, a row, or the end of the part.
local function failed_node(build, thing, list, i, cell, spot)
  local wanted = cell.failed
  if wanted == nil or wanted == END then return wanted end
  if wanted == NEXT then return list[i + 1] and list[i + 1].name or END end
  local known = { END, NEXT }
  for _, row in ipairs(list) do
    if row.name == wanted then return wanted end
    known[#known + 1] = row.name
  end
  build:reporter(thing) { code = "unknown-node", spot = spot .. ", failed",
    text = ('there is no row "%s"'):format(wanted),
    cure = nearest.question(wanted, known, 'give the number of a row, "next" or "END"') }
end

-- A targeted action is aimed at another member, and a message goes there, unless the cell says otherwise.
local function aim(build, node)
  if not nodes.is_aimed(node) and nodes.takes_target(build, node) then node.at_member = true end
end

-- What a part without a cell in a row does there.
local NOTHING = { kind = "pass", targets = {}, asked = {}, holds_while = {} }

local function node_of(build, thing, list, i, part)
  local row = list[i]
  local cell, spot = cell_of(row, part), ("row %s, %s"):format(row.name, part)
  local node = {}
  for key, value in pairs(cell or NOTHING) do node[key] = value end
  if cell and not cell.kind and not cell.told then
    build:reporter(thing) { code = "bad-node", spot = spot, text = "nothing is done in it",
      cure = 'name an action or a sequence, or write { pass = true }' }
  end
  node.name, node.failed = row.name, cell and failed_node(build, thing, list, i, cell, spot)
  node.kind = node.kind or "pass"
  aim(build, node)
  nodes.finish(build, thing, node, spot)
  node.transitions = { { to = list[i + 1] and list[i + 1].name or END, when = {} } }
  return node
end

--- The nodes of a part: one for each row.
-- @tparam table build
-- @tparam table thing the scene
-- @tparam {table,...} list rows in order
-- @tparam string part
-- @treturn {table,...}
function rows.column(build, thing, list, part)
  local made = {}
  for i in ipairs(list) do made[i] = node_of(build, thing, list, i, part) end
  return made
end

return rows
