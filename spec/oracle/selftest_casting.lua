-- Checks of who is cast for a scene: by nodes, cues and the game (S51 S53 S54 S55 S56).

return function(kit)
  local check, same, action, sequence = kit.check, kit.same, kit.action, kit.sequence

  local function go(w, dt)
    assert(w:update(dt))
    return kit.all(w)
  end

  local function self_is(n) return { "==", { "self", "n" }, { "const", n } } end

  -- Definition `host` casts `talk` as `one`, then does a; `npc` and `other` do a and have the tags "person" and "other"; `open` does
  -- too, castable in any scene. `deaf` has the tag "person" and nothing else. All but it react to "news" by `hear`.
  local function content(parts, more)
    more = more or {}
    local scene = { name = "talk", topic = "news", parts = parts, rest_ms = 0 }
    for key, value in pairs(more.scene or {}) do scene[key] = value end
    local begin = sequence("begin", { "x:{talk one}>y!y", "y:a>end" })
    for key, value in pairs(more.node or {}) do kit.node(begin, "x")[key] = value end
    local news = { { topic = "news", sequence = "hear" } }
    local function mind(name, main, tags, own)
      local def = kit.npc(name, main, { state = { { "n" } }, tags = tags, reactions = news })
      for key, value in pairs(own or {}) do def[key] = value end
      return def
    end
    return {
      states = { { name = "n", default = 0 } }, env = {}, interruptions = { { name = "int" } },
      actions = { action("a", { duration = { 10000, 10000 } }), action("b"), action("w"), action("h", { duration = { 500, 500 } }),
        action("f", { duration = { 20000, 20000 } }) },
      sequences = { sequence("day", { "x:a>end" }), begin, sequence("both", { "x:b>end" }), sequence("hear", { "x:h>end" }),
        sequence("opened", { "x:a>end" }, { castable = "always" }), sequence("closed", { "x:a>end" }, { castable = "never" }),
        sequence("named", { "x:a>end" }, { castable_in = { "talk" } }), sequence("listen", { "x:b>end" }),
        sequence("stage", { "x:{talk}>y!y", "y:a>end" }) },
      scenes = { scene }, roles = { { name = "listener", reactions = { { topic = "news", sequence = "listen" } } } },
      entities = { mind("host", "begin", {}, more.host), mind("npc", "day", { "person" }), mind("other", "day", { "other" }),
        mind("open", "opened", { "person" }), mind("named", "named", { "person" }), mind("closed", "closed", { "person" }),
        mind("deaf", "day", { "person" }, { reactions = {} }), mind("director", "stage", {}),
        mind("idle", "day", {}, more.idle),
        kit.prop("prop", { { "n" } }, {}, { tags = { "thing" } }) },
    }
  end

  -- Spawns these definitions, each "name" or { name, given }, and tells the world.
  local function world(parts, spawns, more, options)
    local w = kit.world(content(parts, more), options)
    for _, each in ipairs(spawns) do
      if type(each) == "table" then w:spawn(each[1], each[2]) else w:spawn(each) end
    end
    return w
  end

  local function part(name, who, more)
    local made = { name = name, who = who, sequence = "both" }
    for key, value in pairs(more or {}) do made[key] = value end
    if made.sequence == false then made.sequence = nil end
    return made
  end

  local ONE, TWO = part("one"), part("two", { "person" })

  -- Who has joined, in order, each with its part.
  local function cast_of(w)
    local words = {}
    for _, e in ipairs(w.events) do
      if e.kind == "join" then words[#words + 1] = string.format("%d:%d", e.npc, e.argument) end
    end
    return table.concat(words, " ")
  end

  check("S54 who may fill a part: its tags; without them and without a sequence, who reacts; else only initiator and named", function()
    local w = world({ ONE, TWO }, { "host", "other", "npc" })
    go(w, 0)
    same(cast_of(w), "1:0 3:1")
    w = world({ ONE, part("two", nil, { sequence = false, most = 5 }) }, { "host", "deaf", "other", "npc" })
    go(w, 0)
    same(cast_of(w), "1:0 3:1 4:1")
    w = world({ ONE, part("two") }, { "host", "npc" })
    same(go(w, 0), "1 start a; 2 start a")
  end)

  check("S54 a part without a sequence: each does its own reaction, its role's first; who does not react is none", function()
    local w = world({ ONE, part("two", { "person" }, { sequence = false, most = 3 }) }, { "host", "deaf", "npc", "npc" })
    w:set_role(4, "listener")
    kit.all(w)
    go(w, 0)
    same(cast_of(w), "1:0 3:1 4:1")
    same(w:doing(3).action .. w:doing(4).action, "hb")
    w = world({ part("one", nil, { sequence = false }), TWO }, { "host", "npc" }, { host = { reactions = {} } })
    same(go(w, 0), "1 start a; 2 start a") -- the initiator must react too
  end)

  check("S54 conditions: self the candidate, target the host, the name of an earlier part; distance; within", function()
    local is_host = { "and", { "==", { "target", "n" }, { "const", 7 } }, self_is(1) }
    local w = world({ ONE, part("two", { "person" }, { when = is_host }) }, { { "host", { state = { n = 7 } } }, "npc",
      { "npc", { state = { n = 1 } } } })
    go(w, 0)
    same(cast_of(w), "1:0 3:1")
    local after = { ">", { "self", "n" }, { "part", "two", "n" } }
    w = world({ ONE, part("two", { "person" }, { prefer = { kind = "least", property = "n" } }), part("three", { "person" },
      { when = after }) }, { "host", { "npc", { state = { n = 5 } } }, { "npc", { state = { n = 3 } } }, { "npc", { state = { n = 3 } } } })
    go(w, 0)
    same(cast_of(w):match("2:%d"), "2:2")
    w = world({ ONE, part("two", { "person" }, { most = 3 }) }, { "host", { "npc", { x = 11 } }, { "npc", { x = 10 } } },
      { scene = { within = 10 } })
    go(w, 0)
    same(cast_of(w), "1:0 3:1")
    w = world({ ONE, part("two", { "person" }, { prefer = { kind = "nearest" } }) }, { "host", { "npc", { x = 11 } }, { "npc", { x = 10 } } })
    go(w, 0)
    same(cast_of(w), "1:0 3:1")
  end)

  check("S55 encounters choose: who was never in the scene, then the longest ago", function()
    local w = world({ ONE, TWO }, { "idle", "npc", "npc" })
    local idle, def = w:npc(1), w.content.scenes.talk
    w:remember_meeting(idle, def, w:npc(2))
    local call = { def = def, initiator = idle }
    same(w:select_member(call, 2, { w:npc(2), w:npc(3) }).number, 3)
    w:update(5)
    w:remember_meeting(idle, def, w:npc(3))
    same(w:select_member(call, 2, { w:npc(2), w:npc(3) }).number, 2)
    w:run(1, "begin")
    kit.all(w)
    same(go(w, 0), "1 join talk@1 part 0; 2 join talk@1 part 1; 1 start b")
    same(w:meeting(idle, def, w:npc(2)).time, 5)
  end)

  check("S55 backtracking: who is needed elsewhere is given up", function()
    -- Part two takes anybody, and prefers who has most; part three only 2.
    local parts = { ONE, part("two", { "person" }, { prefer = { kind = "most", property = "n" } }),
      part("three", { "person" }, { when = { ">=", { "self", "n" }, { "const", 5 } } }) }
    local w = world(parts, { "host", { "npc", { state = { n = 9 } } }, "npc" })
    go(w, 0)
    same(cast_of(w), "1:0 3:1 2:2")
    w = world(parts, { "host", "npc", "npc" })
    same(go(w, 0), "1 start a; 2 start a; 3 start a")
  end)

  check("S55 whom a part has given up it does not take again, not in the second round either", function()
    local parts = { ONE, part("two", { "person" }, { most = 2, prefer = { kind = "most", property = "n" } }),
      part("three", { "person" }, { when = { ">=", { "self", "n" }, { "const", 5 } } }) }
    local w = world(parts, { "host", { "npc", { state = { n = 9 } } }, { "npc", { state = { n = 8 } } }, "npc" })
    go(w, 0) -- two: 2; three: 3; two once more: 4
    same(cast_of(w), "1:0 2:1 4:1 3:2")
    w = world({ ONE, part("two", { "person" }, { most = 3 }), part("three", { "person" }, { when = self_is(5) }) },
      { "host", { "npc", { state = { n = 5 } } }, "npc" })
    go(w, 0)
    same(cast_of(w), "1:0 3:1 2:2")
  end)

  check("S55 after 64 members looked for, casting has failed", function()
    local spawns = { "host" }
    for i = 2, 41 do spawns[i] = "npc" end
    local w = world({ ONE, TWO, part("three", { "person" }, { when = self_is(1) }) }, spawns)
    local looks, look = 0, w.look_for_member
    function w:look_for_member(...)
      looks = looks + 1
      return look(self, ...)
    end
    w:update(0, 1)
    same(looks, 64) -- in turns for two, which finds one, and three, which finds none
    same(cast_of(w), "")
  end)

  check("S55 the game stages: number, no initiator, place, named members whatever they do by tags and conditions", function()
    local w = world({ part("one", { "person" }, { when = self_is(9) }), part("two", { "person" }) }, { "prop", "other", "open", "npc" })
    same(w:stage("talk", 1, { { 1, 2 } }), 1)
    same(kit.all(w), "2 join talk part 0; 3 join talk part 1") -- npc is not castable where nobody begins the scene
    same(w:scenes_of(2)[1].host, 1)
    same(w:scenes_of(2)[1].initiator, false)
    same(go(w, 0), "2 start b; 3 start b; 4 start a")
    same(#w:npc(2).memory.encounters, 0)
  end)

  check("S55 the game takes the lowest spawn number", function()
    local w = world({ part("one", { "person" }) }, { "open", "open" })
    same(w:stage("talk", nil, {}), 1)
    same(cast_of(w), "1:0")
    same(w:stage("talk", nil, {}), 2)
    same(cast_of(w), "1:0 2:0")
    same(w:stage("talk", nil, {}), nil)
  end)

  check("S55 refusals of the game's staging", function()
    local parts = { part("one", { "person" }), part("two", nil, { sequence = false }) }
    local w = world(parts, { "open", "deaf", "other", "prop", "npc" })
    local function why(at, members) return select(2, w:stage("talk", at, members)) end
    same(why(9, {}), "stale handle")
    same(why(nil, { { 3, 1 } }), "unknown part")
    same(why(nil, { { 1, 4 } }), "not an NPC")
    same(why(nil, { { 1, 1 }, { 2, 1 } }), "named twice")
    same(why(3, { { 2, 3 } }), "is the place")
    same(why(nil, { { 1, 1 }, { 1, 3 } }), "too many")
    same(why(nil, { { 2, 2 } }), "does not react")
    same(select(2, w:stage("other", nil, {})), "unknown scene")
    w:hold(5)
    same(why(nil, { { 2, 5 } }), "unavailable")
    w:release(5)
    same(w:stage("talk", nil, { { 2, 5 } }), 1)
    same(why(nil, { { 2, 5 } }), "unavailable")
    same(why(nil, { { 2, 3 } }), "no cast")
  end)

  check("S55 an NPC casts one scene in an update; not while it has a young encounter with nobody", function()
    local w = world({ ONE, TWO }, { "host", "npc" }, { node = { timeout_ms = 60000, every_ms = 1000 } })
    go(w, 0)
    w:leave_scene(1)
    kit.all(w)
    same(go(w, 0), "2 stop b cancelled; 2 leave talk broken; 2 start a; 1 start a") -- its node failed
    w:set_main(1, "begin")
    same(go(w, 9999), "1 stop a interrupted")
    same(w:doing(1).node, "x")
    same(go(w, 1000), "2 stop a done; 2 start a; 1 join talk@1 part 0; 2 join talk@1 part 1; 1 start b")
  end)

  check("S51 a scene node waits, seen in an action, and tries again; at last it fails (cause: no cast)", function()
    local w = world({ ONE, TWO }, { "host" }, { node = { timeout_ms = 2500, waiting = "w" } })
    same(go(w, 0), "1 start w")
    w:spawn("npc")
    w:hold(2)
    same(go(w, 1000), "")
    w:release(2)
    same(go(w, 1000), "2 start a; 1 stop w done; 1 join talk@1 part 0; 2 join talk@1 part 1; 1 start b")
    same(go(w, 0), "2 stop a interrupted; 2 start b")
    w = world({ ONE, TWO }, { "host" }, { node = { timeout_ms = 2500, waiting = "w" } })
    go(w, 0)
    same(go(w, 2500), "1 stop w failed; 1 start a")
  end)

  check("S55 a scene node with a part tests the limit of depth first", function()
    local w = world({ ONE, TWO }, { "host", "npc" }, {}, { depth = 1 })
    same(go(w, 0), "1 fail begin depth; 2 start a")
  end)

  check("S55 the standing of a scene: its priority, or that of the initiator's activity; a member with no room leaves", function()
    local w = world({ ONE, TWO }, { "idle", "npc" }, { idle = {} })
    w:run(1, "begin", 4)
    kit.all(w)
    go(w, 0)
    same(w.scenes[1].standing, 4)
    same(w:npc(2).activities[2].priority, 4)
    w = world({ ONE, TWO }, { "host", "npc" }, {}, { activities = 2 })
    w:update(0, 1)
    w:run(2, "day", 0)
    kit.all(w)
    same(go(w, 0), "2 leave talk left; 2 start a")
  end)

  check("S56 available: neither held nor acting in a response, nor in a scene; waiting after a failure does not matter", function()
    local w = world({ ONE, TWO }, { "host", "npc" })
    w:hold(2)
    same(go(w, 0), "1 start a")
    w = world({ ONE, TWO }, { "host", "npc" })
    w:run(2, "day")
    kit.all(w)
    same(go(w, 0), "1 start a; 2 start a")
    w = world({ ONE, TWO }, { "host", "host", "npc" })
    same(go(w, 0), "1 join talk@1 part 0; 3 join talk@1 part 1; 1 start b; 2 start a; 3 start b")
  end)

  check("S56 rest: so long after it left a scene, and after an action of its main activity or a minute", function()
    local w = world({ part("one", { "person" }) }, { "open" }, { scene = { rest_ms = 3000 } })
    local npc, call = w:npc(1), { def = w.content.scenes.talk }
    w:stage("talk", nil, {})
    go(w, 0)
    go(w, 1000) -- left
    same(#npc.parts, 0)
    go(w, 3000)
    same(w:available(npc, call), false) -- a is not over
    same(w:can_take_part(npc, call), true)
    go(w, 7000)
    same(w:available(npc, call), true)
    w:stage("talk", nil, {})
    go(w, 0)
    go(w, 1000)
    npc.acted_since_scene = true
    same(w:available(npc, call), false)
    go(w, 2999)
    same(w:available(npc, call), false)
    go(w, 1)
    same(w:available(npc, call), true)
    npc.acted_since_scene = false
    npc.left_scene_at = w.now - 59999
    same(w:available(npc, call), false)
    npc.left_scene_at = w.now - 60000
    same(w:available(npc, call), true)
  end)

  check("S56 castable: never; where nobody begins the scene, only who says so or names it", function()
    local w = world({ ONE, TWO }, { "host", "closed" })
    same(go(w, 0), "1 start a; 2 start a")
    w = world({ part("one", { "person" }, { most = 4 }) }, { "npc", "open", "named", "closed" })
    same(w:stage("talk", nil, {}), 1)
    same(cast_of(w), "2:0 3:0")
    same(w:stage("talk", nil, { { 1, 4 } }), 2) -- not asked of whom the game names
    w = world({ part("one", { "person" }, { most = 4 }) }, { "director", "npc", "open" })
    same(go(w, 0), "3 join talk part 0; 2 start a; 3 start b")
  end)

  ---- By a cue ----

  local function cue(more)
    local made = { name = "cue", scene = "talk", as = "one", targets = { "person" }, every_ms = 16, priority = 2 }
    for key, value in pairs(more or {}) do made[key] = value end
    if made.targets == false then made.targets = nil end
    return made
  end

  check("S53 a cue with a scene: who is found fills a part; interrupt, then join events; it is the current target", function()
    local w = world({ ONE, TWO }, { "idle", "npc" }, { idle = { cues = { cue() } } })
    go(w, 0)
    same(go(w, 1), "1 stop a interrupted; 1 interrupt both@2; 1 join talk@1 part 0; 2 join talk@1 part 1; 1 start b")
    same(w:npc(1).activities[2].frames[1].target, 2)
    same(w.scenes[1].standing, 2)
    same(#w:npc(1).memory.encounters, 2)
    same(go(w, 0), "2 stop a interrupted; 2 start b")
    same(go(w, 1000), "1 stop b done; 2 stop b done")
    same(go(w, 0), "1 leave talk finished; 1 start a")
  end)

  check("S53 a prop is only the reason; without targets nobody is; a casting that fails has not happened", function()
    local w = world({ ONE, TWO }, { "idle", "npc", "prop" }, { idle = { cues = { cue { targets = { "thing" } } } } })
    go(w, 0)
    same(go(w, 1), "1 stop a interrupted; 1 interrupt both@3; 1 join talk@1 part 0; 2 join talk@1 part 1; 1 start b")
    w = world({ ONE, TWO }, { "idle", "npc" }, { idle = { cues = { cue { targets = false, when = self_is(0) } } } })
    go(w, 0)
    same(go(w, 1), "1 stop a interrupted; 1 interrupt both; 1 join talk@1 part 0; 2 join talk@1 part 1; 1 start b")
    same(w:npc(1).activities[2].frames[1].target, 2)
    w = world({ ONE, TWO }, { "idle", "closed", "prop" }, { idle = { cues = { cue { targets = { "thing" } } } } })
    go(w, 0)
    same(go(w, 1), "")
    same(#w:npc(1).memory.encounters, 0)
    same(w:npc(1).has_cast, true)
  end)

  check("S53 who is found fills the first part that has room beside the NPC's own place", function()
    local function cast(most)
      local w = world({ part("one", { "person" }, { most = most }), TWO }, { "idle", "npc", "npc" }, { idle = { cues = { cue() } } })
      go(w, 0)
      go(w, 1)
      return cast_of(w)
    end
    assert(cast(1):find "^1:0 [23]:1$")
    assert(cast(2):find "^1:0 [23]:0 [23]:1$")
  end)

  check("S53 who would fill a part must be available, near, and meet its condition", function()
    local function found(parts, spawn, scene)
      local w = world(parts, { "idle", spawn }, { scene = scene, idle = { cues = { cue() } } })
      go(w, 0)
      return go(w, 1)
    end
    same(found({ ONE, TWO }, "closed"), "")
    same(found({ ONE, TWO }, { "npc", { x = 11 } }, { within = 10 }), "")
    same(found({ ONE, part("two", { "person" }, { when = self_is(1) }) }, "npc"), "")
    same(found({ ONE, part("two", { "person" }, { sequence = false }) }, "deaf"), "")
  end)

  check("S53 a cue is passed over if its NPC may not cast the scene now", function()
    local w = world({ ONE, TWO }, { "idle", "npc" }, { idle = { cues = { cue { again_ms = 0 } } } })
    go(w, 0)
    go(w, 1)
    w:leave_scene(1)
    kit.all(w)
    go(w, 0)
    same(w:passed_over(w:npc(1), w:cues(w:npc(1))[1]), "may not cast")
    w:update(10000)
    same(w:passed_over(w:npc(1), w:cues(w:npc(1))[1]) ~= "may not cast", true)
  end)

  check("S55 an NPC keeps 16 encounters of scenes; the oldest goes, but not a young one with nobody", function()
    local w = world({ ONE, TWO }, { "idle" })
    local npc, def = w:npc(1), w.content.scenes.talk
    w:remember_meeting(npc, def, nil)
    for i = 2, 20 do w:remember_meeting(npc, def, { number = i }) end
    same(#npc.memory.encounters, 16)
    same(npc.memory.encounters[1].entity, nil)
    same(npc.memory.encounters[2].entity, 6)
    w:update(10000)
    w:remember_meeting(npc, def, { number = 21 })
    same(npc.memory.encounters[1].entity, 6)
    w:remember_meeting(npc, def, { number = 6 })
    same(#npc.memory.encounters, 16)
    same(npc.memory.encounters[16].entity, 6)
    for i = 1, 17 do w:remember_meeting(npc, { name = "scene" .. i }, nil) end -- all young, with nobody: the oldest all the same
    same(npc.memory.encounters[1].scene .. " " .. npc.memory.encounters[16].scene, "scene2 scene17")
  end)
end
