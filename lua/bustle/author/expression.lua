--- Conditions and effects as people write them, compiled into the operations of the core: text, operations as tables,
-- functions, and lists of these. The core reads texts, for Lua as for C; this file has what only Lua has. The caller
-- passes a scope, which says what names stand for.
--
-- A scope has the functions `state(name)`, `environment(name)` (they find a key, `{ name=, flag=, values= }`),
-- `link(name)` (`{ name=, flag= }`), `constant(name)` (a number or boolean), `inbox(name)`, `interruption(name)` and
-- `offer(name)` (`{ name= }`), each of which returns nil and `{ code=, text=, cure= }` if there is none; `call(fn)`,
-- which returns the number of a function and where it is written; for conditions of interruptions, `environment_only =
-- true`; in scenes `parts`, a list of the names of parts, which are subjects too; and `sources`, if it is wanted, a
-- table that gets by the first operation of each condition what that was compiled from. A name may be `pack.name`.
--
--     expression.compile("self.energy < 5 and not target.waiting", "condition", scope)
--     expression.compile({ "distance < 20", function(npc) return npc.state.mood > 2 end }, "condition", scope)
--     expression.compile({ { "self", "energy", "+=", 1 } }, "effects", scope)
local comparisons = require "bustle.author.expression.comparisons"
local core = require "bustle.core"
local keys = require "bustle.common.keys"
local nearest = require "bustle.common.nearest"

local expression = {}

-- ---- Operations as tables ----

-- Subjects that a name follows, and those that stand alone.
local NAMED = { self = true, target = true, area = true, env = true }
local NAMELESS = { distance = true, now = true }

local ASSIGNMENTS = { ["="] = "set", ["+="] = "add", ["-="] = "sub" }
local OPERATORS = { condition = comparisons, effects = ASSIGNMENTS }

local function bad(message, cure)
  return nil, { code = "bad-operation", message = message, cure = cure }
end

local FITS = { number = true, boolean = true, string = true }

local function check_value(value)
  local kind = type(value)
  if kind == "number" and (value ~= math.floor(value) or value > 2147483647 or value < -2147483648) then
    return bad(("%s is not a whole number of 32 bits"):format(tostring(value)))
  elseif not FITS[kind] then
    return bad(("its value is a %s"):format(kind), "give a number, true, false, a named value or a constant")
  end
  return true
end

local function is_part(name, scope)
  for _, part in ipairs(scope.parts or {}) do
    if part == name then return true end
  end
  return false
end

local function raise_of(tuple, scope)
  local part = is_part(tuple[4], scope) and tuple[4] or nil
  local whom = tuple[3] == "on" and (tuple[4] == "self" or tuple[4] == "target" or part)
  if type(tuple[2]) ~= "string" or not (whom or tuple[3] == "within") or #tuple ~= 4 then
    return bad("it does not raise anything", 'write { "raise", NAME, "on", "self" }, "on", "target" or "within", 30')
  end
  if whom then return { kind = "raise", subject = part and "part" or tuple[4], part = part, name = tuple[2] } end
  local good, mistake = check_value(tuple[4])
  if not good then return nil, mistake end
  return { kind = "raise_within", subject = "self", name = tuple[2], value = tuple[4] }
end

