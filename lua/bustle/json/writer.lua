--- JSON as text, with keys in an order that does not change, so that two texts can be compared: plain data on one line,
-- or pages to be read.
local keys = require "bustle.common.keys"

local writer = {}

-- ---- Texts and numbers ----

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
function writer.readable(text)
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

local function quoted(text)
  return '"' .. text:gsub('[%c"\\]', escaped) .. '"'
end

-- Whole ones without a point on every Lua; seconds to the millisecond.
local function number_of(value)
  if value % 1 == 0 and math.abs(value) < 1e15 then return ("%.0f"):format(value) end
  return (("%.3f"):format(value):gsub("0+$", ""):gsub("%.$", ""))
end

-- ---- One line ----

local encode

local function members(value, first)
  local parts, done = {}, {}
  local function add(key)
    if done[key] or value[key] == nil then return end
    done[key] = true
    parts[#parts + 1] = ("%s:%s"):format(quoted(writer.readable(key)), encode(value[key], first))
  end
  for _, key in ipairs(first) do add(key) end
  for _, key in ipairs(keys.names(value)) do add(key) end
  return parts
end

-- An empty table is a list.
function encode(value, first)
  local kind = type(value)
  if kind == "string" then return quoted(writer.readable(value)) end
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
function writer.line(value, first)
  return encode(value, first or {})
end

-- ---- Pages ----

local WIDEST = 120

local write

-- Each member or item as text.
local function parts_of(value, indent)
  local parts = {}
  if value.array then
    for i, item in ipairs(value) do parts[i] = write(item, indent) end
    return parts
  end
  for i = 1, #value, 2 do parts[#parts + 1] = ("%s: %s"):format(quoted(value[i]), write(value[i + 1], indent)) end
  return parts
end

local function fits(parts, indent)
  local width = #indent
  for _, part in ipairs(parts) do
    if part:find("\n", 1, true) then return false end
    width = width + #part + 2
  end
  return width <= WIDEST
end

function write(value, indent)
  if type(value) == "string" then return quoted(value) end
  if type(value) == "number" then return number_of(value) end
  if type(value) ~= "table" then return tostring(value) end
  local opens, closes = "{", "}"
  if value.array then opens, closes = "[", "]" end
  local parts = parts_of(value, indent .. "  ")
  if #parts == 0 then return opens .. closes end
  if fits(parts, indent) then
    local space = value.array and "" or " "
    return opens .. space .. table.concat(parts, ", ") .. space .. closes
  end
  return ("%s\n%s  %s\n%s%s"):format(opens, indent, table.concat(parts, ",\n  " .. indent), indent, closes)
end

--- The text of a value, made to be read: a line for each member, short things on one line. A newline ends it.
-- @tparam table|string|number|boolean value an object is a list of keys and values in turn, `{ "key", 1, "value", 2 }`;
-- an array has `array = true`
-- @treturn string
function writer.page(value)
  return write(value, "") .. "\n"
end

return writer
