--- The keys of a table in an order that is the same on every run, so that what is made of tables, and what is said of
-- them, does not depend on how Lua happens to walk them.
local pairs = require("bustle.common.tables").pairs

local keys = {}

local function before(a, b)
  local kind = type(a)
  if kind ~= type(b) then return kind < type(b) end
  if kind == "number" or kind == "string" then return a < b end
  return tostring(a) < tostring(b)
end

--- All keys: numbers in order, then texts in byte order.
-- @tparam table map
-- @treturn table a list
function keys.ordered(map)
  local list, count, texts = {}, 0, true
  for key in pairs(map) do
    count = count + 1
    list[count] = key
    if type(key) ~= "string" then texts = false end
  end
  -- Most tables have texts alone, and Lua compares those faster by itself.
  if texts then
    table.sort(list)
  else
    table.sort(list, before)
  end
  return list
end

--- The keys that are texts, in byte order.
-- @tparam table map
-- @treturn {string,...}
function keys.names(map)
  local list = {}
  for key in pairs(map) do
    if type(key) == "string" then list[#list + 1] = key end
  end
  table.sort(list)
  return list
end

return keys
