-- Death in the streets: who sees it, who comes upon the body later, and what becomes of it.
local sim = require "bustle.testing"

local TUESDAY, FRIDAY = 1, 4

-- A world in which it is this day, at this time.
local function village(day, time, seed)
  local w = sim.world { packs = { "behaviours/village" }, seed = seed or 3, step = 0.5, env = { weather = "sunny" } }
  w:set_time(time, day)
  return w
end

-- A street at ten in the morning, with nobody in it but whom a spec puts there, and a churchyard beside it.
local function street()
  local w = sim.world { packs = { "behaviours/village" }, seed = 5, places = false, env = { weather = "sunny" },
    clock = { day = 14400, start = "10:00" } }
  w:spawn("churchyard", { name = "the churchyard", x = 60, y = 0 })
  return w, w:spawn("labourer", { name = "Odo", x = 0, y = 0 })
end

local function kill(npc) npc:set_role "dead" end

local function count(w, filter) return #w:happened(filter) end

-- How many people have done this, or held this offer, since a time.
local function people(w, filter, since)
  local names, number = {}, 0
  for _, entry in ipairs(w:happened(filter)) do
    if entry.time >= (since or 0) and not names[entry.npc] then names[entry.npc], number = true, number + 1 end
  end
  return number
end

describe("whoever sees somebody die", function()
  it("cries out, comes closer, and talks about it with the others who stand there; then all drift off", function()
    local w, odo = street()
    local brian = w:spawn("farmer", { name = "Brian", x = 6, y = 0 })
    local wat = w:spawn("farmer", { name = "Wat", x = -6, y = 0 })
    odo.state.reported = true -- they need not fetch anybody
    kill(odo)
    w:run(90)
    for _, npc in ipairs { brian, wat } do
      assert.npc(npc).did { { "cry_out", target = odo }, { "come_closer", target = odo }, "stare", "whisper", "shake_ones_head" }
      assert.npc(npc).never_did { "start_back", "call_for_a_guard" }
      assert.is_true(npc.state.going_home)
      assert.world(w).is_linked(npc, "saw", odo)
    end
    local since = w:now()
    w:run(120)
    for _, npc in ipairs { brian, wat } do assert.npc(npc).did_not { "come_closer", since = since } end
  end)

  it("fetches a guard, if nobody has done so, who looks into it and carries the body to the churchyard", function()
    local w, odo = street()
    local ellen = w:spawn("wife", { name = "Ellen", x = 6, y = 0 })
    local falk = w:spawn("guard", { name = "Falk", x = 40, y = 0, state = { watch = "day" } })
    kill(odo)
    w:run_until(ellen, "run_for_a_guard", 120)
    assert.is_true(odo.state.reported)
    w:run(90)
    assert.npc(ellen).did { "cry_out", { "call_for_a_guard", target = odo }, { "run_for_a_guard", target = falk },
      { "report", target = falk } }
    assert.npc(falk).did { { "hurry_to", target = odo }, { "kneel_beside", target = odo }, "look_for_traces",
      "send_them_home", { "take_up", target = odo }, "carry_away", "say_a_prayer" }
    assert.equal("the churchyard", odo.area.name)
    assert.equal("the churchyard", falk.area.name)
    assert.npc(odo).is_doing "lie_still"
    w:run(60)
    assert.equal(1, count(w, { kind = "adopt", offer = "look_into_it" }))
    assert.world(w).conserves_places()
  end)

  it("leads the guard to this body, not to one of earlier days", function()
    local w, odo = street()
    local ellen = w:spawn("wife", { name = "Ellen", x = 6, y = 0 })
    local before = w:spawn("labourer", { name = "Ivo", x = 60, y = 1, state = { dead = true, buried = true } })
    w:link(ellen, "saw", before)
    local falk = w:spawn("guard", { name = "Falk", x = 40, y = 0, state = { watch = "day" } })
    kill(odo)
    w:run_until(falk, "hurry_to", 120)
    assert.npc(falk).did { { "hurry_to", target = odo } }
    w:run_until(falk, "take_up", 60)
    assert.npc(falk).did_not { { "hurry_to", target = before } }
  end)

  it("runs home crying if it is a child, and does not care if it is a soldier", function()
    local w, odo = street()
    local house = w:spawn("cottage", { name = "Pip's house", x = 0, y = 40 })
    local pip = w:spawn("child", { name = "Pip", x = 4, y = 0 })
    w:link(pip, "home", house)
    local ulf = w:spawn("soldier", { name = "Ulf", x = 5, y = 0 })
    kill(odo)
    w:run(30)
    assert.npc(pip).did { "cry_out", "run_home_crying" }
    assert.equal("Pip's house", pip.area.name)
    w:run(120)
    assert.npc(ulf).never_did { "cry_out", "start_back", "come_closer", "shake_ones_head", "run_for_a_guard" }
    assert.world(w).is_not_linked(ulf, "saw", odo)
  end)

  it("looks into it at once if it is a guard; of two, one does", function()
    local w, odo = street()
    w:spawn("guard", { name = "Falk", x = 6, y = 0 })
    w:spawn("guard", { name = "Greta", x = 8, y = 0 })
    kill(odo)
    w:run_until(odo, "be_carried", 60)
    assert.equal(1, people(w, { kind = "start", action = "kneel_beside" }))
    assert.is_true(odo.state.buried)
  end)

  it("sees it in the same building or out of doors, not through walls", function()
    local w, odo = street()
    w:spawn("cottage", { name = "Brian's house", x = 0, y = 10 })
    local brian = w:spawn("farmer", { name = "Brian", x = 0, y = 9 })
    kill(odo)
    w:run(60)
    assert.npc(brian).never_did { "cry_out", "start_back" }
    local hal = w:spawn("farmer", { name = "Hal", x = 1, y = 9 })
    kill(hal)
    w:run(30)
    assert.npc(brian).did { { "cry_out", target = hal }, { "come_closer", target = hal } }
  end)
end)

