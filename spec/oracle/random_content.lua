-- Random content in the normalised form of content.lua: small, valid, and lively. `random.lua` adds the script.
-- `r` is the generator's stream: r:int(low, high), r:chance(percent), r:pick(list).

local content = require "spec.oracle.content"
local random_scenes = require "spec.oracle.random_scenes"
local random_places = require "spec.oracle.random_places"
local random_days = require "spec.oracle.random_days"

local COMPARISONS = { "==", "~=", "<", ">", "<=", ">=", "~=", "<=", ">=" }

---- Vocabulary ----

-- Each with `low` and `high`, the range in which its values are usually found (not part of the form; ignored there).
local STATE_KINDS = {
  function(name, r) return { name = name, default = r:int(3, 6), min = 0, max = 10, low = 0, high = 10 } end,
  function(name) return { name = name, flag = true, low = 0, high = 1 } end,
  function(name, r) return { name = name, values = { "red", "green", "blue" }, default = r:pick { "red", "green", "blue" }, low = 0, high = 2 } end,
  function(name, r) return { name = name, default = r:int(-2, 4), low = -5, high = 9 } end,
  function(name, r) return { name = name, default = r:int(2, 9), min = -1, max = 20, low = 0, high = 12 } end,
}

local function make_states(r)
  local seats = { name = "st1", default = r:int(1, 3), min = r:pick { 0, 0, -1 }, low = 0, high = 4 }
  if r:chance(60) then seats.max = r:int(4, 8) end
  local states = { seats }
  for i = 2, r:int(2, 5) do states[i] = r:pick(STATE_KINDS)("st" .. i, r) end
  return states
end

local function make_env(r)
  local list = {}
  for i = 1, r:int(1, 3) do
    local env = { name = "env" .. i, every_ms = r:pick { 0, 300, 1000, 2000, 5000 } }
    local kind = r:int(1, 3)
    if kind == 1 then env.flag, env.low, env.high = true, 0, 1
    elseif kind == 2 then env.values, env.low, env.high = { "sun", "rain", "snow" }, 0, 2
    else env.min, env.max, env.default, env.low, env.high = 0, 24, r:int(0, 24), 0, 24 end
    list[i] = env
  end
  return list
end

---- Conditions and effects ----
-- `scope`: { r=, states=, env=, target=bool (may mention target and distance), only_env=bool, functions=bool, new_condition=,
-- new_effect=, interruptions=, waits=bool (there are nodes that wait, and effects that raise within a distance), self={},
-- wanted={} }; the last two gather the properties that `self` and `target` need. In a `lively` world there are roles and cues.

local function mention(scope, who, state)
  if who == "self" then scope.self[state.name] = true else scope.wanted[state.name] = true end
  return { who, state.name }
end

local function random_value(scope, low, high, depth)
  local r = scope.r
  local kind = r:int(1, 100)
  if not scope.only_env and r:chance(2) then return { "const", r:pick { -2147483648, 2147483647, 2000000000 } } end
  if scope.only_env or kind <= 72 or depth > 1 then return { "const", r:int(low, high) } end
  if kind <= 84 then return mention(scope, "self", r:pick(scope.states)) end
  if kind <= 88 then return { "env", r:pick(scope.env).name } end
  if kind <= 90 then return { "now" } end
  if kind <= 93 and scope.target then return mention(scope, "target", r:pick(scope.states)) end
  local operation = r:pick { "+", "-", "*" }
  if r:chance(10) then low, high = 2000000000, 2147483647 end
  local left = random_value(scope, low, high, depth + 1)
  return { operation, left, random_value(scope, 0, 2, depth + 1) }
end

-- Of all sorts: on either side, alone or in a sum, with anything on the other side.
local function distance_comparison(scope)
  local r = scope.r
  local left, right = { "distance" }, random_value(scope, -1, 60, 0)
  if r:chance(20) then left = { "+", left, { "const", r:int(-3, 3) } } end
  if r:chance(10) then right = { "distance" } end
  if r:chance(40) then left, right = right, left end
  return { r:pick(COMPARISONS), left, right }
