-- Checks of inboxes, sending, taking, awaiting and meetings: S24 S69 S70 S71.

return function(kit)
  local check, same, go, all, action, sequence = kit.check, kit.same, kit.go, kit.all, kit.action, kit.sequence

  local function const(n) return { "const", n } end

  -- A clerk takes from `post` and does `a`, a writer sends and does `b`. `more`: { inbox=, take=, send=, sequences=, clerk=, writer=,
  -- entities= }.
  local function content(more)
    more = more or {}
    local take = sequence("clerk", more.clerk or { "x:<post>y!z", "y:a>end", "z:b>end" })
    local send = sequence("writer", more.writer or { "x:!post>y!z", "y:b>end", "z:c>end" })
    for key, value in pairs(more.take or {}) do take.nodes[1][key] = value end
    for key, value in pairs(more.send or {}) do send.nodes[1][key] = value end
    local inbox = { name = "post" }
    for key, value in pairs(more.inbox or {}) do inbox[key] = value end
    local function npc(name, extra)
      local def = kit.npc(name, name, { state = { { "n" }, { "m" } }, handlers = { { interruption = "int", sequence = "long" } } })
      for key, value in pairs(extra or {}) do def[key] = value end
      return def
    end
    local made = {
      states = { { name = "n", default = 0, min = -5, max = 100 }, { name = "m", default = 0 } }, interruptions = { { name = "int" } },
      inboxes = { inbox, { name = "other" } }, links = { { name = "near", flag = true }, { name = "likes", default = 0 } },
      actions = { action("a"), action("b"), action("c"), action("w"), action("long", { duration = { 10000, 10000 } }),
        action("hail", { takes_target = true }), action("call", { start = { { "send_on_path", "post", "near", { "self", "n" } } } }) },
      sequences = { take, send, sequence("long", { "x:long>end" }), sequence("ends", { "x:a>end" }) },
      entities = { npc("clerk", { inboxes = { "post" }, tags = { "clerk" } }), npc("writer"), kit.prop("box", { { "m" } }, { "hail" }) },
    }
    for _, each in ipairs(more.sequences or {}) do made.sequences[#made.sequences + 1] = each end
    for _, each in ipairs(more.entities or {}) do made.entities[#made.entities + 1] = npc(each[1], each[2]) end
    return made
  end

  local function world(more, options) return kit.world(content(more), options) end

  local WAITS = { timeout_ms = 60000, waiting = "w" }

  ---- Inboxes (S69) ----

  check("S69 the game sends; refused are stale ones, itself, props, who has no such inbox, and what is full, which is counted", function()
    local w = world { inbox = { limit = 2 }, clerk = { "x:long>end" }, writer = { "x:long>end" } }
    local c, n, box = w:spawn "clerk", w:spawn "writer", w:spawn "box"
    for _, each in ipairs { { c, c }, { 9, c }, { n, box }, { c, n } } do same(tostring(w:send(each[1], "post", each[2], 1)), "nil") end
    same(w.messages_refused, 0)
    assert(w:send(n, "post", c, 1) and w:send(box, "post", c, 2))
    same(select(2, w:send(n, "post", c, 3)), "full")
    same(w.messages_refused, 1)
    same(w:count_messages(w:entity(c), "post"), 2)
    same(tostring(w:count_messages(w:entity(n), "post")), "nil")
  end)

  check("S69 a limit of 0: only while its NPC waits to take, and holds none", function()
    local w = world { inbox = { limit = 0 }, take = { timeout_ms = 60000, when = { "==", const(0), const(1) }, every_ms = 60000 },
      writer = { "x:long>end" } }
    local c, n = w:spawn "clerk", w:spawn "writer"
    same(select(2, w:send(n, "post", c, 1)), "full")
    go(w, 0)
    assert(w:send(n, "post", c, 1))
    same(select(2, w:send(n, "post", c, 1)), "full")
    w:remove(n); n = w:spawn "writer"
    w:hold(c)
    same(select(2, w:send(n, "post", c, 1)), "full")
  end)

  check("S69 what has been kept long enough goes; so does what a leaving one has sent, and what is in its inboxes", function()
    local w = world { inbox = { keep_ms = 1500 }, clerk = { "x:long>end" }, writer = { "x:long>end" } }
    local c, n, m = w:spawn "clerk", w:spawn "writer", w:spawn "writer"
    w:send(n, "post", c, 1)
    go(w, 1000)
    w:send(m, "post", c, 2); w:send(n, "post", c, 3)
    go(w, 499)
    same(#w.messages, 3)
    go(w, 1)
    same(#w.messages, 2)
    w:remove(n)
    same(#w.messages .. " " .. w.messages[1].value, "1 2")
    w:remove(c)
    same(#w.messages, 0)
  end)

  check("S69 effects send at once, or to a path when all is over; a value that is not there is not sent, nobody sends to itself", function()
    local w = world { clerk = { "x:long>end" }, writer = { "x:call>end" } }
    local c, n = w:spawn "clerk", w:spawn "writer"
    w:link(n, "near", c); w:link(n, "near", w:spawn "box")
    w:set(n, "n", 7)
    go(w, 0)
    same(w.messages[1].value .. " from " .. w.messages[1].sender, "7 from " .. n)
    local about = { npc = w:entity(n), target = w:entity(c), action = "a" }
    w:apply({ { "send", "post", "target", { "area", "n" } }, { "send", "post", "target", { "+", { "self", "n" }, const(1) } },
      { "send", "post", "area" } }, about)
    same(#w.messages .. " " .. w.messages[2].value, "2 8")
    w:apply({ { "send", "post", "target" } }, { npc = w:entity(c), target = w:entity(c), action = "a" })
    same(#w.messages, 2)
    same(tostring(w:value({ "target", "post" }, about)) .. tostring(w:value({ "self", "post" }, about)), "2nil")
  end)

  ---- Sending (S69) ----

  check("S69 a send node: no candidate, full, which is counted, and sent: the receiver is the current target", function()
    local w = world { clerk = { "x:long>end" } }
    w:spawn "writer"
    same(go(w, 0), "start c")
    w = world { inbox = { limit = 1 }, clerk = { "x:long>end" }, writer = { "x:!post>y!z", "y:b>x", "z:c>end" } }
    local c = w:spawn "clerk"
    local n = w:spawn "writer"
    same(go(w, 0), "start long; start b")
    same(w:entity(n).activities[1].frames[1].target, c)
    same(go(w, 1000), "stop b done; start c")
    same(w.messages_refused, 1)
    w = world { inbox = { limit = 0 }, clerk = { "x:long>end" }, writer = { "x:!post>y", "y:b>end" } }
    w:spawn "clerk"; w:spawn "writer"
    same(go(w, 0), "start long; fail writer full")
  end)

  check("S69 one after the other, by encounters; `when`, tags and preference", function()
    local w = world { clerk = { "x:long>end" }, writer = { "x:!post>y", "y:b>end" } }
    for _ = 1, 3 do w:spawn "clerk" end
    w:spawn "writer"
    go(w, 0); go(w, 1000, 2)
    local got = {}
    for _, message in ipairs(w.messages) do got[message.receiver] = true end
    same(tostring(got[1]) .. tostring(got[2]) .. tostring(got[3]), "truetruetrue")
    for _, more in ipairs { { when = { "==", { "target", "n" }, const(3) } }, { prefer = { kind = "most", value = { "target", "n" } } },
      { prefer = { kind = "least", value = { "target", "post" } }, targets = { "clerk" } }, { path = "near" } } do
      w = world { clerk = { "x:long>end" }, send = more }
      w:spawn "clerk"; w:spawn("clerk", { state = { n = 3 } })
      local n = w:spawn "writer"
      w:link(n, "near", 2); w:link(1, "near", 2)
      if more.targets then w:send(2, "post", 1, 0) end
      go(w, 0)
      same(w.messages[#w.messages].receiver, 2)
    end
  end)

  check("S69 the same target: it has to be there, to have the inbox, and to meet `when`; nothing is remembered", function()
    local w = world { clerk = { "x:long>end" }, writer = { "x:!post=>y!z", "y:b>end", "z:c>end" } }
    w:spawn "clerk"
    local n = w:spawn "writer"
    same(go(w, 0), "start long; start c")
    w:entity(n).activities[1].frames[1].target = 1
    w:entity(n).activities[1].frames[1].node = "x"
    w:entity(n).activities[1].frames[1].state = "processing"
    w:entity(n).action = nil
    w:join(w:entity(n))
    same(go(w, 0), "start b")
    same(#w:entity(n).memory.encounters, 0)
  end)

  check("S69 a value that is not there: the node fails (condition), and the receiver is remembered all the same", function()
    local w = world { clerk = { "x:long>end" }, writer = { "x:!post>y", "y:b>end" }, send = { value = { "area", "n" } } }
    w:spawn "clerk"
    local n = w:spawn "writer"
    same(go(w, 0), "start long; fail writer condition")
    same(#w:entity(n).memory.encounters .. " " .. #w.messages, "1 0")
  end)

  check("S24 who only sends waits a second; who took something does not", function()
    local w = world { clerk = { "x:long>end" }, writer = { "x:!post>end" } }
    w:spawn "clerk"
    local n = w:spawn "writer"
    go(w, 0)
    same(w:doing(n).waits_until, 1000)
    w = world { clerk = { "x:<post>end!end" }, writer = { "x:long>end" } }
    local c = w:spawn "clerk"
    n = w:spawn "writer"
    w:send(n, "post", c, 1)
    go(w, 0)
    same(#w.messages .. " " .. w:doing(c).waits_until, "0 1000") -- the second time there was nothing
  end)

  ---- Taking (S70) ----

  check("S70 the oldest is taken; the sender is the current target, the value goes into a state, clamped", function()
    local w = world { take = { into = "n" }, writer = { "x:long>end" } }
    local c, n, m = w:spawn "clerk", w:spawn "writer", w:spawn "writer"
    w:send(m, "post", c, 200); w:send(n, "post", c, 2)
    same(kit.go(w, 0):match "^start a" or "", "start a")
    same(w:get(c, "n") .. " " .. w:entity(c).activities[1].frames[1].target, "100 " .. m)
    go(w, 1000)
    same(w:get(c, "n"), 2)
  end)

  check("S70 nothing there: fails at once, or waits, and is called when something comes", function()
    local w = world { writer = { "x:long>end" } }
    w:spawn "clerk"
    same(go(w, 0), "start b")
    w = world { take = WAITS, writer = { "x:long>end" } }
    local c, n = w:spawn "clerk", w:spawn "writer"
    same(go(w, 0), "start w; start long")
    same(go(w, 5000), "")
    w:send(n, "post", c, 1)
    same(go(w, 0), "stop w done; start a")
    w = world { take = { timeout_ms = 1500 }, clerk = { "x:<post>y", "y:a>end" }, writer = { "x:long>end" } }
    w:spawn "clerk"
    go(w, 0)
    same(go(w, 1499), "")
    same(go(w, 1), "fail clerk waited")
  end)

  check("S70 `when` of the sender; tried again every so often, and when something comes", function()
    local w = world { take = { timeout_ms = 60000, every_ms = 2000, when = { "==", { "target", "m" }, const(1) } }, writer = { "x:long>end" } }
    local c, n = w:spawn "clerk", w:spawn "writer"
    go(w, 0)
    w:send(n, "post", c, 1)
    same(go(w, 500), "") -- tried, in vain
    w:set(n, "m", 1)
    same(go(w, 1999), "")
    same(go(w, 1), "start a")
  end)

  check("S70 by preference of the sender, of the best one the oldest", function()
    local w = world { take = { into = "n", prefer = { kind = "most", value = { "target", "m" } } }, writer = { "x:long>end" } }
    local c, n, m = w:spawn "clerk", w:spawn "writer", w:spawn("writer", { state = { m = 5 } })
    w:send(n, "post", c, 1); w:send(m, "post", c, 2); w:send(m, "post", c, 3)
    go(w, 0)
    same(w:get(c, "n"), 2)
  end)

  check("S70 an inbox that the NPC lacks holds nothing", function()
    local w = world { sequences = { sequence("odd", { "x:<other>y!z", "y:a>end", "z:c>end" }) }, clerk = { "x:long>end" } }
    local c = w:spawn "clerk"
    go(w, 0)
    w:set_main(c, "odd")
    same(go(w, 0), "stop long interrupted; start c")
  end)

  ---- Awaiting (S70) ----

  local AWAITS = { "x:!!post>y!z", "y:b>end", "z:c>end" }

  check("S70 done: the sequence takes again, or ends", function()
    local w = world { clerk = { "x:<post>y!y", "y:a>x" }, writer = AWAITS, send = { waiting = "w" } }
    w:spawn "writer"
    w:spawn "clerk"
    same(all(w) .. go(w, 0), "start w; start a")
    same(go(w, 1000), "stop a done; start a") -- it takes again, with nothing there; whom it calls decides in the next update
    same(go(w, 0), "stop w done; start b")
    w = world { clerk = { "x:<post>y!z", "y:a>end", "z:long>end" }, writer = AWAITS }
    w:spawn "writer"
    w:spawn "clerk"
    same(go(w, 0), "start a")
    same(go(w, 1000), "stop a done; start long")
    same(go(w, 0), "start b")
  end)

  check("S70 failed: the sequence fails, its NPC leaves or is given another main sequence", function()
    for _, how in ipairs { "fail", "remove", "set_main" } do
      local w = world { clerk = { "x:<post>y", "y:a>end" }, writer = AWAITS }
      w:spawn "writer"
      local c = w:spawn "clerk"
      go(w, 0)
      if how == "fail" then w:fail(c) elseif how == "remove" then w:remove(c) else w:set_main(c, "long") end
      local said = kit.go(w, 0) .. kit.go(w, 0)
      same(how .. tostring(said:match "start c"), how .. "start c")
    end
  end)

  check("S70 untaken it goes, and the node fails; at its own timeout it is withdrawn", function()
    local w = world { inbox = { keep_ms = 2000 }, clerk = { "x:long>end" }, writer = { "x:!!post>y", "y:b>end" } }
    w:spawn "writer"; w:spawn "clerk"
    go(w, 0)
    same(go(w, 2000), "fail writer message")
    w = world { clerk = { "x:long>end" }, writer = { "x:!!post>y", "y:b>end" }, send = { timeout_ms = 1000 } }
    w:spawn "writer"; w:spawn "clerk"
    go(w, 0)
    same(#w.messages, 1)
    same(go(w, 1000), "fail writer waited")
    same(#w.messages, 0)
  end)

  check("S70 an interrupted sender finds out when it goes on; the message stays meanwhile", function()
    local w = world { clerk = { "x:<post>y!z", "y:a>end", "z:long>end" }, writer = AWAITS, take = { timeout_ms = 60000 } }
    local n, c = w:spawn "writer", w:spawn "clerk"
    w:hold(c)
    go(w, 0)
    w:interrupt("int", { npcs = { n } })
    go(w, 0)
    w:release(c)
    same(go(w, 0), "start a")
    same(go(w, 1000), "stop a done")
    same(go(w, 9000), "stop long done; start b")
  end)

  check("S70 set main of the sender withdraws what is untaken", function()
    local w = world { clerk = { "x:long>end" }, writer = AWAITS }
    local n = w:spawn "writer"
    w:spawn "clerk"
    go(w, 0)
    w:set_main(n, "long")
    same(#w.messages, 0)
  end)

  check("S34 S70 what a halting NPC's callers have in hand has failed", function()
    local w = world({ clerk = { "x:<post>y", "y:(broken)>end" }, sequences = { sequence("broken", { "x:hail>end" }) }, writer = AWAITS },
      { failures = 0 })
    w:spawn "writer"; w:spawn "clerk"
    same(kit.go(w, 0):match "halt %w+", "halt broken")
    same(go(w, 0), "start c")
  end)

  ---- Meetings (S71) ----

  local function meeting(more)
    local function npc(name, count) return { name, { }, count } end
    local sequences, entities = {}, {}
    for _, each in ipairs { npc("two", 2), npc("three", 3) } do
      sequences[#sequences + 1] = sequence(each[1], { "x:&toast" .. each[3] .. ">y!z", "y:a>end", "z:c>end" })
      for key, value in pairs(more or { path = "near" }) do sequences[#sequences].nodes[1][key] = value end
      entities[#entities + 1] = { each[1] }
    end
    return world { sequences = sequences, entities = entities, clerk = { "x:long>end" } }
  end

  local function spawn_at(w, name, place)
    local n = w:spawn(name)
    w:link(n, "near", place)
    return n
  end

  check("S71 nobody there: fails; who comes as the last goes on at once, the others are called", function()
    local w = meeting()
    w:spawn "two"
    same(go(w, 0), "start c")
    w = meeting()
    local box = w:spawn "box"
    spawn_at(w, "three", box); spawn_at(w, "three", box)
    same(go(w, 0), "")
    same(#w:meeting_at(w:entity(box), "toast"), 2)
    spawn_at(w, "three", box)
    same(all(w) .. go(w, 0), "start a")
    same(go(w, 0), "start a; start a")
  end)

  check("S71 each tries with its own count; what has come about for one is not lost by an interruption", function()
    local w = meeting()
    local box = w:spawn "box"
    local first = spawn_at(w, "three", box)
    go(w, 0)
    spawn_at(w, "two", box)
    same(go(w, 0), "start a")
    w:interrupt("int", { npcs = { first } })
    same(go(w, 0), "interrupt long; start long")
    same(go(w, 10000), "stop a done; stop long done; start a")
  end)

  check("S71 interrupted ones do not count, and count again when they go on; at the timeout it is over", function()
    local w = meeting { path = "near", timeout_ms = 20000 }
    local box = w:spawn "box"
    local first = spawn_at(w, "two", box)
    go(w, 0)
    w:interrupt("int", { npcs = { first } })
    go(w, 0)
    spawn_at(w, "two", box)
    same(go(w, 0), "")
    same(go(w, 10000), "stop long done; start a")
    same(go(w, 0), "start a")
    w = meeting { path = "near", timeout_ms = 1000 }
    spawn_at(w, "two", w:spawn "box")
    go(w, 0)
    same(go(w, 1000), "start c")
  end)

  check("S71 the place leaves: who waits there fails; another name, another place", function()
    local w = meeting()
    local box = w:spawn "box"
    spawn_at(w, "two", box)
    spawn_at(w, "two", w:spawn "box")
    go(w, 0)
    w:remove(box)
    same(go(w, 0), "remove box; start c")
  end)
end
