--- Walks and empties tables in code that updates run. A LuaJIT that calls itself 2.1.0-beta3 may compile `pairs` and
-- `next` wrong (docs/install.md, "LuaJIT"), so there neither is left to its compiler.
local tables = {}

--- Empties a table, which stays as large as it is.
-- @tparam table map
tables.clear = package.preload["table.clear"] and require "table.clear" or function(map)
  for key in pairs(map) do map[key] = nil end
end

local jit = _G.jit

local function step(map, key) return next(map, key) end
if jit then jit.off(step) end

--- As Lua's `pairs`.
tables.pairs = jit and jit.version == "LuaJIT 2.1.0-beta3" and function(map) return step, map, nil end or pairs

return tables