end

local function comparison(scope)
  local r = scope.r
  local kind = scope.only_env and 100 or r:int(1, 100)
  if scope.target and kind <= 15 then return { "<=", { "distance" }, { "const", r:int(15, 90) } } end
  if scope.target and kind <= 20 then return distance_comparison(scope) end
  if kind <= 4 then return { "~=", { "now" }, { "const", r:int(1, 90) } } end
  local left, key
  if scope.target and kind <= 50 then
    key = r:pick(scope.states)
    left = mention(scope, "target", key)
  elseif kind <= 75 then
    key = r:pick(scope.states)
    left = mention(scope, "self", key)
  else
    key = r:pick(scope.env)
    left = { "env", key.name }
  end
  local how = r:int(1, 10) -- mostly such that it usually holds
  if scope.only_env then how = r:int(1, 20) end
  if how <= 4 then return { ">=", left, { "const", key.low + (key.high > 2 and r:int(0, 1) or 0) } } end
  if how <= 7 then return { "<=", left, { "const", key.high - (key.high > 2 and r:int(0, 1) or 0) } } end
  return { r:pick(COMPARISONS), left, random_value(scope, key.low, key.high, 0) }
end

local function random_condition(scope, depth)
  local r = scope.r
  local kind = r:int(1, 100)
  if depth < 2 then
    if kind <= 14 then
      local left = random_condition(scope, depth + 1)
      return { "and", left, random_condition(scope, depth + 1) }
    elseif kind <= 28 then
      local left = random_condition(scope, depth + 1)
      return { "or", left, random_condition(scope, depth + 1) }
    elseif kind <= 32 then
      return { "not", { "and", random_condition(scope, depth + 1), random_condition(scope, depth + 1) } }
    end
  end
  if kind > 93 and scope.functions then return { "call", scope.new_condition() } end
  return comparison(scope)
end

local function random_effects(scope, most)
  local r, list = scope.r, {}
  for i = 1, r:int(0, most) do
    local who = scope.target and r:chance(40) and "target" or "self"
    local kind = r:int(1, 100)
    local state = r:pick(scope.states)
    if scope.waits and #scope.interruptions > 0 and r:chance(10) then
      list[i] = { "raise_within", r:pick(scope.interruptions).name, r:pick { 0, 5, 20, 50 } }
    elseif kind <= 10 and #scope.interruptions > 0 then
      list[i] = { "raise", r:pick(scope.interruptions).name, who }
    elseif kind <= 18 then
      list[i] = { "call", scope.new_effect() }
    else
      local operation = r:pick { "set", "add", "sub", "add", "sub" }
      mention(scope, who, state)
      local value = operation == "set" and random_value(scope, state.low, state.high, 0) or random_value(scope, 0, 2, 0)
      list[i] = { operation, who, state.name, value }
    end
  end
  return list
end

---- Actions ----

