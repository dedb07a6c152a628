-- States of an oracle world, for forever.lua: a copy that goes on by itself, and a text that is the same for two states
-- from which the same follows.

local state = {}

-- Times of the world. What counts is how long ago they were, or how far ahead they are.
local TIMES = { time = true, tried_at = true, deadline = true, started = true, stuck_since = true, cast_at = true,
  left_scene_at = true, wait_until = true, restart_at = true }

-- What only counts, or only tells.
local COUNTS = { events = true, hash = true, now = true, before = true, sent = true, scene_count = true, refused = true,
  links_refused = true, paths_cut = true, messages_refused = true, asks = true, token = true, activity_count = true,
  order = true, stream = true, options = true, content = true, by_number = true, missing_reported = true,
  erred_this_update = true, left_activities = true, patch_count = true, looked_at = true,
  refused_why = true }

-- After so long nothing asks any more how long ago it was: anything (a minute, S56); that an NPC has left a scene and has acted
-- since (S56); that it has cast one in vain (S55).
local LONG, LEFT_AND_ACTED, IN_VAIN = 60000, 5000, 10000

-- ---- What the content is made of ----

local function sorted_keys(t)
  local keys = {}
  for key in pairs(t) do keys[#keys + 1] = key end
  table.sort(keys, function(a, b)
    if type(a) ~= type(b) then return type(a) < type(b) end
    if type(a) == "table" or type(a) == "boolean" then return tostring(a) < tostring(b) end
    return a < b
  end)
  return keys
end

-- Names all tables of the content, which states share.
local function name_content(names, t, name)
  if type(t) ~= "table" or names[t] then return end
  names[t] = name
  for _, key in ipairs(sorted_keys(t)) do name_content(names, t[key], name .. "." .. tostring(key)) end
end

--- What states of this world have in common.
function state.shared(world)
  local names = {}
  name_content(names, world.content, "content")
  name_content(names, world.options, "options")
  return names
end

-- ---- Copies ----

local function copy(value, made)
  if type(value) ~= "table" then return value end
  if made[value] then return made[value] end
  local new = {}
  made[value] = new
  for key, each in pairs(value) do new[copy(key, made)] = copy(each, made) end
  return setmetatable(new, getmetatable(value))
end

--- A world in the same state, without events.
function state.copy(world, shared)
  local made = {}
  for each in pairs(shared) do made[each] = each end
  made[world.events] = {}
  return copy(world, made)
end

-- ---- Texts ----

-- Who was met when matters only where there is a choice, and there is none (forever.lua). Others cast in vain.
local function encounter(e, now)
  if e.entity or not e.scene then return nil end
  return math.min(now - e.time, IN_VAIN)
end

local write

local function write_number(out, t, key, value, now)
  if TIMES[key] then
    local rested = key == "left_scene_at" and t.acted_since_scene
    out[#out + 1] = math.min(now - value, rested and LEFT_AND_ACTED or LONG)
  else
    out[#out + 1] = value
  end
end

local function write_encounters(out, list, now)
  for _, e in ipairs(list) do
    local ago = encounter(e, now)
    if ago then out[#out + 1] = e.scene .. ago end
  end
end

local function write_table(out, t, now, seen)
  if seen.shared[t] then out[#out + 1] = seen.shared[t]; return end
  if seen[t] then out[#out + 1] = "^" .. seen[t]; return end
  seen.count = seen.count + 1
  seen[t] = seen.count
  out[#out + 1] = "{"
  for _, key in ipairs(sorted_keys(t)) do
    if not COUNTS[key] and type(t[key]) ~= "function" then
      assert(type(key) ~= "table", "a table is no key in a state")
      out[#out + 1] = tostring(key)
      if key == "encounters" then write_encounters(out, t[key], now) else write(out, t, key, now, seen) end
    end
  end
  out[#out + 1] = "}"
end

function write(out, t, key, now, seen)
  local value = t[key]
  if type(value) == "table" then write_table(out, value, now, seen)
  elseif type(value) == "number" then write_number(out, t, key, value, now)
  else out[#out + 1] = tostring(value) end
end

-- The number of a scene only orders scenes, and they lie in that order.
local function renumber(world)
  local numbers = {}
  for i, scene in ipairs(world.scenes) do numbers[i], scene.number = scene.number, i end
  return numbers
end

-- Two remainders of what a text spells as a number: that two of a million texts have both in common is as likely as 1 to 10^7.
local function hash(text)
  local a, b = 0, 0
  for i = 1, #text do
    local byte = text:byte(i)
    a, b = (a * 1048573 + byte) % 2147483647, (b * 65521 + byte) % 2147483629
  end
  return ("%.0f %.0f"):format(a, b)
end

--- The state of a world without cues, as a short text.
function state.key(world, shared)
  local out, numbers = {}, renumber(world)
  write_table(out, world, world.now, { shared = shared, count = 0 })
  for i, scene in ipairs(world.scenes) do scene.number = numbers[i] end
  return hash(table.concat(out, " "))
end

return state
