-- Checks of places at offers: holding, interruptions, undoing, going on, revoking, `while`, leaving (S18 S19 S32 S42 S63 S64).

return function(kit)
  local check, same, go, log, action, sequence = kit.check, kit.same, kit.go, kit.log, kit.action, kit.sequence

  local function is(who, n) return { "==", { who, "n" }, { "const", n } } end

  -- A seat offers `sit`: s, then t; `undo` is u; `main` asks for it. int answers by c, with the ways of `handler`.
  local function content(more)
    more = more or {}
    local offer, other = { name = "sit", sequence = "sitting" }, { name = "rest", sequence = "resting", undo = "undo2" }
    for key, value in pairs(more.offer or {}) do offer[key] = value end
    for key, value in pairs(more.other or {}) do other[key] = value end
    local main = sequence("main", { "x:[sit]>y!z", "y:a>end", "z:b>end" })
    for key, value in pairs(more.request or {}) do main.nodes[1][key] = value end
    local handler = { interruption = "int", sequence = "look" }
    for key, value in pairs(more.handler or {}) do handler[key] = value end
    local made = {
      states = { { name = "n", default = 0 }, { name = "free", default = 1, min = 0 } },
      interruptions = { { name = "int" }, { name = "more" } },
      actions = { action("a"), action("b"), action("c"), action("d"), action("s", { resumable = true, duration = { 3000, 3000 } }), action("t"),
        action("u"), action("v"), action("no", { when = { "==", { "const", 0 }, { "const", 1 } } }),
        action("take", { takes_target = true }), action("raises", { start = { { "revoke", "sit", "target" } }, takes_target = true }) },
      sequences = { main, sequence("sitting", { "x:s>y", "y:t>end" }), sequence("undo", { "x:u>end" }), sequence("undo2", { "x:v>end" }),
        sequence("look", { "x:c>end" }), sequence("again", { "x:d>end" }), sequence("bad", { "x:no>end" }), sequence("quiet", { "x:a>end" }),
        sequence("resting", { "x:[sit]>end" }), sequence("outer", { "x:[rest]>y!z", "y:a>end", "z:b>end" }),
        sequence("keeps", { "x:take>y", "y:a>end" }, { claims = { { property = "free" } }, claims_kept = true }),
        sequence("under", { "x:(sitting)>y!z", "y:a>end", "z:b>end" }) },
      entities = { kit.npc("npc", "main", { state = { { "n" } },
        handlers = { handler, { interruption = "more", sequence = "again", priority = 1 } } }),
        kit.prop("seat", { { "n" }, { "free" } }, { "take", "raises" }, { offers = { offer } }),
        kit.prop("sofa", { { "n" } }, nil, { offers = { other } }) },
    }
    for key, value in pairs(more.npc or {}) do made.entities[1][key] = value end
    return made
  end

  -- The NPC 1 sits on the seat 2, unless it has another main sequence.
  local function world(more, options)
    local w = kit.world(content(more), options)
    w:spawn "npc"; w:spawn "seat"
    go(w, 0)
    return w
  end

  local function interrupt(w, name) assert(w:interrupt(name or "int", { npcs = { 1 } })) end

  local function places(w)
    local list = {}
    for i, place in ipairs(w:places_of(w:entity(1))) do
      list[i] = place.offer .. (place.held and " held" or "") .. (place.undone and " undone" or "") .. (place.revoked and " revoked" or "")
        .. (place.activity and "" or " off")
    end
    return table.concat(list, ", ")
  end

  check("S63 an interruption gives the place back, and going on takes it again", function()
    local w = world()
    interrupt(w)
    same(go(w, 1000), "stop s interrupted; drop sit@2 interrupted; interrupt look; start c")
    same(places(w), "sit")
    same(go(w, 1000), "stop c done; adopt sit@2; start s resumed")
    same(places(w), "sit held")
  end)

  check("S63 a handler that stays leaves it held; so does a kept one", function()
    for _, more in ipairs { { handler = { stays = true } }, { offer = { kept = true } } } do
      local w = world(more)
      interrupt(w)
      same(go(w, 1000), "stop s interrupted; interrupt look; start c")
      same(places(w), "sit held")
      same(go(w, 1000), "stop c done; start s resumed")
    end
  end)

  check("S63 a cue stays unless it leaves; a run never stays", function()
    for _, leaves in ipairs { false, true } do
      local cue = { name = "cue", sequence = "look", when = is("self", 1), leaves = leaves or nil, every_ms = 1000 }
      local w = world { npc = { cues = { cue } } }
      w:set(1, "n", 1)
      same(go(w, 1000), leaves and "stop s interrupted; drop sit@2 interrupted; interrupt look; start c"
        or "stop s interrupted; interrupt look; start c")
    end
    local w = world()
    w:run(1, "look")
    same(log(w), "stop s interrupted; drop sit@2 interrupted; interrupt look")
  end)

  check("S63 by a hold the place is given back, not undone, unless it is kept", function()
    local w = world { offer = { undo = "undo" } }
    w:hold(1)
    same(log(w), "stop s interrupted; drop sit@2 interrupted")
    w:release(1)
    same(go(w, 0), "adopt sit@2; start s resumed")
    w = world { offer = { kept = true } }
    w:hold(1)
    same(log(w), "stop s interrupted")
  end)

  check("S63 with undo, that is performed before the response, and the sequence begins anew", function()
    local w = world { offer = { undo = "undo" } }
    interrupt(w)
    same(go(w, 1000), "stop s interrupted; interrupt look; start u")
    same(places(w), "sit held undone")
    same(w:entity(1).activities[3].frames[1].target, 2)
    same(w:entity(1).activities[1].frames[2].state, "uninitialized")
    same(go(w, 1000), "stop u done; drop sit@2 interrupted; start c")
    same(places(w), "sit undone")
    same(go(w, 1000), "stop c done; adopt sit@2; start s")
    same(places(w), "sit held")
  end)

  check("S63 an urgent handler has no time to undo it", function()
    local w = world({ offer = { undo = "undo" }, handler = { urgent = true } })
    interrupt(w)
    same(go(w, 1000), "stop s interrupted; drop sit@2 interrupted; interrupt look; start c")
    same(go(w, 1000), "stop c done; adopt sit@2; start s")
    w = world { offer = { undo = "undo", kept = true }, handler = { urgent = true } }
    interrupt(w)
    same(go(w, 1000), "stop s interrupted; interrupt look; start c")
    same(go(w, 1000), "stop c done; start s")
  end)

  check("S63 kept and undone: it stays held, and is not undone twice", function()
    local w = world { offer = { undo = "undo", kept = true } }
    interrupt(w)
    go(w, 1000)
    same(go(w, 1000), "stop u done; start c")
    interrupt(w, "more")
    same(go(w, 0), "stop c interrupted; interrupt again; start d")
    same(places(w), "sit held undone")
    same(go(w, 1000), "stop d done; start c")
    same(go(w, 1000), "stop c done; start s")
    same(places(w), "sit held")
  end)

  check("S63 two places are undone, the upper first; it is on no stack meanwhile", function()
    local w = kit.world(content { offer = { undo = "undo" }, npc = { main = "outer" } })
    w:spawn "npc"; w:spawn "seat"; w:spawn "sofa"
    same(go(w, 0), "adopt rest@3; adopt sit@2; start s")
    interrupt(w)
    same(go(w, 0), "stop s interrupted; interrupt look; start u")
    same(places(w), "rest held undone, sit held undone off")
    same(go(w, 1000), "stop u done; drop sit@2 interrupted; start v")
    same(go(w, 1000), "stop v done; drop rest@3 interrupted; start c")
    same(go(w, 1000), "stop c done; adopt rest@3; adopt sit@2; start s")
  end)

  check("S63 what lies above a place that is undone is given up", function()
    local w = kit.world(content { npc = { main = "outer" } })
    w:spawn "npc"; w:spawn "seat"; w:spawn "sofa"
    go(w, 0)
    interrupt(w)
    same(go(w, 0), "stop s interrupted; drop sit@2 interrupted; interrupt look; start v")
    w = kit.world(content { offer = { kept = true }, npc = { main = "outer" } })
    w:spawn "npc"; w:spawn "seat"; w:spawn "sofa"
    go(w, 0)
    interrupt(w)
    same(go(w, 0), "stop s interrupted; drop sit@2 given up; interrupt look; start v")
  end)

  check("S63 a failure in an undo ends that one", function()
    local w = world { offer = { undo = "bad" } }
    interrupt(w)
    same(go(w, 0), "stop s interrupted; interrupt look; fail bad condition; drop sit@2 interrupted; start c")
  end)

  check("S63 what interrupts an undo ends it, and what it has still to undo is given back", function()
    local w = world { offer = { undo = "undo" } }
    interrupt(w)
    go(w, 0)
    interrupt(w, "more")
    same(go(w, 0), "stop u interrupted; drop sit@2 interrupted; interrupt again; start d")
    same(go(w, 1000), "stop d done; start c")
    w = world { offer = { undo = "undo" } }
    interrupt(w)
    go(w, 0)
    w:hold(1)
    same(log(w), "stop u interrupted; drop sit@2 interrupted")
    same(#w:entity(1).activities, 2)
  end)

  check("S63 an undo is outside of the limit, and stands as what it lies on", function()
    local w = world({ offer = { undo = "undo" } }, { activities = 2 })
    interrupt(w)
    same(go(w, 0), "stop s interrupted; interrupt look; start u")
    same(w:run(1, "again"), nil)
    same(w:priority_of(w:entity(1).activities[3]), 0)
  end)

  check("S63 a place that cannot be had again fails its request", function()
    local w = world()
    interrupt(w)
    go(w, 0)
    w:spawn "npc"
    w:update(0); log(w)
    w:update(1000)
    same(log(w, 1), "stop c done; start b")
    w = world { request = { failed = false } }
    interrupt(w)
    go(w, 0)
    w:remove(2)
    log(w)
    same(go(w, 1000), "stop c done; fail main revoked")
  end)

  check("S64 revoked by the game: on its turn the action stops, the place goes, the request fails", function()
    local w = world()
    w:revoke(2, "sit")
    same(places(w), "sit held revoked")
    same(log(w), "")
    same(go(w, 0), "stop s cancelled; drop sit@2 revoked; start b")
    w = world { request = { failed = false } }
    w:revoke(2, "sit")
    same(go(w, 0), "stop s cancelled; drop sit@2 revoked; fail main revoked")
  end)

  check("S64 a revoked place of an interrupted activity: it fails when that goes on", function()
    local w = world { handler = { stays = true } }
    interrupt(w)
    go(w, 0)
    w:revoke(2, "sit")
    same(go(w, 0), "drop sit@2 revoked")
    same(go(w, 1000), "stop c done; start b")
  end)

  check("S64 a place that is to be undone is only given back; it may be had again", function()
    local w = world { offer = { undo = "undo" } }
    interrupt(w)
    go(w, 0)
    w:revoke(2, "sit")
    same(go(w, 0), "drop sit@2 revoked")
    same(go(w, 1000), "stop u done; start c")
    same(go(w, 1000), "stop c done; adopt sit@2; start s")
  end)

  check("S64 an effect revokes; held ones deal with it after the release", function()
    local w = world { offer = { kept = true } }
    w:hold(1)
    log(w)
    local n = w:spawn "npc"
    w:run(n, "quiet")
    w:set_main(n, "quiet")
    w:revoke(2, "sit")
    w:update(0)
    same(log(w, 1), "")
    w:release(1)
    w:update(0)
    same(log(w, 1), "drop sit@2 revoked; start b")
  end)

  check("S64 `while` of the offer, of the request and of a node", function()
    for _, more in ipairs { { offer = { during = is("target", 0) } }, { request = { during = is("target", 0) } } } do
      local w = world(more)
      w:set(2, "n", 1)
      same(go(w, 1000), "") -- what acts is not tested
      same(go(w, 2000), "stop s done; drop sit@2 revoked; start b")
    end
    local made = content { npc = { main = "under" } }
    made.sequences[12].nodes[1].during = is("self", 0)
    local w = kit.world(made)
    w:spawn "npc"
    go(w, 0)
    w:set(1, "n", 1)
    same(go(w, 3000), "stop s done; start b")
  end)

  check("S64 where no node asked, the sequence fails", function()
    local w = kit.world(content { npc = { main = "quiet" } })
    w:spawn "npc"; w:spawn "seat"
    go(w, 0)
    assert(w:request(1, "sit", 2, 0))
    log(w)
    go(w, 0)
    w:revoke(2, "sit")
    same(go(w, 0), "stop s cancelled; drop sit@2 revoked; fail sitting revoked")
  end)

  check("S64 the provider leaves: its users stop, the place vanishes, the request fails", function()
    local w = world { offer = { drop = { { "add", "self", "n", { "const", 1 } }, { "add", "target", "n", { "const", 1 } } } } }
    w:remove(2)
    same(log(w), "stop s cancelled; drop sit@2 left; remove seat")
    same(w:get(1, "n"), 1)
    same(go(w, 0), "start b")
    w = world { handler = { stays = true } }
    interrupt(w)
    go(w, 0)
    w:remove(2)
    same(log(w), "drop sit@2 left; remove seat") -- it acts on
    same(go(w, 1000), "stop c done; start b")
  end)

  check("S18 the NPC leaves: after its action has stopped its places come back", function()
    local w = world()
    w:remove(1)
    same(log(w), "stop s removed; drop sit@2 left; remove npc")
  end)

  check("S63 set main, a halt and a failure give it back", function()
    local w = world()
    w:set_main(1, "quiet")
    same(log(w), "stop s interrupted; drop sit@2 given up")
    w = kit.world(content { offer = { sequence = "bad" }, request = { failed = false } }, { failures = 0 })
    w:spawn "npc"; w:spawn "seat"
    same(go(w, 0), "adopt sit@2; drop sit@2 failed; fail bad condition; halt bad condition")
  end)

  check("S42 a kept claim stays taken; if its entity leaves, the sequence fails when the activity goes on", function()
    local function claiming()
      local w = kit.world(content { npc = { main = "keeps" } })
      w:spawn "npc"; w:spawn "seat"
      go(w, 0)
      interrupt(w)
      same(go(w, 0), "stop take@2 interrupted; interrupt look; start c")
      return w
    end
    local w = claiming()
    same(w:get(2, "free"), 0)
    same(go(w, 1000), "stop c done; start take@2")
    w = claiming()
    w:remove(2)
    same(log(w), "remove seat") -- the action does not stop for it
    same(go(w, 1000), "stop c done; fail keeps target left")
    w = claiming()
    w:remove(1)
    same(w:get(2, "free"), 1)
  end)
end
