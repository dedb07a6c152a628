--- Packs: named collections of definitions, as they were written. They are only gathered here;
-- `bustle.author.content` finds out what they mean.
--
--     local market = bustle.pack {
--       name = "market", depends = { "common" },
--       states = { "sitting", energy = { default = 6, min = 0, max = 10 } },
--       links = { "home", trust = { min = -10, max = 10 } },
--       inboxes = { orders = { limit = 16 } },
--       env = { weather = { every = 5, values = { "sunny", "rainy" } } },
--       interruptions = { "player_shouts", rain_starts = { when = "env.weather == 'rainy'" } },
--       constants = { nearby = 41 },
--       actions = { nap = { duration = 30, targets = "seat", when = "distance < nearby" } },
--       sequences = { rest = { entry = "nap", nap = { action = "nap", to = "END" } } },
--       plans = { short_day = { { "06:00", "22:00", "rest" } } },
--       props = { bench = { static = true, tags = { "seat" } } },
--       npcs = { visitor = { main = "rest", state = { "energy" } } },
--       places = { { "bench", name = "by the well", x = 40, y = 12 } },
--       extend = { ["common.cat"] = { tags = { "pet" } } },
--     }
local core = require "bustle.core"
local keys = require "bustle.common.keys"
local manifest = require "bustle.packs.manifest"
local name_tables = require "bustle.author.names"
local origins = require "bustle.author.origin"
local problems = require "bustle.problems"

local pack = {}

local Pack = {}
Pack.__index = Pack

-- The declaring words: the kind of thing that each makes, and the key for a whole table of them.
local WORDS = {
  state = { kind = "state", key = "states", plain = true },
  env = { kind = "environment", key = "env", plain = true },
  link = { kind = "link", key = "links", plain = true },
  inbox = { kind = "inbox", key = "inboxes", plain = true },
  interruption = { kind = "interruption", key = "interruptions", plain = true },
  constant = { kind = "constant", key = "constants" },
  action = { kind = "action", key = "actions" },
  sequence = { kind = "sequence", key = "sequences" },
  plan = { kind = "plan", key = "plans" },
  role = { kind = "role", key = "roles" },
  scene = { kind = "scene", key = "scenes" },
  prop = { kind = "entity", key = "props" },
  npc = { kind = "entity", key = "npcs" },
  place = { kind = "place", key = "places" },
}

-- Names of these kinds are written in expressions, so they have to be words.
local IN_EXPRESSIONS = { state = true, environment = true, link = true, inbox = true, interruption = true,
  constant = true }

-- What a word of a path, or the target of an action, would be taken for.
local IN_PATHS = { area = true, of = true, ["in"] = true, same = true, any = true, within = true, ["END"] = true }

-- Words that change what is declared elsewhere; they are keys of plain tables too.
local CHANGES = { extend = true, replace = true }

-- ---- Reporting ----

local function report(self, thing, found)
  problems.add(self.problems, thing, found)
end

local function report_self(self, code, text, cure)
  report(self, self.thing, { code = code, text = text, cure = cure })
end

-- ---- Declaring ----

-- What is wrong with a name is told with the name, unless that would differ from run to run.
local SHOWN = { string = true, number = true, boolean = true }

local function name_problem(kind, name)
  if type(name) ~= "string" then return ("its name is a %s"):format(type(name)), "give it a text as a name" end
  if name == "" then return "its name is empty", "give it a name" end
  if name:find("%c") then return "its name has a control character", "use letters, digits and _" end
  if name:find(".", 1, true) then
    return "its name has a dot", "the dot stands between a pack and its names"
  end
  if IN_EXPRESSIONS[kind] and not core.is_word(name) then
    return "its name cannot be written in an expression", "use letters, digits and _"
  end
  if kind == "constant" and manifest.TAKEN[name] then
    return "its name means something in expressions", "name it otherwise"
  end
  if kind == "link" and (manifest.TAKEN[name] or IN_PATHS[name] or name_tables.BUILT_IN_LINKS[name]) then
    return "its name means something in paths", "name it otherwise"
  end
end

local function check_duplicate(self, thing)
  if thing.kind == "place" then return end
  local first = self.named[thing.kind][thing.name]
  if first then
    report(self, thing, { code = "duplicate-name", cure = "rename one of the two",
      text = ("there is another %s of this name%s"):format(first.word, first.origin and " at " .. first.origin or "") })
  else
    self.named[thing.kind][thing.name] = thing
  end
end

