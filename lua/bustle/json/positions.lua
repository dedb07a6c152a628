--- Where in a JSON text each value stands. lua-cjson tells what the values are, but not where, and drops what is
-- written twice; this walks a text that lua-cjson has accepted once more, for that alone.
--
-- The position of a text, number, true, false or null is its byte. That of an object or array is
-- `{ at = byte, kind = "object" | "array", within = positions by key, or by index from 1 }`.
local positions = {}

local SPACE = "^[ \t\r\n]*()"
local OPENS, CLOSES = { ["{"] = "object", ["["] = "array" }, { object = "}", array = "]" }

local function after_space(text, at)
  return text:match(SPACE, at)
end

-- The byte after the closing quote. Almost no text has a backslash in it.
local function after_text(text, at)
  local from = at + 1
  while true do
    local found = text:find('["\\]', from)
    if text:byte(found) == 34 then return found + 1 end
    from = found + 2
  end
end

local function after_scalar(text, at)
  if text:byte(at) == 34 then return after_text(text, at) end
  return text:match("^[%w%+%-%.]+()", at)
end

local walk

-- The members of an object or the items of an array. `s.decode` is asked for keys with escapes in them only.
local function walk_within(s, at, kind, within)
  local text, close, index = s.text, CLOSES[kind], 0
  at = after_space(text, at + 1)
  while text:sub(at, at) ~= close do
    local key_at, key = at
    if kind == "object" then
      local after = after_text(text, at)
      key = text:sub(at + 1, after - 2)
      if key:find("\\", 1, true) then key = s.decode("[" .. text:sub(at, after - 1) .. "]")[1] end
      at = after_space(text, after_space(text, after) + 1)
    else
      index = index + 1
      key = index
    end
    if within[key] then s.twice[#s.twice + 1] = { key = key, at = key_at } end
    within[key], at = walk(s, at)
    at = after_space(text, at)
    if text:sub(at, at) == "," then at = after_space(text, at + 1) end
  end
  return at + 1
end

function walk(s, at)
  local kind = OPENS[s.text:sub(at, at)]
  if not kind then return at, after_scalar(s.text, at) end
  local position = { at = at, kind = kind, within = {} }
  return position, walk_within(s, at, kind, position.within)
end

--- Finds the positions of all values.
-- @tparam string text JSON that lua-cjson has accepted, so it is nested no deeper than that was told to allow
-- @tparam function decode lua-cjson's
-- @treturn table the position of the outermost value
-- @treturn {table,...} keys that an object has already: `{ key=, at= }`
function positions.of(text, decode)
  local s = { text = text, decode = decode, twice = {} }
  return (walk(s, after_space(text, 1))), s.twice
end

--- The byte at which a value begins.
-- @tparam number|table position
-- @treturn number
function positions.byte(position)
  return type(position) == "table" and position.at or position
end

--- A function that tells the line of a byte, counted from 1.
-- @tparam string text
-- @treturn function
function positions.line_counter(text)
  local starts = { 1 }
  for after in text:gmatch("\n()") do starts[#starts + 1] = after end
  return function(byte)
    local low, high = 1, #starts
    while low < high do
      local middle = math.floor((low + high + 1) / 2)
      if starts[middle] <= byte then low = middle else high = middle - 1 end
    end
    return low
  end
end

return positions
