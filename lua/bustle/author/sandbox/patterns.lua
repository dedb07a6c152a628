--- Lua's patterns for packs: the same meaning as those of the string library, on every Lua as on the newest. They are
-- matched here, in Lua, because a pattern can take for ever, and only what runs in Lua is counted.
--
-- A pattern becomes a list of items: `{ kind = "one", set= }` (bytes that will do), with `many` = "*", "+", "-" or "?";
-- "open", "close", "position" (captures), "again" (%1), "balance" (%b), "frontier" (%f), "last" ($).
local byte, char, find, sub = string.byte, string.char, string.find, string.sub
local concat, unpack = table.concat, _G.unpack or rawget(table, "unpack")

-- The hook that counts is not called in compiled code.
if _G.jit then _G.jit.off(true, true) end

local patterns = {}

local MOST_CAPTURES = 32

local OURS = debug.getinfo(1, "S").source

-- Errors name the line that called, however deep in a pattern they are found.
local function fail(text)
  local level = 2
  while true do
    local info = debug.getinfo(level, "S")
    if not info or info.source ~= OURS then error(text, info and level or 0) end
    level = level + 1
  end
end

-- ---- Sets of bytes ----

local function set_of(native)
  local set = {}
  for b = 0, 255 do
    if find(char(b), native) then set[b] = true end
  end
  return set
end

local ANY = {}
for b = 0, 255 do ANY[b] = true end

local CLASSES = {}
for letter in ("acdglpsuwxACDGLPSUWX"):gmatch "." do
  -- %g came with Lua 5.2: what prints, except space.
  local native = letter == "g" and "[^%s%c\128-\255]" or letter == "G" and "[%s%c\128-\255]" or "%" .. letter
  CLASSES[letter] = set_of(native)
end

local SINGLE = {}
for b = 0, 255 do SINGLE[b] = { [b] = true } end

local function escaped(pattern, at)
  local letter = sub(pattern, at, at)
  if letter == "" then fail("malformed pattern (ends with '%')") end
  return CLASSES[letter] or SINGLE[byte(letter)]
end

-- Where the set that begins at `at`, after the bracket and the ^, has its end.
local function end_of_set(pattern, at)
  repeat
    local letter = sub(pattern, at, at)
    if letter == "" then fail("malformed pattern (missing ']')") end
    at = at + (letter == "%" and 2 or 1)
  until sub(pattern, at, at) == "]"
  return at
end

local function add_part(pattern, at, last, set)
  local b = byte(pattern, at)
  if b == 37 then
    for each in next, escaped(pattern, at + 1) do set[each] = true end
    return at + 2
  end
  if byte(pattern, at + 1) == 45 and at + 2 < last then
    for each = b, byte(pattern, at + 2) do set[each] = true end
    return at + 3
  end
  set[b] = true
  return at + 1
end

-- Returns the set and where it is over.
local function bracketed(pattern, at)
  local negated = sub(pattern, at + 1, at + 1) == "^"
  at = at + (negated and 2 or 1)
  local last = end_of_set(pattern, at)
  local set = {}
  while at < last do at = add_part(pattern, at, last, set) end
  if not negated then return set, last + 1 end
  local others = {}
  for b = 0, 255 do others[b] = not set[b] or nil end
  return others, last + 1
end

-- ---- Reading a pattern ----

local READ = {}

READ["("] = function(pattern, at)
  if sub(pattern, at + 1, at + 1) == ")" then return { kind = "position" }, at + 2 end
  return { kind = "open" }, at + 1
end

READ[")"] = function(_, at)
  return { kind = "close" }, at + 1
end

local function read_escape(pattern, at)
  local letter = sub(pattern, at + 1, at + 1)
  if letter == "b" then
    if #pattern < at + 3 then fail("malformed pattern (missing arguments to '%b')") end
    return { kind = "balance", opening = byte(pattern, at + 2), closing = byte(pattern, at + 3) }, at + 4
  elseif letter == "f" then
    if sub(pattern, at + 2, at + 2) ~= "[" then fail("missing '[' after '%f' in pattern") end
    local set, after = bracketed(pattern, at + 2)
    return { kind = "frontier", set = set }, after
  elseif find(letter, "^%d") then
    return { kind = "again", number = tonumber(letter) }, at + 2
  end
end

local MANY = { ["*"] = true, ["+"] = true, ["-"] = true, ["?"] = true }

local function read_one(pattern, at)
  local letter = sub(pattern, at, at)
  local set, after
  if letter == "%" then
    set, after = escaped(pattern, at + 1), at + 2
  elseif letter == "[" then
    set, after = bracketed(pattern, at)
  else
    set, after = letter == "." and ANY or SINGLE[byte(letter)], at + 1
  end
  local many = sub(pattern, after, after)
  if MANY[many] then return { kind = "one", set = set, many = many }, after + 1 end
  return { kind = "one", set = set }, after
end

