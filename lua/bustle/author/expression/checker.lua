--- Finds out what the names of a tree stand for, whether values and conditions are where they belong, and what is
-- known beforehand (S6, S7). Writes into the nodes what the emitter needs: `class`, `found` (the key), `folded` (a
-- value that is known). Collects every mistake instead of stopping at the first.
--
-- A class is "number", "flag", "named" (these three are numbers to calculate with), "boolean", "string", "condition",
-- or "unknown" where a mistake has been reported already and nothing more should be said.
local core = require "bustle.core"
local nearest = require "bustle.common.nearest"

local checker = {}

local NUMERIC = { number = true, flag = true, named = true, unknown = true }

local function report(c, code, column, message, cure)
  c.errors[#c.errors + 1] = { code = code, message = message, column = column, cure = cure }
end

--- A key as it is written.
local function written(node)
  return node.name and ("%s.%s"):format(node.subject, node.name) or node.subject
end
checker.written = written

-- ---- Names ----

-- A bare word that is no constant is often a key without its subject.
local function bare_cure(c, name, cure)
  if c.scope.state(name) then return ("did you mean self.%s or target.%s?"):format(name, name) end
  if c.scope.environment(name) then return ("did you mean env.%s?"):format(name) end
  if cure then return cure end
  local pack, rest = name:match("^([^.]*)%.(.*)$")
  local meant = nearest.name(pack or name, pack and { "self", "target", "env" } or { "distance", "now" })
  return meant and ('did you mean "%s"?'):format(pack and meant .. "." .. rest or meant)
end

local function check_constant(c, node)
  local value, problem = c.scope.constant(node.name)
  if value == nil then
    node.class = "unknown"
    return report(c, problem.code, node.column, problem.text, bare_cure(c, node.name, problem.cure))
  end
  if type(value) == "boolean" then
    node.class, node.folded = "boolean", value and 1 or 0
  else
    node.class, node.folded = "number", value
  end
end

local function key_cure(c, node, cure)
  local other = node.subject == "env" and c.scope.state or c.scope.environment
  if other(node.name) then
    return node.subject == "env" and ("did you mean self.%s or target.%s?"):format(node.name, node.name)
      or ("did you mean env.%s?"):format(node.name)
  end
  return cure
end

local function check_key(c, node)
  node.class = "unknown"
  if c.scope.environment_only and node.subject ~= "env" then
    return report(c, "not-environment", node.column,
      ("the condition of an interruption cannot be about %s"):format(node.subject), "use environment values only")
  end
  if not node.name then
    node.class, node.found = "number", {}
    return
  end
  local lookup = node.subject == "env" and c.scope.environment or c.scope.state
  local found, problem = lookup(node.name)
  if not found then
    return report(c, problem.code, node.name_column or node.column, problem.text, key_cure(c, node, problem.cure))
  end
  node.found = found
  node.class = found.flag and "flag" or found.values and "named" or "number"
end

-- ---- Values ----

local check

local function expect_number(c, node)
  check(c, node)
  if NUMERIC[node.class] then return end
  if node.class == "string" then
    report(c, "bad-operand", node.column, "a named value cannot be calculated with", "compare it with its key")
  elseif node.class == "boolean" then
    report(c, "bad-operand", node.column, "true and false cannot be calculated with", "use 1 and 0")
  else
    report(c, "condition-as-value", node.column, "a condition stands where a value belongs")
  end
  node.class = "unknown"
end

local function check_minus(c, node)
  local operand = node[1]
  expect_number(c, operand)
  node.class = "number"
  node.folded = operand.folded and core.calculate("-", 0, operand.folded)
end

local function check_chain(c, node)
  expect_number(c, node[1])
  local folded = node[1].folded
  for i = 2, #node do
    local step = node[i]
    expect_number(c, step.node)
    folded = folded and step.node.folded and core.calculate(step.op, folded, step.node.folded)
  end
  node.class, node.folded = "number", folded or nil
end

-- ---- Comparisons ----

-- The number behind a named value, next to the key it belongs to.
local function check_named(c, text, key)
  if key.class == "unknown" then return end
  if key.type ~= "key" then
    return report(c, "bad-operand", text.column, ("'%s' stands next to no key"):format(text.value),
      "compare a named value with the key that has it")
  end
  local values = key.found.values
  if not values then
    return report(c, "unknown-value", text.column, ("%s has no named values"):format(written(key)),
      key.class == "flag" and "it is a flag: compare it with true or false" or "use a number")
  end
  for i, name in ipairs(values) do
    if name == text.value then
      text.folded = i - 1
      return
    end
  end
  report(c, "unknown-value", text.column,
    ("%s has no value '%s'; it has '%s'"):format(written(key), text.value, table.concat(values, "', '")),
    nearest.question(text.value, values))
end

local function check_boolean(c, boolean, other)
  if other.class == "flag" or other.class == "boolean" or other.class == "unknown" then return end
  report(c, "bad-operand", boolean.column,
    ("%s is not a flag"):format(other.type == "key" and written(other) or "what it stands next to"),
    "use a number")
end

local function check_side(c, node, other)
  if node.class == "string" then
    check_named(c, node, other)
  elseif node.class == "boolean" then
    check_boolean(c, node, other)
  elseif node.class == "condition" then
    report(c, "condition-as-value", node.column, "a condition stands where a value belongs",
      "join conditions by and, or")
  end
end

local function check_compare(c, node)
  local left, right = node.left, node.right
  check(c, left)
  check(c, right)
  check_side(c, left, right)
  check_side(c, right, left)
  node.class = "condition"
end

-- ---- Conditions ----

local function expect_condition(c, node)
  check(c, node)
  local class = node.class
  if class == "condition" or class == "flag" or class == "boolean" or class == "unknown" then return end
  if node.type == "key" then
    report(c, "value-as-condition", node.column, ("%s is not a flag"):format(written(node)),
      class == "named" and ("compare it: %s == '%s'"):format(written(node), node.found.values[1] or "")
        or ("compare it with something: %s > 0"):format(written(node)))
  else
    report(c, "value-as-condition", node.column, "a value stands where a condition belongs",
      "compare it with something")
  end
end

local function check_joined(c, node)
  for _, item in ipairs(node) do expect_condition(c, item) end
  node.class = "condition"
end

local function check_call(c, node)
  node.class = "condition"
  if c.scope.environment_only then
    report(c, "not-environment", nil, "the condition of an interruption cannot call functions",
      "use environment values only")
  end
end

-- ---- Effects ----

local function check_change(c, node)
  local key, value = node.key, node.value
  check(c, key)
  check(c, value)
  if node.type ~= "set" then return expect_number(c, value) end
  if value.class == "condition" then
    local opposite = value.type == "not" and value[1].type == "key" and value[1].class == "flag"
    report(c, "condition-as-value", value.column, "a condition has no value that could be kept",
      opposite and ("write 1 - %s"):format(written(value[1])) or nil)
  else
    check_side(c, value, key)
  end
end

local function check_raise(c, node)
  local found, problem = c.scope.interruption(node.name)
  node.found = found
  if not found then report(c, problem.code, node.name_column, problem.text, problem.cure) end
end

-- ---- Entry ----

local function literal(class)
  return function(_, node)
    node.class = class
    if class == "number" then node.folded = node.value end
    if class == "boolean" then node.folded = node.value and 1 or 0 end
  end
end

local CHECKS = {
  number = literal "number", boolean = literal "boolean", string = literal "string",
  constant = check_constant, key = check_key, minus = check_minus, chain = check_chain, compare = check_compare,
  ["not"] = check_joined, ["and"] = check_joined, ["or"] = check_joined, call = check_call,
  set = check_change, add = check_change, sub = check_change, raise = check_raise,
}

function check(c, node)
  -- What has been looked at is not looked at again, so that no mistake is told twice.
  if not node.class then CHECKS[node.type](c, node) end
end

--- Checks a tree in place.
-- @tparam table tree of `bustle.author.expression.parser`
-- @tparam string kind "condition", "effects" or "value" (a number that is known beforehand)
-- @tparam table scope see `bustle.author.expression`
-- @treturn {table,...} the mistakes: `{ code=, message=, column=, cure= }`
function checker.check(tree, kind, scope)
  local c = { scope = scope, errors = {} }
  if kind == "condition" then
    expect_condition(c, tree)
  elseif kind == "effects" then
    for _, effect in ipairs(tree) do
      if effect.type ~= "call" then check(c, effect) end
    end
  else
    expect_number(c, tree)
    if not tree.folded and #c.errors == 0 then
      report(c, "not-constant", tree.column, "this is not known beforehand", "use numbers and constants only")
    end
  end
  return c.errors
end

return checker
