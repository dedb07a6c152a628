--- Times of the day as people read them.
local daytime = {}

local DAY = 1440

--- A minute of the day: 390 is "06:30".
-- @tparam number minute from 0; 1440 is "24:00"
-- @treturn string
function daytime.text(minute)
  return ("%02d:%02d"):format(math.floor(minute / 60), math.floor(minute % 60))
end

--- The minute that a clock shows.
-- @tparam number ms since midnight
-- @tparam number day_ms the length of a day
-- @treturn number from 0 to 1439, or past it where the time is on a later day
function daytime.minute(ms, day_ms)
  -- Minute m begins at floor(m * day_ms / 1440).
  return math.floor(((ms + 1) * DAY - 1) / day_ms)
end

--- From when to when an entry of a plan goes.
-- @tparam table entry of compiled tables
-- @treturn string
function daytime.span(entry)
  return ("%s-%s"):format(daytime.text(entry.from), daytime.text(entry.to))
end

return daytime
