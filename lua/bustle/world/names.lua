--- What the core knows by number and people by name, both ways, for one world.
--
-- The game reads a name as it would write it: without its pack where that is clear, as `pack.name` where two of its
-- packs have it.
local nearest = require "bustle.common.nearest"
local vocabulary = require "bustle.author.content.vocabulary"

local names = {}

local Names = {}
Names.__index = Names

local KINDS = { "environment", "link", "inbox", "interruption", "action", "sequence", "plan", "role", "scene",
  "entity" }

local function show_all(compiled, kind)
  local shown = {}
  for id = 0, compiled.content:count(kind) - 1 do
    local qualified = compiled.content:name(kind, id)
    local thing = compiled:thing(kind, qualified)
    shown[id] = thing and compiled:resolve(kind, thing.name) == qualified and thing.name or qualified
  end
  return shown
end

-- Cues belong to whoever has them, and are nothing by themselves: the pack is left out where only one has the name.
local function show_cues(compiled)
  local shown, count = {}, {}
  for id = 0, compiled.content:count "cue" - 1 do
    local name = compiled.content:name("cue", id):match("%.(.*)$")
    count[name] = (count[name] or 0) + 1
  end
  for id = 0, compiled.content:count "cue" - 1 do
    local qualified = compiled.content:name("cue", id)
    local name = qualified:match("%.(.*)$")
    shown[id] = count[name] == 1 and name or qualified
  end
  return shown
end

-- What all packs share the names of, and what is said of a name that nothing has.
local SHARED = { offer = 'nothing offers "%s"%s', meeting = 'nobody meets under "%s"%s' }

local function show_shared(compiled, kind)
  local shown = {}
  for id = 0, compiled.content:count(kind) - 1 do shown[id] = compiled.content:name(kind, id) end
  return shown
end

-- Actions that show nothing show this.
local NOTHING = setmetatable({}, {
  __newindex = function() error("what an action shows cannot be changed", 2) end,
})

-- What the core does not know of each action, by its id.
local function read_actions(self)
  local compiled = self.compiled
  for _, made in ipairs(compiled.tables.actions) do
    local id = compiled.content:find("action", made.name)
    self.actions[id] = { name = self.shown.action[id], qualified = made.name,
      pack = compiled:thing("action", made.name).pack.name, tags = compiled.action_tags[made.name],
      show = compiled.show[made.name] or NOTHING, travel = made.speed ~= nil or made.speed_state ~= nil }
  end
end

-- What is known of each definition of an entity, by its id.
local function read_definitions(self)
  local compiled = self.compiled
  for _, made in ipairs(compiled.tables.entities) do
    local id = compiled.content:find("entity", made.name)
    local tags, has = {}, {}
    for _, state in ipairs(made.states) do has[compiled.content:find("state", state.state)] = true end
    for _, tag in ipairs(compiled.tags[made.name] or {}) do tags[tag] = true end
    self.definitions[id] = { id = id, name = self.shown.entity[id], npc = made.npc, position = made.position,
      tags = tags, has = has, keys = self:keys("state", compiled:thing("entity", made.name).pack.name) }
  end
end

-- What is known of each kind of links, by its id: whether it is or is not, or has a value.
local function read_links(self)
  for _, made in ipairs(self.compiled.tables.links or {}) do
    local id = self.content:find("link", made.name)
    self.links[id] = { id = id, name = self.shown.link[id], flag = made.flag ~= false }
  end
end

--- The names of a world.
-- @tparam table compiled of `content.compile`
-- @treturn table with `shown` (names by kind and id), `actions`, `definitions` and `links` (by id)
function names.new(compiled)
  local self = setmetatable({ compiled = compiled, content = compiled.content, shown = {}, ids = {}, actions = {},
    definitions = {}, links = {}, paths = {}, entries = { state = {}, environment = {} },
    by_pack = { state = {}, environment = {} } }, Names)
  for _, kind in ipairs(KINDS) do
    self.shown[kind] = show_all(compiled, kind)
    self.ids[kind] = {}
  end
  self.shown.cue = show_cues(compiled)
  for kind in pairs(SHARED) do self.shown[kind], self.ids[kind] = show_shared(compiled, kind), {} end
  read_links(self)
  read_actions(self)
  read_definitions(self)
  return self
end

-- The full name of what the game calls so; nil and why there is none.
local function full_name(self, kind, name)
  if not SHARED[kind] then return self.compiled:resolve(kind, name) end
  if self.content:find(kind, name) then return name end
  local known = {}
  for id = 0, self.content:count(kind) - 1 do known[id + 1] = self.shown[kind][id] end
  local question = nearest.question(name, known)
  return nil, SHARED[kind]:format(name, question and (" (%s)"):format(question) or "")
end

--- The id of what the game calls by a name; raises if there is none.
-- @tparam string kind
-- @param name
-- @tparam number level as in `error`
-- @treturn number
function Names:id(kind, name, level)
  local id = self.ids[kind][name]
  if id then return id end
  if type(name) ~= "string" then
    error(("the %s must be named by a string, not a %s"):format(kind, type(name)), level + 1)
  end
  local qualified, problem = full_name(self, kind, name)
  if not qualified then error(problem, level + 1) end
  id = self.content:find(kind, qualified)
  self.ids[kind][name] = id
  return id
end

-- ---- Keys: state and environment values ----

-- `{ id=, name=, flag=, values= }`, the same one however it is written.
local function entry_of(self, kind, qualified)
  local entries = self.entries[kind]
  if not entries[qualified] then
    local key = self.compiled.keys[kind][qualified]
    entries[qualified] = { id = self.content:find(kind, qualified), name = qualified, flag = key.flag,
      values = key.values }
  end
  return entries[qualified]
end

--- Keys by the names that a pack, or the game, gives them.
-- @tparam string kind "state" or "environment"
-- @tparam[opt] string pack nil: the game
-- @treturn table a map that finds and keeps them; nil where there is none
function Names:keys(kind, pack)
  local by_pack = self.by_pack[kind]
  local index = pack or ""
  if not by_pack[index] then
    by_pack[index] = setmetatable({}, { __index = function(known, name)
      local qualified = type(name) == "string" and self.compiled:resolve(kind, name, pack)
      if not qualified then return nil end
      known[name] = entry_of(self, kind, qualified)
      return known[name]
    end, pack = pack or false, kind = kind })
  end
  return by_pack[index]
end

--- Why such a map has no key of that name.
-- @tparam table map of `Names:keys`
-- @param name
-- @treturn string
function Names:explain(map, name)
  local about = getmetatable(map)
  if type(name) ~= "string" then
    return ("the %s must be named by a string, not a %s"):format(about.kind, type(name))
  end
  local _, problem = self.compiled:resolve(about.kind, name, about.pack or nil)
  return problem
end

--- A value as Lua sees it: a boolean for a flag, a name for a named value.
-- @tparam table key
-- @tparam number value
function names.to_lua(key, value)
  if key.flag then return value ~= 0 end
  local values = key.values
  if values then return values[value + 1] end
  return value
end

--- A value as the core takes it.
-- @tparam table key
-- @param value
-- @treturn[1] number finite; the core rounds and clamps it
-- @treturn[2] nil
-- @treturn[2] string what is wrong
function names.to_core(key, value)
  if type(value) == "number" then
    if value - value == 0 then return value end
    return nil, ("it cannot be %s"):format(tostring(value))
  end
  local number, text, cure = vocabulary.value(value, key)
  if number then return number end
  return nil, cure and ("%s (%s)"):format(text, cure) or text
end

return names
