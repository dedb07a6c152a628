-- Runs a random world (random.lua) through the core, by way of `bustle.core`, on any Lua: the same answer as run.lua
-- gives. The content is made by core_content.lua.

local core = require "bustle_core"
local core_content = require "spec.oracle.core_content"
local answers = require "spec.oracle.answers"

local KINDS, NAMED = core.event_kinds, core.event_named
local LOWEST = -2147483648

---- The game's answers ----

-- Whatever a function of the game tries to change is refused.
local function meddle(run, npc)
  local world = run.world
  local entity = run.content:find("entity", "npc1")
  for _, attempt in ipairs { { "remove", npc }, { "hold", npc }, { "complete", npc }, { "spawn", entity },
    { "update", world:now() } } do
    assert(not pcall(world[attempt[1]], world, attempt[2]), "it was let in")
  end
end

local function callbacks_of(run)
  local given, keys = run.given, {}
  for _, env in ipairs(given.content.env or {}) do keys[env.name] = env end

  local function call(number, npc, target)
    local f, world = given.functions[number], run.world
    if f.meddles then meddle(run, npc) end
    local v = answers.call(f, world:spawn_number(npc), target and world:spawn_number(target), world:now())
    if f.kind == "condition" then return v < f.limit end
    local who = f.who == "self" and npc or f.who == "target" and target or nil
    local state = run.content:find("state", f.property)
    if who and world:get(who, state) ~= nil then world:set(who, state, v + f.base) end
  end

  return { condition = call, effect = call, error = function() end, log = function() end,
    query_condition = function(id)
      local name = run.content:name("environment", id)
      return answers.environment(given.env_answers[name], keys[name], run.world:now())
    end,
    query_position = function(id)
      return answers.position(given.position_answer, run.world:spawn_number(id), run.world:now())
    end }
end

---- The script ----

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
    for i, number in ipairs(op.npcs) do list[i] = run.ids[number] or error "nobody" end
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

local function action_of(run, op) return op.action and run.content:find("action", op.action) end

function CALLS.complete(run, op) return run.world:complete(run.ids[op.number], action_of(run, op), token_of(run, op)) end
function CALLS.fail(run, op) return run.world:fail(run.ids[op.number], action_of(run, op), token_of(run, op)) end
function CALLS.hold(run, op) return run.world:hold(run.ids[op.number]) end
function CALLS.release(run, op) return run.world:release(run.ids[op.number]) end
function CALLS.restart(run, op) return run.world:restart(run.ids[op.number]) end

function CALLS.run(run, op)
  return run.world:run(run.ids[op.number], run.content:find("sequence", op.sequence), op.priority)
end

function CALLS.set_main(run, op)
  return run.world:set_main(run.ids[op.number], run.content:find("sequence", op.sequence))
end

function CALLS.set_role(run, op)
  return run.world:set_role(run.ids[op.number], op.role and (run.content:find("role", op.role) or error "unknown role"))
end

---- Scenes: all that is asked of the binding about them ----

