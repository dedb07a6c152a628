--- What a pack says of itself: its name and version, what it needs, what it cannot be with. `bustle.packs.order` finds
-- out whether what it needs is there.
local keys = require "bustle.common.keys"
local core = require "bustle.core"
local nearest = require "bustle.common.nearest"
local versions = require "bustle.packs.versions"

local manifest = {}

--- What a name at the beginning of an expression would be taken for.
manifest.TAKEN = {
  self = true, target = true, env = true, distance = true, now = true, raise = true, on = true,
  ["and"] = true, ["or"] = true, ["not"] = true, ["true"] = true, ["false"] = true,
}

local LONGEST_NAME = 100

local function check_name(name, report)
  if name == nil then
    return report { key = "name", code = "bad-name", text = "it has no name", cure = "give it a name" }
  end
  if type(name) ~= "string" or not core.is_word(name) then
    return report { key = "name", code = "bad-name", text = "its name cannot be written in an expression",
      cure = "use letters, digits and _" }
  end
  if #name > LONGEST_NAME then
    return report { key = "name", code = "bad-name", text = ("its name has %d letters"):format(#name),
      cure = ("%d are enough"):format(LONGEST_NAME) }
  end
  if manifest.TAKEN[name] then
    report { key = "name", code = "bad-name", text = "its name means something in expressions",
      cure = "name it otherwise" }
  end
end

local function text_of(key, value, report)
  if value == nil or type(value) == "string" then return value end
  report { key = key, code = "bad-type", text = ("%s is a %s"):format(key, type(value)), cure = "give a text" }
end

local function version_of(value, report)
  local text = text_of("version", value, report)
  if not text then return nil end
  local parsed = versions.parse(text)
  if not parsed then
    report { key = "version", code = "bad-version", text = ('"%s" is no version'):format(text:gsub("%c", "?")),
      cure = 'such as "1.4.0"' }
  end
  return text, parsed
end

local function range_of(text, key, spot, report)
  local range = versions.range(text)
  if range then return range end
  report { key = key, code = "bad-version", spot = spot,
    text = ('"%s" is no range of versions'):format(text:gsub("%c", "?")), cure = 'such as ">= 1.0, < 2.0"' }
end

-- A text or a list of texts, as a list of `{ index=, text= }`; what is wrong is told.
local function texts_of(key, value, report, what, cure)
  local list = {}
  if value == nil then return list end
  if type(value) == "string" then value = { value } end
  if type(value) ~= "table" then
    report { key = key, code = "bad-type", text = ("%s is a %s"):format(key, type(value)),
      cure = ("list the %s"):format(what.list) }
    return list
  end
  for _, index in ipairs(keys.ordered(value)) do
    if type(index) == "number" and type(value[index]) == "string" then
      list[#list + 1] = { index = index, text = value[index] }
    else
      report { key = key, code = "bad-type", cure = cure,
        text = ("%s, item %s is no name of %s"):format(key, tostring(index), what.one) }
    end
  end
  return list
end

local PACKS = { list = "names of packs", one = "a pack" }
local PEOPLE = { list = "names of the authors", one = "an author" }

-- "common >= 1.0": `{ name=, versions=, range= }`.
local function packs_of(key, value, report, made)
  for _, item in ipairs(texts_of(key, value, report, PACKS, 'such as "common >= 1.0"')) do
    local name, rest = (item.text:match("^.*%S") or ""):match("^%s*([^%s<>=~^,]+)%s*(.*)$")
    if not name or not core.is_word(name) then
      report { key = key, code = "bad-type", cure = 'such as "common >= 1.0"',
        text = ("%s, item %s is no name of a pack"):format(key, tostring(item.index)) }
    else
      local range = rest ~= "" and range_of(rest, key, ("%s, %s"):format(key, name), report) or nil
      made[#made + 1] = { name = name, versions = rest ~= "" and rest or nil, range = range,
        optional = key == "optional" or nil }
    end
  end
  return made
end

-- ---- Stand-ins ----

local STANDS_IN = { boolean = true, number = true, string = true, table = true }
local DEEPEST_STAND_IN = 8

-- What a value is that stands in for something of the game: itself, or a table of such. `spot` is where it is written.
local function stand_in_of(value, spot, depth, report)
  if not STANDS_IN[type(value)] or depth > DEEPEST_STAND_IN then
    return report { key = "stand_ins", code = "bad-type", spot = spot,
      cure = 'give a value, such as 4 or { bread = 4 }; for a function ["price_of()"] = 4',
      text = depth > DEEPEST_STAND_IN and "it is too deep" or ("it is a %s"):format(type(value)) }
  end
  if type(value) ~= "table" then return value end
  local made = {}
  for _, name in ipairs(keys.ordered(value)) do
    local word = type(name) == "string" and name:gsub("%(%)$", "")
    if word and core.is_word(word) then
      made[name] = stand_in_of(value[name], ("%s, %s"):format(spot, name), depth + 1, report)
    else
      report { key = "stand_ins", code = "bad-name", spot = spot, cure = 'such as prices = ... or ["price_of()"] = ...',
        text = ("%s is no name of what a game exposes"):format(
          type(name) == "string" and ('"%s"'):format(name:gsub("%c", "?")) or tostring(name)) }
    end
  end
  return made
end

local function stand_ins_of(value, report)
  if value == nil then return {} end
  if type(value) == "table" then return stand_in_of(value, "stand_ins", 0, report) end
  report { key = "stand_ins", code = "bad-type", text = ("stand_ins is a %s"):format(type(value)),
    cure = "give a table of values by name" }
end

--- The keys of a manifest.
manifest.KEYS = { name = true, version = true, title = true, authors = true, bustle = true, depends = true,
  optional = true, conflicts = true, stand_ins = true }

--- Reads a manifest: what is right is kept, what is wrong is reported.
-- @tparam table fields
-- @tparam function report takes `{ key=, code=, spot=, text=, cure= }`
-- @treturn table `version`, `parsed_version`, `title`, `authors`, `bustle`, `depends` (the optional ones among them),
-- `conflicts`, `stand_ins` (what takes the place of what a game exposes, where there is none: values by name; under
-- "name()" the value that a function returns)
function manifest.read(fields, report)
  check_name(fields.name, report)
  local made = { title = text_of("title", fields.title, report), authors = {} }
  for i, item in ipairs(texts_of("authors", fields.authors, report, PEOPLE, "list texts")) do
    made.authors[i] = item.text
  end
  made.version, made.parsed_version = version_of(fields.version, report)
  local needed = text_of("bustle", fields.bustle, report)
  made.bustle = needed and { versions = needed, range = range_of(needed, "bustle", "bustle", report) }
  made.depends = packs_of("optional", fields.optional, report, packs_of("depends", fields.depends, report, {}))
  made.conflicts = packs_of("conflicts", fields.conflicts, report, {})
  made.stand_ins = stand_ins_of(fields.stand_ins, report)
  return made
end

--- Reports a key that is none of a manifest.
-- @param key
-- @tparam {string,...} known
-- @tparam function report
-- @tparam[opt] string otherwise the cure where no key is near
function manifest.refuse_key(key, known, report, otherwise)
  report { code = "unknown-key", cure = nearest.question(tostring(key), known, otherwise),
    text = ("unknown key %s"):format(type(key) == "string" and ('"%s"'):format(key:gsub("%c", "?")) or tostring(key)) }
end

return manifest
