--- Turns checked trees into the operations of the core, in postfix order, as they are written: making them short is the
-- core's business.
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

local function add_compare(e, operator)
  add(e, { kind = operator, subject = "stack" })
  e.depth = e.depth - 2
end

local emit_condition

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
  add_compare(e, "~=")
end

function emit_condition(e, node)
  local kind = node.type
  if kind == "compare" then
    emit_value(e, node.left)
    emit_value(e, node.right)
    add_compare(e, node.op)
  elseif kind == "not" then
    emit_condition(e, node[1])
    add(e, { kind = "not" })
  elseif kind == "and" or kind == "or" then
    emit_joined(e, node)
  elseif kind == "key" then
    emit_value(e, node)
    push_number(e, 1, node.column)
    add_compare(e, "==")
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
