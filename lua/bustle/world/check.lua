--- Checks on what a game passes in. Levels count as in `error`, from the function that calls the check.
local keys = require "bustle.common.keys"
local nearest = require "bustle.common.nearest"
local pairs = require("bustle.common.tables").pairs

local check = {}

--- Raises unless a value has the type.
function check.type(value, kind, what, level)
  if type(value) ~= kind then
    error(("%s must be a %s, not a %s"):format(what, kind, type(value)), level + 1)
  end
end

--- Raises for a key of a table of options that is not among the known ones.
-- @tparam table given
-- @tparam table known a map of names
function check.keys(given, known, what, level)
  for key in pairs(given) do
    if known[key] == nil then
      local names = keys.names(known)
      error(("%s: unknown option %s (%s)"):format(what, type(key) == "string" and ('"%s"'):format(key) or tostring(key),
        nearest.question(tostring(key), names, "there are " .. table.concat(names, ", "))), level + 1)
    end
  end
end

--- Raises unless a value is a finite number.
function check.number(value, what, level)
  if type(value) ~= "number" then
    error(("%s must be a number, not a %s"):format(what, type(value)), level + 1)
  end
  if value - value ~= 0 then error(("%s must be finite, not %s"):format(what, tostring(value)), level + 1) end
end

--- Raises unless a value is a whole number in a range.
function check.whole(value, low, high, what, level)
  if type(value) ~= "number" or value ~= math.floor(value) or value < low or value > high then
    error(("%s must be a whole number from %d to %d, not %s"):format(what, low, high,
      type(value) == "number" and tostring(value) or "a " .. type(value)), level + 1)
  end
end

--- Raises unless the coordinates, where given, are finite numbers.
function check.position(x, y, z, what, level)
  if x ~= nil then check.number(x, what .. ", x", level + 1) end
  if y ~= nil then check.number(y, what .. ", y", level + 1) end
  if z ~= nil then check.number(z, what .. ", z", level + 1) end
end

--- Raises unless a value can be the name of an entity.
function check.name(value, what, level)
  check.type(value, "string", what, level + 1)
  if value:find("\0", 1, true) then error(("%s has a zero byte"):format(what), level + 1) end
end

--- Raises unless a value is a function.
function check.callable(value, what, level)
  if type(value) ~= "function" then
    error(("%s must be a function, not a %s"):format(what, type(value)), level + 1)
  end
end

--- Calls a method of the core. What it refuses is raised anew, at the line of the game.
-- @treturn the first three results
function check.call(core, level, method, ...)
  local ok, first, second, third = pcall(core[method], core, ...)
  if not ok then error(("%s: %s"):format(method, tostring(first)), level + 1) end
  return first, second, third
end

return check
