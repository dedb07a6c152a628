--- Environment values without a game: fixed ones, ones that change while time passes, and those that the clock answers
-- for.
local values = {}

-- Milliseconds at which a decision is made that asks for a value; `world:now()` is the time of the update before.
local function now(world)
  return world._core:now()
end

-- ---- One value ----

local WORDS = { ["true"] = true, ["false"] = false }

local function value_of(text)
  if WORDS[text] ~= nil then return WORDS[text] end
  return tonumber(text) or text
end

local function set(world, name, text)
  local ok, message = pcall(world.set, world, name, value_of(text))
  if not ok then return nil, (tostring(message):gsub("^[^\n]-:%d+: ", "")) end
  return true
end

-- ---- From one value to another ----

local FLAGS = { "false", "true" }

local function place_in(list, text)
  for i, each in ipairs(list) do
    if each == text then return i end
  end
end

-- The whole number that a text stands for; named values and flags have those of their order.
local function number_of(text, named)
  local number = named and place_in(named, text) or not named and tonumber(text)
  return number and number == math.floor(number) and number or nil
end

local function definition_of(compiled, name)
  local qualified, message = compiled:resolve("environment", name)
  if not qualified then return nil, message end
  for _, each in ipairs(compiled.tables.environment) do
    if each.name == qualified then return each end
  end
end

-- Every value in between for an equal part of the time; then the last.
local function sweep(world, compiled, change, length)
  local definition, message = definition_of(compiled, change.name)
  if not definition then return nil, message end
  local named = definition.flag and FLAGS or definition.values
  local first, last = number_of(change.from, named), number_of(change.to, named)
  if not first or not last then
    return nil, ("%s cannot go from %s to %s: it takes %s"):format(change.name, change.from, change.to,
      named and table.concat(named, ", ") or "whole numbers")
  end
  local steps, direction = math.abs(last - first) + 1, last < first and -1 or 1
  world:provide(change.name, function()
    local part = now(world) / (length * 1000)
    local step = part < 1 and math.floor(part * steps) or steps - 1
    local number = first + direction * step
    return not named and number or value_of(named[number])
  end)
  return true
end

--- Sets environment values, or lets them change.
-- @tparam table world
-- @tparam table compiled its content
-- @tparam {table,...} list each `{ name=, value= }` or `{ name=, from=, to= }`, as texts
-- @tparam number length in how many seconds those change that do
-- @treturn[1] boolean true
-- @treturn[2] nil
-- @treturn[2] string what is wrong
function values.apply(world, compiled, list, length)
  for _, each in ipairs(list) do
    local ok, message
    if each.value then
      ok, message = set(world, each.name, each.value)
    else
      ok, message = sweep(world, compiled, each, length)
    end
    if not ok then return nil, message end
  end
  return true
end

-- ---- A clock ----

-- What the clock answers for, by the last part of the name.
local TOLD = { hour = true, minute = true }

local function is_set(compiled, list, qualified)
  for _, each in ipairs(list) do
    if compiled:resolve("environment", each.name) == qualified then return true end
  end
  return false
end

--- Lets the world's clock answer for every environment value that is called `hour` or `minute`, but for those that are
-- set otherwise.
-- @tparam table world that has a clock
-- @tparam table compiled its content
-- @tparam {table,...} list values that are set otherwise, as for `apply`
-- @tparam boolean asked whether somebody has asked for the clock: then it has to be of use
-- @treturn[1] boolean true
-- @treturn[2] nil
-- @treturn[2] string what is wrong
function values.clock(world, compiled, list, asked)
  local answers = compiled.content:count "plan" > 0
  for _, each in ipairs(compiled.tables.environment) do
    local field = each.name:match("[^.]*$")
    local otherwise = is_set(compiled, list, each.name)
    if TOLD[field] and otherwise and asked then
      return nil, ("the clock answers for %s: leave out --env, or --day and --start"):format(each.name)
    elseif TOLD[field] and not otherwise then
      answers = true
      world:provide(each.name, function() return world:clock()[field] end)
    end
  end
  if not answers then
    return nil, "no pack has a plan, or an environment value hour or minute for the clock to answer"
  end
  return true
end

return values
