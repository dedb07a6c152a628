-- Random worlds through `bustle.core`, beside the oracle: the same decisions on every Lua. More of them are compared by
-- spec/oracle/compare.lua; here they pass under the sanitizers too. BUSTLE_WORLDS=n: that many worlds, a third of
-- them with nodes that wait, a third with roles and cues too.
local agree = require "spec.oracle.agree"
local random = require "spec.oracle.random"

local COUNT = tonumber(os.getenv "BUSTLE_WORLDS") or 60

describe("random worlds", function()
  it("S28 make the decisions of the oracle, bit for bit", function()
    local refused = 0
    for i = 1, COUNT do
      local seed = ({ 4000 + i, i, 2000 + i })[i % 3 + 1]
      local what, was_refused = agree.difference(random(seed), 10)
      assert.is_nil(what, ("seed %d: %s"):format(seed, tostring(what)))
      if was_refused then refused = refused + 1 end
    end
    assert.truthy(refused * 20 <= COUNT)
  end)
end)
