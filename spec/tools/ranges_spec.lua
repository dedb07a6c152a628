-- Whether conditions can be true together: what is found, and, on random conditions, that "never" is never wrong.
local expression = require "bustle.author.expression"
local ranges = require "bustle.author.check.ranges"
local reader = require "bustle.author.expression.reader"

local KEYS = {
  state = { a = { name = "a" }, b = { name = "b" }, c = { name = "c" }, f = { name = "f", flag = true },
    m = { name = "m", values = { "sad", "calm", "happy" } } },
  environment = { h = { name = "h" }, w = { name = "w", values = { "sun", "rain" } } },
  link = { ["p.home"] = { name = "p.home", flag = true }, ["p.trust"] = { name = "p.trust" } },
}

-- What these can be; everything else is any number.
local BOUNDS = { a = { 0, 4 }, b = { -2, 2 }, f = { 0, 1 }, m = { 0, 2 }, h = { 0, 3 }, w = { 0, 1 } }

local function bounds(key)
  local known = BOUNDS[key.name]
  if known then return known[1], known[2] end
  return key.name and -2147483648 or 0, 2147483647
end

local STYLE = { keys = KEYS, short = function(_, name) return name:match("[^.]*$") end }

local function lookup(map)
  return function(name)
    if map[name] ~= nil then return map[name] end
    return nil, { code = "unknown", text = "unknown " .. name }
  end
end

local SCOPE = { state = lookup(KEYS.state), environment = lookup(KEYS.environment), constant = lookup { war = false },
  link = lookup { home = KEYS.link["p.home"], trust = KEYS.link["p.trust"], inside = { name = "inside", flag = true } },
  interruption = lookup { stop = { name = "stop" } }, offer = lookup { sit = { name = "sit" } }, inbox = lookup { orders = { name = "orders" } },
  call = function() return 1, "content.lua:1" end }

local function compiled(source)
  local ops, mistakes = expression.compile(source, "condition", SCOPE)
  return ops or error(source .. ": " .. mistakes[1].message, 2)
end

local function possible(source)
  return ranges.possible(reader.conditions(compiled(source)), bounds)
end

describe("conditions that are never true", function()
  for _, source in ipairs {
    "self.a > 4", "self.a < 0", "self.a == 5", "self.a + self.b > 6", "self.a * self.b > 8", "5 <= self.a",
    "self.a > 2 and self.a < 2", "self.c > 5 and self.c < 6", "self.f and not self.f", "self.m == 'sad' and self.m == 'calm'",
    "self.m ~= 'sad' and self.m ~= 'calm' and self.m ~= 'happy'", "self.a < self.b and self.b < self.a",
    "self.c < target.c and target.c <= self.c", "self.a > 3 and self.b >= self.a", "distance < 0", "now < 0",
    "self.a > 2 and (self.a < 1 or self.a == 2)", "not (self.a < 3 or self.f) and self.a <= 2 and not self.f",
    "env.h > 1 and not (env.h > 1)", "self.c == self.c + 1 and self.c > 5 and self.c < 3", "self.c < self.c",
    "self.b < target.a and self.a < self.b and target.a <= 1", "env.w == 'sun' and env.h == 2 and env.w == 'rain'", "self.c == 3 and target.c == self.c and target.c ~= 3",
  } do
    it(source, function() assert.is_false(possible(source)) end)
  end
end)

describe("conditions that can be true", function()
  for _, source in ipairs {
    "self.a > 3", "self.a + self.b >= 6", "self.c > 5 and self.c < 7", "self.a > 2 or self.a < 1", "war", "not war",
    "war and self.a > 2", "self.a ~= 0 and self.a ~= 4", "self.c <= target.c and target.c <= self.c",
    "self.a > 2 and target.a < 2", "distance <= 0", "self.c + 1 >= 2147483647",
    -- What is missing is neither: a comparison with it is false, and so its opposite is true.
    "not (self.a > 2) and not (self.a <= 2)", "not self.f and not (self.f == 0)",
  } do
    it(source, function() assert.is_true(possible(source)) end)
  end

  it("functions may be true", function()
    assert.is_true(possible { "self.a > 2", function() return false end })
  end)

  it("more combinations than are looked at may be", function()
    assert.is_false(possible(("(self.a == 1 or self.b == 1) and "):rep(7) .. "(self.a > 9 or self.b > 9)"))
    assert.is_true(possible(("(self.a == 1 or self.b == 1) and "):rep(12) .. "(self.a > 9 or self.b > 9)"))
  end)

  it("what is longer than anybody writes is followed as far as it goes", function()
    local sum, any = "self.c" .. (" + 1"):rep(2000) .. " > 3", "self.a > 9" .. (" or self.a > 9"):rep(2000)
    assert.is_true(possible(sum))
    assert.is_true(possible(any))
    assert.equal("...", reader.text(reader.conditions(compiled(sum))[1], STYLE))
  end)
end)

describe("the range of a key", function()
  it("is what conditions leave of it", function()
    local function range(source)
      return { ranges.of(reader.conditions(compiled(source)), { type = "key", subject = "distance" }, bounds) }
    end
    assert.same({ 0, 41 }, range("distance < 41 and self.a > 2"))
    assert.same({ 3, 50 }, range("distance == 3 or distance > 9 and distance <= 50"))
    assert.same({ 0, 2147483647 }, range("self.a > 2"))
    assert.same({}, range("self.a > 9"))
  end)
end)

-- ---- Random conditions ----

-- A generator of its own, so that every Lua tries the same.
local function generator(seed)
  return function(n)
    seed = (seed * 16807) % 2147483647
    return seed % n + 1
  end
end