local function claimable(states)
  local list = {}
  for _, state in ipairs(states) do
    if state.min and state.min <= 0 then list[#list + 1] = state.name end
  end
  return list
end

local function add_target_parts(r, scope, action)
  if r:chance(20) then
    action.travel = { speed = r:int(1, 40) }
    if r:chance(40) then action.travel = { property = mention(scope, "self", r:pick(scope.states))[2] } end
    if r:chance(50) then action.travel.near = r:pick { 1, 2, 3, 8, 20 } end
    action.duration, action.timeout_ms = nil, nil
  end
  if r:chance(35) then
    action.prefer = { kind = r:pick { "nearest", "nearest", "least", "most" } }
    if action.prefer.kind ~= "nearest" then action.prefer.property = r:pick(scope.states).name end
  end
  if r:chance(50) then
    action.claims = { { property = r:pick(claimable(scope.states)), amount = r:pick { 1, 1, 1, 2 } } }
    if r:chance(10) then action.claims[2] = { property = r:pick(claimable(scope.states)), amount = 1 } end
    for _, claim in ipairs(action.claims) do scope.wanted[claim.property] = true end
  end
end

-- The first action needs nothing, so that there is always something to do. The others are of all sorts.
local function make_action(r, i, vocabulary)
  local action = { name = "act" .. i }
  local low = r:pick { 100, 250, 700, 1000, 1500, 3000, 6000 }
  action.duration = { low, low + (r:chance(40) and r:int(1, 2000) or 0) }
  if r:chance(25) then action.timeout_ms = action.duration[2] + r:int(1, 3000) end
  action.resumable = r:chance(55)
  if i == 1 then return action, { self = {}, wanted = {} } end
  local scope = { r = r, self = {}, wanted = {}, target = r:chance(65), functions = true }
  for key, value in pairs(vocabulary) do scope[key] = value end
  if scope.target then action.takes_target = true else action.takes_target = false end
  if r:chance(55) then action.when = random_condition(scope, 0) end
  action.start, action.finish, action.interrupted = random_effects(scope, 2), random_effects(scope, 3), random_effects(scope, 2)
  if scope.target then add_target_parts(r, scope, action) end
  if r:chance(35) then action.ends = r:pick { "timed", "game" } end
  if r:chance(30) then action.timeout_fails = true end
  if r:chance(30) and #scope.interruptions > 0 then action.ends_on = { r:pick(scope.interruptions).name } end
  if r:chance(5) then action.duration, action.timeout_ms = action.duration and { 2, 5 + r:int(0, 2147483000) }, nil end
  return action, scope
end

-- One to be seen in while waiting (S51): it needs nothing, and does something to `self` alone.
local function make_waiting_action(r, i, vocabulary)
  local scope = { r = r, self = {}, wanted = {}, target = false, functions = true }
  for key, value in pairs(vocabulary) do scope[key] = value end
  local action = { name = "act" .. i, duration = { 500, r:pick { 500, 900 } }, takes_target = false, resumable = r:chance(50) }
  action.start, action.finish, action.interrupted = random_effects(scope, 2), random_effects(scope, 2), random_effects(scope, 2)
  return action, scope
end

---- Sequences ----

local function random_transitions(r, scope, count, i, kind)
  local to = {}
  local how_many = r:pick { 1, 1, 2, 2, 3 }
  for t = 1, how_many do
    local transition = {}
    local conditional = r:chance(t == 1 and 12 or 45)
    if conditional then transition.when = random_condition(scope, 1) end
    -- A choice goes forward, unless there is a condition: what can go round without an action is a load error (S24).
    local first = (kind == "action" or kind == "wait" or conditional) and 1 or i + 1
    if r:chance(65) then first = i + 1 end
    local n = r:int(first, count + 1)
    transition.node = n > count and "end" or "n" .. n
    if t > 1 and r:chance(20) then transition.otherwise = true end
    to[t] = transition
  end
  if kind == "choice" and r:chance(7) then -- round and round while it holds: runs out of steps
    to[#to + 1] = { node = "n" .. i, when = comparison(scope) }
  end
  return to
end

-- What is waited for: what may hold at once, what does not at first, what comes and goes with the time, what comes once.
local function awaited(r, scope)
  local kind = r:int(1, 100)
  if kind <= 25 then return random_condition(scope, 1) end
  if kind <= 55 then return { "not", random_condition(scope, 1) } end
  if kind <= 65 then return { "call", scope.new_condition() } end
  if kind <= 75 then return { ">", { "now" }, { "const", r:int(1, 120) } } end
  local env = r:pick(scope.env)
  return { r:pick { "==", "==", "~=", ">" }, { "env", env.name }, { "const", r:int(env.low, env.high) } }
end

local function make_wait(r, scope, i, count)
  local node = { name = "n" .. i, kind = "wait", when = awaited(r, scope) }
  if r:chance(85) then node.timeout_ms = r:pick { -1, 0, 0, 1, 500, 1000, 2500, 2500, 8000, 8000, 20000 } end
  if r:chance(70) then node.every_ms = r:pick { 1, 100, 300, 700, 1000, 2500, 9000 } end
  if r:chance(60) then node.waiting = r:pick(scope.waiting_actions).name end
  node.to = random_transitions(r, scope, count, i, "wait")
  if r:chance(45) then
    local n = r:int(r:chance(75) and i + 1 or 1, count + 1)
    node.failed = n > count and "end" or "n" .. n
  end
  return node
end

-- `after_target`: an earlier node takes a target, so that there is one to be the same.
local function make_node(r, scope, actions, i, count, sequence_index, sequence_count, after_target)
  local node = { name = "n" .. i, kind = "action" }
  local kind = r:int(1, 100)
  if kind <= 24 and sequence_index < sequence_count then
    node.kind, node.sequence = "sequence", "seq" .. r:int(sequence_index + 1, sequence_count)
  elseif kind <= 38 then
    node.kind = "choice"
  else
    local action = r:pick(actions)
    if action.name == "act1" and r:chance(70) then action = actions[r:int(2, #actions)] end
    node.action = action.name
    node.same_target = action.takes_target and r:chance(after_target and 45 or 8) or false
  end
  node.to = random_transitions(r, scope, count, i, node.kind)
  if r:chance(30) then
    local n = r:int(r:chance(75) and i + 1 or 1, count + 1)
    node.failed = n > count and "end" or "n" .. n
  end
  return node
end

local function first_targeted(actions)
  for _, action in ipairs(actions) do
    if action.takes_target then return action end
  end
end

-- A sequence nests later ones only. The last one is the plain one that fallbacks like: the action that needs nothing. Where
-- there are waits, many wait at what they have claimed.
local function make_sequence(r, i, count, vocabulary, actions)
  local sequence = { name = "seq" .. i, entry = "n1", nodes = {} }
  if i == count then
    sequence.nodes = { { name = "n1", kind = "action", action = "act1", to = { { node = "end" } } }, { name = "end", kind = "end" } }
    return sequence, {}
  end
  local scope = { r = r, self = {}, wanted = {}, target = true, functions = true }
  for key, value in pairs(vocabulary) do scope[key] = value end
  local nodes, targeted = r:int(2, 5), false
  local waits = scope.waits and r:pick { 10, 30, 30, 50, 100 } or 0 -- of a hundred nodes
  local first = waits > 0 and r:chance(40) and first_targeted(actions)
  for n = 1, nodes do
    if first and n == 1 then sequence.nodes[1] = { name = "n1", kind = "action", action = first.name, to = { { node = "n2" } } }
    elseif waits > 0 and r:chance(targeted and 70 or waits) then sequence.nodes[n] = make_wait(r, scope, n, nodes)
    else sequence.nodes[n] = make_node(r, scope, actions, n, nodes, i, count, targeted) end
    for _, action in ipairs(actions) do
      if action.name == sequence.nodes[n].action and action.takes_target then targeted = true end
    end
  end
  sequence.nodes[nodes + 1] = { name = "end", kind = "end" }
  if targeted and r:chance(waits > 0 and 85 or 55) then
    sequence.claims = { { property = waits > 0 and "st1" or r:pick(claimable(scope.states)), amount = r:pick { 1, 1, 2 } } }
  end
  return sequence, scope.self
end

---- Entities ----

local function accepted(r, actions, scopes, has, percent)
  local list = {}
  for i, action in ipairs(actions) do
    local suits = action.takes_target and r:chance(percent)
    for property in pairs(scopes[i].wanted) do suits = suits and has[property] end
    if suits then list[#list + 1] = action.name end
  end
  return list
end

local function add_position(r, def)
  local kind = r:int(1, 100)
  if kind <= (def.npc and 8 or 40) then def.static = true
  elseif kind <= 60 then def.position = "pushed"
  elseif kind <= 85 then def.position, def.position_every_ms = "queried", r:pick { 0, 500, 2000 } end
end

-- `needed`: properties that any NPC must have, or nil for a prop.
local function make_entity(r, name, made, scopes, needed)
  local def, has = { name = name, npc = needed ~= nil, state = {} }, {}
  for _, state in ipairs(made.states) do
    if (needed and needed[state.name] and r:chance(96)) or r:chance(needed and 70 or 92) then
      has[state.name] = true
      local initial = { state.name }
      if r:chance(30) then initial[2] = r:int(state.low, state.high) end
      def.state[#def.state + 1] = initial
    end
  end
  def.accepts = accepted(r, made.actions, scopes, has, needed and 55 or 95)
  add_position(r, def)
  return def
end

local function add_mind(r, def, made)
  local count = #made.sequences
  def.main = "seq" .. r:int(1, math.max(1, count - 1))
  def.fallbacks, def.handlers = {}, {}
  for i = 1, r:pick { 0, 0, 1, 1, 2 } do
    def.fallbacks[i] = "seq" .. (r:chance(60) and count or r:int(1, count))
  end
  for _, interruption in ipairs(made.interruptions) do
    if r:chance(75) then
      def.handlers[#def.handlers + 1] = { interruption = interruption.name, sequence = "seq" .. r:int(1, count),
        priority = r:pick { 0, 0, 0, 1, 2, -1 } }
    end
  end
  if r:chance(40) then def.memory = { transitions = r:int(0, 3), actions = r:int(0, 4), interruptions = r:pick { 0, 1, 2, 8 } } end
end

---- Roles and cues (S52, S53) ----

local function random_handlers(r, made, percent)
  local list = {}
  for _, interruption in ipairs(made.interruptions) do
    if r:chance(percent) then
      list[#list + 1] = { interruption = interruption.name, sequence = "seq" .. r:int(1, #made.sequences),
        priority = r:pick { 0, 0, 1, 2, -1 } }
    end
  end
  return list
end

local function some_tags(r, percent)
  local tags = {}
  for i = 1, 3 do
    if r:chance(percent) then tags[#tags + 1] = "tag" .. i end
  end
  return tags
end

local function scope_of(r, vocabulary, target)
  local scope = { r = r, self = vocabulary.needed, wanted = {}, target = target, functions = true }
  for key, value in pairs(vocabulary) do scope[key] = value end
  return scope
end

-- Around the priorities of handlers and runs; looking often and seldom, finding the same again at once or hardly ever.
local function make_cue(r, name, made, vocabulary)
  local cue = { name = name, sequence = "seq" .. r:int(1, #made.sequences) }
  if r:chance(70) then cue.targets = some_tags(r, 60) end
  if cue.targets and #cue.targets == 0 then cue.targets = { "tag1" } end
  local scope = scope_of(r, vocabulary, cue.targets ~= nil)
  if not cue.targets or r:chance(60) then cue.when = random_condition(scope, 1) end
  if cue.targets and r:chance(40) then
    cue.prefer = { kind = r:pick { "nearest", "nearest", "least", "most" } }
    if cue.prefer.kind ~= "nearest" then cue.prefer.property = r:pick(scope.states).name end
  end
  if r:chance(75) then cue.priority = r:pick { -2, -1, 0, 0, 1, 2, 3 } end
  if r:chance(85) then cue.every_ms = r:pick { 1, 100, 700, 1000, 1000, 2500, 9000 } end
  if r:chance(85) then cue.again_ms = r:pick { 0, 0, 1, 500, 2000, 8000, 30000, 3000000 } end
  return cue
end

local function make_cues(r, made, vocabulary, percent)
  local list = {}
  for i = 1, 4 do
    if r:chance(percent) then list[#list + 1] = make_cue(r, "cue" .. i, made, vocabulary) end
  end
  return list
end

local function make_role(r, name, made, vocabulary)
  local count = #made.sequences
  local role = { name = name, change = r:pick { "node", "node", "action", "now", false } or nil, fallbacks = {} }
  if r:chance(75) then role.main = "seq" .. r:int(1, math.max(1, count - 1)) end
  for i = 1, r:pick { 0, 0, 1, 2 } do role.fallbacks[i] = "seq" .. (r:chance(60) and count or r:int(1, count)) end
  role.handlers, role.cues = random_handlers(r, made, 40), make_cues(r, made, vocabulary, 25)
  local scope = scope_of(r, vocabulary, false)
  role.enter, role.exit = random_effects(scope, 2), random_effects(scope, 2)
  return role
end

local function role_condition(r, scope)
  local kind = r:int(1, 100)
  if kind <= 20 then return random_condition(scope, 1) end
  if kind <= 35 then return { "call", scope.new_condition() } end
  if kind <= 45 then
    local state = r:pick(scope.states)
    return { r:pick { "==", "<", ">" }, mention(scope, "self", state), { "const", r:int(state.low, state.high) } }
  end
  local env = r:pick(scope.env)
  local left = { r:pick { "==", "~=", ">", "<=" }, { "env", env.name }, { "const", r:int(env.low, env.high) } }
  return r:chance(20) and { r:pick { "and", "or" }, left, random_condition(scope, 1) } or left
end

-- The roles that a definition lists, each once, in any order, the last without a condition.
local function listed_roles(r, made, vocabulary)
  local left, list = {}, {}
  for i, role in ipairs(made.roles) do left[i] = role.name end
  for i = 1, r:pick { 0, 1, 2, 2, 3, 3 } do
    if #left > 0 then list[i] = { role = table.remove(left, r:int(1, #left)) } end
  end
  for i = 1, #list - 1 do list[i].when = role_condition(r, scope_of(r, vocabulary, false)) end
  return list
end

local function all_have_mains(made, list)
  for _, listed in ipairs(list) do
    for _, role in ipairs(made.roles) do
      if role.name == listed.role and not role.main then return false end
    end
  end
  return #list > 0
end

local function make_life(r, made, vocabulary)
  local life = { tags = some_tags(r, 50), cues = make_cues(r, made, vocabulary, 30), roles = listed_roles(r, made, vocabulary) }
  life.without_main = all_have_mains(made, life.roles) and r:chance(30)
  return life
end

-- A cue that finds one after the other, so that there are more encounters than are kept.
local function make_greeting(r, made)
  return { name = "cue0", sequence = "seq" .. #made.sequences, targets = { "crowd" }, priority = 3, every_ms = r:pick { 1, 1, 100 },
    again_ms = r:pick { 0, 8000, 30000, 3000000 } }
end

local function add_life(def, life)
  def.tags, def.cues, def.roles = life.tags, life.cues, life.roles
  if life.without_main then def.main = nil end
end

---- All together ----

local TOOLS = { condition = random_condition, effects = random_effects, tags = some_tags, transitions = random_transitions,
  wait = make_wait }

local function make(r, waits, lively, scenes, places)
  local made = { states = make_states(r), env = make_env(r), interruptions = {}, actions = {}, sequences = {}, entities = {} }
  local functions = {}
  if places and places.days then random_days.add_env(r, made) end
  local vocabulary = { states = made.states, env = made.env, interruptions = made.interruptions, waits = waits, waiting_actions = {} }
  for i = 1, r:int(1, 4) do
    local interruption = { name = "int" .. i }
    if r:chance(40) then interruption.when = random_condition({ r = r, env = made.env, only_env = true }, 1) end
    made.interruptions[i] = interruption
  end
  local unbound_effects = {}
  vocabulary.new_condition = function()
    local f = { id = #functions + 1, kind = "condition", npc = r:int(1, 7), target = r:int(1, 7), step_ms = r:pick { 1000, 3000, 7000 },
      mod = r:int(3, 9), err = r:chance(25) and 2 or -1, meddles = r:chance(20) or nil }
    f.limit = f.mod - r:int(1, 2)
    functions[f.id] = f
    return f.id
  end
  vocabulary.new_effect = function()
    local f = { id = #functions + 1, kind = "effect", npc = r:int(1, 7), target = r:int(1, 7), step_ms = r:pick { 1000, 3000, 7000 },
      mod = r:int(3, 9), base = r:int(-2, 2), who = r:pick { "self", "self", "target" }, property = r:pick(made.states).name,
      err = r:chance(15) and 1 or -1, meddles = r:chance(20) or nil }
    functions[f.id] = f
    unbound_effects[#unbound_effects + 1] = f
    return f.id
  end
  local scopes, needed = {}, {}
  for i = 1, r:int(4, 8) do
    made.actions[i], scopes[i] = make_action(r, i, vocabulary)
    for property in pairs(scopes[i].self) do needed[property] = true end
  end
  for i = 1, waits and r:int(1, 2) or 0 do
    local n = #made.actions + 1
    made.actions[n], scopes[n] = make_waiting_action(r, n, vocabulary)
    vocabulary.waiting_actions[i] = made.actions[n]
    for property in pairs(scopes[n].self) do needed[property] = true end
  end
  local sequence_count = r:int(3, 6)
  for i = 1, sequence_count do
    local uses
    made.sequences[i], uses = make_sequence(r, i, sequence_count, vocabulary, made.actions)
    for property in pairs(uses) do needed[property] = true end
  end
  for _, f in ipairs(unbound_effects) do
    if f.who == "self" then needed[f.property] = true end
  end
  local npc_kinds, prop_kinds = r:int(1, 3), r:int(1, 2)
  local lives = {}
  if lively then
    vocabulary.needed, made.roles = needed, {}
    if scenes then random_scenes.make(r, made, vocabulary, TOOLS) end
    for i = 1, r:int(1, 4) do made.roles[i] = make_role(r, "role" .. i, made, vocabulary) end
    for i = 1, npc_kinds do lives[i] = make_life(r, made, vocabulary) end
    if r:chance(15) then
      local greeting = make_greeting(r, made)
      for i = 1, npc_kinds do lives[i].cues[#lives[i].cues + 1] = greeting end
    end
  end
  for i = 1, npc_kinds do
    local def = make_entity(r, "npc" .. i, made, scopes, needed)
    add_mind(r, def, made)
    if lively then add_life(def, lives[i]) end
    made.entities[#made.entities + 1] = def
  end
  for i = 1, prop_kinds do
    local def = make_entity(r, "prop" .. i, made, scopes, nil)
    if lively then
      def.tags = some_tags(r, 60)
      def.tags[#def.tags + 1] = "crowd"
    end
    made.entities[#made.entities + 1] = def
  end
  local scene_node = scenes and function() return TOOLS.scene_node(r, { waiting = vocabulary.waiting_actions }, made.scenes) end
  if scenes then random_scenes.add(r, made) end
  if places then random_places.add(r, made, places, vocabulary, sequence_count, scene_node) end
  if places and (places.messages or places.days) then random_days.add(r, made, places, vocabulary, sequence_count) end
  return made, functions
end

-- What random makes need not pass the load checks: tried again until it does. `waits`: as of a scope; `lively`: with
-- roles and cues; `scenes`: with these too; `places`: what there is of links, areas, offers, messages and days, or nil. Returns content,
-- functions, and the names of the sequences that could be anyone's main one.
return function(r, waits, lively, scenes, places)
  for _ = 1, 200 do
    local made, functions = make(r, waits, lively, scenes, places)
    if pcall(content.compile, made) then
      local mains = {}
      for _, sequence in ipairs(made.sequences) do
        made.entities[#made.entities + 1] = { name = "trial", npc = true, main = sequence.name, state = made.entities[1].state }
        if pcall(content.compile, made) then mains[#mains + 1] = sequence.name end
        table.remove(made.entities)
      end
      for _, list in ipairs { made.states, made.env } do
        for _, key in ipairs(list) do key.low, key.high = nil, nil end
      end
      return made, functions, mains
    end
  end
  error("no valid content")
end
