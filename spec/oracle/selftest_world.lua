-- Checks of the update cycle, the order of things, events and the hash.

return function(kit)
  local check, same, go, action, sequence = kit.check, kit.same, kit.go, kit.action, kit.sequence

  local function content()
    return {
      states = {}, env = {}, interruptions = {},
      actions = { action("a"), action("long", { duration = { 1500, 1500 } }) },
      sequences = { sequence("s", { "h:a>end" }), sequence("t", { "h:long>end" }) },
      entities = { kit.npc("npc", "s"), kit.npc("slow", "t"), kit.prop("bench") },
    }
  end

  check("S36 a step back is refused, a zero step allowed, one start an update", function()
    local w = kit.world(content())
    w:spawn("npc")
    same(w:update(-1), nil)
    same(go(w, 0), "start a")
    same(go(w, 100000), "stop a done; start a")
    same(w.events[#w.events].time, 100000)
  end)

  check("S37 endings by time then spawn number; deciders first in first out, up to the batch", function()
    local w = kit.world(content())
    w:spawn("slow"); w:spawn("npc"); w:spawn("npc")
    w:update(0, 2)
    same(kit.log(w), "start long; start a")
    w:update(0, 1)
    same(kit.log(w), "start a")
    w:update(2000, 1)
    local order = {}
    for _, e in ipairs(w.events) do
      if e.kind == "stop" then order[#order + 1] = string.format("%d", e.npc) end
    end
    same(table.concat(order, ","), "2,3,1")
    same(w.events[#w.events].npc, 2)
    w:update(0, 1)
    same(w.events[#w.events].npc, 3)
  end)

  check("S28 a second living NPC of a name is refused; the name's stream does not depend on the spawn number", function()
    local w = kit.world(content(), { seed_low = 5 })
    w:spawn("bench")
    local n = w:spawn("npc", { name = "mary" })
    assert(not w:spawn("npc", { name = "mary" }))
    local v = kit.world(content(), { seed_low = 5 })
    local m = v:spawn("npc", { name = "mary" })
    same(kit.u32.next(w:npc(n).stream), kit.u32.next(v:npc(m).stream))
    w:remove(n)
    assert(w:spawn("npc", { name = "mary" }))
  end)

  check("S43 the hash is FNV-1a over the words of each event", function()
    local w = kit.world(content())
    w:spawn("npc")
    w:update(7)
    local u32, hash = kit.u32, kit.u32.FNV_START
    for _, word in ipairs { 1, 0, 0, 1, 0, u32.fnv("npc"), 0, 2, 7, 0, 1, 0, u32.fnv("a"), 1000 } do hash = u32.fnv_word(hash, word) end
    same(w.hash, hash)
  end)

  check("S37 during an ending first those its effects raised on join, then itself", function()
    local c = content()
    c.interruptions = { { name = "hey" } }
    c.actions[3] = action("poke", { takes_target = true, finish = { { "raise", "hey", "target" } } })
    c.sequences[3] = sequence("u", { "h:poke>end" })
    c.entities = { kit.npc("poker", "u"), kit.npc("poked", "t", { accepts = { "poke" },
      handlers = { { interruption = "hey", sequence = "s" } } }) }
    local w = kit.world(c)
    w:spawn("poker"); w:spawn("poked")
    go(w, 0)
    same(go(w, 1000), "stop poke@2 done; stop long interrupted; interrupt s@1; start a; start poke@2")
  end)

  check("S9 a pushed value counts as an answer; no answer keeps the value and counts as asked", function()
    local c = content()
    c.env = { { name = "e", every_ms = 1000, values = { "x", "y" } } }
    c.actions[1].when = { "==", { "env", "e" }, { "const", 1 } }
    local asked = 0
    local w = kit.world(c, { query_env = function() asked = asked + 1 end })
    w:update(0)
    w:push_env("e", "y")
    assert(not w:push_env("e", "z"))
    w:spawn("npc")
    same(go(w, 999), "start a")
    same(asked, 0)
    same(go(w, 1000), "stop a done; start a")
    same(asked, 1)
  end)

  check("S10 a queried position is asked at most once per interval, the NPC's own first", function()
    local c = content()
    c.actions[1].prefer = { kind = "nearest" }
    c.entities = { kit.npc("npc", "s", { position = "queried", position_every_ms = 5000 }),
      kit.prop("bench", {}, { "a" }, { position = "queried", position_every_ms = 0 }) }
    local order = {}
    local w = kit.world(c, { query_position = function(number) order[#order + 1] = string.format("%d", number); return number end })
    w:spawn("bench"); w:spawn("npc"); w:spawn("bench")
    same(go(w, 0), "start a@1") -- equally near: 1 or 3, by the draw
    same(table.concat(order, ","), "2,1,3")
    go(w, 1000)
    same(table.concat(order, ","), "2,1,3,1,3")
  end)

  check("S18 an NPC removed between its actions leaves the queue", function()
    local w = kit.world(content())
    w:spawn("npc"); w:spawn("npc")
    w:remove(1)
    w:update(0, 1)
    same(kit.log(w), "remove npc; start a")
  end)
end
