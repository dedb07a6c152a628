-- Random worlds through `bustle.core`, beside the oracle: the same decisions on every Lua, and the same as the core's
-- without Lua, which is compared with the oracle elsewhere. BUSTLE_WORLDS=n: that many worlds.
local random = require "spec.oracle.random"
local run_core = require "spec.rules.random_core"
local run_oracle = require "spec.oracle.run"

local COUNT = tonumber(os.getenv "BUSTLE_WORLDS") or 60

local function check_answer(seed, given, expected, actual)
  for i, op in ipairs(given.script) do
    assert.equal(expected.accepted[i], actual.accepted[i], ("seed %d, call %d (%s)"):format(seed, i, op.op))
  end
  assert.equal(#expected.values, #actual.values)
  for i, value in ipairs(expected.values) do
    for field = 1, 3 do assert.equal(value[field], actual.values[i][field], ("seed %d, value %d"):format(seed, i)) end
  end
  for i, position in ipairs(expected.positions) do
    for field = 1, 4 do
      assert.equal(position[field], actual.positions[i][field], ("seed %d, position %d"):format(seed, i))
    end
  end
  assert.equal(expected.hash, actual.hash, ("seed %d, hash"):format(seed))
end

describe("random worlds", function()
  it("S28 make the decisions of the oracle, bit for bit", function()
    local refused = 0
    for seed = 1, COUNT do
      local given = random(seed)
      local actual = run_core(given)
      if actual then
        check_answer(seed, given, run_oracle(given), actual)
      else
        refused = refused + 1
      end
    end
    assert.truthy(refused * 20 <= COUNT)
  end)
end)
