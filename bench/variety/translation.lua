--- The tables that `core.seal` takes, as the content that the oracle takes (spec/oracle/content.lua): so that a pack
-- that the core plays can be played by the oracle too. The other direction is spec/oracle/core_content.lua.
local translation = {}

local function map(list, make)
  local made = {}
  for i, each in ipairs(list or {}) do made[i] = make(each) end
  return made
end

-- ---- Postfix operations to trees ----

local JOINS = { ["and"] = true, ["or"] = true, ["+"] = true, ["-"] = true, ["*"] = true }

local function pop(stack)
  return table.remove(stack)
end

-- Who a link leads from or to.
local function end_of(subject, part)
  return subject == "part" and "part:" .. part or subject
end

local function ends_of(op)
  return { op.link, end_of(op.subject, op.part), end_of(op.to, op.to_part) }
end

local function state_of(op)
  if op.link then
    local ends = ends_of(op)
    return { "link", ends[1], ends[2], ends[3] }
  end
  if op.subject == "part" then return { "part", op.part, op.name } end
  if op.subject == "count" then
    local found, among = op.name:match "^(.-) in (.*)$"
    return { "count", found or op.name, among }
  end
  return { op.subject, op.name }
end

local function value_of(op)
  return op.subject == "constant" and { "const", op.value } or state_of(op)
end

