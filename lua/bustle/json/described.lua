--- A compiled pack in the words of the JSON files, and what of it those have no words for. Other files write it.
local operations = require "bustle.json.operations"

local described = {}

-- A description in the making is `d`: `compiled`, `pack`, `plain` (names without the pack by qualified ones), `ids`
-- (by kind and plain name), and `misfit(kind, qualified, spot, text, cure)`, which is told what does not fit.

local function teller(d, kind, qualified)
  return function(spot, text, cure) d.misfit(kind, qualified, spot, text, cure) end
end

-- ---- Vocabulary ----

-- Bounds change what arithmetic does, and names and flags what the game sees.
local function check_key(key, tell)
  if key.flag then tell("flag", "JSON has plain numbers only", "leave it out: give 0 or 1") end
  if key.values then tell("values", "JSON has no named values", "use numbers") end
  if key.min then tell("min", "JSON has no bounds", "leave it out") end
  if key.max then tell("max", "JSON has no bounds", "leave it out") end
end

local function named(d, kind, list)
  local made = { array = true }
  for _, each in ipairs(list) do
    local name = d.plain[each.name]
    made[#made + 1] = { "name", name, "key", d.ids[kind][name] }
  end
  return made
end

function described.schema(d)
  local tables = d.compiled.tables
  for _, state in ipairs(tables.states) do check_key(state, teller(d, "state", state.name)) end
  for _, interruption in ipairs(tables.interruptions) do
    if #interruption.when > 0 then
      d.misfit("interruption", interruption.name, "when", "in JSON only the game raises interruptions",
        "leave it out, and raise it")
    end
  end
  return { "entity_states", named(d, "state", tables.states),
    "interruption_handlers", named(d, "interruption", tables.interruptions) }
end

function described.conditions(d)
  local list = { array = true }
  for _, each in ipairs(d.compiled.tables.environment) do
    local tell, name = teller(d, "environment", each.name), d.plain[each.name]
    check_key(each, tell)
    if (each.initial or 0) ~= 0 then tell("default", "in JSON it is 0 until the game answers", "leave it out") end
    list[#list + 1] = { "condition_key", d.ids.environment[name], "name", name,
      "update_frequency_ms", each.refresh_ms or 0 }
  end
  return { "environmental_conditions", list }
end

-- ---- Actions ----

-- Options that the format lacks: how the compiled action shows them, and what to say.
local BEYOND_ACTIONS = {
  { "duration_max_ms", "duration", "JSON has no ranges", "give one duration" },
  { "speed", "travel", "JSON has no travelling", "give a duration" },
  { "speed_state", "travel", "JSON has no travelling", "give a duration" },
  { "preference", "prefer", "in JSON memory alone decides", "leave it out" },
  { "timeout_fails", "timeout_fails", "in JSON a timeout completes the action", "leave it out" },
}

local function check_claims(claims, tell)
  if #claims > 0 then tell("claim", "JSON has no claims", "write what is taken and given back as effects") end
end

local function check_action(d, action, tell)
  for _, beyond in ipairs(BEYOND_ACTIONS) do
    if action[beyond[1]] then tell(beyond[2], beyond[3], beyond[4]) end
  end
  check_claims(action.claims, tell)
  if #action.ends_on > 0 then tell("ends_on", "in JSON no interruption ends an action", "leave it out") end
  if d.compiled.show[action.name] then tell("show", "JSON has nothing of that kind", "leave it out") end
  if #d.compiled.action_tags[action.name] > 0 then tell("tags", "JSON tags props and NPCs alone", "leave it out") end
end

local function mentions_target(action)
  for _, part in ipairs { "when", "start", "finish", "interrupted" } do
    for _, op in ipairs(action[part]) do
      if op.subject == "target" or op.subject == "distance" then return true end
    end
  end
  return false
end

local function describe_action(d, action)
  local tell, name = teller(d, "action", action.name), d.plain[action.name]
  check_action(d, action, tell)
  if action.target and not mentions_target(action) then
    tell("targets", "in JSON only conditions and effects say that an action takes a target",
      'add a condition, such as when = "distance >= 0"')
  end
  local function ops(part, kind)
    return operations.write(action[part], kind, d.plain, function(why)
      tell(part, why, "JSON has only comparisons and changes with numbers")
    end)
  end
  local duration = action.duration_ms or 0
  return { "action_id", d.ids.action[name], "action_name", name, "action_duration_ms", duration,
    "action_timeout_ms", action.timeout_ms or 3 * duration,
    "interruption_behavior_name", action.resumable and "RESUMABLE" or "NON_RESUMABLE",
    "preconditions", ops("when", "condition"), "immediate_effects", ops("start", "effects"),
    "completion_effects", ops("finish", "effects"), "interruption_effects", ops("interrupted", "effects") }
end

-- Who ends actions is said once, when files are loaded. An action that leaves it open is taken as timed, as in a world
-- that says nothing.
local function check_endings(d)
  local ended = { game = {}, timed = {} }
  for _, action in ipairs(d.compiled.tables.actions) do
    local list = ended[action.ending or "timed"]
    list[#list + 1] = action
  end
  local game, timed = ended.game, ended.timed
  if #game == 0 or #timed == 0 then return #timed > 0 and "timed" or "game" end
  local fewer, others = timed, "the game ends"
  if #game < #timed then fewer, others = game, "time ends" end
  for _, action in ipairs(fewer) do
    d.misfit("action", action.name, "ends", ("%s other actions, and in JSON all of them end alike"):format(others),
      "let all end alike")
  end
  return "game"
end

function described.actions(d)
  local list = { array = true }
  for _, action in ipairs(d.compiled.tables.actions) do list[#list + 1] = describe_action(d, action) end
  d.ends = check_endings(d)
  return { "timeout_check_interval_ms", 500, "actions", list }
end

-- ---- Sequences ----

-- A choice that leads to the end and nowhere else is how several ends of one sequence are written in a pack.
local function is_end(node)
  local only = node.transitions[1]
  return node.kind == "choice" and #node.transitions == 1 and only.to == "END" and #only.when == 0
    and not only.otherwise and not node.failed
end

-- Kinds of nodes that the format has nothing for.
local BEYOND = { scene = "scenes", pass = "scenes", request = "offers", body = "offers", take = "messages",
  send = "messages", meet = "meetings" }

local function check_node(node, tell)
  local spot = ('node "%s"'):format(node.name)
  if node.kind == "choice" and not is_end(node) then
    tell(spot, "JSON has no choices", "let it perform an action, or lead there from the nodes before it")
  end
  if node.kind == "wait" then
    tell(spot .. ", wait", "JSON has no nodes that wait", "let it perform an action that is over then")
  end
  if BEYOND[node.kind] then tell(spot, "JSON has no " .. BEYOND[node.kind], "let it perform an action") end
  if node.at_member or node.at_part then tell(spot .. ", target", "JSON has no scenes", "leave it out") end
  if node.failed then tell(spot .. ", failed", "in JSON a failure leads to fallbacks only", "leave it out") end
  if node.same_target then tell(spot .. ", target", "in JSON each action chooses its target", "leave it out") end
end

local NODE_KINDS = { action = "ACTION", sequence = "SEQUENCE" }

local function describe_node(d, node, id)
  if is_end(node) then return { "node_id", id, "node_type", "END" } end
  local kind = node.kind
  local performed = d.plain[node.performs]
  return { "node_id", id, "node_type", NODE_KINDS[kind], ("target_%s_id"):format(kind), performed
    and d.ids[kind][performed] }
end

local function describe_transitions(d, node, ids, tell, list)
  if is_end(node) then return end
  for i, transition in ipairs(node.transitions) do
    local spot = ('node "%s", transition %d'):format(node.name, i)
    if transition.otherwise then tell(spot .. ", otherwise", "JSON has no such thing", "write the condition") end
    local when = operations.write(transition.when, "condition", d.plain, function(why)
      tell(spot .. ", when", why, "JSON has only comparisons with numbers")
    end)
    list[#list + 1] = { "transition_id", #list + 1, "from_node_id", ids[node.name], "to_node_id", ids[transition.to],
      "preconditions", when }
  end
end

local function goes_to_end(sequence)
  for _, node in ipairs(sequence.nodes) do
    for _, transition in ipairs(not is_end(node) and node.transitions or {}) do
      if transition.to == "END" then return true end
    end
  end
  return false
end

-- The end comes before other ends: the first of them is END when they are read again.
local function describe_nodes(d, sequence, nodes, ids)
  local list, ends = { array = true }, {}
  for _, node in ipairs(nodes) do
    local into = is_end(node) and ends or list
    into[#into + 1] = describe_node(d, node, ids[node.name])
  end
  if goes_to_end(sequence) then list[#list + 1] = { "node_id", ids.END, "node_type", "END" } end
  for _, each in ipairs(ends) do list[#list + 1] = each end
  return list
end

local function by_id(nodes, ids)
  local list = {}
  for i, node in ipairs(nodes) do list[i] = node end
  table.sort(list, function(a, b) return ids[a.name] < ids[b.name] end)
  return list
end

local function silent() end

-- Of the columns of scenes nothing is told beside that there are no scenes.
local function describe_sequence(d, sequence)
  local tell, name = teller(d, "sequence", sequence.name), d.plain[sequence.name]
  if d.compiled:thing("sequence", sequence.name).scene then tell = silent end
  check_claims(sequence.claims, tell)
  if sequence.castable then tell("castable", "JSON has no scenes", "leave it out") end
  local ids, transitions = d.node_ids(name, sequence.nodes), { array = true }
  local nodes = by_id(sequence.nodes, ids)
  for _, node in ipairs(nodes) do
    check_node(node, tell)
    describe_transitions(d, node, ids, tell, transitions)
  end
  return { "sequence_id", d.ids.sequence[name], "sequence_name", name, "entry_point_node_id", ids[sequence.entry],
    "nodes", describe_nodes(d, sequence, nodes, ids), "transitions", transitions }
end

function described.sequences(d)
  local list = { array = true }
  for _, sequence in ipairs(d.compiled.tables.sequences) do list[#list + 1] = describe_sequence(d, sequence) end
  return { "sequences", list }
end

-- ---- Entities ----

local MEMORIES = { transition_memories = 10, action_memories = 15, interruption_memories = 8 }

local function ids_of(d, kind, names)
  local list = { array = true }
  for _, name in ipairs(names) do list[#list + 1] = d.ids[kind][d.plain[name]] end
  return list
end

local function describe_state(d, entity)
  local defaults, made = {}, {}
  for _, state in ipairs(d.compiled.tables.states) do defaults[state.name] = state.initial or 0 end
  for _, state in ipairs(entity.states) do
    made[#made + 1] = d.plain[state.state]
    made[#made + 1] = state.initial or defaults[state.state]
  end
  return made
end

local function describe_handlers(d, entity, tell)
  local made = {}
  for _, handler in ipairs(entity.handlers) do
    local name = d.plain[handler.interruption]
    if handler.priority ~= 0 then
      tell(("on, %s"):format(name), "JSON has no priorities", "leave it out")
    end
    made[#made + 1] = name
    made[#made + 1] = d.ids.sequence[d.plain[handler.sequence]]
  end
  return made
end

local function memory(entity, name)
  return entity[name] or MEMORIES[name]
end

local function describe_entity(d, entity)
  local tell, name = teller(d, "entity", entity.name), d.plain[entity.name]
  if entity.position == "pushed" then
    tell("position", "in JSON an entity is static, or asked where it is", "give static = true or every = ...")
  end
  local made = { "entity_id", d.ids.entity[name], "entity_name", name, "is_static", entity.position == "static",
    "position_update_frequency_ms", entity.position_refresh_ms or 0,
    "accepted_actions_ids", ids_of(d, "action", entity.accepts) }
  local function add(key, value)
    made[#made + 1] = key
    made[#made + 1] = value
  end
  if #(entity.roles or {}) > 0 then tell("roles", "JSON has no roles", "leave them out") end
  if #(entity.cues or {}) > 0 then tell("cues", "JSON has no cues", "leave them out") end
  if entity.plan then tell("plan", "JSON has no plans", "give it a main sequence") end
  if #(entity.inboxes or {}) > 0 then tell("inboxes", "JSON has no messages", "leave them out") end
  if #(entity.offers or {}) > 0 then tell("offers", "JSON has no offers", "leave them out") end
  if #(entity.reactions or {}) > 0 then tell("reacts", "JSON has no scenes", "leave them out") end
  if entity.npc then
    add("main_sequence_id", entity.main and d.ids.sequence[d.plain[entity.main]])
    add("interruption_handlers", describe_handlers(d, entity, tell))
    add("fallback_sequences", ids_of(d, "sequence", entity.fallbacks))
  end
  add("initial_state", describe_state(d, entity))
  if entity.npc then
    add("memory_limits", { "max_transition_memories", memory(entity, "transition_memories"), "max_action_memories",
      memory(entity, "action_memories"), "max_interruption_memories", memory(entity, "interruption_memories") })
  end
  return { "entities", { array = true, { "entity_type", entity.npc and "BEHAVIORAL" or "FRAMEWORK", "entity", made } } }
end

--- Each in a file of its own.
-- @treturn {table,...} `{ name=, id=, file= }`
function described.entities(d)
  local list = {}
  for i, entity in ipairs(d.compiled.tables.entities) do
    local name = d.plain[entity.name]
    list[i] = { name = name, id = d.ids.entity[name], file = describe_entity(d, entity) }
  end
  for _, scene in ipairs(d.compiled.tables.scenes) do
    d.misfit("scene", scene.name, nil, "JSON has no scenes", "leave them out")
  end
  for _, inbox in ipairs(d.compiled.tables.inboxes) do
    d.misfit("inbox", inbox.name, nil, "JSON has no messages", "leave them out")
  end
  for _, plan in ipairs(d.compiled.tables.plans) do
    d.misfit("plan", plan.name, nil, "JSON has no plans", "leave them out")
  end
  for _, place in ipairs(d.compiled.places) do
    d.misfit("place", place.definition, nil, "JSON has no places", "let the game spawn it")
  end
  return list
end

return described
