-- Content in the normalised form of content.lua as the tables that `seal` of `bustle.core` takes.

-- ---- Expressions to postfix operations ----

local SUBJECTS = { self = true, target = true, env = true, distance = true, now = true, part = true, area = true, link = true, count = true }

-- The ends of a link.
local function add_ends(op, kind, from, to)
  op.link, op.name = kind, nil
  op.subject, op.part = from:match "^part" or from, from:match "^part:(.*)$"
  op.to, op.to_part = to:match "^part" or to, to:match "^part:(.*)$"
  return op
end

-- What an operation says of a subject.
local function about(kind, value, more)
  local op = more or {}
  op.kind, op.subject, op.name = kind, value[1], value[2]
  if value[1] == "link" then return add_ends(op, value[2], value[3], value[4]) end
  if value[1] == "count" and value[3] then op.name = value[2] .. " in " .. value[3] end
  if value[1] == "part" then op.part, op.name = value[2], value[3] end
  return op
end

local function push_value(list, value)
  if value[1] == "const" then
    list[#list + 1] = { kind = "push", subject = "constant", value = value[2] }
  elseif SUBJECTS[value[1]] then
    list[#list + 1] = about("push", value)
  else
    push_value(list, value[2])
    push_value(list, value[3])
    list[#list + 1] = { kind = value[1], subject = "stack" }
  end
end

local function call_of(number)
  return { kind = "call", name = "function " .. number, value = number }
end

local function push_condition(list, given)
  local kind = given[1]
  if kind == "and" or kind == "or" then
    push_condition(list, given[2])
    push_condition(list, given[3])
    list[#list + 1] = { kind = kind }
  elseif kind == "not" then
    push_condition(list, given[2])
    list[#list + 1] = { kind = "not" }
  elseif kind == "call" then
    list[#list + 1] = call_of(given[2])
  elseif SUBJECTS[given[2][1]] and given[3][1] == "const" then
    list[#list + 1] = about(kind, given[2], { value = given[3][2] })
  else
    push_value(list, given[2])
    push_value(list, given[3])
    list[#list + 1] = { kind = kind, subject = "stack" }
  end
end

local function condition(given)
  local list = {}
  if given then push_condition(list, given) end
  return list
end

-- The operation; a value that is no constant is pushed first.
local function send(list, effect)
  local op = { kind = effect[1], name = effect[2] }
  if effect[1] == "send" then op.subject, op.part = effect[3], effect[5] else op.value_name = effect[3] end
  if not effect[4] then op.value = 0
  elseif effect[4][1] == "const" then op.value = effect[4][2]
  else
    push_value(list, effect[4])
    op.stacked = true
  end
  return op
end

local function effects(given)
  local list = {}
  for _, effect in ipairs(given or {}) do
    if effect[1] == "raise" then
      list[#list + 1] = { kind = "raise", subject = effect[3], name = effect[2], part = effect[4] }
    elseif effect[1] == "raise_within" then
      list[#list + 1] = { kind = "raise_within", name = effect[2], value = effect[3] }
    elseif effect[1] == "raise_on_path" then
      list[#list + 1] = { kind = "raise_on_path", name = effect[2], value_name = effect[3] }
    elseif effect[1] == "send" or effect[1] == "send_on_path" then
      local op = send(list, effect) -- which may push before it
      list[#list + 1] = op
    elseif effect[1] == "revoke" then
      list[#list + 1] = { kind = "revoke", subject = effect[3], name = effect[2] }
    elseif effect[2] == "link" then
      local op = { kind = effect[1] }
      if effect[4][1] == "const" then op.value = effect[4][2] else
        push_value(list, effect[4])
        op.stacked = true
      end
      list[#list + 1] = add_ends(op, effect[3][1], effect[3][2], effect[3][3])
    elseif effect[1] == "call" then
      list[#list + 1] = call_of(effect[2])
    elseif effect[4][1] == "const" then
      list[#list + 1] = { kind = effect[1], subject = effect[2], name = effect[3], value = effect[4][2], part = effect[5] }
    else
      push_value(list, effect[4])
      list[#list + 1] = { kind = effect[1], subject = effect[2], name = effect[3], stacked = true, part = effect[5] }
    end
  end
  return list
end

-- ---- Definitions ----

local function map(list, make)
  local made = {}
  for i, each in ipairs(list or {}) do made[i] = make(each) end
  return made
end

local function key(given)
  local initial = given.default
  for i, name in ipairs(given.values or {}) do
    if name == initial then initial = i - 1 end
  end
  if type(initial) == "boolean" then initial = initial and 1 or 0 end
  return { name = given.name, min = given.min, max = given.max, flag = given.flag, values = given.values,
    initial = initial, refresh_ms = given.every_ms }
end

local function claims(list)
  return map(list, function(claim) return { state = claim.property, amount = claim.amount or 1 } end)
end

-- A value, as preferences have it.
local function value_of(given)
  local list = {}
  if given then push_value(list, given) end
  return list
end

local function link(given)
  return { name = given.name, flag = given.flag or false, min = given.min, max = given.max, initial = given.default }
end

local function action(given)
  local duration, prefer, travel = given.duration or {}, given.prefer or {}, given.travel or {}
  return { name = given.name, when = condition(given.when), start = effects(given.start),
    finish = effects(given.finish), interrupted = effects(given.interrupted), duration_ms = duration[1],
    duration_max_ms = duration[2], timeout_ms = given.timeout_ms, timeout_fails = given.timeout_fails,
    resumable = given.resumable, target = given.takes_target, ending = given.ends, claims = claims(given.claims),
    preference = prefer.kind, preferred_state = prefer.property, preferred = value_of(prefer.value),
    speed = travel.speed, speed_state = travel.property,
    near = travel.near, ends_on = given.ends_on }
end

local function node(given)
  local prefer = given.prefer or {}
  local performs = given.action or given.sequence or given.scene or given.inbox or given.meeting
  return { name = given.name, kind = given.kind, performs = performs, as = given.as,
    path = given.path, from_target = given.from_target, from_area = given.from_area, targets = given.targets,
    offers = given.offers,
    preference = prefer.kind, preferred_state = prefer.property, preferred = value_of(prefer.value), body = given.body,
    optional = given.kind == "request" or nil, holds_while = condition(given.during), at_member = given.at_member,
    at_part = given.at_part, free = given.free, same_target = given.same_target,
    failed = given.failed, when = condition(given.when), timeout_ms = given.timeout_ms,
    every_ms = given.every_ms, waiting = given.waiting, into = given.into, value = value_of(given.value), await = given.await,
    count = given.count, transitions = map(given.to, function(transition)
      return { to = transition.node, otherwise = transition.otherwise, when = condition(transition.when) }
    end) }
end

local function initial_state(given)
  local value = given[2]
  if type(value) == "boolean" then value = value and 1 or 0 end
  if type(value) == "string" then return { state = given[1], value_name = value } end
  return { state = given[1], initial = value }
end

local function handler(given)
  return { interruption = given.interruption, sequence = given.sequence, priority = given.priority,
    stays = given.stays, urgent = given.urgent }
end

local function offer(given)
  return { name = given.name, sequence = given.sequence, holders = given.holders, when = condition(given.when),
    holds_while = condition(given.during), adopt = effects(given.adopt), drop = effects(given.drop), undo = given.undo,
    kept = given.kept }
end

local function cue(given)
  local prefer = given.prefer or {}
  return { name = given.name, sequence = given.sequence, scene = given.scene, as = given.as, when = condition(given.when),
    targets = given.targets,
    preference = prefer.kind, preferred_state = prefer.property, preferred = value_of(prefer.value), leaves = given.leaves,
    priority = given.priority, every_ms = given.every_ms,
    again_ms = given.again_ms }
end

local function role(given)
  return { name = given.name, main = given.main, plan = given.plan, change = given.change, fallbacks = given.fallbacks,
    handlers = map(given.handlers, handler), cues = map(given.cues, cue), enter = effects(given.enter),
    exit = effects(given.exit), offers = map(given.offers, offer), reactions = given.reactions }
end

local function part(given)
  local prefer = given.prefer or {}
  return { name = given.name, least = given.least, most = given.most, who = given.who, when = condition(given.when),
    preference = prefer.kind, preferred_state = prefer.property, preferred = value_of(prefer.value),
    sequence = given.sequence, finish = effects(given.finish),
    broken = effects(given.broken) }
end

local function scene(given)
  return { name = given.name, topic = given.topic, parts = map(given.parts, part), within = given.within,
    priority = given.priority, patience_ms = given.patience_ms, limit_ms = given.limit_ms, longest_ms = given.longest_ms,
    rest_ms = given.rest_ms, waiting = given.waiting, interrupted_breaks = given.interrupted_breaks,
    stays = given.stays }
end

local function entity(given)
  local made = { name = given.name, npc = given.npc or false,
    position = (given.static or given.area) and "static" or given.position or "pushed",
    position_refresh_ms = given.position_every_ms, states = map(given.state, initial_state), accepts = given.accepts,
    tags = given.tags, offers = map(given.offers, offer), area = given.area, trigger = given.trigger }
  if given.area then made.enter, made.exit = effects(given.enter), effects(given.exit) end
  if not given.npc then return made end
  local memory = given.memory or {}
  made.main, made.plan, made.fallbacks, made.reactions = given.main, given.plan, given.fallbacks, given.reactions
  made.inboxes = given.inboxes
  made.handlers, made.cues = map(given.handlers, handler), map(given.cues, cue)
  made.roles = map(given.roles, function(listed) return { role = listed.role, when = condition(listed.when) } end)
  made.transition_memories, made.action_memories = memory.transitions, memory.actions
  made.interruption_memories = memory.interruptions
  return made
end

return function(content)
  return { states = map(content.states, key), environment = map(content.env, key), links = map(content.links, link),
    interruptions = map(content.interruptions, function(each)
      return { name = each.name, when = condition(each.when) }
    end),
    actions = map(content.actions, action),
    inboxes = map(content.inboxes, function(each) return { name = each.name, limit = each.limit, keep_ms = each.keep_ms } end),
    plans = map(content.plans, function(each) return { name = each.name, entries = each.entries } end),
    sequences = map(content.sequences, function(each)
      return { name = each.name, entry = each.entry, nodes = map(each.nodes, node), claims = claims(each.claims),
        claims_kept = each.claims_kept, castable = each.castable, castable_in = each.castable_in }
    end),
    roles = map(content.roles, role), scenes = map(content.scenes, scene), entities = map(content.entities, entity) }
end
