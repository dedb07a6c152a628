-- Runs a random world (random.lua) through the oracle. As a module: `run(world)` gives the answer in the form told there.
-- From the project's folder:
--   lua5.4 spec/oracle/run.lua SEED            prints the events, the final hash and all values
--   lua5.4 spec/oracle/run.lua --coverage N    runs up to N seeds of each range (coverage.lua) and prints how often everything occurred

package.path = "./?.lua;./?/init.lua;" .. package.path
local World = require "spec.oracle.world"
local random = require "spec.oracle.random"
local picture = require "spec.oracle.picture"
local answers = require "spec.oracle.answers"

---- The game's answers ----

-- Whatever a function of the game tries to change is refused.
local function meddle(world, npc)
  for _, attempt in ipairs { { "remove", npc }, { "hold", npc }, { "complete", npc }, { "spawn", "npc1" }, { "update", 0 } } do
    assert(not pcall(world[attempt[1]], world, attempt[2]), "it was let in")
  end
end

local function call_function(world, f, ctx)
  if f.meddles then meddle(world, ctx.npc) end
  local v = answers.call(f, ctx.npc, ctx.target, ctx.now)
  if f.kind == "condition" then return v < f.limit end
  if ctx.get(f.who, f.property) ~= nil then ctx.set(f.who, f.property, v + f.base) end
end

local function new_world(given)
  local world
  local options, keys = {}, {}
  for key, value in pairs(given.options) do options[key] = value end
  for _, env in ipairs(given.content.env or {}) do keys[env.name] = env end
  options.query_env = function(name) return answers.environment(given.env_answers[name], keys[name], world.now) end
  options.query_position = function(number) return answers.position(given.position_answer, number, world.now) end
  options.call = function(id, ctx) return call_function(world, given.functions[id], ctx) end
  world = World.new(given.content, options)
  return world
end

---- The script ----

local function token_of(world, op)
  if op.token == "none" then return nil end
  local npc = world:npc(op.number)
  local last = npc and npc.token or 0
  if op.token == "stale" then return last < 2 and last + 1 or last - 1 end
  return last
end

local CALLS = {
  spawn = function(world, op)
    local state = {}
    for _, p in ipairs(op.state) do state[p[1]] = p[2] end
    return world:spawn(op.definition, { x = op.x, y = op.y, z = op.z, name = op.name, state = state })
  end,
  remove = function(world, op) return world:remove(op.number) end,
  move = function(world, op) return world:move(op.number, op.x, op.y, op.z) end,
  set = function(world, op) return world:set(op.number, op.property, op.value) end,
  push = function(world, op) return world:push_env(op.name, op.value) end,
  interrupt = function(world, op) return world:interrupt(op.name, op) end,
  complete = function(world, op) return world:complete(op.number, token_of(world, op), op.action) end,
  fail = function(world, op) return world:fail(op.number, token_of(world, op), op.action) end,
  hold = function(world, op) return world:hold(op.number) end,
  release = function(world, op) return world:release(op.number) end,
  run = function(world, op) return world:run(op.number, op.sequence, op.priority) end,
  set_main = function(world, op) return world:set_main(op.number, op.sequence) end,
  set_role = function(world, op) return world:set_role(op.number, op.role) end,
  stage = function(world, op) return world:stage(op.scene, op.at, op.members) end,
  leave_scene = function(world, op) return world:leave_scene(op.number) end,
  restart = function(world, op) return world:restart(op.number) end,
  set_ending = function(world, op) return world:set_ending(op.action, op.ending) end,
  link = function(world, op) return world:link(op.number, op.kind, op.to, op.value) end,
  unlink = function(world, op) return world:unlink(op.number, op.kind, op.to) end,
  query = function(world, op) return world:query(op.number, op.path) end,
  request = function(world, op) return world:request(op.number, op.offer, op.provider, op.priority) end,
  revoke = function(world, op) return world:revoke(op.number, op.offer) end,
  send = function(world, op) return world:send(op.number, op.inbox, op.to, op.value) end,
  set_time = function(world, op) return world:set_time(op.day, op.time) end,
  patch = function(world, op)
    local number, why = world:patch_plan(op.number, op.patch)
    return number and { number }, why
  end,
  unpatch = function(world, op) return world:unpatch_plan(op.number, op.patch) end,
  save = function() return true end,
  update = function(world, op) return world:update(op.dt, op.batch) end,
}