describe("whoever comes upon a body", function()
  it("starts back, and gathers or fetches a guard as the others do", function()
    local w, odo = street()
    kill(odo)
    w:run(60)
    local rose = w:spawn("wife", { name = "Rose", x = 3, y = 0 })
    w:run(60)
    assert.npc(rose).did { { "start_back", target = odo }, "come_closer", "shake_ones_head" }
    assert.npc(rose).never_did "cry_out"
  end)

  it("looks into it if it is a guard; a body that a guard has taken up interests nobody", function()
    local w, odo = street()
    kill(odo)
    w:run(60)
    local falk = w:spawn("guard", { name = "Falk", x = 9, y = 0 })
    w:run(60)
    assert.npc(falk).did { "hurry_to", "kneel_beside", "take_up", "say_a_prayer" }
    local rose = w:spawn("wife", { name = "Rose", x = odo.x + 1, y = odo.y })
    w:run(60)
    assert.npc(rose).never_did "start_back"
  end)

  it("takes over from a guard who is called away", function()
    local w, odo = street()
    local falk = w:spawn("guard", { name = "Falk", x = 6, y = 0 })
    kill(odo)
    w:run_until(falk, "look_for_traces", 60)
    falk:remove()
    local greta = w:spawn("guard", { name = "Greta", x = 6, y = 0 })
    w:run_until(greta, "say_a_prayer", 120)
    w:run(5)
    assert.equal("the churchyard", odo.area.name)
  end)
end)

