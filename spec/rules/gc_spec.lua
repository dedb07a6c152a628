-- Garbage collection at any moment changes nothing.
local busy = require "spec.rules.busy"

local function run(between)
  local world, seen = busy.world(between)
  for _, call in ipairs(busy.calls(world, 120)) do
    assert(call())
    if between then between() end
  end
  assert(world:check())
  return world:hash(), seen, world:stats()
end

describe("garbage collection", function()
  local pause

  before_each(function() pause = collectgarbage("setpause", 0) end)
  after_each(function() collectgarbage("setpause", pause) end)

  it("in every function, handler and provider gives the same decisions", function()
    collectgarbage("setpause", pause)
    local hash, seen, stats = run()
    assert.truthy(seen.starts > 100 and seen.updates > 0 and seen.errors > 0 and seen.owners > 100)
    assert.truthy(seen.stops > 100)
    collectgarbage("setpause", 0)
    local again, seen_again, stats_again = run(function() collectgarbage() end)
    assert.equal(hash, again)
    assert.same(seen, seen_again)
    assert.equal(stats.events, stats_again.events)
  end)

  it("of worlds that nobody closed, with entities still held, harms nothing", function()
    local men, hashes = {}, {}
    for i = 1, 5 do
      local world = busy.world()
      for _, call in ipairs(busy.calls(world, 10)) do assert(call()) end
      men[i], hashes[i] = world:get "man5", world:hash()
      world = nil -- luacheck: ignore
      collectgarbage()
    end
    for i, man in ipairs(men) do
      assert.equal("man5", man.name)
      assert.equal("number", type(man.state.energy))
      assert.equal(hashes[1], hashes[i])
    end
  end)

  it("takes a world with all that its functions and handlers hold", function()
    local weak = setmetatable({}, { __mode = "k" })
    local function make()
      local held
      local world = busy.world(function() return held end)
      held = { world }
      for _, call in ipairs(busy.calls(world, 10)) do assert(call()) end
      weak[world] = true
    end
    for _ = 1, 3 do make() end
    -- Compiled code holds what it was compiled for.
    local jit = package.loaded.jit
    if jit then jit.flush() end
    -- A world has a finaliser, so one collection is not enough.
    for _ = 1, 5 do collectgarbage() end
    local left = 0
    for _ in pairs(weak) do left = left + 1 end
    -- What was called last may still be held by whoever called it.
    assert.truthy(left <= 1)
  end)
end)
