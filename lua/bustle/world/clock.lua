--- Game time: the game counts seconds in fractions, the core whole milliseconds.
--
-- Each step is rounded to the nearest millisecond and what that leaves is carried to the next one, so time is never off
-- by more than half a millisecond. The carry stays below a millisecond, where numbers are so fine that a game would
-- have to run for millennia before their own rounding came to one.
local clock = {}

-- The last millisecond that every Lua can count to.
local LATEST = 2 ^ 53

--- What is wrong with a step, if anything is.
-- @param seconds
-- @treturn string|nil
function clock.problem(seconds)
  if type(seconds) ~= "number" then return ("a step is a number of seconds, not a %s"):format(type(seconds)) end
  if seconds ~= seconds then return "a step cannot be NaN" end
  if seconds < 0 then return ("a step cannot go back in time (%s s)"):format(tostring(seconds)) end
  if seconds == math.huge then return "a step cannot be infinite" end
end

--- Time after a step.
-- @tparam number now ms
-- @tparam number carry ms, what the last step left: from -0.5 to 0.5
-- @tparam number seconds
-- @treturn[1] number ms, whole
-- @treturn[1] number the new carry
-- @treturn[2] nil if that is further than anybody can count
function clock.after(now, carry, seconds)
  local step = carry + seconds * 1000
  if step >= LATEST - now then return nil end
  local whole = math.floor(step + 0.5)
  return now + whole, step - whole
end

return clock
