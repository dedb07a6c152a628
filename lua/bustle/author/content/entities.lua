--- Props and NPCs: state, tags, what they accept and offer, where they are, and what NPCs do and have.
local actions = require "bustle.author.content.actions"
local areas = require "bustle.author.content.areas"
local conduct = require "bustle.author.content.conduct"
local fields = require "bustle.author.content.fields"
local layers = require "bustle.author.content.layers"
local merge = require "bustle.author.content.merge"
local offers = require "bustle.author.content.offers"
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

--- Reads `{ "energy", "sitting", mood = 5 }`: the key's own default, or one that is given.
-- @treturn {table,...} `{ state=, initial= }`
function entities.read_state(build, thing, value)
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
  made.inboxes = actions.resolve_all(build, thing, "inbox", given.inboxes, "inboxes")
  made.memory = fields.read(given.memory or {}, fields.OPTIONS.memory, build:reporter(thing), "memory")
end

-- ---- Entities ----

--- How states of several layers become one list.
entities.STATE = { key = "state", field = "states", by = "state", kind = "state",
  schema = { single = { { keys = { "value" }, fields = { "initial" } } } } }

local SCHEMA = {
  single = { conduct.MAIN },
  lists = {
    { key = "tags", field = "tags" }, { key = "accepts", field = "accepts", kind = "action" },
    { key = "inboxes", field = "inboxes", kind = "inbox" }, conduct.FALLBACK,
  },
  maps = { { key = "memory", field = "memory" } },
  records = {
    entities.STATE, offers.SCHEMA, conduct.ON, conduct.CUES, conduct.REACTS, roles.LISTED,
  },
}
for _, group in ipairs(areas.SINGLE) do table.insert(SCHEMA.single, group) end
for _, list in ipairs(areas.LISTS) do table.insert(SCHEMA.lists, list) end

local function read(build, thing)
  local given = fields.read(thing.value, fields.options(thing), build:reporter(thing))
  local made = { name = thing.qualified, origin = thing.origin, npc = layers.word(thing) == "npc",
    tags = {} }
  for i, tag in ipairs(fields.list(given.tags)) do made.tags[i] = tag end
  made.states = entities.read_state(build, thing, given.state)
  made.accepts = actions.resolve_all(build, thing, "action", given.accepts, "accepts")
  areas.read(build, thing, made, given)
  made.offers = offers.read(build, thing, given.offers)
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
  areas.finish(made, build:reporter(thing))
  made.offers = offers.finish(build, made.offers)
  if made.npc then finish_npc(build, made) end
  build.accepted[made] = {}
  for _, name in ipairs(made.accepts) do build.accepted[made][name] = true end
  keep_tags(build, thing, made.tags)
  build.tables.entities[#build.tables.entities + 1] = made
end

return entities
