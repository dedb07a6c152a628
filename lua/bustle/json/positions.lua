--- Where in a JSON text each value stands. lua-cjson returns the values, but not where they stand, drops what is
-- written twice, and takes some numbers and texts that are no JSON. So this walks a text once more that lua-cjson has
-- accepted.
--
-- The position of a text, number, true, false or null is its byte. That of an object or array is
-- `{ at = byte, kind = "object" | "array", within = positions by key, or by index from 1 }`.
local positions = {}

local SPACE = "^[ \t\r\n]*()"
local OPENS, CLOSES = { ["{"] = "object", ["["] = "array" }, { object = "}", array = "]" }

local function after_space(text, at)
  return text:match(SPACE, at)
end

local function tell(s, at, code, text, cure)
  s.problems[#s.problems + 1] = { code = code, text = text, cure = cure, at = at }
end

local function after_odd_text(s, at)
  local from = at + 1
  while true do
    local found = s.text:find('["\\]', from)
    if s.text:byte(found) == 34 then
      if s.text:sub(at, found):find("[\1-\31]") then
        tell(s, at, "bad-json", "a text has a line end or control character in it", "write \\n for a line end")
      end
      return found + 1
    end
    from = found + 2
  end
end

-- The byte after the closing quote. Almost no text has a backslash or control character in it.
local function after_text(s, at)
  return s.text:match('^"[^"\\%c]*"()', at) or after_odd_text(s, at)
end

local function is_number(token)
  local rest = token:match("^%-?[1-9]%d*(.*)$") or token:match("^%-?0(.*)$")
  if not rest then return false end
  rest = rest:match("^%.%d+(.*)$") or rest
  return rest == "" or rest:find("^[eE][%+%-]?%d+$") ~= nil
end

local WORDS = { ["true"] = true, ["false"] = true, ["null"] = true }

local function after_scalar(s, at)
  if s.text:byte(at) == 34 then return after_text(s, at) end
  local token, after = s.text:match("^([%w%+%-%.]+)()", at)
  if not WORDS[token] and not is_number(token) then
    tell(s, at, "bad-json", ("%s is no number"):format(token), "such as 3, -5 or 0.25")
  end
  return after
end

local walk

-- The members of an object or the items of an array. `s.decode` is asked for keys with escapes in them only.
local function walk_within(s, at, kind, within)
  local text, close, index = s.text, CLOSES[kind], 0
  at = after_space(text, at + 1)
  while text:sub(at, at) ~= close do
    local key_at, key = at
    if kind == "object" then
      local after = after_text(s, at)
      key = text:sub(at + 1, after - 2)
      if key:find("\\", 1, true) then key = s.decode("[" .. text:sub(at, after - 1) .. "]")[1] end
      at = after_space(text, after_space(text, after) + 1)
    else
      index = index + 1
      key = index
    end
    if within[key] then
      tell(s, key_at, "duplicate-key", ('key "%s" is there twice'):format(key:gsub("%c", "?")),
        "remove one of the two")
    end
    within[key], at = walk(s, at)
    at = after_space(text, at)
    if text:sub(at, at) == "," then at = after_space(text, at + 1) end
  end
  return at + 1
end

function walk(s, at)
  local kind = OPENS[s.text:sub(at, at)]
  if not kind then return at, after_scalar(s, at) end
  local position = { at = at, kind = kind, within = {} }
  return position, walk_within(s, at, kind, position.within)
end

--- Finds the positions of all values.
-- @tparam string text JSON that lua-cjson has accepted, so it is nested no deeper than that was told to allow
-- @tparam function decode lua-cjson's
-- @treturn table the position of the outermost value
-- @treturn {table,...} `{ code=, text=, cure=, at= }`: keys that are there twice, and what lua-cjson lets pass
function positions.of(text, decode)
  local s = { text = text, decode = decode, problems = {} }
  return (walk(s, after_space(text, 1))), s.problems
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
