--- Makes trees of tokens: conditions and effects, by recursive descent with Lua's precedence. What names stand for,
-- and whether values and conditions are where they belong, is found out by `bustle.author.expression.checker`.
--
-- Values: `{ type = "number" | "boolean" | "string", value= }`, `{ type = "constant", name= }`,
-- `{ type = "key", subject=, name= }` (no name for distance and now), `{ type = "minus", [1]= }` and
-- `{ type = "chain", [1]=, [2] = { op=, node= }, ... }` (calculated from left to right).
-- Conditions: `{ type = "compare", op=, left=, right= }`, `{ type = "not", [1]= }`, `{ type = "and" | "or", ... }`.
-- Effects: `{ type = "set" | "add" | "sub", key=, value= }`, `{ type = "raise", name=, subject= }`.
-- Every node has a `column`. Chains are lists, not towers, so that a long text does not make a deep tree.
local comparisons = require "bustle.author.expression.comparisons"
local lexer = require "bustle.author.expression.lexer"
local nearest = require "bustle.common.nearest"

local parser = {}

--- Parentheses, `not` and minus signs within each other: no more than so many.
parser.DEEPEST = 64

--- Subjects that a name follows, and those that stand alone.
parser.NAMED = { self = true, target = true, env = true }
parser.NAMELESS = { distance = true, now = true }

local ASSIGNMENTS = { ["="] = "set", ["+="] = "add", ["-="] = "sub" }
parser.ASSIGNMENTS = ASSIGNMENTS

-- A mistake travels up by error() as a table of its own, and is caught in `parse`.
local function fail(message, column, cure)
  error({ code = "syntax", message = message, column = column, cure = cure }, 0)
end

-- ---- The token that is next ----

local function text_of(state)
  return state.texts[state.at]
end

local function column_of(state)
  return state.columns[state.at]
end

local function shown(state)
  return state.kind == "end" and "the end" or text_of(state)
end

local function advance(state)
  local at = state.at + 1
  state.at, state.kind = at, state.kinds[at]
end

local function accept(state, kind)
  if state.kind ~= kind then return false end
  advance(state)
  return true
end

local function is_word(state, word)
  return state.kind == "name" and text_of(state) == word
end

local function accept_word(state, word)
  if not is_word(state, word) then return false end
  advance(state)
  return true
end

local function deeper(state, column)
  state.depth = state.depth + 1
  if state.depth > parser.DEEPEST then
    fail(("nested more than %d deep"):format(parser.DEEPEST), column, "split it, or use a function")
  end
end

-- ---- Names ----

-- The word after a dot: any, also one that means something elsewhere.
local function part(state, before)
  if state.kind ~= "name" and not lexer.is_keyword(state.kind) then
    fail(("expected a name after %s, found %s"):format(before, shown(state)), column_of(state))
  end
  local word = text_of(state)
  advance(state)
  return word
end

-- `name` or `pack.name`, after the first word has been read.
local function rest_of_name(state, first)
  if not accept(state, ".") then return first end
  local name = first .. "." .. part(state, first .. ".")
  if state.kind == "." then
    fail(("%s has too many parts"):format(name), column_of(state), "a name is name or pack.name")
  end
  return name
end

local function key(state, word, column)
  local node = { type = "key", subject = word, column = column }
  if parser.NAMELESS[word] then
    if state.kind == "." then
      fail(("%s has nothing after a dot"):format(word), column_of(state), ("write %s alone"):format(word))
    end
    return node
  end
  if not accept(state, ".") then
    fail(("%s alone says nothing"):format(word), column, ("name what of it: %s.something"):format(word))
  end
  node.name_column = column_of(state)
  node.name = rest_of_name(state, part(state, word .. "."))
  return node
end

local function named(state)
  local word, column = text_of(state), column_of(state)
  advance(state)
  if parser.NAMED[word] or parser.NAMELESS[word] then return key(state, word, column) end
  return { type = "constant", column = column, name = rest_of_name(state, word) }
end

-- ---- Values and conditions ----

local disjunction

local function number(state, sign)
  local value, column = sign * state.values[state.at], column_of(state)
  if value > 2147483647 or value < -2147483648 then
    fail(("%s%s is beyond 32 bits"):format(sign < 0 and "-" or "", text_of(state)), column,
      "use a number from -2147483648 to 2147483647")
  end
  advance(state)
  return { type = "number", value = value, column = column }
end

local function parenthesised(state)
  deeper(state, column_of(state))
  advance(state)
  local node = disjunction(state)
  if not accept(state, ")") then
    fail(("expected ) before %s"):format(shown(state)), column_of(state), "close the parenthesis")
  end
  state.depth = state.depth - 1
  -- Whether `not a == b` was meant can only be told without them.
  node.parenthesised = true
  return node
end

local function literal(state, kind, value)
  local node = { type = kind, value = value, column = column_of(state) }
  advance(state)
  return node
end

local function primary(state)
  local kind = state.kind
  if kind == "name" then return named(state) end
  if kind == "number" then return number(state, 1) end
  if kind == "string" then return literal(state, "string", state.values[state.at]) end
  if kind == "true" or kind == "false" then return literal(state, "boolean", kind == "true") end
  if kind == "(" then return parenthesised(state) end
  fail(("expected a value, found %s"):format(shown(state)), column_of(state))
end

local function unary(state)
  local kind, column = state.kind, column_of(state)
  if kind ~= "not" and kind ~= "-" then return primary(state) end
  advance(state)
  if kind == "-" and state.kind == "number" then return number(state, -1) end
  deeper(state, column)
  local node = { type = kind == "not" and "not" or "minus", column = column, unary(state) }
  state.depth = state.depth - 1
  return node
