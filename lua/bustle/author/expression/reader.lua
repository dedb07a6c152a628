--- Reads compiled conditions back: operations in postfix order become a list of trees that are and-ed, and trees become
-- text as an author would write it. What the trees imply is for `bustle.author.check` to find out.
--
-- A condition is `{ type = "compare", op=, left=, right= }`, `{ type = "and" | "or", a, b, ... }`,
-- `{ type = "not", a }` or `{ type = "call", where= }` (a function, or what is too deep to follow); a value is
-- `{ type = "number", value= }`, `{ type = "key", subject=, part=, name= }` (`part` where the subject is a part of a
-- scene; the name is a path where it is "count"), the same with `link=`, `to=` and `to_part=` for a link, or
-- `{ type = "+" | "-" | "*", a, b }`. Names are qualified. Conditions and keys have `at`, the place of the operation
-- that yields them.
local comparisons = require "bustle.author.expression.comparisons"

local reader = {}

local CONNECTIVES = { ["and"] = true, ["or"] = true, ["not"] = true, call = true }
local EFFECTS = { set = "=", add = "+=", sub = "-=", raise = "raise", raise_within = "raise", raise_on_path = "raise",
  revoke = "revoke", send = "send", send_on_path = "send", call = "call" }

-- Whoever walks a tree may do so by recursion.
local DEEPEST = 100

-- ---- Operations to trees ----

-- What an operation reads or changes.
local function key_in(op, at)
  return { type = "key", subject = op.subject, part = op.part, name = op.name, link = op.link, to = op.to,
    to_part = op.to_part, at = at, depth = 1 }
end

local function pushed(op, at)
  if op.subject == "constant" then return { type = "number", value = op.value, depth = 1 } end
  return key_in(op, at)
end

local function above(a, b)
  return math.max(a.depth, b and b.depth or 0) + 1
end

-- Conditions are cut off where they get too deep.
local function condition(node)
  if node.depth <= DEEPEST then return node end
  return { type = "call", depth = 1 }
end

local function compared(op, stack)
  local right, left = table.remove(stack), table.remove(stack)
  return condition { type = "compare", op = op.kind, left = left, right = right, depth = above(left, right) }
end

