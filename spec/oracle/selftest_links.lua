-- Checks of links and paths (S65 S66), and of preference by a value (S46).

return function(kit)
  local check, same, go, log, action, sequence = kit.check, kit.same, kit.go, kit.log, kit.action, kit.sequence

  local function content(more)
    local made = {
      states = { { name = "n", default = 0 } },
      links = { { name = "knows", flag = true }, { name = "trust", min = -5, max = 5, default = 2 }, { name = "next", flag = true } },
      interruptions = { { name = "int" } },
      actions = { action("a"), action("b", { takes_target = true }), action("c") },
      sequences = { sequence("main", { "x:a>end" }), sequence("look", { "x:c>end" }) },
      entities = { kit.npc("npc", "main", { state = { { "n" } }, handlers = { { interruption = "int", sequence = "look" } } }),
        kit.prop("prop", { { "n" } }, { "b" }, { tags = { "red" } }), kit.prop("stone", { { "n" } }) },
    }
    for key, value in pairs(more or {}) do made[key] = value end
    return made
  end

  local function text(list) return list and table.concat(list, " ") end

  check("S65 a link has a value within its bounds, and a default where there is none", function()
    local w = kit.world(content())
    local a, b = w:spawn "npc", w:spawn "prop"
    local function read() return table.concat({ tostring((w:link_value(w:entity(a), "trust", w:entity(b)))),
      tostring(select(2, w:link_value(w:entity(a), "trust", w:entity(b)))) }, " ") end
    same(read(), "2 false")
    assert(w:link(a, "trust", b, 9))
    same(read(), "5 true")
    assert(w:link(a, "trust", b, 2))
    same(read(), "2 true") -- the default, and there
    assert(w:unlink(a, "trust", b))
    same(read(), "2 false")
    assert(w:unlink(a, "trust", b)) -- nothing to unlink is nothing wrong
  end)

  check("S65 a flag is or is not; 0 unlinks it", function()
    local w = kit.world(content())
    local a, b = w:spawn "npc", w:spawn "prop"
    assert(w:link(a, "knows", b, 7))
    same(w:link_value(w:entity(a), "knows", w:entity(b)), 1)
    same(w:link_value(w:entity(b), "knows", w:entity(a)), 0) -- it leads one way
    assert(w:link(a, "knows", b, 0))
    same(select(2, w:link_value(w:entity(a), "knows", w:entity(b))), false)
  end)

  check("S65 nothing is linked to itself, to who has left, or by a kind that follows from what is going on", function()
    local w = kit.world(content())
    local a, b = w:spawn "npc", w:spawn "prop"
    same(select(2, w:link(a, "knows", a)), "to itself")
    same(select(2, w:link(a, "holder", b)), "read only")
    same(select(2, w:link(a, "love", b)), "unknown kind")
    w:remove(b)
    same(select(2, w:link(a, "knows", b)), "stale handle")
  end)

  check("S65 255 of a kind; one more is refused, and counted", function()
    local w = kit.world(content())
    local a = w:spawn "npc"
    for _ = 1, 255 do assert(w:link(a, "knows", w:spawn "stone")) end
    local one = w:spawn "stone"
    same(select(2, w:link(a, "knows", one)), "too many")
    same(w.links_refused, 1)
    assert(w:link(a, "trust", one, 1)) -- of another kind
    assert(w:link(a, "knows", 2, 1)) -- one that is there
    w:remove(2)
    assert(w:link(a, "knows", one))
    same(w.links_refused, 1)
  end)

  check("S65 links vanish with either end", function()
    local w = kit.world(content())
    local a, b, c = w:spawn "npc", w:spawn "prop", w:spawn "prop"
    w:link(a, "knows", b); w:link(b, "knows", c); w:link(c, "knows", a)
    w:remove(b)
    same(text(w:query(a, "knows")), "")
    same(text(w:query(c, "knows")), "1")
  end)

  check("S65 expressions read links, effects change them from the default, and what is not there is not there", function()
    local function with(effects, when)
      local made = content { sequences = { sequence("main", { "x:b>y", "y:a>end" }), sequence("look", { "x:c>end" }) } }
      made.actions[2] = action("b", { takes_target = true, start = effects, when = when })
      local w = kit.world(made)
      local a, b = w:spawn "npc", w:spawn "prop"
      return w, a, b
    end
    local w, a, b = with { { "add", "link", { "trust", "self", "target" }, { "const", 1 } },
      { "sub", "link", { "trust", "target", "self" }, { "const", 9 } }, { "set", "link", { "knows", "self", "target" }, { "const", 3 } },
      { "add", "self", "n", { "link", "trust", "self", "target" } }, { "set", "link", { "knows", "self", "area" }, { "const", 1 } },
      { "set", "link", { "knows", "self", "self" }, { "const", 1 } } }
    same(go(w, 0), "start b@2")
    same(w:link_value(w:entity(a), "trust", w:entity(b)), 3)
    same(w:link_value(w:entity(b), "trust", w:entity(a)), -5)
    same(w:link_value(w:entity(a), "knows", w:entity(b)), 1)
    same(w:get(a, "n"), 3)
    same(#w.events, 3)
    w = with(nil, { ">=", { "link", "trust", "self", "area" }, { "const", -100 } })
    same(go(w, 0), "fail main no candidate")
    w = with(nil, { "not", { "==", { "link", "knows", "target", "self" }, { "const", 1 } } })
    same(go(w, 0), "start b@2")
  end)

  -- 1 knows 2 and 3; 2 next 4, 3 next 4 and 5, 4 next 6, 6 next 2.
  local function web(more)
    local w = kit.world(content(more))
    w:spawn "npc"
    for _, definition in ipairs { "prop", "stone", "stone", "prop", "prop" } do w:spawn(definition) end
    for _, link in ipairs { { 1, "knows", 3 }, { 1, "knows", 2 }, { 2, "next", 4 }, { 3, "next", 4 }, { 3, "next", 5 }, { 4, "next", 6 },
      { 6, "next", 2 } } do assert(w:link(link[1], link[2], link[3])) end
    return w
  end

  check("S66 a path goes step by step, the last one first, and finds each once, by spawn number", function()
    local w = web()
    same(text(w:query(1, "knows")), "2 3")
    same(text(w:query(1, "knows of self")), "2 3")
    same(text(w:query(1, "next of knows")), "4 5")
    same(text(w:query(1, "next of next of knows")), "6")
    same(text(w:query(2, "knows")), "")
    same(text(w:query(1, "knows of area")), "")
  end)

  check("S66 tags are of those that are found; with + they are gone through all the same", function()
    local w = web()
    same(text(w:query(1, "knows(red)")), "2")
    same(text(w:query(1, "next of knows(red)")), "4")
    same(text(w:query(1, "next+ of knows")), "2 4 5 6") -- round the ring: 2 is found, and not gone on from again
    same(text(w:query(1, "next(red)+ of knows")), "2 5 6") -- through the stone
    same(text(w:query(1, "next(red) of knows")), "5")
  end)

  check("S66 16 rounds", function()
    local w = kit.world(content())
    for _ = 1, 20 do w:spawn "stone" end
    for i = 1, 19 do w:link(i, "next", i + 1) end
    same(#w:query(1, "next+"), 16)
    same(w.paths_cut, 0)
  end)

  check("S66 256 links are looked at; what lies beyond is not found, and that is counted", function()
    local w = kit.world(content())
    local a, b, last = w:spawn "npc", w:spawn "stone", w:spawn "stone"
    for _ = 1, 250 do w:link(a, "knows", w:spawn "stone") end
    w:link(a, "knows", b)
    for i = 4, 10 do w:link(i, "next", last) end
    same(#w:query(a, "next of knows"), 1) -- 251 and 5 of 7
    same(w.paths_cut, 1)
    same(#w:query(a, "knows"), 251)
    same(w.paths_cut, 1)
    for i = 1, 5 do w:link(b, "next", i + 20) end
    same(#w:query(a, "next of knows"), 5) -- those of the first are found, and nothing more
    same(w.paths_cut, 2)
  end)

  check("S66 count, any and count in", function()
    local made = { { "==", { "count", "knows" }, { "const", 2 } }, { "==", { "count", "next+ of knows", "next of knows" }, { "const", 2 } },
      { "==", { "count", "knows of target" }, { "const", 0 } } }
    for i, when in ipairs(made) do
      local w = web { actions = { action("a", { when = when, takes_target = false }), action("b", { takes_target = true }), action("c") } }
      same(i .. go(w, 0), i .. "start a")
    end
  end)

  check("S66 a path is the target of an action: whoever it finds, other than the NPC, accepting or not", function()
    local made = content()
    made.sequences[1] = sequence("main", { "x:b>end" })
    made.sequences[1].nodes[1].path = "next of knows"
    local w = kit.world(made)
    for _, definition in ipairs { "npc", "prop", "stone" } do w:spawn(definition) end
    w:link(1, "knows", 2); w:link(2, "next", 1); w:link(2, "next", 3)
    same(go(w, 0), "start b@3")
    same(w:entity(1).memory.actions[1].entity, 3)
    w:unlink(2, "next", 3)
    w:update(1000)
    same(log(w), "stop b@3 done; fail main no candidate")
  end)

  check("S45 raise on a path: looked up where it begins at once, whom it finds when the turn is over", function()
    local made = content { actions = { action("a", { start = { { "raise_on_path", "int", "knows" }, { "set", "link", { "knows", "self", "target" },
      { "const", 1 } } }, takes_target = true }), action("b", { takes_target = true }), action("c") } }
    made.entities[1].accepts = { "a" }
    made.entities[1].main = "main"
    made.entities[#made.entities + 1] = kit.npc("other", "look", { accepts = { "a" }, handlers = { { interruption = "int", sequence = "main" } } })
    local w = kit.world(made)
    local a, b = w:spawn "npc", w:spawn "other"
    w:update(0, 1)
    same(log(w, a), "start a@2") -- and knows 2 by then
    same(#w:entity(b).queue, 1)
    same(w:entity(b).queue[1].source, a)
  end)

  check("S46 preference by a value of any kind; who has none ranks last", function()
    local made = content()
    made.actions[2] = action("b", { prefer = { kind = "most", value = { "+", { "link", "trust", "self", "target" }, { "target", "n" } } } })
    made.sequences[1] = sequence("main", { "x:b>end" })
    local w = kit.world(made)
    w:spawn "npc"
    for _ = 1, 3 do w:spawn "prop" end
    w:link(1, "trust", 3, 4)
    same(go(w, 0), "start b@3")
    w:set(4, "n", 9)
    same(go(w, 1000), "stop b@3 done; start b@4")
  end)
end
