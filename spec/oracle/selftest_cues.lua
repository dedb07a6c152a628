-- Checks of cues: when they are due, whom they find, and what is remembered of it (S49 S53).

return function(kit)
  local check, same, go, log, action, sequence = kit.check, kit.same, kit.go, kit.log, kit.action, kit.sequence

  local function self_is(n) return { "==", { "self", "n" }, { "const", n } } end
  local function target_is(n) return { "==", { "target", "n" }, { "const", n } } end

  -- Sequences `day` (a, ten seconds), `greet` (g, at the same target), `look` (d) and `bad`. Props have the tag "thing".
  local function content(cues, more)
    more = more or {}
    local npc = kit.npc("npc", more.main or "day", { state = { { "n" } }, cues = cues, tags = { "person" },
      handlers = { { interruption = "int", sequence = "look", priority = 1 } } })
    for key, value in pairs(more.npc or {}) do npc[key] = value end
    return {
      states = { { name = "n", default = 0 }, { name = "seats", default = 1, min = 0 } }, env = {}, interruptions = { { name = "int" } },
      actions = { action("a", { duration = { 10000, 10000 }, resumable = true }), action("d"),
        action("g", { takes_target = true, duration = { 100, 100 } }),
        action("no", { when = { "==", { "const", 0 }, { "const", 1 } } }) },
      sequences = { sequence("day", { "x:a>end" }), sequence("greet", { "x:g=>end" }), sequence("look", { "x:d>end" }),
        sequence("bad", { "x:no>end" }), sequence("long", { "x:a>end" }) },
      roles = { { name = "role", cues = more.cues } },
      entities = { npc, kit.prop("prop", { { "n" } }, {}, { tags = { "thing" } }),
        kit.prop("bare", {}, {}, { tags = { "other", "thing" } }), kit.prop("stone", {}, {}) },
    }
  end

  local function cue(more)
    local made = { name = "cue", sequence = "greet", targets = { "thing" }, again_ms = 5000 }
    for key, value in pairs(more or {}) do made[key] = value end
    return made
  end

  local function world(cues, more, options)
    local w = kit.world(content(cues, more), options)
    return w, w:spawn("npc")
  end

  check("S53 somebody with the tag is found: event, target, argument, encounter, priority -1", function()
    local w, n = world { cue() }
    local prop = w:spawn("prop")
    w:spawn("stone")
    same(go(w, 0), "start a")
    same(go(w, 1062), "stop a interrupted; interrupt greet@2; start g@2")
    same(w.events[#w.events - 1].argument, kit.u32.fnv("cue"))
    local e = w:npc(n).memory.encounters[1]
    same(e.cue .. e.entity .. " " .. e.time, "cue" .. prop .. " 1062")
    same(w:npc(n).activities[2].priority, -1)
    same(go(w, 100), "stop g@2 done; start a resumed")
  end)

  check("S53 it is due at k * every + every * (spawn number mod 16) / 16, rounded down", function()
    local w = world { cue { every_ms = 1000 } }
    w:spawn("prop")
    go(w, 0)
    same(go(w, 61), "")
    same(go(w, 1), "stop a interrupted; interrupt greet@2; start g@2")
    w = kit.world(content { cue { every_ms = 1000 } })
    for _ = 1, 15 do w:spawn("prop") end
    w:spawn("npc") -- 16: no shift, and 0 is not after its spawn
    go(w, 0)
    same(w:cue_time(w:npc(16), w:cues(w:npc(16))[1]), 1000)
  end)

  check("S53 several times passed at once are one; only times after the last look count", function()
    local w, n = world { cue { again_ms = 0, every_ms = 100 } }
    w:spawn("prop")
    go(w, 0)
    same(go(w, 5000), "stop a interrupted; interrupt greet@2; start g@2")
    same(w:npc(n).looked_at, 5000)
    w:interrupt("int", { all = true })
    same(go(w, 5), "stop g@2 interrupted; interrupt look; start d") -- its turn looks too: 5006 is the next
    same(w:cue_time(w:npc(n), w:cues(w:npc(n))[1]), 5006)
  end)

  check("S53 a held or halted NPC looks without testing when a cue is due", function()
    local w, n = world { cue() }
    w:spawn("prop")
    go(w, 0)
    w:hold(n)
    same(go(w, 1062), "stop a interrupted")
    w:release(n)
    same(go(w, 0), "start a resumed")
    w, n = world({ cue() }, { main = "bad" }, { failures = 0 })
    w:spawn("prop")
    same(go(w, 0), "fail bad condition; halt bad condition")
    same(go(w, 1062), "")
    same(w:npc(n).looked_at, 1062)
  end)

  check("S53 a change of role looks", function()
    local w, n = world { cue() }
    w:spawn("prop")
    go(w, 0)
    w.now = 62
    w:set_role(n, "role")
    same(go(w, 0), "role role")
    same(go(w, 999), "")
    same(go(w, 1), "stop a interrupted; interrupt greet@2; start g@2")
  end)

  check("S49 those with a due cue join by its time, then spawn number, after the endings", function()
    local w = kit.world(content { cue { targets = { "thing" }, every_ms = 1600 } })
    for _ = 1, 3 do w:spawn("npc") end
    w:spawn("prop")
    go(w, 0)
    w:complete(3)
    w:update(1000)
    local order = {}
    for _, e in ipairs(w.events) do
      if e.kind == "interrupt" then order[#order + 1] = e.npc end
    end
    same(table.concat(order, " "), "3 1 2") -- the third was in the queue
  end)

  check("S53 tested in byte order of names, the later ones against what the first has begun", function()
    local w, n = world { cue { name = "b", priority = 2 }, cue { name = "a", priority = 1, sequence = "look" }, cue { name = "B", priority = 1 } }
    w:spawn("prop")
    go(w, 0)
    same(go(w, 62), "stop a interrupted; interrupt greet@2; interrupt greet@2; start g@2")
    same(w:npc(n).activities[2].cue .. w:npc(n).activities[3].cue, "Bb")
  end)

  check("S53 passed over: in the pile, no room, or not above the standing of the topmost", function()
    local w, n = world { cue { again_ms = 0, sequence = "long", priority = 1 } }
    w:spawn("prop")
    go(w, 0)
    same(go(w, 62), "stop a interrupted; interrupt long@2; start a")
    same(w:passed_over(w:npc(n), w:cues(w:npc(n))[1]), "in the pile")
    same(go(w, 1000), "")
    w = world({ cue() }, nil, { activities = 1 })
    w:spawn("prop")
    go(w, 0)
    same(go(w, 62), "")
    w, n = world { cue { priority = 1 } }
    w:spawn("prop")
    go(w, 0)
    w:run(n, "long", 1)
    log(w)
    go(w, 0)
    same(go(w, 62), "")
    same(w:passed_over(w:npc(n), w:cues(w:npc(n))[1]), "priority")
    w:npc(n).activities[2].frames[1].is_fallback = true -- S50: it stands at 0 then
    same(w:passed_over(w:npc(n), w:cues(w:npc(n))[1]), nil)
  end)

  check("S53 without targets there is nobody: the condition, and again", function()
    local w, n = world { { name = "cue", sequence = "look", when = self_is(1), again_ms = 3000 } }
    go(w, 0)
    same(go(w, 62), "")
    w:set(n, "n", 1)
    same(go(w, 1000), "stop a interrupted; interrupt look; start d")
    same(w:npc(n).memory.encounters[1].entity, nil)
    same(go(w, 1000), "stop d done; start a resumed")
    same(go(w, 1000), "")
    same(go(w, 1000), "stop a interrupted; interrupt look; start d")
    same(#w:npc(n).memory.encounters, 1)
  end)

  check("S53 `when` is tested with each candidate; never itself; who lacks the state is none", function()
    local w, n = world { cue { when = target_is(1), targets = { "person", "thing" } } }
    local bare, prop = w:spawn("bare"), w:spawn("prop")
    w:set(n, "n", 1)
    go(w, 0)
    same(go(w, 62), "")
    w:set(prop, "n", 1)
    same(go(w, 1000), "stop a interrupted; interrupt greet@3; start g@3")
    same(bare, 2)
  end)

  check("S53 one met lately is no candidate; after that the one met longest ago", function()
    local w, n = world { cue { again_ms = 1500, every_ms = 1000 } }
    w:spawn("prop")
    w:spawn("prop")
    go(w, 0)
    local function found_after(ms)
      w:update(ms - 500)
      w:update(500) -- what it did is over by now, and no longer in the pile
      return w.events[#w.events].target
    end
    w:update(62)
    local first = w.events[#w.events].target
    same(found_after(1000), 5 - first)
    same(found_after(1000), first)
    same(found_after(3000), 5 - first)
    same(#w:npc(n).memory.encounters, 2)
  end)

  check("S53 S46 preference comes before the encounters; positions are asked as for an action", function()
    local asked = {}
    local c = content { cue { prefer = { kind = "nearest" }, again_ms = 0 } }
    c.entities[2].position, c.entities[1].position = "queried", "queried"
    local w = kit.world(c, { query_position = function(number) asked[#asked + 1] = number; return number == 2 and 9 or number end })
    w:spawn("npc")
    w:spawn("prop")
    w:spawn("prop")
    go(w, 0)
    same(#asked, 0)
    w:update(62)
    same(w.events[#w.events].target, 3)
    w:update(500)
    w:update(500)
    same(w.events[#w.events].target, 3)
    same(table.concat(asked, " ", 1, 3), "1 2 3")
  end)

  check("S53 one candidate draws nothing, several without a memory draw", function()
    local w, n = world { cue() }
    w:spawn("prop")
    go(w, 0)
    local drawn = w:npc(n).stream.counter
    go(w, 62)
    same(w:npc(n).stream.counter, drawn)
    w, n = world { cue() }
    w:spawn("prop")
    w:spawn("prop")
    go(w, 0)
    drawn = w:npc(n).stream.counter
    go(w, 62)
    assert(w:npc(n).stream.counter > drawn)
  end)

  check("S53 tested during a wait after a failure, which it ends; it is no step", function()
    local w, n = world({ cue() }, { main = "bad" }, { steps = 2 })
    w:spawn("prop")
    same(go(w, 0), "fail bad condition")
    same(go(w, 62), "interrupt greet@2; start g@2")
    same(w:npc(n).wait_until, nil)
  end)

  check("S53 the queue comes before, a due try after", function()
    local w = world { cue { priority = 5 } }
    w:spawn("prop")
    go(w, 0)
    w:interrupt("int", { all = true })
    same(go(w, 62), "stop a interrupted; interrupt look; interrupt greet@2; start g@2")
  end)

  check("S53 claims play no part", function()
    local w = world { cue { when = { ">=", { "target", "n" }, { "const", 0 } } } }
    local prop = w:spawn("prop")
    w:entity(prop).state.seats = 0
    go(w, 0)
    same(go(w, 62), "stop a interrupted; interrupt greet@2; start g@2")
  end)

  check("S53 such an activity is a response that no interruption asked for", function()
    local w, n = world { cue { sequence = "long", priority = 2 } }
    w:spawn("prop")
    go(w, 0)
    go(w, 62)
    w:interrupt("int", { all = true })
    same(go(w, 1), "ignore look")
    same(w:npc(n).activities[2].interruption, nil)
  end)

  -- So many props and their encounters with one NPC, a second each, until all are met.
  local function meets(count, again)
    local w, n = world { cue { again_ms = again, every_ms = 1000 } }
    for _ = 1, count do w:spawn("prop") end
    go(w, 0)
    go(w, 62)
    for _ = 2, count do go(w, 500, 2) end
    return w, n
  end

  check("S53 16 encounters: the oldest goes that is not younger than its `again`", function()
    local w, n = meets(17, 16500)
    -- The 17th meeting was 16 s after the first: all 16 were younger, and it was passed over.
    same(#w:npc(n).memory.encounters, 16)
    same(w.now - w:npc(n).memory.encounters[1].time, 16000)
    same(w:encounters_full(w:npc(n), w:cues(w:npc(n))[1]), true)
    local first = w:npc(n).memory.encounters[1].entity
    go(w, 500, 2)
    same(#w:npc(n).memory.encounters, 16)
    assert(w:npc(n).memory.encounters[1].entity ~= first)
  end)

  check("S53 how long it is protected is as it was when remembered", function()
    local w, n = meets(16, 100000)
    local npc = w:npc(n)
    local c = w:cues(npc)[1]
    c.again_ms = 0
    same(w:encounters_full(npc, c), true)
    npc.memory.encounters[3].again = 0
    same(w:encounters_full(npc, c), false)
    local third = npc.memory.encounters[3].entity
    w:remember_encounter(npc, c, { number = 99 })
    same(w:encounter(npc, c, { number = third }), nil)
    same(#npc.memory.encounters, 16)
  end)

  check("S53 capacity is for each name of a cue", function()
    local w, n = meets(16, 100000)
    w:remember_encounter(w:npc(n), { name = "another", again_ms = 0 }, nil)
    same(#w:npc(n).memory.encounters, 17)
  end)

  check("S53 content that is refused", function()
    local function refused(more, why)
      local ok, message = pcall(world, { cue(more) })
      assert(not ok and message:find(why, 1, true), tostring(message))
    end
    refused({ targets = {} }, "neither condition nor targets")
    refused({ targets = {}, when = target_is(1) }, "there is no target")
    refused({ every_ms = 0 }, "every (S53)")
    refused({ again_ms = -1 }, "again (S53)")
    refused({ sequence = "what" }, "unknown sequence")
  end)
end
