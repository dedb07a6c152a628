--- Times in words.
local times = {}

local function number(ms)
  return ("%.4g"):format(ms / 1000)
end

--- Milliseconds as seconds.
-- @tparam number ms
-- @treturn string
function times.seconds(ms)
  return number(ms) .. " s"
end

--- How long an action takes.
-- @tparam table action of compiled tables
-- @treturn string
function times.of(action)
  if action.speed or action.speed_state then return "travels" end
  local shortest, longest = action.duration_ms, action.duration_max_ms
  if not longest or longest == shortest then return times.seconds(shortest) end
  return ("%s to %s"):format(number(shortest), times.seconds(longest))
end

-- The core's own, for a node that does not say; of others it is 0 (S51).
local LONGEST_WAIT, WAITS = 60000, { wait = true, send = true, meet = true }

--- How long an NPC waits at a node.
-- @tparam table node of compiled tables
-- @treturn string
function times.wait(node)
  return ("waits at most %s"):format(times.seconds(node.timeout_ms or WAITS[node.kind] and LONGEST_WAIT or 0))
end

return times
