--- Conditions as their authors wrote them, part by part: the parts are what is joined by the outermost `and`, one for
-- each tree that `bustle.author.expression.reader` makes of the same condition.
local core = require "bustle.core"
local reader = require "bustle.author.expression.reader"

local written = {}

-- ---- Texts ----

-- The tokens from one to another as text, without comments and with single spaces.
local function text_of(tokens, from, to)
  local parts = {}
  for i = from, to do
    local token, following = tokens[i], tokens[i + 1]
    parts[#parts + 1] = token.text
    if i < to and following.column > token.column + #token.text then parts[#parts + 1] = " " end
  end
  return table.concat(parts)
end

local DEEPER = { ["("] = 1, [")"] = -1 }

-- Where the words stand that are in no parentheses; whether all of it is in one pair of them.
local function outermost(tokens, from, to, word)
  local found, depth, enclosed = {}, 0, tokens[from].text == "("
  for i = from, to do
    depth = depth + (DEEPER[tokens[i].text] or 0)
    if depth == 0 and i < to then enclosed = false end
    if depth == 0 and tokens[i].text == word then found[#found + 1] = i end
  end
  return found, enclosed
end

local function add_parts(tokens, from, to, parts)
  local ors, enclosed = outermost(tokens, from, to, "or")
  if enclosed then return add_parts(tokens, from + 1, to - 1, parts) end
  local ands = outermost(tokens, from, to, "and")
  if #ors > 0 or #ands == 0 then
    parts[#parts + 1] = text_of(tokens, from, to)
    return
  end
  ands[#ands + 1] = to + 1
  for _, at in ipairs(ands) do
    add_parts(tokens, from, at - 1, parts)
    from = at + 1
  end
end

--- The parts of a text that are joined by `and`.
-- @tparam string text a condition without mistakes
-- @treturn {string,...}
function written.parts(text)
  local tokens, parts = core.tokens(text), {}
  add_parts(tokens, 1, #tokens, parts)
  return parts
end

-- ---- Conditions ----

-- Which of the operations belong together; each group has the source of its first one.
local function groups_of(ops, sources)
  local groups = {}
  for i, op in ipairs(ops) do
    if sources[op] or #groups == 0 then groups[#groups + 1] = { source = sources[op], first = i } end
    groups[#groups].last = i
  end
  return groups
end

local function add_group(list, ops, group, style)
  local trees = reader.conditions(ops, group.first, group.last)
  local parts = type(group.source) == "string" and written.parts(group.source) or {}
  for i, tree in ipairs(trees) do
    list[#list + 1] = { tree = tree, text = #parts == #trees and parts[i] or reader.text(tree, style) }
  end
end

--- The parts of a condition, all of which have to hold.
-- @tparam table compiled of `content.compile`
-- @tparam {table,...} ops
-- @tparam string pack in which it is written
-- @treturn {table,...} `{ tree=, text= }`
function written.conditions(compiled, ops, pack)
  local list, style = {}, reader.style(compiled, pack)
  for _, group in ipairs(groups_of(ops, compiled.sources)) do add_group(list, ops, group, style) end
  return list
end

return written