-- One operation further: takes what it needs from the stack, and leaves what comes of it.
local function push(stack, op)
  local made
  if op.kind == "push" then
    made = value_of(op)
  elseif op.kind == "call" then
    made = { "call", op.value }
  elseif op.kind == "not" then
    made = { "not", pop(stack) }
  elseif JOINS[op.kind] or op.subject == "stack" then
    local right = pop(stack)
    made = { op.kind, pop(stack), right }
  else
    made = { op.kind, state_of(op), { "const", op.value } }
  end
  stack[#stack + 1] = made
end

-- What is left over at the end is and-ed. No operations: no condition.
local function condition(ops)
  local stack = {}
  for _, op in ipairs(ops or {}) do push(stack, op) end
  local whole = stack[1]
  for i = 2, #stack do whole = { "and", whole, stack[i] } end
  return whole
end

-- A value, such as what a preference is by.
local function value(ops)
  local stack = {}
  for _, op in ipairs(ops or {}) do push(stack, op) end
  return stack[1]
end

local CHANGES = { set = true, add = true, sub = true }

-- What an effect that changes nothing says besides its kind.
local TELLS = {
  raise = function(op) return op.subject, op.part end,
  raise_within = function(op) return op.value end,
  raise_on_path = function(op) return op.value_name end,
  revoke = function(op) return op.subject end,
  send = function(op, given) return op.subject, given, op.part end,
  send_on_path = function(op, given) return op.value_name, given end,
}

local function effects(ops)
  local list, stack = {}, {}
  for _, op in ipairs(ops or {}) do
    if CHANGES[op.kind] then
      local by = op.stacked and pop(stack) or { "const", op.value }
      list[#list + 1] = op.link and { op.kind, "link", ends_of(op), by }
        or { op.kind, op.subject, op.name, by, op.part }
    elseif TELLS[op.kind] then
      local given = op.stacked and pop(stack) or op.value and { "const", op.value }
      list[#list + 1] = { op.kind, op.name, TELLS[op.kind](op, given) }
    elseif op.kind == "call" then
      list[#list + 1] = { "call", op.value }
    else
      push(stack, op)
    end
  end
  return list
end

-- ---- Definitions ----

local function key(given)
  return { name = given.name, default = given.initial, min = given.min, max = given.max, values = given.values,
    flag = given.flag, every_ms = given.refresh_ms }
end

local function link(given)
  return { name = given.name, flag = given.flag, default = given.initial, min = given.min, max = given.max }
end

local function claims(list)
  return map(list, function(claim) return { property = claim.state, amount = claim.amount } end)
end

local function preference(given)
  if given.preference then
    return { kind = given.preference, property = given.preferred_state, value = value(given.preferred) }
  end
end

local function action(given)
  local made = { name = given.name, when = condition(given.when), start = effects(given.start),
    finish = effects(given.finish), interrupted = effects(given.interrupted), timeout_ms = given.timeout_ms,
    timeout_fails = given.timeout_fails, resumable = given.resumable, takes_target = given.target,
    ends = given.ending, claims = claims(given.claims), ends_on = given.ends_on }
  if given.speed or given.speed_state then
    made.travel = { speed = given.speed, property = given.speed_state, near = given.near }
  else
    made.duration = { given.duration_ms, given.duration_max_ms or given.duration_ms }
  end
  made.prefer = preference(given)
  return made
end

-- Under which key the oracle has what a node performs, where that is not its kind.
local PERFORMS = { take = "inbox", send = "inbox", meet = "meeting" }

local function node(given)
  return { name = given.name, kind = given.kind, [PERFORMS[given.kind] or given.kind] = given.performs,
    same_target = given.same_target, as = given.as, at_member = given.at_member, at_part = given.at_part,
    free = given.free, failed = given.failed, when = condition(given.when), timeout_ms = given.timeout_ms,
    every_ms = given.every_ms, waiting = given.waiting, path = given.path, from_target = given.from_target,
    from_area = given.from_area, targets = given.targets, offers = given.offers, prefer = preference(given),
    body = given.kind ~= "body" and given.body or nil, during = condition(given.holds_while), into = given.into,
    value = value(given.value), await = given.await, count = given.count,
    to = map(given.transitions, function(transition)
      return { node = transition.to, otherwise = transition.otherwise, when = condition(transition.when) }
    end) }
end

local function sequence(given)
  local nodes = map(given.nodes, node)
  nodes[#nodes + 1] = { name = "END", kind = "end" }
  return { name = given.name, entry = given.entry, nodes = nodes, claims = claims(given.claims),
    claims_kept = given.claims_kept, castable = given.castable, castable_in = given.castable_in }
end

local function offer(given)
  return { name = given.name, sequence = given.sequence, holders = given.holders, when = condition(given.when),
    during = condition(given.holds_while), adopt = effects(given.adopt), drop = effects(given.drop), undo = given.undo,
    kept = given.kept }
end

local function cue(given)
  return { name = given.name, sequence = given.sequence, scene = given.scene, as = given.as,
    when = condition(given.when), targets = given.targets, prefer = preference(given),
    priority = given.priority, every_ms = given.every_ms, again_ms = given.again_ms, leaves = given.leaves }
end

local function role(given)
  return { name = given.name, main = given.main, plan = given.plan, change = given.change, fallbacks = given.fallbacks,
    handlers = given.handlers, cues = map(given.cues, cue), reactions = given.reactions, enter = effects(given.enter),
    exit = effects(given.exit), offers = map(given.offers, offer) }
end

local function part(given)
  return { name = given.name, least = given.least, most = given.most, who = given.who, when = condition(given.when),
    prefer = preference(given), sequence = given.sequence, finish = effects(given.finish),
    broken = effects(given.broken) }
end

local function scene(given)
  return { name = given.name, topic = given.topic, parts = map(given.parts, part), within = given.within,
    priority = given.priority, patience_ms = given.patience_ms, limit_ms = given.limit_ms,
    longest_ms = given.longest_ms, rest_ms = given.rest_ms, waiting = given.waiting,
    interrupted_breaks = given.interrupted_breaks, stays = given.stays }
end

local function entity(given)
  local is_area = given.area ~= nil and #given.area > 0
  return { name = given.name, npc = given.npc, static = is_area or given.position == "static",
    position = not is_area and given.position or nil,
    position_every_ms = given.position_refresh_ms, accepts = given.accepts, main = given.main,
    fallbacks = given.fallbacks, handlers = given.handlers, cues = map(given.cues, cue), tags = given.tags,
    reactions = given.reactions, plan = given.plan, inboxes = given.inboxes, offers = map(given.offers, offer),
    area = is_area and given.area or nil, trigger = given.trigger, enter = effects(given.enter),
    exit = effects(given.exit),
    roles = map(given.roles, function(listed) return { role = listed.role, when = condition(listed.when) } end),
    state = map(given.states, function(state) return { state.state, state.initial or state.value_name } end),
    memory = { transitions = given.transition_memories, actions = given.action_memories,
      interruptions = given.interruption_memories } }
end

--- Content for the oracle.
-- @tparam table tables as `bustle.author.content` makes them
function translation.content(tables)
  return { states = map(tables.states, key), env = map(tables.environment, key), links = map(tables.links, link),
    inboxes = tables.inboxes, plans = tables.plans,
    interruptions = map(tables.interruptions, function(each)
      return { name = each.name, when = condition(each.when) }
    end),
    actions = map(tables.actions, action), sequences = map(tables.sequences, sequence), roles = map(tables.roles, role),
    scenes = map(tables.scenes, scene), entities = map(tables.entities, entity) }
end

return translation
