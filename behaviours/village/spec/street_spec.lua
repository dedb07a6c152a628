-- Whom one meets by the way: the beggar and those he asks, friends, enemies.
local sim = require "bustle.testing"

-- The streets, with nobody in them but whom a spec puts there.
local function street(start)
  return sim.world { packs = { "behaviours/village" }, seed = 5, places = false, env = { weather = "sunny" },
    clock = { day = 1440, start = start or "10:00" } }
end

local function done(w, action) return #w:happened { kind = "stop", action = action, reason = "done" } end

describe("the beggar", function()
  local DAYS = 5 * 1440 -- he asks the same one three times a day

  it("is given something by the rich man, or scorned", function()
    local w = street()
    local beggar = w:spawn("beggar", { name = "Lazar", x = 0, y = 0 })
    local rich = w:spawn("rich_man", { name = "Roland", x = 3, y = 0 })
    w:run_until(rich, "give_a_penny", DAYS)
    w:run_until(rich, "scorn", DAYS)
    w:run_until(rich, "give_a_penny", DAYS)
    w:run(5)
    assert.npc(beggar).did { "hold_out_a_hand", "bow_low", "hold_out_a_hand" }
    assert.equal(done(w, "give_a_penny"), beggar.state.coins)
    assert.world(w).addresses_only_members { actions = { "give_a_penny", "scorn" } }
  end)

  it("gets something of whoever is in a good mood", function()
    local w = street()
    local beggar = w:spawn("beggar", { name = "Lazar", x = 0, y = 0 })
    local wife = w:spawn("wife", { name = "Joan", x = 3, y = 0, state = { mood = 5 } })
    w:run_until(wife, "shake_the_head", 60)
    assert.npc(wife).never_did "give_a_penny"
    wife.state.mood = 9
    w:run_until(wife, "give_a_penny", DAYS)
    assert.npc(beggar).did { "hold_out_a_hand", "hold_out_a_hand" }
  end)

  it("asks no soldier: soldiers do not react to it", function()
    local w = street()
    w:spawn("beggar", { name = "Lazar", x = 0, y = 0 })
    w:spawn("soldier", { name = "Ulf", x = 3, y = 0 })
    w:run(120)
    assert.equal(0, #w:happened { kind = "join", scene = "plea" })
  end)

  it("asks nobody in his sleep", function()
    local w = street "21:00"
    w:spawn("beggar", { name = "Lazar", x = 0, y = 0 })
    w:spawn("wife", { name = "Joan", x = 3, y = 0 })
    w:run_until_time "06:30"
    assert.equal(0, #w:happened { kind = "join", scene = "plea" })
    w:run_until_time "09:00"
    assert.equal(2, #w:happened { kind = "join", scene = "plea" })
  end)

  it("buys bread when he has the money, sits at the church on feast days and sleeps rough", function()
    local w = sim.world { packs = { "behaviours/village" }, seed = 5, clock = { day = 1440, start = "09:00" },
      env = { weather = "sunny", feast = { [0] = true, [200] = false } } }
    local lazar = w:get "Lazar"
    w:run_until(lazar, "walk_to_church", 120)
    local function earned() return done(w, "give_a_penny") - 3 * done(w, "eat_a_loaf") end
    local before = earned()
    lazar.state.coins = 4
    w:run_until(lazar, "eat_a_loaf", 300)
    w:run_until_time "17:00"
    assert.npc(lazar).did { "walk_to_church", "eat_a_loaf", "walk_to_green", "sit_and_beg" }
    assert.equal(4 + earned() - before, lazar.state.coins)
    w:run_until_time "23:00"
    assert.npc(lazar).is_doing "slumber"
  end)
end)

describe("the rich man", function()
  it("shows himself on the green, at the church and at the shop", function()
    local w = sim.world { packs = { "behaviours/village" }, seed = 5, clock = { day = 1440, start = "10:30" },
      env = { weather = "sunny" } }
    w:run(240)
    for _, way in ipairs { "walk_to_green", "walk_to_church", "walk_to_shop" } do assert.npc(w:get "Roland").did(way) end
  end)
end)

describe("friends who meet", function()
  it("have a word, each in turn, and are in a better mood for it", function()
    local w = street()
    local brian, wat = w:spawn("farmer", { name = "Brian", x = 0 }), w:spawn("farmer", { name = "Wat", x = 2 })
    w:link(brian, "friend", wat, 8)
    w:link(wat, "friend", brian, 8)
    local mood = brian.state.mood
    w:run_until_scene("chat", brian, 20)
    w:run(40)
    assert.npc(brian).did { "hail", "laugh" }
    assert.npc(wat).did { "hail", "laugh" }
    assert.equal(2, #w:happened { kind = "leave", scene = "chat", reason = "finished" })
    assert.is_true(brian.state.mood > mood)
    assert.world(w).addresses_only_members { actions = { "hail", "tell", "listen", "reply", "laugh" } }
  end)

  it("do not while they sleep; strangers never do", function()
    local w = street "23:00"
    local brian, wat = w:spawn("farmer", { name = "Brian", x = 0 }), w:spawn("farmer", { name = "Wat", x = 2 })
    w:link(brian, "friend", wat, 8)
    w:run(240)
    assert.npc(brian).never_did "hail"
    w:unlink(brian, "friend", wat)
    w:set_time "10:00"
    w:run(240)
    assert.npc(brian).never_did "hail"
  end)
end)

describe("enemies who meet", function()
  it("insult each other, or look the other way", function()
    local w = street()
    local hal, adam = w:spawn("farmer", { name = "Hal", x = 0 }), w:spawn("farmer", { name = "Adam", x = 2 })
    w:link(hal, "feud", adam, 8)
    w:run_until(hal, "insult", 900)
    w:run_until(hal, "hurry_past", 900)
    w:run_until(adam, "answer_back", 1800)
    w:run_until(adam, "swallow_it", 1800)
    w:run(5)
    assert.npc(adam).did { { "swallow_it", target = hal }, { "turn_away", target = hal } }
    assert.is_true(#w:happened { kind = "join", scene = "spat" } > 2)
  end)

  it("do not when one of them sits", function()
    local w = street()
    local hal, adam = w:spawn("farmer", { name = "Hal", x = 0, state = { sitting = true } }),
      w:spawn("farmer", { name = "Adam", x = 2 })
    w:link(hal, "feud", adam, 8)
    w:run(200)
    assert.npc(hal).never_did { "insult", "hurry_past" }
  end)
end)
