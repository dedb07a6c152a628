--- Puts the layers of a definition together: lists are appended, maps merged, single values replaced. Two packs that
-- set the same single value must know of each other.
--
-- What is merged has been read, so every name in it is already the one that its own author meant. A schema says how to
-- merge:
--
-- - `single`: `{ keys=, fields= }`; what the author writes under one of the keys is in all of the fields
-- - `lists`: `{ key=, field=, kind= }`; `kind` says what the items are, for those who take some away
-- - `maps`: `{ key=, field= }`; a value for each name
-- - `records`: `{ key=, field=, by=, kind=, schema=, meant=, place=, spot=, removed=, whole= }`; a list of tables that
--   have their name in `by`; `meant` says which name is meant where no `kind` does, `place` puts another into the list,
--   nil: at its end, `spot` says how one is named in problems, `removed` is told of one that is taken away; those that
--   are `whole` have no schema: several may have one name, and are added and taken away as they are
local keys = require "bustle.common.keys"
local layers = require "bustle.author.content.layers"
local removal = require "bustle.author.content.removal"

local merge = {}

-- ---- Who sets what ----

local function gives(partial, fields)
  for _, field in ipairs(fields) do
    if partial[field] ~= nil then return true end
  end
  return false
end

-- Calls `fn` with the spot of each single value that a layer sets.
local function each_single(partial, schema, spot, fn)
  for _, group in ipairs(schema.single or {}) do
    if gives(partial, group.fields) then fn(spot .. group.keys[1]) end
  end
  for _, map in ipairs(schema.maps or {}) do
    for _, name in ipairs(keys.ordered(partial[map.field] or {})) do
      fn(("%s%s, %s"):format(spot, map.key, tostring(name)))
    end
  end
  for _, records in ipairs(schema.records or {}) do
    for _, record in ipairs(not records.whole and partial[records.field] or {}) do
      each_single(record, records.schema, ("%s%s, "):format(spot, removal.spot(records, record[records.by])), fn)
    end
  end
end

local Merge = {}
Merge.__index = Merge

local function described(layer)
  return ('pack "%s"%s'):format(layer.pack.name, layer.origin and " at " .. layer.origin or "")
end

local function know_each_other(names, a, b)
  return a == b or names:depends(a, b) or names:depends(b, a)
end

local function report_clash(build, layer, other, spot, text)
  build:reporter(layer) { code = "clash", spot = spot, text = text:format(described(other)),
    cure = "let one of the two packs depend on the other" }
end

-- Tells of the first of those who did something at a spot that a layer knows nothing of.
local function check_strangers(self, others, spot, layer, text)
  for _, other in ipairs(others[spot] or {}) do
    if not know_each_other(self.build.names, layer.pack, other.pack) then
      return report_clash(self.build, layer, other, spot, text)
    end
  end
end

local function note(others, spot, layer)
  others[spot] = others[spot] or {}
  table.insert(others[spot], layer)
end

--- Notes that a layer sets a single value.
function Merge:set_by(spot, layer)
  check_strangers(self, self.setters, spot, layer, "%s sets it too")
  note(self.setters, spot, layer)
end

--- Notes that a layer takes a record away, such as a node.
function Merge:removed_by(spot, layer)
  check_strangers(self, self.authors, spot, layer, "%s writes about it")
  note(self.removers, spot, layer)
end

-- Notes that a layer writes about a record.
local function written_by(self, spot, layer)
  check_strangers(self, self.removers, spot, layer, "%s takes it away")
  note(self.authors, spot, layer)
end

local function note_all(self, partial, schema, layer)
  each_single(partial, schema, "", function(spot) self:set_by(spot, layer) end)
  for _, records in ipairs(schema.records or {}) do
    for _, record in ipairs(partial[records.field] or {}) do
      written_by(self, removal.spot(records, record[records.by]), layer)
    end
  end
end

-- Whoever replaces a definition must know of all who change it.
local function check_replacing(self, list)
  for i = 2, #list do
    for j = 1, i - 1 do
      local layer, other = list[i], list[j]
      local replaces = layer.word == "replace" or other.word == "replace"
      if replaces and not know_each_other(self.build.names, layer.pack, other.pack) then
        report_clash(self.build, layer, other, nil, j == 1 and "it is defined in %s" or "%s changes it too")
      end
    end
  end
end

-- ---- Merging ----

local function append(made, field, list)
  local known = {}
  made[field] = made[field] or {}
  for _, item in ipairs(made[field]) do known[item] = true end
  for _, item in ipairs(list) do
    -- Names are listed once; operations and edges are tables, each of which is another.
    if not known[item] then
      known[item] = true
      table.insert(made[field], item)
    end
  end
end

local merge_into

local function merge_records(made, records, list)
  local known, field, by = {}, records.field, records.by
  made[field] = made[field] or {}
  -- Into an empty list they go as they were written.
  local place = #made[field] > 0 and records.place or table.insert
  for _, record in ipairs(made[field]) do known[record[by]] = record end
  for _, record in ipairs(list) do
    local there = known[record[by]]
    if there and not records.whole then
      merge_into(there, record, records.schema)
    else
      place(made[field], record)
    end
  end
end

function merge_into(made, partial, schema)
  for _, group in ipairs(schema.single or {}) do
    if gives(partial, group.fields) then
      for _, field in ipairs(group.fields) do made[field] = partial[field] end
    end
  end
  for _, list in ipairs(schema.lists or {}) do append(made, list.field, partial[list.field] or {}) end
  for _, map in ipairs(schema.maps or {}) do
    local merged = {}
    for name, value in pairs(made[map.field] or {}) do merged[name] = value end
    for name, value in pairs(partial[map.field] or {}) do merged[name] = value end
    if next(merged) ~= nil then made[map.field] = merged end
  end
  for _, records in ipairs(schema.records or {}) do
    merge_records(made, records, partial[records.field] or {})
  end
end

--- Reads a thing with all its layers.
-- @tparam table build
-- @tparam table thing
-- @tparam function read takes the build and a layer, gives what `schema` describes
-- @tparam table schema
-- @treturn table what was made of it
-- @treturn table by the spot of a single value: the layers that set it
function merge.read(build, thing, read, schema)
  local list = build.layers[thing]
  if not list then return read(build, thing), {} end
  local m = setmetatable({ build = build, setters = {}, authors = {}, removers = {} }, Merge)
  check_replacing(m, list)
  local made
  for i = layers.first(list), #list do
    local layer = list[i]
    local partial = read(build, layer)
    if made then removal.apply(m, made, layer, schema) end
    note_all(m, partial, schema, layer)
    if made then
      merge_into(made, partial, schema)
    else
      made = partial
    end
  end
  made.name, made.origin = thing.qualified, thing.origin
  return made, m.setters
end

return merge
