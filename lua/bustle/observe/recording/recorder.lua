--- Recording a world: writes a save of the world, and then, as it happens, everything that is called on its core and
-- everything the game answers. `bustle.replay` makes the same calls again.
--
-- The recorder stands before the core: `world._core` is replaced by one that writes and passes on.
local core = require "bustle.core"
local events_of = require "bustle.world.events"
local format = require "bustle.observe.recording.format"
local save = require "bustle.world.save"
local pairs = require("bustle.common.tables").pairs

local recorder = {}

local Recorder = {}
Recorder.__index = Recorder

-- What changes a world, by the names of the core. `save`, and whatever only reads, is passed on as it is.
local CALLS = { "remove", "set", "move", "set_environment", "complete", "fail", "hold", "release", "restart", "run",
  "set_main", "set_role", "set_ending", "interrupt", "interrupt_all", "interrupt_within", "interrupt_around",
  "stage", "leave_scene", "link", "unlink", "entity_revoke", "npc_request", "send", "set_time", "patch_plan",
  "unpatch_plan", "load" }

-- ---- Writing ----

-- The world has its core back. Calls that are under way still come here, and what they write goes nowhere.
local function let_go(self)
  self.sink = nil
  self.world._core, self.world._witness = self.core, nil
  self.ended()
end

local function flush(self)
  local bytes = table.concat(self.parts, "", 1, self.count)
  self.count = 0
  if not self.sink then return end
  local ok, written, message = pcall(core.unyielding, self.sink, bytes)
  if ok and written then return end
  -- The game goes on.
  let_go(self)
  self.world:_report(tostring(ok and message or written), "the recording, which ends here")
end

-- Entries, and plain updates, that wait to be written together.
local WAITING, TICKS = 8, 32

local function put(self, bytes)
  local count = self.count + 1
  self.parts[count], self.count = bytes, count
  if count >= WAITING then flush(self) end
end

local function put_ticks(self)
  local count = self.ticks
  if count == 0 then return end
  self.ticks = 0
  put(self, format.ticks(self.passed, self.hashes, count, self.bytes))
end

-- Without garbage: most updates are like this.
local function add_tick(self, passed, hash)
  local count = self.ticks + 1
  self.passed[count], self.hashes[count], self.ticks = passed, hash, count
  if count >= TICKS then put_ticks(self) end
end

local function write(self, kind, ...)
  put_ticks(self)
  put(self, format.entry(kind, ...))
end

-- ---- Calls ----

-- The core refuses calls with the wrong arguments by raising: then nothing has happened.
local function passing_on(self, name)
  local inner = self.core
  local method = inner[name]
  return function(_, ...) return method(inner, ...) end
end

-- What a function of the content does is not a call of the game's.
local function finish_call(self, name, first, second, third, ...)
  if first ~= nil or third ~= "no_memory" then write(self, self.asking and "write" or name, ...) end
  return first, second, third
end

local function recording(self, name)
  local inner = self.core
  local method = inner[name]
  return function(_, ...)
    local asking = self.asking
    local first, second, third = method(inner, ...)
    self.asking = asking -- a function that raised an error has left it on
    return finish_call(self, name, first, second, third, ...)
  end
end