local NAMES = { "self.a", "self.b", "target.a", "env.h" }
local OPERATORS = { "==", "~=", "<", ">", "<=", ">=" }

local function value(pick, depth)
  local kind = pick(depth > 0 and 6 or 4)
  if kind <= 2 then return NAMES[pick(#NAMES)] end
  if kind <= 4 then return tostring(pick(9) - 4) end
  return ("(%s %s %s)"):format(value(pick, depth - 1), ({ "+", "-", "*" })[pick(3)], value(pick, depth - 1))
end

local function condition(pick, depth)
  local kind = depth > 0 and pick(5) or 5
  if kind == 1 then return ("not (%s)"):format(condition(pick, depth - 1)) end
  if kind <= 4 then
    return ("(%s %s %s)"):format(condition(pick, depth - 1), kind < 4 and "and" or "or", condition(pick, depth - 1))
  end
  return ("%s %s %s"):format(value(pick, 1), OPERATORS[pick(6)], value(pick, 1))
end

local COMPARE = {
  ["=="] = function(a, b) return a == b end, ["~="] = function(a, b) return a ~= b end,
  ["<"] = function(a, b) return a < b end, [">"] = function(a, b) return a > b end,
  ["<="] = function(a, b) return a <= b end, [">="] = function(a, b) return a >= b end,
}
local CALCULATE = { ["+"] = function(a, b) return a + b end, ["-"] = function(a, b) return a - b end,
  ["*"] = function(a, b) return a * b end }

-- What a tree says; nil where a value is missing (S3).
local function evaluate(node, values)
  if node.type == "number" then return node.value end
  if node.type == "key" then return values[node.subject .. "." .. node.name] or nil end
  if node.type == "not" then return not evaluate(node[1], values) end
  if node.type == "compare" then
    local left, right = evaluate(node.left, values), evaluate(node.right, values)
    return left ~= nil and right ~= nil and COMPARE[node.op](left, right)
  end
  if node.type == "and" or node.type == "or" then
    for _, part in ipairs(node) do
      if evaluate(part, values) ~= (node.type == "and") then return node.type == "or" end
    end
    return node.type == "and"
  end
  local a, b = evaluate(node[1], values), evaluate(node[2], values)
  return a and b and CALCULATE[node.type](a, b)
end

-- Everything that the four keys can be; states may be missing.
local function each_assignment(visit)
  for a = -1, 4 do
    for b = -3, 2 do
      for t = -1, 4 do
        for h = 0, 3 do
          if visit { ["self.a"] = a >= 0 and a, ["self.b"] = b >= -2 and b, ["target.a"] = t >= 0 and t,
            ["env.h"] = h } then
            return true
          end
        end
      end
    end
  end
  return false
end

describe("on random conditions", function()
  local count = os.getenv("BUSTLE_QUICK") and 60 or 300
  local pick, never = generator(7), 0
  local sources = {}
  for i = 1, count do sources[i] = condition(pick, 3) end

  it("what is said to be never true never is", function()
    for _, source in ipairs(sources) do
      local trees = reader.conditions(compiled(source))
      if not ranges.possible(trees, bounds) then
        never = never + 1
        assert.is_false(each_assignment(function(values)
          for _, tree in ipairs(trees) do
            if not evaluate(tree, values) then return false end
          end
          return true
        end), source)
      end
    end
    assert.is_true(never > count / 20)
  end)

  it("what is written back means the same operations", function()
    for _, source in ipairs(sources) do
      local ops = compiled(source)
      local texts = reader.texts(ops, STYLE)
      local again = table.concat(texts, " and ")
      assert.same(reader.texts(compiled(again), STYLE), texts, source)
      assert.same(ops, compiled(again), source)
    end
  end)
end)

describe("a condition as text", function()
  local function text(source)
    return table.concat(reader.texts(compiled(source), STYLE), " | ")
  end
  it("has names for values, bare flags, and only the parentheses that it needs", function()
    assert.equal("self.m == 'happy' | not self.f | env.w ~= 'rain'",
      text("self.m == 'happy' and not self.f and env.w ~= 'rain'"))
    assert.equal("(self.a < 2 or self.f) | self.a - (self.b - 1) > self.c * 2",
      text("(self.a < 2 or self.f == true) and self.a - (self.b - 1) > self.c * 2"))
    assert.equal("not (self.a < 2 and self.f) | function at content.lua:1",
      text { "not (self.a < 2 and self.f)", function() end })
  end)
  it("is about links, and what paths find", function()
    local source = "self.home(target) and not area.inside(target) and target.trust(self) > self.a"
      .. " and any(home(inn) of inside of area) and not any(trust) and count(home in inside of target) > 2"
    assert.equal("self.home(target) | not area.inside(target) | target.trust(self) > self.a | any(home(inn) of inside of area)"
      .. " | not any(trust) | count(home in inside of target) > 2", text(source))
  end)
  it("never is, if two of them say the opposite of one link or path", function()
    assert.is_false(possible("self.home(target) and self.home(target) == false"))
    assert.is_false(possible("count(home) > 2 and count(home) < 2"))
    assert.is_true(possible("self.home(target) and not target.home(self)"))
    assert.is_true(possible("count(home) > 2 and count(trust) < 2"))
  end)
end)

describe("an effect as text", function()
  it("may be about links, who is found, and what is offered", function()
    local ops = assert(expression.compile(
      "target.home(self) = true; self.trust(target) += 2; raise stop on home of area; revoke sit on target", "effects", SCOPE))
    local texts = {}
    for i = 1, #ops do texts[i] = reader.text_at(ops, i, STYLE) end
    assert.same({ "target.home(self) = 1", "self.trust(target) += 2", "raise stop on home of area", "revoke sit on target" }, texts)
  end)
end)
