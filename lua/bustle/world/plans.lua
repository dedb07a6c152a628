--- The world's clock, and the plans of NPCs, as the game sees them: times of the day as texts, entries counted from 1
-- as they are written, patches by their numbers (S73 to S75).
local check = require "bustle.world.check"
local fields = require "bustle.author.content.fields"

local plans = {}

local MINUTES = 1440

--- The number of an entry as the game has it: its place in the plan, from 1, or the number of a patch.
-- @tparam number number as the core has it
-- @treturn number|nil the place in the plan
-- @treturn number|nil the patch
function plans.entry(number)
  if number >= 256 then return nil, number - 255 end
  return number + 1
end

-- "06:42". What ends at midnight ends at "24:00".
local function text_of(ms, day_ms, is_end)
  local time = ms % day_ms
  if is_end and time == 0 then return "24:00" end
  -- The last minute that has begun.
  local minute = math.floor(((time + 1) * MINUTES - 1) / day_ms)
  return ("%02d:%02d"):format(math.floor(minute / 60), minute % 60)
end

local function milliseconds(minute, day_ms)
  return math.floor(minute * day_ms / MINUTES)
end

local function minute_of(given, what, level)
  local minute = fields.minute(given)
  if not minute then
    error(('%s must be a time of the day such as "06:30", not %s'):format(what,
      type(given) == "string" and ('"%s"'):format(given) or "a " .. type(given)), level + 1)
  end
  return minute
end

-- ---- The clock ----

local NO_CLOCK = 'the world has no clock (make it with clock = { day = 1440, start = "06:00" })'

--- What a world is made with.
-- @tparam table|nil given `day` in seconds, `start`
-- @tparam number level as in `error`
-- @treturn number|nil the length of a day in ms; nil: the core's default
-- @treturn number|nil what the clock shows first
function plans.settings(given, level)
  if given == nil then return nil end
  check.type(given, "table", "bustle.world: clock", level + 1)
  check.keys(given, { day = true, start = true }, "bustle.world, clock", level + 1)
  local day = given.day == nil and MINUTES or given.day
  check.number(day, "bustle.world, clock: day", level + 1)
  local day_ms = math.floor(day * 1000 + 0.5)
  if day_ms < MINUTES or day_ms > 2 ^ 30 then
    error(("bustle.world, clock: day must be from 1.44 to 1073741.824 seconds, not %s"):format(tostring(day)),
      level + 1)
  end
  if given.start == nil then return day_ms end
  local start = minute_of(given.start, "bustle.world, clock: start", level + 1)
  return day_ms, milliseconds(start % MINUTES, day_ms)
end

--- What the clock shows.
-- @treturn[1] table `{ day=, hour=, minute=, time=, seconds=, length= }`
-- @treturn[2] nil
-- @treturn[2] string why not
-- @treturn[2] string code: "no_clock"
function plans.clock(world)
  local now, _, code = world._core:clock()
  if not now then return nil, NO_CLOCK, code end
  return { day = now.day, hour = now.hour, minute = now.minute, time = ("%02d:%02d"):format(now.hour, now.minute),
    seconds = now.time_ms / 1000, length = now.day_ms / 1000 }
end

--- Sets the clock.
-- @tparam table world
-- @tparam string time
-- @tparam number|nil day nil: the same
-- @tparam number level as in `error`
-- @treturn[1] boolean true
-- @treturn[2] nil
-- @treturn[2] string why not
-- @treturn[2] string code: "no_clock"
function plans.set_time(world, time, day, level)
  local minute = minute_of(time, "set_time: the time", level + 1)
  if minute == MINUTES then error('set_time: "24:00" is "00:00" of the next day', level + 1) end
  if day ~= nil then check.whole(day, 0, 1000000000, "set_time: the day", level + 1) end
  local now, _, code = world._core:clock()
  if not now then return nil, NO_CLOCK, code end
  local ok, message
  ok, message, code = check.call(world._core, level + 1, "set_time", milliseconds(minute, now.day_ms), day)
  if ok then world._environment:forget_clock() end
  return ok, message, code
end

-- ---- Patches ----

local OPTIONS = { true, true, true, vary = true, priority = true, skip = true, change = true, days = true }
local CHANGES = { node = true, action = true, now = true }
local LONGEST = 1000000

local function check_patch(given, length, level)
  local what = "patch_plan: "
  if given.vary ~= nil then check.whole(given.vary, 0, math.floor(length / 2), what .. "vary", level + 1) end
  if given.skip ~= nil then check.whole(given.skip, 0, length, what .. "skip", level + 1) end
  if given.priority ~= nil then check.whole(given.priority, -32768, 32767, what .. "priority", level + 1) end
  if given.days ~= nil then check.whole(given.days, 1, LONGEST, what .. "days", level + 1) end
  if given.change ~= nil and not CHANGES[given.change] then
    error(('patch_plan: change must be "node", "action" or "now", not %s'):format(
      type(given.change) == "string" and ('"%s"'):format(given.change) or "a " .. type(given.change)), level + 1)
  end