-- The states of a spawn come by id.
local function listed(states)
  if states == nil then return nil end
  local list = {}
  for id, value in pairs(states) do list[#list + 1] = { id, value } end
  table.sort(list, function(a, b) return a[1] < b[1] end)
  return list
end

local function recording_spawn(self)
  local inner = self.core
  local spawn = inner.spawn
  return function(_, definition, name, x, y, z, states)
    local id, message, code = spawn(inner, definition, name, x, y, z, states)
    self.asking = false
    if id then write(self, "spawn", definition, name, x, y, z, listed(states), id) end
    return id, message, code
  end
end

-- Those that an update delivers.
local function write_events(self)
  local list = self.delivered
  for i = 1, self.core:events(list) do
    write(self, "event", list.kind[i], list.npc[i], list.target[i], list.name[i], list.argument[i])
  end
end

-- A budget decides how much is done, so that is asked for where there is one.
local function portion_of(self, budget)
  if not budget or budget < 0 then return nil end
  local stats = self.core:stats(self.stats)
  return stats.cut_short and stats.portion or nil
end

local function recording_update(self)
  local inner = self.core
  local update, hash = inner.update, inner.hash
  return function(_, now, batch, budget)
    local ok, message, code = update(inner, now, batch, budget)
    self.asking = false
    -- One that ran out of memory is made again, and then written.
    if not ok then return ok, message, code end
    if self.events then write_events(self) end
    local passed, portion = now - self.now, portion_of(self, budget)
    self.now = now
    if passed < 256 and batch == nil and not portion then
      add_tick(self, passed, hash(inner))
    else
      write(self, "update", passed, batch, hash(inner), portion)
    end
    return ok
  end
end

local function before_core(self)
  local methods = { spawn = recording_spawn(self), update = recording_update(self) }
  for _, name in ipairs(CALLS) do methods[name] = recording(self, name) end
  return setmetatable({}, { __index = function(front, name)
    local method = methods[name] or passing_on(self, name)
    rawset(front, name, method)
    return method
  end })
end

-- ---- Answers ----

--- Asks the game, and writes down what it answers. An entry of what was asked without one of the answer after it says
-- that the game raised an error.
-- @tparam string kind "condition", "effect", "query_condition" or "query_position"
-- @tparam function fn
-- @param about what is asked for: the number of the function, or the id
function Recorder:ask(kind, fn, about, ...)
  write(self, "ask", kind, about)
  self.asking = true
  local first, second, third = fn(about, ...)
  self.asking = false
  write(self, "answer", first, second, third)
  return first, second, third
end

-- ---- Beginning and end ----

-- Packs and options as far as they can be written; what cannot has to be given again for the replay.
local function plain_pairs(map)
  local list = {}
  for key, value in pairs(map or {}) do
    if type(value) == "number" or type(value) == "boolean" or type(value) == "string" then
      list[#list + 1] = { key, value }
    end
  end
  table.sort(list, function(a, b) return tostring(a[1]) < tostring(b[1]) end)
  return list
end

-- The metric is written also where a pack has asked for it, and the length of a day where nobody has.
local function settings_of(world)
  local clock = world._core:clock()
  local settings = { metric = world._metric, day_ms = clock and clock.day_ms }
  for key, value in pairs(world._options) do settings[key] = value end
  return settings
end

local function paths(packs)
  local list = {}
  for i, pack in ipairs(packs) do list[i] = type(pack) == "string" and pack or false end
  return list
end

-- A save leaves it to the world how the game ends actions.
local function endings_of(delivery)
  local parts = {}
  for id = 0, delivery.names.content:count "action" - 1 do
    local ending = delivery.endings[delivery.names.actions[id].qualified]
    if ending then parts[#parts + 1] = format.entry("set_ending", id, ending) end
  end
  return table.concat(parts)
end

--- Begins to record a world.
-- @tparam table world
-- @tparam function sink takes bytes; returns true, or nil and a message
-- @tparam function ended called once, when it has ended: by `stop`, or because the sink failed
-- @tparam boolean events whether events are written too
-- @treturn[1] table
-- @treturn[2] nil
-- @treturn[2] string why not
function recorder.new(world, sink, ended, events, level)
  local saved, message = save.save(world, nil, level + 1)
  if not saved then return nil, message end
  local self = setmetatable({ world = world, core = world._core, sink = sink, ended = ended, events = events,
    asking = false, now = world._core:now(), parts = {}, count = 0, passed = {}, hashes = {}, ticks = 0, bytes = {},
    stats = {}, delivered = events_of.arrays() }, Recorder)
  local made = world._options
  local ok, problem = sink(format.HEAD .. format.entry("begin", core.version, paths(made.packs),
    plain_pairs(settings_of(world)), plain_pairs(made.limits), plain_pairs(made.constants), saved, events)
    .. endings_of(world._delivery))
  if not ok then return nil, problem end
  world._core, world._witness = before_core(self), self
  return self
end

--- Ends a recording.
function Recorder:stop()
  write(self, "finish")
  flush(self)
  if self.sink then let_go(self) end
end

return recorder
