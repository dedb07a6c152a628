--- Action definitions.
local cursor = require "bustle.json.cursor"
local operations = require "bustle.json.operations"

local actions = {}

-- Timeouts end on time here, so how often they would be looked at says nothing.
local FILE = { ["$schema"] = cursor.schema, actions = cursor.array,
  timeout_check_interval_ms = cursor.optional(cursor.milliseconds(1)) }

local ACTION = {
  action_id = cursor.id, action_name = cursor.optional(cursor.text),
  action_duration_ms = cursor.milliseconds(1), action_timeout_ms = cursor.milliseconds(1),
  interruption_behavior_name = cursor.one_of("RESUMABLE", "NON_RESUMABLE"),
  preconditions = cursor.array, immediate_effects = cursor.array, completion_effects = cursor.array,
  interruption_effects = cursor.array,
}

local function check_times(at, given)
  local duration, timeout = given.action_duration_ms, given.action_timeout_ms
  if duration and timeout and timeout <= duration then
    at:at("action_timeout_ms"):report { code = "bad-timeout", cure = "give a longer one",
      text = ("it is %d, and the action takes %d"):format(timeout, duration) }
  end
end

local function read_action(loading, at)
  local name = at:kind() == "object" and loading.kinds.action:define(at, "action_id", "action_name") or nil
  local given = at:read(ACTION)
  if not given then
    loading.kinds.action.complete = false
    return
  end
  check_times(at, given)
  local made = {
    duration = loading.seconds(given.action_duration_ms), timeout = loading.seconds(given.action_timeout_ms),
    resumable = given.interruption_behavior_name == "RESUMABLE", ends = loading.ends,
    when = operations.read(loading, given.preconditions, "condition"),
    start = operations.read(loading, given.immediate_effects, "effects"),
    finish = operations.read(loading, given.completion_effects, "effects"),
    interrupted = operations.read(loading, given.interruption_effects, "effects"),
  }
  if name then loading:declare(at, "action", name, made) end
end

--- Reads actions.
-- @tparam table loading what is being loaded
-- @tparam table file cursor
function actions.read(loading, file)
  local given = file:read(FILE) or {}
  loading:require_complete(given.actions, "action")
  for _, at in ipairs(given.actions and given.actions:items() or {}) do read_action(loading, at) end
end

return actions
