--- Makes trees of tokens: conditions and effects, by recursive descent with Lua's precedence. What names stand for,
-- and whether values and conditions are where they belong, is found out by the emitter.
--
-- Values: `{ type = "number" | "boolean" | "string", value= }`, `{ type = "constant", name= }`,
-- `{ type = "key", subject=, name= }` (no name for distance and now), `{ type = "minus", [1]= }` and
-- `{ type = "chain", [1]=, [2] = { op=, node= }, ... }` (calculated from left to right).
-- Conditions: `{ type = "compare", op=, left=, right= }`, `{ type = "not", [1]= }`, `{ type = "and" | "or", ... }`.
-- Effects: `{ type = "set" | "add" | "sub", key=, value= }`, `{ type = "raise", name=, subject= }`.
-- Every node has a `column`. Chains are lists, not towers, so that a long text does not make a deep tree.
local lexer = require "bustle.expression.lexer"
local nearest = require "bustle.nearest"

local parser = {}

--- Parentheses, `not` and minus signs within each other: no more than so many.
parser.DEEPEST = 64

--- Subjects that a name follows, and those that stand alone.
parser.NAMED = { self = true, target = true, env = true }
parser.NAMELESS = { distance = true, now = true }

local COMPARISONS = { ["=="] = true, ["~="] = true, ["<"] = true, [">"] = true, ["<="] = true, [">="] = true }
local ASSIGNMENTS = { ["="] = "set", ["+="] = "add", ["-="] = "sub" }
parser.COMPARISONS, parser.ASSIGNMENTS = COMPARISONS, ASSIGNMENTS

-- A mistake travels up by error() as a table of its own, and is caught in `parse`.
local function fail(message, column, cure)
  error({ code = "syntax", message = message, column = column, cure = cure }, 0)
end

local function shown(token)
  return token.kind == "end" and "the end" or token.text
end

local function advance(state)
  local token = state.token
  state.at = state.at + 1
  state.token = state.tokens[state.at]
  return token
end

local function accept(state, kind)
  if state.token.kind == kind then return advance(state) end
end

local function is_word(state, word)
  return state.token.kind == "name" and state.token.text == word
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
  local token = state.token
  if token.kind ~= "name" and not lexer.is_keyword(token.kind) then
    fail(("expected a name after %s, found %s"):format(before, shown(token)), token.column)
  end
  return advance(state)
end

-- `name` or `pack.name`, after the first word has been read.
local function rest_of_name(state, first)
  if not accept(state, ".") then return first.text end
  local name = first.text .. "." .. part(state, first.text .. ".").text
  if state.token.kind == "." then
    fail(("%s has too many parts"):format(name), state.token.column, "a name is name or pack.name")
  end
  return name
end

local function key(state, word)
  local node = { type = "key", subject = word.text, column = word.column }
  if parser.NAMELESS[word.text] then
    if state.token.kind == "." then
      fail(("%s has nothing after a dot"):format(word.text), state.token.column, ("write %s alone"):format(word.text))
    end
    return node
  end
  if not accept(state, ".") then
    fail(("%s alone says nothing"):format(word.text), word.column, ("name what of it: %s.something"):format(word.text))
  end
  local first = part(state, word.text .. ".")
  node.name_column = first.column
  node.name = rest_of_name(state, first)
  return node
end

local function named(state)
  local word = advance(state)
  if parser.NAMED[word.text] or parser.NAMELESS[word.text] then return key(state, word) end
  return { type = "constant", column = word.column, name = rest_of_name(state, word) }
end

-- ---- Values and conditions ----

local disjunction

local function number(token, sign)
  local value = sign * token.value
  if value > 2147483647 or value < -2147483648 then
    fail(("%s%s is beyond 32 bits"):format(sign < 0 and "-" or "", token.text), token.column,
      "use a number from -2147483648 to 2147483647")
  end
  return { type = "number", value = value, column = token.column }
end

local function parenthesised(state)
  local open = advance(state)
  deeper(state, open.column)
  local node = disjunction(state)
  if not accept(state, ")") then
    fail(("expected ) before %s"):format(shown(state.token)), state.token.column, "close the parenthesis")
  end
  state.depth = state.depth - 1
  -- Whether `not a == b` was meant can only be told without them.
  node.parenthesised = true
  return node
end

local function primary(state)
  local token = state.token
  local kind = token.kind
  if kind == "name" then return named(state) end
  if kind == "number" then return number(advance(state), 1) end
  if kind == "string" then return { type = "string", value = advance(state).value, column = token.column } end
  if kind == "true" or kind == "false" then
    return { type = "boolean", value = advance(state).kind == "true", column = token.column }
  end
  if kind == "(" then return parenthesised(state) end
  fail(("expected a value, found %s"):format(shown(token)), token.column)
end

local function unary(state)
  local sign = state.token
  if sign.kind ~= "not" and sign.kind ~= "-" then return primary(state) end
  advance(state)
  if sign.kind == "-" and state.token.kind == "number" then return number(advance(state), -1) end
  deeper(state, sign.column)
  local node = { type = sign.kind == "not" and "not" or "minus", column = sign.column, unary(state) }
  state.depth = state.depth - 1
  return node
