--- JSON as the commands write it: keys in the order given, so that two runs can be compared. What a text or number
-- looks like is lua-cjson's to say.
local line = require "bustle.json.line"

local json = {}

local function readable(value)
  return type(value) == "string" and line.readable(value) or value
end

--- lua-cjson, if it is there.
-- @treturn[1] table
-- @treturn[2] nil
-- @treturn[2] string what to do
function json.library()
  local found, library = pcall(require, "cjson")
  if found then return library end
  return nil, "JSON needs lua-cjson (apt-get install lua-cjson, or luarocks install lua-cjson)"
end

--- An object on one line.
-- @tparam table library of `json.library`
-- @tparam {string,...} order its keys; those without a value are left out
-- @tparam table object values that are texts, numbers or booleans
-- @treturn string
function json.object(library, order, object)
  local parts = {}
  for _, key in ipairs(order) do
    local value = object[key]
    if value ~= nil then parts[#parts + 1] = ("%s:%s"):format(library.encode(key), library.encode(readable(value))) end
  end
  return "{" .. table.concat(parts, ",") .. "}"
end

return json
