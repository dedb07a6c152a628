--- Why a step of a decision came out as it did: the conditions that were false, with the values that they read, and the
-- claims that could not be had. Read while the decision is made, from the same values; functions are not called again.
--
-- A reason is `{ text=, reads= }`: the part of a condition, or the claim, as its author wrote it, and what was read for
-- it, a list of `{ name=, value= }` without a value where there was none. A function is `{ where= }`; it is a reason
-- where nothing else was false. A claim has `wants` and `free`.
local name_tables = require "bustle.world.names"
local written = require "bustle.explain.written"

local reasons = {}

local Reasons = {}
Reasons.__index = Reasons

-- ---- What is written ----

local function nodes_of(sequence)
  local nodes = {}
  for _, node in ipairs(sequence.nodes) do nodes[node.name] = node end
  return nodes
end

-- What is in the tables, by the numbers of the core.
local function read_content(self)
  local content, compiled = self.names.content, self.compiled
  for _, action in ipairs(compiled.tables.actions) do
    self.actions[content:find("action", action.name)] = { when = action.when, claims = action.claims,
      speed_state = action.speed_state, pack = compiled:thing("action", action.name).pack.name }
  end
  for _, sequence in ipairs(compiled.tables.sequences) do
    self.sequences[content:find("sequence", sequence.name)] = { nodes = nodes_of(sequence), claims = sequence.claims,
      pack = compiled:thing("sequence", sequence.name).pack.name }
  end
  for _, interruption in ipairs(compiled.tables.interruptions) do
    self.interruptions[content:find("interruption", interruption.name)] = { when = interruption.when,
      pack = compiled:thing("interruption", interruption.name).pack.name }
  end
  for _, state in ipairs(compiled.tables.states) do
    self.states[state.name], self.minimum[state.name] = content:find("state", state.name), state.min
  end
  for _, value in ipairs(compiled.tables.environment) do
    self.environment[value.name] = content:find("environment", value.name)
  end
end

--- Finds reasons in a world.
-- @tparam table world
-- @treturn table
function reasons.new(world)
  local self = setmetatable({ world = world, names = world._names, compiled = world._names.compiled, actions = {},
    sequences = {}, interruptions = {}, states = {}, environment = {}, minimum = {}, conditions = {} }, Reasons)
  read_content(self)
  return self
end

-- ---- Reading ----

local function state_value(self, id, name)
  return id and self.world._core:get(id, self.states[name])
end

local function distance_between(core, a, b)
  local ax, ay, az = core:position(a)
  local bx, by, bz = core:position(b)
  return math.min(2147483647, math.abs(ax - bx) + math.abs(ay - by) + math.abs(az - bz))
end

local READ = {}

function READ.self(self, s, name) return state_value(self, s.npc, name) end
function READ.target(self, s, name) return state_value(self, s.target, name) end
function READ.env(self, _, name) return self.world._core:environment(self.environment[name]) end
function READ.distance(self, s) return s.target and distance_between(self.world._core, s.npc, s.target) end
function READ.now(self) return math.min(2147483647, math.floor(self.world._core:now() / 1000)) end

local CALCULATE = {
  ["+"] = function(a, b) return a + b end, ["-"] = function(a, b) return a - b end,
  ["*"] = function(a, b) return a * b end,
}

local COMPARE = {
  ["=="] = function(a, b) return a == b end, ["~="] = function(a, b) return a ~= b end,
  ["<"] = function(a, b) return a < b end, [">"] = function(a, b) return a > b end,
  ["<="] = function(a, b) return a <= b end, [">="] = function(a, b) return a >= b end,
}

-- nil: it is not there.
local function value_of(self, s, node)
  if node.type == "number" then return node.value end
  if node.type == "key" then return READ[node.subject](self, s, node.name) end
  local a, b = value_of(self, s, node[1]), value_of(self, s, node[2])
  if not a or not b then return nil end
  return math.max(-2147483648, math.min(2147483647, CALCULATE[node.type](a, b)))
end

local truth_of

-- Whether one of them is false (of an `and`) or true (of an `or`); nil if that depends on a function.
local function joined_truth(self, s, node)
  local decisive, known = node.type == "or", true
  for _, item in ipairs(node) do
    local truth = truth_of(self, s, item)
    if truth == decisive then return decisive end
    if truth == nil then known = false end
  end
  if known then return not decisive end
end

-- nil: it depends on a function.
function truth_of(self, s, node)
  if node.type == "call" then return nil end
  if node.type == "compare" then
    local a, b = value_of(self, s, node.left), value_of(self, s, node.right)
    return a ~= nil and b ~= nil and COMPARE[node.op](a, b)
  elseif node.type == "not" then
    local truth = truth_of(self, s, node[1])
    if truth == nil then return nil end
    return not truth
  end
  return joined_truth(self, s, node)
end

-- ---- What was read ----

-- Calls a function with each key of a tree.
local function each_key(node, fn)
  if node.type == "key" then return fn(node) end
  if node.type == "compare" then
    each_key(node.left, fn)
    each_key(node.right, fn)
  end
  for _, item in ipairs(node) do each_key(item, fn) end
end

local function each_function(node, fn)
  if node.type == "call" and node.where then fn(node.where) end
  for _, item in ipairs(node) do each_function(item, fn) end
