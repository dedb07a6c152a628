--- Hands the events of an update to the game's handlers, in order, and keeps account of the actions that run, so that a
-- handler that got a start gets its stop too.
--
-- Handlers may change the world: by calls on NPCs whose events are still to come, and by adding and removing handlers.
-- So delivery looks up what an event is about when its turn comes, and an entity that has left meanwhile still has its
-- object.
local core = require "bustle.core"
local events = require "bustle.world.events"
local handlers = require "bustle.world.handlers"
local report = require "bustle.world.report"
local clear = require("bustle.common.tables").clear

local delivery = {}

local raw, KINDS = events.raw, events.KINDS

-- What is added to the time that remains if a start is a resumption.
local RESUMED = 2147483648

local Delivery = {}
Delivery.__index = Delivery

--- The events to which the game can listen.
delivery.LISTENED = { spawn = true, start = true, stop = true, fail = true, fallback = true, interrupt = true,
  ignore = true, halt = true, restart = true, remove = true, error = true, role = true,
  join = true, leave = true, adopt = true, drop = true, enter = true, exit = true, plan = true }

--- The delivery of a world's events.
-- @tparam table world
-- @tparam table names of `bustle.world.names`
function delivery.new(world, names)
  local self = setmetatable({ world = world, names = names, listeners = {}, listening = 0, said = handlers.new(),
    handlers = {}, handling = 0, endings = {}, runs = {}, keeping = false, ticking = {}, reasons = {}, changes = 0,
    show = {}, printer = report.printer() }, Delivery)
  for kind in pairs(delivery.LISTENED) do self.listeners[kind] = {} end
  self:read_shown()
  return self
end

function Delivery:read_shown()
  self.show = {}
  for id, action in pairs(self.names.actions) do self.show[id] = action.show end
end

-- ---- Listening ----