-- `a or b or c` is one node, however long it is.
local function joined(kind, a, b)
  if a.type ~= kind then return condition { type = kind, a, b, depth = above(a, b) } end
  a[#a + 1] = b
  a.depth = math.max(a.depth, b.depth + 1)
  return condition(a)
end

local function read(op, at, stack)
  if op.kind == "push" then return pushed(op, at) end
  if comparisons[op.kind] then return compared(op, stack) end
  if op.kind == "call" then return { type = "call", where = op.name, depth = 1 } end
  local b = table.remove(stack)
  if op.kind == "not" then return condition { type = "not", b, depth = above(b) } end
  local a = table.remove(stack)
  if op.kind == "and" or op.kind == "or" then return joined(op.kind, a, b) end
  return { type = op.kind, a, b, depth = above(a, b) }
end

--- The conditions that operations consist of.
-- @tparam {table,...} ops as `bustle.author.expression` compiles them
-- @tparam[opt=1] number first which of them
-- @tparam[opt] number last
-- @treturn {table,...} trees; all of them have to hold
function reader.conditions(ops, first, last)
  local stack = {}
  for at = first or 1, last or #ops do
    local made = read(ops[at], at, stack)
    made.at = at
    stack[#stack + 1] = made
  end
  return stack
end

--- A comparison of a key with a number, whichever of the two is on the left.
-- @tparam table node
-- @treturn[1] table the key
-- @treturn[1] string the comparison, with the key on its left
-- @treturn[1] number
-- @treturn[2] nil if it is something else
function reader.key_with_number(node)
  if node.type ~= "compare" then return nil end
  local left, right = node.left, node.right
  if left.type == "key" and right.type == "number" then return left, node.op, right.value end
  if right.type == "key" and left.type == "number" then return right, comparisons[node.op].turned, left.value end
end

--- What effects change of states; not links, nor what they raise and call.
-- @tparam {table,...} ops
-- @treturn {table,...} `{ kind = "set" | "add" | "sub", subject=, part=, name=, value= }`; `value` is nil where it is
-- not known beforehand
function reader.changes(ops)
  local list = {}
  for _, op in ipairs(ops) do
    if not op.link and (op.kind == "set" or op.kind == "add" or op.kind == "sub") then
      list[#list + 1] = { kind = op.kind, subject = op.subject, part = op.part, name = op.name,
        value = not op.stacked and op.value or nil }
    end
  end
  return list
end

-- ---- Trees to text ----

--- How expressions are written in a pack.
-- @tparam table compiled of `content.compile`
-- @tparam[opt] string pack
-- @treturn table
function reader.style(compiled, pack)
  return { keys = compiled.keys, short = function(kind, name) return compiled:short(kind, name, pack) end }
end

-- The higher, the closer it binds.
local STRENGTH = { ["or"] = 1, ["and"] = 2, compare = 3, ["not"] = 4, ["+"] = 5, ["-"] = 5, ["*"] = 6 }

local function kind_of(node)
  return node.subject == "env" and "environment" or "state"
end

-- Kinds of links that follow from what is going on are nowhere declared.
local FOLLOWS = { flag = true }

-- What is no state of that name is an inbox.
local function key_of(node, keys)
  if node.subject == "count" then return {} end
  if node.link then return node.link:find(".", 1, true) and keys.link[node.link] or FOLLOWS end
  return keys[kind_of(node)][node.name] or {}
end

local function short_key(node, style)
  local is_inbox = node.subject ~= "env" and not style.keys.state[node.name] and style.keys.inbox[node.name]
  return style.short(is_inbox and "inbox" or kind_of(node), node.name)
end

local text_of

-- A part of a scene is written by its name.
local function subject_of(node)
  return node.part or node.subject
end

-- A flag by itself is as good as a word.
local function is_bare_flag(node, style)
  return node.type == "compare" and node.op == "==" and node.left.type == "key" and (node.left.name or node.left.link)
    and node.right.type == "number" and node.right.value == 1 and key_of(node.left, style.keys).flag
end

-- `any(seat of target)` is more than none.
local function is_any(node)
  return node.type == "compare" and node.op == ">" and node.left.subject == "count" and node.right.type == "number"
    and node.right.value == 0
end

local function within(node, strength, style)
  local text = text_of(node, style)
  if is_bare_flag(node, style) or is_any(node) then return text end
  return (STRENGTH[node.type] or 9) < strength and ("(%s)"):format(text) or text
end

-- A number next to a key with named values is one of them.
local function operand(node, other, style)
  local values = other.type == "key" and other.name and key_of(other, style.keys).values
  local name = values and node.type == "number" and values[node.value + 1]
  return name and ("'%s'"):format(name) or within(node, STRENGTH.compare, style)
end

--- A path with its kinds as they are written where it stands.
-- @tparam string path
-- @tparam table style of `reader.style`
-- @treturn string
function reader.path(path, style)
  return (path:gsub("[%w_\128-\255]+%.[%w_\128-\255]+", function(name) return style.short("link", name) end))
end
local path_text = reader.path

local function comparison(node, style)
  local left, right = node.left, node.right
  if is_bare_flag(node, style) then return text_of(left, style) end
  if is_any(node) then return ("any(%s)"):format(path_text(left.name, style)) end
  return ("%s %s %s"):format(operand(left, right, style), node.op, operand(right, left, style))
end

-- `self.energy`, `self.trust(target)`, `count(seat of target)`, `distance`
local function key_text(node, style)
  if node.subject == "count" then return ("count(%s)"):format(path_text(node.name, style)) end
  if node.link then
    return ("%s.%s(%s)"):format(subject_of(node), style.short("link", node.link), node.to_part or node.to)
  end
  return node.name and ("%s.%s"):format(subject_of(node), short_key(node, style)) or node.subject
end

function text_of(node, style)
  if node.type == "number" then return ("%d"):format(node.value) end
  if node.type == "key" then return key_text(node, style) end
  if node.type == "call" then return node.where and "function at " .. node.where:match("[^/]*$") or "..." end
  if node.type == "compare" then return comparison(node, style) end
  local strength = STRENGTH[node.type]
  if node.type == "not" then return "not " .. within(node[1], strength, style) end
  -- `a - (b - c)` needs its parentheses; so does whatever is not read from left to right.
  local parts = { within(node[1], strength, style) }
  for i = 2, #node do parts[i] = within(node[i], strength + 1, style) end
  return table.concat(parts, (" %s "):format(node.type))
end

--- A tree as text.
-- @tparam table node
-- @tparam table style of `reader.style`
-- @treturn string
function reader.text(node, style)
  return text_of(node, style)
end

-- The comparison whose operations one is among; nil if that is no part of one.
local function comparison_at(ops, at)
  local last = at
  while ops[last] and not comparisons[ops[last].kind] do
    if CONNECTIVES[ops[last].kind] then return nil end
    last = last + 1
  end
  if not ops[last] then return nil end
  local trees = reader.conditions(ops, 1, last)
  return trees[#trees]
end

-- The effect whose operations one is among: its place, and that of the first of them.
local function effect_at(ops, at)
  local first = 1
  for i, op in ipairs(ops) do
    if EFFECTS[op.kind] then
      if i >= at then return i, first end
      first = i + 1
    end
  end
end

-- Effects that change no value.
local SAID = {}

function SAID.raise(op, style)
  return ("raise %s on %s"):format(style.short("interruption", op.name), subject_of(op))
end

function SAID.raise_within(op, style)
  return ("raise %s within %d"):format(style.short("interruption", op.name), op.value)
end

function SAID.raise_on_path(op, style)
  return ("raise %s on %s"):format(style.short("interruption", op.name), path_text(op.value_name, style))
end

function SAID.revoke(op) return ("revoke %s on %s"):format(op.name, subject_of(op)) end

-- `send orders = self.wish to target`; without a value, 0 is sent.
local function sent_text(op, value, style)
  local shown = (op.stacked or op.value ~= 0) and (" = %s"):format(text_of(value, style)) or ""
  return ("send %s%s to %s"):format(style.short("inbox", op.name), shown,
    op.kind == "send_on_path" and path_text(op.value_name, style) or subject_of(op))
end

local function effect_text(ops, at, style)
  local last, first = effect_at(ops, at)
  local op = ops[last]
  if not op or op.kind == "call" then return nil end
  if SAID[op.kind] then return SAID[op.kind](op, style) end
  local value = op.stacked and reader.conditions(ops, first, last - 1)[1] or { type = "number", value = op.value or 0 }
  if EFFECTS[op.kind] == "send" then return sent_text(op, value, style) end
  local key = key_in(op)
  return ("%s %s %s"):format(text_of(key, style), EFFECTS[op.kind], operand(value, key, style))
end

--- The text of the comparison or the effect that an operation is part of.
-- @tparam {table,...} ops
-- @tparam number at which of them
-- @tparam table style
-- @treturn string|nil nil if it is part of none
function reader.text_at(ops, at, style)
  local compared_at = comparison_at(ops, at)
  if compared_at then return text_of(compared_at, style) end
  return effect_text(ops, at, style)
end

--- A whole condition as a list of texts, all of which have to hold.
-- @tparam {table,...} ops
-- @tparam table style
-- @treturn {string,...}
function reader.texts(ops, style)
  local list = reader.conditions(ops)
  local texts = {}
  for i, node in ipairs(list) do
    texts[i] = #list > 1 and within(node, STRENGTH["and"], style) or text_of(node, style)
  end
  return texts
end

return reader
