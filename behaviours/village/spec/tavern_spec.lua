-- The Crown and The Plough of an evening: who gets in, who serves, and what guests do together.
local sim = require "bustle.testing"

local FRIDAY, SATURDAY = 4, 5

-- A world in which it is this day, at this time.
local function village(day, time, seed)
  local w = sim.world { packs = { "behaviours/village" }, seed = seed or 3, step = 0.5, env = { weather = "sunny" } }
  w:set_time(time, day)
  return w
end

local function guests(tavern) return tavern:holders "drink" end

-- The names of those who joined a scene as this part.
local function members(w, scene, part)
  local names = {}
  for _, entry in ipairs(w:happened { kind = "join", scene = scene, part = part }) do names[entry.npc] = true end
  return names
end
-- What somebody sits on.
local function seat_of(npc)
  for _, place in ipairs(npc:places()) do
    if place.offer == "sit" and place.held then return place.provider end
  end
end
local function finished(w, scene) return #w:happened { kind = "leave", scene = scene, reason = "finished" } end

describe("a Saturday", function()
  local w, crown, plough, fullest

  setup(function()
    w = village(SATURDAY, "17:20")
    crown, plough, fullest = w:get "The Crown", w:get "The Plough", 0
    for _ = 1, 400 do
      w:run(1)
      fullest = math.max(fullest, #guests(crown))
    end
  end)

  it("begins at six: who comes earlier waits at the door", function()
    local early = w:happened({ kind = "start", action = "walk_to_the_usual" })[1]
    assert.is_true(early.time < 40, early.time)
    for _, entry in ipairs(w:happened { kind = "adopt", offer = "drink" }) do
      assert.is_true(entry.time >= 40, ("%s is in at %g s"):format(entry.npc, entry.time))
    end
    assert.npc(w:get(early.npc)).did { "walk_to_the_usual", "sip" }
  end)

  it("fills The Crown, with eighteen guests; who comes later goes to The Plough", function()
    assert.equal(18, fullest)
    local turned = w:happened { kind = "start", action = "sigh" }
    assert.is_true(#turned > 0)
    for _, entry in ipairs(turned) do
      assert.npc(w:get(entry.npc)).did { "walk_to_the_usual", "sigh", { "walk_to_the_other", target = plough }, "sip" }
    end
  end)

  it("has ale for everybody who orders, drawn at the bar and brought to the table", function()
    local brought = #w:happened { kind = "stop", action = "hand_over", reason = "done" }
    assert.is_true(brought > 60, brought)
    for _, name in ipairs { "Hugo", "Anna", "Luke", "Maud", "Gil" } do
      assert.npc(w:get(name)).did { "draw_an_ale", "carry_over", "hand_over", "wipe_the_bar" }
    end
    assert.equal(0, #w:happened { kind = "start", action = "grumble" })
    assert.world(w).conserves_messages()
  end)

  it("has cards at the card table, songs, toasts and dances", function()
    for _, scene in ipairs { "tavern_talk", "cards", "song", "toast", "dance" } do assert.is_true(finished(w, scene) > 0, scene) end
    local at_the_card_table = {}
    for _, entry in ipairs(w:happened { kind = "adopt", offer = "sit" }) do
      if entry.provider:match "^The Crown, stool" then at_the_card_table[entry.npc] = true end
    end
    for name in pairs(members(w, "cards", "player")) do assert.is_true(at_the_card_table[name], name) end
    for name in pairs(members(w, "dance", "fiddler")) do assert.is_true(w:get(name).state.plays) end
    for name in pairs(members(w, "dance", "dancer")) do
      assert.npc(w:get(name)).did { "take_the_floor", "dance", "dance", "bow" }
    end
  end)

  it("is over at midnight: the doors are shut, and nobody is left inside or on a seat", function()
    w:run(60)
    for _, tavern in ipairs { crown, plough } do
      assert.same({ false, 0 }, { tavern.state.open, tavern.state.noise })
      assert.same({}, guests(tavern))
    end
    for _, npc in ipairs(w:find { tag = "person" }) do
      local seat = seat_of(npc)
      assert.equal(seat ~= nil, npc.state.sitting, npc.name)
      assert.is_nil(seat and seat.name:match "^The ", npc.name) -- some sit at home
    end
    assert.world(w).conserves_places()
    assert.world(w).conserves_members()
    assert.world(w).is_consistent()
  end)
end)

describe("a guest", function()
  it("of The Crown who gets up to dance sits down again", function()
    local w = village(FRIDAY, "18:30")
    w:run_until_scene("dance", nil, 200)
    local dancer = w:get(w:happened({ kind = "join", scene = "dance", part = "dancer" })[1].npc)
    local since = w:now()
    w:run(60)
    assert.npc(dancer).did { "stand_up", "take_the_floor", "dance", "dance", "bow", "sit_down", since = since - 1 }
  end)

  it("whom nobody serves grumbles, and the order is withdrawn", function()
    local w = village(FRIDAY, "18:30")
    for _, name in ipairs { "Hugo", "Anna", "Luke", "Maud", "Gil" } do w:get(name):hold() end
    w:run(100)
    local grumbler = w:happened({ kind = "start", action = "grumble" })[1]
    assert.is_truthy(grumbler)
    assert.npc(w:get(grumbler.npc)).did { "wave_for_ale", "grumble" }
    assert.world(w).conserves_messages()
  end)
end)

describe("two who cannot stand each other", function()
  local w, one, other

  before_each(function()
    w = village(FRIDAY, "19:00")
    w:run(30)
    local men = {}
    for _, npc in ipairs(guests(w:get "The Crown")) do
      if (npc.kind == "farmer" or npc.kind == "labourer") and not npc.scene then men[#men + 1] = npc end
    end
    one, other = men[1], men[2]
    w:link(one, "feud", other, 9)
    one.state.drunk, other.state.drunk = 2, 1
  end)

  it("come to blows; a guard parts them and sends them home, and the timid leave, too", function()
    w:run_until_scene("quarrel", one, 120)
    local guard = w:get(w:happened({ kind = "join", scene = "quarrel", part = "guard" })[1].npc)
    assert.npc(other).is_in("quarrel", "rival")
    w:run_until(one, function() return not one.scene and not other.scene end, 60)
    for _, npc in ipairs { one, other } do assert.is_true(npc.state.going_home) end
    w:run(30)
    assert.npc(guard).did { "prick_the_ears", "rush_in", { "part_them", target = one } }
    assert.equal("finished", w:happened({ kind = "leave", scene = "quarrel", npc = guard })[1].reason)
    for _, npc in ipairs { one, other } do
      assert.npc(npc).did { "bellow", "shove", "look_ashamed", "walk" }
      assert.npc(npc).does_not_hold "drink"
    end
    local left = w:happened { kind = "start", action = "call_it_a_night" }
    assert.is_true(#left > 0)
    for _, entry in ipairs(left) do
      assert.is_true(entry.definition == "wife" or entry.definition == "elder")
      assert.npc(w:get(entry.npc)).does_not_hold "drink"
    end
    assert.is_true(#w:happened { kind = "start", action = "gape" } >= #left)
    assert.world(w).conserves_places()
  end)

  it("keep the peace where there is no guard", function()
    for _, guard in ipairs(w:find { kind = "guard" }) do guard:hold() end
    w:run(100)
    assert.npc(one).never_did "bellow"
    assert.npc(one).is_not_in "quarrel"
  end)
end)

describe("Brian, drunk,", function()
  local w, brian, ellen

  before_each(function()
    w = village(FRIDAY, "23:20")
    brian, ellen = w:get "Brian", w:get "Ellen"
    w:run(40)
    brian:move(80, 60)
    brian.state.drunk = 5
    brian:set_main "stagger_home"
  end)

  it("wakes his wife; they argue, and go to bed", function()
    local since = w:now()
    w:run_until_scene("rude_awakening", ellen, 60)
    assert.npc(brian).did { "stagger", "knock_over_a_stool", since = since }
    w:run(60)
    assert.npc(ellen).did { "wake_with_a_start", { "scold", target = brian }, "point_to_the_bed", "lie_down", "slumber", since = since }
    assert.npc(brian).did { "mumble", "mumble", since = since }
    assert.same({ "finished", "finished" }, { w:happened({ kind = "leave", scene = "rude_awakening" })[1].reason,
      w:happened({ kind = "leave", scene = "rude_awakening" })[2].reason })
    for _, name in ipairs { "Robin", "Elsie", "Joan" } do assert.npc(w:get(name)).did_not { "wake_with_a_start" } end
  end)

  it("is heard by nobody where his wife is out", function()
    ellen:move(130, 74)
    w:run(60)
    assert.npc(brian).did { "stagger", "knock_over_a_stool", "sing_in_the_dark" }
    assert.equal(0, #w:happened { kind = "join", scene = "rude_awakening" })
  end)
end)
