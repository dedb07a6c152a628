--- JSON as the commands write it: keys in the order given, so that two runs can be compared. What a text or number
-- looks like is lua-cjson's to say.
local json = {}

--- lua-cjson, if it is there.
-- @treturn[1] table
-- @treturn[2] nil
-- @treturn[2] string what to do
function json.library()
  local found, library = pcall(require, "cjson")
  if found then return library end
  return nil, "JSON needs lua-cjson (apt-get install lua-cjson, or luarocks install lua-cjson)"
end

local CHARACTERS = { "^[%z\1-\127]+()", "^[\194-\223][\128-\191]()", "^[\224-\239][\128-\191][\128-\191]()",
  "^[\240-\244][\128-\191][\128-\191][\128-\191]()" }

local function after_character(text, at)
  for _, pattern in ipairs(CHARACTERS) do
    local following = text:match(pattern, at)
    if following then return following end
  end
end

-- JSON is UTF-8, and what is in a pack may be anything.
local function readable(value)
  if type(value) ~= "string" then return value end
  local at = 1
  while at <= #value do
    at = after_character(value, at)
    if not at then return (value:gsub("[\128-\255]", "?")) end
  end
  return value
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
