--- Plans: what is the main sequence of an NPC at which time of the day (S74). A plan is a list of entries; others add
-- entries at its end, and take away those of a sequence.
local fields = require "bustle.author.content.fields"
local merge = require "bustle.author.content.merge"

local plans = {}

local CURE = 'write { "06:00", "07:00", "breakfast" }'

-- What stands in an entry without a key.
local PLACES = { "from", "to", "sequence" }

-- What is wrong with one of these is told by its name.
local function by_name(report)
  return function(found)
    found.spot = found.spot:gsub(", ([123])$", function(number) return ", " .. PLACES[tonumber(number)] end)
    report(found)
  end
end

-- Tells of what is missing.
local function is_whole(value, report, spot)
  for i, place in ipairs(PLACES) do
    if value[i] == nil then
      report { code = "bad-plan", spot = spot, cure = CURE,
        text = place == "sequence" and "it names no sequence" or ("it does not say %s when it goes"):format(place) }
      return false
    end
  end
  return true
end

local function read_entry(build, thing, value, number, list)
  local report, spot = build:reporter(thing), ("entry %d"):format(number)
  if type(value) ~= "table" then
    return report { code = "bad-type", spot = spot, text = ("it is a %s"):format(type(value)), cure = CURE }
  end
  local given = fields.read(value, fields.OPTIONS.entry, by_name(report), spot)
  if not is_whole(value, report, spot) then return end
  local found = given[3] and build:resolve(thing, "sequence", given[3], spot)
  local from, to = fields.minute(given[1]), fields.minute(given[2])
  if from == 1440 then
    report { code = "bad-type", spot = spot .. ", from", text = 'it is "24:00"', cure = 'write "00:00"' }
  elseif found and from and to then
    list[#list + 1] = { from = from, to = to, sequence = found.qualified, vary = given.vary, skip = given.skip,
      priority = given.priority, change = given.change }
  end
end

local function is_place_in_list(key)
  return type(key) == "number" and key > 0 and key == math.floor(key)
end

local function read(build, thing)
  local made, written = { name = thing.qualified, origin = thing.origin, entries = {} }, {}
  fields.read(thing.value, fields.options(thing), build:reporter(thing), nil, function(key)
    if is_place_in_list(key) then written[#written + 1] = key end
    return is_place_in_list(key)
  end)
  if type(thing.value) == "table" and fields.minute(thing.value[1]) then
    build:reporter(thing) { code = "bad-type", text = "an entry stands where a list of them belongs",
      cure = "put braces around it: { { ... } }" }
    return made
  end
  for _, number in ipairs(written) do read_entry(build, thing, thing.value[number], number, made.entries) end
  return made
end

local SCHEMA = { records = { { word = "entry", field = "entries", by = "sequence", kind = "sequence", whole = true } } }

--- Adds a plan to the core's tables.
function plans.add(build, thing)
  table.insert(build.tables.plans, (merge.read(build, thing, read, SCHEMA)))
end

return plans
