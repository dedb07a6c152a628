--- Whether conditions can be true together: interval reasoning over comparisons of states, environment values, distance
-- and time. Says "never" only where that is certain; whatever it cannot follow counts as possible.
local comparisons = require "bustle.author.expression.comparisons"
local core = require "bustle.core"

local ranges = {}

-- So many combinations of `or` are looked at.
local MOST_COMBINATIONS = 256

-- Bounds are passed on from key to key so often. What is not found by then is left.
local ROUNDS = 8

-- ---- Keys ----

local function walk_keys(value, visit)
  if value.type == "key" then return visit(value) end
  for _, part in ipairs(value) do walk_keys(part, visit) end
end

local function identity(key)
  if key.link then
    return ("%s.%s(%s)"):format(key.part or key.subject, key.link, key.to_part or key.to)
  end
  return key.name and (key.part or key.subject) .. "." .. key.name or key.subject
end

-- Constants are compared with each other to switch something on or off: that is no mistake.
local function is_about_keys(comparison)
  local found = false
  local function note() found = true end
  walk_keys(comparison.left, note)
  walk_keys(comparison.right, note)
  return found
end

-- ---- Combinations ----

-- A literal is a comparison, and whether it stands under a `not`: then it also holds if a state of it is missing (S3).

local combinations

