--- Conditions as text, tested by the core: about an NPC, its target and the environment, with the meaning that they
-- have in content (S3, S7, S42). There are no functions in a text.
local core = require "bustle.core"
local expression = require "bustle.author.expression"
local name_tables = require "bustle.world.names"

local evaluate = {}

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
    state = key "state", environment = key "environment", inbox = key "inbox",
    constant = function(name)
      local found, problem = find("constant", name)
      if found then return compiled.constants[found] end
      return nil, problem
    end,
  }
end

-- ---- The environment ----

-- As the game would answer now (S9), which the core need not have asked; otherwise as it is.
local function answer_of(world, name)
  local environment, key = world._environment, world._names:keys("environment")[name]
  local provider = environment.providers[key.id]
  local ok, answer
  if provider then ok, answer = pcall(provider) end
  if type(answer) == "boolean" then answer = answer and 1 or 0 end
  local number = ok and answer ~= nil and name_tables.to_core(key, answer)
  if not number then return world._core:environment(key.id) end
  return math.max(environment.low[key.id], math.min(environment.high[key.id], core.round(number)))
end

-- The operations with the answers in place of what is to be asked for.
local function with_answers(world, ops)
  local list = {}
  for _, op in ipairs(ops) do
    list[#list + 1] = op.subject == "env"
      and { kind = "push", subject = "constant", value = answer_of(world, op.name) } or op
  end
  return list
end

-- ---- Testing ----

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
    local target = npc.target
    return (world._core:test(npc.id, target and target.id, core.condition(with_answers(world, ops))))
  end
end

return evaluate