end

local function chain(state, operand, is_operator)
  local first = operand(state)
  local node
  while is_operator[state.token.kind] do
    local operator = advance(state)
    node = node or { type = "chain", column = first.column, first }
    node[#node + 1] = { op = operator.kind, column = operator.column, node = operand(state) }
  end
  return node or first
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
  local operator = state.token
  if operator.kind == "=" then
    fail("= changes something, which a condition cannot", operator.column, "write == to compare")
  end
  if ASSIGNMENTS[operator.kind] then
    fail(("%s changes something, which a condition cannot"):format(operator.kind), operator.column,
      "move it to start, finish or interrupted")
  end
  if not COMPARISONS[operator.kind] then return left end
  if left.type == "not" and not left.parenthesised then
    fail(("not binds tighter than %s"):format(operator.kind), left.column, "write not (...)")
  end
  advance(state)
  local node = { type = "compare", op = operator.kind, column = operator.column, left = left, right = sum(state) }
  if COMPARISONS[state.token.kind] then
    fail("comparisons cannot be chained", state.token.column, "join two of them by and")
  end
  return node
end

local function joined(state, operand, word)
  local first = operand(state)
  if state.token.kind ~= word then return first end
  local node = { type = word, column = state.token.column, first }
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
  local column = advance(state).column
  if state.token.kind ~= "name" or is_word(state, "on") then
    fail(("expected the name of an interruption, found %s"):format(shown(state.token)), state.token.column)
  end
  local first = advance(state)
  local node = { type = "raise", column = column, name_column = first.column, name = rest_of_name(state, first) }
  local whom = is_word(state, "on") and advance(state) and state.token
  if not whom or whom.kind ~= "name" or (whom.text ~= "self" and whom.text ~= "target") then
    fail(("expected %s, found %s"):format(whom and "self or target" or "on self or on target", shown(state.token)),
      state.token.column, ("write raise %s on self, or on target"):format(node.name))
  end
  node.subject = advance(state).text
  return node
end

local function changed_key(state)
  local word = state.token
  if word.kind ~= "name" then
    fail(("expected an effect, found %s"):format(shown(word)), word.column, "such as self.energy += 1")
  end
  local node = named(state)
  if node.type == "constant" then
    local meant = state.token.kind == "name" and nearest.name(node.name, { "raise" })
    fail(("%s cannot be changed"):format(node.name), word.column, meant and 'did you mean "raise"?'
      or ("did you mean self.%s or target.%s?"):format(node.name, node.name))
  elseif node.subject ~= "self" and node.subject ~= "target" then
    fail(("an effect cannot change %s"):format(node.subject), word.column, "change a state of self or target")
  end
  return node
end

-- `raise` may be the name of nothing else here: an effect begins with self, target or raise.
local function effect(state)
  if is_word(state, "raise") then return raise(state) end
  local changed = changed_key(state)
  local operator = state.token
  local kind = ASSIGNMENTS[operator.kind]
  if not kind then
    fail(("expected =, += or -=, found %s"):format(shown(operator)), operator.column,
      operator.kind == "==" and "write = to set" or nil)
  end
  advance(state)
  return { type = kind, column = changed.column, key = changed, value = sum(state) }
end

local function effects(state)
  local list = { type = "effects" }
  repeat
    while accept(state, ";") do end -- luacheck: ignore 542
    if state.token.kind ~= "end" then list[#list + 1] = effect(state) end
  until not accept(state, ";")
  return list
end

-- ---- Entry ----

local function only(rule)
  return function(state)
    local tree = rule(state)
    if state.token.kind == "end" then return tree end
    local cure = state.token.kind == ";" and "effects belong in start, finish or interrupted; join conditions by and"
    if rule == effects then
      local condition = COMPARISONS[state.token.kind] or lexer.is_keyword(state.token.kind)
      cure = condition and "a condition has no value that could be kept"
        or "put a ; between two effects"
    end
    fail(("expected the end, found %s"):format(shown(state.token)), state.token.column, cure or nil)
  end
end

local RULES = { condition = only(disjunction), effects = only(effects), value = only(sum) }

--- Makes the tree of a text.
-- @tparam string text
-- @tparam string kind "condition", "effects" (a list of nodes) or "value"
-- @treturn[1] table
-- @treturn[2] nil
-- @treturn[2] table the mistake: `{ code=, message=, column=, cure= }`
function parser.parse(text, kind)
  local tokens, mistake = lexer.tokens(text)
  if not tokens then return nil, mistake end
  if kind ~= "effects" and #tokens == 1 then
    return nil, { code = "syntax", message = "the text is empty", column = 1, cure = "leave it out" }
  end
  local state = { tokens = tokens, at = 1, token = tokens[1], depth = 0 }
  local good, tree = pcall(RULES[kind], state)
  if good then return tree end
  if type(tree) ~= "table" or not tree.code then error(tree, 0) end
  return nil, tree
end

return parser