--- Adds a definition. What is in it is checked when the pack is compiled.
-- @tparam string word one of `pack.WORDS`
-- @tparam string name for a place: the definition of what stands there
-- @param value a table; for a constant, a number or boolean
-- @tparam[opt] string origin "file:line"
function Pack:declare(word, name, value, origin)
  local kind = WORDS[word].kind
  local shown = SHOWN[type(name)] and tostring(name) or "?"
  local thing = { kind = kind, word = word, name = shown, pack = self, value = value,
    qualified = ("%s.%s"):format(self.name, shown), origin = origin }
  local text, cure
  if kind ~= "place" then text, cure = name_problem(kind, name) end
  if text then return report(self, thing, { code = "bad-name", text = text, cure = cure }) end
  check_duplicate(self, thing)
  self.things[#self.things + 1] = thing
end

--- Adds a change to a definition, of another pack or its own. What is meant and what becomes of it is found out when
-- the packs are compiled.
-- @tparam string word "extend" or "replace"
-- @tparam string name "market.visitor", "visitor", or with the word for it where that is not clear: "npc visitor"
-- @param value what the declaring word takes, and `remove`
-- @tparam[opt] string origin "file:line"
function Pack:change(word, name, value, origin)
  local shown = SHOWN[type(name)] and tostring(name) or "?"
  local change = { kind = "change", word = word, name = shown, qualified = shown, pack = self, value = value,
    origin = origin }
  if type(name) ~= "string" or name == "" or name:find("%c") then
    return report(self, change, { code = "bad-name", text = "it names nothing that could be changed",
      cure = 'such as "market.visitor"' })
  end
  self.changes[#self.changes + 1] = change
end

--- A pack without definitions yet.
-- @tparam table fields the manifest: `{ name=, version=, title=, authors=, bustle=, depends=, optional=, conflicts=,
-- stand_ins= }`
-- @tparam[opt] string origin "file:line"
-- @tparam[opt] function origin_of gives the origin of a key of the manifest
-- @treturn table with `name`, what `bustle.packs.manifest` reads, `things`, `changes`, `problems`, and the methods
-- `declare` and `change`
function pack.new(fields, origin, origin_of)
  local name = type(fields.name) == "string" and fields.name:sub(1, 100):gsub("%c", "?") or "?"
  local self = setmetatable({
    name = name, origin = origin, things = {}, changes = {}, problems = {},
    thing = { kind = "pack", word = "pack", name = name, qualified = name, origin = origin }, named = {},
  }, Pack)
  self.thing.pack = self
  for _, word in pairs(WORDS) do self.named[word.kind] = {} end
  self.origin_of = origin_of or function() return origin end
  local read = manifest.read(fields, function(found)
    found.origin = self.origin_of(found.key)
    report(self, self.thing, found)
  end)
  for key, value in pairs(read) do self[key] = value end
  return self
end

-- ---- Plain tables ----

local function declare_place(self, value, index, origin)
  if type(value) ~= "table" or type(value[1]) ~= "string" then
    return report_self(self, "bad-type", ("places, item %s names no prop or npc"):format(tostring(index)),
      'write { "bench", x = 40, y = 12 }')
  end
  local rest = {}
  for key, field in pairs(value) do
    if key ~= 1 then rest[key] = field end
  end
  self:declare("place", value[1], rest, origin)
end

local function declare_item(self, word, key, value, origin)
  if word == "place" then return declare_place(self, value, key, origin) end
  if type(key) ~= "number" then return self:declare(word, key, value, origin) end
  if WORDS[word].plain and type(value) == "string" then return self:declare(word, value, {}, origin) end
  report_self(self, "bad-type", ("%s, item %s has no name"):format(WORDS[word].key, tostring(key)),
    "write name = { ... }")
end

local function declare_all(self, word, map, origin)
  if type(map) ~= "table" then
    return report_self(self, "bad-type", ("%s is a %s"):format(WORDS[word].key, type(map)), "give a table")
  end
  for _, key in ipairs(keys.ordered(map)) do declare_item(self, word, key, map[key], origin) end
end

local function change_all(self, word, map, origin)
  if type(map) ~= "table" then
    return report_self(self, "bad-type", ("%s is a %s"):format(word, type(map)), "give a table")
  end
  for _, key in ipairs(keys.ordered(map)) do self:change(word, key, map[key], origin) end
end

local function word_of_key(key)
  for word, made in pairs(WORDS) do
    if made.key == key then return word end
  end
end

local function known_keys()
  local known = {}
  for key in pairs(manifest.KEYS) do known[key] = true end
  for _, word in pairs(WORDS) do known[word.key] = true end
  for word in pairs(CHANGES) do known[word] = true end
  return keys.names(known)
end

--- Makes a pack of plain tables. This is `bustle.pack`.
-- @tparam table fields the manifest's, and `states`, `env`, `links`, `inboxes`, `interruptions`, `constants`,
-- `actions`, `sequences`, `plans`, `roles`, `scenes`, `props`, `npcs` (maps of definitions by name), `places` (a list),
-- `extend` and `replace` (maps of changes)
-- @tparam[opt] string origin "file:line"; nil: where it is called
-- @treturn table a pack, for `packs` of `bustle.world`; its mistakes are told when it is compiled
function pack.from_table(fields, origin)
  if type(fields) ~= "table" then
    error(("bustle.pack takes a table, not a %s"):format(type(fields)), 2)
  end
  origin = origin or origins.of_level(2)
  local self = pack.new(fields, origin)
  -- It is the game's own code that holds the tables, so its functions may see the game's own objects.
  self.by_game = true
  for _, key in ipairs(keys.ordered(fields)) do
    local word = word_of_key(key)
    if word then
      declare_all(self, word, fields[key], origin)
    elseif CHANGES[key] then
      change_all(self, key, fields[key], origin)
    elseif not manifest.KEYS[key] then
      manifest.refuse_key(key, known_keys(), function(found) report(self, self.thing, found) end)
    end
  end
  return self
end

--- The declaring words, in byte order.
pack.WORDS = keys.names(WORDS)

--- Whether something is a pack.
function pack.is_pack(value)
  return getmetatable(value) == Pack
end

return pack
