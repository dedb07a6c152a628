-- Checks of nodes that wait: tries, the waiting action, interruptions, and sequences that only wait.

return function(kit)
  local check, same, go, log, action, sequence = kit.check, kit.same, kit.go, kit.log, kit.action, kit.sequence

  local COMES = { "==", { "self", "n" }, { "const", 1 } }

  -- The one wait node `w` of the first sequence, with what it waits for; actions a, b, and `fidget`, which counts in k: 1 at
  -- its start, 10 at its end, 100 if that is another. The NPC looks up (`b`) at `int`.
  local function content(sequences, wait, npc, extra)
    for key, value in pairs(wait or {}) do kit.node(sequences[1], "w")[key] = value end
    local node = kit.node(sequences[1], "w")
    node.when = node.when or COMES
    sequences[#sequences + 1] = sequence("look", { "h:b>end" })
    local function count(n) return { { "add", "self", "k", { "const", n } } } end
    local made = {
      states = { { name = "n", default = 0 }, { name = "k", default = 0 }, { name = "seats", default = 1, min = 0 } }, env = {},
      interruptions = { { name = "int" } }, sequences = sequences,
      actions = { action("a"), action("b"), action("no", { when = { "==", { "const", 0 }, { "const", 1 } } }),
        action("use", { takes_target = true }),
        action("fidget", { duration = { 300, 900 }, start = count(1), finish = count(10), interrupted = count(100) }) },
      entities = { kit.npc("npc", sequences[1].name, npc), kit.prop("bench", { { "seats" } }, { "use" }) },
    }
    made.entities[1].state = { { "n" }, { "k" } }
    made.entities[1].handlers = { { interruption = "int", sequence = "look" } }
    for key, value in pairs(extra or {}) do made[key] = value end
    return made
  end

  local function world(nodes, wait, npc, options)
    local w = kit.world(content({ sequence("s", nodes) }, wait, npc), options)
    return w, w:spawn("npc")
  end

  check("S51 what is there at once executes the node, in the same turn", function()
    local w, n = world({ "w:~fidget>x", "x:a>end" })
    w:set(n, "n", 1)
    same(go(w, 0), "start a")
    same(w:get(n, "k"), 0)
  end)

  check("S51 it is tried every second, and waits a minute, unless it says otherwise", function()
    local w, n = world({ "w:~>x!x", "x:a>end" })
    go(w, 0)
    w:set(n, "n", 1)
    same(go(w, 999), "")
    same(go(w, 1), "start a")
    w, n = world({ "w:~>x!y", "x:a>end", "y:b>end" })
    go(w, 0)
    same(go(w, 1000, 59), "")
    same(w:doing(n).awaits_until, 60000)
    same(go(w, 1000), "start b")
  end)

  check("S51 `every` counts from the try, not from when it was due", function()
    local w, n = world({ "w:~>x", "x:a>end" }, { every_ms = 400 })
    go(w, 0)
    go(w, 700)
    w:set(n, "n", 1)
    same(go(w, 399), "")
    same(go(w, 1), "start a")
  end)

  check("S51 the last try is at the timeout, if that comes before `every`; it may succeed", function()
    local w, n = world({ "w:~>x!y", "x:a>end", "y:b>end" }, { timeout_ms = 1500, every_ms = 1000 })
    go(w, 0)
    go(w, 1000)
    w:set(n, "n", 1)
    same(go(w, 500), "start a")
    w = world({ "w:~>x", "x:a>end" }, { timeout_ms = 1500, every_ms = 5000 })
    go(w, 0)
    same(go(w, 1499), "")
    same(go(w, 1), "fail s waited")
  end)

  check("S51 with a timeout of 0 the first try is the last", function()
    local w = world({ "w:~fidget>x!y", "x:a>end", "y:b>end" }, { timeout_ms = 0 })
    same(go(w, 0), "start b")
  end)

  check("S51 a turn before the try is due tries nothing", function()
    local w, n = world({ "w:~>x", "x:a>end" }, nil, { handlers = {} }, { activities = 1 })
    go(w, 0)
    w:set(n, "n", 1)
    w:interrupt("int", { all = true })
    same(go(w, 500), "ignore look")
    same(go(w, 500), "start a")
  end)

  check("S51 the waiting action is done when it comes: completion effects, a token of its own, argument 0", function()
    local w, n = world({ "w:~fidget>x", "x:a>end" })
    local drawn = w:npc(n).stream.counter
    same(go(w, 0), "start fidget")
    same(w.events[2].argument, 0)
    same(w:doing(n).token, 1)
    same(w:get(n, "k"), 1)
    same(go(w, 900), "")
    w:set(n, "n", 1)
    same(go(w, 100), "stop fidget done; start a")
    same(w:get(n, "k"), 11)
    same(w:npc(n).stream.counter, drawn)
  end)

  check("S51 the waiting action fails when it does not come: interruption effects", function()
    local w, n = world({ "w:~fidget>x!x", "x:a>end" }, { timeout_ms = 2000 })
    go(w, 0)
    same(go(w, 1000, 2), "stop fidget failed; start a")
    same(w:get(n, "k"), 101)
  end)

  check("S51 the game can neither complete nor fail the waiting action", function()
    local w, n = world({ "w:~fidget>end" })
    go(w, 0)
    assert(not w:complete(n) and not w:fail(n, 1, "fidget"))
    same(log(w), "")
  end)

  check("S51 interrupted, it goes on with the time that was left; `every` counts from the try then", function()
    local w, n = world({ "w:~fidget>x!y", "x:a>end", "y:no>end" }, { timeout_ms = 3000 })
    go(w, 0)
    go(w, 1200)
    w:interrupt("int", { npcs = { n } })
    same(go(w, 0), "stop fidget interrupted; interrupt look; start b")
    same(go(w, 1000), "stop b done; start fidget")
    same(w:doing(n).awaits_until, 2200 + 1800)
    same(w:get(n, "k"), 102)
    w:set(n, "n", 1)
    same(go(w, 999), "")
    same(go(w, 1), "stop fidget done; start a")
  end)

  check("S51 what came meanwhile is there when it goes on, without the waiting action", function()
    local w, n = world({ "w:~fidget>x", "x:a>end" })
    go(w, 0)
    w:hold(n)
    same(log(w), "stop fidget interrupted")
    w:set(n, "n", 1)
    same(go(w, 5000), "")
    w:release(n)
    same(go(w, 0), "start a")
  end)

  check("S51 one interrupted at its last moment has one try left", function()
    local w, n = world({ "w:~>x", "x:a>end" }, { timeout_ms = 1000 })
    go(w, 0)
    w:interrupt("int", { npcs = { n } })
    same(go(w, 1000), "interrupt look; start b")
    same(go(w, 1000), "stop b done; fail s waited")
  end)

  check("S51 claims are retaken before it is tried, and fail it", function()
    local s = sequence("s", { "u:use>w", "w:~fidget>x", "x:a>end" }, { claims = { { property = "seats" } } })
    local w = kit.world(content({ s }))
    local bench, n = w:spawn("bench"), w:spawn("npc")
    go(w, 0)
    same(go(w, 1000), "stop use@1 done; start fidget")
    w:hold(n)
    same(w:get(bench, "seats"), 1)
    w:release(n)
    go(w, 0)
    same(w:get(bench, "seats"), 0)
    w:hold(n)
    w:set(bench, "seats", 0)
    w:release(n)
    same(go(w, 0), "stop fidget interrupted; fail s claim")
  end)

  check("S51 S19 its claim's entity leaves: the waiting action fails, before the remove event", function()
    local s = sequence("s", { "u:use>w", "w:~fidget>x", "x:a>end" }, { claims = { { property = "seats" } } })
    local w = kit.world(content({ s }))
    local bench, n = w:spawn("bench"), w:spawn("npc")
    go(w, 0)
    go(w, 1000)
    w:remove(bench)
    same(log(w), "stop fidget failed; remove bench")
    same(w:get(n, "k"), 101)
    same(go(w, 0), "fail s target left")
  end)

  check("S51 S18 S48 it ends with its NPC, and with the main activity that is replaced", function()
    local w, n = world({ "w:~fidget>end" })
    go(w, 0)
    w:set_main(n, "look")
    same(log(w), "stop fidget interrupted")
    same(go(w, 0), "start b")
    w, n = world({ "w:~fidget>end" })
    go(w, 0)
    w:remove(n)
    same(log(w), "stop fidget removed; remove npc")
    same(go(w, 1000, 3), "")
  end)

  check("S51 S34 waiting leaves the count of failures", function()
    local w, n = world({ "w:~>x", "x:no>end" })
    for _ = 1, 3 do
      w:set(n, "n", 0)
      go(w, 0)
      same(w:doing(n).awaits_until, w.now + 60000)
      w:set(n, "n", 1)
      same(go(w, 1000), "fail s condition")
      w.now = w:npc(n).wait_until
    end
    same(w:npc(n).activities[1].failures, 3)
  end)

  check("S37 a due try joins as an ending, by time and spawn number", function()
    local w, n = world({ "w:~>x", "x:a>end" }, { every_ms = 500 })
    go(w, 0)
    go(w, 100)
    local other = w:spawn("npc")
    go(w, 0)
    w:set(n, "n", 1)
    w:set(other, "n", 1)
    w:interrupt("int", { npcs = { other } }) -- it is in the queue already
    w:update(900)
    same(w.events[#w.events].npc, n)
  end)

  check("S51 the first try is a step, later ones are none", function()
    local nodes = { "w:~>x!x", "x:a>end" } -- enters, tries, follows `failed`, starts
    same(go(world(nodes, { timeout_ms = 0 }, nil, { steps = 4 }), 0), "start a")
    same(go(world(nodes, { timeout_ms = 0 }, nil, { steps = 3 }), 0), "fail s steps")
    local w, n = world(nodes, nil, nil, { steps = 2 })
    go(w, 0)
    w:set(n, "n", 1)
    same(go(w, 1000), "start a")
  end)

  check("S72 `target` is the current target of the sequence, also what it holds", function()
    local free = { ">=", { "target", "seats" }, { "const", 1 } }
    local s = sequence("s", { "u:use>w", "w:~>x", "x:a>end" }, { claims = { { property = "seats" } } })
    local w = kit.world(content({ s }, { when = free }))
    w:spawn("bench")
    w:spawn("npc")
    go(w, 0)
    same(go(w, 1000), "stop use@1 done; start a")
    w = world({ "w:~>x!y", "x:a>end", "y:b>end" }, { when = free, timeout_ms = 0 })
    same(go(w, 0), "start b")
  end)

  check("S24 a main sequence that only passes waits begins again after a second", function()
    local w, n = world({ "w:~>end" })
    w:set(n, "n", 1)
    go(w, 0)
    same(w:doing(n).waits_until, 1000)
    go(w, 1000)
    same(w:doing(n).waits_until, 2000)
    w:set(n, "n", 0)
    go(w, 1000)
    w:set(n, "n", 1)
    go(w, 1000) -- it has waited, so that it begins again at once, and passes
    same(w:doing(n).waits_until, 4000)
    w:interrupt("int", { all = true })
    same(go(w, 0), "interrupt look; start b")
  end)

  check("S24 an action since the sequence began is enough, one before is not", function()
    local w, n = world({ "w:~>c!x", "c:?>end", "x:a>end" }, { timeout_ms = 0 })
    go(w, 0)
    w:set(n, "n", 1)
    same(go(w, 1000), "stop a done")
    same(w:doing(n).waits_until, 2000)
    w:set(n, "n", 0)
    same(go(w, 1000), "start a")
  end)

  check("S24 a fallback in its place counts from its own beginning", function()
    local w, n = world({ "w:~>end" }, { timeout_ms = 1000 }, { fallbacks = { "s" } })
    go(w, 0)
    same(go(w, 1000), "fail s waited; fallback s")
    w:set(n, "n", 1)
    go(w, 1000) -- the fallback has waited: the main sequence, which only passes, comes at once
    same(w:doing(n).waits_until, 3000)
  end)

  check("S24 the wait after a failure is enough", function()
    local w, n = world({ "w:~>end" }, { timeout_ms = 0 })
    same(go(w, 0), "fail s waited")
    same(w:doing(n).waits_until, 1000)
    same(go(w, 1000), "fail s waited")
    same(w:doing(n).waits_until, 3000)
  end)

  check("S51 load errors", function()
    local function refused(wait, why)
      local ok, message = pcall(world, { "w:~fidget>end" }, wait)
      assert(not ok and message:find(why, 1, true), tostring(message))
    end
    refused({ timeout_ms = -2 }, "timeout (S51)")
    refused({ every_ms = 0 }, "every (S51)")
    refused({ waiting = "use" }, "more than can be seen")
    refused({ waiting = "no" }, "more than can be seen")
    refused({ waiting = "nothing" }, "unknown action")
  end)
end