end

local function chain(state, operand, is_operator)
  local first = operand(state)
  if not is_operator[state.kind] then return first end
  local node = { type = "chain", column = first.column, first }
  while is_operator[state.kind] do
    local step = { op = state.kind, column = column_of(state) }
    advance(state)
    step.node = operand(state)
    node[#node + 1] = step
  end
  return node
end

local TIMES, PLUS_MINUS = { ["*"] = true }, { ["+"] = true, ["-"] = true }

local function product(state)
  return chain(state, unary, TIMES)
end

local function sum(state)
  return chain(state, product, PLUS_MINUS)
end

local function comparison(state)
  local left = sum(state)
  local operator, column = state.kind, column_of(state)
  if operator == "=" then
    fail("= changes something, which a condition cannot", column, "write == to compare")
  end
  if ASSIGNMENTS[operator] then
    fail(("%s changes something, which a condition cannot"):format(operator), column,
      "move it to start, finish or interrupted")
  end
  if not comparisons[operator] then return left end
  if left.type == "not" and not left.parenthesised then
    fail(("not binds tighter than %s"):format(operator), left.column, "write not (...)")
  end
  advance(state)
  local node = { type = "compare", op = operator, column = column, left = left, right = sum(state) }
  if comparisons[state.kind] then
    fail("comparisons cannot be chained", column_of(state), "join two of them by and")
  end
  return node
end

local function joined(state, operand, word)
  local first = operand(state)
  if state.kind ~= word then return first end
  local node = { type = word, column = column_of(state), first }
  while accept(state, word) do node[#node + 1] = operand(state) end
  return node
end

local function conjunction(state)
  return joined(state, comparison, "and")
end

function disjunction(state)
  return joined(state, conjunction, "or")
end

-- ---- Effects ----

local function raise(state)
  local column = column_of(state)
  advance(state)
  if state.kind ~= "name" or is_word(state, "on") then
    fail(("expected the name of an interruption, found %s"):format(shown(state)), column_of(state))
  end
  local node = { type = "raise", column = column, name_column = column_of(state) }
  local first = text_of(state)
  advance(state)
  node.name = rest_of_name(state, first)
  local whom = accept_word(state, "on")
  if not whom or not (is_word(state, "self") or is_word(state, "target")) then
    fail(("expected %s, found %s"):format(whom and "self or target" or "on self or on target", shown(state)),
      column_of(state), ("write raise %s on self, or on target"):format(node.name))
  end
  node.subject = text_of(state)
  advance(state)
  return node
end

local function changed_key(state)
  local column = column_of(state)
  if state.kind ~= "name" then
    fail(("expected an effect, found %s"):format(shown(state)), column, "such as self.energy += 1")
  end
  local node = named(state)
  if node.type == "constant" then
    local meant = state.kind == "name" and nearest.name(node.name, { "raise" })
    fail(("%s cannot be changed"):format(node.name), column, meant and 'did you mean "raise"?'
      or ("did you mean self.%s or target.%s?"):format(node.name, node.name))
  elseif node.subject ~= "self" and node.subject ~= "target" then
    fail(("an effect cannot change %s"):format(node.subject), column, "change a state of self or target")
  end
  return node
end

-- `raise` may be the name of nothing else here: an effect begins with self, target or raise.
local function effect(state)
  if is_word(state, "raise") then return raise(state) end
  local changed = changed_key(state)
  local kind = ASSIGNMENTS[state.kind]
  if not kind then
    fail(("expected =, += or -=, found %s"):format(shown(state)), column_of(state),
      state.kind == "==" and "write = to set" or nil)
  end
  advance(state)
  return { type = kind, column = changed.column, key = changed, value = sum(state) }
end

local function effects(state)
  local list = { type = "effects" }
  repeat
    while accept(state, ";") do end -- luacheck: ignore 542
    if state.kind ~= "end" then list[#list + 1] = effect(state) end
  until not accept(state, ";")
  return list
end

-- ---- Entry ----

local function only(rule)
  return function(state)
    local tree = rule(state)
    if state.kind == "end" then return tree end
    local cure = state.kind == ";" and "effects belong in start, finish or interrupted; join conditions by and"
    if rule == effects then
      local condition = comparisons[state.kind] or lexer.is_keyword(state.kind)
      cure = condition and "a condition has no value that could be kept"
        or "put a ; between two effects"
    end
    fail(("expected the end, found %s"):format(shown(state)), column_of(state), cure or nil)
  end
end

local RULES = { condition = only(disjunction), effects = only(effects), value = only(sum) }

-- One for all texts, as the lists of the lexer are: nothing is parsed inside of parsing.
local state = {}

--- Makes the tree of a text.
-- @tparam string text
-- @tparam string kind "condition", "effects" (a list of nodes) or "value"
-- @treturn[1] table
-- @treturn[2] nil
-- @treturn[2] table the mistake: `{ code=, message=, column=, cure= }`
function parser.parse(text, kind)
  local tokens, mistake = lexer.tokens(text)
  if not tokens then return nil, mistake end
  if kind ~= "effects" and tokens.kinds[1] == "end" then
    return nil, { code = "syntax", message = "the text is empty", column = 1, cure = "leave it out" }
  end
  state.kinds, state.texts, state.columns, state.values = tokens.kinds, tokens.texts, tokens.columns, tokens.values
  state.at, state.kind, state.depth = 1, tokens.kinds[1], 0
  local good, tree = pcall(RULES[kind], state)
  if good then return tree end
  if type(tree) ~= "table" or not tree.code then error(tree, 0) end
  return nil, tree
end

return parser
