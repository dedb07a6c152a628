--- A cursor is a value in a JSON text together with its place, so that a problem with the value names file, line and
-- path. Cursors check the types of values; the readers of the files know what values mean together.
local fields = require "bustle.author.content.fields"
local keys = require "bustle.common.keys"
local nearest = require "bustle.common.nearest"
local positions = require "bustle.json.positions"
local problems = require "bustle.problems"

local cursor = {}

local Cursor = {}
Cursor.__index = Cursor

--- The outermost value of a document.
-- @tparam table document of `bustle.json.document`
-- @tparam {table,...} list where problems go
-- @tparam table thing what they are about: `{ kind=, word=, name=, qualified= }`
function cursor.of(document, list, thing)
  return setmetatable({ document = document, list = list, thing = thing, value = document.value,
    position = document.position }, Cursor)
end

-- ---- Where it is ----

local function step(key)
  if type(key) == "number" then return ("[%d]"):format(key - 1) end
  if key:find("^[%a_][%w_]*$") then return "." .. key end
  return ('["%s"]'):format(key:gsub("%c", "?"))
end

--- The path of the value: `actions[3].preconditions[0].value`, counted from 0 as in JSON; nil for the outermost.
function Cursor:path()
  local steps, at = {}, self
  while at.parent do
    table.insert(steps, 1, step(at.key))
    at = at.parent
  end
  if #steps == 0 then return nil end
  return (table.concat(steps):gsub("^%.", ""))
end

--- File and line of the value.
function Cursor:origin()
  return ("%s:%d"):format(self.document.name, self.document.line(positions.byte(self.position)))
end

--- Reports what is wrong with the value.
-- @tparam table found `{ code=, text=, cure=, severity= }`
function Cursor:report(found)
  found.origin, found.spot = self:origin(), self:path()
  problems.add(self.list, self:subject(), found)
end

--- What is wrong with this value, and with those within it, is a problem of this thing from now on.
function Cursor:about(thing)
  self.thing = thing
end

--- The thing that the value is a part of.
function Cursor:subject()
  local at = self
  while not at.thing do at = at.parent end
  return at.thing
end

-- ---- What is within it ----

--- "object", "array", "text", "number", "true or false" or "null".
function Cursor:kind()
  if type(self.position) == "table" then return self.position.kind end
  local kind = type(self.value)
  return kind == "string" and "text" or kind == "boolean" and "true or false" or kind == "number" and kind or "null"
end

--- What the value has under a key or index; nil if nothing.
function Cursor:at(key)
  local position = self.position.within[key]
  if not position then return nil end
  return setmetatable({ document = self.document, list = self.list, parent = self, key = key, value = self.value[key],
    position = position }, Cursor)
end

local ARTICLES = { object = "an object", array = "an array", text = "a text", number = "a number" }

local function a(kind)
  return ARTICLES[kind] or kind
end

--- Whether it is of a kind; reports it if it is not.
function Cursor:is(kind)
  if self:kind() == kind then return true end
  self:report { code = "bad-type", text = ("it is %s"):format(a(self:kind())), cure = ("give %s"):format(a(kind)) }
  return false
end

--- The items of an array; reports what is none.
-- @treturn {table,...} cursors; none if it is no array
function Cursor:items()
  local list = {}
  if not self:is "array" then return list end
  for i = 1, #self.position.within do list[i] = self:at(i) end
  return list
end

--- The members of an object in byte order of their keys; reports what is none.
-- @treturn {table,...} cursors with `key`; none if it is no object
function Cursor:members()
  local list = {}
  if not self:is "object" then return list end
  for i, key in ipairs(keys.names(self.position.within)) do list[i] = self:at(key) end
  return list
end

-- ---- Objects with known keys ----

