--- Reads what is said about functions where they are written: the comments before `function World:spawn(...)` or
-- `function METHODS.complete(self, ...)`. Types are left to the annotations.
local comments = {}

local function new_open() return { lines = {}, params = {}, returns = {} } end

-- A line of a comment after its dashes: a tag begins something, everything else goes on with what was begun.
local function take(open, line)
  local tag, alternative, rest = line:match("^%s*@(%w+)(%b[])%s*(.*)$")
  if not tag then tag, rest = line:match("^%s*@(%w+)%s*(.*)$") end
  if not tag then
    table.insert(open.at or open.lines, (line:gsub("^%s", "")))
    return
  end
  open.at = {}
  if tag == "treturn" then
    local words = rest:match("^%b{}%s*(.*)$") or rest:match("^%S+%s*(.*)$")
    open.at[1] = words
    table.insert(open.returns, { alternative = alternative, lines = open.at })
  else
    if tag == "tparam" then rest = rest:match("^%S+%s+(.*)$") end
    local name, words = rest:match("^(%S+)%s*(.*)$")
    open.at[1] = words
    open.params[name] = open.at
  end
end

local function finish(open)
  local made = { text = table.concat(open.lines, "\n"), params = {}, returns = {} }
  for name, lines in pairs(open.params) do made.params[name] = table.concat(lines, " ") end
  for i, each in ipairs(open.returns) do made.returns[i] = table.concat(each.lines, " ") end
  return made
end

--- What a text says about its functions, by their names without what is before the dot or colon.
function comments.read(text)
  local found, open = {}, nil
  for line in (text .. "\n"):gmatch("([^\n]*)\n") do
    local first, further = line:match("^%-%-%-%s?(.*)$"), line:match("^%-%-(.*)$")
    if first then
      open = new_open()
      take(open, first)
    elseif open and further then
      take(open, (further:gsub("^%s", "")))
    else
      local name = line:match("^function [%w_]+[.:]([%w_]+)%(")
      if open and name then found[name] = finish(open) end
      open = nil
    end
  end
  return found
end

return comments
