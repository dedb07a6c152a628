--- Reads the annotations of lua/bustle/meta.lua: classes with their fields, functions, aliases. What functions do is
-- said where they are written; see comments.lua.
local annotations = {}

-- ---- Types ----

-- The place after a pair of brackets, and after what may follow a type directly.
local function after_suffixes(text, at)
  while true do
    if text:sub(at, at + 1) == "[]" then at = at + 2 elseif text:sub(at, at) == "?" then at = at + 1 else return at end
  end
end

local after_type

local function after_function(text, at)
  at = text:match("^%b()()", at)
  local next_at = text:match("^:%s*()", at)
  while next_at do
    at = after_type(text, next_at)
    next_at = text:match("^,%s*()", at)
  end
  return at
end

local function after_one(text, at)
  local is_function = text:match("^fun()%(", at)
  if is_function then return after_function(text, is_function) end
  local stop = text:match("^%b()()", at) or text:match("^%b{}()", at) or text:match('^"[^"]*"()', at)
    or text:match("^[%w_.]+%b<>()", at) or text:match("^[%w_.]+()", at)
  return stop and after_suffixes(text, stop)
end

-- The place after a type that begins at a place; nil if there is none.
function after_type(text, at)
  local stop = after_one(text, at)
  local more = stop and text:match("^%s*|%s*()", stop)
  while more do
    stop = assert(after_one(text, more), text)
    more = text:match("^%s*|%s*()", stop)
  end
  return stop
end

--- A type at the beginning of a text, and the rest.
function annotations.split_type(text)
  local stop = assert(after_type(text, 1), "no type: " .. text)
  return text:sub(1, stop - 1), (text:sub(stop):gsub("^%s+", ""))
end

-- ---- Tags ----

local TAGS = {}

local function named(rest)
  local name, optional, following = rest:match("^(%S-)(%??)%s+(.*)$")
  local kind, words = annotations.split_type(following)
  return { name = name, optional = optional == "?", type = kind, text = words }
end

function TAGS.class(open, rest)
  local name, parent, words = rest:match("^(%S+)%s*:%s*(%S+)%s*(.*)$")
  if not name then name, words = rest:match("^(%S+)%s*(.*)$") end
  open.class = { kind = "class", name = name, parent = parent, fields = {}, text = words }
  table.insert(open.things, open.class)
end

function TAGS.field(open, rest)
  local key, kind = rest:match("^(%b[]%??)%s+(.*)$")
  local field
  if key then
    local of, words = annotations.split_type(kind)
    field = { name = key:gsub("%?$", ""), optional = key:find("%?$") ~= nil, type = of, text = words }
  else
    field = named(rest)
  end
  table.insert(open.class.fields, field)
end

function TAGS.param(open, rest) table.insert(open.params, named(rest)) end

-- Several may stand in one line, each with its name.
TAGS["return"] = function(open, rest)
  repeat
    local kind, words = annotations.split_type(rest)
    local name, following = words:match("^([%w_]*)(.*)$")
    local more = following:match("^,%s*(.*)$")
    table.insert(open.returns, { type = kind, name = name, text = more and "" or following:gsub("^%s+", "") })
    rest = more
  until not rest
end

function TAGS.overload(open, rest) table.insert(open.overloads, rest) end

function TAGS.alias(open, rest)
  local name, kind = rest:match("^(%S+)%s+(.*)$")
  table.insert(open.things, { kind = "alias", name = name, type = kind, text = "" })
end

function TAGS.meta() end

-- ---- The file ----

local function new_open()
  return { words = {}, things = {}, params = {}, returns = {}, overloads = {} }
end

local function close(found, open, line)
  local text = table.concat(open.words, " ")
  if open.class then open.class.variable = line:match("^local ([%w_]+) = {}") end
  for i, thing in ipairs(open.things) do
    if i == 1 and text ~= "" then thing.text = text end
    found[#found + 1] = thing
  end
  local name = line:match("^function ([%w_.:]+)%(")
  if name then
    found[#found + 1] = { kind = "function", name = name, text = text, params = open.params, returns = open.returns,
      overloads = open.overloads }
  end
end

--- All classes, functions and aliases of a text, in order. A class has a `variable` if its functions are those of one.
function annotations.read(text)
  local found, open = {}, new_open()
  for line in (text .. "\n"):gmatch("([^\n]*)\n") do
    local tag, rest = line:match("^%-%-%-@(%w+)%s*(.*)$")
    local words = line:match("^%-%-%-%s*(.*)$")
    if tag then
      assert(TAGS[tag], "unknown tag: " .. line)(open, rest)
    elseif words then
      table.insert(open.words, words)
    else
      close(found, open, line)
      open = new_open()
    end
  end
  return found
end

return annotations
