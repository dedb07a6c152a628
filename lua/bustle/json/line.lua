--- Plain data as JSON on one line, with keys in an order that does not change, so that two runs can be compared.
local keys = require "bustle.keys"

local line = {}

-- ---- Texts ----

local CHARACTERS = { "^[%z\1-\127]+()", "^[\194-\223][\128-\191]()", "^[\224-\239][\128-\191][\128-\191]()",
  "^[\240-\244][\128-\191][\128-\191][\128-\191]()" }

local function after_character(text, at)
  for _, pattern in ipairs(CHARACTERS) do
    local following = text:match(pattern, at)
    if following then return following end
  end
end

--- A text that is UTF-8, as JSON is: names in a pack may be anything.
-- @tparam string text
-- @treturn string
function line.readable(text)
  local at = 1
  while at <= #text do
    at = after_character(text, at)
    if not at then return (text:gsub("[\128-\255]", "?")) end
  end
  return text
end

local ESCAPES = { ['"'] = '\\"', ["\\"] = "\\\\", ["\n"] = "\\n", ["\t"] = "\\t", ["\r"] = "\\r" }

local function escaped(character)
  return ESCAPES[character] or ("\\u%04x"):format(character:byte())
end

local function text_of(value)
  return '"' .. line.readable(value):gsub('[%c"\\]', escaped) .. '"'
end

-- ---- Numbers ----

-- Whole ones without a point on every Lua; seconds to the millisecond.
local function number_of(value)
  if value % 1 == 0 and math.abs(value) < 1e15 then return ("%.0f"):format(value) end
  return (("%.3f"):format(value):gsub("0+$", ""):gsub("%.$", ""))
end

-- ---- The whole ----

local encode

local function members(value, first)
  local parts, done = {}, {}
  local function add(key)
    if done[key] or value[key] == nil then return end
    done[key] = true
    parts[#parts + 1] = ("%s:%s"):format(text_of(key), encode(value[key], first))
  end
  for _, key in ipairs(first) do add(key) end
  for _, key in ipairs(keys.names(value)) do add(key) end
  return parts
end

-- An empty table is a list.
function encode(value, first)
  local kind = type(value)
  if kind == "string" then return text_of(value) end
  if kind == "number" then return number_of(value) end
  if kind ~= "table" then return tostring(value) end
  local parts = value[1] == nil and members(value, first) or {}
  if #parts > 0 then return "{" .. table.concat(parts, ",") .. "}" end
  for i, item in ipairs(value) do parts[i] = encode(item, first) end
  return "[" .. table.concat(parts, ",") .. "]"
end

--- A value as text, without a newline.
-- @param value of texts, finite numbers, booleans, lists, and tables with texts as keys
-- @tparam[opt] {string,...} first the keys that come first; the others follow in byte order
-- @treturn string
function line.encode(value, first)
  return encode(value, first or {})
end

return line
