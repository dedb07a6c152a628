-- Poisoned Jerry: a quest that patches the days of five villagers, and ends in changes for good. What the game says of it
-- is in examples/lua/jerry.lua. A minute of the day takes a second; the first day begins at six.
local sim = require "bustle.testing"
local quest = dofile "examples/lua/jerry.lua"

local DAY, SIX = 1440, 360

local FIVE = { "Jerry", "Agnes", "Linda", "Hob", "Morwen" }

local function village()
  return sim.world { packs = { "behaviours/jerry" }, seed = 8, step = 0.5, env = { weather = "sunny" } }
end

-- The village with nobody in it but these five, and whom a spec needs besides.
local function five(...)
  local w, stays = village(), {}
  for _, names in ipairs { FIVE, { ... } } do
    for _, name in ipairs(names) do stays[name] = true end
  end
  for _, npc in ipairs(w:find { tag = "person" }) do
    if not stays[npc.name] then npc:remove() end
  end
  return w
end

local function run_to(w, hour)
  w:run((hour * 60 - SIX - w:now()) % DAY)
end

local function holds(npc)
  for _, entry in ipairs(npc:plan()) do
    if entry.holds then return entry.sequence end
  end
end

-- How often somebody has begun an action since a time.
local function count(w, name, action, since)
  local number = 0
  for _, entry in ipairs(w:happened { kind = "start", action = action }) do
    if entry.npc == name and entry.time >= (since or 0) then number = number + 1 end
  end
  return number
end

