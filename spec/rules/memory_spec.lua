-- Memory that runs out: after each failed allocation of the core the same call again succeeds, and in the end all is as
-- if there had been enough. BUSTLE_FAILURES=n: at most the first n allocations of each call.
local failing = require "failing_world"
local busy = require "spec.rules.busy"

local MOST = tonumber(os.getenv "BUSTLE_FAILURES") or 25
local STEPS = 40

local function run_plainly()
  local world, seen = busy.world()
  for _, call in ipairs(busy.calls(world, STEPS)) do assert(call()) end
  assert(world:check())
  return world:hash(), seen, world:stats().events, world:now()
end

-- Makes a call with its n-th allocation failing. Whether it did.
local function fails(world, call, n)
  failing.fail(world._core, n)
  local called, result, message, code = pcall(call)
  failing.fail(world._core, 0)
  assert(called, result)
  assert(world:check())
  if result then return false end
  assert.equal("no_memory", code)
  assert.equal("string", type(message))
  return true
end

describe("when an allocation fails", function()
  it("the same call again succeeds, and nothing is lost", function()
    local hash, seen, events, now = run_plainly()
    local failed = 0
    for n = 1, MOST do
      local world, seen_now = busy.world()
      local failures = 0
      for _, call in ipairs(busy.calls(world, STEPS)) do
        if fails(world, call, n) then
          failures = failures + 1
          assert(call(true))
        end
      end
      assert(world:check())
      assert.equal(now, world:now(), ("allocation %d"):format(n))
      assert.equal(hash, world:hash(), ("allocation %d"):format(n))
      assert.equal(events, world:stats().events)
      assert.same(seen, seen_now)
      failed = failed + failures
      if failures == 0 then break end
    end
    assert.truthy(failed > 20)
  end)
end)
