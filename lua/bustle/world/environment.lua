--- Environment values: what the game provides and sets, and how functions and the game read them.
--
-- The core asks by itself for what its conditions need (S9), but a function that the core is calling cannot make it
-- ask. So this file asks the game for a value that a function reads, when the value is due. The answer counts for both
-- sides, and reaches the core when its update is over.
local core = require "bustle.core"
local check = require "bustle.world.check"
local name_tables = require "bustle.world.names"
local report = require "bustle.world.report"

local environment = {}

local Environment = {}
Environment.__index = Environment

local to_lua, to_core = name_tables.to_lua, name_tables.to_core

local function bounds_of(made)
  if made.flag then return 0, 1 end
  if made.values then return 0, #made.values - 1 end
  return made.min or -2147483648, made.max or 2147483647
end

--- The environment of a world.
-- @tparam table world
-- @tparam table names of `bustle.world.names`
function environment.new(world, names)
  local self = setmetatable({ world = world, providers = {}, asked = {}, ahead = {}, behind = false, waiting = {},
    clock = {} },
    Environment)
  self:read_names(names)
  return self
end

function Environment:read_names(names)
  self.names, self.keys, self.count = names, names:keys("environment"), names.content:count("environment")
  self.interval, self.low, self.high = {}, {}, {}
  for _, made in ipairs(names.compiled.tables.environment) do
    local id = names.content:find("environment", made.name)
    self.interval[id] = math.max(made.refresh_ms or 1, 1)
    self.low[id], self.high[id] = bounds_of(made)
  end
end

-- By the ids that there are now; what has none comes second, by name.
local function carry(by_id, waiting, old, names)
  local carried, left = {}, {}
  for id, value in pairs(by_id) do waiting[old.content:name("environment", id)] = value end
  for qualified, value in pairs(waiting) do
    local id = names.content:find("environment", qualified)
    if id then carried[id] = value else left[qualified] = value end
  end
  return carried, left
end

--- Takes over the names of a content that has replaced another. Providers of values that are gone wait for them to come
-- back.
-- @tparam table names
function Environment:take_over(names)
  local old = self.names
  self.providers, self.waiting = carry(self.providers, self.waiting, old, names)
  self.asked, self.ahead = carry(self.asked, {}, old, names), carry(self.ahead, {}, old, names)
  self.behind = true
  self:read_names(names)
end

--- The key that the game calls by a name.
function Environment:key(name, level)
  local key = self.keys[name]
  if not key then error(self.names:explain(self.keys, name), level + 1) end
  return key
end

-- ---- Asking ----

--- The core's question. What a function has asked for at this very time is not asked again.
function Environment:answer(id)
  local now = self.world._core:now()
  if self.asked[id] == now then return self.ahead[id] end
  self.asked[id] = now
  local provider = self.providers[id]
  if provider then return (provider()) end
end

-- What the clock answers where the game has no answer (S73), by full name.
local BY_CLOCK = {
  ["common.hour"] = function(now) return now.hour end,
  ["common.minute"] = function(now) return now.minute end,
  ["common.day"] = function(now) return now.day end,
  ["common.weekday"] = function(now) return now.day % 7 end,
}

local function ask_clock(self, key)
  local read = BY_CLOCK[key.name]
  local now = read and self.world._core:clock(self.clock)
  return now and math.max(self.low[key.id], math.min(self.high[key.id], read(now))) or nil
end

--- The clock has been set: what it answers counts as never asked.
function Environment:forget_clock()
  for name in pairs(BY_CLOCK) do
    local id = self.names.content:find("environment", name)
    if id then self.asked[id], self.ahead[id] = nil, nil end
  end
end

local function number_of(key, answer)
  if type(answer) == "boolean" then return answer and 1 or 0 end
  return to_core(key, answer)
end

-- The game's answer as the core would keep it, or nil if there is none.
local function ask_game(self, key)
  local provider = self.providers[key.id]
  if not provider then return ask_clock(self, key) end
  local ok, answer = report.protect(provider)
  local number, problem
  if ok and answer == nil then return ask_clock(self, key) end
  if ok then number, problem = number_of(key, answer) end
  if number then return math.max(self.low[key.id], math.min(self.high[key.id], core.round(number))) end
  self.world:_report(problem or answer, ('provider of "%s"'):format(key.name))
end

-- Without an answer the value stays, which the core must learn too: otherwise it would ask again within the interval.
local function ask_ahead(self, key, now)
  local id = key.id
  self.asked[id], self.behind = now, true
  self.ahead[id] = ask_game(self, key) or self.ahead[id] or self.world._core:environment(id)
end

local function due(self, id, now)
  local asked = self.asked[id]
  return asked == nil or now - asked >= self.interval[id]
end

--- Hands the core what functions have asked for: around every update, so never at another time than they did.
-- @treturn[1] boolean true
-- @treturn[2] nil if there is no memory for what follows from it: what was not handed over stays
-- @treturn[2] string
-- @treturn[2] string code
function Environment:catch_up(level)
  if not self.behind then return true end
  for id = 0, self.count - 1 do
    local number = self.ahead[id]
    if number then
      local ok, message, code = check.call(self.world._core, level + 1, "set_environment", id, number)
      if not ok then return nil, message, code end
      self.ahead[id] = nil
    end
  end
  self.behind = false
  return true
end

-- ---- Reading ----

--- Whether a value need not be asked for.
function Environment:is_fresh(key)
  return not due(self, key.id, self.world._core:now())
end

--- A value as a function reads it: asked for if it is due.
function Environment:read_fresh(key)
  if not self:is_fresh(key) then ask_ahead(self, key, self.world._core:now()) end
  return self:read(key)
end

--- A value as it is.
function Environment:read(key)
  local ahead = self.ahead[key.id]
  return to_lua(key, ahead or self.world._core:environment(key.id))
end

--- What `world.env` is.
function Environment:reader()
  return setmetatable({}, {
    __index = function(_, name)
      local value = self:read(self:key(name, 2))
      return value
    end,
    __newindex = function(_, name)
      error(('the environment is set with world:set("%s", value)'):format(tostring(name)), 2)
    end,
    __metatable = "bustle.environment",
  })
end

-- ---- Writing ----

--- Sets a value: it counts as an answer.
function Environment:set(name, value, level)
  local key = self:key(name, level + 1)
  local number, problem = to_core(key, value)
  if number == nil then error(('env "%s": %s'):format(name, problem), level + 1) end
  local ok, message, code = check.call(self.world._core, level + 1, "set_environment", key.id, number)
  if ok then self.asked[key.id], self.ahead[key.id] = self.world._core:now(), nil end
  return ok, message, code
end

--- Sets who answers for a value, or nobody.
function Environment:provide(name, fn, level)
  local key = self:key(name, level + 1)
  self.providers[key.id] = fn
end

return environment
