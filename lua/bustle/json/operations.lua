--- State operations: those of the JSON files as the operations of a pack, and the other way round. Both have a
-- target, a property, an operator and a value.
local comparisons = require "bustle.author.expression.comparisons"
local cursor = require "bustle.json.cursor"
local nearest = require "bustle.common.nearest"
local reader = require "bustle.author.expression.reader"

local operations = {}

local SUBJECTS = { SELF = "self", ENTITY = "target", ENVIRONMENT = "env", DISTANCE_TO_ENTITY = "distance" }
local COMPARISONS = { EQUALS = "==", NOT_EQUALS = "~=", GREATER_THAN = ">", LESS_THAN = "<" }
local CHANGES = { SET = "=", INCREMENT = "+=", DECREMENT = "-=" }

local COMPARISON_NAMES = { "EQUALS", "NOT_EQUALS", "GREATER_THAN", "LESS_THAN" }
local CHANGE_NAMES = { "SET", "INCREMENT", "DECREMENT" }

local OPERATION = {
  target_id_name = cursor.one_of("SELF", "ENTITY", "ENVIRONMENT", "DISTANCE_TO_ENTITY"),
  state_key_name = cursor.text, operation_name = cursor.text, value = cursor.integer,
}

-- ---- Reading ----

local function operator_of(at, name, kind)
  local wanted, other = COMPARISONS, CHANGES
  local names, place = COMPARISON_NAMES, "a precondition"
  if kind == "effects" then wanted, other, names, place = CHANGES, COMPARISONS, CHANGE_NAMES, "an effect" end
  if wanted[name] then return wanted[name] end
  local choices = ('give "%s"'):format(table.concat(names, '", "'))
  if other[name] then
    at:report { code = kind == "effects" and "condition-in-effects" or "effect-in-condition",
      text = ("%s cannot stand in %s"):format(name, place), cure = choices }
  else
    at:report { code = "unknown-operation", text = ('there is no operation "%s"'):format(name:gsub("%c", "?")),
      cure = nearest.question(name, names, choices) }
  end
end

local function check_nameless(at, name)
  if name == "" then return true end
  at:report { code = "bad-operation", text = "a distance has no property", cure = 'give ""' }
  return false
end

-- The property that is read or changed: its subject, and its name in the pack.
local function property_of(loading, at, given, kind)
  local subject = SUBJECTS[given.target_id_name]
  if not subject or not given.state_key_name then return nil end
  if kind == "effects" and subject ~= "self" and subject ~= "target" then
    at:at("target_id_name"):report { code = "not-writable", text = ("an effect cannot change %s"):format(
      given.target_id_name), cure = 'give "SELF" or "ENTITY"' }
    return nil
  end
  local name_at = at:at "state_key_name"
  if subject == "distance" then return check_nameless(name_at, given.state_key_name) and subject or nil end
  local known = subject == "env" and loading.kinds.environment or loading.kinds.state
  return subject, known:find_name(given.state_key_name, name_at)
end

local function read_one(loading, at, kind)
  local given = at:read(OPERATION)
  if not given then return nil end
  local operator = given.operation_name and operator_of(at:at "operation_name", given.operation_name, kind)
  local subject, name = property_of(loading, at, given, kind)
  if not operator or not given.value then return nil end
  if subject == "distance" then return { subject, operator, given.value } end
  return name and { subject, name, operator, given.value }
end

