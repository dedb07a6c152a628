--- Letting time pass in a world: the options of an update, the core's part of it, and handing out what happened.
-- `bustle.world` keeps the time, and deals with an update that was not finished.
local core = require "bustle.core"
local check = require "bustle.world.check"
local events = require "bustle.world.events"
local clear = require("bustle.common.tables").clear

local updating = {}

local UPDATE = { batch = true, budget_ms = true }

--- The options of an update.
-- @treturn number|nil batch
-- @treturn number|nil budget in microseconds
function updating.read_options(options, level)
  if options == nil then return nil, nil end
  check.type(options, "table", "update: the options", level + 1)
  check.keys(options, UPDATE, "update", level + 1)
  local batch, budget = options.batch, options.budget_ms
  if batch ~= nil then check.whole(batch, 0, 2147483647, "update: batch", level + 1) end
  if budget == nil then return batch, nil end
  check.number(budget, "update: budget_ms", level + 1)
  if budget < 0 then error("update: budget_ms cannot be negative", level + 1) end
  return batch, math.floor(math.min(budget, 1e9) * 1000)
end

-- Those who left before this update have had their last event by its end.
local function begin_leaving(world)
  world._leaving, world._left = world._left, world._leaving
end

local function end_leaving(world)
  clear(world._leaving)
end

local function deliver(world, dt)
  if world._keeper then world._keeper:collect() end
  world._environment:catch_up(1)
  begin_leaving(world)
  world._delivery:deliver()
  world._delivery:tick(dt)
end

-- The core's part of it. Functions of content are called in there, and may not look at events that are about to go.
local function update_core(world, now, batch, budget, portion, level)
  world._updating = true
  local called, ok, message, code = pcall(world._core.update, world._core, now, batch, budget, portion)
  world._updating = false
  if not called then error(("update: %s"):format(tostring(ok)), level + 1) end
  return ok, message, code
end

--- One update of the core, and what follows from it. Time has passed as soon as the core has begun. One that the core
-- has begun and not finished goes on before anything else: what functions have asked for meanwhile comes after it.
-- @treturn[1] boolean true
-- @treturn[2] nil
-- @treturn[2] string
-- @treturn[2] string code
function updating.step(world, now, carry, dt, batch, budget, portion, level)
  local ok, message, code = true, nil, nil
  if not world._halfway then ok, message, code = world._environment:catch_up(level + 1) end
  if ok then
    events.unload(world._events)
    if not world._unfinished then clear(world._told) end
    ok, message, code = update_core(world, now, batch, budget, portion, level + 1)
    world._halfway = not ok
  end
  world._now, world._carry, world._step, world._unfinished = now, carry, dt, not ok
  if not ok then return nil, message, code end
  world._delivering = true
  -- A handler that yielded and was never resumed would leave the world inside it.
  local delivered, problem = pcall(core.unyielding, deliver, world, dt)
  world._delivering = false
  end_leaving(world)
  if not delivered then error(problem, 0) end
  return true
end

return updating