local function no_subject(subject, scope)
  local known = { "self", "target", "area", "env", "distance", "now" }
  for _, part in ipairs(scope.parts or {}) do known[#known + 1] = part end
  return bad(("there is no subject %s"):format(tostring(subject)), nearest.question(tostring(subject), known))
end

-- Subject and name, and where the operator is.
local function key_of(tuple, scope)
  local subject = tuple[1]
  if NAMELESS[subject] then return { subject = subject }, 2 end
  local part = not NAMED[subject] and is_part(subject, scope)
  if not NAMED[subject] and not part then return no_subject(subject, scope) end
  if type(tuple[2]) ~= "string" then return bad(("%s alone says nothing"):format(subject), "name what of it") end
  if part then return { subject = "part", part = subject, name = tuple[2] }, 3 end
  return { subject = subject, name = tuple[2] }, 3
end

local CHANGED = { self = true, target = true, area = true, part = true }

-- { subject, name, operator, value } of S6 as `core.operation` takes it.
local function operation_of(tuple, kind, scope)
  for key in pairs(tuple) do
    if type(key) ~= "number" then
      return bad(("an operation has no %s"):format(tostring(key)), "write { subject, name, operator, value }")
    end
  end
  if tuple[1] == "raise" and kind == "effects" then return raise_of(tuple, scope) end
  local made, at = key_of(tuple, scope)
  if not made then return nil, at end
  local operator = tuple[at]
  if not OPERATORS[kind][operator] then
    return bad(("%s cannot stand in %s"):format(tostring(operator), kind == "condition" and "a condition" or "effects"),
      ("use one of %s"):format(table.concat(keys.names(OPERATORS[kind]), " ")))
  end
  if #tuple ~= at + 1 then
    return bad(("it has %d parts instead of %d"):format(#tuple, at + 1), "write { subject, name, operator, value }")
  end
  local good, mistake = check_value(tuple[at + 1])
  if not good then return nil, mistake end
  if kind == "effects" and not CHANGED[made.subject] then
    return bad(("an effect cannot change %s"):format(made.subject), "change a state of self or target")
  end
  made.kind, made.value = ASSIGNMENTS[operator] or operator, tuple[at + 1]
  return made
end

-- ---- One thing of a list ----

local function call_of(fn, kind, scope)
  local number, where = scope.call(fn)
  if scope.environment_only and kind == "condition" then
    return nil, { { code = "not-environment", message = "the condition of an interruption cannot call functions",
      cure = "use environment values only" } }
  end
  return { { kind = "call", value = number, name = where } }
end

-- The operations of a text, a function or a tuple; or nil and the mistakes.
local function operations(source, kind, scope)
  local form = type(source)
  if form == "string" then return core.text(source, kind, scope, nearest.name) end
  if form == "function" then return call_of(source, kind, scope) end
  local operation, mistake
  if form == "table" then
    operation, mistake = operation_of(source, kind, scope)
  else
    operation, mistake = bad(("a %s says nothing here"):format(form),
      "give text, a function, an operation or a list of these")
  end
  if not operation then return nil, { mistake } end
  return core.operation(operation, kind, scope, nearest.name)
end

local function note(errors, mistake, source, item)
  mistake.text = type(source) == "string" and source or nil
  mistake.item = item
  errors[#errors + 1] = mistake
end

local function compile_one(source, kind, scope, ops, errors, item)
  local made, mistakes = operations(source, kind, scope)
  for _, mistake in ipairs(mistakes or {}) do note(errors, mistake, source, item) end
  if not made then return end
  if scope.sources and kind == "condition" and made[1] then scope.sources[made[1]] = source end
  for _, op in ipairs(made) do ops[#ops + 1] = op end
end

-- ---- Lists ----

-- Conditions that never call Lua come first, so that they spare calls; effects happen in the order written.
local function in_order(list, kind)
  local order = {}
  for i = 1, #list do
    if kind == "effects" or type(list[i]) ~= "function" then order[#order + 1] = i end
  end
  for i = 1, #list do
    if kind ~= "effects" and type(list[i]) == "function" then order[#order + 1] = i end
  end
  return order
end

-- `{ "self", "energy", "<", 5 }` without the braces around it.
local function is_bare_tuple(list, scope)
  local first = list[1]
  return (NAMED[first] or NAMELESS[first] or first == "raise" or is_part(first, scope)) and list[2] ~= nil
end

local function check_list(list, scope, errors)
  for key in pairs(list) do
    if type(key) ~= "number" or key < 1 or key > #list or key ~= math.floor(key) then
      note(errors, { code = "bad-operation", message = ("a list has no %s"):format(tostring(key)),
        cure = "list texts, functions and operations" })
    end
  end
  if is_bare_tuple(list, scope) then
    note(errors, { code = "bad-operation", message = "an operation stands where a list of them belongs",
      cure = "put braces around it: { { ... } }" })
  end
  return #errors == 0
end

--- Compiles a condition or effects.
-- @tparam string|function|table source text, a function, or a list of texts, functions and operations
-- @tparam string kind "condition" or "effects"
-- @tparam table scope
-- @treturn[1] {table,...} operations for the core
-- @treturn[2] nil
-- @treturn[2] {table,...} all mistakes: `{ code=, message=, cure=, text=, column=, item= }`; `text` and `column` where
-- there is a text, `item` where there is a list
function expression.compile(source, kind, scope)
  local ops, errors = {}, {}
  if type(source) ~= "table" then
    compile_one(source, kind, scope, ops, errors)
  elseif check_list(source, scope, errors) then
    for _, i in ipairs(in_order(source, kind)) do compile_one(source[i], kind, scope, ops, errors, i) end
  end
  if #errors > 0 then return nil, errors end
  return ops
end

--- Compiles a value, such as "target.seats - self.trust(target)".
-- @tparam string text
-- @tparam table scope
-- @treturn[1] {table,...} operations that leave one value
-- @treturn[2] nil
-- @treturn[2] {table,...} as for `compile`
function expression.value(text, scope)
  local ops, errors = core.text(text, "amount", scope, nearest.name)
  for _, mistake in ipairs(errors or {}) do mistake.text = text end
  return ops, errors
end

--- Reads a path along links, such as "seat of target".
-- @tparam string text
-- @tparam table scope
-- @treturn[1] string the path, with its kinds in full
-- @treturn[2] nil
-- @treturn[2] {table,...} as for `compile`
function expression.path(text, scope)
  local ops, errors = core.text(text, "path", scope, nearest.name)
  for _, mistake in ipairs(errors or {}) do mistake.text = text end
  return ops and ops[1].name, errors
end

--- The number that a text of numbers and constants stands for.
-- @tparam string text
-- @tparam table scope
-- @treturn[1] number
-- @treturn[2] nil
-- @treturn[2] {table,...} as for `compile`
function expression.constant(text, scope)
  local ops, errors = core.text(text, "value", scope, nearest.name)
  if ops then return ops[1].value end
  for _, mistake in ipairs(errors) do mistake.text = text end
  return nil, errors
end

-- ---- Showing mistakes ----

local WIDEST = 100

-- Characters, not bytes: a caret stands under what people see.
local function length(text)
  local _, continued = text:gsub("[\128-\191]", "")
  return #text - continued
end

-- Long lines are cut between characters on both sides of the spot.
local function cropped(line, at)
  local first, last = 1, #line
  if #line > WIDEST then
    first = math.max(1, at - math.floor(WIDEST / 2))
    last = math.min(#line, first + WIDEST)
    while first > 1 and line:find("^[\128-\191]", first) do first = first - 1 end
    while last < #line and line:find("^[\128-\191]", last + 1) do last = last + 1 end
  end
  local before = first > 1 and "..." or ""
  return before .. line:sub(first, last) .. (last < #line and "..." or ""), at - first + 1 + #before
end

--- The line of a text that has a spot, and a line with a caret under it.
-- @tparam string text
-- @tparam number column in bytes from 1, through all lines
-- @treturn string two lines, without a newline at the end
function expression.excerpt(text, column)
  local first = 1
  for newline in text:gmatch("()\n") do
    if newline >= column then break end
    first = newline + 1
  end
  -- Not by %s+$, which looks at every space again from each one before it.
  local line = text:match("^[^\n]*", first):match("^.*%S") or ""
  local shown, at = cropped(line, column - first + 1)
  local indent = shown:match("^%s*")
  shown, at = shown:sub(#indent + 1), math.max(1, at - #indent)
  return shown .. "\n" .. (" "):rep(length(shown:sub(1, at - 1))) .. "^"
end

--- A mistake as people read it: what is wrong, the cure in parentheses, and the spot in the text.
-- @tparam table mistake of `compile`
-- @treturn string
function expression.format(mistake)
  local text = mistake.cure and ("%s (%s)"):format(mistake.message, mistake.cure) or mistake.message
  if not mistake.text or not mistake.column then return text end
  return text .. "\n" .. expression.excerpt(mistake.text, mistake.column)
end

return expression
