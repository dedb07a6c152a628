--- Conditions as text, tested from outside: about an NPC, its target and the environment, with the meaning that they
-- have in content (S3, S7). Functions are not called here.
local core = require "bustle.core"
local expression = require "bustle.expression"
local name_tables = require "bustle.world.names"

local evaluate = {}

local MISSING = {}

local function saturated(value)
  return math.max(-2147483648, math.min(2147483647, value))
end

-- ---- Names ----

-- As the NPC's own pack sees them, then as the game does.
local function finder(world, pack)
  local compiled = world._names.compiled
  return function(kind, name)
    local found = compiled:resolve(kind, name, pack)
    local problem
    if not found then found, problem = compiled:resolve(kind, name) end
    if found then return found end
    return nil, { code = "unknown-" .. kind, text = problem }
  end
end

local function scope_of(world, pack)
  local compiled, find = world._names.compiled, finder(world, pack)
  local function key(kind)
    return function(name)
      local found, problem = find(kind, name)
      return found and compiled.keys[kind][found], problem
    end
  end
  return {
    state = key "state", environment = key "environment",
    constant = function(name)
      local found, problem = find("constant", name)
      if found then return compiled.constants[found] end
      return nil, problem
    end,
    interruption = function(name) return nil, { code = "unknown-interruption", text = name } end,
    call = function() return 0, "" end,
  }
end

-- ---- Reading ----

local function state_of(world, entity, name)
  if not entity then return MISSING end
  return world._core:get(entity.id, world._names.content:find("state", name)) or MISSING
end

local function distance_between(npc, target)
  if not target then return MISSING end
  return saturated(math.abs(npc.x - target.x) + math.abs(npc.y - target.y) + math.abs(npc.z - target.z))
end

local READ = {}

function READ.constant(_, op) return op.value end
function READ.self(s, op) return state_of(s.world, s.npc, op.name) end
function READ.target(s, op) return state_of(s.world, s.target, op.name) end
-- As the game would answer now, which the core need not have asked; otherwise as it is.
function READ.env(s, op)
  local world = s.world
  local id = world._names.content:find("environment", op.name)
  local provider = world._environment.providers[id]
  local ok, answer
  if provider then ok, answer = pcall(provider) end
  if not ok or answer == nil then return world._core:environment(id) end
  if type(answer) == "boolean" then return answer and 1 or 0 end
  local number = name_tables.to_core(world._names:keys("environment")[op.name], answer)
  return number and core.round(number) or world._core:environment(id)
end
function READ.distance(s) return distance_between(s.npc, s.target) end
function READ.now(s) return saturated(math.floor(s.world:now())) end

-- ---- Running ----

local COMPARE = {
  ["=="] = function(a, b) return a == b end, ["~="] = function(a, b) return a ~= b end,
  ["<"] = function(a, b) return a < b end, [">"] = function(a, b) return a > b end,
  ["<="] = function(a, b) return a <= b end, [">="] = function(a, b) return a >= b end,
}

local CALCULATE = {
  ["+"] = function(a, b) return a + b end, ["-"] = function(a, b) return a - b end,
  ["*"] = function(a, b) return a * b end,
}

local function pop_two(stack)
  local b = table.remove(stack)
  return table.remove(stack), b
end

local function compare(s, stack, op)
  local a, b
  if op.subject == "stack" then a, b = pop_two(stack) else a, b = READ[op.subject](s, op), op.value end
  stack[#stack + 1] = a ~= MISSING and b ~= MISSING and COMPARE[op.kind](a, b)
end

local function step(s, stack, op)
  local kind = op.kind
  if COMPARE[kind] then
    compare(s, stack, op)
  elseif CALCULATE[kind] then
    local a, b = pop_two(stack)
    stack[#stack + 1] = (a == MISSING or b == MISSING) and MISSING or saturated(CALCULATE[kind](a, b))
  elseif kind == "push" then
    stack[#stack + 1] = READ[op.subject](s, op)
  elseif kind == "not" then
    stack[#stack] = not stack[#stack]
  else
    local a, b = pop_two(stack)
    if kind == "and" then stack[#stack + 1] = a and b else stack[#stack + 1] = a or b end
  end
end

local function holds(s, ops)
  local stack = {}
  for _, op in ipairs(ops) do step(s, stack, op) end
  for _, value in ipairs(stack) do
    if not value then return false end
  end
  return true
end

--- Compiles a condition about an NPC.
-- @tparam table world
-- @tparam table npc
-- @tparam string text
-- @treturn[1] function that says whether it holds now
-- @treturn[2] nil
-- @treturn[2] string what is wrong
function evaluate.condition(world, npc, text)
  local definition = world._names.content:name("entity", world._core:definition(npc.id))
  local pack = world._names.compiled:thing("entity", definition).pack.name
  local ops, mistakes = expression.compile(text, "condition", scope_of(world, pack))
  if not ops then return nil, expression.format(mistakes[1]) end
  return function()
    return holds({ world = world, npc = npc, target = npc.target }, ops)
  end
end

return evaluate
