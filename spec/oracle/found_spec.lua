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

  it("a claim that a sunk part has kept, at a halt (S34, S42, S60)", function()
    agree.check({
      content = {
        actions = {
          { duration = { 6000, 6602 }, name = "act1" },
          { duration = { 1000, 2368 }, name = "act3", takes_target = true }
        },
        entities = {
          {
            cues = {
              {
                as = "p1",
                name = "cue3",
                scene = "scene1",
                when = { "<=", { "env", "common.hour" }, { "const", 0 } }
              }
            },
            inboxes = { "in1" },
            main = "take2",
            name = "npc1",
            npc = true
          },
          {
            inboxes = { "in1" },
            main = "take2",
            name = "brain",
            npc = true,
            state = { { "st1" } },
            tags = { "tag3" }
          }
        },
        env = { { name = "common.hour" } },
        inboxes = { { name = "in1" } },
        scenes = {
          {
            name = "scene1",
            parts = {
              {
                broken = { { "add", "part", "st1", { "part", "p2", "st1" }, "p2" } },
                name = "p1",
                sequence = "scene1.p1"
              },
              { name = "p2", sequence = "scene1.p2", who = { "tag3" } }
            },
            patience_ms = 3000
          }
        },
        sequences = {
          {
            claims = { { property = "st1" } },
            claims_kept = true,
            entry = "n1",
            name = "scene1.p1",
            nodes = {
              {
                action = "act3",
                at_member = true,
                kind = "action",
                name = "n1",
                to = { { node = "end" } }
              },
              { kind = "end", name = "end" }
            }
          },
          {
            entry = "n1",
            name = "scene1.p2",
            nodes = {
              { action = "act1", kind = "action", name = "n1", to = { { node = "end" } } },
              { kind = "end", name = "end" }
            }
          },
          {
            entry = "n1",
            name = "take2",
            nodes = {
              {
                inbox = "in1",
                kind = "take",
                name = "n1",
                timeout_ms = 2500,
                to = { { node = "end" } }
              },
              { kind = "end", name = "end" }
            }
          }
        },
        states = { { min = 0, name = "st1" } }
      },
      env_answers = {},
      functions = {},
      options = { failures = 0, seed_high = 0, seed_low = 777004304 },
      position_answer = {
        ax = 37,
        ay = 15,
        bx = 7,
        by = 3,
        fault = "far",
        mod = 61,
        none = 4,
        odd = 5,
        parts = 32,
        step_ms = 2000
      },
      script = {
        { definition = "npc1", op = "spawn", state = {}, x = 0, y = 0, z = 0 },
        { definition = "brain", op = "spawn", state = { { "st1", 4 } }, x = 0, y = 0, z = 0 },
        { definition = "npc1", op = "spawn", state = {}, x = 0, y = 0, z = 0 },
        { definition = "brain", op = "spawn", state = {}, x = 0, y = 0, z = 0 },
        { dt = 1000, op = "update" },
        { dt = 4000, op = "update" },
        { dt = 500, op = "update" },
        { dt = 1500, op = "update" },
        { dt = 1000, op = "update" },
        { dt = 8000, op = "update" }
      },
      seed = 61221
    }, [[
0 spawn 1 0 npc1 0
0 spawn 2 0 brain 0
0 spawn 3 0 npc1 0
0 spawn 4 0 brain 0
1000 interrupt 1 0 scene1.p1 964704585
1000 join 1 1 scene1 0
1000 join 4 1 scene1 1
1000 fail 1 0 scene1.p1 4
1000 leave 1 0 scene1 2
1000 interrupt 3 0 scene1.p1 964704585
1000 join 3 3 scene1 0
1000 join 2 3 scene1 1
1000 start 3 2 act3 1116
1000 leave 4 0 scene1 3
5000 stop 3 2 act3 1
5000 start 2 0 act1 6474
5000 fail 1 0 take2 15
5000 halt 1 0 take2 15
5000 fail 4 0 take2 15
5000 halt 4 0 take2 15
16000 stop 2 0 act1 1
16000 fail 3 0 take2 15
16000 leave 3 0 scene1 2
16000 halt 3 0 take2 15
16000 leave 2 0 scene1 3
16000 fail 2 0 take2 15
16000 halt 2 0 take2 15]])
  end)

  it("those who get their plan back by a role, all at once (S52, S74)", function()
    agree.check({
      content = {
        actions = { { duration = { 1000, 1000 }, name = "act1" } },
        entities = { { name = "npc1", npc = true, plan = "plan1" } },
        plans = { { entries = { { from = 0, sequence = "seq1", to = 0 } }, name = "plan1" } },
        roles = { { main = "seq1", name = "role1" } },
        sequences = {
          {
            entry = "n1",
            name = "seq1",
            nodes = {
              { action = "act1", kind = "action", name = "n1", to = { { node = "end" } } },
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
        { number = 1, op = "set_role", role = "role1" },
        { definition = "npc1", op = "spawn", state = {}, x = 0, y = 0, z = 0 },
        { number = 2, op = "set_role", role = "role1" },
        { definition = "npc1", op = "spawn", state = {}, x = 0, y = 0, z = 0 },
        { number = 3, op = "set_role", role = "role1" },
        { definition = "npc1", op = "spawn", state = {}, x = 0, y = 0, z = 0 },
        { number = 4, op = "set_role", role = "role1" },
        { definition = "npc1", op = "spawn", state = {}, x = 0, y = 0, z = 0 },
        { number = 5, op = "set_role", role = "role1" },
        { definition = "npc1", op = "spawn", state = {}, x = 0, y = 0, z = 0 },
        { number = 6, op = "set_role", role = "role1" },
        { definition = "npc1", op = "spawn", state = {}, x = 0, y = 0, z = 0 },
        { number = 7, op = "set_role", role = "role1" },
        { definition = "npc1", op = "spawn", state = {}, x = 0, y = 0, z = 0 },
        { number = 8, op = "set_role", role = "role1" },
        { definition = "npc1", op = "spawn", state = {}, x = 0, y = 0, z = 0 },
        { number = 9, op = "set_role", role = "role1" },
        { definition = "npc1", op = "spawn", state = {}, x = 0, y = 0, z = 0 },
        { number = 10, op = "set_role", role = "role1" },
        { number = 1, op = "set_role" },
        { number = 2, op = "set_role" },
        { number = 3, op = "set_role" },
        { number = 4, op = "set_role" },
        { number = 5, op = "set_role" },
        { number = 6, op = "set_role" },
        { number = 7, op = "set_role" },
        { number = 8, op = "set_role" },
        { number = 9, op = "set_role" },
        { number = 10, op = "set_role" }
      },
      seed = 60074
    }, [[
0 spawn 1 0 npc1 0
0 plan 1 0 seq1 0
0 role 1 0 role1 0
0 spawn 2 0 npc1 0
0 plan 2 0 seq1 0
0 role 2 0 role1 0
0 spawn 3 0 npc1 0
0 plan 3 0 seq1 0
0 role 3 0 role1 0
0 spawn 4 0 npc1 0
0 plan 4 0 seq1 0
0 role 4 0 role1 0
0 spawn 5 0 npc1 0
0 plan 5 0 seq1 0
0 role 5 0 role1 0
0 spawn 6 0 npc1 0
0 plan 6 0 seq1 0
0 role 6 0 role1 0
0 spawn 7 0 npc1 0
0 plan 7 0 seq1 0
0 role 7 0 role1 0
0 spawn 8 0 npc1 0
0 plan 8 0 seq1 0
0 role 8 0 role1 0
0 spawn 9 0 npc1 0
0 plan 9 0 seq1 0
0 role 9 0 role1 0
0 spawn 10 0 npc1 0
0 plan 10 0 seq1 0
0 role 10 0 role1 0
0 role 1 0 - 0
0 plan 1 0 seq1 0
0 role 2 0 - 0
0 plan 2 0 seq1 0
0 role 3 0 - 0
0 plan 3 0 seq1 0
0 role 4 0 - 0
0 plan 4 0 seq1 0
0 role 5 0 - 0
0 plan 5 0 seq1 0
0 role 6 0 - 0
0 plan 6 0 seq1 0
0 role 7 0 - 0
0 plan 7 0 seq1 0
0 role 8 0 - 0
0 plan 8 0 seq1 0
0 role 9 0 - 0
0 plan 9 0 seq1 0
0 role 10 0 - 0
0 plan 10 0 seq1 0]])
  end)

  it("an area that others look for while it enters its own (S67)", function()
    agree.check({
      content = {
        entities = {
          {
            area = { { depth = 27.300000000000001, width = 30 } },
            enter = { { "add", "link", { "l3", "target", "self" }, { "count", "inner of target" } } },
            name = "area1"
          },
          {
            area = { { depth = 20, width = 20 } },
            name = "brain",
            npc = true,
            roles = { { role = "role2" } }
          }
        },
        links = { { name = "l1" }, { name = "l3" } },
        plans = { { entries = { { from = 0, sequence = "meet2", to = 0 } }, name = "plan1" } },
        roles = { { name = "role2", plan = "plan1" } },
        sequences = {
          {
            entry = "n1",
            name = "meet2",
            nodes = {
              {
                count = 2,
                kind = "meet",
                meeting = "m2",
                name = "n1",
                path = "l1+ of inner",
                to = { { node = "end" } }
              },
              { kind = "end", name = "end" }
            }
          }
        }
      },
      env_answers = {},
      functions = {},
      options = { seed_high = 0, seed_low = 0 },
      position_answer = {
        ax = 28,
        ay = 9,
        bx = 3,
        by = 6,
        fault = "error",
        mod = 61,
        none = 0,
        odd = 3,
        parts = 16,
        step_ms = 700
      },
      script = {
        { definition = "area1", op = "spawn", state = {}, x = 0, y = -15, z = 0 },
        { definition = "brain", op = "spawn", state = {}, x = 0, y = -28, z = 0 }
      },
      seed = 61767
    }, [[
0 spawn 1 0 area1 0
0 spawn 2 0 brain 0
0 role 2 0 role2 0
0 plan 2 0 meet2 0
0 enter 2 1 area1 0]])
  end)

  it("a value that a call has asked for before conditions are tested (S45, S73)", function()
    agree.check({
      content = {
        actions = { { duration = { 700, 700 }, name = "act4" } },
        entities = {
          {
            handlers = { { interruption = "int2", sequence = "seq3" } },
            name = "npc1",
            npc = true,
            roles = {
              { role = "role3", when = { ">=", { "env", "common.minute" }, { "const", 0 } } },
              { role = "role1" }
            }
          }
        },
        env = { { name = "common.minute" } },
        interruptions = { { name = "int2", when = { ">=", { "env", "common.minute" }, { "const", 31 } } } },
        plans = {
          { entries = { { from = 0, sequence = "meet1", to = 0 } }, name = "plan1" },
          { entries = { { from = 0, sequence = "meet1", to = 0 } }, name = "plan2" }
        },
        roles = { { name = "role1", plan = "plan1" }, { name = "role3", plan = "plan2" } },
        sequences = {
          { entry = "end", name = "seq3", nodes = { { kind = "end", name = "end" } } },
          {
            entry = "n1",
            name = "meet1",
            nodes = {
              { action = "act4", kind = "action", name = "n1", to = { { node = "end" } } },
              { kind = "end", name = "end" }
            }
          }
        }
      },
      env_answers = { ["common.minute"] = { none = 1, step_ms = 400 } },
      functions = {},
      options = { day_ms = 20000, seed_high = 0, seed_low = 0 },
      position_answer = {
        ax = 23,
        ay = 21,
        bx = 1,
        by = 6,
        fault = "error",
        mod = 61,
        none = 0,
        odd = 0,
        parts = 7,
        step_ms = 700
      },
      script = {
        { definition = "npc1", op = "spawn", state = {}, x = 0, y = 0, z = 0 },
        { dt = 0, op = "update" },
        { day = 0, op = "set_time", time = 700 },
        { number = 1, op = "set_role" },
        { dt = 0, op = "update" }
      },
      seed = 62068
    }, [[
0 spawn 1 0 npc1 0
0 role 1 0 role3 0
0 plan 1 0 meet1 0
0 start 1 0 act4 700
0 stop 1 0 act4 4
0 interrupt 1 0 seq3 1787954180
0 start 1 0 act4 700]])
  end)
end)
