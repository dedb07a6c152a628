--- States, environment values, kinds of links and inboxes, constants and interruptions: what conditions and effects are
-- written about.
local fields = require "bustle.author.content.fields"
local merge = require "bustle.author.content.merge"
local nearest = require "bustle.common.nearest"

local vocabulary = {}

local function number_of_name(name, key)
  for i, each in ipairs(key.values or {}) do
    if each == name then return i - 1 end
  end
  if not key.values then
    return nil, ('"%s" is no value of it: it has no named values'):format(name), key.flag and "give true or false"
      or "give a number"
  end
  return nil, ('it has no value "%s"; it has "%s"'):format(name, table.concat(key.values, '", "')),
    nearest.question(name, key.values)
end

--- The number behind what an author writes for a key: true and false for flags, names for named values.
-- @param given
-- @tparam table key `{ flag=, values= }`
-- @treturn[1] number
-- @treturn[2] nil
-- @treturn[2] string what is wrong
-- @treturn[2] string|nil the cure
function vocabulary.value(given, key)
  if type(given) == "string" then return number_of_name(given, key) end
  if type(given) == "boolean" then
    if key.flag then return given and 1 or 0 end
    return nil, ("it is not a flag, so it cannot be %s"):format(tostring(given)), "give a number, or make it a flag"
  end
  if fields.is_whole(given) then return given end
  return nil, ("it cannot be %s"):format(type(given) == "number" and tostring(given) or "a " .. type(given)),
    "give a whole number of 32 bits"
end

local KEY = {
  single = { { keys = { "default" }, fields = { "default" } }, { keys = { "min" }, fields = { "min" } },
    { keys = { "max" }, fields = { "max" } }, { keys = { "flag" }, fields = { "flag" } },
    { keys = { "every" }, fields = { "every" } } },
  lists = { { key = "values", field = "values" } },
}

local function read_key(build, thing)
  local given = fields.read(thing.value, fields.options(thing), build:reporter(thing))
  -- A list of its own, because more may be appended.
  local values = given.values
  if values then given.values = {} end
  for i, name in ipairs(values or {}) do given.values[i] = name end
  return given
end

local function add_key(build, thing, list)
  local given, setters = merge.read(build, thing, read_key, KEY)
  local set_by = setters.default
  local report = build:reporter(set_by and set_by[#set_by] or thing)
  local key = { name = thing.qualified, flag = given.flag or false, values = given.values }
  local initial
  if given.default ~= nil then
    local text, cure
    initial, text, cure = vocabulary.value(given.default, key)
    if not initial then report { code = "bad-initial", spot = "default", text = text, cure = cure } end
  end
  build.keys[thing] = key
  list[#list + 1] = { name = thing.qualified, origin = thing.origin, min = given.min, max = given.max,
    initial = initial, flag = key.flag, values = given.values, refresh_ms = fields.milliseconds(given.every) }
end

function vocabulary.add_state(build, thing)
  add_key(build, thing, build.tables.states)
end

function vocabulary.add_environment(build, thing)
  add_key(build, thing, build.tables.environment)
end

local LINK = { single = { { keys = { "default" }, fields = { "default" } }, { keys = { "min" }, fields = { "min" } },
  { keys = { "max" }, fields = { "max" } } } }

local function read_link(build, thing)
  return fields.read(thing.value, fields.options(thing), build:reporter(thing))
end

--- A kind of links: one that says nothing of its value is a flag (S65).
function vocabulary.add_link(build, thing)
  local made = merge.read(build, thing, read_link, LINK)
  local flag = made.default == nil and made.min == nil and made.max == nil
  build.keys[thing] = { name = thing.qualified, flag = flag }
  table.insert(build.tables.links, { name = thing.qualified, origin = thing.origin, flag = flag, min = made.min,
    max = made.max, initial = made.default })
end

local INBOX = { single = { { keys = { "limit" }, fields = { "limit" } }, { keys = { "keep" }, fields = { "keep" } } } }

local function read_inbox(build, thing)
  return fields.read(thing.value, fields.options(thing), build:reporter(thing))
end

-- For the core, 0 is for ever.
local LEAST_KEPT = 0.001

--- A kind of inboxes (S69).
function vocabulary.add_inbox(build, thing)
  local made, setters = merge.read(build, thing, read_inbox, INBOX)
  if made.keep and made.keep < LEAST_KEPT then
    local set_by = setters.keep
    build:reporter(set_by and set_by[#set_by] or thing) { code = "bad-inbox", spot = "keep",
      text = "a message that is not kept cannot be taken",
      cure = "give a longer time, or leave it out: then they stay" }
  end
  build.keys[thing] = { name = thing.qualified }
  table.insert(build.tables.inboxes, { name = thing.qualified, origin = thing.origin, limit = made.limit,
    keep_ms = fields.milliseconds(made.keep) })
end

local function is_constant(value)
  if type(value) ~= "boolean" and not fields.is_whole(value) then
    return type(value) == "number" and ("is %s"):format(tostring(value)) or ("is a %s"):format(type(value)),
      "give a whole number of 32 bits, true or false"
  end
end

local CONSTANT = { single = { { keys = { "value" }, fields = { "value" } } } }

local function read_constant(_, thing)
  return { value = thing.value }
end

--- A constant, or what the game puts in its place.
function vocabulary.add_constant(build, thing)
  local made, setters = merge.read(build, thing, read_constant, CONSTANT)
  local value, set_by = made.value, setters.value
  local override = build.overrides[thing]
  if override ~= nil then value = override end
  if fields.fits(value, is_constant, build:reporter(set_by and set_by[#set_by] or thing)) then
    build.constants[thing] = value
  else
    -- Something that what uses it can be compiled with; the mistake itself has been told.
    build.constants[thing] = 0
  end
end

local INTERRUPTION = { lists = { { key = "when", field = "when" } } }

local function read_interruption(build, thing)
  local given = fields.read(thing.value, fields.options(thing), build:reporter(thing))
  local scope = build:scope(thing)
  scope.environment_only = true
  return { name = thing.qualified, origin = thing.origin,
    when = build:compile(thing, "when", given.when, "condition", scope) }
end

function vocabulary.add_interruption(build, thing)
  local made = merge.read(build, thing, read_interruption, INTERRUPTION)
  build.tables.interruptions[#build.tables.interruptions + 1] = made
end

return vocabulary
