-- Checks of areas (S67) and of those who have no position (S68).

return function(kit)
  local check, same, go, log, action, sequence = kit.check, kit.same, kit.go, kit.log, kit.action, kit.sequence

  local function box(size, more)
    local made = { width = size, depth = size }
    for key, value in pairs(more or {}) do made[key] = value end
    return made
  end

  local function add(who, n) return { "add", who, "n", { "const", n } } end

  local function area(name, boxes, more)
    return kit.prop(name, { { "n" } }, nil, { static = true, area = boxes, enter = { add("self", 1), add("target", 1) },
      exit = { add("self", 10), add("target", 10) } }, more)
  end

  local function content(more)
    local made = {
      states = { { name = "n", default = 0 }, { name = "k", default = 0 } },
      interruptions = { { name = "int" } },
      actions = { action("a"), action("walk", { travel = { speed = 10 } }), action("c") },
      sequences = { sequence("main", { "x:a>end" }), sequence("go", { "x:walk>y", "y:a>end" }), sequence("look", { "x:c>end" }) },
      entities = { kit.npc("npc", "main", { state = { { "n" }, { "k" } } }), kit.npc("walker", "go", { state = { { "n" } } }),
        kit.npc("asked", "main", { state = { { "n" } }, position = "queried" }),
        area("room", { box(10) }), area("house", { box(40) }), area("step", { box(4) }),
        area("odd", { box(4, { x = 20 }), box(2, { y = -3, height = 4 }) }),
        kit.prop("mark", {}, { "walk" }), kit.prop("ghost", { { "n" } }, { "walk" }, { position = "none" }) },
    }
    made.entities[6].trigger = true
    for key, value in pairs(more or {}) do made[key] = value end
    return made
  end

  local function world(options, more) return kit.world(content(more), options) end

  check("S67 who is spawned in areas enters them, the largest first; borders are included", function()
    local w = world()
    w:spawn "room"; w:spawn "house"; w:spawn "step"
    local n = w:spawn("npc", { x = 5, y = -5 })
    same(log(w), "enter house@2; enter room@1")
    same(w:get(n, "n"), 2)
    same(w:get(1, "n"), 1)
    w:spawn("npc", { x = 5.0625, y = 0 })
    same(log(w), "enter house@2")
  end)

  check("S67 a move leaves, the smallest first, and enters, at the call", function()
    local w = world()
    w:spawn "room"; w:spawn "house"; w:spawn "step"; w:spawn("house", { x = 100 })
    local n = w:spawn "npc"
    same(log(w), "enter house@2; enter room@1; enter step@3")
    w:move(n, 100, 0, 0)
    same(log(w), "exit step@3; exit room@1; exit house@2; enter house@4")
    w:move(n, 101, 0, 0)
    same(log(w), "")
    same(w:get(n, "n"), 34)
  end)

  check("S67 the innermost area is the smallest, triggers apart; of equal ones the one spawned last", function()
    local w = world()
    w:spawn "room"; w:spawn "house"; w:spawn "step"; w:spawn("room", { x = 1 })
    local n = w:spawn "npc"
    same(w:area_of(w:entity(n)), 4)
    same(table.concat(w:areas_of(w:entity(n)), " "), "3 1 4 2")
    same(table.concat(w:inside(w:entity(1)), " "), "5")
    same(w:outer_of(w:entity(1)), 2) -- 4 is as large, and spawned later
    same(w:outer_of(w:entity(4)), 1)
    same(w:outer_of(w:entity(2)), nil)
    same(w:outer_of(w:entity(3)), 4)
  end)

  check("S67 boxes beside the position, and of a height", function()
    local w = world()
    w:spawn "odd"
    local n = w:spawn("npc", { x = 18 })
    same(log(w), "enter odd@1")
    w:move(n, 0, -3, 2)
    same(log(w), "")
    w:move(n, 0, -3, 2.0625)
    same(log(w), "exit odd@1")
  end)

  check("S67 a journey is looked at when the ending is over", function()
    local w = world()
    w:spawn "room"; w:spawn "mark"
    local n = w:spawn("walker", { x = 20 })
    same(go(w, 0), "start walk@2")
    same(go(w, 2000), "stop walk@2 done; enter room@1; start a")
    same(w:get(n, "n"), 1)
  end)

  check("S67 a queried position is looked at first thing on a turn", function()
    local at = 30
    local w = world { query_position = function() return at, 0, 0 end }
    w:spawn "room"; w:spawn "asked"
    same(log(w), "enter room@1") -- at the origin, before anything is asked
    same(go(w, 0), "exit room@1; start a")
    at = 0
    same(go(w, 500), "")
    same(go(w, 500), "stop a done; enter room@1; start a")
  end)

  check("S67 an area that comes and goes is entered and left by those in it, without its own state when it goes", function()
    local w = world()
    local n = w:spawn "npc"
    local m = w:spawn "npc"
    w:spawn "ghost"
    local r = w:spawn "room"
    same(kit.all(w), "1 enter room@4; 2 enter room@4")
    same(w:get(r, "n"), 2)
    w:remove(n)
    same(kit.all(w), "1 exit room@4; 1 remove npc")
    w:remove(r)
    same(kit.all(w), "2 exit room@4; 4 remove room")
    same(w:get(m, "n"), 11)
  end)

  check("S67 states of `area` are read and changed as those of a target", function()
    local made = content()
    made.actions[1] = action("a", { when = { ">=", { "area", "n" }, { "const", 1 } }, start = { { "add", "area", "n", { "area", "n" } } } })
    local w = kit.world(made)
    w:spawn "room"
    local n = w:spawn "npc"
    log(w)
    same(go(w, 0), "start a")
    same(w:get(1, "n"), 2)
    w:move(n, 90, 0, 0)
    log(w)
    same(go(w, 1000), "stop a done; fail main condition")
  end)

  check("S67 what enter and exit raise comes from the area", function()
    local made = content()
    made.entities[4].enter = { { "raise", "int", "self" }, { "raise_within", "int", 5 } }
    made.entities[1].handlers = { { interruption = "int", sequence = "look" } }
    local w = kit.world(made)
    w:spawn("npc", { x = 8 })
    w:update(0)
    w:spawn("npc", { x = 12 })
    w:spawn "room"
    same(#w:entity(1).queue, 0)
    w:move(1, 4, 0, 0)
    same(w:entity(1).queue[1].source, 3)
    same(#w:entity(2).queue, 0)
    w:move(2, 6, 0, 0); w:move(1, 9, 0, 0)
    w:update(0)
    w:move(1, 5, 0, 0)
    same(#w:entity(2).queue, 0) -- within is measured from the area
    w:move(2, 0, 5.0625, 0); w:move(1, 9, 0, 0)
    w:update(0)
    w:move(1, 5, 0, 0)
    same(#w:entity(2).queue, 0)
    w:move(2, 4, 0, 0); w:move(1, 9, 0, 0)
    w:update(5000); w:update(5000)
    w:move(1, 5, 0, 0)
    same(w:entity(2).queue[1].source, 3)
  end)

  check("S67 built-in links: inside, around, outer, inner", function()
    local w = world()
    w:spawn "room"; w:spawn "house"; w:spawn "step"
    w:spawn "npc"; w:spawn("npc", { x = 12 })
    same(table.concat(w:query(4, "inside of outer of around"), " "), "4 5")
    same(table.concat(w:query(4, "inside of area"), " "), "4")
    same(table.concat(w:query(2, "inner+"), " "), "1 3")
    same(table.concat(w:query(1, "inner"), " "), "3")
  end)

  check("S68 who is nowhere: no distance, in no area, not moved, not travelled to, the farthest", function()
    local made = content()
    made.entities[9].accepts = { "walk", "c" }
    made.entities[8].accepts = { "c" }
    made.actions[3] = action("c", { prefer = { kind = "nearest" } })
    local w = kit.world(made)
    local g = w:spawn("ghost", { x = 3 })
    same(w:move(g, 1, 1, 1), nil)
    local n = w:spawn "walker"
    same(go(w, 0), "fail go no candidate")
    w:spawn("mark", { x = 500 })
    w:set_main(n, "look")
    same(go(w, 0), "start c@3")
  end)

  check("S68 an area may be an NPC: it decides, and others are in it", function()
    local made = content()
    made.entities[#made.entities + 1] = kit.npc("hall", "main",
      { static = true, area = { box(10) }, state = { { "n" } }, enter = { add("target", 1) } })
    local w = kit.world(made)
    local n = w:spawn "npc"
    local h = w:spawn "hall"
    same(kit.all(w), "1 enter hall@2")
    same(go(w, 0), "start a; start a")
    same(w:get(h, "n"), 1)
    w:remove(n)
    same(kit.all(w), "1 stop a removed; 1 exit hall@2; 1 remove npc")
  end)
end
