--- Places: what packs put into the world, and the links between them (S65). Others can change a place that has a name:
-- `extend "place The Crown" { links = { keeper = "Owen" } }`.
local entities = require "bustle.author.content.entities"
local fields = require "bustle.author.content.fields"
local keys = require "bustle.common.keys"
local merge = require "bustle.author.content.merge"
local name_tables = require "bustle.author.names"
local nearest = require "bustle.common.nearest"
local vocabulary = require "bustle.author.content.vocabulary"

local places = {}

local CURE = 'write links = { seat = { "chair 1", "chair 2" }, keeper = "Owen", regular = { Brian = 3 } }'

-- ---- Links ----

-- The kind that a name means; what follows from what is going on cannot be given.
local function kind_of(build, thing, name)
  if type(name) ~= "string" then
    return build:reporter(thing) { code = "bad-type", spot = "links", cure = CURE,
      text = ("item %s stands beside no kind of links"):format(tostring(name)) }
  end
  if name_tables.BUILT_IN_LINKS[name] then
    return build:reporter(thing) { code = "read-only-link", spot = ("links, %s"):format(name),
      text = "links of this kind follow from what is going on", cure = "declare a kind of your own" }
  end
  return build:resolve(thing, "link", name, "links")
end

-- What a link holds: nil and what is wrong, if it cannot be. That it is within bounds is for the core to say.
local function value_of(given, key)
  local value, text, cure = vocabulary.value(given, key)
  if value and key.flag and value ~= 1 then
    return nil, "links of this kind are or are not", "leave it out, or list the name alone"
  end
  return value, text, cure
end

local function add_end(build, thing, kind, to, value, ends)
  local spot = ("links, %s"):format(kind.name)
  if type(to) ~= "string" or to == "" then
    return build:reporter(thing) { code = "bad-type", spot = spot, text = "it names no place", cure = CURE }
  end
  local number
  if value ~= nil then
    local text, cure
    number, text, cure = value_of(value, build.keys[kind])
    if not number then
      return build:reporter(thing) { code = "bad-link", spot = ("%s, %s"):format(spot, to), text = text, cure = cure }
    end
  end
  ends[#ends + 1] = { name = to, value = number, spot = spot, layer = thing }
end

-- A name, names, or values by name.
local function read_links(build, thing, value)
  local list = {}
  for _, name in ipairs(keys.ordered(value or {})) do
    local kind, given, ends = kind_of(build, thing, name), value[name], {}
    if type(given) ~= "table" then given = { given } end
    for _, key in ipairs(kind and keys.ordered(given) or {}) do
      if type(key) == "number" then
        add_end(build, thing, kind, given[key], nil, ends)
      else
        add_end(build, thing, kind, key, given[key], ends)
      end
    end
    list[#list + 1] = kind and { kind = kind.qualified, ends = ends }
  end
  return list
end

-- ---- Reading ----

local SCHEMA = {
  single = { { keys = { "name" }, fields = { "called" } }, { keys = { "x" }, fields = { "x" } },
    { keys = { "y" }, fields = { "y" } }, { keys = { "z" }, fields = { "z" } } },
  records = {
    entities.STATE,
    { key = "links", field = "links", by = "kind", kind = "link",
      schema = { records = { { field = "ends", by = "name", spot = function(name) return name end,
        schema = { single = { { keys = { "value" }, fields = { "value" } } } } } } } },
  },
}

local function read(build, thing)
  local given = fields.read(thing.value, fields.options(thing), build:reporter(thing))
  return { called = given.name, x = given.x, y = given.y, z = given.z,
    states = entities.read_state(build, thing, given.state), links = read_links(build, thing, given.links) }
end

--- Keeps a place aside: what a pack puts into the world.
function places.add(build, thing)
  local made = merge.read(build, thing, read, SCHEMA)
  local found = build:resolve(thing, "entity", thing.name)
  local states = {}
  for _, state in ipairs(made.states) do
    if state.initial then states[state.state] = state.initial end
  end
  table.insert(build.places, { definition = found and found.qualified, name = made.called, x = made.x or 0,
    y = made.y or 0, z = made.z or 0, states = states, links = made.links, origin = thing.origin,
    pack = thing.pack.name })
  build.placed[thing.origin] = thing
end

-- ---- When all of them are known ----

local function check_end(build, place, to, counts, names)
  local report, count = build:reporter(to.layer), counts[to.name]
  if to.name == place.name then
    report { code = "link-to-itself", spot = to.spot, text = "it leads to the place itself", cure = "link two places" }
  elseif not count then
    report { code = "unknown-place", spot = to.spot, text = ('no place is called "%s"'):format(to.name),
      cure = nearest.question(to.name, names, "give a place that name") }
  elseif count > 1 then
    report { code = "ambiguous-place", spot = to.spot, text = ('%d places are called "%s"'):format(count, to.name),
      cure = "give the one that is meant a name of its own" }
  end
end

--- Checks where links lead, when all places are known, and leaves them as the core takes them.
function places.check_links(build)
  local counts = {}
  for _, place in ipairs(build.places) do
    if place.name then counts[place.name] = (counts[place.name] or 0) + 1 end
  end
  local names = keys.names(counts)
  for _, place in ipairs(build.places) do
    local links = {}
    for _, each in ipairs(place.links) do
      for _, to in ipairs(each.ends) do
        check_end(build, place, to, counts, names)
        links[#links + 1] = { link = each.kind, to = to.name, value = to.value }
      end
    end
    place.links = links
  end
end

--- Adds the places to the core's tables, for content that is compiled.
function places.list(build)
  for _, place in ipairs(build.places) do
    local states = {}
    for i, name in ipairs(keys.names(place.states)) do states[i] = { state = name, initial = place.states[name] } end
    if place.definition then
      local list = build.tables.places
      list[#list + 1] = { definition = place.definition, origin = place.origin, name = place.name, x = place.x,
        y = place.y, z = place.z, states = states, links = place.links }
    end
  end
end

return places