local function each_of(nodes, negated)
  local list = {}
  for _, node in ipairs(nodes) do
    for _, conjunction in ipairs(combinations(node, negated)) do list[#list + 1] = conjunction end
  end
  return list
end

local function append(list, literals)
  for _, literal in ipairs(literals) do list[#list + 1] = literal end
  return list
end

local function joined(left, right)
  return append(append({}, left), right)
end

local function product(lefts, rights)
  if #rights == 1 then
    for _, left in ipairs(lefts) do append(left, rights[1]) end
    return lefts
  end
  local list = {}
  for _, left in ipairs(lefts) do
    for _, right in ipairs(rights) do list[#list + 1] = joined(left, right) end
  end
  return list
end

local function all_of(nodes, negated)
  local list = { {} }
  for _, node in ipairs(nodes) do
    local more = combinations(node, negated)
    -- Where there would be too many, this part is taken to be possible.
    if #list * #more <= MOST_COMBINATIONS then list = product(list, more) end
  end
  return list
end

function combinations(node, negated)
  if node.type == "not" then return combinations(node[1], not negated) end
  if node.type == "and" or node.type == "or" then
    local conjunctive = (node.type == "and") ~= negated
    return (conjunctive and all_of or each_of)(node, negated)
  end
  if node.type == "call" or not is_about_keys(node) then return { {} } end
  return { { { op = node.op, left = node.left, right = node.right, negated = negated } } }
end

-- ---- What is there ----

local function is_always_there(key)
  return key.subject == "env" or key.subject == "now"
end

-- What is compared without a `not` must be there.
local function present(conjunction)
  local there = {}
  for _, literal in ipairs(conjunction) do
    if not literal.negated then
      local function note(key) there[identity(key)] = true end
      walk_keys(literal.left, note)
      walk_keys(literal.right, note)
    end
  end
  return there
end

-- The comparisons that hold for certain.
local function certain(conjunction)
  local there, list = present(conjunction), {}
  for _, literal in ipairs(conjunction) do
    local known = true
    local function note(key) known = known and (is_always_there(key) or there[identity(key)]) end
    walk_keys(literal.left, note)
    walk_keys(literal.right, note)
    if not literal.negated then
      list[#list + 1] = literal
    elseif known then
      list[#list + 1] = { op = comparisons[literal.op].opposite, left = literal.left, right = literal.right }
    end
  end
  return list
end

-- ---- Intervals ----

local Solver = {}
Solver.__index = Solver

function Solver:range(key)
  local id = identity(key)
  local range = self.known[id]
  if not range then
    local low, high = self.bounds(key)
    range = { low = low, high = high, without = {}, excluded = 0, whole = key.subject ~= "distance" }
    self.known[id] = range
  end
  return range
end

function Solver:interval(value)
  if value.type == "number" then return value.value, value.value end
  if value.type == "key" then
    local range = self:range(value)
    return range.low, range.high
  end
  local a, b = self:interval(value[1])
  local c, d = self:interval(value[2])
  local op, calculate = value.type, core.calculate
  local w, x, y, z = calculate(op, a, c), calculate(op, a, d), calculate(op, b, c), calculate(op, b, d)
  return math.min(w, x, y, z), math.max(w, x, y, z)
end

local function possible(op, a, b, c, d)
  if op == "<" then return a < d end
  if op == "<=" then return a <= d end
  if op == ">" then return b > c end
  if op == ">=" then return b >= c end
  if op == "==" then return a <= d and c <= b end
  return not (a == b and c == d and a == c)
end

local function exclude(range, value)
  if range.without[value] or value < range.low or value > range.high then return end
  range.without[value] = true
  range.excluded = range.excluded + 1
end

local function is_empty(range)
  while range.low <= range.high and range.without[range.low] do range.low = range.low + 1 end
  while range.high >= range.low and range.without[range.high] do range.high = range.high - 1 end
  return range.low > range.high
end

-- Narrows a key that is compared with something between c and d. Of a distance, which has fractions, the ends stay.
local function narrow(range, op, c, d)
  local next_to = range.whole and 1 or 0
  if op == "<" then range.high = math.min(range.high, d - next_to)
  elseif op == "<=" then range.high = math.min(range.high, d)
  elseif op == ">" then range.low = math.max(range.low, c + next_to)
  elseif op == ">=" then range.low = math.max(range.low, c)
  elseif op == "==" then range.low, range.high = math.max(range.low, c), math.min(range.high, d)
  elseif c == d and range.whole then exclude(range, c) end
  return not is_empty(range)
end

-- ---- The same two sides ----

local ORDERS = { ["<"] = { "<" }, ["<="] = { "<", "=" }, [">"] = { ">" }, [">="] = { ">", "=" }, ["=="] = { "=" },
  ["~="] = { "<", ">" } }

local function written(value)
  if value.type == "number" then return ("%d"):format(value.value) end
  if value.type == "key" then return identity(value) end
  return ("(%s%s%s)"):format(written(value[1]), value.type, written(value[2]))
end

-- `a < b and b <= a`: whatever the values, the orders that are left are none.
function Solver:orders_left(literal)
  local left, right, op = written(literal.left), written(literal.right), literal.op
  if left == right then return op == "<=" or op == ">=" or op == "==" end
  if right < left then left, right, op = right, left, comparisons[op].turned end
  local pair = left .. " " .. right
  local before = self.orders[pair] or { ["<"] = true, ["="] = true, [">"] = true }
  local after = {}
  for _, order in ipairs(ORDERS[op]) do after[order] = before[order] end
  self.orders[pair] = after
  return next(after) ~= nil
end

--- The lowest and highest that a value can be.
-- @tparam table value a tree of `bustle.author.expression.reader`
-- @tparam function bounds takes a key, returns its lowest and highest value
-- @treturn number
-- @treturn number
function ranges.interval(value, bounds)
  return setmetatable({ known = {}, bounds = bounds }, Solver):interval(value)
end

-- ---- Solving ----

-- Narrows a side of a comparison that is a key; false if nothing is left of it.
function Solver:narrow(side, op, low, high)
  if side.type ~= "key" then return true end
  local range = self:range(side)
  local before, after = range.low, range.high
  if not narrow(range, op, low, high) then return false end
  if range.low ~= before or range.high ~= after then self.changed = true end
  return true
end

function Solver:apply(literal)
  local left, right, op = literal.left, literal.right, literal.op
  local a, b = self:interval(left)
  local c, d = self:interval(right)
  return possible(op, a, b, c, d) and self:narrow(left, op, c, d) and self:narrow(right, comparisons[op].turned, a, b)
end

function Solver:apply_all(literals)
  self.changed = false
  for _, literal in ipairs(literals) do
    if not self:apply(literal) then return false end
  end
  return true
end

local function can_hold(conjunction, bounds)
  local solver = setmetatable({ known = {}, orders = {}, bounds = bounds }, Solver)
  local literals = certain(conjunction)
  for _, literal in ipairs(literals) do
    if not solver:orders_left(literal) then return false end
  end
  for _ = 1, ROUNDS do
    if not solver:apply_all(literals) then return false end
    if not solver.changed then break end
  end
  return true, solver
end

--- Whether conditions can be true together.
-- @tparam {table,...} conditions trees of `bustle.author.expression.reader`
-- @tparam function bounds takes a key, returns its lowest and highest value
-- @treturn boolean false only if that is certain
function ranges.possible(conditions, bounds)
  for _, conjunction in ipairs(all_of(conditions, false)) do
    if can_hold(conjunction, bounds) then return true end
  end
  return false
end

--- The lowest and highest value that a key can have while conditions hold.
-- @tparam {table,...} conditions
-- @tparam table key
-- @tparam function bounds
-- @treturn[1] number
-- @treturn[1] number
-- @treturn[2] nil if they never hold
function ranges.of(conditions, key, bounds)
  local low, high
  for _, conjunction in ipairs(all_of(conditions, false)) do
    local holds, solver = can_hold(conjunction, bounds)
    if holds then
      local range = solver:range(key)
      low, high = math.min(low or range.low, range.low), math.max(high or range.high, range.high)
    end
  end
  return low, high
end

return ranges
