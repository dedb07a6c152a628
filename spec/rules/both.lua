--- Worlds of the kit with the oracle beside them: what the game calls is called of both, and after each update both must
-- have decided the same. The oracle knows nothing of other content: from a reload on it is silent.
local content = require "bustle.author.content"
local kit = require "spec.rules.kit"
local Oracle = require "spec.oracle.world"
local sealed = require "spec.oracle.sealed"

local both = {}

-- Everything is in the kit's pack.
local function full(name) return name and "p." .. name end

local function minute_of(time)
  local hour, minute = time:match "^(%d+):(%d+)$"
  return hour * 60 + minute
end

local function agreed(what, ours, theirs)
  if (ours and true or false) ~= (theirs and true or false) then error(what .. ": one of core and oracle refuses", 0) end
end

-- ---- What is called of an entity, and of the world, is called of the oracle ----

local ENTITY, WORLD = {}, {}

for _, name in ipairs { "hold", "release", "remove", "restart", "complete", "fail", "leave_scene" } do
  ENTITY[name] = function(pair, number) return pair.oracle[name](pair.oracle, number) end
end

for _, name in ipairs { "set_main", "set_role" } do
  ENTITY[name] = function(pair, number, given) return pair.oracle[name](pair.oracle, number, full(given)) end
end

function ENTITY.request(pair, number, offer, provider, options)
  return pair.oracle:request(number, offer, pair.numbers[provider], options.priority)
end

function ENTITY.revoke(pair, number, offer) return pair.oracle:revoke(number, offer) end

function ENTITY.send(pair, number, inbox, to, value)
  return pair.oracle:send(number, full(inbox), pair.numbers[to], value or 0)
end

function ENTITY.patch_plan(pair, number, entry)
  return pair.oracle:patch_plan(number, { from = minute_of(entry[1]), to = minute_of(entry[2]), sequence = full(entry[3]),
    change = entry.change, days = entry.days, priority = entry.priority })
end

function ENTITY.unpatch_plan(pair, number, patch) return pair.oracle:unpatch_plan(number, patch) end

function WORLD.set(pair, name, value) return pair.oracle:push_env(full(name), value) end

function WORLD.set_time(pair, time)
  return pair.oracle:set_time(pair.oracle:clock_day(), minute_of(time) * pair.oracle.clock.day / 1440)
end

function WORLD.link(pair, from, kind, to, value)
  return pair.oracle:link(pair.numbers[from], full(kind), pair.numbers[to], value or 1)
end

function WORLD.interrupt(pair, name, list)
  local npcs = {}
  for i, each in ipairs(list) do npcs[i] = pair.numbers[each] end
  return pair.oracle:interrupt(full(name), { npcs = npcs })
end

-- The oracle counts parts in the order written.
function WORLD.stage(pair, name, cast)
  local members = {}
  for i, part in ipairs(pair.oracle.content.scenes[full(name)].parts) do
    local given = cast[part.name] or {}
    for _, each in ipairs(pair.numbers[given] and { given } or given) do members[#members + 1] = { i, pair.numbers[each] } end
  end
  return pair.oracle:stage(full(name), nil, members)
end

-- ---- After an update ----

local function their_events(pair)
  local lines = {}
  for i = pair.compared + 1, #pair.oracle.events do
    local e = pair.oracle.events[i]
    lines[#lines + 1] = ("%.0f %s %s %.0f"):format(e.npc, e.kind, e.name, e.argument)
  end
  return table.concat(lines, "\n")
end

local function our_events(pair)
  local events, lines = pair.world:events(), {}
  for i = 1, events.count do
    lines[i] = ("%s %s %s"):format(pair.world:entity(events:npc(i)), events:kind(i), events:name(i))
  end
  return table.concat(lines, "\n")
end

local function compare(pair)
  local stats, other = pair.world:stats(), pair.oracle
  if other.hash ~= pair.world:hash() or #other.messages ~= stats.messages or other.messages_refused ~= stats.messages_refused then
    error(("the oracle says\n%s\nthe core\n%s"):format(their_events(pair), our_events(pair)), 0)
  end
  pair.compared = #other.events
end

-- ---- Both, as one world ----

-- Objects of the core in place of those that stand for it and the oracle, in lists too.
local function bare(pair, value)
  if pair.reals[value] then return pair.reals[value] end
  if type(value) ~= "table" or getmetatable(value) then return value end
  local copy = {}
  for key, each in pairs(value) do copy[key] = bare(pair, each) end
  return copy
end

-- Fields are the core's; methods are called of the core, and then, where they are among these, of the oracle.
local function forwarding(pair, real, calls)
  return function(_, key)
    local field = real[key]
    if type(field) ~= "function" then return field end
    return function(_, first, second, third)
      local answer, why = field(real, bare(pair, first), bare(pair, second), bare(pair, third))
      if calls[key] and pair.oracle then agreed(key, answer, calls[key](first, second, third)) end
      return answer, why
    end
  end
end

local function state_of(pair, real, number)
  return setmetatable({}, { __index = real.state, __newindex = function(_, name, value)
    real.state[name] = value
    if pair.oracle then assert(pair.oracle:set(number, full(name), value)) end
  end })
end

local function entity(pair, real, number)
  local calls = {}
  for name, call in pairs(ENTITY) do
    calls[name] = function(...) return call(pair, number, ...) end
  end
  local forward = forwarding(pair, real, calls)
  local object = setmetatable({}, { __index = function(self, key)
    return key == "state" and state_of(pair, real, number) or forward(self, key)
  end })
  pair.reals[object], pair.numbers[object] = real, number
  return object
end

local METHODS = {}

-- All are spawned under a name.
function METHODS.spawn(pair, kind, options)
  local number = assert(pair.oracle:spawn(full(kind), { name = options.name }))
  pair.named[options.name] = number
  return entity(pair, assert(pair.world:spawn(kind, options)), number)
end

function METHODS.get(pair, name)
  local real = pair.world:get(name)
  return real and entity(pair, real, pair.named[name])
end

function METHODS.update(pair, seconds, options)
  local done, why = pair.world:update(seconds, options)
  if pair.oracle then
    pair.oracle:update(math.floor(seconds * 1000 + 0.5))
    compare(pair)
  end
  return done, why
end

function METHODS.reload(pair, name, pack)
  pair.oracle = nil
  return pair.world:reload(name, pack)
end

local function options_of(options)
  local clock = options.clock or {}
  return { seed_low = 1, failures = options.limits and options.limits.failures, day_ms = clock.day and clock.day * 1000 }
end

--- A world of one pack, with the oracle beside it. Call it as one of the kit.
function both.world(given, options)
  options = options or {}
  local world = kit.world(given, options)
  local tables = content.compile({ kit.pack(given) }).tables
  local pair = { world = world, oracle = Oracle.new(sealed(tables), options_of(options)), compared = 0,
    reals = setmetatable({}, { __mode = "k" }), numbers = setmetatable({}, { __mode = "k" }), named = {} }
  local calls = {}
  for name, call in pairs(WORLD) do
    calls[name] = function(...) return call(pair, ...) end
  end
  local forward = forwarding(pair, pair.world, calls)
  local object = setmetatable({}, { __index = function(self, key)
    local method = METHODS[key]
    return method and function(_, ...) return method(pair, ...) end or forward(self, key)
  end })
  return kit.watch(object)
end

return both