-- What must always be true: claims add up (S42), members and scenes agree (S54), starts and stops alternate (S43), and as many are in
-- scenes as have joined and not left.
local function check(world, running)
  local problems = world:check_claims()
  assert(#problems == 0, problems[1])
  problems = world:check_scenes()
  assert(#problems == 0, problems[1])
  problems = world:check_places()
  assert(#problems == 0, problems[1])
  problems = world:check_messages()
  assert(#problems == 0, problems[1])
  for i = running.read + 1, #world.events do
    local e = world.events[i]
    if e.kind == "start" then
      assert(not running[e.npc], "started twice")
      running[e.npc] = true
    elseif e.kind == "stop" then
      assert(running[e.npc], "stopped what did not run")
      running[e.npc] = nil
    elseif e.kind == "join" then running.members = running.members + 1
    elseif e.kind == "leave" then running.members = running.members - 1
    elseif e.kind == "adopt" then running.places = running.places + 1
    elseif e.kind == "drop" then running.places = running.places - 1 end
  end
  running.read = #world.events
  local members = 0
  for _, entity in ipairs(world.entities) do members = members + #(entity.parts or {}) end
  assert(members == running.members, "who has joined has not left")
  local places = 0
  for _, entity in ipairs(world.entities) do
    for _, place in ipairs(entity.places or {}) do places = places + (place.held and 1 or 0) end
  end
  assert(places == running.places, "what was adopted is not held")
end

-- Runs a world of random.lua and returns the answer. `every`: a picture after every so many calls; there is always one at
-- the end. `before(world)`, if given, sees the world first.
local function run(given, every, before)
  local world, running = new_world(given), { read = 0, members = 0, places = 0 }
  local answer = { events = world.events, accepted = {}, pictures = {}, found = {} }
  if before then before(world) end
  for i, op in ipairs(given.script) do
    local result = CALLS[op.op](world, op)
    answer.accepted[i], answer.found[i] = result and true or false, type(result) == "table" and result or nil
    for e = running.read + 1, #world.events do world.events[e].op = i end
    check(world, running)
    if i % (every or math.huge) == 0 or i == #given.script then answer.pictures[i] = picture(world) end
  end
  world:update(0, 0) -- the core tells of the last calls then
  return answer
end

---- Printing ----

local function properties(entity)
  local names = {}
  for name in pairs(entity.free) do names[#names + 1] = name end
  table.sort(names)
  return names
end

local function print_answer(given)
  local answer = run(given)
  for _, e in ipairs(answer.events) do
    print(string.format("%4d %-9s %10.0f %3d %3d %-6s %.0f", e.op, e.kind, e.time, e.npc, e.target, e.name, e.argument))
  end
  for i, ok in ipairs(answer.accepted) do
    if not ok then print(string.format("refused %d %s", i, given.script[i].op)) end
  end
  local last = answer.pictures[#given.script]
  print(string.format("hash %.0f", last.hash))
  for _, entity in ipairs(last.entities) do
    print(string.format("at %d %.4f %.4f %.4f", entity.number, entity.x, entity.y, entity.z))
    for _, p in ipairs(properties(entity)) do print(string.format("value %d %s %.0f", entity.number, p, entity.free[p])) end
  end
end

if arg and arg[0] and arg[0]:find("run.lua", 1, true) then
  if arg[1] == "--coverage" then os.exit(require("spec.oracle.coverage")(run, tonumber(arg[2]) or 400) and 0 or 1)
  else print_answer(random((assert(tonumber(arg[1]), "run.lua SEED | --coverage N")))) end
end

return run