local function without(list, left_out)
  local copy = {}
  for _, each in ipairs(list) do
    if each ~= left_out then copy[#copy + 1] = each end
  end
  return copy
end

--- Adds a listener. Lists are never changed in place, because one may just be gone through.
-- @treturn function that takes it away again
function Delivery:listen(kind, fn)
  local listener = { fn = fn, active = true }
  self.listeners[kind] = without(self.listeners[kind])
  table.insert(self.listeners[kind], listener)
  self.listening = self.listening + 1
  return function()
    if not listener.active then return end
    listener.active = false
    self.listening = self.listening - 1
    self.listeners[kind] = without(self.listeners[kind], listener)
  end
end

-- ---- Handling ----

-- Tells the core how an action ends now that this handles it, if that is news (S48).
local function say_ending(self, id, qualified, ending)
  if self.endings[qualified] == ending then return end
  self.world._core:set_ending(id, ending)
  self.endings[qualified] = ending
end

local function find_handler(self, id)
  local action = self.names.actions[id]
  local before, handler = self.handlers[id], self.said:of(action)
  say_ending(self, id, action.qualified, handler and handler.ends)
  self.handling = self.handling + (handler and 1 or 0) - (before and 1 or 0)
  self.handlers[id] = handler
end

-- Who handles an action is found here, so that an event costs no search.
local function find_handlers(self)
  for id = 0, self.names.content:count "action" - 1 do find_handler(self, id) end
end

local function say(self, rank, key, handler)
  self.said:set(rank, key, handler)
  if rank ~= "name" then return find_handlers(self) end
  local id = self.names.content:find("action", key)
  if id then find_handler(self, id) end
end

--- Says who handles actions, or nobody. What runs stays with the handler it was started with.
-- @tparam string rank
-- @param key see `bustle.world.handlers`
-- @tparam table|nil handler
-- @treturn string|nil why it cannot be said now, and nothing has changed
function Delivery:handle(rank, key, handler)
  local before = self.said:get(rank, key)
  local ok, problem = pcall(say, self, rank, key, handler)
  if ok then return nil end
  say(self, rank, key, before)
  return tostring(problem)
end

-- ---- Calling ----

--- Tells of an error.
function Delivery:report(message, where)
  message = report.explain(message)
  local keeper = self.world._keeper
  if keeper then keeper:error(message, where) end
  local list = self.listeners.error
  if #list == 0 then return self.printer:print(message, where) end
  for _, listener in ipairs(list) do
    if listener.active then
      local ok, problem = report.protect(core.unyielding, listener.fn, message, where)
      if not ok then
        self.printer:print(message, where)
        self.printer:print(problem, 'listener to "error"')
      end
    end
  end
end

function Delivery:tell(kind, a, b, c, d, e)
  for _, listener in ipairs(self.listeners[kind]) do
    if listener.active then
      local ok, problem = report.protect(listener.fn, a, b, c, d, e)
      if not ok then self:report(problem, ('listener to "%s"'):format(kind)) end
    end
  end
end

-- Calls a function of an action's handler, which is that part of it.
local function call_handler(self, fn, part, run, a, b, c)
  local ok, result = report.protect(fn, a, b, c)
  if ok then return result end
  self:report(result, ('handler of "%s", %s'):format(run.action, part))
end

-- ---- Actions that run ----

-- Whether anybody will be told of the updates or of the stop of an action that starts now. If not, it is not kept.
local function is_kept(self, handler)
  return handler and (handler.update or handler.stop) or #self.listeners.stop > 0
end

local function object_of(self, id)
  return id ~= 0 and self.world:_object(id) or nil
end

local function keep_run(self, id, run)
  self.runs[id], self.keeping = run, true
end

-- What is left of an action that ends then, in seconds.
local function remaining(ends, now)
  return ends > now and (ends - now) / 1000 or 0
end

local function set_remaining(run, now)
  if run._ends then run.remaining = remaining(run._ends, now) end
end

-- The run of an action that starts. One expression makes the whole table, which is then just as large as need be. It
-- comes after everything that is looked up, so that LuaJIT can do without the table where a handler does not keep it.
local function started_run(self, i, id, handler)
  local view, now = self.world._events, self.world._now
  local action, argument, token = raw.name(view, i), raw.argument(view, i), raw.token(view, i)
  local name, show, target = self.names.shown.action[action], self.show[action], object_of(self, raw.target(view, i))
  local duration, ends = raw.duration(view, i) / 1000, raw.time(view, i) + argument % RESUMED
  local left, resumed = remaining(ends, now), argument >= RESUMED
  local awaits = argument == 0 and self.world:_awaits(id, token) or nil
  if is_kept(self, handler) then
    return { action = name, token = token, show = show, target = target, duration = duration, remaining = left,
      resumed = resumed, awaits = awaits, _npc = id, _action = action, _ends = ends, _handler = handler, _runs = true,
      _new = true }
  end
  return { action = name, token = token, show = show, target = target, duration = duration, remaining = left,
    resumed = resumed, awaits = awaits }
end

local DELIVER = {}

function DELIVER:start(i, id)
  local handler = self.handlers[raw.name(self.world._events, i)]
  if not handler and #self.listeners.start == 0 and #self.listeners.stop == 0 then return end
  local npc, run = self.world:_object(id), started_run(self, i, id, handler)
  if run._runs then
    keep_run(self, id, run)
    if handler and handler.update then self.ticking[#self.ticking + 1] = run end
  end
  if handler and handler.start then
    call_handler(self, handler.start, "start", run, npc, run.target, run)
  else
    self:tell("start", npc, run.target, run)
  end
end

-- A stop whose start nobody was told of makes a run of its own: without a duration, which is not known any more.
local function stopped_run(self, i)
  local view, action = self.world._events, raw.name(self.world._events, i)
  return { action = self.names.shown.action[action], token = raw.token(view, i), show = self.show[action],
    target = object_of(self, raw.target(view, i)) }
end

local function take_run(self, i, id)
  local run = self.runs[id]
  if run then self.runs[id] = nil
  elseif #self.listeners.stop > 0 then run = stopped_run(self, i)
  end
  return run
end

function DELIVER:stop(i, id)
  local view = self.world._events
  local run, reason = take_run(self, i, id), self.reasons[id]
  if reason ~= nil then self.reasons[id] = nil end
  if not run then return end
  local npc, why, handler = self.world:_object(id), events.REASONS[raw.argument(view, i)], run._handler
  run._runs, run.reason = false, reason
  set_remaining(run, raw.time(view, i))
  if handler and handler.stop then
    call_handler(self, handler.stop, "stop", run, npc, why, run)
  else
    self:tell("stop", npc, why, run)
  end
end

-- ---- After a load ----

-- The run of an action that was under way when the world was saved.
local function loaded_run(self, id, doing, resumed)
  local world, action, awaits = self.world, doing.action, doing.mood == "awaiting" or nil
  local left = awaits and 0 or doing.remaining_ms
  local run = { action = self.names.shown.action[action], token = doing.token, show = self.show[action],
    target = doing.target and world:_object(doing.target), duration = doing.duration_ms / 1000,
    remaining = left / 1000, resumed = resumed, awaits = awaits, loaded = true, _npc = id, _action = action,
    _ends = world._now + left, _handler = self.handlers[action], _runs = true, _new = false }
  keep_run(self, id, run)
  if run._handler and run._handler.update then self.ticking[#self.ticking + 1] = run end
end

--- Takes up the actions that are under way in a world that was just loaded, so that their handlers are told of
-- updates and of the stop. Those that were handled come first, in the same order.
-- @tparam {table,...} saved id, token and whether it was a resumption (1 or 0) of each
function Delivery:restore(saved)
  local world = self.world
  self.runs, self.ticking, self.reasons = {}, {}, {}
  local function take_up(id, token, resumed)
    local doing = world._core:doing(id, world._doing)
    if doing.action and not self.runs[id] and (token == nil or token == doing.token)
      and is_kept(self, self.handlers[doing.action]) then
      loaded_run(self, id, doing, resumed)
    end
  end
  for _, run in ipairs(saved) do
    local id = run[1]
    if world._core:alive(id) and world:_is_npc(id) then take_up(id, run[2], run[3] == 1) end
  end
  for id in world:_each() do
    if world:_is_npc(id) then take_up(id, nil, false) end
  end
end

-- ---- Other content ----

-- The core has carried over what was said of the endings of actions that are still there.
local function carry_handlers(self, names)
  for qualified in pairs(self.endings) do
    if not names.content:find("action", qualified) then self.endings[qualified] = nil end
  end
  self.handlers, self.handling = {}, 0
  find_handlers(self)
end

-- Ends the account of an action of which no event will tell.
local function end_run(self, run, why)
  local npc = self.world:_object(run._npc)
  self.runs[run._npc], run._runs = nil, false
  if run._handler and run._handler.stop then
    call_handler(self, run._handler.stop, "stop", run, npc, why, run)
  else
    self:tell("stop", npc, why, run)
  end
end

--- Takes over the names of a content that has replaced another. What runs goes on; of actions that are gone, and of
-- NPCs that were left out, the stop is told now, because no event can tell it.
-- @tparam table names
function Delivery:take_over(names)
  local old, gone = self.names, {}
  self.names = names
  carry_handlers(self, names)
  self:read_shown()
  for id, run in pairs(self.runs) do
    run._action = names.content:find("action", old.content:name("action", run._action))
    if not self.world._core:alive(id) then
      gone[#gone + 1] = { run, "removed" }
    elseif not run._action then
      gone[#gone + 1] = { run, "cancelled" }
    end
  end
  table.sort(gone, function(a, b) return a[1]._npc < b[1]._npc end)
  for _, each in ipairs(gone) do end_run(self, each[1], each[2]) end
end

-- ---- Everything else ----

local function sequence_of(self, i)
  return self.names.shown.sequence[raw.name(self.world._events, i)]
end

local function tell_entity(kind)
  return function(self, _, id) self:tell(kind, self.world:_object(id)) end
end

local function tell_sequence(kind)
  return function(self, i, id) self:tell(kind, self.world:_object(id), sequence_of(self, i)) end
end

local function tell_cause(kind)
  return function(self, i, id)
    self:tell(kind, self.world:_object(id), sequence_of(self, i), events.CAUSES[raw.argument(self.world._events, i)])
  end
end

local function tell_interruption(kind)
  return function(self, i, id)
    local view = self.world._events
    self:tell(kind, self.world:_object(id), view:interruption(i), object_of(self, raw.target(view, i)),
      sequence_of(self, i), view:cue(i))
  end
end

local function tell_role(self, i, id)
  self:tell("role", self.world:_object(id), self.names.shown.role[raw.name(self.world._events, i)])
end

local function scene_of(self, i)
  return self.names.shown.scene[raw.name(self.world._events, i)]
end

local function tell_join(self, i, id)
  local view = self.world._events
  self:tell("join", self.world:_object(id), scene_of(self, i), view:part(i), object_of(self, raw.target(view, i)))
end

local function tell_leave(self, i, id)
  self:tell("leave", self.world:_object(id), scene_of(self, i), events.LEAVING[raw.argument(self.world._events, i)])
end

local function offer_of(self, i)
  return self.names.shown.offer[raw.name(self.world._events, i)]
end

local function tell_adopt(self, i, id)
  self:tell("adopt", self.world:_object(id), offer_of(self, i), object_of(self, raw.target(self.world._events, i)))
end

local function tell_drop(self, i, id)
  local view = self.world._events
  self:tell("drop", self.world:_object(id), offer_of(self, i), object_of(self, raw.target(view, i)),
    events.DROPPING[raw.argument(view, i)])
end

local function tell_area(kind)
  return function(self, i, id)
    self:tell(kind, self.world:_object(id), object_of(self, raw.target(self.world._events, i)))
  end
end

local function tell_plan(self, i, id)
  local view = self.world._events
  self:tell("plan", self.world:_object(id), sequence_of(self, i), view:entry(i), view:patch(i))
end

DELIVER.spawn, DELIVER.remove = tell_entity "spawn", tell_entity "remove"
DELIVER.fail, DELIVER.halt = tell_cause "fail", tell_cause "halt"
DELIVER.fallback, DELIVER.restart = tell_sequence "fallback", tell_sequence "restart"
DELIVER.role, DELIVER.join, DELIVER.leave = tell_role, tell_join, tell_leave
DELIVER.adopt, DELIVER.drop = tell_adopt, tell_drop
DELIVER.enter, DELIVER.exit, DELIVER.plan = tell_area "enter", tell_area "exit", tell_plan
DELIVER.interrupt, DELIVER.ignore = tell_interruption "interrupt", tell_interruption "ignore"

-- Those two also keep the account of what runs.
local ACCOUNTED = { start = true, stop = true }

local function deliver_event(self, i)
  local view = self.world._events
  local kind = KINDS[raw.kind(view, i)]
  local deliver = DELIVER[kind]
  if deliver and (ACCOUNTED[kind] or #self.listeners[kind] > 0) then
    deliver(self, i, raw.npc(view, i))
  end
end

--- Delivers the events of the last update.
function Delivery:deliver()
  self.changes = 0
  if self.listening > 0 or self.handling > 0 or self.keeping then
    local view = self.world._events
    events.load(view, self.world._core)
    for i = 1, view.count do deliver_event(self, i) end
  else
    clear(self.reasons)
  end
end

-- ---- Every update ----

-- A handler may have ended what others do: then what runs is asked of the core.
local function still_runs(self, run)
  if self.changes == 0 then return true end
  local world = self.world
  return world._core:alive(run._npc) and world._core:doing(run._npc, world._doing).token == run.token
end

local function tick(self, run, dt)
  set_remaining(run, self.world._now)
  local done = call_handler(self, run._handler.update, "update", run, self.world:_object(run._npc), dt, run)
  if done == true and still_runs(self, run) then
    self.world._core:complete(run._npc, run._action, run.token)
  end
end

--- Calls the update functions of handled actions that run, in the order of their starts. Those that have just started
-- have not run for any time yet.
function Delivery:tick(dt)
  local list, kept = self.ticking, 0
  for i = 1, #list do
    local run = list[i]
    list[i] = nil
    if run._runs then
      kept = kept + 1
      list[kept] = run
      if run._new then
        run._new = false
      elseif still_runs(self, run) then
        tick(self, run, dt)
      end
    end
  end
end

-- ---- What the game's calls leave for later ----

--- Notes that a call may have ended an action.
function Delivery:changed()
  self.changes = self.changes + 1
end

--- Keeps the reason that the game gives for a failure until its stop is delivered.
function Delivery:keep_reason(id, reason)
  self.reasons[id] = reason
end

return delivery
