--- What crosses the border between a pack and its host: plain values, copied, so that neither side holds a table of the
-- other. Functions are guarded on the way.
local core = require "bustle.core"

-- Some builds of LuaJIT compile `next` wrong (docs/install.md, "LuaJIT").
if _G.jit then _G.jit.off(true, true) end

local plain = {}

-- Instructions of the pack for each thing that is copied.
local COPY = 10

--- So deep may tables be within each other, so many things may be in them all together, so long may a text be.
plain.DEEPEST, plain.MOST, plain.LONGEST = 32, 100000, 100000

local SIMPLE = { ["nil"] = true, boolean = true, number = true }
local KEYS = { boolean = true, number = true, string = true }

local copy_any

local function copy_table(c, from, depth)
  if depth > plain.DEEPEST then
    error(("tables are nested more than %d deep, or within themselves"):format(plain.DEEPEST), 0)
  end
  if getmetatable(from) ~= nil then error("a table has a metatable", 0) end
  local to = {}
  for key, value in next, from do
    c.count = c.count + 1
    if c.count > plain.MOST then error(("there are more than %d things in a table"):format(plain.MOST), 0) end
    if not KEYS[type(key)] then error(("a key is a %s"):format(type(key)), 0) end
    to[copy_any(c, key, depth)] = copy_any(c, value, depth)
  end
  return to
end

function copy_any(c, value, depth)
  local kind = type(value)
  if SIMPLE[kind] then return value end
  if kind == "string" then
    if #value > plain.LONGEST then error(("a text is longer than %d bytes"):format(plain.LONGEST), 0) end
    return value
  end
  if kind == "table" then return copy_table(c, value, depth + 1) end
  if kind == "function" and c.guard then return c.guard(value) end
  error(("a %s cannot be given"):format(kind), 0)
end

--- Copies a value.
-- @param value
-- @tparam[opt] function guard what to make of a function; nil: functions are refused
-- @return[1] the copy
-- @return[2] nil
-- @treturn[2] string what is wrong with it
function plain.copy(value, guard)
  local c = { count = 0, guard = guard }
  local good, result = pcall(copy_any, c, value, 0)
  core.spend(c.count * COPY)
  if good then return result end
  return nil, result
end

return plain
