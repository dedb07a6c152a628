--- Turns checked trees into the operations of the core, in postfix order. A comparison of one key with a known value
-- becomes a single operation: conjunctions of those are the core's fast path (S7).
local comparisons = require "bustle.author.expression.comparisons"
local core = require "bustle.core"

local emitter = {}

local function add(e, op)
  e.ops[#e.ops + 1] = op
end

-- Whole, of Lua's integer kind where there is one, and never minus zero.
local function whole(value)
  return math.floor(value + 0)
end

-- ---- Values ----

local function push(e, op, column)
  add(e, op)
  e.depth = e.depth + 1
  if e.depth > core.deepest and not e.mistake then
    e.mistake = { code = "too-deep", column = column, cure = "calculate the inner part first, or use a function",
      message = ("more than %d values are needed at a time"):format(core.deepest) }
  end
end

local function push_number(e, value, column)
  push(e, { kind = "push", subject = "constant", value = whole(value) }, column)
end

local function calculate(e, operator)
  add(e, { kind = operator })
  e.depth = e.depth - 1
end

local function emit_value(e, node)
  if node.folded then return push_number(e, node.folded, node.column) end
  if node.type == "key" then
    return push(e, { kind = "push", subject = node.subject, name = node.found.name }, node.column)
  end
  if node.type == "minus" then
    push_number(e, 0, node.column)
    emit_value(e, node[1])
    return calculate(e, "-")
  end
  emit_value(e, node[1])
  for i = 2, #node do
    emit_value(e, node[i].node)
    calculate(e, node[i].op)
  end
end

-- ---- Conditions ----

local function fused(e, kind, key, value)
  add(e, { kind = kind, subject = key.subject, name = key.found.name, value = whole(value) })
end

local function emit_compare(e, node)
  local left, right = node.left, node.right
  if left.type == "key" and right.folded then return fused(e, node.op, left, right.folded) end
  if right.type == "key" and left.folded then return fused(e, comparisons[node.op].turned, right, left.folded) end
  emit_value(e, left)
  emit_value(e, right)
  add(e, { kind = node.op, subject = "stack" })
  e.depth = e.depth - 2
end

local emit_condition

-- What is always there may be turned into its opposite. State and distance may not: a comparison with what is missing
-- is false, and `not` of it is true (S3).
local function emit_not(e, node)
  local before = #e.ops
  emit_condition(e, node[1])
  local last = e.ops[#e.ops]
  local comparison = comparisons[last.kind]
  if #e.ops == before + 1 and comparison and (last.subject == "env" or last.subject == "now") then
    last.kind = comparison.opposite
  else
    add(e, { kind = "not" })
  end
end

local function emit_joined(e, node)
  for i, item in ipairs(node) do
    emit_condition(e, item)
    if i > 1 then add(e, { kind = node.type }) end
  end
end

-- True or false beforehand: the core has no operation for that, so two numbers are compared. Not left out, because
-- what a text mentions must not depend on what a constant holds (S12).
local function emit_truth(e, node)
  push_number(e, node.folded, node.column)
  push_number(e, 0, node.column)
  add(e, { kind = "~=", subject = "stack" })
  e.depth = e.depth - 2
end

function emit_condition(e, node)
  local kind = node.type
  if kind == "compare" then
    emit_compare(e, node)
  elseif kind == "not" then
    emit_not(e, node)
  elseif kind == "and" or kind == "or" then
    emit_joined(e, node)
  elseif kind == "key" then
    fused(e, "==", node, 1)
  elseif kind == "call" then
    add(e, { kind = "call", value = node.number, name = node.where })
  else
    emit_truth(e, node)
  end
end

-- Conditions that are left over are and-ed by the core: the outermost `and` needs no operation.
local function emit_outermost(e, node)
  if node.type ~= "and" then return emit_condition(e, node) end
  for _, item in ipairs(node) do emit_outermost(e, item) end
end

-- ---- Effects ----

local function emit_effect(e, node)
  if node.type == "raise" then
    return add(e, { kind = "raise", subject = node.subject, name = node.found.name })
  elseif node.type == "call" then
    return add(e, { kind = "call", value = node.number, name = node.where })
  end
  local op = { kind = node.type, subject = node.key.subject, name = node.key.found.name }
  if node.value.folded then
    op.value = whole(node.value.folded)
  else
    emit_value(e, node.value)
    e.depth = e.depth - 1
    op.stacked = true
  end
  add(e, op)
end

--- Appends the operations of a checked tree to a list.
-- @tparam {table,...} ops
-- @tparam table tree
-- @tparam string kind "condition" or "effects"
-- @treturn table|nil the mistake, if it needs more than the core has
function emitter.emit(ops, tree, kind)
  local e = { ops = ops, depth = 0 }
  if kind == "condition" then
    emit_outermost(e, tree)
  else
    for _, effect in ipairs(tree) do emit_effect(e, effect) end
  end
  return e.mistake
end

return emitter
