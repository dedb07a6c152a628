-- What explaining and logging cost: updates of the market with 200 NPCs, five minutes of game time, as they are and
-- with each. Run by `./bustle bench explain`, once on each Lua.
local bustle = require "bustle"

local NPCS, WARM_UP, UPDATES, STEP, ROUNDS = 200, 100, 3000, 0.1, 3

local WAYS = {
  { "without" },
  { "explain = true", explain = true },
  { "a log of all events", log = {} },
  { "a log of all events and steps", explain = true, log = { steps = true } },
}

local root = arg[0]:match("^(.*)/bench/") or "."

local function open(way)
  local world = bustle.world { packs = { root .. "/behaviours/market" }, seed = 3, explain = way.explain }
  world:set("market_open", true)
  world:spawn_many("visitor", NPCS - world:stats().npcs, function(i) return { x = i * 7 % 200, y = i * 13 % 150 } end)
  if way.log then assert(world:log(function() return true end, way.log)) end
  for _ = 1, WARM_UP do world:update(STEP) end
  collectgarbage()
  return world
end

-- Milliseconds of an update, and the hash of all decisions.
local function measure(way)
  local world = open(way)
  local began = os.clock()
  for _ = 1, UPDATES do world:update(STEP) end
  return (os.clock() - began) * 1000 / UPDATES, world:hash()
end

local without, hash
print(package.loaded.jit and "LuaJIT" or _VERSION)
for _, way in ipairs(WAYS) do
  local best
  for _ = 1, ROUNDS do
    local ms, decided = measure(way)
    hash = hash or decided
    assert(decided == hash, "the decisions are not the same")
    best = math.min(best or ms, ms)
  end
  without = without or best
  print(("  %-30s %.3f ms an update, %.0f times as much"):format(way[1], best, best / without))
end
