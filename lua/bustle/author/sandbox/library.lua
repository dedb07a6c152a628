--- The part of Lua's library that packs have: the same names on every Lua, nothing that reaches out of the pack, tells
-- addresses or draws lots, and nothing that does much work in a single step without saying so.
local core = require "bustle.core"
local patterns = require "bustle.author.sandbox.patterns"

local text_of = patterns.text_of

-- The hook that counts is not called in compiled code, and what is called from here may be a pack's.
if _G.jit then _G.jit.off(true, true) end

local library = {}

local spend = core.spend
local native = { byte = string.byte, find = string.find, format = string.format, rep = string.rep,
  concat = table.concat, unpack = _G.unpack or rawget(table, "unpack") }

-- Copying so many bytes takes about as long as an instruction.
local BYTES_PER_INSTRUCTION = 32

--- As many values may a call return.
local MOST_VALUES = 1000

local function bad_argument(number, name, text)
  error(("bad argument #%d to '%s' (%s)"):format(number, name, text), 3)
end

local function whole_of(value, number, name, otherwise)
  if value == nil and otherwise then return otherwise end
  local whole = tonumber(value)
  if not whole or whole ~= whole or whole >= 2 ^ 53 or whole <= -2 ^ 53 then
    error(("bad argument #%d to '%s' (number expected, got %s)"):format(number, name,
      whole and tostring(whole) or type(value)), 3)
  end
  return math.floor(whole)
end

-- Tables of the host have metatables, and a pack's never: these alone are changed in place.
local function own_table(value, name)
  if type(value) ~= "table" or getmetatable(value) ~= nil then
    error(("bad argument #1 to '%s' (a table of the pack expected, got %s)"):format(name,
      type(value) == "table" and "another" or type(value)), 3)
  end
  return value
end

-- ---- Basic functions ----

local SHOWN = { ["nil"] = true, boolean = true, number = true, string = true }

-- Addresses differ from run to run, and metamethods are the host's.
local function shown(value)
  return SHOWN[type(value)] and tostring(value) or type(value)
end

