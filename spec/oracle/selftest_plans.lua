-- Checks of the clock, plans and patches: S52 S73 S74 S75.

return function(kit)
  local check, same, go, action, sequence = kit.check, kit.same, kit.go, kit.action, kit.sequence

  -- A day has 1440 seconds, so that a minute of the day is a second; it begins at six, which is 360.
  local function content(entries, more)
    local made = {
      states = {}, actions = { action("a"), action("b"), action("c"), action("long", { duration = { 30000, 30000 } }) },
      sequences = { sequence("sa", { "x:a>end" }), sequence("sb", { "x:b>end" }), sequence("sc", { "x:c>end" }), sequence("sl", { "x:long>end" }),
        sequence("two", { "x:a>y", "y:b>end" }) },
      plans = { { name = "day", entries = entries } },
      entities = { { name = "npc", npc = true, plan = "day" } },
    }
    for key, value in pairs(more or {}) do made[key] = value end
    return made
  end

  local function world(entries, more, options) return kit.world(content(entries, more), options) end

  local function entry(from, to, name, more)
    local made = { from = from, to = to, sequence = name }
    for key, value in pairs(more or {}) do made[key] = value end
    return made
  end

  local function holds(w, number) return w:entity(number).entry.number .. " of day " .. w:entity(number).entry.day end

  ---- The clock (S73) ----

  check("S73 six in the morning, unless it says otherwise; minutes of any length of a day", function()
    local w = world { entry(0, 0, "sa") }
    same(w:clock_time() .. " " .. w:clock_answer "common.hour" .. " " .. w:clock_answer "common.minute", "360000 6 0")
    w:update(59999)
    same(w:clock_answer "common.minute", 59)
    w = world({ entry(0, 0, "sa") }, nil, { day_ms = 1441, day_start_ms = 1440 })
    same(w:clock_answer "common.hour" .. ":" .. w:clock_answer "common.minute", "23:59")
    w:update(1)
    same(w:clock_answer "common.hour" .. ":" .. w:clock_answer "common.minute" .. " " .. w:clock_day(), "0:0 1")
    assert(w:set_time(15, 0))
    same(w:clock_answer "common.day" .. " " .. w:clock_answer "common.weekday", "15 1")
    same(kit.world { states = {}, actions = {}, sequences = {}, entities = {} }.clock, nil)
  end)

  check("S73 the clock answers where the game has no answer; setting it, both are asked anew", function()
    local env = { { name = "common.hour", every_ms = 5000 } }
    local said
    local w = world({ entry(0, 0, "sa") }, { env = env }, { query_env = function() return said end })
    same(w:read_env "common.hour", 6)
    said = 9
    same(w:read_env "common.hour", 6)
    w:set_time(nil, 0)
    same(w:read_env "common.hour", 9)
    same(tostring(w:set_time(nil, 1440000)), "nil")
    assert(w:set_time(5, 7000))
    same(w:clock_day() .. " " .. w:clock_time(), "5 7207000")
  end)

  ---- Plans (S74) ----

  check("S74 at the spawn it begins with what holds; a change is an event and replaces the main sequence", function()
    local w = world { entry(300, 362, "sa"), entry(362, 300, "sb") }
    w:spawn "npc"
    same(go(w, 0), "plan sa 0; start a")
    same(go(w, 1000), "stop a done; start a")
    same(go(w, 1000), "plan sb 1; stop a done; start b")
    same(go(w, 0), "")
  end)

  check("S74 `change`: at a node, after the action, or now", function()
    for change, expected in pairs { node = "plan sb 1", action = "plan sb 1", now = "plan sb 1; stop long interrupted; start b" } do
      local w = world { entry(300, 362, "sl"), entry(362, 300, "sb", { change = change }) }
      w:spawn "npc"
      go(w, 0)
      same(change .. " " .. go(w, 2000), change .. " " .. expected)
    end
  end)

  check("S74 the same sequence is no change, another day of the same entry neither", function()
    local w = world { entry(300, 362, "sa"), entry(362, 300, "sa") }
    w:spawn "npc"
    go(w, 0)
    same(go(w, 2000), "plan sa 1; stop a done; start a")
    w = world { entry(0, 0, "sa") }
    w:spawn "npc"
    go(w, 0)
    same(go(w, 1440000), "stop a done; start a")
    same(holds(w, 1), "0 of day 1")
  end)

  check("S74 priorities: the higher one holds while it is open, then what is open goes on", function()
    local w = world { entry(0, 0, "sa"), entry(361, 363, "sb", { priority = 1 }) }
    w:spawn "npc"
    go(w, 0)
    same(go(w, 1000), "plan sb 1; stop a done; start b")
    same(go(w, 2000), "plan sa 0; stop b done; start a")
  end)

  check("S74 too short: until its end, or until a higher one begins; then what held goes on", function()
    local w = world { entry(300, 361, "sa"), entry(361, 370, "sb", { skip = 5 }), entry(365, 400, "sc", { priority = 1 }), entry(370, 300, "sl") }
    w:spawn "npc"
    go(w, 0)
    same(go(w, 1000), "stop a done; start a") -- four minutes are left
    same(go(w, 4000), "plan sc 2; stop a done; start c")
    w = world { entry(300, 361, "sa"), entry(361, 364, "sb"), entry(361, 300, "sl", { priority = -1, skip = 1000 }) }
    w:spawn "npc"
    go(w, 0)
    same(holds(w, 1), "0 of day 0")
    w:set_time(nil, 200000)
    same(go(w, 0):match "plan %w+ %d", "plan sl 2") -- none held: the best of those that are open
  end)

  check("S74 none open: what held goes on; at the spawn, what ended last", function()
    local w = world { entry(300, 361, "sa"), entry(310, 320, "sb", { priority = 1 }) }
    w:spawn "npc"
    go(w, 0)
    same(go(w, 5000), "stop a done; start a")
    w:spawn "npc"
    same(kit.all(w), "2 plan sa 0")
    w:set_time(nil, 10000)
    same(go(w, 0), "start a")
    same(holds(w, 1), "0 of day -1")
  end)

  check("S74 over midnight, from the day before", function()
    local w = world({ entry(1380, 120, "sa"), entry(120, 1380, "sb") }, nil, { day_ms = 1440000, day_start_ms = 0 })
    w:spawn "npc"
    go(w, 0)
    same(holds(w, 1), "0 of day -1")
    go(w, 120000)
    same(holds(w, 1), "1 of day 0")
    go(w, 1260000)
    same(holds(w, 1), "0 of day 0")
  end)

  check("S74 `vary` is drawn for each day, entry and NPC, within its bounds; the same again", function()
    local function begins(seed, name)
      local w = world({ entry(300, 420, "sa", { vary = 60 }), entry(420, 300, "sb") }, nil, { seed_low = seed })
      local n = w:spawn("npc", { name = name })
      local list = {}
      for day = 0, 3 do
        for _, one in ipairs(w:plan_on(w:entity(n), day)) do
          if one.entry == 0 then list[#list + 1] = one.begins - day * 1440000 end
        end
      end
      return list
    end
    local one, again, other, named = begins(1), begins(1), begins(2), begins(1, "Ann")
    same(table.concat(one, " "), table.concat(again, " "))
    assert(table.concat(one) ~= table.concat(other) and table.concat(one) ~= table.concat(named) and one[1] ~= one[2])
    for _, time in ipairs(one) do assert(time >= 240000 and time <= 360000) end
  end)

  check("S74 long after: looked at once, as of now", function()
    local w = world { entry(0, 720, "sa"), entry(720, 0, "sb") }
    w:spawn "npc"
    go(w, 0)
    same(go(w, 10 * 1440000 + 400000), "plan sb 1; stop a done; start b")
    same(holds(w, 1), "1 of day 10")
  end)

  check("S74 what set main put in holds until another entry holds; held and halted ones are looked at too", function()
    local w = world { entry(0, 362, "sa"), entry(362, 0, "sb") }
    local n = w:spawn "npc"
    w:set_main(n, "sc")
    same(go(w, 0), "plan sa 0; start c")
    w:hold(n)
    same(go(w, 2000), "stop c interrupted; plan sb 1")
    w:release(n)
    same(go(w, 0), "start b")
  end)

  check("S52 S74 a role's plan instead of the definition's; it is looked at after `enter`, and afresh", function()
    local roles = { { name = "guard", plan = "night" }, { name = "idle", main = "sl" }, { name = "plain" } }
    local w = world({ entry(0, 0, "sa") }, { roles = roles, plans = { { name = "day", entries = { entry(0, 0, "sa") } },
      { name = "night", entries = { entry(0, 0, "sb", { change = "node" }) } } } })
    local n = w:spawn "npc"
    go(w, 0)
    w:set_role(n, "guard")
    same(go(w, 0), "role guard; plan sb 0; stop a interrupted; start b")
    w:set_role(n, "plain")
    same(go(w, 0), "role plain; plan sa 0; stop b interrupted; start a")
    w:set_role(n, "idle")
    same(go(w, 0), "role idle; stop a interrupted; start long")
    same(w:entity(n).plan, nil)
    w:set_role(n, nil)
    same(go(w, 0), "role ; plan sa 0; stop long interrupted; start a")
  end)

  check("S52 S74 a definition without either takes the plan of the last role that it lists", function()
    local w = world({ entry(0, 0, "sa") }, { roles = { { name = "guard", plan = "day" }, { name = "plain" } },
      entities = { { name = "npc", npc = true, roles = { { role = "guard" } } } } })
    local n = w:spawn "npc"
    go(w, 0)
    w:set_role(n, "plain")
    same(go(w, 0), "role plain")
    same(w:entity(n).plan, "day")
  end)

  ---- Patches (S75) ----

  check("S75 a patch holds at once, by its priority of 1, and is taken away", function()
    local w = world { entry(0, 0, "sa") }
    local n = w:spawn "npc"
    go(w, 0)
    same(w:patch_plan(n, entry(350, 370, "sb")), 1)
    same(go(w, 1000), "plan sb 256; stop a done; start b")
    assert(w:unpatch_plan(n, 1))
    same(go(w, 1000), "plan sa 0; stop b done; start a")
    same(tostring(w:unpatch_plan(n, 1)), "nil")
    same(w:patch_plan(n, entry(380, 390, "sc")), 2)
  end)

  check("S75 refused: no plan, eight already, what cannot be, and what covers the same time of the same day", function()
    local w = world({ entry(0, 720, "sa"), entry(720, 0, "sl", { priority = 5 }) },
      { roles = { { name = "idle", main = "sl" } } })
    local n = w:spawn "npc"
    local function try(...) return select(2, w:patch_plan(n, entry(...))) end
    same(try(1440, 10, "sb"), "bad argument")
    same(try(0, 10, "sb", { vary = 6 }), "bad argument")
    same(try(0, 10, "sb", { skip = 11 }), "bad argument")
    same(try(0, 10, "no such"), "bad argument")
    same(try(0, 10, "sb", { priority = 0 }), "overlap")
    same(try(1400, 10, "sb", { priority = 5 }), "overlap")
    same(try(410, 420, "sb", { days = 1 }), nil)
    same(try(415, 425, "sb", { days = 2 }), "overlap")
    w:set_time(3, 0)
    same(try(415, 425, "sb", { days = 1 }), nil)
    same(#w:entity(n).patches, 1) -- the other one's day is over
    for i = 1, 7 do same(try(100 + i, 101 + i, "sb"), nil) end
    same(try(300, 301, "sb"), "limit")
    w:set_role(n, "idle")
    same(try(300, 301, "sb"), "no plan")
    assert(w:unpatch_plan(n, 9))
  end)

  check("S75 on its days only, over midnight too; with an entry of the same kind the higher number wins", function()
    local w = world({ entry(0, 0, "sa") }, { roles = { { name = "other", plan = "high" } },
      plans = { { name = "day", entries = { entry(0, 0, "sa") } }, { name = "high", entries = { entry(1380, 60, "sc", { priority = 1 }) } } } })
    local n = w:spawn "npc"
    w:patch_plan(n, entry(1380, 60, "sb", { days = 1 }))
    local list = w:plan_on(w:entity(n), 0)
    same(#list .. " " .. list[2].entry .. " " .. list[2].begins, "2 256 1380000")
    same(#w:plan_on(w:entity(n), 1), 2)
    same(#w:plan_on(w:entity(n), 2), 1)
    w:set_time(nil, 1390000)
    go(w, 0)
    same(holds(w, n), "256 of day 0")
    w:set_role(n, "other")
    same(holds(w, n), "256 of day 0")
  end)
end
