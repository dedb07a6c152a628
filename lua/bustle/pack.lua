--- Packs: named collections of definitions, as they were written. They are only gathered here; `bustle.content` finds
-- out what they mean.
--
--     local market = bustle.pack {
--       name = "market", depends = { "common" },
--       states = { "sitting", energy = { default = 6, min = 0, max = 10 } },
--       env = { weather = { every = 5, values = { "sunny", "rainy" } } },
--       interruptions = { "player_shouts", rain_starts = { when = "env.weather == 'rainy'" } },
--       constants = { nearby = 41 },
--       actions = { nap = { duration = 30, targets = "seat", when = "distance < nearby" } },
--       sequences = { rest = { entry = "nap", nap = { action = "nap", to = "END" } } },
--       props = { bench = { static = true, tags = { "seat" } } },
--       npcs = { visitor = { main = "rest", state = { "energy" } } },
--       places = { { "bench", name = "by the well", x = 40, y = 12 } },
--     }
local lexer = require "bustle.expression.lexer"
local keys = require "bustle.keys"
local nearest = require "bustle.nearest"
local origins = require "bustle.origin"
local problems = require "bustle.problems"

local pack = {}

local Pack = {}
Pack.__index = Pack

-- The declaring words: the kind of thing that each makes, and the key for a whole table of them.
local WORDS = {
  state = { kind = "state", key = "states", plain = true },
  env = { kind = "environment", key = "env", plain = true },
  interruption = { kind = "interruption", key = "interruptions", plain = true },
  constant = { kind = "constant", key = "constants" },
  action = { kind = "action", key = "actions" },
  sequence = { kind = "sequence", key = "sequences" },
  prop = { kind = "entity", key = "props" },
  npc = { kind = "entity", key = "npcs" },
  place = { kind = "place", key = "places" },
}

-- Names of these kinds are written in expressions, so they have to be words.
local IN_EXPRESSIONS = { state = true, environment = true, interruption = true, constant = true }

-- A constant stands alone in an expression, a pack's name at its beginning: there these mean something else.
local TAKEN = {
  self = true, target = true, env = true, distance = true, now = true, raise = true, on = true,
  ["and"] = true, ["or"] = true, ["not"] = true, ["true"] = true, ["false"] = true,
}

local MANIFEST = { "name", "version", "title", "depends" }

-- ---- Reporting ----

local function report(self, thing, found)
  problems.add(self.problems, thing, found)
end

local function report_self(self, code, text, cure, spot)
  report(self, self.thing, { code = code, text = text, cure = cure, spot = spot })
end

-- ---- Declaring ----

local function name_problem(kind, name)
  if type(name) ~= "string" then return ("its name is a %s"):format(type(name)), "give it a text as a name" end
  if name == "" then return "its name is empty", "give it a name" end
  if name:find("%c") then return "its name has a control character", "use letters, digits and _" end
  if name:find(".", 1, true) then
    return "its name has a dot", "the dot stands between a pack and its names"
  end
  if IN_EXPRESSIONS[kind] and not lexer.is_word(name) then
    return "its name cannot be written in an expression", "use letters, digits and _"
  end
  if kind == "constant" and TAKEN[name] then return "its name means something in expressions", "name it otherwise" end
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
-- @tparam string word "state", "env", "interruption", "constant", "action", "sequence", "prop", "npc" or "place"
-- @tparam string name for a place: the definition of what stands there
-- @param value a table; for a constant, a number or boolean
-- @tparam[opt] string origin "file:line"
function Pack:declare(word, name, value, origin)
  local kind = WORDS[word].kind
  local thing = { kind = kind, word = word, name = tostring(name), pack = self, value = value,
    qualified = ("%s.%s"):format(self.name, tostring(name)), origin = origin }
  local text, cure
  if kind ~= "place" then text, cure = name_problem(kind, name) end
  if text then return report(self, thing, { code = "bad-name", text = text, cure = cure }) end
  check_duplicate(self, thing)
  self.things[#self.things + 1] = thing
end

-- ---- Manifest ----

local function check_name(self, name)
  if name == nil then return report_self(self, "bad-name", "it has no name", "give it a name") end
  if type(name) ~= "string" or not lexer.is_word(name) then
    return report_self(self, "bad-name", "its name cannot be written in an expression", "use letters, digits and _")
  end
  if TAKEN[name] then report_self(self, "bad-name", "its name means something in expressions", "name it otherwise") end
end

local function check_text(self, key, value)
  if value ~= nil and type(value) ~= "string" then
    report_self(self, "bad-type", ("%s is a %s"):format(key, type(value)), "give a text")
  end
end

-- "common >= 1.0": the name, and the versions that will do. Whether they do is for whoever loads packs to say.
local function read_depends(self, value)
  local list = {}
  if value == nil then return list end
  if type(value) == "string" then value = { value } end
  if type(value) ~= "table" then
    report_self(self, "bad-type", ("depends is a %s"):format(type(value)), "list the names of packs")
    return list
  end
  for i, text in ipairs(value) do
    local name, versions = tostring(text):match("^%s*([^%s<>=~^]+)%s*(.-)%s*$")
    if type(text) ~= "string" or not name then
      report_self(self, "bad-type", ("depends, item %d is no name of a pack"):format(i), 'such as "common >= 1.0"')
    else
      list[#list + 1] = { name = name, versions = versions ~= "" and versions or nil }
    end
  end
  return list
end

--- A pack without definitions yet.
-- @tparam table manifest `{ name=, version=, title=, depends= }`
-- @tparam[opt] string origin "file:line"
-- @treturn table with `name`, `depends`, `things`, `problems` and the method `declare`
function pack.new(manifest, origin)
  local name = type(manifest.name) == "string" and manifest.name:gsub("%c", "?") or "?"
  local self = setmetatable({
    name = name, version = manifest.version, title = manifest.title, origin = origin, things = {}, problems = {},
    thing = { kind = "pack", word = "pack", name = name, qualified = name, origin = origin }, named = {},
  }, Pack)
  for _, word in pairs(WORDS) do self.named[word.kind] = {} end
  check_name(self, manifest.name)
  check_text(self, "version", manifest.version)
  check_text(self, "title", manifest.title)
  self.depends = read_depends(self, manifest.depends)
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

local function word_of_key(key)
  for word, made in pairs(WORDS) do
    if made.key == key then return word end
  end
end

local function known_keys()
  local list = { MANIFEST[1], MANIFEST[2], MANIFEST[3], MANIFEST[4] }
  for _, word in ipairs(keys.names(WORDS)) do list[#list + 1] = WORDS[word].key end
  return list
end

local function is_manifest(key)
  for _, known in ipairs(MANIFEST) do
    if key == known then return true end
  end
  return false
end

--- Makes a pack of plain tables. This is `bustle.pack`.
-- @tparam table fields the manifest's, and `states`, `env`, `interruptions`, `constants`, `actions`, `sequences`,
-- `props`, `npcs` (maps of definitions by name), `places` (a list)
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
    elseif not is_manifest(key) then
      report_self(self, "unknown-key", ("unknown key %s"):format(type(key) == "string" and ('"%s"'):format(key)
        or tostring(key)), nearest.question(tostring(key), known_keys()))
    end
  end
  return self
end

--- Whether something is a pack.
function pack.is_pack(value)
  return getmetatable(value) == Pack
end

return pack
