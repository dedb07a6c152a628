-- A record in words, for somebody who has never seen the project.
local record = require "examples.demo.record"
local scenes = require "examples.demo.scene"
local stats = require "bustle.stats"

local summary = {}

-- The routines are compared two by two, so of a crowd only some, and of a long time the beginning.
local COMPARED, ACTIONS = 12, 200

local function beginning(routine)
  local actions = {}
  for i = 1, math.min(ACTIONS, #routine.actions) do actions[i] = routine.actions[i] end
  return { npc = routine.npc, definition = routine.definition, actions = actions }
end

--- How varied a kind is: `spread`, `least` (from 0, all the same, to 1), `bits`, `repeats`, `actions` (different ones).
function summary.variety(recorded, kind)
  local routines, some, different = recorded:routines_of(kind), {}, {}
  local bits, repeats = 0, 0
  for i = 1, math.min(COMPARED, #routines) do
    local actions = routines[i].actions
    some[i] = beginning(routines[i])
    bits = bits + stats.entropy(actions)
    repeats = math.max(repeats, stats.repetition(actions).times)
    for _, action in ipairs(actions) do different[action] = true end
  end
  local count = 0
  for _ in pairs(different) do count = count + 1 end
  local spread, least = stats.spread(some)
  return { spread = spread, least = least, bits = bits / math.max(1, #some), repeats = repeats, actions = count }
end

local spoken, plural, total = record.spoken, record.plural, record.total

-- Half a percent is rounded up: %.0f does so in LuaJIT, and not in Lua.
local function percent(part) return math.floor(part * 100 + 0.5) end

-- "look at goods 14 %, chat 11 %, ..."
local function busiest(shares)
  local parts, all = {}, total(shares)
  for i, entry in ipairs(record.ranked(shares)) do
    if i > 4 then break end
    parts[i] = ("%s %d %%"):format(spoken(entry.name), percent(entry.count / all))
  end
  return table.concat(parts, ", ")
end

local function ranked_words(map)
  local parts = {}
  for i, entry in ipairs(record.ranked(map)) do parts[i] = ("%s %d"):format(spoken(entry.name), entry.count) end
  return #parts > 0 and table.concat(parts, ", ") or "none"
end

--- The mean cost of an update in milliseconds, and the greatest.
function summary.cost(recorded)
  local sum, count, most = 0, 0, 0
  for _, bin in pairs(recorded.costs) do
    sum, count, most = sum + bin.sum, count + bin.count, math.max(most, bin.most)
  end
  return sum / math.max(1, count), most
end

--- How long it was: "5 minutes", "45 seconds"; where there are days "2 days", "16 hours".
function summary.duration(seconds, days)
  seconds = math.floor(seconds + 0.5)
  if days then
    local minutes = math.floor(seconds * 1440 / scenes.DAY + 0.5)
    if minutes < 120 then return ("%d minutes"):format(minutes) end
    if minutes % 1440 > 0 then return ("%d hours"):format(math.floor(minutes / 60 + 0.5)) end
    return minutes == 1440 and "a day" or ("%d days"):format(minutes / 1440)
  end
  if seconds < 120 then return ("%d seconds"):format(seconds) end
  return ("%d minutes"):format(math.floor(seconds / 60 + 0.5))
end

local function times(count) return count == 1 and "once" or count .. " times" end

--- All of it, as lines.
function summary.lines(recorded)
  local scene, lines = recorded.scene, {}
  local function add(text, ...) lines[#lines + 1] = text:format(...) end
  add("%d people spent %s %s the %s. They began %d actions.", #scene.people,
    summary.duration(scene.time, scene.days), scene.days and "in" or "at", scene.name, recorded.starts)
  for _, kind in ipairs(recorded.kinds) do
    local count = recorded:count(kind)
    add("  %d %s: %s", count, plural(kind, count), busiest(recorded.shares[kind]))
  end
  add ""
  add("They all follow the same few definitions, and still differ:")
  for _, kind in ipairs(recorded.kinds) do
    if recorded:count(kind) > 1 then
      local variety = summary.variety(recorded, kind)
      add("  two %s differ in %d %% of what they did, on average (%d different actions)", plural(kind, 2),
        percent(variety.spread), variety.actions)
    end
  end
  add ""
  add("Interrupted %s (%s).", times(total(recorded.interruptions)), ranked_words(recorded.interruptions))
  if next(recorded.scenes) then add("Done with somebody else: %s.", ranked_words(recorded.scenes)) end
  add("Taken up again afterwards where it was left off: %s.", times(recorded.resumed))
  add("Not to be done, so that a fallback came in its place: %s.", times(total(recorded.fallbacks)))
  add("Stuck for good: %s.", recorded.halts == 0 and "nobody" or times(recorded.halts))
  local mean = summary.cost(recorded)
  add("An update took %.3f ms on average. Decisions hash to %08x: the same seed gives the same again.", mean,
    scene.world:hash())
  return lines
end

return summary
