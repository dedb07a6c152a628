--- The parts of a scene (S54): who fills each, and what comes of it for them.
local core = require "bustle.core"
local fields = require "bustle.author.content.fields"
local keys = require "bustle.common.keys"
local manifest = require "bustle.packs.manifest"
local name_tables = require "bustle.author.names"
local nodes = require "bustle.author.content.nodes"
local preference = require "bustle.author.content.preference"

local parts = {}

local CURE = 'write parts = { "patron", { "server", who = "server" } }'

-- ---- Names ----

local function name_of(value)
  if type(value) == "table" then value = value[1] end
  return type(value) == "string" and value or nil
end

-- What the core keeps for itself beside the words of expressions.
local RESERVED = { area = true, within = true, of = true, ["in"] = true, END = true }

-- Expressions, targets and calls of `world:stage` are written with the names of parts, so they have to be words that
-- mean nothing else there.
local function name_problem(name)
  if not core.is_word(name) then
    return "its name cannot be written in an expression", "use letters, digits and _"
  end
  if manifest.TAKEN[name] or RESERVED[name] then
    return "its name means something in expressions", "name it otherwise"
  end
  if nodes.AIMS[name] then return "its name means something as the target of an action", "name it otherwise" end
  if name_tables.BUILT_IN_LINKS[name] then return "its name means something in paths", "name it otherwise" end
  if name == "at" then return "its name means the place of a scene to world:stage", "name it otherwise" end
end

--- The names of the parts that a scene, or a change to one, writes about, as far as they are right.
-- @param value what stands under `parts`
-- @treturn {string,...} in order
function parts.names(value)
  local list = {}
  for _, each in ipairs(type(value) == "table" and value or {}) do
    local name = name_of(each)
    if name and not name_problem(name) then list[#list + 1] = name end
  end
  return list
end

-- ---- Reading ----

-- The scene has it, for all of its parts.
local function refuse_within(report, spot)
  return function(key)
    if key ~= "within" then return false end
    report { code = "unknown-key", spot = spot, text = "a part has no within of its own",
      cure = 'give it to the scene, or write when = "distance <= 10"' }
    return true
  end
end

local function read_count(made, value)
  if type(value) == "table" then
    made.least, made.most = value[1], value[2]
  else
    made.least, made.most = value, value
  end
end

local function read_one(build, thing, value, name, scope)
  local report, spot = build:reporter(thing), ('part "%s"'):format(name)
  if type(value) == "string" then value = { value } end
  local given = fields.read(value, fields.OPTIONS.part, report, spot, refuse_within(report, spot))
  local made = { name = name, who = {} }
  read_count(made, given.count)
  for i, tag in ipairs(fields.list(given.who)) do made.who[i] = tag end
  made.when = build:compile(thing, spot .. ", when", given.when, "condition", scope)
  for _, part in ipairs { "finish", "broken" } do
    made[part] = build:compile(thing, ("%s, %s"):format(spot, part), given[part], "effects", scope)
  end
  preference.read(build, thing, made, given.prefer, scope, spot .. ", prefer", "self")
  local sequence = given.sequence and build:resolve(thing, "sequence", given.sequence, spot .. ", sequence")
  made.sequence = sequence and sequence.qualified
  -- What is wrong with it has been told.
  made.told = not sequence and value.sequence ~= nil or nil
  return made
end

local function add(build, thing, value, i, scope, made)
  local report, spot, name = build:reporter(thing), ("parts, item %s"):format(tostring(i)), name_of(value)
  if not name or type(i) ~= "number" then
    return report { code = "bad-type", spot = spot, text = "it names no part", cure = CURE }
  end
  local wrong, cure = name_problem(name)
  if wrong then return report { code = "bad-name", spot = spot, text = wrong, cure = cure } end
  if made[name] then
    return report { code = "duplicate-name", spot = spot, text = ('there is another part "%s"'):format(name),
      cure = "rename one of the two, or give one of them a count" }
  end
  made[name] = read_one(build, thing, value, name, scope)
  made[#made + 1] = made[name]
end

--- Reads the parts of a scene or of a change to one.
-- @tparam table build
-- @tparam table thing
-- @tparam table|nil value
-- @tparam table scope with `parts`, the names that expressions may have
-- @treturn {table,...} as `parts.SCHEMA` merges them
function parts.read(build, thing, value, scope)
  local made, list = {}, {}
  for _, key in ipairs(keys.ordered(value or {})) do add(build, thing, value[key], key, scope, made) end
  for i, part in ipairs(made) do list[i] = part end
  return list
end

--- How the parts of several layers become one list.
parts.SCHEMA = {
  key = "parts", field = "parts", by = "name",
  schema = {
    single = { { keys = { "count" }, fields = { "least", "most" } }, { keys = { "sequence" }, fields = { "sequence" } },
      preference.SINGLE },
    lists = { { key = "who", field = "who" }, { key = "when", field = "when" }, { key = "finish", field = "finish" },
      { key = "broken", field = "broken" } },
  },
}

return parts
