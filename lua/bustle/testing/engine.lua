--- The game of a world under test: it ends actions, answers for the environment and for positions, well or badly, as a
-- script says.
--
-- How an action goes is one of:
--
-- - "at_once": done in the update in which it starts
-- - a number: done after so many seconds
-- - "never": nothing is heard of it; it ends by its timeout
-- - `{ after = 2, fail = "no path" }`: fails, with that reason; `after` is 0 if it is left out
-- - `{ after = 2, stale = true }`: done after that time, but in every update before somebody reports it as done with
-- the token of an action that is over: what a careless game does, and what must change nothing
-- - `function(npc, target, run)` that returns one of these
--
-- An action that ends by its own duration ends by that if it comes first: `ends = "game"` leaves it to the script.
local check = require "bustle.world.check"
local keys = require "bustle.common.keys"
local nearest = require "bustle.common.nearest"

local engine = {}

--- Calls one of the functions below. What it raises is told of whoever is so many levels up.
function engine.apply(fn, level, ...)
  local ok, problem = pcall(fn, ...)
  if not ok then error((tostring(problem):gsub("^[^\n]-engine%.lua:%d+: ", "")), level + 1) end
end

--- How the errors begin that a script makes on purpose.
engine.SCRIPTED = "scripted failure"

-- ---- Actions ----

local WORDS = { at_once = true, never = true }
local PLAN = { after = true, fail = true, stale = true }

local function check_plan(action, how)
  local kind = type(how)
  if kind == "table" then
    check.keys(how, PLAN, ("engine, %s"):format(action), 1)
    if how.after ~= nil then check.number(how.after, ("engine, %s: after"):format(action), 1) end
  elseif kind ~= "number" and kind ~= "function" and not WORDS[how] then
    error(('engine, %s: it cannot go %s; write "at_once", "never", seconds, { after =, fail =, stale = } or a function')
      :format(action, kind == "string" and ('"%s"'):format(how) or "by a " .. kind))
  end
end

-- What is to happen with one run of an action: `{ after=, fail=, stale= }`; nil: nothing.
local function plan_of(action, how, npc, target, run)
  if type(how) == "function" then
    how = how(npc, target, run)
    check_plan(action, how)
  end
  if how == "never" then return nil end
  if how == "at_once" then return { after = 0 } end
  if type(how) == "number" then return { after = how } end
  return how
end

local function finish(npc, plan, run)
  if plan.fail then
    npc:fail(plan.fail ~= true and plan.fail or nil, run.token)
  else
    npc:complete(run.token)
  end
end

-- A token that is not the current one: of the action before, or one that never was.
local function report_stale(world, npc, run)
  local stale = run.token > 1 and run.token - 1 or run.token + 1
  local done, _, code = npc:complete(stale)
  if not done and code == "old_token" then world.refusals = world.refusals + 1 end
end

local function handler_of(world, action, how)
  local plans, begun = {}, {}
  return {
    start = function(npc, target, run)
      local plan = plan_of(action, how, npc, target, run)
      plans[npc.id], begun[npc.id] = plan, world:now()
      if plan and (plan.after or 0) <= 0 then finish(npc, plan, run) end
    end,
    update = function(npc, _, run)
      local plan = plans[npc.id]
      if not plan then return false end
      if plan.stale then report_stale(world, npc, run) end
      -- A millisecond of grace: seconds are added up in binary fractions.
      if world:now() - begun[npc.id] + 0.0005 >= (plan.after or 0) then finish(npc, plan, run) end
      return false
    end,
  }
end

--- Lets an action go as a script says.
-- @tparam table world
-- @tparam string action
-- @param how see above; nil: nobody looks after it any more
function engine.script(world, action, how)
  if how ~= nil then check_plan(action, how) end
  world:handle(action, how ~= nil and handler_of(world, action, how) or nil)
end

-- ---- The environment ----

local function is_timeline(value)
  if type(value) ~= "table" or next(value) == nil then return false end
  for time in pairs(value) do
    if type(time) ~= "number" then return false end
  end
  return true
end

-- The last of `{ [0] = "sunny", [30] = "rainy" }` whose time has come.
local function at_time(timeline, now)
  local latest, value
  for time, each in pairs(timeline) do
    if time <= now and (not latest or time > latest) then latest, value = time, each end
  end
  return value
end

--- Answers for an environment value.
-- @tparam table world
-- @tparam string name
-- @param value what it is; a table of values by the second from which on they are so; a function that takes the time
-- in seconds
function engine.answer(world, name, value)
  if type(value) == "table" and not is_timeline(value) then
    error(("env, %s: a table has values by the second from which on they are so, such as { [0] = 1, [30] = 2 }")
      :format(name))
  end
  world:provide(name, function()
    local now = world._core:now() / 1000
    if type(value) == "function" then return (value(now)) end
    if type(value) == "table" then return at_time(value, now) end
    return value
  end)
end

-- ---- Positions ----

local FAILING = { fail = true, none = true }

--- Answers for the positions of entities that are asked for theirs.
-- @tparam table world
-- @param how "fail": every question is an error; "none": no answer; a function that takes the entity and the time and
-- returns x, y, z
function engine.place(world, how)
  if type(how) ~= "function" and not FAILING[how] then
    error(('positions cannot be %s (%s)'):format(tostring(how), nearest.question(tostring(how), keys.names(FAILING),
      'write "fail", "none" or a function')))
  end
  world:provide("position", function(entity)
    if how == "fail" then error(engine.SCRIPTED, 0) end
    if how == "none" then return nil end
    return how(entity, world._core:now() / 1000)
  end)
end

return engine
