--- What `remove` of an extension takes away. It has the shape of the definition: a name in the list removes all that
-- the definition says under it, `key = names` removes only these names.
--
--     extend "market.visitor" { remove = { "fallback", tags = "person", on = { "player_shouts" } } }
--     extend "pub.chair" { remove = { offers = { sit = "undo" } } }
--     extend "market.park_visitor" { remove = { "food", rest = { "failed", to = "sit" } } }
local fields = require "bustle.author.content.fields"
local keys = require "bustle.common.keys"
local nearest = require "bustle.common.nearest"

local removal = {}

--- How a record is named in a spot: `on, flood`, `node "rest"`.
function removal.spot(records, name)
  if records.spot then return records.spot(name) end
  return records.key and ("%s, %s"):format(records.key, name) or ('%s "%s"'):format(records.word, name)
end

-- ---- Finding ----

local function by_key(list, key)
  for _, each in ipairs(list or {}) do
    if each.key == key then return each end
    for _, other in ipairs(each.keys or {}) do
      if other == key then return each end
    end
  end
end

-- The records that stand in the definition itself: the nodes of a sequence.
local function inner_records(schema)
  for _, records in ipairs(schema.records or {}) do
    if not records.key then return records end
  end
end

local function refuse_key(r, schema, key, spot)
  local known = {}
  for _, group in ipairs(schema.single or {}) do
    for _, each in ipairs(group.keys) do known[each] = true end
  end
  for _, part in ipairs { "lists", "maps", "records" } do
    for _, each in ipairs(schema[part] or {}) do
      if each.key then known[each.key] = true end
    end
  end
  fields.refuse_key(key, known, r.report, spot)
end

-- The name as the definition has it; nil, told, if it means nothing.
local function meant(r, kind, name, spot)
  if not kind then return name end
  local state = kind == "claim" and (name:match("^%s*target%.(%S+)%s*$") or name)
  local found = r.merge.build:resolve(r.layer, state and "state" or kind, state or name, spot)
  return found and found.qualified
end

-- ---- Taking away ----

local function nothing(r, name, known, spot)
  r.report { severity = "warning", code = "nothing-to-remove", spot = spot, text = ('there is no "%s"'):format(name),
    cure = nearest.question(name, known, "leave it out") }
end

