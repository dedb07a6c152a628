--- The keys that definitions may have, and the type of each. Reading a definition returns a copy with what is right and
-- reports what is wrong, so that everything after this can rely on types.
local keys = require "bustle.common.keys"
local nearest = require "bustle.common.nearest"

local fields = {}

--- Whether something is a whole number of 32 bits.
-- @treturn boolean
function fields.is_whole(value)
  return type(value) == "number" and value == math.floor(value) and value >= -2147483648 and value <= 2147483647
end

-- ---- Types ----

-- Each returns nothing if the value will do, else what is wrong with it and the cure. A text in place of a number is
-- told with what it is, a number with what it holds.

local function instead(value)
  return ("is a %s"):format(type(value))
end

local function only(kind, cure)
  return function(value)
    if type(value) ~= kind then return instead(value), cure end
  end
end

local boolean = only("boolean", "give true or false")
local map = only("table", "give a table")

-- The core's texts end at a zero, and nobody wants the others in a name.
local function text(value)
  if type(value) ~= "string" then return instead(value), "give a text" end
  if value:find("%c") then return "has a control character", "use letters, digits and _" end
end

local function whole(value)
  if type(value) ~= "number" then return instead(value), "give a number" end
  if not fields.is_whole(value) then return ("is %s"):format(tostring(value)), "give a whole number of 32 bits" end
end

local function coordinate(value)
  if type(value) ~= "number" then return instead(value), "give a number" end
  if value ~= value or value == math.huge or value == -math.huge then
    return ("is %s"):format(tostring(value)), "give a finite number"
  end
end

--- The longest time that can be given, and how many can share an offer.
fields.MOST_SECONDS, fields.MOST_HOLDERS = 2147483, 65535

local function seconds(value)
  if type(value) ~= "number" then return instead(value), "give a number of seconds" end
  if not (value >= -fields.MOST_SECONDS and value <= fields.MOST_SECONDS) then
    return ("is %s"):format(tostring(value)), ("give at most %d seconds"):format(fields.MOST_SECONDS)
  end
end

-- Of a wait: for the core, a millisecond below 0 would mean that nothing is given.
local function patience(value)
  local wrong, cure = seconds(value)
  if wrong then return wrong, cure end
  if value < 0 then return ("is %s"):format(tostring(value)), "give 0 or more seconds" end
end

local function duration(value)
  if type(value) ~= "table" then
    local wrong = seconds(value)
    return wrong, wrong and "give a number of seconds, or a range: { 6, 10 }"
  end
  for key in pairs(value) do
    if key ~= 1 and key ~= 2 then return ("has a key %s"):format(tostring(key)), "a range is { shortest, longest }" end
  end
  if seconds(value[1]) or seconds(value[2]) then return "is no range of seconds", "a range is { shortest, longest }" end
end

local function value_of_key(value)
  local kind = type(value)
  if kind ~= "number" and kind ~= "boolean" and kind ~= "string" then
    return instead(value), "give a number, true or false, or a named value"
  end
end

local function is_list_of_texts(value)
  if type(value) ~= "table" then return false end
  local count = 0
  for key, item in pairs(value) do
    if type(key) ~= "number" or text(item) then return false end
    count = count + 1
  end
  return count == #value
end

local function texts(value)
  if not is_list_of_texts(value) then
    return type(value) == "table" and "is not a list of texts" or instead(value), "give a list of texts"
  end
end

local function text_or_texts(value)
  if text(value) and not is_list_of_texts(value) then
    return type(value) == "table" and "is not a list of names" or instead(value), "give a name or a list of names"
  end
end

local function targets(value)
  if type(value) == "boolean" then return end
  if text_or_texts(value) then
    return instead(value), "give a tag, a list of tags, or true or false: whether it takes a target"
  end
end

local function source(value)
  local kind = type(value)
  if kind ~= "string" and kind ~= "function" and kind ~= "table" then
    return instead(value), "give text, a function, or a list of these"
  end
end

local function claim(value)
  if type(value) ~= "string" and type(value) ~= "table" then return instead(value), 'such as "target.seats"' end
end

local function speed(value)
  if type(value) ~= "number" and type(value) ~= "string" then return instead(value), 'give a number or "self.speed"' end
  if type(value) == "number" then return whole(value) end
end

local function units(value)
  if type(value) ~= "number" and type(value) ~= "string" then return instead(value), "give a number of units" end
  if type(value) == "number" then return whole(value) end
end

--- The minute of the day that a text such as "06:30" is.
-- @treturn number|nil nil: it is none
function fields.minute(value)
  local hour, minute = (type(value) == "string" and value or ""):match("^(%d%d?):(%d%d)$")
  hour, minute = tonumber(hour), tonumber(minute)
  if hour and minute < 60 and hour * 60 + minute <= 1440 then return hour * 60 + minute end
end

local function time(value)
  if fields.minute(value) then return end
  return type(value) == "string" and ('is "%s"'):format(value:gsub("%c", "?")) or instead(value),
    'give a time of the day, from "00:00" to "24:00"'
