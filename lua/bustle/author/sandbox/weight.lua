--- How much memory a pack holds: what can be reached from its globals and its functions, by estimate.
-- Some builds of LuaJIT compile `next` wrong (docs/install.md, "LuaJIT").
if _G.jit then _G.jit.off(true, true) end

local weight = {}

local ENTRY, FUNCTION, STRING = 40, 64, 32

-- Calls `visit` with whatever a value holds; returns the bytes of the value itself.
local HELD = {}

function HELD.string(value)
  return STRING + #value
end

function HELD.table(value, visit)
  local bytes = ENTRY
  -- A view of the host's.
  if getmetatable(value) ~= nil then return bytes end
  for key, each in next, value do
    bytes = bytes + ENTRY
    visit(key)
    visit(each)
  end
  return bytes
end

HELD["function"] = function(value, visit)
  if debug.getinfo(value, "S").what == "C" then return FUNCTION end
  local i = 1
  while true do
    local name, held = debug.getupvalue(value, i)
    if not name then return FUNCTION + i * ENTRY end
    visit(held)
    i = i + 1
  end
end

--- What weighs a pack.
-- @tparam table environment its globals; what they hold now is the host's, and weighs nothing
-- @tparam table guards its functions that others may call are the keys
-- @treturn function returns bytes
function weight.of(environment, guards)
  local ours = {}
  local function note(value)
    if type(value) ~= "table" then ours[value] = true return end
    for _, each in next, value do note(each) end
  end
  note(environment)
  return function()
    local seen, waiting, bytes = { [guards] = true }, { environment }, 0
    local function visit(value)
      if HELD[type(value)] and not seen[value] and not ours[value] then
        seen[value] = true
        waiting[#waiting + 1] = value
      end
    end
    for fn in next, guards do visit(fn) end
    while #waiting > 0 do
      local value = table.remove(waiting)
      bytes = bytes + HELD[type(value)](value, visit)
    end
    return bytes
  end
end

return weight
