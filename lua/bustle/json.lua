--- JSON files of behaviour: the state schema, environmental conditions, actions, behaviour sequences and entities of
-- `docs/json.md`, read into a pack and written from one. It requires lua-cjson when it loads files, not before.
--
--     local park = bustle.json.load {
--       name = "park", schema = "park/schema.json", conditions = "park/conditions.json",
--       actions = "park/actions.json", sequences = "park/sequences.json",
--       entities = { "park/bench.json", "park/visitor.json" },
--     }
--     local world = bustle.world { packs = { park } }
local document = require "bustle.json.document"
local keys = require "bustle.common.keys"
local loading = require "bustle.json.loading"
local nearest = require "bustle.common.nearest"
local origins = require "bustle.author.origin"
local saving = require "bustle.json.saving"

local json = {}

local SOURCES = { schema = true, conditions = true, actions = true, sequences = true, entities = true }
local OPTIONS = { name = true, ends = true }
for key in pairs(SOURCES) do OPTIONS[key] = true end

-- ---- Arguments ----

local function misuse(level, text, ...)
  error(("bustle.json.%s"):format(text:format(...)), level + 1)
end

local function check_keys(options, level)
  for _, key in ipairs(keys.ordered(options)) do
    if not OPTIONS[key] then
      local names = keys.names(OPTIONS)
      misuse(level + 1, "load: there is no option %s (%s)", tostring(key), nearest.question(tostring(key), names,
        ("there are %s"):format(table.concat(names, ", "))))
    end
  end
end

local function is_source(value)
  return type(value) == "string" or (type(value) == "table" and type(value.text) == "string"
    and (value.name == nil or type(value.name) == "string"))
end

-- A path, a text, or a list of these, as a list.
local function sources_of(value, option, level)
  if value == nil then return {} end
  if is_source(value) then return { value } end
  if type(value) ~= "table" then
    misuse(level + 1, "load: %s is a %s; give a path, { text = ... }, or a list of these", option, type(value))
  end
  for i, each in ipairs(value) do
    if not is_source(each) then misuse(level + 1, "load: %s, item %d is no path and no { text = ... }", option, i) end
  end
  for key in pairs(value) do
    if type(key) ~= "number" or key > #value or key < 1 or key ~= math.floor(key) then
      misuse(level + 1, "load: %s has a key %s; give a path, { text = ... }, or a list of these", option, tostring(key))
    end
  end
  return value
end

local function read_options(options, level)
  if type(options) ~= "table" then misuse(level + 1, "load takes a table, not a %s", type(options)) end
  check_keys(options, level + 1)
  local ends = options.ends or "game"
  if ends ~= "game" and ends ~= "timed" then
    misuse(level + 1, 'load: ends must be "game" or "timed", not %s', tostring(ends))
  end
  local made = { name = options.name == nil and "json" or options.name, ends = ends }
  for key in pairs(SOURCES) do made[key] = sources_of(options[key], key, level + 1) end
  return made
end

-- ---- What games call ----

--- Loads JSON files into a pack. What is wrong with them is told, with everything else, when a world is made of the
-- pack.
-- @tparam table options `schema`, `conditions`, `actions`, `sequences`, `entities`: each a path (with a slash at its
-- end, of a folder: all JSON files in it), `{ text=, name= }`, a list of these, or nothing; `name` of the pack, "json";
-- `ends`: who ends its actions, "game" or "timed"
-- @treturn table a pack; `ids.action[115]` is the name of an action, and so for "state", "interruption",
-- "environment", "sequence" and "entity"
function json.load(options)
  local read = read_options(options, 2)
  return loading.load(read, document.decoder(2), origins.of_level(2))
end

--- Writes a pack as JSON files, if it has nothing that the format lacks.
-- @tparam table|string pack a pack, the tables of one, or the folder of one
-- @tparam string folder that exists; under LÖVE, in the save directory
-- @treturn[1] table what `load` takes to read them again
-- @treturn[2] nil
-- @treturn[2] string everything that is wrong or does not fit, a line each
-- @treturn[2] {table,...} the same as problems
function json.save(pack, folder)
  if type(pack) ~= "table" and type(pack) ~= "string" then misuse(2, "save takes a pack, not a %s", type(pack)) end
  if type(folder) ~= "string" then misuse(2, "save: the folder must be a text, not a %s", type(folder)) end
  return saving.save(pack, folder, origins.of_level(2))
end

return json