-- Takes the items whose name is given out of a list.
local function take(r, list, name_of, name, shown, spot)
  local known, kept = {}, {}
  for _, item in ipairs(list) do
    if name_of(item) == name then
      known = nil
    else
      kept[#kept + 1] = item
      if known then known[#known + 1] = name_of(item) end
    end
  end
  if known then nothing(r, shown, known, spot) end
  return kept
end

local function names_in(r, value, spot)
  if fields.fits(value, fields.names, r.report, spot) then return fields.list(value) end
  return {}
end

local function itself(item)
  return item
end

-- An edge is named by where it leads, a claim by its state.
local NAMES = {
  edge = function(edge) return edge.to end,
  claim = function(claim) return claim.state end,
}

local function take_from_list(r, made, list, value, spot)
  for _, name in ipairs(names_in(r, value, spot)) do
    local wanted = meant(r, list.kind ~= "edge" and list.kind or nil, name, spot)
    if wanted then
      made[list.field] = take(r, made[list.field] or {}, NAMES[list.kind] or itself, wanted, name, spot)
    end
  end
end

local function take_from_map(r, made, map, value, spot)
  local kept = {}
  for key, each in pairs(made[map.field] or {}) do kept[key] = each end
  for _, name in ipairs(names_in(r, value, spot)) do
    if kept[name] == nil then nothing(r, name, keys.names(kept), spot) end
    kept[name] = nil
    r.merge:set_by(("%s, %s"):format(map.key, name), r.layer)
  end
  made[map.field] = kept
end

-- The name of a record as the definition has it; nil, told, if it means nothing.
local function record_name(r, records, name, spot)
  if records.meant then return records.meant(r.merge.build, r.layer, name, spot) end
  return meant(r, records.kind, name, spot)
end

local function take_record(r, made, records, name, spot)
  local wanted = record_name(r, records, name, spot)
  if not wanted then return end
  made[records.field] = take(r, made[records.field] or {}, function(record) return record[records.by] end, wanted, name,
    spot)
  r.merge:removed_by(removal.spot(records, wanted), r.layer)
  if records.removed then records.removed(made, wanted) end
end

local function record_of(made, records, name)
  for _, record in ipairs(made[records.field] or {}) do
    if record[records.by] == name then return record end
  end
end

local apply_to

-- `rest = { "failed", to = "sit" }`: what is taken from one node.
local function take_from_record(r, made, records, name, value, spot)
  if records.whole then
    return r.report { code = "bad-type", spot = spot, text = ("nothing can be taken from %s alone"):format(name),
      cure = ('write { "%s" }, and %s anew'):format(name, records.word) }
  end
  local record = record_of(made, records, name)
  local known = {}
  for i, each in ipairs(made[records.field] or {}) do known[i] = each[records.by] end
  if not record then return nothing(r, name, known, spot) end
  local named = removal.spot(records, name)
  local inner = { merge = r.merge, layer = r.layer, report = r.report, prefix = named .. ", " }
  apply_to(inner, record, records.schema, value, ("%s, %s"):format(spot, named))
end

-- `offers = { "pray", sit = "undo" }`: whole records, and what is taken from one.
local function take_from_records(r, made, records, value, spot)
  if type(value) ~= "table" then value = { value } end
  for _, key in ipairs(keys.ordered(value)) do
    if type(key) == "string" then
      local name = record_name(r, records, key, spot)
      if name then take_from_record(r, made, records, name, value[key], spot) end
    elseif fields.fits(value[key], fields.name, r.report, spot) then
      take_record(r, made, records, value[key], spot)
    end
  end
end

local function take_whole(r, made, schema, key, spot)
  local group, inner = by_key(schema.single, key), inner_records(schema)
  local listed = by_key(schema.lists, key) or by_key(schema.maps, key) or by_key(schema.records, key)
  if group then
    for _, field in ipairs(group.fields) do made[field] = nil end
    r.merge:set_by(r.prefix .. group.keys[1], r.layer)
  end
  if listed then made[listed.field] = {} end
  if group or listed then return end
  if inner then
    take_record(r, made, inner, key, spot)
  else
    refuse_key(r, schema, key, spot)
  end
end

local function take_some(r, made, schema, key, value, spot)
  local inside = ("%s, %s"):format(spot, key)
  local list, map, records = by_key(schema.lists, key), by_key(schema.maps, key), by_key(schema.records, key)
  local inner = inner_records(schema)
  if list then
    take_from_list(r, made, list, value, inside)
  elseif map then
    take_from_map(r, made, map, value, inside)
  elseif records then
    take_from_records(r, made, records, value, inside)
  elseif by_key(schema.single, key) then
    r.report { code = "bad-type", spot = spot, text = ("nothing can be taken from %s alone"):format(key),
      cure = ('write { "%s" }'):format(key) }
  elseif inner then
    take_from_record(r, made, inner, key, value, spot)
  else
    refuse_key(r, schema, key, spot)
  end
end

function apply_to(r, made, schema, value, spot)
  if type(value) == "string" then value = { value } end
  if not fields.fits(value, fields.removed, r.report, spot) then return end
  for _, key in ipairs(keys.ordered(value)) do
    if type(key) == "number" and type(value[key]) == "string" then
      take_whole(r, made, schema, value[key], spot)
    elseif type(key) == "string" then
      take_some(r, made, schema, key, value[key], spot)
    else
      r.report { code = "bad-type", spot = spot, text = ("item %s is no name"):format(tostring(key)),
        cure = 'write { "when", tags = { "person" } }' }
    end
  end
end

--- Takes away what a layer wants to be gone.
-- @tparam table m of `bustle.author.content.merge`
-- @tparam table made what the layers before it made
-- @tparam table layer
-- @tparam table schema
function removal.apply(m, made, layer, schema)
  local value = type(layer.value) == "table" and layer.value.remove
  -- Anything else has been told of when the layer was read.
  if type(value) ~= "table" and type(value) ~= "string" then return end
  apply_to({ merge = m, layer = layer, report = m.build:reporter(layer), prefix = "" }, made, schema, value, "remove")
end

return removal
