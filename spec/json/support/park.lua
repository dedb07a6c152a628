-- The example's files, and parts of files as texts, for specs about JSON.
local bustle = require "bustle"
local content = require "bustle.author.content"

local park = {}

local ENTITIES = { "bench_by_the_gate", "bench_by_the_pond", "kiosk", "pond", "ines", "tomek" }

local function path(name)
  return ("examples/json/%s.json"):format(name)
end

--- The options that load the whole example.
function park.options(changes)
  local made = { name = "park", schema = path "schema", conditions = path "conditions", actions = path "actions",
    sequences = path "sequences", entities = {} }
  for i, name in ipairs(ENTITIES) do made.entities[i] = path(name) end
  for key, value in pairs(changes or {}) do made[key] = value end
  return made
end

function park.load(changes)
  return bustle.json.load(park.options(changes))
end

-- The text of a file of the example.
function park.text(name)
  local file = assert(io.open(path(name), "rb"))
  local text = file:read("*a")
  file:close()
  return text
end

--- A text as a source.
function park.source(text, name)
  return { text = text, name = name or "a.json" }
end

--- Everything that is told about a pack, as one text; "" if nothing.
function park.told(pack)
  local compiled, problems = content.compile { pack }
  return content.format_all(problems or compiled.problems)
end

-- An action without conditions and effects, with other JSON for some of its keys.
function park.action(id, changes)
  local given = { action_id = id, action_name = '"act"', action_duration_ms = 1000, action_timeout_ms = 2000,
    interruption_behavior_name = '"RESUMABLE"', preconditions = "[]", immediate_effects = "[]",
    completion_effects = "[]", interruption_effects = "[]" }
  for key, value in pairs(changes or {}) do given[key] = value or nil end
  local parts = {}
  for key, value in pairs(given) do parts[#parts + 1] = ('"%s": %s'):format(key, tostring(value)) end
  table.sort(parts)
  return ("{ %s }"):format(table.concat(parts, ", "))
end

--- A file of actions.
function park.actions(...)
  return park.source(('{ "actions": [%s] }'):format(table.concat({ ... }, ", ")), "actions.json")
end

--- A file of one sequence.
function park.sequence(id, entry, nodes, transitions)
  return park.source(('{ "sequences": [{ "sequence_id": %d, "entry_point_node_id": %d, "nodes": [%s], "transitions": [%s] }] }')
    :format(id, entry, nodes, transitions), "sequences.json")
end

--- A transition without conditions, or with some.
function park.way(id, from, to, conditions)
  return ('{ "transition_id": %d, "from_node_id": %d, "to_node_id": %d, "preconditions": [%s] }'):format(id, from, to,
    conditions or "")
end

return park
