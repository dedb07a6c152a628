-- The other way round than core_content.lua: tables that `seal` of `bustle.core` takes, as the compiler of packs makes them, in the form of
-- content.lua, so that specs can play short packs through the oracle too. What no such spec has needed yet raises an error.

---- Expressions ----

local SUBJECTS = { self = true, target = true, env = true }

local PUSHED = {
  constant = function(op) return { "const", op.value } end,
}
for subject in pairs(SUBJECTS) do
  PUSHED[subject] = function(op) return { subject, op.name } end
end

local COMPARES = { ["=="] = true, ["~="] = true, ["<"] = true, [">"] = true, ["<="] = true, [">="] = true }

local function unknown(what) error("spec/oracle/sealed.lua does not know " .. what, 0) end

local function operation(stack, op)
  if op.kind == "push" then return (PUSHED[op.subject] or unknown(op.subject))(op) end
  if op.kind == "not" then return { "not", table.remove(stack) } end
  if op.kind ~= "and" and op.kind ~= "or" and not COMPARES[op.kind] then unknown(op.kind) end
  if op.subject and SUBJECTS[op.subject] then return { op.kind, { op.subject, op.name }, { "const", op.value } } end
  local second, first = table.remove(stack), table.remove(stack)
  return { op.kind, first, second }
end

-- From postfix operations to a tree; nil of none.
local function condition(ops)
  local stack = {}
  for _, op in ipairs(ops) do
    local tree = operation(stack, op) -- which takes from the stack first
    stack[#stack + 1] = tree
  end
  assert(#stack < 2)
  return stack[1]
end

---- Fields ----

-- What becomes of each field of a thing: the name that it has here, or a function that gives the name and the value.
local function as(name, convert)
  return function(value) return name, convert(value) end
end

local function same(...)
  local rules = { origin = function() end }
  for _, name in ipairs { ... } do rules[name] = name end
  return rules
end

local function with(rules, more)
  for key, rule in pairs(more) do rules[key] = rule end
  return rules
end

local function convert(rules, given)
  local made = {}
  for key, value in pairs(given) do
    local rule = rules[key] or unknown(key)
    if type(rule) == "function" then
      local name, converted = rule(value)
      if name then made[name] = converted end
    else
      made[rule] = value
    end
  end
  return made
end

-- A list of such things; `finish` takes what was made and what of.
local function list_of(rules, finish)
  return function(given)
    local list = {}
    for i, each in ipairs(given or {}) do
      list[i] = convert(rules, each)
      if finish then finish(list[i], each) end
    end
    return list
  end
end

-- What may be there, but empty.
local function none(list)
  if next(list) then unknown "effects, claims or boxes" end
end

local WHEN = { when = as("when", condition), holds_while = as("during", condition) }
local EFFECTS = { start = none, finish = none, interrupted = none, enter = none, exit = none, adopt = none, drop = none, broken = none }

---- Things ----

local KEY = with(same("name", "min", "max", "flag", "values"), { initial = "default", refresh_ms = "every_ms" })
local LINK = with(same("name", "min", "max", "flag"), { initial = "default" })
local ENTRY = same("from", "to", "sequence", "vary", "priority", "skip", "change")
local ACTION = with(with(same("name", "timeout_ms", "timeout_fails", "resumable", "duration_ms", "duration_max_ms", "ends_on"), EFFECTS),
  { when = WHEN.when, target = "takes_target", ending = "ends", claims = none })

local function finish_action(made)
  made.duration = { made.duration_ms, made.duration_max_ms or made.duration_ms }
  made.duration_ms, made.duration_max_ms = nil, nil
end

local PERFORMS = { action = "action", sequence = "sequence", scene = "scene", take = "inbox", send = "inbox", meet = "meeting" }
local TRANSITION = with(same "otherwise", { to = "node", when = WHEN.when })
local NODE = with(with(same("name", "kind", "performs", "as", "path", "from_target", "from_area", "targets", "offers", "body", "same_target",
  "failed", "timeout_ms", "every_ms", "waiting", "await", "count", "into"), WHEN),
  { transitions = as("to", list_of(TRANSITION)), optional = function() end })

local function finish_node(made, given)
  made.performs = nil
  if given.performs then made[PERFORMS[given.kind]] = given.performs end
end

local SEQUENCE = with(same("name", "entry"), { nodes = as("nodes", list_of(NODE, finish_node)), claims = none })

local function finish_sequence(made) made.nodes[#made.nodes + 1] = { name = "END", kind = "end" } end

local HANDLER = same("interruption", "sequence", "priority", "stays", "urgent")
local CUE = with(same("name", "sequence", "scene", "as", "targets", "priority", "every_ms", "again_ms"), { when = WHEN.when })
local OFFER = with(with(with(same("name", "sequence", "holders", "undo", "kept"), WHEN), EFFECTS), {})
local MIND = { handlers = as("handlers", list_of(HANDLER)), cues = as("cues", list_of(CUE)), offers = as("offers", list_of(OFFER)) }
local ROLE = with(with(with(same("name", "main", "plan", "change", "fallbacks", "reactions"), EFFECTS), MIND), {})
local LISTED = with(same "role", { when = WHEN.when })
local PART = with(with(same("name", "least", "most", "who", "sequence"), EFFECTS), { when = WHEN.when })

-- -1 is no limit in both, and what is usual.
local SCENE = with(same("name", "within", "priority", "patience_ms", "limit_ms", "longest_ms", "rest_ms", "waiting", "interrupted_breaks"),
  { parts = as("parts", list_of(PART)) })

local function states(list)
  local made = {}
  for i, each in ipairs(list) do made[i] = { each.state, each.initial } end
  return made
end

local ENTITY = with(with(with(same("name", "npc", "position", "accepts", "main", "plan", "fallbacks", "reactions", "tags",
  "inboxes"), EFFECTS), MIND),
  { roles = as("roles", list_of(LISTED)), states = as("state", states), area = none })

local THINGS = { states = list_of(KEY), environment = list_of(KEY), links = list_of(LINK), inboxes = list_of(same("name", "limit", "keep_ms")),
  plans = list_of(with(same "name", { entries = as("entries", list_of(ENTRY)) })),
  interruptions = list_of(with(same "name", { when = WHEN.when })), actions = list_of(ACTION, finish_action),
  sequences = list_of(SEQUENCE, finish_sequence), roles = list_of(ROLE), scenes = list_of(SCENE), entities = list_of(ENTITY) }

return function(tables)
  local content = {}
  for kind, read in pairs(THINGS) do content[kind == "environment" and "env" or kind] = read(tables[kind]) end
  return content
end
