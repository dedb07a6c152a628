-- Runs a random world (random.lua) through the core, on LuaJIT, by its C interface alone: bustle.h is read as it is.
-- `core(library, header)` gives a function that answers in the same form as run.lua.

local ffi = require "ffi"
local bit = require "bit"

---- The header ----

local function declarations(header)
  local file = assert(io.open(header))
  local text = file:read "*a"
  file:close()
  text = text:gsub("/%*.-%*/", ""):gsub('extern "C" {', "", 1)
  text = text:gsub("#ifdef __cplusplus\n}\n#endif", ""):gsub("\n%s*#[^\n]*", "\n"):gsub("BUSTLE_API ", "")
  return text
end

local NONE = 0xffffffff
local KIND = { [0] = "none", "spawn", "start", "stop", "fail", "fallback", "interrupt", "ignore", "halt", "restart", "remove", "error" }
local NAME_KIND = { spawn = 5, remove = 5, start = 3, stop = 3, error = 3 } -- else a sequence

return function(library, header)
  ffi.cdef(declarations(header))
  local C = ffi.load(library)

  -- Everything a definition points to has to stay alive until it has been copied by the builder.
  local kept = {}
  local function keep(value) kept[#kept + 1] = value; return value end

  local function strings(list)
    local array = keep(ffi.new("const char *[?]", math.max(#list, 1)))
    for i, s in ipairs(list) do array[i - 1] = keep(s) end
    return array, #list
  end

  ---- Expressions to postfix operations ----

  local COMPARE = { ["=="] = "EQUAL", ["~="] = "NOT_EQUAL", ["<"] = "LESS", [">"] = "GREATER", ["<="] = "AT_MOST", [">="] = "AT_LEAST" }
  local ARITHMETIC = { ["+"] = "PLUS", ["-"] = "MINUS", ["*"] = "TIMES" }
  local SUBJECT = { self = "SELF", target = "TARGET", env = "ENV", distance = "DISTANCE", now = "NOW" }

  local function op(list, kind, subject, name, value, stacked)
    list[#list + 1] = { kind = "BUSTLE_" .. kind, subject = "BUSTLE_" .. (subject or "STACK"), name = name, value = value or 0,
      stacked = stacked or false }
  end

  local function push_value(list, v)
    if v[1] == "const" then op(list, "PUSH", "CONSTANT", nil, v[2])
    elseif SUBJECT[v[1]] then op(list, "PUSH", SUBJECT[v[1]], v[2])
    else
      push_value(list, v[2])
      push_value(list, v[3])
      op(list, ARITHMETIC[v[1]])
    end
  end

  local function push_condition(list, e)
    if e[1] == "and" or e[1] == "or" then
      push_condition(list, e[2])
      push_condition(list, e[3])
      op(list, e[1] == "and" and "AND" or "OR")
    elseif e[1] == "not" then
      push_condition(list, e[2])
      op(list, "NOT")
    elseif e[1] == "call" then op(list, "CALL", "SELF", "function " .. e[2], e[2])
    elseif SUBJECT[e[2][1]] and e[3][1] == "const" then op(list, COMPARE[e[1]], SUBJECT[e[2][1]], e[2][2], e[3][2])
    else
      push_value(list, e[2])
      push_value(list, e[3])
      op(list, COMPARE[e[1]], "STACK")
    end
  end

  local MODIFY = { set = "SET", add = "INCREASE", sub = "DECREASE" }

  local function push_effect(list, e)
    if e[1] == "raise" then op(list, "RAISE", SUBJECT[e[3]], e[2])
    elseif e[1] == "call" then op(list, "CALL", "SELF", "function " .. e[2], e[2])
    elseif e[4][1] == "const" then op(list, MODIFY[e[1]], SUBJECT[e[2]], e[3], e[4][2])
    else
      push_value(list, e[4])
      op(list, MODIFY[e[1]], SUBJECT[e[2]], e[3], 0, true)
    end
  end

  local function ops(list)
    local array = keep(ffi.new("bustle_op[?]", math.max(#list, 1)))
    for i, o in ipairs(list) do
      local a = array[i - 1]
      a.kind, a.subject, a.value, a.stacked = o.kind, o.subject, o.value, o.stacked
      a.name = o.name and keep(o.name) or nil
    end
    return ffi.new("bustle_ops", { array, #list })
  end

  local function condition(e)
    local list = {}
    if e then push_condition(list, e) end
    return ops(list)
  end

  local function effects(given)
    local list = {}
    for _, e in ipairs(given or {}) do push_effect(list, e) end
    return ops(list)
  end

  ---- Definitions ----

  local function ok(status, what)
    if status ~= C.BUSTLE_OK then error(what .. ": " .. ffi.string(C.bustle_status_text(status)), 0) end
  end

  local function fill_key(d, key)
    d.name = keep(key.name)
    if key.min then d.minimum = key.min end
    if key.max then d.maximum = key.max end
    d.flag = key.flag or false
    if key.values then d.values, d.value_count = strings(key.values) end
    local default = key.default
    for i, name in ipairs(key.values or {}) do
      if name == default then default = i - 1 end
    end
    d.initial = default == true and 1 or default or 0
    return d
  end

  local function claims(d, list)
    local array = keep(ffi.new("bustle_claim_def[?]", math.max(#(list or {}), 1)))
    for i, c in ipairs(list or {}) do array[i - 1].state, array[i - 1].amount = keep(c.property), c.amount or 1 end
    d.claims, d.claim_count = array, #(list or {})
  end

  local function action_def(a)
    local d = C.bustle_default_action_def()
    d.name = keep(a.name)
    d.when, d.start, d.finish, d.interrupted = condition(a.when), effects(a.start), effects(a.finish), effects(a.interrupted)
    if a.duration then d.duration_ms, d.duration_max_ms = a.duration[1], a.duration[2] end
    d.timeout_ms, d.timeout_fails, d.resumable = a.timeout_ms or 0, a.timeout_fails or false, a.resumable or false
    if a.takes_target ~= nil then d.target = a.takes_target and "BUSTLE_TARGET_TAKEN" or "BUSTLE_TARGET_NOT_TAKEN" end
    if a.ends then d.ending = a.ends == "timed" and "BUSTLE_ENDING_TIMED" or "BUSTLE_ENDING_GAME" end
    claims(d, a.claims)
    if a.prefer then
      d.preference = "BUSTLE_PREFER_" .. a.prefer.kind:upper()
      if a.prefer.property then d.preferred_state = keep(a.prefer.property) end
    end
    if a.travel then
      d.speed = a.travel.speed or 0
      if a.travel.property then d.speed_state = keep(a.travel.property) end
    end
    d.ends_on, d.ends_on_count = strings(a.ends_on or {})
    return d
  end

  local function node_defs(nodes)
    local array = keep(ffi.new("bustle_node_def[?]", #nodes))
    for i, n in ipairs(nodes) do
      local d = array[i - 1]
      d.name, d.kind, d.same_target = keep(n.name), "BUSTLE_NODE_" .. n.kind:upper(), n.same_target or false
      if n.action or n.sequence then d.performs = keep(n.action or n.sequence) end
      if n.failed then d.failed = keep(n.failed) end
      local to = n.to or {}
      local transitions = keep(ffi.new("bustle_transition_def[?]", math.max(#to, 1)))
      for k, t in ipairs(to) do
        transitions[k - 1].to, transitions[k - 1].otherwise = keep(t.node), t.otherwise or false
        transitions[k - 1].when = condition(t.when)
      end
      d.transitions, d.transition_count = transitions, #to
    end
    return array, #nodes
  end

  local function entity_def(content, e)
    local d = C.bustle_default_entity_def()
    d.name, d.npc = keep(e.name), e.npc or false
    d.position = e.static and "BUSTLE_POSITION_STATIC" or (e.position == "queried" and "BUSTLE_POSITION_QUERIED" or "BUSTLE_POSITION_PUSHED")
    d.position_refresh_ms = e.position_every_ms or 0
    local states = keep(ffi.new("bustle_entity_state_def[?]", math.max(#(e.state or {}), 1)))
    for i, p in ipairs(e.state or {}) do
      local s = states[i - 1]
      s.state, s.given = keep(p[1]), p[2] ~= nil
      if type(p[2]) == "string" then s.value_name = keep(p[2])
      elseif type(p[2]) == "boolean" then s.initial = p[2] and 1 or 0
      elseif p[2] then s.initial = p[2] end
    end
    d.states, d.state_count = states, #(e.state or {})
    d.accepts, d.accept_count = strings(e.accepts or {})
    if not e.npc then return d end
    d.main = keep(e.main)
    d.fallbacks, d.fallback_count = strings(e.fallbacks or {})
    local handlers = keep(ffi.new("bustle_handler_def[?]", math.max(#(e.handlers or {}), 1)))
    for i, h in ipairs(e.handlers or {}) do
      handlers[i - 1].interruption, handlers[i - 1].sequence, handlers[i - 1].priority = keep(h.interruption), keep(h.sequence), h.priority or 0
    end
    d.handlers, d.handler_count = handlers, #(e.handlers or {})
    local memory = e.memory or {}
    d.transition_memories = memory.transitions or 10
    d.action_memories = memory.actions or 15
    d.interruption_memories = memory.interruptions or 8
    return d
  end

  local function problems_of(builder)
    local texts, p = {}, ffi.new "bustle_problem"
    for i = 0, tonumber(C.bustle_builder_problem_count(builder)) - 1 do
      C.bustle_builder_problem(builder, i, p)
      if p.severity == C.BUSTLE_ERROR then
        texts[#texts + 1] = ffi.string(p.kind) .. " " .. ffi.string(p.thing) .. ": " .. ffi.string(p.text)
      end
    end
    return table.concat(texts, "\n")
  end

  local function seal(content)
    local builder = C.bustle_builder_create(nil)
    for _, s in ipairs(content.states) do ok(C.bustle_builder_add_state(builder, fill_key(C.bustle_default_state_def(), s)), "state") end
    for _, s in ipairs(content.env) do
      local d = fill_key(C.bustle_default_environment_def(), s)
      d.refresh_ms = s.every_ms or 0
      ok(C.bustle_builder_add_environment(builder, d), "environment")
    end
    for _, i in ipairs(content.interruptions) do
      local d = C.bustle_default_interruption_def()
      d.name, d.when = keep(i.name), condition(i.when)
      ok(C.bustle_builder_add_interruption(builder, d), "interruption")
    end
    for _, a in ipairs(content.actions) do ok(C.bustle_builder_add_action(builder, action_def(a)), "action") end
    for _, s in ipairs(content.sequences) do
      local d = C.bustle_default_sequence_def()
      d.name, d.entry = keep(s.name), keep(s.entry)
      d.nodes, d.node_count = node_defs(s.nodes)
      claims(d, s.claims)
      ok(C.bustle_builder_add_sequence(builder, d), "sequence")
    end
    for _, e in ipairs(content.entities) do ok(C.bustle_builder_add_entity(builder, entity_def(content, e)), "entity") end
    local out = ffi.new "bustle_content *[1]"
    local status = C.bustle_builder_seal(builder, out)
    local texts = problems_of(builder)
    C.bustle_builder_destroy(builder)
    kept = {}
    if status ~= C.BUSTLE_OK then error("not sealed:\n" .. texts, 0) end
    return out[0]
  end

  ---- The game's answers ----

  local current -- { given=, content=, world= } of the world that runs; callbacks are made once
  local callbacks = {}

  local function now() return tonumber(C.bustle_world_now(current.world)) end
  local function number_of(entity) return tonumber(C.bustle_entity_spawn_number(entity)) end

  callbacks.query_condition = ffi.cast("int (*)(void *, bustle_world *, bustle_id, bustle_answer *)", function(_, _, id, answer)
    local a = current.given.env_answers[ffi.string(C.bustle_content_name(current.content, 1, id))]
    local k = math.floor(now() / a.step_ms)
    if a.none > 0 and k % a.none == a.none - 1 then return 0 end
    answer.number = (k * a.mul + a.add) % a.mod + a.base
    return 1
  end)

  callbacks.query_position = ffi.cast("int (*)(void *, bustle_world *, bustle_entity, bustle_position *)", function(_, _, entity, position)
    local p, number = current.given.position_answer, number_of(entity)
    local k, half = math.floor(now() / p.step_ms), math.floor(p.mod / 2)
    if p.none > 0 and (number + k) % p.none == 0 then return -1 end
    position.x = (number * p.ax + k * p.bx) % p.mod - half
    position.y = (number * p.ay + k * p.by) % p.mod - half
    position.z = number % 3
    return 1
  end)

  local function answer_call(call)
    local f = current.given.functions[call["function"]]
    local v = (f.id + number_of(call.self) * f.npc + number_of(call.target) * f.target + math.floor(now() / f.step_ms)) % f.mod
    if v == f.err then return -1 end
    if f.kind == "condition" then return v < f.limit and 1 or 0 end
    local who = f.who == "self" and call.self or call.target
    if who ~= 0 then
      C.bustle_entity_set(current.world, who, C.bustle_content_find(current.content, 0, f.property), v + f.base)
    end
    return 0
  end

  local call_type = "int (*)(void *, bustle_world *, bustle_call *)"
  callbacks.condition = ffi.cast(call_type, function(_, _, call) return answer_call(call) end)
  callbacks.effect = ffi.cast(call_type, function(_, _, call) return answer_call(call) end)

  ---- The script ----

  local CALLS = {}
  local function id(kind, name) return C.bustle_content_find(current.content, kind, name) end
  local function entity(number) return current.handles[number] or 0 end

  function CALLS.spawn(world, o)
    local d = C.bustle_default_spawn_def()
    local states = ffi.new("bustle_state_value[?]", math.max(#o.state, 1))
    for i, p in ipairs(o.state) do states[i - 1].state, states[i - 1].value = id(0, p[1]), p[2] end
    d.definition, d.name = id(5, o.definition), o.name
    d.position.x, d.position.y, d.position.z = o.x, o.y, o.z
    d.states, d.state_count = states, #o.state
    local out = ffi.new "bustle_entity[1]"
    local status = C.bustle_world_spawn(world, d, out)
    if status == C.BUSTLE_OK then current.handles[number_of(out[0])] = out[0] end
    return status
  end

  function CALLS.remove(world, o) return C.bustle_world_remove(world, entity(o.number)) end
  function CALLS.move(world, o) return C.bustle_entity_move(world, entity(o.number), ffi.new("bustle_position", { o.x, o.y, o.z })) end
  function CALLS.set(world, o) return C.bustle_entity_set(world, entity(o.number), id(0, o.property), o.value) end
  function CALLS.push(world, o) return C.bustle_world_set_environment(world, id(1, o.name), o.value) end

  function CALLS.interrupt(world, o)
    local from = o.from and entity(o.from) or 0
    if o.from and from == 0 then return C.BUSTLE_STALE end
    local interruption = id(2, o.name)
    if o.npcs then
      local list = ffi.new("bustle_entity[?]", math.max(#o.npcs, 1))
      for i, number in ipairs(o.npcs) do list[i - 1] = entity(number) end
      return C.bustle_world_interrupt(world, interruption, list, #o.npcs, from, nil)
    elseif o.all then return C.bustle_world_interrupt_all(world, interruption, from, nil)
    elseif o.of then return C.bustle_world_interrupt_around(world, interruption, entity(o.of), o.within, from, nil)
    end
    return C.bustle_world_interrupt_within(world, interruption, ffi.new("bustle_position", { o.x, o.y, o.z }), o.within, from, nil)
  end

  local function token_of(world, o)
    if o.token == "none" then return 0 end
    local last = C.bustle_entity_alive(world, entity(o.number)) and current.tokens[o.number] or 0
    if o.token == "stale" then return last < 2 and last + 1 or last - 1 end
    return last
  end

  function CALLS.complete(world, o) return C.bustle_npc_complete(world, entity(o.number), NONE, token_of(world, o)) end
  function CALLS.fail(world, o) return C.bustle_npc_fail(world, entity(o.number), NONE, token_of(world, o)) end
  function CALLS.hold(world, o) return C.bustle_npc_hold(world, entity(o.number)) end
  function CALLS.release(world, o) return C.bustle_npc_release(world, entity(o.number)) end
  function CALLS.run(world, o) return C.bustle_npc_run(world, entity(o.number), id(4, o.sequence), o.priority) end
  function CALLS.set_main(world, o) return C.bustle_npc_set_main(world, entity(o.number), id(4, o.sequence)) end
  function CALLS.restart(world, o) return C.bustle_npc_restart(world, entity(o.number)) end

  function CALLS.update(world, o)
    local options = C.bustle_default_update_options()
    options.batch = o.batch
    return C.bustle_world_update(world, C.bustle_world_now(world) + o.dt, options)
  end

  ---- The answer ----

  -- Events of calls between updates are delivered by the next one, so a last update of no length brings the rest.
  local function take_events(events)
    local count = ffi.new "size_t[1]"
    local list = C.bustle_world_events(current.world, count)
    for i = 0, tonumber(count[0]) - 1 do
      local e = list[i]
      local kind = KIND[tonumber(e.kind)]
      local name = C.bustle_content_name(current.content, NAME_KIND[kind] or 4, e.name)
      events[#events + 1] = { kind = kind, time = tonumber(e.time), npc = number_of(e.npc), target = number_of(e.target),
        name = name ~= nil and ffi.string(name) or "", argument = tonumber(e.argument) }
      if kind == "start" then current.tokens[number_of(e.npc)] = tonumber(e.token) end
    end
  end

  local function values_of(answer)
    local by_name = {}
    for _, e in ipairs(current.given.content.entities) do by_name[e.name] = e end
    local value, position, definition = ffi.new "int32_t[1]", ffi.new "bustle_position", ffi.new "bustle_id[1]"
    local e = C.bustle_world_next(current.world, 0)
    while e ~= 0 do
      C.bustle_entity_definition(current.world, e, definition)
      local def = by_name[ffi.string(C.bustle_content_name(current.content, 5, definition[0]))]
      for _, p in ipairs(def.state or {}) do
        C.bustle_entity_get(current.world, e, id(0, p[1]), value)
        answer.values[#answer.values + 1] = { number_of(e), p[1], value[0] }
      end
      C.bustle_entity_position(current.world, e, position)
      answer.positions[#answer.positions + 1] = { number_of(e), position.x, position.y, position.z }
      e = C.bustle_world_next(current.world, e)
    end
  end

  local function world_def(given)
    local d, o = C.bustle_default_world_def(), given.options
    d.seed = ffi.cast("uint64_t", o.seed_high) * 4294967296ULL + ffi.cast("uint64_t", o.seed_low)
    d.ending = o.ends == "game" and "BUSTLE_ENDING_GAME" or "BUSTLE_ENDING_TIMED"
    d.depth_limit, d.queue_limit, d.failure_limit = o.depth or 16, o.queue or 8, o.failures or 3
    if o.auto_restart == false then d.restart_ms = -1 end
    for name, callback in pairs(callbacks) do d.callbacks[name] = callback end
    return d
  end

  local function run(given)
    current = { given = given, content = seal(given.content), handles = {}, tokens = {} }
    local out = ffi.new "bustle_world *[1]"
    ok(C.bustle_world_create(current.content, world_def(given), out), "world")
    C.bustle_content_release(current.content)
    current.world = out[0]
    local answer = { events = {}, accepted = {}, values = {}, positions = {} }
    local text = ffi.new("char[256]")
    for i, o in ipairs(given.script) do
      answer.accepted[i] = CALLS[o.op](current.world, o) == C.BUSTLE_OK
      if o.op == "update" then take_events(answer.events) end
      if C.bustle_world_check(current.world, text, 256) ~= C.BUSTLE_OK then
        error("call " .. i .. " (" .. o.op .. "): " .. ffi.string(text), 0)
      end
    end
    answer.hash = tonumber(C.bustle_world_hash(current.world))
    values_of(answer)
    local options = C.bustle_default_update_options()
    options.batch = 0
    C.bustle_world_update(current.world, C.bustle_world_now(current.world), options)
    take_events(answer.events)
    C.bustle_world_destroy(current.world)
    return answer
  end

  -- A C function that calls back must not be called from compiled code.
  jit.off(true, true)
  for _, f in pairs(CALLS) do jit.off(f, true) end
  jit.off(run, true)
  return run
end
