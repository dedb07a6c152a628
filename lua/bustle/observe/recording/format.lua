--- The bytes of a recording: entries of a kind and values, one after the other, so that it can be written as it
-- happens and read as far as it came.
--
-- An entry is its kind, a byte, how many values follow, a byte, and the values; but for the one that is written most,
-- a plain update, which is its kind, a byte of milliseconds and four of the hash. A value is a byte that says what it
-- is, and for numbers and texts what they are: whole numbers in groups of seven bits, the lowest first, with the sign
-- in the lowest bit; other numbers as text; texts with their length before them; lists with their count.
local format = {}

--- How recordings begin: what they are, and the version.
format.HEAD = "bustle\26r\1"

--- The kinds of entries, by name. A kind keeps its number for ever.
format.KINDS = {
  begin = 1, finish = 2, update = 3, tick = 4, event = 5, ask = 6, answer = 7, write = 8,
  spawn = 16, remove = 17, set = 18, move = 19, set_environment = 20, complete = 21, fail = 22, hold = 23,
  release = 24, restart = 25, run = 26, set_main = 27, interrupt = 28, interrupt_all = 29, interrupt_within = 30,
  interrupt_around = 31, load = 32, set_ending = 33, set_role = 34,
  stage = 35, leave_scene = 36, link = 37, unlink = 38, entity_revoke = 39, npc_request = 40,
  send = 41, set_time = 42, patch_plan = 43, unpatch_plan = 44,
}

local NAMES = {}
for name, number in pairs(format.KINDS) do NAMES[number] = name end

local char, floor = string.char, math.floor
local unpack = rawget(table, "unpack") or rawget(_G, "unpack")

-- ---- Writing ----

