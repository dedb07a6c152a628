-- Runs operations as the core is told to: a second opinion on what the compiler emits. Slow and plain.
local interpreter = {}

local function saturated(value)
  return math.max(-2147483648, math.min(2147483647, value))
end

local COMPARE = {
  ["=="] = function(a, b) return a == b end, ["~="] = function(a, b) return a ~= b end,
  ["<"] = function(a, b) return a < b end, [">"] = function(a, b) return a > b end,
  ["<="] = function(a, b) return a <= b end, [">="] = function(a, b) return a >= b end,
}
local CALCULATE = {
  ["+"] = function(a, b) return saturated(a + b) end,
  ["-"] = function(a, b) return saturated(a - b) end,
  ["*"] = function(a, b) return saturated(a * b) end,
}

-- Something that is not there is kept on the stack as this.
local MISSING = {}

function interpreter.compare(kind, a, b)
  if a == MISSING or b == MISSING then return false end
  return COMPARE[kind](a, b)
end

local function read(op, world)
  if op.subject == "constant" then return op.value end
  if op.name then
    local subject = world[op.subject]
    local value = subject and subject[op.name]
    if value == nil then return MISSING end
    return value
  end
  local value = world[op.subject]
  if value == nil then return MISSING end
  return value
end

local function pop(stack)
  return table.remove(stack)
end

local STEP = {}

function STEP.push(op, stack, world) stack[#stack + 1] = read(op, world) end
STEP["not"] = function(_, stack) stack[#stack] = not stack[#stack] end
STEP["and"] = function(_, stack) local b, a = pop(stack), pop(stack) stack[#stack + 1] = a and b end
STEP["or"] = function(_, stack) local b, a = pop(stack), pop(stack) stack[#stack + 1] = a or b end

for kind in pairs(COMPARE) do
  STEP[kind] = function(op, stack, world)
    local a, b
    if op.subject == "stack" then
      b, a = pop(stack), pop(stack)
    else
      a, b = read(op, world), op.value
    end
    stack[#stack + 1] = interpreter.compare(kind, a, b)
  end
end

for kind, calculate in pairs(CALCULATE) do
  STEP[kind] = function(_, stack)
    local b, a = pop(stack), pop(stack)
    stack[#stack + 1] = (a == MISSING or b == MISSING) and MISSING or calculate(a, b)
  end
end

local CHANGE = {
  set = function(_, value) return value end,
  add = CALCULATE["+"],
  sub = CALCULATE["-"],
}

for kind, change in pairs(CHANGE) do
  STEP[kind] = function(op, stack, world)
    local value = op.value
    if op.stacked then value = pop(stack) end
    local state = world[op.subject]
    if value ~= MISSING and state and state[op.name] then state[op.name] = change(state[op.name], value) end
  end
end

-- The whole condition: what is left over is and-ed. Effects change the world in place.
function interpreter.run(ops, world)
  local stack = {}
  for _, op in ipairs(ops) do STEP[op.kind](op, stack, world) end
  local result = true
  for _, value in ipairs(stack) do
    assert(type(value) == "boolean", "a value is left over")
    result = result and value
  end
  return result
end

interpreter.CALCULATE, interpreter.MISSING = CALCULATE, MISSING
return interpreter
