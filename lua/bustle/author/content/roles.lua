--- Roles: what an NPC is at the moment (S52), and the roles that an NPC lists.
local conduct = require "bustle.author.content.conduct"
local fields = require "bustle.author.content.fields"
local keys = require "bustle.common.keys"
local merge = require "bustle.author.content.merge"
local offers = require "bustle.author.content.offers"

local roles = {}

-- ---- Roles ----

local SCHEMA = {
  single = { conduct.MAIN, { keys = { "change" }, fields = { "change" } } },
  lists = { conduct.FALLBACK, { key = "enter", field = "enter" }, { key = "exit", field = "exit" } },
  records = { conduct.ON, conduct.CUES, conduct.REACTS, offers.SCHEMA },
}

local function read(build, thing)
  local given = fields.read(thing.value, fields.options(thing), build:reporter(thing))
  local scope = build:scope(thing)
  local made = { name = thing.qualified, origin = thing.origin, change = given.change }
  for _, part in ipairs { "enter", "exit" } do
    made[part] = build:compile(thing, part, given[part], "effects", scope)
  end
  conduct.read(build, thing, made, given)
  made.offers = offers.read(build, thing, given.offers)
  return made
end

--- Adds a role to the core's tables.
function roles.add(build, thing)
  local made = merge.read(build, thing, read, SCHEMA)
  conduct.finish(build, made)
  made.offers = offers.finish(build, made.offers)
  build.tables.roles[#build.tables.roles + 1] = made
end

-- ---- Those that an NPC lists ----

local CURE = 'write roles = { { "night_watch", when = "env.hour >= 22" }, "patron" }'

local function add(build, thing, value, i, list)
  local report, spot = build:reporter(thing), ("roles, item %s"):format(tostring(i))
  if type(value) == "string" then value = { value } end
  if type(value) ~= "table" or type(value[1]) ~= "string" then
    return report { code = "bad-type", spot = spot, text = "it names no role", cure = CURE }
  end
  local given = fields.read(value, fields.OPTIONS.listed_role, report, spot)
  local found = given[1] and build:resolve(thing, "role", given[1], spot)
  if not found then return end
  list[#list + 1] = { role = found.qualified,
    when = build:compile(thing, spot .. ", when", given.when, "condition", build:scope(thing)) }
end

--- Reads the list of an NPC's roles.
-- @treturn {table,...} `{ role=, when= }`
function roles.listed(build, thing, value)
  local list = {}
  if type(value) == "string" then value = { value } end
  for _, key in ipairs(keys.ordered(value or {})) do
    if type(key) == "number" then
      add(build, thing, value[key], key, list)
    else
      build:reporter(thing) { code = "unknown-key", spot = "roles", text = ('unknown key "%s"'):format(tostring(key)),
        cure = CURE }
    end
  end
  return list
end

-- Before the last one, if that has no condition: the list stays one of conditions with a last resort.
local function place(list, record)
  local last = list[#list]
  table.insert(list, last and #last.when == 0 and #list or #list + 1, record)
end

--- How the lists of several layers become one.
roles.LISTED = { key = "roles", field = "roles", by = "role", kind = "role", place = place,
  schema = { lists = { { key = "when", field = "when" } } } }

return roles
