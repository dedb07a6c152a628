-- Checks of sequences, memory of transitions, failures, fallbacks, waits, halts and restarts.

return function(kit)
  local check, same, go, action, sequence = kit.check, kit.same, kit.go, kit.action, kit.sequence

  local STATES = { { name = "n", default = 0 }, { name = "seats", default = 1, min = 0 } }
  local NEVER = { "==", { "const", 0 }, { "const", 1 } }

  -- Actions a, b, c that always can be, `no` that never can, `use` that takes a bench.
  local function content(sequences, npc, extra)
    local made = {
      states = STATES, env = {}, interruptions = {}, sequences = sequences,
      actions = { action("a"), action("b"), action("c"), action("no", { when = NEVER }), action("use", { takes_target = true }) },
      entities = { kit.npc("npc", sequences[1].name, npc), kit.prop("bench", { { "seats" } }, { "use" }) },
    }
    made.entities[1].state = { { "n" } }
    for key, value in pairs(extra or {}) do made[key] = value end
    return made
  end

  check("S22 several options go round by memory; one is followed without a record", function()
    local w = kit.world(content { sequence("s", { "h:a>x,y", "x:b>end", "y:c>end" }) })
    local n = w:spawn("npc")
    go(w, 1000, 40)
    local seen, last = {}, nil
    for _, e in ipairs(w.events) do
      if e.kind == "start" and e.name ~= "a" then
        assert(e.name ~= last)
        last = e.name
        seen[last] = true
      end
    end
    assert(seen.b and seen.c)
    same(#w:npc(n).memory.transitions, 2)
  end)

  check("S22 transitions to the same node are one option", function()
    local w = kit.world(content { sequence("s", { "h:a>x,x", "x:b>end" }) })
    local n = w:spawn("npc")
    same(go(w, 1000, 2), "start a; stop a done; start b")
    same(#w:npc(n).memory.transitions, 0)
  end)

  check("S22 none open fails the node", function()
    local s = sequence("s", { "h:a>x", "x:b>end" })
    s.nodes[1].to[1].when = NEVER
    local w = kit.world(content { s })
    w:spawn("npc")
    same(go(w, 1000, 2), "start a; stop a done; fail s no option")
  end)

  check("S23 nested sequences return to their caller", function()
    local w = kit.world(content { sequence("s", { "h:(t)>x", "x:b>end" }), sequence("t", { "h:a>end" }) })
    w:spawn("npc")
    same(go(w, 1000, 3), "start a; stop a done; start b; stop b done; start a")
  end)

  check("S24 depth: the asker fails directly, its caller's `failed` catches", function()
    local plain = { sequence("s", { "h:(t)>end!x", "x:b>end" }), sequence("t", { "h:(u)>end!y", "y:c>end" }), sequence("u", { "h:a>end" }) }
    local w = kit.world(content(plain), { depth = 2 })
    w:spawn("npc")
    same(go(w, 0), "fail t depth; start b")
  end)

  check("S24 steps: the 65th is not made, nothing catches it", function()
    local s = sequence("s", { "h:(t)>h!x", "x:b>end" })
    local t = sequence("t", { "h:?>h,end", "z:a>end" })
    t.nodes[1].to[1].when = { "==", { "self", "n" }, { "const", 0 } }
    t.nodes[1].to[2].when = NEVER
    local w = kit.world(content({ s, t, sequence("f", { "h:c>end" }) }, { fallbacks = { "f" } }))
    w:spawn("npc")
    same(go(w, 0), "fail t steps; fallback f")
    same(go(w, 0), "start c")
  end)

  check("S33 S44 a node's own `failed` is followed without events", function()
    local w = kit.world(content { sequence("s", { "h:no>end!x", "x:b>end" }) })
    w:spawn("npc")
    same(go(w, 0), "start b")
  end)

  check("S33 a caller's `failed` is followed after the fail event, and not counted", function()
    local w = kit.world(content { sequence("s", { "h:(t)>end!x", "x:b>end" }), sequence("t", { "h:no>end" }) })
    local n = w:spawn("npc")
    same(go(w, 0), "fail t condition; start b")
    same(w:npc(n).activities[1].failures, 0)
  end)

  check("S33 a fallback takes the place; the caller's node then counts as executed", function()
    local w = kit.world(content({ sequence("s", { "h:(t)>x", "x:b>end" }), sequence("t", { "h:no>end" }), sequence("f", { "h:c>end" }) },
      { fallbacks = { "f" } }))
    w:spawn("npc")
    same(go(w, 1000, 2), "fail t condition; fallback f; start c; stop c done; start b")
  end)

  check("S33 S34 without a fallback the caller's node is executed at once, after 1 s", function()
    local w = kit.world(content { sequence("s", { "h:(t)>x", "x:b>end" }), sequence("t", { "h:no>end" }) })
    w:spawn("npc")
    same(go(w, 0), "fail t condition")
    same(go(w, 999), "")
    same(go(w, 1), "start b")
  end)

  check("S34 one failure an update, waits of 1, 2, 4 s, then a halt; restart after 30 s", function()
    local w = kit.world(content { sequence("s", { "h:no>end" }) })
    local n = w:spawn("npc")
    same(go(w, 0), "fail s condition")
    same(go(w, 1000), "fail s condition")
    same(go(w, 1999), "")
    same(go(w, 1), "fail s condition")
    same(go(w, 3999), "")
    same(go(w, 1), "fail s condition; halt s condition")
    same(w:doing(n).halted, "condition")
    same(go(w, 29999), "")
    same(go(w, 1), "restart s; fail s condition")
  end)

  check("S34 with a fallback the first failure does not wait, a second in one update is kept", function()
    local w = kit.world(content({ sequence("s", { "h:no>end" }), sequence("f", { "h:no>end" }) }, { fallbacks = { "f" } }))
    w:spawn("npc")
    same(go(w, 0), "fail s condition; fallback f")
    same(go(w, 0), "fail f condition; fallback f")
    same(go(w, 0), "")
    same(go(w, 2000), "fail f condition; fallback f")
    same(go(w, 4000), "fail f condition; halt f condition")
  end)

  check("S34 a completed action ends the row", function()
    local w = kit.world(content({ sequence("s", { "h:no>end" }), sequence("f", { "h:a>end" }) }, { fallbacks = { "f" } }))
    local n = w:spawn("npc")
    for _ = 1, 20 do w:update(1000) end
    assert(not w:doing(n).halted)
  end)

  check("S34 the game restarts a halted NPC; automatic restart can be switched off", function()
    local w = kit.world(content { sequence("s", { "h:no>end" }) }, { auto_restart = false, failures = 0 })
    local n = w:spawn("npc")
    same(go(w, 0), "fail s condition; halt s condition")
    same(go(w, 100000), "")
    assert(w:restart(n))
    same(kit.log(w), "restart s")
    assert(not w:run(n, "nothing"))
  end)

  check("S41 the same target; it is inherited, and does not reach the caller", function()
    local w = kit.world(content { sequence("s", { "h:use>t", "t:(t)>end" }), sequence("t", { "h:use=>end" }) })
    w:spawn("npc"); w:spawn("bench"); w:spawn("bench"); w:spawn("bench")
    go(w, 1000, 2)
    same(w.events[#w.events].target, w.events[5].target)
  end)

  check("S41 no same target fails the node", function()
    local w = kit.world(content { sequence("s", { "h:use=>end" }) })
    w:spawn("npc"); w:spawn("bench")
    same(go(w, 0), "fail s same target")
  end)

  check("S19 a same-target node whose target left fails", function()
    local w = kit.world(content { sequence("s", { "h:use>t", "t:use=>end" }) })
    w:spawn("npc"); w:spawn("bench")
    go(w, 1000, 2)
    w:remove(2)
    same(kit.log(w), "stop use@2 cancelled; remove bench")
    same(go(w, 0), "fail s target left")
  end)

  check("S19 S42 a lost sequence claim fails that sequence with everything above it", function()
    local w = kit.world(content { sequence("s", { "h:(t)>end!x", "x:c>end" }),
      sequence("t", { "h:use>u", "u:(u)>end!y", "y:b>end" }, { claims = { { property = "seats" } } }), sequence("u", { "h:a>end" }) })
    w:spawn("npc"); w:spawn("bench")
    same(go(w, 1000, 2), "start use@2; stop use@2 done; start a")
    w:remove(2)
    same(kit.log(w), "stop a cancelled; remove bench")
    same(go(w, 0), "fail t target left; start c")
  end)

  check("S19 a lost claim goes before the failed node above it", function()
    local w = kit.world(content { sequence("s", { "h:(t)>end!x", "x:c>end" }),
      sequence("t", { "h:use>u", "u:(u)>end" }, { claims = { { property = "seats" } } }), sequence("u", { "h:use=>end!y", "y:b>end" }) })
    w:spawn("npc"); w:spawn("bench")
    same(go(w, 1000, 2), "start use@2; stop use@2 done; start use@2")
    w:remove(2)
    same(go(w, 0), "stop use@2 cancelled; remove bench; fail t target left; start c")
  end)

  check("S44 otherwise is an option only when no other is", function()
    local s = sequence("s", { "h:a>x,y", "x:b>end", "y:c>end" })
    s.nodes[1].to[1].when = { "==", { "self", "n" }, { "const", 0 } }
    s.nodes[1].to[2].otherwise = true
    local w = kit.world(content { s })
    local n = w:spawn("npc")
    same(go(w, 1000, 2), "start a; stop a done; start b")
    w:set(n, "n", 1)
    same(go(w, 1000, 2), "stop b done; start a; stop a done; start c")
    same(#w:npc(n).memory.transitions, 0) -- never two options
  end)

  check("S44 a choice has no action", function()
    local w = kit.world(content { sequence("s", { "h:?>x", "x:b>h" }) })
    w:spawn("npc")
    same(go(w, 1000, 2), "start b; stop b done; start b")
  end)

  check("S25 S27 capacity 0 remembers nothing", function()
    local w = kit.world(content({ sequence("s", { "h:a>x,y", "x:b>end", "y:c>end" }) },
      { memory = { transitions = 0, actions = 0, interruptions = 0 } }))
    local n = w:spawn("npc")
    go(w, 1000, 10)
    same(#w:npc(n).memory.transitions, 0)
  end)
end
