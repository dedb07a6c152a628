--- Behaviour sequences: nodes by number, and transitions between them in a list of their own.
local cursor = require "bustle.json.cursor"
local keys = require "bustle.common.keys"
local operations = require "bustle.json.operations"

local sequences = {}

local FILE = { ["$schema"] = cursor.schema, sequences = cursor.array }

local SEQUENCE = { sequence_id = cursor.id, sequence_name = cursor.optional(cursor.text),
  entry_point_node_id = cursor.integer, nodes = cursor.array, transitions = cursor.array }

local TYPE = cursor.one_of("ACTION", "SEQUENCE", "END")

local NODES = {
  ACTION = { node_id = cursor.integer, node_type = TYPE, target_action_id = cursor.id },
  SEQUENCE = { node_id = cursor.integer, node_type = TYPE, target_sequence_id = cursor.id },
  END = { node_id = cursor.integer, node_type = TYPE },
}

-- For a node whose type is not known: then only that is wrong with it.
local ANY_NODE = { node_id = cursor.integer, node_type = TYPE, target_action_id = cursor.optional(cursor.id),
  target_sequence_id = cursor.optional(cursor.id) }

local TRANSITION = { transition_id = cursor.integer, from_node_id = cursor.integer, to_node_id = cursor.integer,
  preconditions = cursor.array }

-- ---- Nodes ----

-- Where sequences end is called END in packs and is no node. Of several ends, only one is that: a choice with one way
-- stands for each of the others, so that going to one end or another is remembered apart, as it was written.
local function name_end(s, id)
  if s.has_end or id == s.entry then
    local name = ("end_%d"):format(id)
    s.made[name] = { to = "END" }
    return name
  end
  s.has_end = true
  return "END"
end

local function perform(s, at, kind, key, id)
  local performed = s.loading.kinds[kind]:find(at:at(key))
  -- The number in the name is the node's own, so no two are the same, and none is called like an option.
  local name = ("%s_%d"):format(performed or kind, id)
  s.made[name] = { [kind] = performed, to = {} }
  return name
end

local function read_node(s, at)
  local given = at:kind() == "object" and at.value.node_type
  given = at:read(NODES[given] or ANY_NODE)
  local id = given and given.node_id
  if not id then
    s.complete = false
    return
  end
  if s.nodes[id] then
    at:at("node_id"):report { code = "duplicate-id", text = ("%d is the id of another node too"):format(id),
      cure = "give it an id of its own" }
    return
  end
  if given.node_type == "END" then
    s.nodes[id], s.ends[id] = name_end(s, id), true
  elseif given.target_action_id and given.node_type == "ACTION" then
    s.nodes[id] = perform(s, at, "action", "target_action_id", id)
  elseif given.target_sequence_id and given.node_type == "SEQUENCE" then
    s.nodes[id] = perform(s, at, "sequence", "target_sequence_id", id)
  else
    s.complete = false
  end
end

-- ---- Transitions ----

local function find_node(s, at)
  local name = s.nodes[at.value]
  if not name and s.complete then
    at:report { code = "unknown-node", text = ("there is no node %d in this sequence"):format(at.value),
      cure = "name the node_id of one of its nodes" }
  end
  return name
end

local function check_id(s, at, id)
  if not id then return end
  if s.transitions[id] then
    at:at("transition_id"):report { code = "duplicate-id", cure = "give it an id of its own",
      text = ("%d is the id of another transition too"):format(id) }
  end
  s.transitions[id] = true
end

local function read_transition(s, at)
  local given = at:read(TRANSITION)
  if not given then return end
  check_id(s, at, given.transition_id)
  local when = operations.read(s.loading, given.preconditions, "condition")
  local from = given.from_node_id and find_node(s, at:at "from_node_id")
  local to = given.to_node_id and find_node(s, at:at "to_node_id")
  if from and s.ends[given.from_node_id] then
    at:at("from_node_id"):report { code = "end-goes-on", text = ("node %d is an END"):format(given.from_node_id),
      cure = "nothing leads on from there: remove the transition" }
  elseif from and to then
    local edges = s.made[from].to
    edges[#edges + 1] = { to, when = when }
  end
end

-- ---- Sequences ----

local function read_sequence(loading, at, name)
  local given = at:read(SEQUENCE)
  if not given then return end
  local s = { loading = loading, made = {}, nodes = {}, ends = {}, transitions = {}, complete = given.nodes ~= nil,
    entry = given.entry_point_node_id }
  for _, node in ipairs(given.nodes and given.nodes:items() or {}) do read_node(s, node) end
  for _, transition in ipairs(given.transitions and given.transitions:items() or {}) do
    read_transition(s, transition)
  end
  -- An entry that is missing has been told of; any other will do then.
  s.made.entry = s.entry and find_node(s, at:at "entry_point_node_id") or keys.names(s.made)[1]
  if not name then return end
  loading.ids.nodes[name] = s.nodes
  loading:declare(at, "sequence", name, s.made)
end

--- Reads sequences. They name each other in any order, so all are known before one is read.
-- @tparam table loading what is being loaded
-- @tparam {table,...} files cursors
function sequences.read(loading, files)
  local known, found = loading.kinds.sequence, {}
  for _, file in ipairs(files) do
    local given = file:read(FILE) or {}
    loading:require_complete(given.sequences, "sequence")
    for _, at in ipairs(given.sequences and given.sequences:items() or {}) do
      local name = at:kind() == "object" and known:define(at, "sequence_id", "sequence_name") or nil
      if at:kind() ~= "object" then known.complete = false end
      found[#found + 1] = { at = at, name = name }
    end
  end
  for _, each in ipairs(found) do read_sequence(loading, each.at, each.name) end
end

return sequences