--- Reads an array of operations.
-- @tparam table loading what is being loaded
-- @tparam table|nil array cursor
-- @tparam string kind "condition" or "effects"
-- @treturn table|nil as packs have them; nil if there are none
function operations.read(loading, array, kind)
  local list = {}
  for _, at in ipairs(array and array:items() or {}) do list[#list + 1] = read_one(loading, at, kind) end
  return list[1] and list or nil
end

-- ---- Writing ----

local function turned(map)
  local made = {}
  for key, value in pairs(map) do made[value] = key end
  return made
end

local TARGETS, COMPARED, CHANGED = turned(SUBJECTS), turned(COMPARISONS), { set = "SET", add = "INCREMENT",
  sub = "DECREMENT" }

-- Values are whole, so that these mean the same.
local STRICT = { [">="] = { ">", -1, -2147483648 }, ["<="] = { "<", 1, 2147483647 } }

-- What there is to say about what the format does not have.
local BEYOND = {
  call = "it calls a function", raise = "it raises an interruption",
  raise_within = "it raises an interruption", raise_on_path = "it raises an interruption",
  send = "it sends a message", send_on_path = "it sends a message", revoke = "it revokes an offer",
  ["or"] = 'it has an "or"',
  ["and"] = 'it has an "and" within an "or" or "not"', ["not"] = 'it has a "not"',
}
local EXTREME = "it compares with the smallest or the greatest number"
local TIME = "it reads the time"
local LINKS = "it is about links"
local CALCULATED = "it calculates, or uses a value that is not known beforehand"

local function written(key, operator, value, names)
  return { "target_id_name", TARGETS[key.subject], "state_key_name", key.name and names[key.name] or "",
    "operation_name", operator, "value", value }
end

-- What the environment is asked for is always there, so that `not` of it is the opposite (S3).
local function comparison_of(node)
  local negated = node.type == "not"
  local key, operator, value = reader.key_with_number(negated and node[1] or node)
  if not negated then return key, operator, value end
  if key and key.subject == "env" then return key, comparisons[operator].opposite, value end
end

local function write_condition(node, names)
  local key, operator, value = comparison_of(node)
  if not key or key.link or not TARGETS[key.subject] then return nil end
  local strict = STRICT[operator]
  if strict and value ~= strict[3] then return written(key, COMPARED[strict[1]], value + strict[2], names) end
  return COMPARED[operator] and written(key, COMPARED[operator], value, names)
end

local function reads_time(value)
  for _, part in ipairs(value) do
    if reads_time(part) then return true end
  end
  return value.subject == "now"
end

local function tell_comparison(node, tell)
  local key = reader.key_with_number(node)
  if reads_time(node.left) or reads_time(node.right) then tell(TIME) end
  if key and (key.link or key.subject == "count") then return tell(LINKS) end
  if not key then tell(CALCULATED) elseif TARGETS[key.subject] then tell(EXTREME) end
end

local function tell_beyond(node, names, tell)
  if write_condition(node, names) then return end
  if node.type == "compare" then return tell_comparison(node, tell) end
  for _, part in ipairs(node) do tell_beyond(part, names, tell) end
  tell(BEYOND[node.type])
end

local function write_conditions(ops, names, tell)
  local list = { array = true }
  for _, node in ipairs(reader.conditions(ops)) do
    list[#list + 1] = write_condition(node, names)
    tell_beyond(node, names, tell)
  end
  return list
end

local function write_effects(ops, names, tell)
  local list = { array = true }
  for _, op in ipairs(ops) do
    if op.link then
      tell(LINKS)
    elseif CHANGED[op.kind] and not op.stacked then
      list[#list + 1] = written(op, CHANGED[op.kind], op.value, names)
    else
      tell(BEYOND[op.kind] or op.subject == "now" and TIME or CALCULATED)
    end
  end
  return list
end

--- Writes the operations of compiled content.
-- @tparam {table,...} ops as `core.seal` takes them
-- @tparam string kind "condition" or "effects"
-- @tparam table names plain names by qualified ones
-- @tparam function misfit is told what the format does not have, each once
-- @treturn table for `bustle.json.writer`
function operations.write(ops, kind, names, misfit)
  local told = {}
  local function tell(why)
    if not told[why] then misfit(why) end
    told[why] = true
  end
  return (kind == "effects" and write_effects or write_conditions)(ops, names, tell)
end

return operations
