-- Checks of scenes that go on: phases, patience, limits, interruptions, leaving (S50 S54 S57 S58 S59 S60). How they are cast is in
-- selftest_casting.lua.

return function(kit)
  local check, same, action, sequence = kit.check, kit.same, kit.action, kit.sequence

  -- Updates once and tells all events, with whose they are.
  local function go(w, dt)
    assert(w:update(dt))
    return kit.all(w)
  end

  -- Actions: a (ten seconds, resumable), b (one), c (three), w (to wait in), g (at a target), no (never). Definition `host` casts
  -- `talk` as its part `one`, then does a; `npc` does a and can be cast. Their handler of `int` does b above everything.
  local function content(parts, scene, more)
    more = more or {}
    local made = { name = "talk", parts = parts, rest_ms = 0 }
    for key, value in pairs(scene or {}) do made[key] = value end
    local sequences = { sequence("day", { "x:a>end" }), sequence("begin", { "x:{talk one}>y!y", "y:a>end" }),
      sequence("look", { "x:b>end" }), sequence("stage", { "x:{talk}>y", "y:a>end" }), sequence("long", { "x:a>end" }) }
    for _, each in ipairs(more.sequences or {}) do sequences[#sequences + 1] = each end
    local scenes = { made }
    for _, each in ipairs(more.scenes or {}) do scenes[#scenes + 1] = each end
    local function mind(name, main, own)
      local def = kit.npc(name, main, { state = { { "n" } }, accepts = { "g" }, tags = own.tags,
        handlers = { { interruption = "int", sequence = "look", priority = 5 } } })
      for key, value in pairs(own) do def[key] = value end
      return def
    end
    return {
      states = { { name = "n", default = 0 }, { name = "seats", default = 1, min = 0 } }, env = {},
      interruptions = { { name = "int" }, { name = "other" } },
      actions = { action("a", { duration = { 10000, 10000 }, resumable = true }), action("b"),
        action("c", { duration = { 3000, 3000 } }), action("w"), action("g", { takes_target = true }),
        action("no", { when = { "==", { "const", 0 }, { "const", 1 } } }),
        action("sit", { takes_target = true, claims = {} }) },
      sequences = sequences, scenes = scenes,
      entities = { mind("host", more.main or "begin", more.host or {}), mind("npc", "day", more.npc or { tags = { "person" } }),
        mind("director", "stage", {}), kit.prop("prop", { { "seats" } }, { "sit" }) },
    }
  end

  -- The usual scene: `one` does b, b, `two` does c, b.
  local function talk(more_one, more_two)
    local one, two = { name = "one", sequence = "first" }, { name = "two", who = { "person" }, sequence = "second" }
    for key, value in pairs(more_one or {}) do one[key] = value end
    for key, value in pairs(more_two or {}) do two[key] = value end
    return { one, two }
  end

  local FIRST, SECOND = sequence("first", { "x:b>y", "y:b>end" }), sequence("second", { "x:c>y", "y:b>end" })

  local function world(parts, scene, more, options)
    more = more or {}
    more.sequences = more.sequences or { FIRST, SECOND }
    local w = kit.world(content(parts, scene, more), options)
    return w, w:spawn("host"), w:spawn("npc")
  end

  local function told(w, number)
    local words = {}
    for _, m in ipairs(w:scenes_of(number)) do
      local text = m.scene .. m.number .. " part " .. m.part .. " phase " .. m.phase
      for _, flag in ipairs { "ended", "waiting", "away", "sunk", "over", "initiator" } do
        if m[flag] then text = text .. " " .. flag end
      end
      words[#words + 1] = text
    end
    return table.concat(words, "; ")
  end

  check("S57 two rows in step: nobody begins the second before both have ended the first", function()
    local w = world(talk())
    same(go(w, 0), "1 join talk@1 part 0; 2 join talk@1 part 1; 1 start b; 2 start c")
    same(go(w, 1000), "1 stop b done")
    same(told(w, 1) .. " / " .. told(w, 2), "talk1 part 0 phase 1 waiting initiator / talk1 part 1 phase 0")
    same(go(w, 2000), "2 stop c done; 2 start b")
    same(go(w, 0), "1 start b")
    same(go(w, 1000), "1 stop b done; 2 stop b done")
    same(told(w, 2), "talk1 part 1 phase 2 ended waiting")
    same(go(w, 0), "1 leave talk finished; 1 start a")
    same(told(w, 2), "talk1 part 1 phase 2 ended waiting over")
    same(go(w, 0), "2 leave talk finished; 2 start a")
    same(told(w, 1) .. told(w, 2), "")
    same(w:members_of(1), nil)
  end)

  check("S57 parts of different lengths: who has ended is ahead of everybody and holds nobody up", function()
    local w = world(talk({ sequence = "short" }, { sequence = "three" }), {}, { sequences = { sequence("short", { "x:b>end" }),
      sequence("three", { "x:b>y", "y:b>z", "z:b>end" }) } })
    go(w, 0)
    same(go(w, 1000), "1 stop b done; 2 stop b done; 2 start b") -- 1 waits at 1 when 2 arrives, which calls it
    same(go(w, 0), "") -- it ends, and waits there
    same(told(w, 1), "talk1 part 0 phase 1 ended waiting initiator")
    same(go(w, 1000), "2 stop b done; 2 start b")
    same(go(w, 1000), "2 stop b done; 2 leave talk finished; 2 start a")
    same(go(w, 0), "1 leave talk finished; 1 start a")
  end)

  check("S57 choices, ends and free nodes are not counted; a node that passes is", function()
    local first = sequence("first", { "x:b>q", "q:?>f", "f:b>p", "p:->end" })
    kit.node(first, "f").free = true
    local w = world(talk(nil, { sequence = "second" }), {}, { sequences = { first, sequence("second", { "x:c>end" }) } })
    go(w, 0)
    go(w, 1000)
    same(told(w, 1), "talk1 part 0 phase 1 waiting initiator")
    same(go(w, 2000), "2 stop c done")
    same(go(w, 0), "1 start b")
    same(told(w, 1), "talk1 part 0 phase 1 initiator")
    same(go(w, 1000), "1 stop b done; 1 leave talk finished; 1 start a")
  end)

  check("S57 a node that failed counts where its `failed` transition is followed; arriving is a step", function()
    local w = world(talk(nil, { sequence = "second" }), {}, { sequences = { sequence("first", { "x:no>end!y", "y:b>end" }),
      sequence("second", { "x:c>end" }) } })
    same(go(w, 0), "1 join talk@1 part 0; 2 join talk@1 part 1; 2 start c")
    same(told(w, 1), "talk1 part 0 phase 1 waiting initiator")
    go(w, 3000)
    same(go(w, 0), "1 start b")
    w = world(talk(), {}, {}, { steps = 3 })
    go(w, 0) -- 1: enter, cast, enter; then it has no step left to start b
    same(w:npc(1).activities[1].pending.cause, "scene")
  end)

  check("S57 seen in the scene's waiting action: done when the wait is over, interrupted, failed when the scene breaks", function()
    local w = world(talk(), { waiting = "w" })
    go(w, 0)
    same(go(w, 1000), "1 stop b done; 1 start w")
    same(w:doing(1).action, "w")
    same(w:complete(1), nil)
    same(w:fail(1), nil)
    go(w, 2000)
    same(go(w, 0), "1 stop w done; 1 start b")
    w = world(talk(), { waiting = "w" })
    go(w, 0)
    go(w, 1000)
    w:interrupt("int", { npcs = { 1 } })
    same(go(w, 0), "1 stop w interrupted; 1 interrupt look; 1 start b")
    same(go(w, 1000), "1 stop b done; 1 start w")
    w:leave_scene(2)
    same(kit.all(w), "2 stop c cancelled; 2 leave talk left")
    same(go(w, 0), "1 stop w failed; 1 leave talk broken; 1 start a; 2 start a")
  end)

  check("S57 claims are retaken before it waits on; one that cannot be fails the part", function()
    local sit = sequence("first", { "x:sit>y", "y:b>end" }, { claims = { { property = "seats", amount = 1 } } })
    local w = world(talk(), {}, { sequences = { sit, SECOND } })
    w:spawn("prop")
    go(w, 0)
    go(w, 1000)
    same(w:get(3, "seats"), 0)
    w:hold(1)
    same(w:get(3, "seats"), 1)
    w:set(3, "seats", 0)
    w:release(1)
    same(go(w, 0), "1 fail first claim; 1 leave talk left; 1 start a")
    same(go(w, 0), "2 stop c cancelled; 2 leave talk broken; 2 start a")
  end)

  check("S58 past its patience it sinks and goes on with its day; it is lifted when nobody is behind", function()
    local w = world(talk({ sequence = "second" }, { sequence = "first" }), { patience_ms = 500 })
    go(w, 0)
    same(go(w, 1000), "2 stop b done")
    same(go(w, 499), "")
    same(go(w, 1), "2 start a")
    same(told(w, 2), "talk1 part 1 phase 1 waiting away sunk")
    same(go(w, 1500), "1 stop c done; 1 start b")
    same(go(w, 0), "2 stop a interrupted; 2 start b")
    same(told(w, 2), "talk1 part 1 phase 1")
    go(w, 1000) -- both end the second row; 1 waits at its phase for 2, which ends
    same(go(w, 0), "1 leave talk finished; 1 start a")
    same(go(w, 0), "2 leave talk finished; 2 start a resumed")
  end)

  check("S50 a lifted activity is laid above what stands at most as high, and may lie below a response", function()
    local w = world(talk({ sequence = "second" }, { sequence = "first" }), { patience_ms = 500, priority = 3 })
    go(w, 0)
    go(w, 1000)
    go(w, 500)
    same(w:run(2, "long", 4), true)
    same(kit.all(w), "2 stop a interrupted; 2 interrupt long")
    same(go(w, 1500), "1 stop c done; 2 start a; 1 start b") -- 2 has joined by the run, before 1 arrives
    same(go(w, 0), "") -- lifted, below what runs
    same(told(w, 2), "talk1 part 1 phase 1 waiting away")
    same(w:npc(2).activities[2].priority, 3)
    same(go(w, 10000), "1 stop b done; 2 stop a done; 2 start b")
  end)

  check("S50 what waits in a scene stands as high as the scene", function()
    local w = world(talk({ sequence = "second" }, { sequence = "first" }), { priority = 3 })
    go(w, 0)
    same(w:priority_of(w:npc(1).activities[1]), 3)
    same(w:run(1, "long", 2), nil)
    same(w:run(2, "long", 2), nil)
    same(w:run(1, "long", 3), true)
  end)

  check("S58 a main activity past its patience waits on, stands below all, and can be cast", function()
    local w = world(talk(), { patience_ms = 500, priority = 3 })
    go(w, 0)
    go(w, 1000)
    same(w:run(1, "long", 2), nil)
    same(go(w, 500), "")
    same(w:due(w:npc(1)), nil)
    same(told(w, 1), "talk1 part 0 phase 1 waiting initiator")
    same(w:can_take_part(w:npc(1), {}), true)
    same(w:run(1, "look", -5), true)
    go(w, 0)
    same(w:can_take_part(w:npc(1), {}), false)
    go(w, 1000) -- it goes on, with nothing left of its patience
    same(w:npc(1).activities[1].frames[2].wait.past, false)
    go(w, 1)
    same(w:npc(1).activities[1].frames[2].wait.past, true)
    same(go(w, 499), "2 stop c done; 2 start b")
    same(go(w, 0), "1 start b")
  end)

  check("S50 a part that finds no place has not begun, and is looked at again on each turn", function()
    local call = { name = "call", parts = { { name = "one", sequence = "look" } } }
    local w = world(talk(), { patience_ms = 500, priority = 5 }, { scenes = { call } })
    go(w, 0)
    go(w, 1000)
    go(w, 500) -- 1 is past its patience
    go(w, 1500) -- 2 arrives and calls it
    same(w:stage("call", nil, { { 1, 1 } }), 2)
    same(go(w, 0), "1 join call part 0; 1 start b") -- its wait is over, and stands higher than the part
    same(told(w, 1), "talk1 part 0 phase 1 initiator; call2 part 0 phase 0 away")
    go(w, 1000)
    same(go(w, 0), "1 leave talk finished; 1 start a")
    go(w, 0)
    same(go(w, 10000), "1 stop a done; 2 stop a done; 1 start b; 2 start a")
    same(told(w, 1), "call2 part 0 phase 0")
  end)

  check("S58 a scene that is stuck for its limit breaks; a pause begins it anew", function()
    local w = world(talk(), { limit_ms = 2000 })
    go(w, 0)
    go(w, 500)
    w:hold(2)
    same(kit.all(w), "2 stop c interrupted")
    go(w, 500) -- 1 waits: stuck from here
    go(w, 1500)
    w:release(2)
    same(go(w, 0), "2 start c") -- c is not resumable
    w:hold(2)
    same(go(w, 1999), "2 stop c interrupted")
    same(go(w, 1), "1 leave talk broken; 1 start a")
    same(told(w, 2), "talk1 part 1 phase 0 away over")
    w:release(2)
    same(go(w, 0), "2 leave talk broken; 2 start a")
  end)

  check("S58 everybody behind waits at a phase: stuck; somebody behind acts: not", function()
    local w = world(talk(nil, { most = 2 }), { limit_ms = 1000 }, { npc = { tags = { "person" } } })
    w:spawn("npc")
    go(w, 0)
    go(w, 1000)
    same(w.scenes[1].stuck_since, nil)
    w:hold(2)
    same(w.scenes[1].stuck_since, nil)
    w:hold(3)
    same(w.scenes[1].stuck_since, 1000)
  end)

  check("S58 a scene breaks when it has gone on for its longest; limits come by their time, then number", function()
    local w = world(talk(), { longest_ms = 2000 })
    go(w, 0)
    go(w, 1999)
    same(go(w, 1), "1 leave talk broken; 1 start a; 2 stop c cancelled; 2 leave talk broken; 2 start a")
  end)

  check("S59 an interruption, or a hold, breaks a scene that says so; sinking does not", function()
    local w = world(talk(), { interrupted_breaks = true })
    go(w, 0)
    w:interrupt("int", { npcs = { 2 } })
    same(go(w, 0), "2 stop c interrupted; 2 interrupt look; 2 leave talk broken; 2 start b") -- parts come after the queue
    same(go(w, 0), "1 stop b cancelled; 1 leave talk broken; 1 start a")
    same(go(w, 1000), "2 stop b done; 2 start a")
    w = world(talk(), { interrupted_breaks = true })
    go(w, 0)
    w:hold(1)
    same(go(w, 0), "1 stop b interrupted; 2 stop c cancelled; 2 leave talk broken; 2 start a")
    same(told(w, 1), "talk1 part 0 phase 0 away over initiator")
    w = world(talk({ sequence = "second" }, { sequence = "first" }), { interrupted_breaks = true, patience_ms = 500 })
    go(w, 0)
    go(w, 1000)
    go(w, 500)
    same(told(w, 2), "talk1 part 1 phase 1 waiting away sunk")
  end)

  check("S59 an interrupted member's part waits and goes on with it; the others wait at the end of their phase", function()
    local w = world(talk())
    go(w, 0)
    w:interrupt("int", { npcs = { 2 } })
    go(w, 0)
    same(go(w, 1000), "1 stop b done; 2 stop b done; 2 start c")
    same(go(w, 3000), "2 stop c done; 2 start b")
    same(go(w, 0), "1 start b")
  end)

  check("S60 a member leaves early: with its part's least kept the others go on, otherwise the scene breaks", function()
    local w = world(talk(nil, { most = 2 }))
    w:spawn("npc")
    same(go(w, 0), "1 join talk@1 part 0; 2 join talk@1 part 1; 3 join talk@1 part 1; 1 start b; 2 start c; 3 start c")
    go(w, 1000)
    w:leave_scene(2)
    same(kit.all(w), "2 stop c cancelled; 2 leave talk left")
    same(table.concat(w:members_of(1), " "), "1 3")
    same(go(w, 0), "2 start a")
    w:leave_scene(3)
    same(go(w, 0), "3 stop c cancelled; 3 leave talk left; 1 leave talk broken; 1 start a; 3 start a")
    same(w:leave_scene(3), nil)
  end)

  -- Members of part `two` do b or, with n = 1, c, then what `last` says.
  local function either(last)
    local made = sequence("either", { "x:?>y", "y:b>z", "z:" .. last })
    kit.node(made, "x").to = { { node = "y", when = { "==", { "self", "n" }, { "const", 0 } } }, { node = "v", otherwise = true } }
    table.insert(made.nodes, 3, { name = "v", kind = "action", action = "c", to = { { node = "z" } } })
    return made
  end

  check("S60 when one leaves for whom others waited, they are called, in the order of parts, before it joins itself", function()
    local w = world(talk({ sequence = "short" }, { most = 2, sequence = "either" }), {},
      { sequences = { sequence("short", { "x:b>end" }), either("b>end") } })
    local third = w:spawn("npc", { state = { n = 1 } })
    go(w, 0)
    go(w, 1000)
    same(told(w, 1) .. " / " .. told(w, 2), "talk1 part 0 phase 1 waiting initiator / talk1 part 1 phase 1 waiting")
    w:leave_scene(third)
    same(go(w, 0), "3 stop c cancelled; 3 leave talk left; 2 start b; 3 start a") -- 1 has ended and waits
    same(told(w, 1), "talk1 part 0 phase 1 ended waiting initiator")
  end)

  check("S60 when the last who has not ended leaves, the scene is finished", function()
    local more = sequence("either", { "x:?>y", "y:c>end" })
    kit.node(more, "x").to = { { node = "end", when = { "==", { "self", "n" }, { "const", 0 } } }, { node = "y", otherwise = true } }
    local w = world(talk({ sequence = "short" }, { most = 2, sequence = "either" }), {},
      { sequences = { sequence("short", { "x:?>end" }), more } })
    local third = w:spawn("npc", { state = { n = 1 } })
    go(w, 0)
    same(told(w, 1) .. " / " .. told(w, 2), "talk1 part 0 phase 0 ended waiting initiator / talk1 part 1 phase 0 ended waiting")
    w:leave_scene(third)
    same(kit.all(w), "3 stop c cancelled; 3 leave talk left")
    same(go(w, 0), "1 leave talk finished; 1 start a; 2 leave talk finished; 2 start a; 3 start a")
  end)

  check("S60 finish and broken: of the member, of the first of a part; raised on a part", function()
    local finish = { { "add", "self", "n", { "const", 1 } }, { "add", "part", "n", { "const", 10 }, "two" } }
    local broken = { { "set", "self", "n", { "+", { "part", "one", "n" }, { "const", 7 } } }, { "raise", "int", "part", "one" } }
    local w = world(talk({ sequence = "short", finish = finish, broken = broken }, { sequence = "short", finish = finish, broken = broken }),
      {}, { sequences = { sequence("short", { "x:b>end" }) } })
    go(w, 0)
    go(w, 1000)
    go(w, 0)
    go(w, 0)
    same(w:get(1, "n") .. " " .. w:get(2, "n"), "1 21")
    w = world(talk({ finish = finish, broken = broken }, { finish = finish, broken = broken }))
    go(w, 0)
    w:leave_scene(2)
    same(w:get(1, "n") .. " " .. w:get(2, "n"), "0 7")
    kit.all(w)
    same(go(w, 0), "1 stop b interrupted; 1 interrupt look@2; 1 leave talk broken; 1 start b; 2 start a")
    same(w:get(1, "n"), 7)
  end)

  check("S60 a failure in a part: fail events down to the part, no fallback, no count; then it leaves", function()
    local more = { sequences = { FIRST, sequence("second", { "x:(inner)>end" }), sequence("inner", { "x:no>end" }) },
      npc = { tags = { "person" }, fallbacks = { "look" } } }
    local w = world(talk(), {}, more)
    same(go(w, 0), "1 join talk@1 part 0; 2 join talk@1 part 1; 1 start b; 2 fail inner condition; 2 fail second condition; " ..
      "2 leave talk left; 2 start a")
    same(w:npc(2).activities[1].failures, 0)
    same(go(w, 0), "1 stop b cancelled; 1 leave talk broken; 1 start a")
  end)

  check("S60 a `failed` transition in the part catches what fails above it, not the lack of steps", function()
    local more = { sequences = { FIRST, sequence("second", { "x:(inner)>end!y", "y:b>end" }), sequence("inner", { "x:no>end" }) } }
    local w = world(talk(), {}, more)
    same(go(w, 0), "1 join talk@1 part 0; 2 join talk@1 part 1; 1 start b; 2 fail inner condition")
    same(told(w, 2), "talk1 part 1 phase 1 waiting")
    local round = sequence("inner", { "x:?>x,y", "y:b>end" })
    kit.node(round, "x").to = { { node = "x", when = { ">=", { "self", "n" }, { "const", 0 } } }, { node = "y", otherwise = true } }
    more.sequences = { FIRST, more.sequences[2], round }
    w = world(talk(), {}, more, { steps = 20 })
    same(go(w, 0), "1 join talk@1 part 0; 2 join talk@1 part 1; 1 start b; 2 fail inner steps; 2 fail second steps; 2 leave talk left")
    same(go(w, 0), "1 stop b cancelled; 1 leave talk broken; 1 start a; 2 start a")
  end)

  check("S60 the initiator's node is executed, or fails (cause: scene), and it remembers an encounter with nobody", function()
    local w = world(talk(), {}, { main = "plain", sequences = { FIRST, SECOND, sequence("plain", { "x:{talk one}>y", "y:a>end" }) } })
    go(w, 0)
    w:leave_scene(1)
    same(kit.all(w), "1 stop b cancelled; 1 leave talk left")
    same(go(w, 0), "2 stop c cancelled; 2 leave talk broken; 2 start a; 1 fail plain scene")
    same(w:npc(1).wait_until, 1000)
    local e = w:npc(1).memory.encounters
    same(e[1].entity .. " " .. tostring(e[2].entity) .. " " .. e[2].scene, "2 nil talk")
  end)

  check("S60 a member that is removed leaves after its stop, before the remove event", function()
    local w = world(talk())
    go(w, 0)
    w:remove(2)
    same(kit.all(w), "2 stop c removed; 2 leave talk left; 2 remove npc")
    same(go(w, 0), "1 stop b cancelled; 1 leave talk broken; 1 start a")
  end)

  check("S60 one that halts leaves what it has sunk", function()
    local w = world(talk({ sequence = "second" }, { sequence = "first" }), { patience_ms = 500 },
      { sequences = { FIRST, SECOND, sequence("bad", { "x:no>end" }) } }, { failures = 0 })
    go(w, 0)
    go(w, 1000)
    go(w, 500)
    w:set_main(2, "bad")
    kit.all(w)
    same(go(w, 0), "2 fail bad condition; 2 leave talk left; 2 halt bad condition")
  end)

  check("S48 set main leaves the parts on the stack of the main activity; a sunk one stays", function()
    local w = world(talk())
    go(w, 0)
    w:set_main(1, "long")
    same(kit.all(w), "1 stop b interrupted; 1 leave talk left")
    same(go(w, 0), "2 stop c cancelled; 2 leave talk broken; 2 start a; 1 start a")
    w = world(talk({ sequence = "second" }, { sequence = "first" }), { patience_ms = 500 })
    go(w, 0)
    go(w, 1000)
    go(w, 500)
    w:set_main(2, "look")
    same(kit.all(w), "2 stop a interrupted")
    same(go(w, 0), "2 start b")
    same(told(w, 2), "talk1 part 1 phase 1 waiting away sunk")
  end)

  check("S52 a change of main sequence: at an action not while a part is on the stack; now, the part is left", function()
    local w = world(talk())
    go(w, 0)
    go(w, 1000) -- 1 waits at its phase: no action runs
    local npc = w:npc(1)
    npc.main, npc.change_due = "long", "action"
    w:change_main(npc)
    same(kit.all(w) .. npc.change_due, "action")
    npc.change_due = "now"
    w:change_main(npc)
    same(kit.all(w), "1 leave talk left")
    same(go(w, 0), "2 stop c cancelled; 2 leave talk broken; 2 start a; 1 start a")
  end)

  check("S57 who has ended has given the claims of its part back for good", function()
    local w = world(talk({ sequence = "seated" }), {}, { sequences = { SECOND,
      sequence("seated", { "x:sit>end" }, { claims = { { property = "seats", amount = 1 } } }) } })
    w:spawn("prop")
    go(w, 0)
    same(w:get(3, "seats"), 0)
    go(w, 1000)
    go(w, 2000)
    go(w, 0)
    same(told(w, 1), "talk1 part 0 phase 1 ended waiting initiator")
    same(w:get(3, "seats"), 1)
    w:hold(1)
    w:release(1)
    go(w, 0)
    same(told(w, 1) .. w:get(3, "seats"), "talk1 part 0 phase 1 ended waiting initiator1")
  end)

  check("S54 whom an action is aimed at leaves: the action is tried from scratch, with another member", function()
    local w = world(talk({ sequence = "at" }, { most = 2 }), {}, { sequences = { SECOND, sequence("at", { "x:g@>end" }) } })
    w:spawn("npc")
    same(go(w, 0), "1 join talk@1 part 0; 2 join talk@1 part 1; 3 join talk@1 part 1; 1 start g@2; 2 start c; 3 start c")
    w:remove(2)
    same(kit.all(w), "2 stop c removed; 2 leave talk left; 1 stop g@2 cancelled; 2 remove npc")
    same(go(w, 0), "1 start g@3")
  end)

  check("S54 effects of scenes on a state that is not there are not reported; nor is a raise on nobody", function()
    local broken = { { "set", "self", "seats", { "const", 1 } }, { "set", "part", "seats", { "const", 1 }, "one" },
      { "raise", "int", "part", "two" } }
    local w = world(talk(nil, { broken = broken }))
    go(w, 0)
    w:leave_scene(2)
    same(kit.all(w), "2 stop c cancelled; 2 leave talk left")
    same(#w:npc(2).queue, 1) -- it is a member until it has left
  end)

  check("S60 the sequence that nests a part fails: the part is left before the fail event", function()
    local outer = sequence("outer", { "x:sit>y", "y:{talk one}>end" }, { claims = { { property = "seats", amount = 1 } } })
    local w = world(talk(), {}, { main = "outer", sequences = { FIRST, SECOND, outer } })
    w:spawn("prop")
    go(w, 0)
    same(go(w, 1000), "1 stop sit@3 done; 1 join talk@1 part 0; 2 join talk@1 part 1; 1 start b")
    w:remove(3)
    same(kit.all(w), "1 stop b cancelled; 3 remove prop")
    same(go(w, 0), "2 stop a interrupted; 2 start c; 1 leave talk left; 1 fail outer target left")
    same(go(w, 0), "2 stop c cancelled; 2 leave talk broken; 2 start a resumed")
  end)

  -- A director (1) stages `talk`, seen in w; npc (2) can be cast for its only part.
  local function staged(scene)
    local stage = sequence("stage", { "x:{talk}>y", "y:a>end" })
    kit.node(stage, "x").waiting, kit.node(stage, "x").timeout_ms = "w", 5000
    local made = content({ { name = "one", who = { "person" }, sequence = "first" } }, scene, { main = "day",
      sequences = { FIRST }, npc = { tags = { "person" } } })
    made.sequences[1].castable = "always"
    made.sequences[2] = sequence("begin", { "x:a>end" })
    made.sequences[4] = stage
    local w = kit.world(made)
    return w, w:spawn("director"), w:spawn("npc")
  end

  check("S60 the stager waits until the scene is over: the node is executed if it is finished", function()
    local w = staged()
    same(go(w, 0), "2 join talk part 0; 1 start w; 2 start b")
    same(w:scenes_of(2)[1].host, 1)
    same(w:due(w:npc(1)), nil)
    go(w, 1000)
    same(go(w, 1000), "2 stop b done; 2 leave talk finished; 2 start a")
    same(go(w, 0), "1 stop w done; 1 start a")
    same(#w:npc(1).memory.encounters, 1)
  end)

  check("S60 ... and fails (cause: scene) if it is broken, with an encounter with nobody", function()
    local w = staged()
    go(w, 0)
    w:leave_scene(2)
    same(kit.all(w), "2 stop b cancelled; 2 leave talk left")
    same(go(w, 0), "1 stop w failed; 1 fail stage scene; 2 start a")
    same(w:npc(1).memory.encounters[2].entity, nil)
  end)

  check("S60 the stager is seen waiting from its first try on; interrupted, it goes on to wait; what it gives up goes on", function()
    local w = staged()
    w:hold(2)
    same(go(w, 0), "1 start w")
    w:release(2)
    same(go(w, 1000), "2 start a; 2 join talk part 0") -- the director waits on as it was
    w:hold(1)
    same(go(w, 0), "1 stop w interrupted; 2 stop a interrupted; 2 start b")
    w:release(1)
    same(go(w, 0), "1 start w")
    w:set_main(1, "day")
    same(kit.all(w), "1 stop w interrupted")
    same(told(w, 2), "talk1 part 0 phase 0")
    go(w, 1000)
    same(go(w, 1000), "2 stop b done; 2 leave talk finished; 2 start a resumed")
    same(go(w, 0), "")
  end)

  check("S54 an action aimed at a member, or at a part; nobody there: same target", function()
    local first = sequence("first", { "x:g@>y", "y:g@three>z", "z:b>end" })
    local parts = { { name = "one", sequence = "first" }, { name = "two", who = { "person" }, sequence = "short" },
      { name = "three", who = { "person" }, sequence = "short" } }
    local w = world(parts, {}, { sequences = { first, sequence("short", { "x:g@one>end" }) } })
    w:spawn("npc")
    go(w, 0)
    local one, two, three = w:members_of(1)[1], w:members_of(1)[2], w:members_of(1)[3]
    same(w:npc(one).action.target, two)
    same(w:npc(two).action.target, one)
    go(w, 1000)
    go(w, 0)
    same(w:npc(one).action.target, three)
    same(#w:npc(one).memory.actions, 0)
    w = world(talk(nil, { sequence = "alone" }), {}, { sequences = { FIRST, sequence("alone", { "x:g@>end" }) } })
    w:spawn("npc")
    w:run(3, "alone")
    kit.all(w)
    assert(go(w, 0):find("3 fail alone same target", 1, true))
  end)

  -- A scene in a cell: `first` is x: the scene `inner`, whose only part is c; y: b.
  local function in_cell(scene)
    local inner = { name = "inner", parts = { { name = "only", sequence = "short" } } }
    local first = sequence("first", { "x:{inner only}>y", "y:b>end" })
    kit.node(first, "x").timeout_ms = 5000
    return world(talk(nil, { sequence = "short" }), scene, { scenes = { inner }, sequences = { first, SECOND,
      sequence("short", { "x:c>end" }) } })
  end

  check("S55 a scene in the cell of a scene: its part lies on the same stack; one scene is cast in an update", function()
    local w = in_cell()
    same(go(w, 0), "1 join talk@1 part 0; 2 join talk@1 part 1; 2 start c")
    same(go(w, 1000), "1 join inner@1 part 0; 1 start c")
    same(told(w, 1), "inner2 part 0 phase 0 initiator; talk1 part 0 phase 0 initiator")
    go(w, 2000)
    same(go(w, 1000), "1 stop c done; 1 leave inner finished; 1 start b") -- and arrives at the end of its first phase
    same(told(w, 1), "talk1 part 0 phase 1 initiator")
    same(told(w, 2), "talk1 part 1 phase 1 waiting") -- it has been called
  end)

  check("S60 a part above the one that is left is left first, and what it leads to is forgotten", function()
    local w = in_cell()
    go(w, 0)
    go(w, 1000)
    w:leave_scene(2)
    kit.all(w)
    same(go(w, 0), "1 stop c cancelled; 1 leave inner left; 1 leave talk broken; 1 start a; 2 start a")
    local e = w:npc(1).memory.encounters
    same(#e, 3) -- with 2, and of both scenes with nobody
    same(tostring(e[2].entity) .. e[2].scene .. tostring(e[3].entity) .. e[3].scene, "nilinnerniltalk")
  end)
end
