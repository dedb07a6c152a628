--- Props, NPCs and places: state, tags, what they accept, and what NPCs do.
local actions = require "bustle.author.content.actions"
local conduct = require "bustle.author.content.conduct"
local fields = require "bustle.author.content.fields"
local layers = require "bustle.author.content.layers"
local merge = require "bustle.author.content.merge"
local roles = require "bustle.author.content.roles"
local vocabulary = require "bustle.author.content.vocabulary"
local keys = require "bustle.common.keys"

local entities = {}

-- ---- State ----

local function add_state(build, thing, spot, name, value, list)
  local found = build:resolve(thing, "state", name, spot)
  if not found then return end
  local initial
  if value ~= nil then
    local text, cure
    initial, text, cure = vocabulary.value(value, build.keys[found])
    if not initial then
      return build:reporter(thing) { code = "bad-initial", spot = ("%s, %s"):format(spot, name), text = text,
        cure = cure }
    end
  end
  list[#list + 1] = { state = found.qualified, initial = initial }
end

-- `{ "energy", "sitting", mood = 5 }`: the key's own default, or one that is given.
local function read_state(build, thing, value)
  local list = {}
  for _, key in ipairs(keys.ordered(value or {})) do
    if type(key) == "string" then
      add_state(build, thing, "state", key, value[key], list)
    elseif type(key) == "number" and type(value[key]) == "string" then
      add_state(build, thing, "state", value[key], nil, list)
    else
      build:reporter(thing) { code = "bad-type", spot = "state", text = ("item %s is no name"):format(tostring(key)),
        cure = 'write { "energy", mood = 5 }' }
    end
  end
  return list
end

-- ---- Tags ----

local function keep_tags(build, thing, tags)
  build.tags[thing.qualified] = tags
  for _, tag in ipairs(tags) do
    build.tagged[tag] = build.tagged[tag] or {}
    local list = build.tagged[tag]
    if list[#list] ~= thing.qualified then list[#list + 1] = thing.qualified end
  end
end

local function accept(build, made, action)
  local accepted = build.accepted[made]
  if accepted[action] then return end
  accepted[action] = true
  made.accepts[#made.accepts + 1] = action
end

--- Lets entities accept the actions that are meant for their tags. Tags belong to no pack, so this waits for all of
-- them.
function entities.accept_by_tag(build)
  local by_name = {}
  for _, made in ipairs(build.tables.entities) do by_name[made.name] = made end
  for _, thing in ipairs(build.order) do
    for _, tag in ipairs(thing.kind == "action" and build.target_tags[thing.qualified] or {}) do
      for _, name in ipairs(build.tagged[tag] or {}) do
        accept(build, by_name[name], thing.qualified)
      end
    end
  end
end

-- ---- NPCs ----

local function read_npc(build, thing, made, given)
  conduct.read(build, thing, made, given)
  made.roles = roles.listed(build, thing, given.roles)
  made.memory = fields.read(given.memory or {}, fields.OPTIONS.memory, build:reporter(thing), "memory")
end

-- ---- Entities ----

-- Static, asked for once per interval, or pushed by the game (S10).
local function finish_position(made, report)
  local static, every = made.static, made.every
  made.static, made.every = nil, nil
  made.position = static and "static" or every and "queried" or "pushed"
  made.position_refresh_ms = fields.milliseconds(every)
  if static and every then
    report { code = "bad-position", text = "it is static, and its position is asked for",
      cure = "leave out static or every" }
  end
end

local SCHEMA = {
  single = {
    { keys = { "static" }, fields = { "static" } }, { keys = { "every" }, fields = { "every" } },
    conduct.MAIN,
  },
  lists = {
    { key = "tags", field = "tags" }, { key = "accepts", field = "accepts", kind = "action" },
    conduct.FALLBACK,
  },
  maps = { { key = "memory", field = "memory" } },
  records = {
    { key = "state", field = "states", by = "state", kind = "state",
      schema = { single = { { keys = { "value" }, fields = { "initial" } } } } },
    conduct.ON, conduct.CUES, conduct.REACTS, roles.LISTED,
  },
}

local function read(build, thing)
  local given = fields.read(thing.value, fields.options(thing), build:reporter(thing))
  local made = { name = thing.qualified, origin = thing.origin, npc = layers.word(thing) == "npc",
    static = given.static, every = given.every, tags = {} }
  for i, tag in ipairs(fields.list(given.tags)) do made.tags[i] = tag end
  made.states = read_state(build, thing, given.state)
  made.accepts = actions.resolve_all(build, thing, "action", given.accepts, "accepts")
  if made.npc then read_npc(build, thing, made, given) end
  return made
end

local function finish_npc(build, made)
  local memory = made.memory or {}
  made.memory = nil
  made.transition_memories, made.action_memories = memory.transitions, memory.actions
  made.interruption_memories = memory.interruptions
  conduct.finish(build, made)
end

--- Adds a prop or NPC to the core's tables, and its tags to what is kept aside.
function entities.add(build, thing)
  local made = merge.read(build, thing, read, SCHEMA)
  finish_position(made, build:reporter(thing))
  if made.npc then finish_npc(build, made) end
  build.accepted[made] = {}
  for _, name in ipairs(made.accepts) do build.accepted[made][name] = true end
  keep_tags(build, thing, made.tags)
  build.tables.entities[#build.tables.entities + 1] = made
end

--- Keeps a place aside: what a pack puts into the world.
function entities.add_place(build, thing)
  local given = fields.read(thing.value, fields.OPTIONS.place, build:reporter(thing))
  local found = build:resolve(thing, "entity", thing.name)
  local states = {}
  for _, state in ipairs(read_state(build, thing, given.state)) do
    if state.initial then states[state.state] = state.initial end
  end
  build.places[#build.places + 1] = { definition = found and found.qualified, name = given.name, x = given.x or 0,
    y = given.y or 0, z = given.z or 0, states = states, origin = thing.origin, pack = thing.pack.name }
  build.placed[thing.origin] = thing
end

--- Adds the places to the core's tables, for content that is compiled.
function entities.list_places(build)
  for _, place in ipairs(build.places) do
    local states = {}
    for i, name in ipairs(keys.names(place.states)) do states[i] = { state = name, initial = place.states[name] } end
    if place.definition then
      local list = build.tables.places
      list[#list + 1] = { definition = place.definition, origin = place.origin, name = place.name, x = place.x,
        y = place.y, z = place.z, states = states }
    end
  end
end

return entities
