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

  it("an activity that lost its claim and stands at no action any more (S32, S45)", function()
    agree.check({
      content = {
        actions = {
          { duration = { 3000, 3000 }, name = "act2", takes_target = true },
          { name = "act3", resumable = true, travel = { property = "st1" } }
        },
        entities = {
          {
            accepts = { "act2", "act3" },
            handlers = { { interruption = "int2", sequence = "seq3" } },
            main = "seq1",
            name = "npc2",
            npc = true,
            state = { { "st1" } }
          }
        },
        interruptions = { { name = "int2" } },
        sequences = {
          {
            claims = { { property = "st1" } },
            entry = "n1",
            name = "seq1",
            nodes = {
              { action = "act3", kind = "action", name = "n1", to = { { node = "end" } } },
              { kind = "end", name = "end" }
            }
          },
          {
            entry = "n2",
            name = "seq3",
            nodes = {
              { action = "act2", kind = "action", name = "n2", to = { { node = "end" } } },
              { kind = "end", name = "end" }
            }
          }
        },
        states = { { default = 2, min = 0, name = "st1" } }
      },
      env_answers = {},
      functions = {},
      options = { failures = 0, seed_high = 0, seed_low = 0 },
      position_answer = { ax = 15, ay = 20, bx = 8, by = 6, fault = "nan", mod = 61, none = 0, odd = 0, step_ms = 5000 },
      script = {
        { definition = "npc2", op = "spawn", state = {}, x = 0, y = 0, z = 0 },
        { definition = "npc2", op = "spawn", state = {}, x = 0, y = 0, z = 0 },
        { dt = 0, op = "update" },
        { name = "int2", npcs = { 2 }, op = "interrupt" },
        { dt = 0, op = "update" },
        { number = 1, op = "remove" },
        { dt = 0, op = "update" }
      },
      seed = 8125
    }, [[
0 spawn 1 0 npc2 0
0 spawn 2 0 npc2 0
0 start 1 2 act3 1
0 start 2 1 act3 1
0 stop 2 1 act3 4
0 interrupt 2 0 seq3 1787954180
0 start 2 1 act2 3000
0 stop 1 2 act3 6
0 stop 2 1 act2 5
0 remove 1 0 npc2 0
0 fail 2 0 seq3 1]])
  end)

  it("an environment value asked for in a change of what is leaving (S6, S19)", function()
    agree.check({
      content = {
        actions = {
          { duration = { 6000, 6000 }, interrupted = { { "add", "target", "st2", { "env", "env2" } } }, name = "act2" }
        },
        entities = {
          { main = "seq1", name = "npc1", npc = true },
          { accepts = { "act2" }, name = "prop1", state = { { "st2" } } }
        },
        env = { { name = "env2" } },
        sequences = {
          {
            entry = "n1",
            name = "seq1",
            nodes = { { action = "act2", kind = "action", name = "n1", to = { { node = "n1" } } } }
          }
        },
        states = { { name = "st2" } }
      },
      env_answers = { env2 = { add = 0, base = -1, mod = 27, mul = 0, none = 0, odd = 0, step_ms = 1500 } },
      functions = {},
      options = { seed_high = 0, seed_low = 0 },
      position_answer = { ax = 32, ay = 11, bx = 2, by = 9, fault = "half", mod = 61, none = 4, odd = 0, step_ms = 2000 },
      script = {
        { definition = "prop1", op = "spawn", state = {}, x = 0, y = 0, z = 0 },
        { definition = "npc1", op = "spawn", state = {}, x = 0, y = 0, z = 0 },
        { dt = 0, op = "update" },
        { number = 1, op = "remove" }
      },
      seed = 8494
    }, [[
0 spawn 1 0 prop1 0
0 spawn 2 0 npc1 0
0 start 2 1 act2 6000
0 stop 2 1 act2 5
0 remove 1 0 prop1 0]])
  end)
end)