local function count_bytes(number)
  if number < 128 then return char(number) end
  if number < 16384 then return char(number % 128 + 128, floor(number / 128)) end
  local bytes = {}
  while number >= 128 do
    bytes[#bytes + 1] = char(number % 128 + 128)
    number = floor(number / 128)
  end
  bytes[#bytes + 1] = char(number)
  return table.concat(bytes)
end

local LARGEST = 2 ^ 52

local WRITE = {}

WRITE["nil"] = function() return "\0" end
function WRITE.boolean(value) return value and "\1" or "\2" end

function WRITE.number(value)
  if value == floor(value) and value > -LARGEST and value < LARGEST then
    return "\3" .. count_bytes(value < 0 and -2 * value - 1 or 2 * value)
  end
  local text = ("%.17g"):format(value)
  return "\4" .. count_bytes(#text) .. text
end

function WRITE.string(value) return "\5" .. count_bytes(#value) .. value end

function WRITE.table(list)
  local parts = { "\6", count_bytes(#list) }
  for i, value in ipairs(list) do parts[i + 2] = WRITE[type(value)](value) end
  return table.concat(parts)
end

--- An entry as bytes.
-- @tparam string kind
-- @param ... numbers, booleans, texts, nil, and lists of these
-- @treturn string
function format.entry(kind, ...)
  local count = select("#", ...)
  local bytes = char(format.KINDS[kind], count)
  for i = 1, count do
    local value = (select(i, ...))
    bytes = bytes .. WRITE[type(value)](value)
  end
  return bytes
end

--- Plain updates as bytes.
-- @tparam {number,...} passed milliseconds of each, 0 to 255
-- @tparam {number,...} hashes the world's after each
-- @tparam number count how many
-- @tparam table bytes a table to work in
-- @treturn string
function format.ticks(passed, hashes, count, bytes)
  for i = 1, count do
    local at, hash = 6 * i - 5, hashes[i]
    bytes[at], bytes[at + 1], bytes[at + 2] = format.KINDS.tick, passed[i], hash % 256
    bytes[at + 3], bytes[at + 4] = floor(hash / 256) % 256, floor(hash / 65536) % 256
    bytes[at + 5] = floor(hash / 16777216)
  end
  return char(unpack(bytes, 1, 6 * count))
end

-- ---- Reading ----

-- The reader is `{ text=, at= }`. What is not there or not right raises this; whoever reads says where.
local BROKEN = {}

local function take_count(reader)
  local number, factor = 0, 1
  for _ = 1, 8 do
    local byte = reader.text:byte(reader.at)
    if not byte then error(BROKEN) end
    reader.at = reader.at + 1
    number = number + byte % 128 * factor
    if byte < 128 then return number end
    factor = factor * 128
  end
  error(BROKEN)
end

local function take_text(reader)
  local length = take_count(reader)
  local from = reader.at
  if length > #reader.text - from + 1 then error(BROKEN) end
  reader.at = from + length
  return reader.text:sub(from, from + length - 1)
end

local DEEPEST = 4 -- lists within lists

local take_value

local READ = {
  [0] = function() return nil end,
  function() return true end,
  function() return false end,
  function(reader)
    local number = take_count(reader)
    return number % 2 == 1 and -(number + 1) / 2 or number / 2
  end,
  function(reader) return tonumber(take_text(reader)) or error(BROKEN) end,
  take_text,
  function(reader)
    local list = {}
    reader.depth = reader.depth + 1
    if reader.depth > DEEPEST then error(BROKEN) end
    for i = 1, take_count(reader) do
      local value = take_value(reader)
      if value == nil then error(BROKEN) end
      list[i] = value
    end
    reader.depth = reader.depth - 1
    return list
  end,
}

function take_value(reader)
  local read = READ[reader.text:byte(reader.at) or -1]
  if not read then error(BROKEN) end
  reader.at = reader.at + 1
  return read(reader)
end

local function take_tick(reader)
  local passed, a, b, c, d = reader.text:byte(reader.at + 1, reader.at + 5)
  if not d then error(BROKEN) end
  local entry = { kind = "update", count = 4, at = reader.at, passed, nil, a + 256 * (b + 256 * (c + 256 * d)) }
  reader.at = reader.at + 6
  return entry
end

-- Whether an update says how many milliseconds it took, and the hash after it.
local function is_whole(entry)
  local passed, hash = entry[1], entry[3]
  return type(passed) == "number" and type(hash) == "number" and hash >= 0 and hash < 2 ^ 32 and hash % 1 == 0
end

local function take_entry(reader)
  local kind, count = reader.text:byte(reader.at, reader.at + 1)
  if NAMES[kind] == "tick" then return take_tick(reader) end
  local entry = { kind = NAMES[kind], count = count, at = reader.at }
  if not entry.kind or not count then error(BROKEN) end
  reader.at, reader.depth = reader.at + 2, 0
  for i = 1, count do entry[i] = take_value(reader) end
  if entry.kind == "update" and not is_whole(entry) then error(BROKEN) end
  return entry
end

--- Begins to read.
-- @tparam string text a recording
-- @treturn[1] table for `next`
-- @treturn[2] nil
-- @treturn[2] string why it cannot be read
function format.reader(text)
  local known = #format.HEAD - 1
  if text:sub(1, known) ~= format.HEAD:sub(1, known) then return nil, "this is not a recording" end
  if text:sub(1, #format.HEAD) ~= format.HEAD then return nil, "the recording is of another version of the format" end
  return { text = text, at = #format.HEAD + 1 }
end

--- The next entry: `{ kind=, count=, [1]=, ... }`.
-- @treturn[1] table
-- @treturn[2] nil at the end
-- @treturn[3] boolean false if what follows cannot be read
-- @treturn[3] string why
function format.next(reader)
  if reader.at > #reader.text then return nil end
  local at = reader.at
  local ok, result = pcall(take_entry, reader)
  if ok then return result end
  if result ~= BROKEN then error(result, 0) end
  return false, ("the recording is damaged or cut off at byte %d"):format(at)
end

return format
