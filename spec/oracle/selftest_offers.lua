-- Checks of offers and requests (S61 S62), and of the body of a request (S63).

return function(kit)
  local check, same, go, log, action, sequence = kit.check, kit.same, kit.go, kit.log, kit.action, kit.sequence

  local function add(who, n) return { "add", who, "n", { "const", n } } end

  -- A seat offers `sit`. `more` changes the offer, the request node, definitions and the world.
  local function content(more)
    more = more or {}
    local offer = { name = "sit", sequence = "sitting", adopt = { add("self", 1), add("target", 1) }, drop = { add("self", 10), add("target", 10) } }
    for key, value in pairs(more.offer or {}) do offer[key] = value end
    local main = sequence("main", { "x:[sit]>y!z", "y:a>end", "z:b>end" })
    for key, value in pairs(more.request or {}) do main.nodes[1][key] = value end
    local made = {
      states = { { name = "n", default = 0 }, { name = "k", default = 0 }, { name = "free", default = 2, min = 0 } },
      links = { { name = "likes", flag = true }, { name = "trust", default = 0 } },
      interruptions = { { name = "int" } },
      actions = { action("a"), action("b"), action("s"), action("t"), action("w", { takes_target = false }),
        action("k", { start = { { "add", "self", "k", { "const", 1 } } } }) },
      sequences = { main, sequence("sitting", { "x:s>end" }), sequence("lying", { "x:t>end" }), sequence("needy", { "x:k>end" }),
        sequence("wrapped", { "x:s>y", "y:+>z", "z:t>end" }), sequence("inner", { "x:b>end" }), sequence("deep", { "x:(main)>end" }) },
      roles = { { name = "host", main = "deep", offers = { { name = "lie", sequence = "lying" }, { name = "sit", sequence = "lying" } } } },
      entities = { kit.npc("npc", "main", { state = { { "n" } } }),
        kit.npc("quiet", "inner", { offers = { { name = "sit", sequence = "sitting" } } }),
        kit.prop("seat", { { "n" }, { "free" } }, nil, { offers = { offer }, tags = { "seat" } }),
        kit.prop("bed", { { "n" } }, nil, { offers = { { name = "lie", sequence = "lying" } } }) },
    }
    return made
  end

  local function world(more, options) return kit.world(content(more), options) end

  check("S62 one candidate: the place is taken, adopt, adopt event; the offered sequence runs; drop when it is done", function()
    local w = world()
    local n, s = w:spawn "npc", w:spawn "seat"
    same(go(w, 0), "adopt sit@2; start s")
    same(w:get(n, "n") .. " " .. w:get(s, "n"), "1 1")
    same(w:entity(n).activities[1].frames[2].target, s)
    same(go(w, 1000), "stop s done; drop sit@2 done; start a")
    same(w:get(n, "n") .. " " .. w:get(s, "n"), "11 11")
  end)

  check("S62 nobody offers it: the node fails at once, or waits for it", function()
    local w = world()
    w:spawn "npc"
    same(go(w, 0), "start b")
    w = world { request = { timeout_ms = 2500, waiting = "w" } }
    w:spawn "npc"
    same(go(w, 0), "start w")
    w:spawn "seat"
    same(go(w, 500), "")
    same(go(w, 500), "stop w done; adopt sit@2; start s")
    w = world { request = { timeout_ms = 1500, waiting = "w", failed = false } }
    w:spawn "npc"
    go(w, 0); go(w, 1000)
    same(go(w, 500), "stop w failed; fail main no offer")
  end)

  check("S61 as many places as `holders`; 0 is any number", function()
    for holders, expected in pairs { [1] = "adopt sit@1; start s; start b; start b", [2] = "adopt sit@1; start s; adopt sit@1; start s; start b",
      [0] = "adopt sit@1; start s; adopt sit@1; start s; adopt sit@1; start s" } do
      local w = world { offer = { holders = holders } }
      w:spawn "seat"; w:spawn "npc"; w:spawn "npc"; w:spawn "npc"
      same(go(w, 0), expected)
    end
  end)

  check("S62 conditions: the node's, then the offer's, `when` and `while` of both", function()
    local no, yes = { "==", { "target", "n" }, { "const", 5 } }, { "==", { "target", "n" }, { "const", 0 } }
    for _, where in ipairs { "offer", "request" } do
      for _, which in ipairs { "when", "during" } do
        local w = world { [where] = { [which] = no } }
        w:spawn "npc"; w:spawn "seat"
        same(go(w, 0), "start b")
        w = world { [where] = { [which] = yes }, offer = where == "request" and {} or { [which] = yes, adopt = {} } }
        w:spawn "npc"; w:spawn "seat"
        same(where .. which .. go(w, 0):sub(1, 11), where .. which .. "adopt sit@2")
      end
    end
  end)

  check("S61 what an offer needs of the NPC", function()
    local w = world { offer = { sequence = "needy" } }
    w:spawn "npc"; w:spawn "seat"
    same(go(w, 0), "start b") -- it has no k
    w = world { offer = { undo = "needy" } }
    w:spawn "npc"; w:spawn "seat"
    same(go(w, 0), "start b")
    w = world { offer = { drop = { { "set", "self", "free", { "const", 1 } } } } }
    w:spawn "npc"; w:spawn "seat"
    same(go(w, 0), "start b")
    w = world { offer = { drop = { { "set", "target", "free", { "const", 1 } } }, adopt = { { "set", "self", "n", { "target", "n" } } } } }
    w:spawn "npc"; w:spawn "seat"
    same(go(w, 0), "adopt sit@2; start s")
  end)

  check("S62 names in the order asked, or any", function()
    local w = world { request = { offers = { "lie", "sit" } } }
    w:spawn "npc"; w:spawn "seat"
    same(go(w, 0), "adopt sit@2; start s")
    w = world { request = { offers = {} } }
    w:spawn "npc"; w:spawn "bed"
    same(go(w, 0), "adopt lie@2; start t")
  end)

  check("S61 role and definition are merged, the role's first", function()
    local w = world()
    local n, q = w:spawn "npc", w:spawn "quiet"
    w:set_role(q, "host")
    w:update(0)
    same(log(w, n), "adopt sit@2; start t")
    same(w:offers_of(w:entity(q))[1].offer .. w:offers_of(w:entity(q))[2].sequence, "lielying")
  end)

  check("S62 whom it asks: tags, a path, the current target, areas; never itself", function()
    local w = world { request = { targets = { "seat" } } }
    w:spawn "npc"; w:spawn "quiet"; w:spawn "seat"
    w:update(0)
    same(log(w, 1), "adopt sit@3; start s")
    w = world { request = { path = "likes" } }
    w:spawn "npc"; w:spawn "seat"; w:spawn "seat"
    w:link(1, "likes", 3)
    same(go(w, 0), "adopt sit@3; start s")
    w = world { request = { from_target = true } }
    w:spawn "npc"; w:spawn "seat"
    same(go(w, 0), "start b")
    w = world { request = { offers = { "sit" } } }
    w:spawn "quiet"
    w:set_main(1, "main")
    same(go(w, 0), "start b")
  end)

  check("S62 areas one after the other: triggers first, the smallest first", function()
    local made = content { request = { from_area = true } }
    local function area(name, size, trigger)
      made.entities[#made.entities + 1] = kit.prop(name, { { "n" } }, nil, { static = true, area = { { width = size, depth = size } },
        trigger = trigger,
        offers = { { name = "sit", sequence = "sitting" } } })
    end
    area("small", 4); area("large", 9); area("mat", 20, true)
    local w = kit.world(made)
    w:spawn "large"; w:spawn "small"; w:spawn "npc"; w:spawn "npc"; w:spawn "mat"; w:spawn "npc"; w:spawn "npc"
    log(w)
    same(go(w, 0), "adopt sit@5; start s; adopt sit@2; start s; adopt sit@1; start s; start b")
  end)

  check("S62 of several, preference, then encounters", function()
    local w = world { request = { prefer = { kind = "most", value = { "link", "trust", "self", "target" } } }, offer = { adopt = {}, drop = {} } }
    w:spawn "npc"; w:spawn "seat"; w:spawn "seat"
    w:link(1, "trust", 2, 1)
    same(go(w, 0), "adopt sit@2; start s")
    w:link(1, "trust", 3, 1)
    go(w, 1000)
    same(go(w, 1000), "stop a done; adopt sit@3; start s") -- the one it has not met
    same(w:entity(1).memory.encounters[2].entity, 3)
  end)

  check("S62 depth comes first", function()
    local w = world(nil, { depth = 1 })
    w:spawn "npc"
    same(go(w, 0), "fail main depth")
  end)

  check("S63 a body is performed with the current target of the asking sequence; without one it is nothing", function()
    local w = world { offer = { sequence = "wrapped" }, request = { body = "inner" } }
    w:spawn "npc"; w:spawn "seat"
    same(go(w, 0), "adopt sit@2; start s")
    same(go(w, 1000), "stop s done; start b")
    same(w:entity(1).activities[1].frames[3].target, nil)
    same(go(w, 1000), "stop b done; start t")
    w = world { offer = { sequence = "wrapped" } }
    w:spawn "npc"; w:spawn "seat"
    go(w, 0)
    same(go(w, 1000), "stop s done; start t")
  end)

  check("S62 encounters share the room of scenes, and the oldest goes", function()
    local w = world()
    local n = w:spawn "npc"
    for _ = 1, 20 do w:remember_offer(w:entity(n), "sit", w:entity(w:spawn "seat")) end
    same(#w:entity(n).memory.encounters, 16)
    same(w:entity(n).memory.encounters[1].entity, 6)
  end)

  check("S64 the game makes an NPC take an offer: as a response, with a priority, without an encounter", function()
    local w = world()
    local n, s = w:spawn "npc", w:spawn "seat"
    w:set(s, "n", 0)
    go(w, 0)
    same(select(2, w:request(n, "sit", s, 1)), "held already")
    local q = w:spawn "quiet"
    w:update(0); log(w)
    same(select(2, w:request(q, "lie", s, 1)), "not offered")
    same(select(2, w:request(q, "sit", s, 1)), "lacks")
    same(select(2, w:request(q, "sit", q, 1)), "of itself")
    w:update(1000); log(w)
    w:update(500); log(w)
    same(w:request(n, "sit", s, 1), true)
    same(log(w), "stop a interrupted; interrupt sitting@2; adopt sit@2")
    same(#w:entity(n).memory.encounters, 1)
    w:update(0); log(w)
    w:update(1000)
    same(log(w, n), "stop s done; drop sit@2 done; start a")
  end)
end
