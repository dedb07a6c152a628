-- Checks of state, actions, targets, claims, preference and travel.

return function(kit)
  local check, same, go, action, sequence = kit.check, kit.same, kit.go, kit.action, kit.sequence

  local SEATS = { name = "seats", default = 2, min = 0, max = 5 }
  local FLAG = { name = "busy", flag = true }
  local N = { name = "n", default = 0 }

  -- One NPC that does one action again and again.
  local function loop(one, extra)
    local content = {
      states = { SEATS, FLAG, N }, env = {}, interruptions = {},
      actions = { one }, sequences = { sequence("s", { "a:" .. one.name .. ">end" }) },
      entities = { kit.npc("npc", "s", { state = { { "n" }, { "seats" } } }),
        kit.prop("bench", { { "seats" }, { "n" } }, { one.name }, { static = true }) },
    }
    for key, value in pairs(extra or {}) do content[key] = value end
    return content
  end

  check("S2 arithmetic saturates at the declared bounds and at 32 bits", function()
    local w = kit.world(loop(action("a", { start = { { "add", "self", "seats", { "const", 99 } },
      { "sub", "self", "n", { "*", { "const", 2000000000 }, { "const", 2 } } },
      { "sub", "self", "n", { "const", 2000000000 } } } })))
    local n = w:spawn("npc")
    w:update(0)
    same(w:get(n, "seats"), 5)
    same(w:get(n, "n"), -2147483648)
  end)

  check("S3 a comparison with what is not there is false, and not of it true", function()
    local content = loop(action("a", { when = { "not", { "==", { "target", "busy" }, { "const", 0 } } } }))
    content.actions[2] = action("b", { takes_target = true })
    content.sequences = { sequence("s", { "a:b>c", "c:a=>end" }) } -- the same target need not be listed as accepting (S41)
    content.entities[2].accepts = { "b" }
    local w = kit.world(content)
    w:spawn("npc"); w:spawn("bench")
    same(go(w, 1000, 2), "start b@2; stop b@2 done; start a@2")
  end)

  check("S3 modifying what is not there is reported once per action and property", function()
    local one = action("a", { takes_target = true, start = { { "set", "target", "busy", { "const", 1 } } } })
    local content = loop(one)
    content.sequences = { sequence("s", { "a:b>c", "c:a=>end" }) }
    content.actions[2] = action("b", { takes_target = true })
    content.entities[2].accepts = { "b" }
    local w = kit.world(content)
    w:spawn("npc"); w:spawn("bench")
    same(go(w, 1000, 4), "start b@2; stop b@2 done; error a; start a@2; stop a@2 done; start b@2; stop b@2 done; start a@2")
  end)

  check("S4 a stale handle is refused and changes nothing", function()
    local w = kit.world(loop(action("a")))
    local n = w:spawn("npc")
    assert(w:remove(n))
    local hash = w.hash
    assert(not w:remove(n)); assert(not w:set(n, "n", 1)); assert(not w:hold(n)); assert(not w:complete(n))
    same(w.hash, hash)
  end)

  check("S8 an erring condition function makes the whole condition false; effects after an erring one happen", function()
    local one = action("a", { takes_target = false, when = { "or", { "not", { "call", 1 } }, { "==", { "now" }, { "now" } } } })
    local w = kit.world(loop(one), { call = function() error("broken") end })
    w:spawn("npc")
    same(go(w, 0), "error a; fail s condition")
    local other = action("a", { takes_target = false, start = { { "call", 1 }, { "set", "self", "n", { "const", 7 } } } })
    w = kit.world(loop(other), { call = function() error("broken") end })
    local n = w:spawn("npc")
    same(go(w, 0), "error a; start a")
    same(w:get(n, "n"), 7)
  end)

  check("S8 a call to the world from inside a function raises there", function()
    local w, seen
    w = kit.world(loop(action("a", { takes_target = false, when = { "call", 1 } })), { call = function()
      seen = pcall(w.spawn, w, "npc")
      return true
    end })
    w:spawn("npc")
    same(go(w, 0), "start a")
    same(seen, false)
  end)

  check("S9 the game is asked once per interval, and halves are rounded away from zero", function()
    local asked = 0
    local content = loop(action("a", { when = { "==", { "env", "e" }, { "const", -3 } } }))
    content.env = { { name = "e", every_ms = 2000, default = 1 } }
    local w = kit.world(content, { query_env = function() asked = asked + 1; return -2.5 end })
    w:spawn("npc"); w:spawn("npc")
    go(w, 0); go(w, 1000); go(w, 999)
    same(asked, 1)
    go(w, 1)
    same(asked, 2)
  end)

  check("S10 distance is Euclidean, or Manhattan if the world says so; moving a static entity is refused", function()
    local function starts(metric, limit)
      local content = loop(action("a", { when = { "<=", { "distance" }, { "const", limit } } }))
      local w = kit.world(content, { metric = metric })
      w:spawn("npc", { x = 1 }); w:spawn("bench", { x = 4, y = -4 })
      assert(not w:move(2, 0, 0, 0))
      return go(w, 0) == "start a@2"
    end
    assert(starts(nil, 5) and not starts(nil, 4))
    assert(starts("manhattan", 7) and not starts("manhattan", 6))
  end)

  check("S10 positions are in sixteenths; a distance alone is exact, in arithmetic it is rounded down", function()
    local function starts(x, y, ...)
      local w = kit.world(loop(action("a", { when = { ... } })))
      w:spawn("npc"); w:spawn("bench", { x = x, y = y })
      return go(w, 0) == "start a@2"
    end
    local distance, five = { "distance" }, { "const", 5 }
    assert(starts(5, 0.0625, ">", distance, five) and starts(5, 0.0625, "<", five, distance))
    assert(not starts(5, 0.03, ">", distance, five) and starts(5, 0.03125, "~=", distance, five))
    assert(starts(5.9375, 0, "==", { "+", distance, { "const", 0 } }, five))
    assert(starts(0, 0, ">", distance, { "const", -1 }) and not starts(0, 0, "<=", distance, { "const", -1 }))
  end)

  check("S47 a journey may stop short of its target", function()
    local w = kit.world(loop(action("a", { travel = { speed = 3, near = 2 } })))
    w:spawn("npc"); w:spawn("bench", { x = 7, y = -5 })
    w:update(0)
    same(w.events[3].argument, 2209)
    go(w, 2209)
    same(w:entity(1).x, 7 - 25 / 16)
    same(w:entity(1).y, -5 + 18 / 16)
    same(w.events[#w.events].argument, 1)
  end)

  check("S11 a duration is drawn, a timeout of three times the longest is the default", function()
    local w = kit.world(loop(action("a", { duration = { 100, 200 }, ends = "game" })))
    w:spawn("npc")
    w:update(0)
    assert(w.events[2].argument >= 100 and w.events[2].argument <= 200)
    same(kit.log(w), "start a")
    same(go(w, 599), "")
    same(go(w, 1), "stop a timed out; start a")
  end)

  check("S12 an untargeted action whose precondition is false fails its node", function()
    local w = kit.world(loop(action("a", { when = { ">", { "self", "n" }, { "const", 0 } } })))
    w:spawn("npc")
    same(go(w, 0), "fail s condition")
  end)

  check("S13 S27 what has no record comes before what has; then the oldest", function()
    local w = kit.world(loop(action("a", { takes_target = true })))
    w:spawn("npc"); w:spawn("bench"); w:spawn("bench"); w:spawn("bench")
    local seen = {}
    for i = 1, 9 do
      w:update(i == 1 and 0 or 1000)
      seen[i] = w.events[#w.events].target
    end
    assert(seen[1] ~= seen[2] and seen[2] ~= seen[3] and seen[1] ~= seen[3])
    for i = 4, 9 do same(seen[i], seen[i - 3]) end
  end)

  check("S16 a completion by the game; S17 refusals", function()
    local w = kit.world(loop(action("a", { ends = "game", finish = { { "add", "self", "n", { "const", 1 } } } })))
    local n = w:spawn("npc")
    assert(not w:complete(n))
    go(w, 0)
    assert(not w:complete(n, 2))
    assert(w:complete(n, 1))
    assert(not w:complete(n, 1))
    same(w:get(n, "n"), 1)
    same(kit.log(w), "stop a done")
    same(go(w, 0), "start a")
    assert(w:complete(n))
  end)

  check("S16 a timeout that is a failure", function()
    local w = kit.world(loop(action("a", { ends = "game", timeout_ms = 1500, timeout_fails = true })))
    w:spawn("npc")
    go(w, 0)
    same(go(w, 1500), "stop a failed; fail s timeout")
  end)

  check("S17 a failed action: interruption effects and stop at the call, the failure on the next turn", function()
    local w = kit.world(loop(action("a", { interrupted = { { "set", "self", "n", { "const", 4 } } } })))
    local n = w:spawn("npc")
    go(w, 0)
    assert(w:fail(n, 1))
    same(kit.log(w), "stop a failed")
    same(w:get(n, "n"), 4)
    same(go(w, 0), "fail s game")
    same(go(w, 999), "")
    same(go(w, 1), "start a")
  end)

  check("S18 an NPC that leaves in mid-action", function()
    local one = action("a", { takes_target = true, interrupted = { { "set", "target", "n", { "const", 9 } } } })
    local w = kit.world(loop(one))
    w:spawn("npc"); w:spawn("bench")
    go(w, 0)
    w:remove(1)
    same(kit.log(w), "stop a@2 removed; remove npc")
    same(w:get(2, "n"), 9)
  end)

  check("S19 users are stopped in spawn order, before the remove event", function()
    local w = kit.world(loop(action("a", { takes_target = true })))
    w:spawn("bench"); w:spawn("npc"); w:spawn("npc")
    go(w, 0)
    w:remove(1)
    same(kit.log(w), "stop a@1 cancelled; stop a@1 cancelled; remove bench")
    same(w.events[#w.events - 2].npc, 2)
  end)

  check("S19 a target that leaves: cancelled, effects on self only, tried again from scratch", function()
    local seen
    local one = action("a", { takes_target = true, interrupted = { { "add", "self", "n", { "const", 1 } }, { "call", 1 } } })
    local w = kit.world(loop(one), { call = function(_, ctx) seen = ctx.target or "none" end })
    w:spawn("npc"); w:spawn("bench")
    go(w, 0)
    w:spawn("bench")
    w:remove(2)
    same(kit.log(w), "stop a@2 cancelled; remove bench")
    same(w:get(1, "n"), 1)
    same(seen, "none")
    same(go(w, 0), "start a@3")
  end)

  check("S42 a claim is taken at start and given back at the end; a full bench is no candidate", function()
    local w = kit.world(loop(action("a", { claims = { { property = "seats", amount = 2 } } })))
    w:spawn("npc"); w:spawn("npc"); w:spawn("bench")
    same(go(w, 0), "start a@3; fail s no candidate")
    same(w:get(3, "seats"), 0)
    same(#w:check_claims(), 0)
    w:set(3, "seats", 5) -- the free part only: 5 - 2 taken
    same(w:get(3, "seats"), 3)
    w:complete(1)
    same(w:get(3, "seats"), 5)
    same(#w:check_claims(), 0)
  end)

  check("S42 what an NPC holds itself counts as free in its conditions, not in claims", function()
    local content = loop(action("a", { takes_target = true, when = { "==", { "target", "seats" }, { "const", 2 } } }))
    content.sequences = { sequence("s", { "a:a>b", "b:a=>end" }, { claims = { { property = "seats" } } }) }
    local w = kit.world(content)
    w:spawn("npc"); w:spawn("bench")
    same(go(w, 1000, 2), "start a@2; stop a@2 done; start a@2")
    same(w:get(2, "seats"), 1)
    same(go(w, 1000), "stop a@2 done; start a@2")
    same(w:get(2, "seats"), 1)
  end)

  check("S46 the nearest, the least, the most; ties by memory", function()
    local w = kit.world(loop(action("a", { prefer = { kind = "nearest" } })))
    w:spawn("npc"); w:spawn("bench", { x = 9 }); w:spawn("bench", { x = -2 }); w:spawn("bench", { x = 2 })
    go(w, 0); go(w, 1000)
    local first, second = w.events[5].target, w.events[#w.events].target
    assert(first ~= second and first + second == 7)
    w = kit.world(loop(action("a", { prefer = { kind = "most", property = "seats" } })))
    w:spawn("npc"); w:spawn("bench", { state = { seats = 1 } }); w:spawn("bench", { state = { seats = 4 } })
    same(go(w, 0), "start a@3")
    same(go(w, 1000), "stop a@3 done; start a@3")
  end)

  check("S47 travel takes its time and moves the NPC", function()
    local w = kit.world(loop(action("a", { travel = { speed = 3 } })))
    w:spawn("npc"); w:spawn("bench", { x = 10 })
    w:update(0)
    same(w.events[3].argument, 3334)
    go(w, 3333)
    same(w:entity(1).x, 0)
    go(w, 1)
    same(w:entity(1).x, 10)
    same(w.events[#w.events].argument, 1)
  end)

  check("S47 no speed is a false precondition; the game's move stands", function()
    local content = loop(action("a", { travel = { property = "n" } }))
    local w = kit.world(content)
    w:spawn("npc"); w:spawn("bench", { x = 10 })
    same(go(w, 0), "fail s no candidate")
    w:set(1, "n", 10)
    same(go(w, 1000), "start a@2")
    w:move(1, 3, 0, 0)
    go(w, 1000)
    same(w:entity(1).x, 3)
  end)

  check("S28 the random stream is sfc32 and FNV-1a is FNV-1a", function()
    same(kit.u32.fnv(""), 2166136261)
    same(kit.u32.fnv("a"), 3826002220)
    same(kit.u32.fnv("foobar"), 3214735720)
    local s = kit.u32.stream(1, 2, 3)
    local a, b = kit.u32.next(s), kit.u32.next(s)
    assert(a ~= b and a % 1 == 0 and a < 4294967296)
    same(kit.u32.draw(s, 1), 0)
  end)

  check("S11 S12 S41 S42 S45 load errors", function()
    local function refused(content, rule)
      local ok, why = pcall(kit.world, content)
      assert(not ok and tostring(why):find(rule, 1, true), tostring(why) .. " for " .. rule)
    end
    refused(loop(action("a", { duration = { 0, 5 } })), "S11")
    refused(loop(action("a", { timeout_ms = 1000 })), "S11")
    refused(loop(action("a", { when = { "call", 1 } })), "S12")
    refused(loop(action("a", { claims = { { property = "n" } } })), "S42")
    refused(loop(action("a"), { sequences = { sequence("s", { "a:a=>end" }) } }), "S41")
    refused(loop(action("a"), { interruptions = { { name = "i", when = { "==", { "now" }, { "const", 1 } } } } }), "S45")
    refused(loop(action("a"), { sequences = { sequence("s", { "a:?>end" }) } }), "S24")
    refused(loop(action("a"), { sequences = { sequence("s", { "a:(s)>end" }) } }), "S24")
  end)
end
