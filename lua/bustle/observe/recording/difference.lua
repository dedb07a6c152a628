--- The first difference between a recording and its replay, in words.
local events = require "bustle.world.events"

local difference = {}

local FIELDS = { "kind", "npc", "target", "name", "argument" }

local function who(world, id)
  local core = world._core
  if type(id) ~= "number" or id % 1 ~= 0 or id < 0 or id >= 2 ^ 53 then return "nobody" end
  if not core:alive(id) then return ("entity %d"):format(core:spawn_number(id)) end
  local name = core:entity_name(id)
  return name or ("%s %d"):format(world._names.definitions[core:definition(id)].name, core:spawn_number(id))
end

local function in_words(world, event)
  if not event then return "nothing more" end
  local kind = events.KINDS[event.kind]
  local name = world._names.shown[events.NAMED[kind] or "sequence"][event.name]
  local target = event.target ~= 0 and (", " .. who(world, event.target)) or ""
  return ("%s: %s %s%s"):format(who(world, event.npc), kind, tostring(name), target)
end

local function same(a, b)
  for _, field in ipairs(FIELDS) do
    if a[field] ~= b[field] then return false end
  end
  return true
end

local function recorded_event(entry)
  if not entry then return nil end
  local event = {}
  for i, field in ipairs(FIELDS) do event[field] = entry[i] end
  return event
end

-- The events that the last update of the replay delivered.
local function replayed_event(lists, i)
  if not lists.kind[i] then return nil end
  local event = {}
  for _, field in ipairs(FIELDS) do event[field] = lists[field][i] end
  return event
end

--- What the game is asked for, in words.
-- @tparam table world of the replay
-- @tparam string|nil kind "query_condition", "query_position", "condition" or "effect"; nil: nothing
-- @param about the id or the number of the function
-- @treturn string
function difference.asked(world, kind, about)
  if kind == "query_condition" then
    local name = about < world._names.content:count "environment" and world._names.content:name("environment", about)
    return ('the value of "%s"'):format(name or about)
  elseif kind == "query_position" then
    return ("the position of %s"):format(who(world, about))
  end
  local entry = kind and world._names.compiled.functions[about]
  return entry and ('the %s function of "%s"'):format(kind, entry.thing) or "nothing"
end

--- Says what differs after an update.
-- @tparam table world of the replay
-- @tparam {table,...}|boolean|nil recorded the entries of events, if they were recorded
-- @tparam number hash that was recorded
-- @treturn string
function difference.of(world, recorded, hash)
  local lists = events.arrays()
  local count = world._core:events(lists)
  for i = 1, recorded and math.max(#recorded, count) or 0 do
    local a, b = recorded_event(recorded[i]), i <= count and replayed_event(lists, i) or nil
    if not a or not b or not same(a, b) then
      return ("recorded was %s; the replay has %s"):format(in_words(world, a), in_words(world, b))
    end
  end
  return ("recorded was the hash %08x; the replay has %08x, after %d events"):format(hash, world:hash(), count)
end

return difference