-- Parts are numbered from 0. `at` is an entity, or nil.
function CALLS.stage(run, op)
  local members = {}
  for _, each in ipairs(op.members) do
    members[#members + 1] = each[1] - 1
    members[#members + 1] = run.ids[each[2]] or error "nobody"
  end
  return run.world:stage(run.content:find("scene", op.scene), op.at and (run.ids[op.at] or error "nobody"), members)
end

function CALLS.leave_scene(run, op) return run.world:leave_scene(run.ids[op.number]) end

-- The scenes that an NPC is in, as picture.lua tells them. Activities are counted from 0 there.
local function picture_scenes(run, id)
  local list = {}
  for i, m in ipairs(run.world:scenes(id)) do
    list[i] = { number = m.number, scene = run.content:name("scene", m.scene), part = m.part, phase = m.phase,
      activity = m.activity and m.activity + 1, ended = m.ended, waiting = m.waiting, away = m.away, sunk = m.sunk, over = m.over,
      host = m.host and run.world:spawn_number(m.host), initiator = m.initiator, began = m.began }
  end
  return list
end

-- The spawn numbers of those who are in a scene.
local function picture_members(run, number)
  local list = {}
  for i, m in ipairs(run.world:scene_members(number)) do list[i] = run.world:spawn_number(m.npc) end
  return list
end

-- The number of the scene that a frame is a part of, and the part; nothing of another.
local function part_of(frame)
  if (frame.number or 0) == 0 then return nil end
  return frame.number, frame.part
end

---- Links, paths, areas, offers ----

local function link_of(run, op) return run.content:find("link", op.kind) or error "unknown kind" end
local function entity_of(run, number) return run.ids[number] or error "nobody" end

function CALLS.link(run, op) return run.world:link(entity_of(run, op.number), link_of(run, op), entity_of(run, op.to), op.value) end
function CALLS.unlink(run, op) return run.world:unlink(entity_of(run, op.number), link_of(run, op), entity_of(run, op.to)) end

-- What the path finds is part of the answer.
function CALLS.query(run, op)
  local list = run.world:query(entity_of(run, op.number), op.path)
  if not list then return nil end
  local numbers = {}
  for i, id in ipairs(list) do numbers[i] = run.world:spawn_number(id) end
  run.found = numbers
  return true
end

function CALLS.request(run, op)
  return run.world:npc_request(entity_of(run, op.number), run.content:find("offer", op.offer) or error "unknown offer",
    entity_of(run, op.provider), op.priority)
end

function CALLS.revoke(run, op)
  return run.world:entity_revoke(entity_of(run, op.number), run.content:find("offer", op.offer) or error "unknown offer")
end

---- Messages, meetings, the clock, plans ----

function CALLS.send(run, op)
  return run.world:send(entity_of(run, op.number), run.content:find("inbox", op.inbox) or error "unknown inbox", entity_of(run, op.to), op.value)
end

function CALLS.set_time(run, op) return run.world:set_time(op.time, op.day) end

-- The number is part of the answer.
function CALLS.patch(run, op)
  local p = op.patch
  local number = run.world:patch_plan(entity_of(run, op.number), p.from, p.to, run.content:find("sequence", p.sequence), p.vary, p.priority,
    p.skip, p.change, p.days)
  run.found = number and { number }
  return number
end

function CALLS.unpatch(run, op) return run.world:unpatch_plan(entity_of(run, op.number), op.patch) end

-- Saved, and loaded into the world that it is: everything is as it was. Events that are not delivered yet would be lost.
function CALLS.save(run)
  local world = run.world
  if run.last ~= "update" then return true end
  assert(world:load(assert(world:save())))
  local id = world:next()
  while id do
    run.ids[world:spawn_number(id)] = id
    id = world:next(id)
  end
  return true
end

local function numbers_of(run, list)
  local numbers = {}
  for i, id in ipairs(list) do numbers[i] = run.world:spawn_number(id) end
  return numbers
end

local function number_of(run, id) return id and run.world:spawn_number(id) or nil end

local function picture_links(run, id)
  local links = {}
  for _, link in ipairs(run.given.content.links or {}) do
    local list, others, values = {}, run.world:links(id, run.content:find("link", link.name))
    for i, other in ipairs(others) do list[i] = { to = run.world:spawn_number(other), value = values[i] } end
    links[link.name] = list
  end
  return links
end

local function picture_offers(run, id)
  local list = {}
  for i, o in ipairs(run.offers and run.world:entity_offers(id) or {}) do
    list[i] = { offer = run.content:name("offer", o.offer), sequence = run.content:name("sequence", o.sequence), holders = o.holders,
      taken = o.taken }
  end
  return list
end

local function picture_places(run, id)
  local list = {}
  for i, p in ipairs(run.offers and run.world:npc_places(id) or {}) do
    list[i] = { offer = run.content:name("offer", p.offer), sequence = run.content:name("sequence", p.sequence),
      provider = number_of(run, p.provider), activity = p.activity and p.activity + 1, held = p.held, undone = p.undone, revoked = p.revoked }
  end
  return list
end

local function picture_inbox(run, id)
  local list = {}
  for i, m in ipairs(run.messages and run.world:npc_inbox(id) or {}) do
    list[i] = { inbox = run.content:name("inbox", m.inbox), sender = number_of(run, m.sender), value = m.value, time = m.time, awaited = m.awaited }
  end
  return list
end

-- Who waits there to meet, by the names.
local function picture_meeting(run, id)
  local meeting = {}
  for name in pairs(run.meetings) do meeting[name] = numbers_of(run, run.world:entity_meeting(id, run.content:find("meeting", name))) end
  return meeting
end

-- What is today: the name of the plan, and its entries.
local function picture_day(run, id)
  local clock = run.has_plans and run.world:clock()
  local list, plan = nil, nil
  if clock then list, plan = run.world:npc_plan(id, clock.day) end
  if not list then return nil, {} end
  for i, e in ipairs(list) do
    list[i] = { entry = e.entry, patch = e.patch or 0, sequence = run.content:name("sequence", e.sequence), day = e.day, begins = e.begins_ms,
      ends = e.ends_ms, priority = e.priority, holds = e.holds or false, why = e.why }
  end
  return run.content:name("plan", plan), list
end

local function picture_extent(run, id, def, entity)
  if not def.area then return end
  entity.inside, entity.outer = numbers_of(run, run.world:area_inside(id)), number_of(run, run.world:area_outer(id))
end

function CALLS.set_ending(run, op)
  return run.world:set_ending(run.content:find("action", op.action), op.ending)
end

local NONE = 4294967295 -- the action of a transition's condition

local function take_events(run)
  local world, a, events = run.world, run.arrays, run.events
  for i = 1, world:events(a) do
    local kind, npc = KINDS[a.kind[i]], world:spawn_number(a.npc[i])
    events[#events + 1] = { kind = kind, time = a.time[i], npc = npc, target = world:spawn_number(a.target[i]),
      name = a.name[i] ~= NONE and run.content:name(NAMED[kind], a.name[i]) or "", argument = a.argument[i] }
    if kind == "start" then run.tokens[npc] = a.token[i] end
  end
end

function CALLS.update(run, op)
  return run.world:update(run.world:now() + op.dt, op.batch and op.batch >= 0 and op.batch or nil)
end

---- The picture (told in picture.lua) ----

local function node_name(run, sequence, node) return sequence and run.content:node_name(sequence, node) end

local function picture_stacks(run, id)
  local content, world, list = run.content, run.world, {}
  for i, f in ipairs(world:frames(id)) do
    local scene_number, part = part_of(f)
    list[i] = { activity = f.activity + 1, sequence = content:name("sequence", f.sequence), node = node_name(run, f.sequence, f.node),
      lifecycle = f.lifecycle, target = f.target and world:spawn_number(f.target), fallback = f.fallback,
      priority = f.priority ~= LOWEST and f.priority or nil,
      interruption = f.interruption and content:name("interruption", f.interruption), sunk = f.sunk or false,
      scene_number = scene_number, part = part, offer = f.offer and content:name("offer", f.offer),
      provider = f.provider and world:spawn_number(f.provider), undo = f.undo or false }
  end
  return list
end

local function picture_memories(run, id, kind)
  local content, list = run.content, {}
  for i, m in ipairs(run.world:memories(id, kind)) do
    list[i] = { time = m.time % 4294967296, action = m.action and content:name("action", m.action),
      sequence = m.sequence and content:name("sequence", m.sequence), from = m.from and node_name(run, m.sequence, m.from),
      node = node_name(run, m.sequence, m.node),
      entity = m.spawn_number, activity = m.activity and m.activity + 1, duration = m.duration_ms, timeout = m.timeout_ms,
      spent = m.spent_ms }
  end
  return list
end

-- Of each cue by itself, as they were made.
local function picture_encounters(run, id)
  local list = {}
  for i, m in ipairs(run.world:memories(id, "encounter")) do
    if m.cue then list[#list + 1] = { made = i, picture = { time = m.time % 4294967296, cue = run.content:name("cue", m.cue),
      entity = m.spawn_number ~= 0 and m.spawn_number or nil } } end
  end
  table.sort(list, function(a, b)
    if a.picture.cue ~= b.picture.cue then return a.picture.cue < b.picture.cue end
    return a.made < b.made
  end)
  for i, each in ipairs(list) do list[i] = each.picture end
  return list
end

-- Of all scenes together, as they were made.
local function picture_meetings(run, id)
  local list = {}
  for _, m in ipairs(run.world:memories(id, "encounter")) do
    if m.scene or m.offer or run.messages and m.inbox then
      list[#list + 1] = { time = m.time % 4294967296, scene = m.scene and run.content:name("scene", m.scene),
        offer = m.offer and run.content:name("offer", m.offer), inbox = run.messages and m.inbox and run.content:name("inbox", m.inbox) or nil,
        entity = m.spawn_number ~= 0 and m.spawn_number or nil }
    end
  end
  return list
end

local function picture_mind(run, id)
  local content, d = run.content, run.world:doing(id)
  local acts, timed = d.mood == "acting", nil
  if acts then timed = d.timed end
  local placed = acts or d.mood == "awaiting"
  local role, role_set = run.world:role(id)
  local plan, day = picture_day(run, id)
  return { mood = d.mood, main = content:name("sequence", d.main), activities = d.activities, waiting = d.waiting,
    role = role and content:name("role", role), role_set = role_set,
    action = d.action and content:name("action", d.action), target = d.target and run.world:spawn_number(d.target),
    token = d.action and d.token or nil, timed = timed, duration = acts and d.duration_ms or nil,
    remaining = (placed or d.mood == "waiting" or d.mood == "has_halted") and d.remaining_ms or nil,
    timeout = acts and d.timeout_ms or nil, sequence = placed and content:name("sequence", d.sequence) or nil,
    node = placed and node_name(run, d.sequence, d.node) or nil, failures = placed and d.failures or nil, cause = d.cause,
    failed = d.failed and content:name("sequence", d.failed), stacks = picture_stacks(run, id),
    memories = { transitions = picture_memories(run, id, "transition"), actions = picture_memories(run, id, "action"),
      interruptions = picture_memories(run, id, "interruption"), encounters = picture_encounters(run, id),
      meetings = picture_meetings(run, id) }, messages = picture_inbox(run, id), plan = plan, day = day,
    scenes = picture_scenes(run, id), places = picture_places(run, id),
    area = run.areas and number_of(run, run.world:npc_area(id)) or nil, areas = run.areas and numbers_of(run, run.world:npc_areas(id)) or {} }
end

local function picture_entity(run, id)
  local world, content = run.world, run.content
  local def = run.definitions[content:name("entity", world:definition(id))]
  local x, y, z = world:position(id)
  local entity = { number = world:spawn_number(id), definition = def.name, name = world:entity_name(id), x = x, y = y, z = z,
    free = {}, taken = {} }
  for _, state in ipairs(def.state or {}) do
    local state_id = content:find("state", state[1])
    entity.free[state[1]], entity.taken[state[1]] = world:get(id, state_id), world:taken(id, state_id)
  end
  if def.npc then entity.mind = picture_mind(run, id) end
  entity.links, entity.offers = picture_links(run, id), picture_offers(run, id)
  entity.holders = run.offers and numbers_of(run, world:entity_holders(id)) or {}
  entity.meeting = picture_meeting(run, id)
  picture_extent(run, id, def, entity)
  return entity
end

local function picture_of(run)
  local world, stats = run.world, run.world:stats()
  local picture = { now = world:now(), hash = world:hash(), refused = stats.refused, halted = stats.halted,
    links_refused = stats.links_refused or 0, paths_cut = stats.paths_cut or 0, messages = stats.messages, messages_sent = stats.messages_sent,
    messages_refused = stats.messages_refused, entities = {}, env = {}, scenes = {} }
  local clock = world:clock()
  picture.clock = clock and clock.day * clock.day_ms + clock.time_ms
  for _, env in ipairs(run.given.content.env or {}) do
    picture.env[env.name] = world:environment(run.content:find("environment", env.name))
  end
  local id = world:next()
  while id do
    local entity = picture_entity(run, id)
    picture.entities[#picture.entities + 1] = entity
    for _, m in ipairs(entity.mind and entity.mind.scenes or {}) do picture.scenes[m.number] = picture_members(run, m.number) end
    id = world:next(id)
  end
  return picture
end

---- All together ----

local function options_of(given)
  local o = given.options
  return { seed = o.seed_high * 4294967296 + o.seed_low, ending = o.ends, depth_limit = o.depth, queue_limit = o.queue,
    failure_limit = o.failures, step_limit = o.steps, activity_limit = o.activities,
    restart_ms = o.auto_restart == false and -1 or o.restart_ms, metric = o.metric,
    day_ms = (o.day_ms or 0) > 0 and o.day_ms or nil, day_start_ms = (o.day_start_ms or -1) >= 0 and o.day_start_ms or nil }
end

local function new_run(given)
  local content, problems = core.seal(core_content(given.content))
  if not content then return nil, problems end
  local run = { given = given, content = content, ids = {}, tokens = {}, events = {}, definitions = {}, arrays = { kind = {},
    time = {}, npc = {}, target = {}, name = {}, argument = {}, token = {}, duration = {}, interruption = {}, cue = {} } }
  for _, def in ipairs(given.content.entities) do
    run.definitions[def.name] = def
    run.areas = run.areas or def.area ~= nil
    run.offers = run.offers or #(def.offers or {}) > 0
  end
  run.messages, run.has_plans, run.meetings = given.content.inboxes ~= nil, given.content.plans ~= nil, {}
  for _, sequence in ipairs(given.content.sequences) do
    for _, node in ipairs(sequence.nodes) do
      if node.meeting then run.meetings[node.meeting] = true end
    end
  end
  for _, role in ipairs(given.content.roles or {}) do run.offers = run.offers or #(role.offers or {}) > 0 end
  run.world = core.world(content, options_of(given), callbacks_of(run))
  return run
end

local core_run = {}

--- A world of a random description, to be driven call by call. nil and the problems if the core refuses the content.
core_run.begin = new_run

--- Makes one call of a script. Whether it was accepted.
function core_run.call(run, op)
  local called, result = pcall(CALLS[op.op], run, op)
  if op.op == "update" then take_events(run) end
  run.last = op.op
  return called and result ~= nil and result ~= false
end

-- Runs a world. `every`: a picture after every so many calls; there is always one at the end. Returns nil and the problems
-- if the core refuses the content, whose checks see more than the oracle's. In the answer `inconsistent` is what the core
-- itself finds wrong with its world; there it ends.
local function play(given, every)
  local run, problems = new_run(given)
  if not run then return nil, problems end
  local answer = { events = run.events, accepted = {}, pictures = {}, found = {} }
  for i, op in ipairs(given.script) do
    answer.accepted[i] = core_run.call(run, op)
    answer.found[i], run.found = run.found, nil
    local consistent, why = run.world:check()
    if not consistent then answer.inconsistent = ("after call %d (%s): %s"):format(i, op.op, why); break end
    if i % (every or math.huge) == 0 or i == #given.script then answer.pictures[i] = picture_of(run) end
  end
  -- Events of calls between updates are delivered by the next one, so a last update of no length brings the rest.
  run.world:update(run.world:now(), 0)
  take_events(run)
  run.world:close()
  return answer
end

return setmetatable(core_run, { __call = function(_, given, every) return play(given, every) end })
