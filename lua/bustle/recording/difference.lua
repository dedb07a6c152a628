--- The first difference between a recording and its replay, in words.
local events = require "bustle.world.events"

local difference = {}

local FIELDS = { "kind", "npc", "target", "name", "argument" }
local NAMED = { spawn = "entity", remove = "entity", start = "action", stop = "action", error = "action" }

local function who(world, id)
  local core = world._core
  if not core:alive(id) then return ("entity %d"):format(core:spawn_number(id)) end
  local name = core:entity_name(id)
  return name or ("%s %d"):format(world._names.definitions[core:definition(id)].name, core:spawn_number(id))
end

local function in_words(world, event)
  if not event then return "nothing more" end
  local kind = events.KINDS[event.kind]
  local name = world._names.shown[NAMED[kind] or "sequence"][event.name]
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

--- Says what differs after an update.
-- @tparam table world of the replay
-- @tparam {table,...} recorded the entries of events, if they were recorded
-- @tparam table now `{ hash=, count= }` of the replay
-- @tparam table once `{ hash=, count= }` of the recording
-- @treturn string
function difference.of(world, recorded, now, once)
  if #recorded > 0 then
    local lists = events.arrays()
    local count = world._core:events(lists)
    for i = 1, math.max(#recorded, count) do
      local a, b = recorded_event(recorded[i]), i <= count and replayed_event(lists, i) or nil
      if not a or not b or not same(a, b) then
        return ("recorded was %s; the replay has %s"):format(in_words(world, a), in_words(world, b))
      end
    end
  end
  return ("recorded were %d events, hash %08x; the replay has %d, hash %08x"):format(once.count, once.hash, now.count,
    now.hash)
end

return difference
