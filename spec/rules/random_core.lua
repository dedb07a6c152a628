--- Runs a random world of spec/oracle/random.lua through `bustle.core`: its content as the tables that `core.seal`
-- takes, its script as calls. The answer has the form told there, less the events.
local core = require "bustle.core"

-- ---- Expressions to postfix operations ----

local SUBJECTS = { self = true, target = true, env = true, distance = true, now = true }

local function push_value(list, value)
  if value[1] == "const" then
    list[#list + 1] = { kind = "push", subject = "constant", value = value[2] }
  elseif SUBJECTS[value[1]] then
    list[#list + 1] = { kind = "push", subject = value[1], name = value[2] }
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
    list[#list + 1] = { kind = kind, subject = given[2][1], name = given[2][2], value = given[3][2] }
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

local function effects(given)
  local list = {}
  for _, effect in ipairs(given or {}) do
    if effect[1] == "raise" then
      list[#list + 1] = { kind = "raise", subject = effect[3], name = effect[2] }
    elseif effect[1] == "call" then
      list[#list + 1] = call_of(effect[2])
    elseif effect[4][1] == "const" then
      list[#list + 1] = { kind = effect[1], subject = effect[2], name = effect[3], value = effect[4][2] }
    else
      push_value(list, effect[4])
      list[#list + 1] = { kind = effect[1], subject = effect[2], name = effect[3], stacked = true }
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

local function action(given)
  local duration, prefer, travel = given.duration or {}, given.prefer or {}, given.travel or {}
  return { name = given.name, when = condition(given.when), start = effects(given.start),
    finish = effects(given.finish), interrupted = effects(given.interrupted), duration_ms = duration[1],
    duration_max_ms = duration[2], timeout_ms = given.timeout_ms, timeout_fails = given.timeout_fails,
    resumable = given.resumable, target = given.takes_target, ending = given.ends, claims = claims(given.claims),
    preference = prefer.kind, preferred_state = prefer.property, speed = travel.speed, speed_state = travel.property,
    ends_on = given.ends_on }
end

local function node(given)
  return { name = given.name, kind = given.kind, performs = given.action or given.sequence,
    same_target = given.same_target, failed = given.failed, transitions = map(given.to, function(transition)
      return { to = transition.node, otherwise = transition.otherwise, when = condition(transition.when) }
    end) }
end

local function initial_state(given)
  local value = given[2]
  if type(value) == "boolean" then value = value and 1 or 0 end
  if type(value) == "string" then return { state = given[1], value_name = value } end
  return { state = given[1], initial = value }
end

local function entity(given)
  local made = { name = given.name, npc = given.npc or false,
    position = given.static and "static" or given.position == "queried" and "queried" or "pushed",
    position_refresh_ms = given.position_every_ms, states = map(given.state, initial_state), accepts = given.accepts }
  if not given.npc then return made end
  local memory = given.memory or {}
  made.main, made.fallbacks = given.main, given.fallbacks
  made.handlers = map(given.handlers, function(handler)
    return { interruption = handler.interruption, sequence = handler.sequence, priority = handler.priority }
  end)
  made.transition_memories, made.action_memories = memory.transitions, memory.actions
  made.interruption_memories = memory.interruptions
  return made
end

local function tables(content)
  return { states = map(content.states, key), environment = map(content.env, key),
    interruptions = map(content.interruptions, function(each)
      return { name = each.name, when = condition(each.when) }
    end),
    actions = map(content.actions, action),
    sequences = map(content.sequences, function(each)
      return { name = each.name, entry = each.entry, nodes = map(each.nodes, node), claims = claims(each.claims) }
    end),
    entities = map(content.entities, entity) }
end

-- ---- The game's answers ----

local function callbacks_of(run)
  local given = run.given

  local function call(number, npc, target)
    local f, world = given.functions[number], run.world
    local other = target and world:spawn_number(target) or 0
    local value = f.id + world:spawn_number(npc) * f.npc + other * f.target + math.floor(world:now() / f.step_ms)
    value = value % f.mod
    if value == f.err then error("as told", 0) end
    if f.kind == "condition" then return value < f.limit end
    local who = f.who == "self" and npc or f.who == "target" and target or nil
    local state = run.content:find("state", f.property)
    if who and world:get(who, state) ~= nil then world:set(who, state, value + f.base) end
  end

  return { condition = call, effect = call, error = function() end, log = function() end,
    query_condition = function(id)
      local a = given.env_answers[run.content:name("environment", id)]
      local k = math.floor(run.world:now() / a.step_ms)
      if a.none > 0 and k % a.none == a.none - 1 then return nil end
      return (k * a.mul + a.add) % a.mod + a.base
    end,
    query_position = function(id)
      local p, number = given.position_answer, run.world:spawn_number(id)
      local k, half = math.floor(run.world:now() / p.step_ms), math.floor(p.mod / 2)
      if p.none > 0 and (number + k) % p.none == 0 then return nil end
      return (number * p.ax + k * p.bx) % p.mod - half, (number * p.ay + k * p.by) % p.mod - half, number % 3
    end }
end

-- ---- The script ----

local CALLS = {}

function CALLS.spawn(run, op)
  local states = {}
  for _, each in ipairs(op.state) do states[run.content:find("state", each[1])] = each[2] end
  local id = run.world:spawn(run.content:find("entity", op.definition), op.name, op.x, op.y, op.z, states)
  if id then run.ids[run.world:spawn_number(id)] = id end
  return id
end

function CALLS.remove(run, op) return run.world:remove(run.ids[op.number]) end
function CALLS.move(run, op) return run.world:move(run.ids[op.number], op.x, op.y, op.z) end

function CALLS.set(run, op)
  local id, state = run.ids[op.number], run.content:find("state", op.property)
  if run.world:get(id, state) == nil then return nil end
  return run.world:set(id, state, op.value)
end

function CALLS.push(run, op)
  return run.world:set_environment(run.content:find("environment", op.name), op.value)
end

function CALLS.interrupt(run, op)
  local world, interruption = run.world, run.content:find("interruption", op.name)
  local from = op.from and (run.ids[op.from] or error "nobody")
  if op.npcs then
    local list = {}
    for i, number in ipairs(op.npcs) do list[i] = run.ids[number] end
    return world:interrupt(interruption, list, from)
  end
  if op.all then return world:interrupt_all(interruption, from) end
  if op.of then return world:interrupt_around(interruption, run.ids[op.of], op.within, from) end
  return world:interrupt_within(interruption, op.x, op.y, op.z, op.within, from)
end

-- Tokens are those of the starts so far, which events tell.
local function token_of(run, op)
  if op.token == "none" then return nil end
  local last = run.world:alive(run.ids[op.number]) and run.tokens[op.number] or 0
  if op.token == "stale" then return last < 2 and last + 1 or last - 1 end
  if last == 0 then return nil end
  return last
end

function CALLS.complete(run, op) return run.world:complete(run.ids[op.number], nil, token_of(run, op)) end
function CALLS.fail(run, op) return run.world:fail(run.ids[op.number], nil, token_of(run, op)) end
function CALLS.hold(run, op) return run.world:hold(run.ids[op.number]) end
function CALLS.release(run, op) return run.world:release(run.ids[op.number]) end
function CALLS.restart(run, op) return run.world:restart(run.ids[op.number]) end

function CALLS.run(run, op)
  return run.world:run(run.ids[op.number], run.content:find("sequence", op.sequence), op.priority)
end

function CALLS.set_main(run, op)
  return run.world:set_main(run.ids[op.number], run.content:find("sequence", op.sequence))
end

local START = 2

function CALLS.update(run, op)
  local world = run.world
  local ok = world:update(world:now() + op.dt, op.batch >= 0 and op.batch or nil)
  for i = 1, world:events(run.arrays) do
    if run.arrays.kind[i] == START then
      run.tokens[world:spawn_number(run.arrays.npc[i])] = run.arrays.token[i]
    end
  end
  return ok
end

-- ---- The answer ----

local function answer_of(run, accepted)
  local world, answer = run.world, { accepted = accepted, values = {}, positions = {}, hash = run.world:hash() }
  local by_name = {}
  for _, each in ipairs(run.given.content.entities) do by_name[each.name] = each end
  local id = world:next()
  while id do
    local number = world:spawn_number(id)
    for _, state in ipairs(by_name[run.content:name("entity", world:definition(id))].state or {}) do
      answer.values[#answer.values + 1] = { number, state[1], world:get(id, run.content:find("state", state[1])) }
    end
    answer.positions[#answer.positions + 1] = { number, world:position(id) }
    id = world:next(id)
  end
  return answer
end

local function options_of(given)
  local o = given.options
  return { seed = o.seed_high * 4294967296 + o.seed_low, ending = o.ends, depth_limit = o.depth, queue_limit = o.queue,
    failure_limit = o.failures, restart_ms = o.auto_restart == false and -1 or nil }
end

--- Runs a world.
-- @treturn[1] table the answer
-- @treturn[2] nil if the core refuses the content, whose checks see more than the oracle's
return function(given)
  local content = core.seal(tables(given.content))
  if not content then return nil end
  local run = { given = given, content = content, ids = {}, tokens = {}, arrays = { kind = {}, time = {}, npc = {},
    target = {}, name = {}, argument = {}, token = {}, duration = {}, interruption = {} } }
  run.world = core.world(content, options_of(given), callbacks_of(run))
  local accepted = {}
  for i, op in ipairs(given.script) do
    local called, result = pcall(CALLS[op.op], run, op)
    accepted[i] = called and result ~= nil and result ~= false
    assert(run.world:check())
  end
  return answer_of(run, accepted)
end
