-- Worlds in which the core and the oracle once differed, made small by shrink.lua and pasted here as compare.lua printed
-- them; and worlds of the same form that are kept because they are easily got wrong.
local agree = require "spec.oracle.agree"

describe("core and oracle agree on", function()
  it("a default timeout of more than 32 bits (S11)", function()
    agree.check({
      content = {
        actions = { { duration = { 2, 828527009 }, name = "act5" } },
        entities = { { main = "seq4", name = "npc1", npc = true } },
        sequences = {
          {
            entry = "n2",
            name = "seq4",
            nodes = {
              { action = "act5", kind = "action", name = "n2", to = { { node = "end" } } },
              { kind = "end", name = "end" }
            }
          }
        }
      },
      env_answers = {},
      functions = {},
      options = { seed_high = 0, seed_low = 0 },
      position_answer = { ax = 5, ay = 35, bx = 2, by = 4, fault = "far", mod = 61, none = 4, odd = 5, step_ms = 700 },
      script = {
        { definition = "npc1", op = "spawn", state = {}, x = 0, y = 0, z = 0 },
        { dt = 0, op = "update" }
      },
      seed = 6
    }, [[
0 spawn 1 0 npc1 0
0 start 1 0 act5 218580352]])
  end)
end)