local function report_unknown(self, known)
  local unknown = {}
  for key in pairs(self.position.within) do
    if not known[key] then unknown[key] = true end
  end
  for _, key in ipairs(keys.names(unknown)) do
    local names = keys.names(known)
    self:at(key):report { code = "unknown-key", text = "there is no such key",
      cure = nearest.question(key, names, ("there are %s"):format(table.concat(names, ", "))) }
  end
end

-- The keys of a table of types, in the order in which they are read.
local in_order = setmetatable({}, { __mode = "k", __index = function(orders, known)
  orders[known] = keys.names(known)
  return orders[known]
end })

-- Most values are right, and need no cursor.
local function read_member(self, key, kind)
  local value = kind.right and kind.right(self.value[key])
  if value == nil then value = kind.read(self:at(key)) end
  return value
end

--- Reads an object. Unknown and missing keys, and values of the wrong type, are reported.
-- @tparam table known the type of each key: one of those below
-- @treturn table what is right, by key: values, and cursors for arrays and objects; nil if it is no object
function Cursor:read(known)
  if not self:is "object" then return nil end
  report_unknown(self, known)
  local made = {}
  for _, key in ipairs(in_order[known]) do
    if self.position.within[key] then
      made[key] = read_member(self, key, known[key])
    elseif not known[key].optional then
      self:report { code = "missing-key", text = ('it has no "%s"'):format(key), cure = ("give it %s"):format(
        known[key].what) }
    end
  end
  return made
end

-- ---- Types ----

-- A type has `what` for cures; `right`, which gives the value of what is right and nil otherwise; and `read`, which
-- does the same with a cursor and reports what is not.

local function shown(value)
  return value == math.floor(value) and math.abs(value) < 1e15 and ("%d"):format(value) or ("%.14g"):format(value)
end

--- Whole numbers in a range; `what` says which, for the cure.
function cursor.whole(least, most, what)
  local function right(value)
    if type(value) ~= "number" or value ~= math.floor(value) or value < least or value > most then return nil end
    -- Never minus zero.
    return math.floor(value) + 0
  end
  return { what = what, right = right, read = function(at)
    if not at:is "number" or right(at.value) then return right(at.value) end
    at:report { code = "bad-type", text = ("it is %s"):format(shown(at.value)), cure = ("give %s"):format(what) }
  end }
end

local function only(kind, lua_type, what)
  local function right(value)
    if type(value) == lua_type then return value end
  end
  return { what = what, right = right, read = function(at)
    at:is(kind)
    return right(at.value)
  end }
end

local function container(kind, what)
  return { what = what, read = function(at)
    if at:is(kind) then return at end
  end }
end

cursor.integer = cursor.whole(-2147483648, 2147483647, "a whole number of 32 bits")
cursor.id = cursor.whole(0, 2147483647, "a whole number from 0 to 2147483647")
cursor.text = only("text", "string", "a text")
cursor.boolean = only("true or false", "boolean", "true or false")
cursor.array = container("array", "an array; an empty one will do")
cursor.object = container("object", "an object")

--- Milliseconds: the library's times are of 31 bits.
function cursor.milliseconds(least)
  local most = fields.MOST_SECONDS * 1000
  return cursor.whole(least, most, ("whole milliseconds from %d to %d"):format(least, most))
end

--- One of some texts.
function cursor.one_of(...)
  local choices = { ... }
  local what = ('"%s"'):format(table.concat(choices, '" or "'))
  local function right(value)
    for _, choice in ipairs(choices) do
      if value == choice then return choice end
    end
  end
  return { what = what, right = right, read = function(at)
    if not at:is "text" or right(at.value) then return right(at.value) end
    at:report { code = "unknown-value", text = ('there is no "%s" here'):format(at.value:gsub("%c", "?")),
      cure = nearest.question(at.value, choices, ("give %s"):format(what)) }
  end }
end

--- The same type for a key that may be left out.
function cursor.optional(kind)
  return { what = kind.what, right = kind.right, read = kind.read, optional = true }
end

--- `"$schema"`, which editors look for.
cursor.schema = cursor.optional(cursor.text)

return cursor