describe("the dead", function()
  it("hinder nobody: no shout, bell or friend concerns them, and what they have held others may have", function()
    local w = village(FRIDAY, "18:30")
    w:run(60)
    local crown = w:get "The Crown"
    local guests = crown:holders "drink"
    local one, friend = guests[1], guests[2]
    w:link(friend, "friend", one, 10)
    kill(one)
    w:run(1)
    local since = w:now()
    for _, offer in ipairs { "drink", "sit" } do assert.npc(one).does_not_hold(offer) end
    assert.is_false(one.state.sitting)
    for _, interruption in ipairs { "bells", "player_shouts", "brawl", "racket" } do w:interrupt(interruption, "all") end
    w:run_until_time("06:00", FRIDAY + 1)
    for _, entry in ipairs(w:happened { kind = "start", npc = one }) do
      if entry.time >= since then assert.is_truthy(({ lie_still = true, be_carried = true })[entry.action], entry.action) end
    end
    for _, entry in ipairs(w:happened { kind = "join", npc = one }) do assert.is_true(entry.time < since) end
    assert.is_true(one.state.buried)
    assert.is_nil(one:plan())
    assert.world(w).conserves_places()
    assert.world(w).conserves_messages()
    assert.world(w).conserves_members()
    assert.world(w).is_consistent()
  end)

  it("are not waited for: nobody confesses to a dead priest", function()
    local w = village(FRIDAY, "09:30")
    kill(w:get "Anselm")
    w:run(10)
    local since = w:now()
    w:run(300)
    for _, entry in ipairs(w:happened { kind = "start", action = "wait_on_the_knees" }) do
      assert.is_true(entry.time < since, entry.npc)
    end
    assert.equal(0, count(w, { kind = "halt" }))
  end)
end)

describe("old Gregor", function()
  local w, gregor, calm

  setup(function()
    w, calm = village(TUESDAY, "17:00"), village(TUESDAY, "17:00")
    gregor = w:get "Gregor"
    calm:get("Gregor").state.frail = false
    w:run(31 * 60)
    calm:run(31 * 60)
  end)

  it("dies on a Tuesday evening on his way to the tavern, and lies in the churchyard before Wednesday is over", function()
    assert.npc(gregor).did { "walk_with_a_stick", "clutch_the_heart", "lie_still", "be_carried", "lie_still" }
    assert.npc(gregor).has_role "dead"
    assert.equal("the churchyard", gregor.area.name)
    assert.is_true(w:happened({ kind = "start", action = "clutch_the_heart" })[1].time < 100)
    assert.npc(calm:get "Gregor").never_did "clutch_the_heart"
    assert.equal(1, people(w, { kind = "role", role = "dead" }))
  end)

  it("is seen, whispered about, reported and taken away; friends pass the news on", function()
    for _, action in ipairs { "cry_out", "start_back", "come_closer", "whisper", "shake_ones_head", "run_for_a_guard", "report",
      "take_up", "break_the_news" } do
      assert.is_true(people(w, { kind = "start", action = action }) > 0, action)
      assert.equal(0, people(calm, { kind = "start", action = action }), action)
    end
    for _, entry in ipairs(w:happened { kind = "start", action = "cross_oneself" }) do
      assert.is_true(w:now() - w:get(entry.npc).state.shaken < 1900, entry.npc)
    end
    for _, soldier in ipairs(w:find { tag = "soldier" }) do assert.npc(soldier).never_did { "cry_out", "start_back", "come_closer" } end
  end)

  it("keeps people out of the taverns for the day after", function()
    local wednesday = 7 * 60
    local mourning, usual = people(w, { kind = "adopt", offer = "drink" }, wednesday),
      people(calm, { kind = "adopt", offer = "drink" }, wednesday)
    assert.is_true(mourning < usual - 3, ("%d guests, otherwise %d"):format(mourning, usual))
    assert.world(w).conserves_places()
    assert.world(w).conserves_members()
    assert.world(w).is_consistent()
    assert.equal(0, count(w, { kind = "halt" }))
  end)

  it("lives on if it is no Tuesday", function()
    local monday = village(0, "17:00")
    monday:run(5 * 60)
    assert.npc(monday:get "Gregor").never_did "clutch_the_heart"
  end)
end)
