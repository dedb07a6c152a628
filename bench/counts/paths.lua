--- The main paths of the Lua layer, each to be counted in a process of its own: bench_counts_lua paths.lua [PATH]
-- Prints how often it did what the path is about. Without a path it prints the Lua that this is and the list of paths,
-- as bench_counts does for those of the core.
local counting = require "bench.counting"
local market = require "bench.lua.market"
local town = require "bench.lua.town"

local NPCS, WARM_UP, COUNTED = 200, 60, 20

-- Whole updates, with the garbage that they make and its collection.
local function updates(way)
  return function()
    local each = town.open(way, NPCS)
    town.run(each, (market.ARRIVAL + WARM_UP) * market.STEPS)
    collectgarbage()
    counting.begins()
    town.run(each, COUNTED * market.STEPS)
    counting.ends()
    town.close(each)
    return COUNTED * market.STEPS
  end
end

local PATHS = {
  { name = "lua-none", unit = "update", walk = updates "none" },
  { name = "lua-handlers", unit = "update", walk = updates "handlers" },
  { name = "lua-bulk", unit = "update", walk = updates "bulk" },
}

local wanted = ...
if not wanted then print(counting.release) end
for _, path in ipairs(PATHS) do
  if not wanted then
    print(path.name .. "\t" .. path.unit)
  elseif path.name == wanted then
    print(("%d"):format(path.walk()))
  end
end
