--- Copies of what a pack hands over: tables without metatables, so that nothing runs when they are read, and functions
-- as the sandbox lets others call them. What a table holds is not looked at here.
local plain = {}

local DEEPEST = 32

local KEYS = { string = true, number = true, boolean = true }
local REFUSED = { thread = true, userdata = true, cdata = true }

local copy

-- One table is copied once, however often it is met; nil inside itself and too deep.
local function copy_table(c, value, depth)
  local known = c.copies[value]
  if known then return known end
  if c.open[value] then
    c.report("a table is inside itself", "write it out")
    return nil
  end
  if depth > DEEPEST then
    c.report(("tables are inside each other more than %d deep"):format(DEEPEST), "make it flatter")
    return nil
  end
  c.open[value] = true
  local made = {}
  for key, each in next, value do
    if KEYS[type(key)] then
      made[key] = copy(c, each, depth + 1)
    else
      c.report(("a %s is used as a key"):format(type(key)), "use texts and numbers")
    end
  end
  c.open[value], c.copies[value] = nil, made
  return made
end

function copy(c, value, depth)
  local kind = type(value)
  if kind == "table" then return copy_table(c, value, depth) end
  if kind == "function" then return c.guard(value) end
  if not REFUSED[kind] then return value end
  c.report(("there is a %s in it"):format(kind), "use tables, texts, numbers, true and false, and functions")
  return nil
end

--- Copies a value.
-- @param value
-- @tparam function guard gives what takes the place of a function
-- @tparam function report takes what is wrong, and the cure; what is wrong is left out
function plain.copy(value, guard, report)
  return copy({ copies = {}, open = {}, guard = guard, report = report }, value, 1)
end

return plain
