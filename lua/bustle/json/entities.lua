--- Entities: framework entities become props, behavioural ones NPCs.
local cursor = require "bustle.json.cursor"

local entities = {}

local FILE = { ["$schema"] = cursor.schema, entities = cursor.array }

local ENTRY = { entity_type = cursor.one_of("FRAMEWORK", "BEHAVIORAL"), entity = cursor.object }

local FRAMEWORK = {
  entity_id = cursor.id, entity_name = cursor.optional(cursor.text), is_static = cursor.boolean,
  position_update_frequency_ms = cursor.milliseconds(0), accepted_actions_ids = cursor.array,
  initial_state = cursor.object,
}

local BEHAVIORAL = {
  main_sequence_id = cursor.id, interruption_handlers = cursor.object, fallback_sequences = cursor.array,
  memory_limits = cursor.object,
}
for key, kind in pairs(FRAMEWORK) do BEHAVIORAL[key] = kind end

local CAPACITY = cursor.whole(0, 255, "a whole number from 0 to 255")
local MEMORY = { max_transition_memories = CAPACITY, max_action_memories = CAPACITY,
  max_interruption_memories = CAPACITY }

-- ---- Parts ----

-- An array of ids, as names.
local function read_ids(array, known, once)
  local list, seen = {}, {}
  for _, at in ipairs(array and array:items() or {}) do
    local id = cursor.id.read(at)
    if id and seen[id] and once then
      at:report { code = "listed-twice", text = ("%d is listed already"):format(id), cure = "remove one of the two" }
    elseif id then
      list[#list + 1], seen[id] = known:find(at), true
    end
  end
  return list
end

local function read_state(loading, object)
  local made = {}
  for _, at in ipairs(object and object:members() or {}) do
    local name = loading.kinds.state:find_name(at.key, at)
    local value = cursor.integer.read(at)
    if name and value then made[name] = value end
  end
  return made
end

local function read_handlers(loading, object)
  local made = {}
  for _, at in ipairs(object and object:members() or {}) do
    local name = loading.kinds.interruption:find_name(at.key, at)
    local sequence = cursor.id.read(at) and loading.kinds.sequence:find(at)
    if name and sequence then made[name] = sequence end
  end
  return made
end

local function read_memory(object)
  local given = object and object:read(MEMORY) or {}
  return { transitions = given.max_transition_memories, actions = given.max_action_memories,
    interruptions = given.max_interruption_memories }
end

-- ---- Entities ----

-- A static entity is asked for its position never, whatever the frequency; any other as often as that says.
local function read_common(loading, given)
  return {
    static = given.is_static,
    every = not given.is_static and loading.seconds(given.position_update_frequency_ms) or nil,
    accepts = read_ids(given.accepted_actions_ids, loading.kinds.action, true),
    state = read_state(loading, given.initial_state),
  }
end

local function read_npc(loading, at, given, made)
  made.main = given.main_sequence_id and loading.kinds.sequence:find(at:at "main_sequence_id")
  made.fallback = read_ids(given.fallback_sequences, loading.kinds.sequence)
  made.on = read_handlers(loading, given.interruption_handlers)
  made.memory = read_memory(given.memory_limits)
end

local function read_entity(loading, entry)
  local given = entry:read(ENTRY)
  if not given or not given.entity_type or not given.entity then return end
  local at, npc = given.entity, given.entity_type == "BEHAVIORAL"
  local word = npc and "npc" or "prop"
  local name = loading.kinds.entity:define(at, "entity_id", "entity_name", word)
  given = at:read(npc and BEHAVIORAL or FRAMEWORK)
  local made = read_common(loading, given)
  if npc then read_npc(loading, at, given, made) end
  if name then loading:declare(at, word, name, made) end
end

--- Reads entities.
-- @tparam table loading what is being loaded
-- @tparam table file cursor
function entities.read(loading, file)
  local given = file:read(FILE) or {}
  if given.entities and not given.entities:at(1) then
    given.entities:report { code = "without-entity", text = "it has no entity", cure = "a file defines one" }
  end
  for _, at in ipairs(given.entities and given.entities:items() or {}) do read_entity(loading, at) end
end

return entities
