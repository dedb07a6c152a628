-- Random trees, printed as text and compiled, must come to the same as the trees evaluated directly.
local expression = require "bustle.author.expression"
local interpreter = require "spec.lua.support.interpreter"
local scopes = require "spec.lua.support.scope"

local COUNT = tonumber(os.getenv "BUSTLE_RANDOM_COUNT") or 3000

-- A generator of our own: the same trees on every Lua.
local function generator(seed)
  local state = seed
  return function(n)
    state = (state * 16807) % 2147483647
    return state % n + 1
  end
end

local function pick(random, list)
  return list[random(#list)]
end

local STATES = { "energy", "seats", "waiting_since", "fed", "mood", "and" }
local FLAGS = { "fed", "waiting", "sitting" }
local ENVIRONMENT = { "hour", "open", "weather", "market.weather" }
local CONSTANTS = { nearby = 41, two = 2, ["common.far"] = 400 }
local CONSTANT_NAMES = { "nearby", "two", "common.far" }
local NUMBERS = { 0, 1, 2, 3, 5, 41, 1000, 46341, 2147483646, 2147483647 }
local COMPARISONS = { "==", "~=", "<", ">", "<=", ">=" }

-- Precedence as in Lua: a child that binds weaker than its parent wants is put in parentheses, and others sometimes.
local OR, AND, COMPARE, SUM, PRODUCT, UNARY, ATOM = 1, 2, 3, 4, 5, 6, 7

local function qualified(subject, name)
  if name:find(".", 1, true) then return name end
  return (subject == "env" and "p." or "p.") .. name
end

local function key_value(subject, name)
  return function(world)
    local owner = world[subject]
    local value = owner and owner[qualified(subject, name)]
    if value == nil then return interpreter.MISSING end
    return value
  end
end

local function wrapped(random, node, strength)
  if node.strength < strength or random(8) == 1 then return "(" .. node.text .. ")" end
  return node.text
end

local function leaf(random)
  local kind = random(6)
  if kind == 1 then
    local number = pick(random, NUMBERS)
    return { text = ("%.0f"):format(number), strength = ATOM, value = function() return number end }
  elseif kind == 2 then
    local name = pick(random, CONSTANT_NAMES)
    return { text = name, strength = ATOM, value = function() return CONSTANTS[name] end }
  elseif kind == 3 then
    local subject = pick(random, { "distance", "now" })
    return { text = subject, strength = ATOM, value = function(world)
      return world[subject] == nil and interpreter.MISSING or world[subject]
    end }
  end
  local subject = pick(random, { "self", "target", "env" })
  local name = pick(random, subject == "env" and ENVIRONMENT or STATES)
  return { text = subject .. "." .. name, strength = ATOM, value = key_value(subject, name) }
end

local value

local function minus(random, depth)
  local inner = value(random, depth - 1)
  local text = "-" .. " " .. wrapped(random, inner, UNARY)
  return { text = text, strength = UNARY, value = function(world)
    local v = inner.value(world)
    return v == interpreter.MISSING and v or interpreter.CALCULATE["-"](0, v)
  end }
end

function value(random, depth)
  local kind = depth <= 0 and 1 or random(6)
  if kind <= 2 then return leaf(random) end
  if kind == 3 then return minus(random, depth) end
  local op = pick(random, { "+", "-", "*" })
  local strength = op == "*" and PRODUCT or SUM
  local a, b = value(random, depth - 1), value(random, depth - 1)
  return {
    text = ("%s %s %s"):format(wrapped(random, a, strength), op, wrapped(random, b, strength + 1)),
    strength = strength,
    value = function(world)
      local x, y = a.value(world), b.value(world)
      if x == interpreter.MISSING or y == interpreter.MISSING then return interpreter.MISSING end
      return interpreter.CALCULATE[op](x, y)
    end,
  }
end

local condition

local function flag(random)
  local subject, name = pick(random, { "self", "target" }), pick(random, FLAGS)
  local read = key_value(subject, name)
  return { text = subject .. "." .. name, strength = ATOM, value = function(world) return read(world) == 1 end }
end

local function truth(random)
  local text = pick(random, { "true", "false", "war", "peace" })
  return { text = text, strength = ATOM, value = function() return text == "true" or text == "war" end }
end

local function compare(random)
  local a, b, op = value(random, random(3) - 1), value(random, random(3) - 1), pick(random, COMPARISONS)
  return {
    text = ("%s %s %s"):format(wrapped(random, a, SUM), op, wrapped(random, b, SUM)), strength = COMPARE,
    value = function(world) return interpreter.compare(op, a.value(world), b.value(world)) end,
  }
end

local function negated(random, depth)
  local inner = condition(random, depth - 1)
  return { text = "not " .. wrapped(random, inner, UNARY), strength = UNARY,
    value = function(world) return not inner.value(world) end }
end

local function joined(random, depth)
  local word = pick(random, { "and", "or" })
  local strength = word == "and" and AND or OR
  local a, b = condition(random, depth - 1), condition(random, depth - 1)
  return {
    text = ("%s %s %s"):format(wrapped(random, a, strength), word, wrapped(random, b, strength + 1)),
    strength = strength,
    value = function(world)
      if word == "and" then return a.value(world) and b.value(world) end
      return a.value(world) or b.value(world)
    end,
  }
end

function condition(random, depth)
  local kind = random(12)
  if depth <= 0 or kind <= 4 then return compare(random) end
  if kind == 5 then return flag(random) end
  if kind == 6 then return truth(random) end
  if kind <= 8 then return negated(random, depth) end
  return joined(random, depth)
end

local function states(random)
  local made = {}
  for _, list in ipairs { STATES, FLAGS } do
    for _, name in ipairs(list) do
      -- Now and then something is missing (S3).
      if random(5) > 1 then made["p." .. name] = pick(random, NUMBERS) * (random(2) == 1 and -1 or 1) end
    end
  end
  for _, name in ipairs(FLAGS) do
    if made["p." .. name] then made["p." .. name] = random(2) - 1 end
  end
  return made
end

local function world(random)
  return {
    self = states(random), target = random(5) > 1 and states(random) or nil,
    env = { ["p.hour"] = random(24) - 1, ["p.open"] = random(2) - 1, ["p.weather"] = random(2) - 1,
      ["market.weather"] = random(2) - 1 },
    now = pick(random, NUMBERS), distance = random(4) > 1 and pick(random, NUMBERS) or nil,
  }
end

local function compiled(text, kind)
  local ops, errors = expression.compile(text, kind, scopes.new())
  if not ops then error(expression.format(errors[1])) end
  return ops
end

describe("random expressions", function()
  it("come to the same as their trees (S3, S7)", function()
    local random = generator(20240607)
    for _ = 1, COUNT do
      local tree = condition(random, random(5))
      local ops = compiled(tree.text, "condition")
      for _ = 1, 4 do
        local w = world(random)
        if tree.value(w) ~= interpreter.run(ops, w) then error("differs: " .. tree.text) end
      end
    end
  end)

  it("set what their trees say (S2, S6)", function()
    local random = generator(7)
    for _ = 1, COUNT do
      local tree, op = value(random, random(4)), pick(random, { "=", "+=", "-=" })
      local ops = compiled(("self.energy %s %s"):format(op, tree.text), "effects")
      local w = world(random)
      local before, given = w.self["p.energy"], tree.value(w)
      local wanted = before
      if before and given ~= interpreter.MISSING then
        wanted = op == "=" and given or interpreter.CALCULATE[op:sub(1, 1)](before, given)
      end
      interpreter.run(ops, w)
      if w.self["p.energy"] ~= wanted then error("differs: " .. tree.text) end
    end
  end)

  it("that are damaged are refused with a spot, or are something else that is right", function()
    local random = generator(5)
    local bits = { "(", ")", " and ", "not ", "'", "self.", ".", "=", "==", "--", "\n", "5", ";", "\255", "+", "raise " }
    for _ = 1, COUNT do
      local text = condition(random, random(4)).text
      for _ = 1, random(3) do
        local at = random(#text)
        text = text:sub(1, at - random(2)) .. pick(random, bits) .. text:sub(at + random(3) - 1)
      end
      for _, kind in ipairs { "condition", "effects" } do
        local ops, errors = expression.compile(text, kind, scopes.new())
        if not ops then
          for _, each in ipairs(errors) do
            assert.is_true(each.column >= 1 and each.column <= #text + 1)
            assert.is_string(expression.format(each))
          end
        end
      end
    end
  end)
end)