local function read_item(pattern, at)
  local letter = sub(pattern, at, at)
  if READ[letter] then return READ[letter](pattern, at) end
  if letter == "$" and at == #pattern then return { kind = "last" }, at + 1 end
  if letter == "%" then
    local item, after = read_escape(pattern, at)
    if item then return item, after end
  end
  return read_one(pattern, at)
end

local function read(pattern, at)
  local items = {}
  while at <= #pattern do
    items[#items + 1], at = read_item(pattern, at)
  end
  return items
end

-- ---- Matching ----

-- A matcher has the text, the items, and the captures so far: where each begins, and where it ends, or OPEN, or
-- POSITION. `follow` returns where a match of the items from `number` on ends.
local OPEN, POSITION = -1, -2

local follow

-- How many bytes from `at` on are in the set.
local function run_of(m, set, at)
  local text, last = m.text, at
  while set[byte(text, last)] do last = last + 1 end
  return last - at
end

local function follow_longest(m, item, at, number)
  for count = run_of(m, item.set, at), item.many == "+" and 1 or 0, -1 do
    local last = follow(m, at + count, number + 1)
    if last then return last end
  end
end

local function follow_shortest(m, item, at, number)
  while true do
    local last = follow(m, at, number + 1)
    if last then return last end
    if not item.set[byte(m.text, at)] then return nil end
    at = at + 1
  end
end

local function follow_optional(m, item, at, number)
  if item.set[byte(m.text, at)] then
    local last = follow(m, at + 1, number + 1)
    if last then return last end
  end
  return follow(m, at, number + 1)
end

local FOLLOW_MANY = { ["*"] = follow_longest, ["+"] = follow_longest, ["-"] = follow_shortest,
  ["?"] = follow_optional }

local FOLLOW = {}

function FOLLOW.one(m, item, at, number)
  if item.many then return FOLLOW_MANY[item.many](m, item, at, number) end
  if item.set[byte(m.text, at)] then return follow(m, at + 1, number + 1) end
end

local function begin_capture(m, at, number, kind)
  if m.count >= MOST_CAPTURES then fail("too many captures") end
  m.count = m.count + 1
  m.first[m.count], m.last[m.count] = at, kind
  local last = follow(m, at, number + 1)
  if not last then m.count = m.count - 1 end
  return last
end

function FOLLOW.open(m, _, at, number)
  return begin_capture(m, at, number, OPEN)
end

function FOLLOW.position(m, _, at, number)
  return begin_capture(m, at, number, POSITION)
end

function FOLLOW.close(m, _, at, number)
  local capture = m.count
  while capture > 0 and m.last[capture] ~= OPEN do capture = capture - 1 end
  if capture == 0 then fail("invalid pattern capture") end
  m.last[capture] = at - 1
  local last = follow(m, at, number + 1)
  if not last then m.last[capture] = OPEN end
  return last
end

function FOLLOW.again(m, item, at, number)
  local capture = item.number
  if capture < 1 or capture > m.count or m.last[capture] == OPEN then
    fail(("invalid capture index %%%d"):format(capture))
  end
  -- A position is no text that could come again.
  if m.last[capture] == POSITION then return nil end
  local captured = sub(m.text, m.first[capture], m.last[capture])
  if sub(m.text, at, at + #captured - 1) == captured then return follow(m, at + #captured, number + 1) end
end

function FOLLOW.balance(m, item, at, number)
  local text, open = m.text, 1
  if byte(text, at) ~= item.opening then return nil end
  for i = at + 1, #text do
    local b = byte(text, i)
    if b == item.closing then
      open = open - 1
      if open == 0 then return follow(m, i + 1, number + 1) end
    elseif b == item.opening then
      open = open + 1
    end
  end
end

function FOLLOW.frontier(m, item, at, number)
  local before, here = at > 1 and byte(m.text, at - 1) or 0, byte(m.text, at) or 0
  if not item.set[before] and item.set[here] then return follow(m, at, number + 1) end
end

function FOLLOW.last(m, _, at, number)
  if at == #m.text + 1 then return follow(m, at, number + 1) end
end

function follow(m, at, number)
  local items = m.items
  local item = items[number]
  -- Most items are single bytes: they need no call.
  while item and item.kind == "one" and not item.many do
    if not item.set[byte(m.text, at)] then return nil end
    at, number = at + 1, number + 1
    item = items[number]
  end
  if not item then return at end
  return FOLLOW[item.kind](m, item, at, number)
end

-- ---- Captures ----

local function capture(m, i, first, last)
  if i > m.count then
    if i ~= 1 then fail(("invalid capture index %%%d"):format(i)) end
    return sub(m.text, first, last)
  end
  if m.last[i] == OPEN then fail("unfinished capture") end
  if m.last[i] == POSITION then return m.first[i] end
  return sub(m.text, m.first[i], m.last[i])
end

-- All captures; the whole match if there are none and `whole` is wanted.
local function captures(m, first, last, whole)
  local list, count = {}, (m.count == 0 and whole) and 1 or m.count
  for i = 1, count do list[i] = capture(m, i, first, last) end
  return unpack(list, 1, count)
end

-- ---- Searching ----

--- A text, or a number in place of one, as everywhere in Lua; anything else is the mistake of who called the caller.
function patterns.text_of(value, number, name)
  if type(value) == "string" then return value end
  if type(value) == "number" then return tostring(value) end
  error(("bad argument #%d to '%s' (string expected, got %s)"):format(number, name, type(value)), 3)
end

local text_of = patterns.text_of

-- `^` is read where it is an anchor.
local function matcher(text, pattern, anchors)
  local anchored = anchors and sub(pattern, 1, 1) == "^"
  return { text = text, items = read(pattern, anchored and 2 or 1), anchored = anchored, count = 0, first = {},
    last = {} }
end

-- The first match from `at` on: where it begins and ends.
local function search(m, at)
  while at <= #m.text + 1 do
    m.count = 0
    local after = follow(m, at, 1)
    if after then return at, after - 1 end
    if m.anchored then return nil end
    at = at + 1
  end
end

local function start_of(init, text)
  init = init and tonumber(init) or 1
  if init < 0 then return math.max(1, #text + init + 1) end
  return math.max(1, init)
end

--- As `string.find`, for patterns.
function patterns.find(text, pattern, init)
  local m = matcher(text, pattern, true)
  local first, last = search(m, start_of(init, text))
  if not first then return nil end
  return first, last, captures(m, first, last)
end

--- As `string.match`.
function patterns.match(text, pattern, init)
  text, pattern = text_of(text, 1, "match"), text_of(pattern, 2, "match")
  local m = matcher(text, pattern, true)
  local first, last = search(m, start_of(init, text))
  if not first then return nil end
  return captures(m, first, last, true)
end

-- The matches of a text one after the other; an empty one is none right after another.
local function each_match(m)
  local at, ended = 1, nil
  return function()
    while at <= #m.text + 1 do
      local first, last = search(m, at)
      if not first then return nil end
      at = math.max(last + 1, first)
      if last >= first or last + 1 ~= ended then
        ended = last + 1
        return first, last
      end
      at = first + 1
      if m.anchored then return nil end
    end
  end
end

--- As `string.gmatch`.
function patterns.gmatch(text, pattern)
  local m = matcher(text_of(text, 1, "gmatch"), text_of(pattern, 2, "gmatch"), false)
  local following = each_match(m)
  return function()
    local first, last = following()
    if not first then return nil end
    return captures(m, first, last, true)
  end
end

-- ---- Replacing ----

local function filled_in(m, form, first, last)
  local parts, at = {}, 1
  while true do
    local escape = find(form, "%", at, true)
    if not escape then break end
    parts[#parts + 1] = sub(form, at, escape - 1)
    local letter = sub(form, escape + 1, escape + 1)
    if letter == "%" then
      parts[#parts + 1] = "%"
    elseif letter == "0" then
      parts[#parts + 1] = sub(m.text, first, last)
    elseif find(letter, "^%d") then
      parts[#parts + 1] = capture(m, tonumber(letter), first, last)
    else
      fail("invalid use of '%' in replacement string")
    end
    at = escape + 2
  end
  parts[#parts + 1] = sub(form, at)
  return concat(parts)
end

local REPLACE = {}

REPLACE.string = filled_in
REPLACE.number = function(_, value) return tostring(value) end
REPLACE.table = function(m, map, first, last) return map[capture(m, 1, first, last)] end
REPLACE["function"] = function(m, fn, first, last) return (fn(captures(m, first, last, true))) end

local function replaced(m, replacement, first, last)
  local value = REPLACE[type(replacement)](m, replacement, first, last)
  if not value then return sub(m.text, first, last) end
  if type(value) ~= "string" and type(value) ~= "number" then
    fail(("invalid replacement value (a %s)"):format(type(value)))
  end
  return value
end

--- As `string.gsub`.
function patterns.gsub(text, pattern, replacement, most)
  text, pattern = text_of(text, 1, "gsub"), text_of(pattern, 2, "gsub")
  if not REPLACE[type(replacement)] then
    error(("bad argument #3 to 'gsub' (string/function/table expected, got %s)"):format(type(replacement)), 2)
  end
  most = most and tonumber(most) or #text + 1
  local m = matcher(text, pattern, true)
  local parts, copied, count = {}, 0, 0
  local following = each_match(m)
  while count < most do
    local first, last = following()
    if not first then break end
    parts[#parts + 1] = sub(text, copied + 1, first - 1)
    parts[#parts + 1] = replaced(m, replacement, first, last)
    copied, count = last, count + 1
    if m.anchored then break end
  end
  parts[#parts + 1] = sub(text, copied + 1)
  return concat(parts), count
end

return patterns
