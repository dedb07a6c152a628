--- Offers: behaviour that a thing, a place or somebody in a role brings along (S61). Their names are texts that all
-- packs share.
local fields = require "bustle.author.content.fields"
local keys = require "bustle.common.keys"

local offers = {}

local CURE = 'write offers = { sit = { sequence = "sit_on_chair" } }'

-- Conditions and effects, by what packs and the core call them.
local PARTS = {
  { key = "when", field = "when", kind = "condition" },
  { key = "only_while", field = "holds_while", kind = "condition" },
  { key = "adopt", field = "adopt", kind = "effects" }, { key = "drop", field = "drop", kind = "effects" },
}

--- What it means that any number may hold an offer.
local ANY = 0

local function holders_of(value)
  if value == "any" then return ANY end
  return value
end

local function read_one(build, thing, name, value)
  local report, scope, spot = build:reporter(thing), build:scope(thing), ("offers, %s"):format(name)
  if type(value) == "string" then value = { sequence = value } end
  local given = fields.read(value, fields.OPTIONS.offer, report, spot)
  local made = { name = name, holders = holders_of(given.holders), kept = given.kept, layer = thing, spot = spot,
    told = type(value) ~= "table" or given.sequence ~= value.sequence or nil }
  for _, key in ipairs { "sequence", "undo" } do
    local found = given[key] and build:resolve(thing, "sequence", given[key], ("%s, %s"):format(spot, key))
    made[key] = found and found.qualified
    if key == "sequence" and given[key] and not found then made.told = true end
  end
  for _, part in ipairs(PARTS) do
    made[part.field] = build:compile(thing, ("%s, %s"):format(spot, part.key), given[part.key], part.kind, scope)
  end
  return made
end

--- The offers of a prop, an NPC, a role or a change to one.
-- @treturn {table,...} as `offers.SCHEMA` merges them
function offers.read(build, thing, value)
  local list = {}
  for _, name in ipairs(keys.ordered(value or {})) do
    if type(name) ~= "string" or name == "" or name:find("%c") then
      build:reporter(thing) { code = "bad-name", spot = "offers", cure = CURE,
        text = ("item %s has no name"):format(type(name) == "number" and tostring(name) or "?") }
    else
      list[#list + 1] = read_one(build, thing, name, value[name])
    end
  end
  return list
end

--- How the offers of several layers become one list.
offers.SCHEMA = {
  key = "offers", field = "offers", by = "name",
  schema = { single = { { keys = { "sequence" }, fields = { "sequence" } }, { keys = { "undo" }, fields = { "undo" } },
    { keys = { "holders" }, fields = { "holders" } }, { keys = { "kept" }, fields = { "kept" } } }, lists = {} },
}
for _, part in ipairs(PARTS) do
  table.insert(offers.SCHEMA.schema.lists, { key = part.key, field = part.field })
end

--- When all layers are together: the offers as the core takes them.
-- @tparam table build
-- @tparam {table,...} list as it was merged
-- @treturn {table,...}
function offers.finish(build, list)
  local kept = {}
  for _, offer in ipairs(list) do
    build.offered[offer.name] = true
    if offer.sequence then
      kept[#kept + 1] = { name = offer.name, sequence = offer.sequence, undo = offer.undo,
        holders = offer.holders or 1, kept = offer.kept, when = offer.when, holds_while = offer.holds_while,
        adopt = offer.adopt, drop = offer.drop }
    elseif not offer.told then
      build:reporter(offer.layer) { code = "unknown-sequence", spot = offer.spot, text = "it names no sequence",
        cure = 'write sequence = "..."' }
    end
  end
  table.sort(kept, function(a, b) return a.name < b.name end)
  return kept
end

return offers
