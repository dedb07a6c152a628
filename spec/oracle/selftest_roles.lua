-- Checks of roles: which applies, what a change does, and how the main sequence is replaced (S49 S52).

return function(kit)
  local check, same, go, log, action, sequence = kit.check, kit.same, kit.go, kit.log, kit.action, kit.sequence

  local function env_is(n) return { "==", { "env", "e" }, { "const", n } } end
  local function self_is(n) return { "==", { "self", "n" }, { "const", n } } end
  local function add(n) return { "add", "self", "k", { "const", n } } end

  -- Sequences `day` (a, then b) and `night` (c), which roles of those names have; e and n choose: 1 is night. `more` changes
  -- the role `night`, the definition and the world.
  local function content(more)
    more = more or {}
    local night = { name = "night", main = "night", enter = { add(1) }, exit = { add(100) } }
    for key, value in pairs(more.night or {}) do night[key] = value end
    local npc = kit.npc("npc", "day", { state = { { "n" }, { "k" } },
      roles = { { role = "night", when = more.when or env_is(1) }, { role = "day" } } })
    for key, value in pairs(more.npc or {}) do npc[key] = value end
    local made = {
      states = { { name = "n", default = 0 }, { name = "k", default = 0 } },
      env = { { name = "e", default = more.default or 0, min = 0, max = 9, every_ms = 1000000 } },
      interruptions = { { name = "int" }, { name = "other" } },
      actions = { action("a", { resumable = true }), action("b"), action("c"), action("d"),
        action("no", { when = { "==", { "const", 0 }, { "const", 1 } } }) },
      sequences = { sequence("day", { "x:a>y", "y:b>end" }), sequence("night", { "x:c>end" }),
        sequence("deep", { "x:(day)>y", "y:b>end" }), sequence("look", { "x:d>end" }), sequence("bad", { "x:no>end" }),
        sequence("long", { "x:(bad)>end" }), sequence("wait", { "w:~>end" }), },
      roles = { night, { name = "day", enter = { add(10) }, exit = { add(1000) } }, { name = "third", main = "look" } },
      entities = { npc },
    }
    kit.node(made.sequences[7], "w").when = self_is(5)
    return made
  end

  local function world(more, options)
    options = options or {}
    local w
    options.query_env = options.query_env or function() return nil end
    w = kit.world(content(more), options)
    return w, w:spawn("npc")
  end

  check("S52 at the spawn the first role whose condition holds: event, then `enter`", function()
    local w, n = world()
    same(log(w), "role day")
    same(w:get(n, "k"), 10)
    w, n = world { default = 1 }
    same(log(w), "role night")
    same(w:get(n, "k"), 1)
    same(go(w, 0), "start c")
    same(w:role_of(n), "night")
  end)

  check("S52 conditions are tested in order, up to the first that holds", function()
    local asked = 0
    local more = { npc = { roles = { { role = "night", when = { "call", 1 } }, { role = "third", when = { "call", 1 } }, { role = "day" } } } }
    local w = world(more, { call = function() asked = asked + 1; return asked == 1 end })
    same(log(w), "role night")
    same(asked, 1)
  end)

  check("S49 the spawn event, the role, then interruptions that hold", function()
    local c = content { default = 1, night = { enter = { { "raise", "other", "self" } } } }
    c.interruptions[1].when = env_is(1)
    c.entities[1].handlers = { { interruption = "int", sequence = "look" }, { interruption = "other", sequence = "look" } }
    local w = kit.world(c)
    w:update(0)
    local n = w:spawn("npc")
    same(w.events[1].kind .. w.events[2].kind, "spawnrole")
    same(w:npc(n).queue[1].name .. w:npc(n).queue[2].name, "otherint")
  end)

  check("S52 tested when the main sequence has ended: what begins again is the new one", function()
    local w, n = world { when = self_is(1) }
    go(w, 0)
    w:set(n, "n", 1)
    same(go(w, 1000), "stop a done; start b")
    same(w:get(n, "k"), 10)
    same(go(w, 1000), "stop b done; role night; start c")
    same(w:get(n, "k"), 1011)
    same(w:npc(n).change_due, nil)
    w:set(n, "n", 0)
    same(go(w, 1000), "stop c done; role day; start a")
    same(w:get(n, "k"), 1121)
  end)

  check("S52 also when a fallback in its place has ended, or it has failed with nothing in its place", function()
    local w, n = world { when = self_is(1), npc = { main = "bad", fallbacks = { "look" } } }
    same(go(w, 0), "role day; fail bad condition; fallback look; start d")
    w:set(n, "n", 1)
    same(go(w, 1000), "stop d done; role night; start c")
    w, n = world { when = self_is(1), npc = { main = "bad" } }
    w:set(n, "n", 1)
    same(go(w, 0), "role day; fail bad condition; role night")
    same(go(w, 1000), "start c")
  end)

  check("S52 not when it is a caller's sequence that has ended, and at most once in an update", function()
    local w, n = world { when = self_is(1), npc = { main = "long", handlers = {} } }
    w:set(n, "n", 1)
    same(go(w, 0), "role day; fail bad condition")
    same(go(w, 1000), "role night; start c")
    local asked = 0
    w = world({ when = { "call", 1 }, npc = { main = "wait" } }, { call = function() asked = asked + 1 end })
    w:set(1, "n", 5)
    go(w, 0)
    same(asked, 2)
    local c = content { when = { "call", 1 }, npc = { main = "twice" } }
    c.sequences[8] = sequence("twice", { "x:?>end" })
    c.sequences[8].nodes[1].to[1].when = { ">=", { "now" }, { "const", 0 } }
    asked = 0
    w = kit.world(c, { call = function() asked = asked + 1 end })
    w:spawn("npc")
    go(w, 0) -- it runs out of steps
    same(asked, 2)
  end)

  check("S52 by the environment, first thing in an update, for all, in spawn order; a push waits for it", function()
    local w, n = world { night = { change = "now" } }
    local other = w:spawn("npc")
    go(w, 0)
    w:push_env("e", 1)
    same(log(w), "")
    w:hold(other)
    log(w)
    same(go(w, 100), "role night; role night; stop a interrupted; start c")
    same(w:role_of(other), "night")
    same(w:doing(n).action, "c")
    w:release(other)
    same(go(w, 100), "start c")
  end)

  check("S52 a value that is what it was has not changed, one that has is asked as watched ones are", function()
    local asked, value, tests = 0, 0, 0
    local c = content { when = { "and", env_is(1), { "call", 1 } } }
    c.env[1].every_ms = 1000
    local w = kit.world(c, { query_env = function() asked = asked + 1; return value end,
      call = function() tests = tests + 1; return true end })
    w:spawn("npc")
    same(asked, 1)
    go(w, 0)
    same(asked, 1)
    go(w, 1000)
    same(asked, 2)
    same(tests, 0)
    value = 1
    same(go(w, 1000), "role night; stop b done; start c")
    same(tests, 1)
    w:push_env("e", 0)
    w:push_env("e", 1)
    same(go(w, 10), "")
    same(tests, 1)
  end)

  check("S52 before the first time the declared initial value is what it was", function()
    local tests = 0
    local w = world({ when = { "and", env_is(1), { "call", 1 } }, default = 1 }, { call = function() tests = tests + 1; return true end })
    same(go(w, 0), "role night; start c")
    same(tests, 1)
    w = world({}, { query_env = function() return 1 end })
    same(log(w), "role night")
    same(go(w, 0), "start c")
  end)

  check("S52 a halted NPC is tested, and restarts with the sequence of its role", function()
    local w, n = world({ npc = { main = "bad" } }, { failures = 0 })
    same(go(w, 0), "role day; fail bad condition; halt bad condition")
    w:push_env("e", 1)
    same(go(w, 0), "role night")
    same(w:npc(n).change_due, nil)
    w:restart(n)
    same(go(w, 0), "restart night; start c")
  end)

  check("S52 the game sets a role at the call, also one that is not listed; conditions are not tested then", function()
    local w, n = world()
    go(w, 0)
    assert(w:set_role(n, "third"))
    same(log(w), "role third; stop a interrupted")
    same(w:get(n, "k"), 1010)
    local role, set = w:role_of(n)
    same(role .. tostring(set), "thirdtrue")
    w:push_env("e", 1)
    same(go(w, 0), "start d")
    same(go(w, 1000), "stop d done; start d")
    assert(w:set_role(n, nil))
    same(log(w), "role night; stop d interrupted")
    same(select(2, w:role_of(n)), false)
    assert(not w:set_role(n, "nothing") and not w:set_role(77, nil))
  end)

  check("S52 setting none where no roles are listed leaves it without one", function()
    local w, n = world { npc = { roles = {} } }
    same(go(w, 0), "start a")
    w:set_role(n, "third")
    same(go(w, 0), "role third; stop a interrupted; start d")
    w:set_role(n, nil)
    same(w.events[#w.events - 1].name, "")
    same(log(w), "role ; stop d interrupted")
    same(w:role_of(n), nil)
  end)

  check("S52 setting the one it has changes nothing but who has set it", function()
    local w, n = world()
    go(w, 0)
    w:set_role(n, "day")
    same(log(w), "")
    same(select(2, w:role_of(n)), true)
  end)

  check("S52 a definition without main sequence has that of its last role, in a role without one", function()
    local c = content { npc = { roles = { { role = "third", when = env_is(1) }, { role = "night" } } } }
    c.entities[1].main = nil
    local w = kit.world(c)
    local n = w:spawn("npc")
    w:set_role(n, "third")
    same(w:doing(n).main, "look")
    w:set_role(n, "day")
    same(w:doing(n).main, "night")
  end)

  check("S52 S3 effects of a role on a state that is not there do nothing, and are not reported", function()
    local c = content { npc = { roles = {} } }
    c.entities[1].state = { { "n" } }
    local w = kit.world(c)
    local n = w:spawn("npc")
    w:set_role(n, "night")
    same(go(w, 0), "role night; start c")
  end)

  check("S52 handlers, fallbacks and cues are the role's first, key by key", function()
    local more = { night = { handlers = { { interruption = "int", sequence = "look" } }, fallbacks = { "look" }, main = "bad",
      cues = { { name = "c", sequence = "look", when = self_is(0), every_ms = 7 } } },
      npc = { handlers = { { interruption = "int", sequence = "night" }, { interruption = "other", sequence = "night" } },
        fallbacks = { "night", "night" }, cues = { { name = "c", sequence = "night", when = self_is(0) },
          { name = "b", sequence = "day", when = self_is(1) } } } }
    local w, n = world(more)
    local npc = w:npc(n)
    same(w:handler(npc, "int").sequence, "night")
    same(#w:cues(npc) .. w:cues(npc)[2].sequence .. #w:fallbacks(npc), "2night2")
    w:set_role(n, "night")
    same(w:handler(npc, "int").sequence .. w:handler(npc, "other").sequence, "looknight")
    same(w:cues(npc)[1].sequence .. w:cues(npc)[2].sequence .. #w:fallbacks(npc), "daylook1")
  end)

  check("S52 interruptions that nobody would heed any more vanish; those that an action heeds stay", function()
    local c = content { night = { handlers = { { interruption = "int", sequence = "look" } } } }
    c.actions[3].ends_on = { "other" }
    local w = kit.world(c)
    local n = w:spawn("npc")
    w:set_role(n, "night")
    go(w, 0)
    w:interrupt("int", { all = true })
    w:interrupt("other", { all = true })
    same(#w:npc(n).queue, 2)
    w:set_role(n, nil)
    same(#w:npc(n).queue, 1)
    same(go(w, 0), "role day; stop c interrupted; start a")
  end)

  check("S52 what `exit` raises may vanish, what `enter` raises is heard by the new role", function()
    local handlers = { { interruption = "int", sequence = "look" } }
    local w, n = world { night = { handlers = handlers, enter = { { "raise", "int", "self" } }, exit = { { "raise", "int", "self" } } } }
    go(w, 0)
    w:set_role(n, "night")
    same(go(w, 0), "role night; stop a interrupted; interrupt look@1; start d")
    w:set_role(n, nil)
    same(#w:npc(n).queue, 0)
  end)

  check("S52 responses under way go on", function()
    local w, n = world { npc = { handlers = { { interruption = "int", sequence = "look" } } } }
    go(w, 0)
    w:interrupt("int", { all = true })
    go(w, 0)
    w:set_role(n, "night")
    same(log(w), "role night")
    same(go(w, 1000), "stop d done; start c")
  end)

  check("S52 what effects raise within a distance is heard when the change of this NPC is over", function()
    local w, n = world { night = { enter = { { "raise_within", "int", 5 } }, handlers = { { interruption = "int", sequence = "look" } } } }
    local other = w:spawn("npc")
    go(w, 0)
    w:push_env("e", 1)
    same(go(w, 0), "role night; role night; stop a interrupted; interrupt look@2; start d")
    same(w:doing(n).action, "d") -- the other was not in that role yet when the first one raised it
    same(w:doing(other).action, "a")
    w = world { night = { enter = { { "raise_within", "int", 5 } }, handlers = { { interruption = "int", sequence = "look" } } }, default = 1 }
    w:spawn("npc")
    same(#w:npc(1).queue, 1) -- at a spawn too
  end)

  check("S52 \"node\": between two nodes of the lowest sequence", function()
    local w, n = world { npc = { main = "deep" } }
    go(w, 0)
    w:push_env("e", 1)
    same(go(w, 500), "role night")
    same(w:doing(n).main, "night")
    same(w:npc(n).change_due, "node")
    same(go(w, 500), "stop a done; start b")
    same(go(w, 1000), "stop b done; start c")
    same(w:npc(n).change_due, nil)
  end)

  check("S52 \"node\" while it waits at a node: when that has executed", function()
    local w, n = world { npc = { main = "wait" } }
    go(w, 0)
    w:push_env("e", 1)
    same(go(w, 500), "role night")
    w:set(n, "n", 5)
    same(go(w, 500), "start c")
  end)

  check("S52 \"action\": when its action has ended, in a nested sequence too, or at once where it waits at a node", function()
    local w = world { npc = { main = "deep" }, night = { change = "action" } }
    go(w, 0)
    w:push_env("e", 1)
    same(go(w, 500), "role night")
    same(go(w, 500), "stop a done; start c")
    local n
    w, n = world { npc = { main = "wait" }, night = { change = "action" } }
    go(w, 0)
    w:push_env("e", 1)
    same(go(w, 500), "role night; start c")
    same(w:doing(n).activities, 1)
  end)

  check("S52 \"action\": not while it is interrupted in one, nor under a response", function()
    for _, change in ipairs { "action", "node" } do
      local w, n = world { night = { change = change }, npc = { handlers = { { interruption = "int", sequence = "look" } } } }
      go(w, 0)
      w:interrupt("int", { all = true })
      go(w, 500)
      w:push_env("e", 1)
      same(go(w, 0), "role night")
      same(go(w, 1000), "stop d done; start a resumed")
      same(w:npc(n).change_due, change)
      same(go(w, 500), "stop a done; start c")
    end
  end)

  check("S52 \"now\": also below responses", function()
    local w, n = world { night = { change = "now" }, npc = { handlers = { { interruption = "int", sequence = "look" } } } }
    go(w, 0)
    w:interrupt("int", { all = true })
    go(w, 500)
    w:push_env("e", 1)
    same(go(w, 0), "role night")
    same(#w:npc(n).memory.interruptions, 0)
    same(go(w, 1000), "stop d done; start c")
  end)

  check("S52 one that is held changes when it is released, by the game at the call", function()
    local w, n = world { night = { change = "now" } }
    go(w, 0)
    w:hold(n)
    w:push_env("e", 1)
    same(go(w, 0), "stop a interrupted; role night")
    same(go(w, 0), "")
    same(w:npc(n).change_due, "now")
    w:set_role(n, "third")
    same(w:npc(n).activities[1].began, "look")
    w:release(n)
    same(go(w, 0), "role third; start d")
  end)

  check("S52 the sequence that the main activity began with is no change, wherever the role comes from", function()
    local w, n = world()
    go(w, 0)
    w:push_env("e", 1)
    same(go(w, 100), "role night")
    w:push_env("e", 0)
    same(go(w, 100), "role day")
    same(w:npc(n).change_due, nil)
    same(go(w, 800), "stop a done; start b")
  end)

  check("S52 the later role says how, and to what", function()
    local roles = { { role = "night", when = env_is(1) }, { role = "third", when = env_is(2) }, { role = "day" } }
    local w = world { npc = { roles = roles }, night = { change = "now" } }
    go(w, 0)
    w:push_env("e", 1)
    w:push_env("e", 2)
    same(go(w, 100), "role third")
    same(w:npc(1).change_due, "node")
    same(go(w, 900), "stop a done; start d")
  end)

  check("S52 `set main` settles a change that is due, and a change puts an end to `set main`", function()
    local w, n = world()
    go(w, 0)
    w:push_env("e", 1)
    go(w, 100)
    w:set_main(n, "look")
    same(go(w, 0), "stop a interrupted; start d")
    same(go(w, 1000), "stop d done; start d")
    w:push_env("e", 0)
    same(go(w, 500), "role day")
    same(go(w, 500), "stop d done; start a")
  end)

  check("S52 its end settles it: what begins again is the new one", function()
    local w, n = world { npc = { main = "deep" } }
    go(w, 0)
    w:push_env("e", 1)
    go(w, 100)
    w:complete(n)
    w:keep_failure(w:npc(n).activities[1], { level = 1, cause = "target left" })
    same(go(w, 0), "stop a done; fail deep target left")
    same(w:npc(n).change_due, nil)
    same(go(w, 1000), "start c")
  end)

  check("S49 S52 one that comes to the top while it waits after a failure changes on its next turn", function()
    local w, n = world { npc = { main = "wait" }, night = { change = "action" } }
    go(w, 0)
    w:run(n, "bad")
    w:push_env("e", 1)
    same(go(w, 100), "interrupt bad; role night; fail bad condition")
    same(w:doing(n).waits_until, 1100)
    same(w:npc(n).change_due, "action")
    same(go(w, 1000), "start c")
  end)

  check("S52 a halt settles it", function()
    local w, n = world({ npc = { main = "long" } }, { failures = 0 })
    w:push_env("e", 1)
    w:npc(n).activities[1].frames[1].state = "subsequence"
    w:npc(n).activities[1].frames[1].node = "x"
    w:npc(n).activities[1].frames[2] = w:new_frame("bad")
    same(go(w, 0), "role day; role night; fail bad condition; halt bad condition")
    same(w:npc(n).change_due, nil)
  end)

  check("S52 a wait after a failure ends, a failure that was kept is forgotten", function()
    local w = world { npc = { main = "bad" } }
    same(go(w, 0), "role day; fail bad condition")
    w:push_env("e", 1)
    same(go(w, 10), "role night; start c")
    local n
    w, n = world()
    go(w, 0)
    w:fail(n)
    w:push_env("e", 1)
    same(go(w, 10), "stop a failed; role night; start c")
  end)

  check("S52 without role the change is made as \"node\"; a change of main sequence is no step", function()
    local w, n = world({ night = { change = "now" } }, { steps = 2 })
    same(go(w, 0), "role day; start a")
    w:push_env("e", 1)
    same(go(w, 100), "role night; stop a interrupted; start c")
    w:hold(n)
    w:release(n)
    log(w)
    w:npc(n).role, w:npc(n).def.roles = w.content.roles.night, {}
    assert(w:change_role(w:npc(n), nil))
    same(w:npc(n).change_due, "node")
  end)

  check("S52 content that is refused", function()
    local function refused(more, why)
      local ok, message = pcall(world, more)
      assert(not ok and message:find(why, 1, true), tostring(message))
    end
    refused({ npc = { roles = { { role = "night" }, { role = "day" } } } }, "only the last")
    refused({ npc = { roles = { { role = "night", when = env_is(1) } } } }, "only the last")
    refused({ npc = { roles = { { role = "day", when = env_is(1) }, { role = "day" } } } }, "twice")
    refused({ npc = { roles = { { role = "what" } } } }, "unknown role")
    refused({ night = { change = "later" } }, "change (S52)")
    refused({ night = { enter = { { "raise", "int", "target" } } } }, "effect on target")
    refused({ when = { "<", { "distance" }, { "const", 1 } } }, "role by target")
  end)
end