describe("before anything has happened", function()
  it("five villagers live their days among the others: Jerry works, sees Linda, talks to his wife; Morwen sells potions", function()
    local w = village()
    w:run(DAY + 60)
    assert.npc(w:get "Jerry").did { "eat", "eat_bread", "hold_hands", "lie_down", "slumber" }
    assert.npc(w:get "Jerry").did "have_a_word"
    assert.npc(w:get "Agnes").did { "eat", "have_a_word", "slumber" }
    assert.npc(w:get "Linda").did { "eat", "chop_turnips", "slumber" }
    assert.npc(w:get "Hob").did { "eat", "eat_bread", "slumber" }
    assert.npc(w:get "Morwen").did { "brew", "offer_potions", "brew", "slumber" }
    for _, action in ipairs { "moan", "scowl", "eat_the_stew", "pick_herbs", "toss_and_turn" } do
      assert.equal(0, #w:happened { kind = "start", action = action }, action)
    end
    assert.equal(0, #w:happened { kind = "halt" })
    assert.world(w).conserves_places()
  end)
end)

describe("somebody who belongs nowhere", function()
  it("idles, whoever it is, and does not halt", function()
    local w = sim.world { packs = { "behaviours/jerry" }, places = false, seed = 8, step = 0.5, env = { weather = "sunny" } }
    for i, sequence in ipairs { "brew_potions", "sell_potions", "free_evening", "lie_sick", "drink_on" } do
      w:spawn("wife", { name = sequence, x = 20 * i }):set_main(sequence)
    end
    w:run(40)
    for _, npc in ipairs(w:find { tag = "person" }) do
      assert.is_true(#w:happened { kind = "start", npc = npc } > 2, npc.name)
      assert.npc(npc).is_not_halted()
    end
  end)
end)

describe("the quest", function()
  local w, it_is

  before_each(function()
    w = five("Piers", "Colin", "Falk", "Greta", "Konrad")
    run_to(w, 7)
    it_is = quest.begin(w)
  end)

  it("changes the days of all five, who go on with the rest of them", function()
    w:run(DAY)
    assert.npc(w:get "Jerry").did { "hold_the_stomach", "moan", "slumber" }
    assert.npc(w:get "Agnes").did { "scowl", "slumber" }
    assert.npc(w:get "Linda").did { "chop_turnips", "slumber" }
    assert.npc(w:get "Hob").did { "eat_the_stew", "slumber" }
    assert.npc(w:get "Morwen").did { "walk_to_the_woods", "pick_herbs", "brew", "slumber" }
  end)

  it("keeps Linda in the kitchen for longer, so that she and Jerry have less of the evening", function()
    local calm = five()
    calm:run(DAY)
    w:run(DAY - 60)
    assert.is_true(count(w, "Linda", "chop_turnips") > count(calm, "Linda", "chop_turnips") + 3)
    assert.is_true(count(w, "Jerry", "hold_hands") < count(calm, "Jerry", "hold_hands"))
  end)

  it("makes the neighbour sick on the next morning, and every morning until it is over", function()
    run_to(w, 14)
    local hob = w:get "Hob"
    assert.is_true(hob.state["jerry.sick"])
    assert.npc(hob).has_role "farmhand"
    assert.npc(hob).never_did "toss_and_turn"
    run_to(w, 9)
    assert.npc(hob).has_role "bedridden"
    assert.npc(hob).did { "eat_the_stew", "toss_and_turn" }
    run_to(w, 14)
    assert.npc(hob).has_role "farmhand"
    quest.accuse(it_is, "neighbour")
    local since = w:now()
    w:run(DAY)
    assert.equal(0, count(w, "Hob", "toss_and_turn", since))
    assert.world(w).is_linked(hob, "angry_with", w:get "Jerry")
  end)

  it("that takes too long is the end of the neighbour", function()
    for _ = 1, 6 do
      w:run(DAY)
      quest.look_after(it_is)
    end
    assert.npc(w:get "Hob").has_role "dead"
    quest.accuse(it_is, "wife")
    w:run(DAY)
    assert.equal("the churchyard", w:get("Hob").area.name) -- somebody has found him, and a guard has come
    assert.world(w).is_consistent()
  end)

  it("sends the herbwoman home for good if the player robs her: nobody meets her in the woods", function()
    run_to(w, 11)
    assert.npc(w:get "Morwen").did "pick_herbs"
    quest.bully(it_is)
    run_to(w, 12)
    local since, morwen = w:now(), w:get "Morwen"
    assert.equal("brew_potions", holds(morwen))
    w:run(3 * DAY)
    assert.same({ 0, 0 }, { count(w, "Morwen", "pick_herbs", since), count(w, "Morwen", "offer_potions", since) })
    quest.accuse(it_is, "sweetheart")
    assert.npc(morwen).has_role "recluse"
  end)

  it("is patched into their days once, and gone afterwards", function()
    run_to(w, 15)
    assert.equal("sit_before_the_house", holds(w:get "Jerry"))
    quest.accuse(it_is, "neighbour")
    assert.equal("work", holds(w:get "Jerry"))
    local since = w:now() + 30
    w:run(2 * DAY)
    for _, each in ipairs { { "Jerry", "moan" }, { "Agnes", "scowl" }, { "Hob", "eat_the_stew" }, { "Morwen", "pick_herbs" } } do
      assert.equal(0, count(w, each[1], each[2], since), each[2])
    end
  end)
end)

describe("the end of the quest", function()
  local w, since

  -- Two days later, and as many days to come to watch.
  local function accuse(whom)
    w = five()
    run_to(w, 7)
    local it_is = quest.begin(w)
    w:run(2 * DAY)
    quest.accuse(it_is, whom)
    w:run(60)
    since = w:now()
    local save = w:save() -- for good: also in a save
    w = five()
    assert(w:load(save))
    since = w:now()
    w:run(3 * DAY)
  end

  it("is one at which the accused wife talks to him no more, and he drinks", function()
    accuse "wife"
    assert.equal(0, count(w, "Agnes", "have_a_word", since))
    assert.npc(w:get "Jerry").has_role "drinker"
    assert.is_true(count(w, "Jerry", "drink_alone", since) > 20, count(w, "Jerry", "drink_alone", since) .. " cups")
    assert.equal(0, #w:happened { kind = "adopt", npc = w:get "Jerry", offer = "work" }) -- no more
    assert.world(w).is_linked(w:get "Jerry", "spouse", w:get "Agnes")
  end)

  it("is one at which he and his accused sweetheart do not see each other", function()
    accuse "sweetheart"
    assert.same({ 0, true, true }, { count(w, "Jerry", "hold_hands", since), count(w, "Agnes", "have_a_word", since) > 0,
      #w:happened { kind = "adopt", npc = w:get "Jerry", offer = "drink" } > 0 })
    assert.world(w).is_not_linked(w:get "Jerry", "sweetheart", w:get "Linda")
  end)

  it("is one at which the accused herbwoman sells no potions any more", function()
    accuse "herbwoman"
    assert.same({ 0, true }, { count(w, "Morwen", "offer_potions", since), count(w, "Jerry", "hold_hands", since) > 0 })
    assert.npc(w:get "Morwen").has_role "recluse"
  end)
end)
