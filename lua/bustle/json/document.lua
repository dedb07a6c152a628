--- JSON texts: reads them from where they are, decodes them with lua-cjson, and reports what is wrong with them as
-- JSON. Other files understand what they say.
local positions = require "bustle.json.positions"
local sources = require "bustle.packs.sources"

local document = {}

-- The formats nest ten levels at most; more is no content, and must not exhaust the stack.
local DEEPEST = 64

-- ---- lua-cjson ----

local ABSENT = 'bustle.json needs lua-cjson, which this Lua does not find: install the Debian or Ubuntu package '
  .. '"lua-cjson", or the rock "lua-cjson" (luarocks install lua-cjson)'

--- A decoder of strict JSON.
-- @tparam number level of the error if there is no lua-cjson, as for `error`
-- @treturn function raises what is wrong with a text
function document.decoder(level)
  local found, cjson = pcall(require, "cjson")
  if not found then error(ABSENT, level + 1) end
  -- An instance of our own: the settings of the game's stay as they are.
  local own = cjson.new()
  own.decode_invalid_numbers(false)
  own.decode_max_depth(DEEPEST)
  return own.decode
end

-- ---- Files ----

-- The path stands before the message in any case.
local function without_path(path, message)
  message = tostring(message)
  return message:sub(1, #path + 2) == path .. ": " and message:sub(#path + 3) or message
end

--- The paths of the JSON files in a folder, in byte order.
-- @tparam string folder with a slash at its end
-- @treturn {string,...} the folder itself if it cannot be listed: reading that tells why
function document.files_in(folder)
  local paths = {}
  for _, name in ipairs(sources.default():list((folder:gsub("(.)/+$", "%1"))) or {}) do
    if name:find("%.json$") then paths[#paths + 1] = folder .. name end
  end
  table.sort(paths)
  return paths[1] and paths or { folder }
end

-- ---- What is wrong with a text ----

-- lua-cjson's words for what it finds.
local TOKENS = {
  T_OBJ_BEGIN = '"{"', T_OBJ_END = '"}"', T_ARR_BEGIN = '"["', T_ARR_END = '"]"', T_STRING = "a text",
  T_NUMBER = "a number", T_BOOLEAN = "true or false", T_NULL = "null", T_COLON = '":"', T_COMMA = '","',
  T_END = "the end of the text",
}

local function lower_first(text)
  return text:sub(1, 1):lower() .. text:sub(2)
end

local function syntax_problem(message)
  message = tostring(message)
  local said, at = message:match("^(.-) at character (%d+)")
  said = lower_first((said or message):gsub("T_[A-Z_]+", TOKENS))
  if said:find("too many nested", 1, true) then
    return { code = "bad-json", text = ("it is nested more than %d deep"):format(DEEPEST),
      cure = "see docs/json.md for what it may be", at = tonumber(at) or 1 }
  end
  return { code = "bad-json", text = said, cure = "it has to be JSON: texts in double quotes, no comments, "
    .. "no comma after the last", at = tonumber(at) or 1 }
end

-- Sequences of bytes that are characters outside ASCII: the first byte, and what may follow it.
local CHARACTERS = {
  "^[\194-\223][\128-\191]()", "^\224[\160-\191][\128-\191]()", "^[\225-\236\238\239][\128-\191][\128-\191]()",
  "^\237[\128-\159][\128-\191]()", "^\240[\144-\191][\128-\191][\128-\191]()",
  "^[\241-\243][\128-\191][\128-\191][\128-\191]()", "^\244[\128-\143][\128-\191][\128-\191]()",
}

local function after_character(text, at)
  for _, pattern in ipairs(CHARACTERS) do
    local after = text:match(pattern, at)
    if after then return after end
  end
end

local function text_problem(text)
  local zero = text:find("\0", 1, true)
  if zero then
    return { code = "bad-json", text = "it has a zero byte", cure = "save it as UTF-8 without zeros", at = zero }
  end
  local at = text:find("[\128-\255]")
  while at do
    local after = after_character(text, at)
    if not after then
      return { code = "bad-json", text = ("byte %d is not UTF-8"):format(text:byte(at)), cure = "save it as UTF-8",
        at = at }
    end
    at = text:find("[\128-\255]", after)
  end
end

-- ---- Documents ----

local function text_of(source)
  if type(source) == "table" then return source.text, source.name or "text" end
  local text, message = sources.default():read(source)
  return text, source, message and without_path(source, message)
end

--- Reads and decodes a text.
-- @tparam string|table source a path, or `{ text=, name= }`
-- @tparam function decode of `document.decoder`
-- @treturn table `{ name=, value=, position=, line= }`, `line` being a function that tells the line of a byte; without
-- `value` if it cannot be read
-- @treturn {table,...} problems: `{ code=, text=, cure=, at= }`, `at` being the byte
function document.read(source, decode)
  local text, name, message = text_of(source)
  local made = { name = (name:gsub("%c", "?")) }
  if not text then
    return made, { { code = "unreadable-file", text = ("it cannot be read: %s"):format(message),
      cure = "see that the path is right" } }
  end
  -- The mark that some editors put before UTF-8.
  text = text:gsub("^\239\187\191", "")
  made.line = positions.line_counter(text)
  local wrong = text_problem(text)
  if wrong then return made, { wrong } end
  local valid, value = pcall(decode, text)
  if not valid then return made, { syntax_problem(value) } end
  made.value = value
  local found
  made.position, found = positions.of(text, decode)
  return made, found
end

return document
