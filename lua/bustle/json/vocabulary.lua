--- The state schema and the environmental conditions: the names that the other files are written with.
local cursor = require "bustle.json.cursor"

local vocabulary = {}

local SCHEMA = { ["$schema"] = cursor.schema, entity_states = cursor.array, interruption_handlers = cursor.array }
local NAMED = { name = cursor.text, key = cursor.integer }
local CONDITIONS = { ["$schema"] = cursor.schema, environmental_conditions = cursor.array }
local CONDITION = { name = cursor.text, condition_key = cursor.integer, update_frequency_ms = cursor.milliseconds(0) }

-- An entry with a name and a key. Other files may mean one that cannot be taken up.
local function define(loading, at, kind, known, key)
  local registry = loading.kinds[kind]
  local name = at:kind() == "object" and registry:define_named(at, key, "name") or nil
  local given = at:read(known)
  if given and given.name == "" then
    at:at("name"):report { code = "bad-name", text = "it is empty", cure = "give it a name" }
    given.name = nil
  end
  if not name or not given or not given.name then
    registry.complete = false
    return nil
  end
  return name, given
end

local function read_names(loading, array, kind, word)
  for _, at in ipairs(array and array:items() or {}) do
    local name = define(loading, at, kind, NAMED, "key")
    if name then loading:declare(at, word, name, {}) end
  end
end

--- Reads a state schema.
-- @tparam table loading what is being loaded
-- @tparam table file cursor
function vocabulary.read_schema(loading, file)
  local given = file:read(SCHEMA) or {}
  loading:require_complete(given.entity_states, "state")
  loading:require_complete(given.interruption_handlers, "interruption")
  read_names(loading, given.entity_states, "state", "state")
  read_names(loading, given.interruption_handlers, "interruption", "interruption")
end

--- Reads environmental conditions.
function vocabulary.read_conditions(loading, file)
  local given = file:read(CONDITIONS) or {}
  loading:require_complete(given.environmental_conditions, "environment")
  for _, at in ipairs(given.environmental_conditions and given.environmental_conditions:items() or {}) do
    local name, condition = define(loading, at, "environment", CONDITION, "condition_key")
    if name then
      loading:declare(at, "env", name, { every = loading.seconds(condition.update_frequency_ms) })
    end
  end
end

return vocabulary