local function unpacked(list, first, last)
  own_table(list, "unpack")
  first, last = whole_of(first, 2, "unpack", 1), whole_of(last, 3, "unpack", #list)
  if last - first >= MOST_VALUES then error("too many results to unpack", 2) end
  spend(MOST_VALUES / BYTES_PER_INSTRUCTION)
  return native.unpack(list, first, last)
end

local BASIC = { assert = assert, error = error, ipairs = ipairs, next = next, pairs = pairs, select = select,
  tonumber = tonumber, tostring = shown, type = type, unpack = unpacked }

-- ---- Strings ----

local methods = { char = string.char, len = string.len, lower = string.lower, reverse = string.reverse,
  sub = string.sub, upper = string.upper, gmatch = patterns.gmatch, gsub = patterns.gsub, match = patterns.match }

function methods.byte(text, first, last)
  text = text_of(text, 1, "byte")
  first = whole_of(first, 2, "byte", 1)
  last = whole_of(last, 3, "byte", first)
  if first < 0 then first = math.max(1, #text + first + 1) end
  if last < 0 then last = #text + last + 1 end
  if math.min(last, #text) - math.max(first, 1) >= MOST_VALUES then error("string slice too long", 2) end
  return native.byte(text, first, last)
end

-- Two texts of which one is found in the other only at the end, or nearly so, are compared at every byte.
local function find_plain(text, pattern, init)
  spend(#text * #pattern / 256)
  return native.find(text, pattern, init, true)
end

function methods.find(text, pattern, init, plain)
  text, pattern = text_of(text, 1, "find"), text_of(pattern, 2, "find")
  init = whole_of(init, 3, "find", 1)
  if plain or not native.find(pattern, "[%^%$%*%+%?%.%(%)%[%%%-]") then return find_plain(text, pattern, init) end
  return patterns.find(text, pattern, init)
end

local CONVERSIONS = "[cdiouxXeEfgGqs]"

-- What a pack gives is shown as `tostring` does it; an address (`%p`) never is.
function methods.format(form, ...)
  form = text_of(form, 1, "format")
  local values, number, at = { ... }, 0, 1
  while true do
    local first, last, conversion = native.find(form, "%%[-+ #0]*%d*%.?%d*(.?)", at)
    if not first then break end
    if conversion ~= "%" then
      number = number + 1
      if not native.find(conversion, CONVERSIONS) then
        error(("invalid conversion '%s' to 'format'"):format(form:sub(first, math.min(last, first + 9))), 2)
      end
      if number > select("#", ...) then bad_argument(number + 1, "format", "no value") end
      if conversion == "s" then values[number] = shown(values[number]) end
      if conversion == "q" then values[number] = text_of(values[number], number + 1, "format") end
    end
    at = last + 1
  end
  spend(#form / BYTES_PER_INSTRUCTION)
  return native.format(form, native.unpack(values, 1, number))
end

function methods.rep(text, count, separator)
  text, separator = text_of(text, 1, "rep"), separator and text_of(separator, 3, "rep") or ""
  count = whole_of(count, 2, "rep")
  local length = count * (#text + #separator)
  if count < 1 or length == 0 then return "" end
  if length >= 2 ^ 31 then error("resulting string too large", 2) end
  if separator == "" then return native.rep(text, count) end
  return native.rep(text .. separator, count - 1) .. text
end

--- The methods of strings while a pack runs.
library.methods = methods

-- ---- Tables ----

local lists = { unpack = unpacked }

function lists.concat(list, separator, first, last)
  own_table(list, "concat")
  separator = separator and text_of(separator, 2, "concat") or ""
  first, last = whole_of(first, 3, "concat", 1), whole_of(last, 4, "concat", #list)
  if last - first >= 2 ^ 31 then error("too many values to join", 2) end
  spend(math.min(math.max(0, last - first), #list))
  return native.concat(list, separator, first, last)
end

function lists.insert(list, ...)
  own_table(list, "insert")
  local at, value = ...
  local length = #list
  if select("#", ...) == 1 then
    list[length + 1] = at
    return
  end
  if select("#", ...) ~= 2 then error("wrong number of arguments to 'insert'", 2) end
  at = whole_of(at, 2, "insert")
  if at < 1 or at > length + 1 then bad_argument(2, "insert", "position out of bounds") end
  for i = length, at, -1 do list[i + 1] = list[i] end
  list[at] = value
end

function lists.remove(list, at)
  own_table(list, "remove")
  local length = #list
  at = whole_of(at, 2, "remove", length)
  if length == 0 and (at == 0 or at == 1) then return nil end
  if at < 1 or at > length + 1 then bad_argument(2, "remove", "position out of bounds") end
  local value = list[at]
  for i = at, length do list[i] = list[i + 1] end
  return value
end

local function less(a, b)
  return a < b
end

-- Merges two neighbouring runs, of which the first begins at `low` and the second at `middle`.
local function merge(from, to, low, middle, high, before)
  local left, right = low, middle
  for i = low, high - 1 do
    if left < middle and (right >= high or not before(from[right], from[left])) then
      to[i], left = from[left], left + 1
    else
      to[i], right = from[right], right + 1
    end
  end
end

-- By merging, so that equals keep their order and every Lua sorts alike, whatever the comparison says.
function lists.sort(list, before)
  own_table(list, "sort")
  if before ~= nil and type(before) ~= "function" then
    bad_argument(2, "sort", ("function expected, got %s"):format(type(before)))
  end
  before = before or less
  local length = #list
  local from, to, width = {}, {}, 1
  for i = 1, length do from[i] = list[i] end
  while width < length do
    for low = 1, length, 2 * width do
      merge(from, to, low, math.min(low + width, length + 1), math.min(low + 2 * width, length + 1), before)
    end
    from, to, width = to, from, 2 * width
  end
  for i = 1, length do list[i] = from[i] end
end

-- ---- Numbers ----

local NUMBERS = { "abs", "acos", "asin", "atan", "ceil", "cos", "deg", "exp", "floor", "fmod", "huge", "log", "max",
  "min", "modf", "pi", "rad", "sin", "sqrt", "tan" }

-- ---- All of it ----

local function copy(from)
  local to = {}
  for name, value in pairs(from) do to[name] = value end
  return to
end

--- The globals of a new box: tables of its own, so that no pack can change another's.
-- @treturn table
function library.new()
  local environment = copy(BASIC)
  environment.string, environment.table, environment.math = copy(methods), copy(lists), {}
  for _, name in ipairs(NUMBERS) do environment.math[name] = math[name] end
  return environment
end

return library