end

local function kind_of(node)
  return node.subject == "env" and "environment" or "state"
end

-- As the author sees it: a boolean for a flag, a name for a named value.
local function shown_value(self, node, value)
  local key = value ~= nil and node.name and self.compiled.keys[kind_of(node)][node.name]
  if key then return name_tables.to_lua(key, value) end
  return value
end

-- The keys of a part, each once, by the names that they have where it is written.
local function keys_of(self, tree, pack)
  local list, known = {}, {}
  each_key(tree, function(node)
    local name = node.name and ("%s.%s"):format(node.subject, self.compiled:short(kind_of(node), node.name, pack))
      or node.subject
    if known[name] then return end
    known[name] = true
    list[#list + 1] = { name = name, node = node }
  end)
  return list
end

local function reads_of(self, s, part)
  local list = {}
  for i, key in ipairs(part.keys) do
    local node = key.node
    list[i] = { name = key.name, value = shown_value(self, node, READ[node.subject](self, s, node.name)) }
  end
  return list
end

-- ---- Conditions ----

local function mentions_target(tree)
  local found = false
  each_key(tree, function(node) found = found or node.subject == "target" or node.subject == "distance" end)
  return found
end

-- The parts of a condition, read once.
local function parts_of(self, ops, pack)
  if not self.conditions[ops] then
    local list = written.conditions(self.compiled, ops, pack)
    for _, part in ipairs(list) do
      part.about_target, part.keys = mentions_target(part.tree), keys_of(self, part.tree, pack)
      list.about_target = list.about_target or part.about_target
    end
    self.conditions[ops] = list
  end
  return self.conditions[ops]
end

-- What is false; if nothing is, the functions that must have said no.
local function false_parts(self, s, parts)
  local found, functions = {}, {}
  for _, part in ipairs(parts) do
    if not (part.about_target and s.whoever) then
      local truth = truth_of(self, s, part.tree)
      if truth == false then
        found[#found + 1] = { text = part.text, reads = reads_of(self, s, part) }
      elseif truth == nil then
        each_function(part.tree, function(where) functions[#functions + 1] = { where = where } end)
      end
    end
  end
  return #found > 0 and found or functions
end

local function of_condition(self, s, ops, pack)
  return false_parts(self, s, parts_of(self, ops, pack))
end

-- ---- Claims and speed ----

local function add_claims(self, s, list, claims, pack)
  for _, claim in ipairs(claims or {}) do
    local value = state_value(self, s.target, claim.state)
    local free = value and value - (self.minimum[claim.state] or 0)
    if not free or free < claim.amount then
      list[#list + 1] = { text = ("target.%s"):format(self.compiled:short("state", claim.state, pack)),
        wants = claim.amount, free = free, reads = {} }
    end
  end
end

-- Those that the action and the sequences under way would take.
local function of_claim(self, s, step)
  local list, action = {}, self.actions[step.action]
  add_claims(self, s, list, action.claims, action.pack)
  local frames = self.world._core:frames(s.npc)
  local top = frames[#frames]
  for _, frame in ipairs(frames) do
    local sequence = self.sequences[frame.sequence]
    if frame.activity == top.activity then add_claims(self, s, list, sequence.claims, sequence.pack) end
  end
  return list
end

local function of_speed(self, s, step)
  local action = self.actions[step.action]
  if not action.speed_state then return {} end
  local name = ("self.%s"):format(self.compiled:short("state", action.speed_state, action.pack))
  return { { text = ("it travels by %s"):format(name),
    reads = { { name = name, value = state_value(self, s.npc, action.speed_state) } } } }
end

-- ---- Steps ----

local function of_option(self, s, step)
  local sequence = self.sequences[step.sequence]
  local node = sequence.nodes[self.names.content:node_name(step.sequence, step.node)]
  local ops = node.transitions[step.transition + 1].when
  if parts_of(self, ops, sequence.pack).about_target then
    local frames = self.world._core:frames(s.npc)
    s.target = frames[#frames].target
  end
  return of_condition(self, s, ops, sequence.pack)
end

--- The reasons for a verdict.
-- @tparam table step as the core tells it, while it does
-- @treturn {table,...}|nil nil where there is nothing to say
function Reasons:of(step)
  local verdict = step.verdict
  if not verdict or verdict == "open" or verdict == "gone" then return nil end
  local s = { npc = step.npc, target = step.target, whoever = step.kind == "action" }
  if verdict == "claim" then return of_claim(self, s, step) end
  if verdict == "speed" then return of_speed(self, s, step) end
  if step.kind == "option" then return of_option(self, s, step) end
  local thing = step.kind == "watch" and self.interruptions[step.interruption] or self.actions[step.action]
  return of_condition(self, s, thing.when, thing.pack)
end

--- What of an action's conditions is about distance alone: who does not meet it is out of reach.
-- @tparam number action
-- @treturn {string,...}
function Reasons:reach(action)
  local list, written_as = {}, self.actions[action]
  for _, part in ipairs(parts_of(self, written_as.when, written_as.pack)) do
    if part.tree.type == "compare" and part.tree.left.subject == "distance" then list[#list + 1] = part.text end
  end
  return list
end

return reasons