end

-- Of a part of a scene: how many, or from how many to how many.
local function count(value)
  if type(value) == "number" then return whole(value) end
  if type(value) ~= "table" then return instead(value), "give a number, or a range: { 2, 8 }" end
  for key in pairs(value) do
    if key ~= 1 and key ~= 2 then return ("has a key %s"):format(tostring(key)), "a range is { least, most }" end
  end
  if whole(value[1]) or whole(value[2]) then return "is no range of whole numbers", "a range is { least, most }" end
end

local function castable(value)
  if type(value) ~= "boolean" and text_or_texts(value) then
    return type(value) == "table" and "is not a list of scenes" or instead(value),
      "give true, false, or a list of scenes"
  end
end

-- Of an offer: how many may hold it.
local function holders(value)
  if value == "any" then return end
  local wrong = whole(value)
  if wrong or value < 1 or value > fields.MOST_HOLDERS then
    return wrong or ("is %d"):format(value), ('give a number from 1 to %d, or "any"'):format(fields.MOST_HOLDERS)
  end
end

-- What a request asks for: a name, several in order, or whatever there is.
local function request(value)
  if value ~= true and (text_or_texts(value) or value == "" or type(value) == "table" and #value == 0) then
    return type(value) == "table" and "is not a list of offers" or value == "" and "is empty" or instead(value),
      "name an offer, list some in order, or give true for any"
  end
end

-- Of a request: the sequence for the place that an offered sequence marks with true.
local function body(value)
  if value ~= true and text(value) then
    return value == false and "is false" or instead(value),
      "name a sequence in a request, or give true where that goes"
  end
end

-- Whoever reads it checks it.
local function anything() end

-- What a node sends: a number, or an expression.
local function amount(value)
  if type(value) == "number" then return whole(value) end
  if type(value) ~= "string" then return instead(value), 'give a number or an expression: "self.wish"' end
end

-- A box, or a list of boxes.
local function area(value)
  if type(value) ~= "table" then return instead(value), "such as { width = 20, depth = 14 }" end
end

local function linked(value)
  if type(value) ~= "table" then
    return instead(value), 'such as { seat = { "chair 1", "chair 2" }, keeper = "Owen" }'
  end
end

local function listed(value)
  if type(value) ~= "string" and type(value) ~= "table" then
    return instead(value), 'list roles: { { "night_watch", when = "env.hour >= 22" }, "patron" }'
  end
end

local function parts(value)
  if type(value) ~= "table" then
    return instead(value), 'list parts: { "patron", { "server", who = "server" } }'
  end
end

-- Where a cell of a scene goes on if it fails.
local function row(value)
  if type(value) ~= "number" and text(value) then return instead(value), 'give the number of a row, "next" or "END"' end
end

local function removed(value)
  if type(value) ~= "string" and type(value) ~= "table" then
    return instead(value), 'name what is to go: { "when", tags = { "person" } }'
  end
end

local function destinations(value)
  if type(value) ~= "string" and type(value) ~= "table" then
    return instead(value), "name a node, or list nodes"
  end
end

local function one_of(...)
  local choices = { ... }
  return function(value)
    for _, choice in ipairs(choices) do
      if value == choice then return end
    end
    local wrong = type(value) == "string" and ('is "%s"'):format(value) or instead(value)
    return wrong, nearest.question(tostring(value), choices, ('give "%s"'):format(table.concat(choices, '" or "')))
  end
end

-- ---- Definitions ----

-- Beside these, whatever is declared by a table may have `allow`: codes of warnings that are meant.
local KEY = { default = value_of_key, min = whole, max = whole, flag = boolean, values = texts }

local function with(base, more)
  local all = {}
  for key, check in pairs(base) do all[key] = check end
  for key, check in pairs(more) do all[key] = check end
  return all
end

-- Props and NPCs may be areas.
local PROP = { static = boolean, every = seconds, position = one_of("none"), tags = text_or_texts,
  accepts = text_or_texts, state = map, offers = map, area = area, trigger = boolean, enter = source, exit = source }

-- What NPCs and roles both have.
local CONDUCT = { main = text, plan = text, fallback = text_or_texts, on = map, cues = map, reacts = map }

-- What nodes of a sequence and cells of a scene both have.
local STEP = { action = text, sequence = text, wait = source, scene = text, as = text, pass = boolean, target = text,
  timeout = patience, every = seconds, waiting = text, request = request, from = text, targets = text_or_texts,
  within = units, when = source, only_while = source, prefer = text, body = body, optional = boolean,
  take = text, into = text, send = text, value = amount, await = boolean, meet = text, at = text, count = anything }

--- What each kind of table may have: by declaring word, and for the tables within definitions.
fields.OPTIONS = {
  state = KEY,
  env = with(KEY, { every = seconds }),
  link = { default = whole, min = whole, max = whole },
  inbox = { limit = whole, keep = patience },
  interruption = { when = source },
  action = {
    when = source, start = source, finish = source, interrupted = source,
    duration = duration, timeout = seconds, timeout_fails = boolean, resumable = boolean,
    targets = targets, claim = claim, prefer = text, travel = speed, near = units, within = units,
    ends = one_of("timed", "game"), ends_on = text_or_texts, tags = text_or_texts, show = map,
  },
  sequence = { entry = text, claim = claim, castable = castable, same = boolean },
  node = with(STEP, { to = destinations, failed = text, free = boolean }),
  cell = with(STEP, { text, failed = row }),
  edge = { text, when = source, otherwise = boolean },
  plan = {},
  entry = { time, time, text, vary = whole, skip = whole, priority = whole, change = one_of("node", "action", "now") },
  prop = PROP,
  npc = with(PROP, with(CONDUCT, { roles = listed, memory = map, inboxes = text_or_texts })),
  role = with(CONDUCT, { enter = source, exit = source, change = one_of("node", "action", "now"), offers = map }),
  cue = { targets = text_or_texts, within = units, when = source, sequence = text, scene = text, as = text,
    prefer = text, priority = whole, every = seconds, again = seconds, stays = boolean },
  scene = { topic = text, within = units, priority = whole, patience = seconds, limit = seconds,
    longest = seconds, rest = seconds, waiting = text, interrupted = one_of("break"), stays = boolean, parts = parts },
  part = { text, count = count, who = text_or_texts, when = source, prefer = text, sequence = text, finish = source,
    broken = source },
  listed_role = { text, when = source },
  handler = { sequence = text, priority = whole, stays = boolean, urgent = boolean },
  offer = { sequence = text, undo = text, when = source, only_while = source, adopt = source, drop = source,
    holders = holders, kept = boolean },
  box = { width = coordinate, depth = coordinate, height = coordinate, x = coordinate, y = coordinate,
    z = coordinate },
  memory = { transitions = whole, actions = whole, interruptions = whole },
  place = { name = text, x = coordinate, y = coordinate, z = coordinate, state = map, links = linked },
}

for _, word in ipairs { "state", "env", "link", "inbox", "interruption", "action", "sequence", "plan", "prop", "npc",
  "role", "scene" } do
  fields.OPTIONS[word] = with(fields.OPTIONS[word], { allow = text_or_texts })
end

-- An extension has what the definition may have, and says what is to go.
local EXTENSIONS = {}
for word, options in pairs(fields.OPTIONS) do EXTENSIONS[word] = with(options, { remove = removed }) end

--- Checks for what has no options of its own; see `fits`.
fields.names, fields.name, fields.removed, fields.truth, fields.number = text_or_texts, text, removed, boolean, whole

--- What a definition, or an extension of one, may have.
-- @tparam table thing or a layer of one
function fields.options(thing)
  if thing.word == "extend" then return EXTENSIONS[thing.of.word] end
  return fields.OPTIONS[(thing.of or thing).word]
end

-- ---- Reading ----

local function shown(key)
  return type(key) == "string" and ('"%s"'):format(key) or tostring(key)
end

local function in_spot(spot, key)
  return spot and ("%s, %s"):format(spot, tostring(key)) or tostring(key)
end

--- Reports a key that a table may not have.
function fields.refuse_key(key, options, report, spot)
  local known = keys.names(options)
  report { code = "unknown-key", spot = spot, text = ("unknown key %s"):format(shown(key)),
    cure = nearest.question(tostring(key), known, ("it may have %s"):format(table.concat(known, ", "))) }
end

--- Tests one value; reports it if it is of the wrong type.
-- @treturn boolean whether it will do
function fields.fits(value, check, report, spot)
  local wrong, cure = check(value)
  if wrong then report { code = "bad-type", spot = spot, text = ("it %s"):format(wrong), cure = cure } end
  return not wrong
end

--- Reads a table: what is right is copied, what is wrong is reported.
-- @param value
-- @tparam table options one of `fields.OPTIONS`
-- @tparam function report takes `{ code=, spot=, text=, cure= }`
-- @tparam[opt] string spot where the table stands
-- @tparam[opt] function other takes (key, value) of keys that are no options; returns whether they are allowed
-- @treturn table
function fields.read(value, options, report, spot, other)
  local copy = {}
  if type(value) ~= "table" then
    report { code = "bad-type", spot = spot, text = ("it is a %s"):format(type(value)), cure = "give a table" }
    return copy
  end
  for _, key in ipairs(keys.ordered(value)) do
    local check = options[key]
    if check then
      -- The spot is put into words only where it is needed: most values are right.
      if not check(value[key]) then
        copy[key] = value[key]
      else
        fields.fits(value[key], check, report, in_spot(spot, key))
      end
    elseif not (other and other(key, value[key])) then
      fields.refuse_key(key, options, report, spot)
    end
  end
  return copy
end

--- A name or a list of them, as a list.
function fields.list(value)
  if value == nil then return {} end
  return type(value) == "string" and { value } or value
end

--- Whole milliseconds of seconds.
-- @tparam number|nil value
-- @treturn number|nil
function fields.milliseconds(value)
  return value and math.floor(value * 1000 + 0.5)
end

return fields
