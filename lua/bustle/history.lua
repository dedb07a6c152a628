--- Who defined a thing and who changed it: packs, files and lines, and what each of them set. For people who wonder why
-- something is as it is.
local keys = require "bustle.common.keys"
local layers = require "bustle.author.content.layers"
local name_tables = require "bustle.author.names"

local history = {}

-- ---- What a layer sets ----

local function add_inner(list, key, value)
  local any = false
  for _, inner in ipairs(keys.names(value)) do
    list[#list + 1] = ("%s.%s"):format(key, inner)
    any = true
  end
  if not any then list[#list + 1] = key end
end

-- "row 2" of a scene; "06:00-07:00 breakfast" of a plan, whose entries are told from each other by what they say.
local function name_in_list(word, key, value)
  if word == "plan" and type(value) == "table" then
    return ("%s-%s %s"):format(tostring(value[1]), tostring(value[2]), tostring(value[3]))
  end
  return ("row %.14g"):format(key)
end

-- "duration", "on.flood", "rest.to", "row 2": the keys as the author wrote them. Rows of scenes and entries of plans
-- stand under numbers.
local function keys_of(value, word)
  local list = {}
  if type(value) ~= "table" then return list end
  for _, key in ipairs(keys.names(value)) do
    if type(value[key]) == "table" then
      add_inner(list, key, value[key])
    else
      list[#list + 1] = key
    end
  end
  for _, key in ipairs(keys.ordered(value)) do
    if type(key) == "number" then list[#list + 1] = name_in_list(word, key, value[key]) end
  end
  return list
end

local function step_of(layer, word)
  local file, line = (layer.origin or ""):match("^(.*):(%d+)$")
  return { word = layer.word, pack = layer.pack.name, version = layer.pack.version, origin = layer.origin,
    file = file or layer.origin, line = tonumber(line), sets = keys_of(layer.value, word) }
end

-- ---- Finding ----

local function view_of(packs, given)
  local view = { depends = {} }
  for i, pack in ipairs(given or packs) do view.depends[i] = { name = given and pack or pack.name } end
  return view
end

local function silent()
  return function() end
end

--- The history of all things that a name can mean: an action and a sequence may share one.
-- @tparam {table,...} packs in load order, as in a set of `bustle.packs`
-- @tparam string name "market.visitor", "visitor", or with its word: "npc market.visitor", "place The Crown"
-- @tparam[opt] {string,...} given the names of the packs in which a name without a pack is looked up first; nil: all
-- @treturn[1] {table,...} `{ kind=, word=, name=, steps= }`; the first step is the definition, the others are changes:
-- `{ word=, pack=, version=, origin=, file=, line=, sets= }`
-- @treturn[2] nil
-- @treturn[2] string what is wrong with the name
function history.of(packs, name, given)
  local names = name_tables.new(packs)
  local found, problem = layers.meanings(names, name, view_of(packs, given))
  if #found == 0 then
    return nil, problem.cure and ("%s (%s)"):format(problem.text, problem.cure) or problem.text
  end
  local changed = layers.read({ names = names, reporter = silent }, packs)
  local list = {}
  for i, thing in ipairs(found) do
    list[i] = { kind = thing.kind, word = thing.word, steps = {},
      name = thing.kind == "place" and thing.value.name or thing.qualified }
    for _, layer in ipairs(changed[thing] or { thing }) do table.insert(list[i].steps, step_of(layer, thing.word)) end
  end
  return list
end

return history