end

local function name_of(world, id)
  return world._core:entity_name(id) or tostring(world:_object(id))
end

-- Why the core refuses a patch, in words that name the NPC.
local function refusal(world, id, given, message, code)
  local name = name_of(world, id)
  if code == "no_plan" then return ("%s has no plan"):format(name) end
  if code == "limit" then return ("%s has as many patches as there can be"):format(name) end
  if code == "overlap" then
    return ("another entry of the plan of %s, of the same priority, covers some of %s to %s"):format(name, given[1],
      given[2])
  end
  return message
end

--- Adds an entry to the plan of an NPC (S75).
-- @tparam table world
-- @tparam number id
-- @tparam table given as in a plan, and `days`
-- @tparam number level as in `error`
-- @treturn[1] number of the patch
-- @treturn[2] nil
-- @treturn[2] string why not
-- @treturn[2] string code
function plans.patch(world, id, given, level)
  check.type(given, "table", "patch_plan: the entry", level + 1)
  check.keys(given, OPTIONS, "patch_plan", level + 1)
  local from = minute_of(given[1], "patch_plan: when it begins", level + 1)
  local to = minute_of(given[2], "patch_plan: when it ends", level + 1)
  if from == MINUTES then error('patch_plan: what begins at "24:00" begins at "00:00"', level + 1) end
  local sequence = world._names:id("sequence", given[3], level + 1)
  check_patch(given, to > from and to - from or to + MINUTES - from, level + 1)
  local number, message, code = check.call(world._core, level + 1, "patch_plan", id, from, to, sequence, given.vary,
    given.priority, given.skip, given.change, given.days)
  if not number then return nil, refusal(world, id, given, message, code), code end
  return number
end

--- Takes a patch away.
-- @treturn[1] boolean true
-- @treturn[2] nil
-- @treturn[2] string why not
-- @treturn[2] string code: "no_plan"
function plans.unpatch(world, id, number, level)
  check.whole(number, 0, 4294967295, "unpatch_plan: the number", level + 1)
  local ok, message, code = check.call(world._core, level + 1, "unpatch_plan", id, number)
  if code == "no_plan" then message = ("%s has no patch %d"):format(name_of(world, id), number) end
  return ok, message, code
end

-- ---- A day ----

--- How much is left of an entry at a time: until it ends, or until one of a higher priority begins (S74).
-- @tparam {table,...} list of the core
-- @tparam table raw one of them
-- @tparam number now by the clock, as `begins_ms`
-- @treturn number ms
function plans.left(list, raw, now)
  local left = raw.ends_ms - now
  for _, other in ipairs(list) do
    if other.priority > raw.priority and other.begins_ms > now then left = math.min(left, other.begins_ms - now) end
  end
  return left
end

--- Whether one of two that are open comes before the other (S74).
-- @tparam table a of the core
-- @tparam table b
-- @treturn boolean
function plans.comes_first(a, b)
  if a.priority ~= b.priority then return a.priority > b.priority end
  if a.begins_ms ~= b.begins_ms then return a.begins_ms > b.begins_ms end
  return a.entry > b.entry
end

local function shown(world, each, day_ms)
  local entry, patch = plans.entry(each.entry)
  return { from = text_of(each.begins_ms, day_ms), to = text_of(each.ends_ms, day_ms, true), day = each.day,
    sequence = world._names.shown.sequence[each.sequence], priority = each.priority, holds = each.holds, why = each.why,
    entry = entry, patch = patch }
end

--- The entries of an NPC's plan on a day, by when they begin.
-- @tparam table world
-- @tparam number id
-- @tparam number|nil day nil: today
-- @tparam number level as in `error`
-- @treturn[1] {table,...}
-- @treturn[1] string the plan
-- @treturn[2] nil
-- @treturn[2] string why not
-- @treturn[2] string code: "no_plan"
function plans.of(world, id, day, level)
  if day ~= nil then check.whole(day, -1000000000, 1000000000, "plan: the day", level + 1) end
  local now = world._core:clock()
  local list, plan, code
  if now then list, plan, code = check.call(world._core, level + 1, "npc_plan", id, day or now.day) end
  if not list then return nil, ("%s has no plan"):format(name_of(world, id)), code or "no_plan" end
  for i, each in ipairs(list) do list[i] = shown(world, each, now.day_ms) end
  return list, world._names.shown.plan[plan]
end

return plans
