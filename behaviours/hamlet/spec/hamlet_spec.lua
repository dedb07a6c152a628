-- A week in the hamlet: what the plans make of it, what rain and a quest change, and what becomes of them when the clock is
-- set, the world is loaded, or somebody was held. A minute of the day takes a second; the first day begins at six.
local bustle = require "bustle"
local sim = require "bustle.testing"

local DAY, SIX = 1440, 360

local function hamlet(options)
  options = options or {}
  options.packs, options.seed, options.step = { "behaviours/hamlet" }, options.seed or 11, options.step or 0.5
  options.env = options.env or { weather = "sunny" }
  return sim.world(options)
end

-- The minute of the day at a time of the world, and the day.
local function minute(time) return (SIX + time) % DAY, math.floor((SIX + time) / DAY) end

-- When a time of the day comes next, from now on.
local function run_to(w, hour)
  w:run((hour * 60 - minute(w:now())) % DAY)
end

-- The changes of somebody's plan: { day =, minute =, sequence = }.
local function changes(w, npc)
  local list = {}
  for i, entry in ipairs(w:happened { kind = "plan", npc = npc }) do
    local at, day = minute(entry.time)
    list[i] = { day = day, minute = at, sequence = entry.sequence }
  end
  return list
end

-- What somebody's plan says at the moment.
local function holds(npc)
  for _, entry in ipairs(npc:plan()) do
    if entry.holds then return entry.sequence end
  end
end

-- What everybody's main sequence is, less the patches: the sequence of the entry that covers this time, unshifted.
local PLANS = {
  farmer = { { 360, "breakfast" }, { 420, "work" }, { 1020, "free_evening" }, { 1320, "sleep" } },
  miller = { { 300, "breakfast" }, { 360, "work" }, { 720, "breakfast" }, { 780, "work" }, { 1080, "free_evening" },
    { 1260, "sleep" } },
  innkeeper = { { 480, "breakfast" }, { 540, "housework" }, { 900, "work" }, { 1380, "sleep" } },
}
local function wanted(kind, at)
  local found = PLANS[kind][#PLANS[kind]][2]
  for _, entry in ipairs(PLANS[kind]) do
    if at >= entry[1] then found = entry[2] end
  end
  return found
end

local function people(w)
  local list = {}
  for _, kind in ipairs { "farmer", "miller", "innkeeper" } do
    for _, npc in ipairs(w:find { kind = kind }) do list[#list + 1] = npc end
  end
  return list
end

-- Everybody follows the entry that holds now, and is about it or on the way to it.
local function assert_in_place(w)
  local clock = w:clock()
  local at = clock.hour * 60 + clock.minute
  for _, npc in ipairs(people(w)) do
    assert.equal(wanted(npc.kind, at), holds(npc), npc.name)
    assert.equal(holds(npc), npc:doing().main, npc.name)
  end
end

local function assert_unruffled(w)
  assert.equal(0, #w:happened { kind = "fail" })
  assert.equal(0, #w:happened { kind = "halt" })
  assert.world(w).is_consistent()
end

describe("a week in the hamlet", function()
  local w
  local NAMES = { "Brian", "Ellen", "Wat" }

  setup(function()
    w = hamlet()
    w:run(7 * DAY)
  end)

  it("is seven days of breakfast, work, evening and sleep", function()
    for _, name in ipairs(NAMES) do
      local days = {}
      for _, change in ipairs(changes(w, w:get(name))) do
        days[change.day] = days[change.day] or {}
        table.insert(days[change.day], change.sequence)
      end
      if days[0][1] == "sleep" then table.remove(days[0], 1) end -- who sleeps late on the first day
      for day = 0, 6 do
        assert.same({ "breakfast", "work", "free_evening", "sleep" }, days[day])
      end
      assert.npc(w:get(name)).did { "eat", "plough", "drink", "lie_down", "sleep", "eat", "plough" }
    end
    assert.npc(w:get "Tib").did { "eat", "grind", "eat", "grind", "sleep", "eat" }
    assert.npc(w:get "Maud").did { "eat", "sweep", "draw_an_ale", "sleep", "eat" }
    assert.is_true(w:get("Maud").state.served > 30)
    assert.equal(0, #w:happened { kind = "halt" })
  end)

  it("varies from day to day, and from villager to villager", function()
    local lines = {}
    for _, sequence in ipairs { "breakfast", "work", "free_evening", "sleep" } do
      for _, name in ipairs(NAMES) do
        local times, seen, different = {}, {}, 0
        for _, change in ipairs(changes(w, w:get(name))) do
          if change.sequence == sequence and change.day < 7 and not (change.day == 0 and change.minute == SIX) then
            if not seen[change.minute] then seen[change.minute], different = true, different + 1 end
            times[#times + 1] = ("%02d:%02d"):format(math.floor(change.minute / 60), math.floor(change.minute % 60))
          end
        end
        table.sort(times)
        lines[#lines + 1] = ("%-13s %-6s %s .. %s"):format(sequence, name, times[1], times[#times])
        assert.is_true(different >= 4, lines[#lines])
      end
    end
    -- What the week looks like: from when to when each begins.
    print("\n" .. table.concat(lines, "\n"))
    local brian, ellen = changes(w, w:get "Brian"), changes(w, w:get "Ellen")
    local apart = 0
    for i = 1, math.min(#brian, #ellen) do
      if math.abs(brian[i].minute - ellen[i].minute) >= 1 then apart = apart + 1 end
    end
    assert.is_true(apart > 20, apart .. " begin at another minute")
  end)

  it("has evenings of which no two are the same", function()
    local evenings, seen = {}, {}
    for _, entry in ipairs(w:happened { kind = "start", npc = w:get "Brian" }) do
      local at, day = minute(entry.time)
      if at > 1065 and at < 1300 then evenings[day] = (evenings[day] or "") .. " " .. entry.action end
    end
    for day = 0, 6 do
      assert.is_nil(seen[evenings[day]])
      seen[evenings[day]] = true
    end
  end)
end)

describe("rain", function()
  it("keeps farmers at home, who go out again when it is over, and is nothing to those who work indoors", function()
    local w = hamlet { env = { weather = { [0] = "rainy", [240] = "sunny" } } }
    local brian, tib = w:get "Brian", w:get "Tib"
    w:run(230)
    assert.npc(brian).has_role "rained_in"
    assert.npc(brian).never_did { "plough", "sow", "weed" }
    assert.equal("housework", holds(brian))
    assert.npc(tib).did "grind"
    w:run(60)
    assert.npc(brian).has_role "farmhand"
    assert.equal("work", holds(brian))
    w:run(60)
    assert.npc(brian).did { "sweep", "walk", "weed" }
    assert_unruffled(w)
  end)

  it("sends home who is in the field already, in the middle of a furrow but not of a step", function()
    local w = hamlet { env = { weather = { [0] = "sunny", [300] = "rainy" } } }
    local brian = w:get "Brian"
    w:run(299)
    assert.equal("work", holds(brian))
    w:run(40)
    assert.same({ "rained_in", "housework" }, { brian.role, holds(brian) })
    for _, entry in ipairs(w:happened { kind = "stop", npc = brian }) do assert.equal("done", entry.reason) end
    assert.is_true(brian.x < 20)
  end)
end)

describe("a quest", function()
  local w, brian

  before_each(function()
    w = hamlet()
    brian = w:get "Brian"
    run_to(w, 12)
  end)

  it("sends Brian to the mill at three, and back to work at four", function()
    assert.is_truthy(brian:patch_plan { "15:00", "16:00", "visit_the_mill", days = 1 })
    w:run(179)
    assert.equal("work", holds(brian))
    w:run(30)
    assert.equal("visit_the_mill", holds(brian))
    assert.npc(brian).did { "walk_to_mill", "watch_the_wheel" }
    run_to(w, 16)
    w:run(1)
    assert.equal("work", holds(brian))
    w:run(40)
    assert.npc(brian).did { "watch_the_wheel", "walk", "weed" }
    local before = #w:happened { kind = "start", npc = brian, action = "walk_to_mill" }
    w:run(DAY) -- on the next day he stays in the field
    assert.equal(before, #w:happened { kind = "start", npc = brian, action = "walk_to_mill" })
    assert_unruffled(w)
  end)

  it("that leaves too little time for work lets him stay until the evening", function()
    assert.is_truthy(brian:patch_plan { "15:00", "16:40", "visit_the_mill", days = 1 })
    run_to(w, 15)
    w:run(102)
    assert.equal("visit_the_mill", holds(brian))
    w:run(60)
    assert.equal("free_evening", holds(brian))
    local sequences = {}
    for i, change in ipairs(changes(w, brian)) do sequences[i] = change.sequence end
    assert.same({ "visit_the_mill", "free_evening" }, { sequences[#sequences - 1], sequences[#sequences] })
  end)

  it("can call him off again, and cannot have him in two places", function()
    local number = brian:patch_plan { "13:00", "16:00", "visit_the_mill" }
    assert.is_nil((brian:patch_plan { "15:00", "17:00", "stay_in" }))
    run_to(w, 14)
    assert.equal("visit_the_mill", holds(brian))
    assert.is_truthy(brian:unpatch_plan(number))
    assert.equal("work", holds(brian))
    w:run(60)
    assert.npc(brian).did { "watch_the_wheel", "walk", "weed" }
  end)
end)

describe("a save", function()
  it("goes on the same from any minute of a day: a world that is loaded every minute decides like one that never is", function()
    local function begin()
      local world = bustle.world { packs = { "behaviours/hamlet" }, seed = 11 }
      world:provide("weather", function() return "sunny" end)
      assert(world:get("Brian"):patch_plan { "15:00", "16:00", "visit_the_mill", days = 1 })
      return world
    end
    local whole, loaded, other = begin(), begin(), begin() -- the last two take turns
    for number = 1, DAY do
      for _ = 1, 2 do
        whole:update(0.5)
        loaded:update(0.5)
      end
      assert(other:load(loaded:save()))
      loaded, other = other, loaded
      assert.equal(whole:hash(), loaded:hash(), ("minute %d"):format(number))
    end
  end)
end)

describe("the clock", function()
  it("set back to the morning upsets nobody: everybody is in the entry that holds", function()
    local w = hamlet()
    run_to(w, 20)
    w:set_time "10:00"
    w:run(1)
    local brian = w:get "Brian"
    assert.same({ "work", "work", "housework" }, { holds(brian), holds(w:get "Tib"), holds(w:get "Maud") })
    w:run(60)
    assert.npc(brian).did { "walk", "weed" }
    assert_unruffled(w)
    w:set_time "22:30"
    w:run(40)
    assert.npc(brian).did { "lie_down", "sleep" }
    w:set_time "08:30"
    w:run(60)
    assert.equal("work", holds(brian))
    assert_unruffled(w)
  end)

  it("can be set to any hour, forward or back", function()
    local w = hamlet()
    for number = 1, 48 do
      local hour = number * 7 % 24
      w:set_time(("%02d:45"):format(hour))
      w:run(40)
      local at = (hour * 60 + 45 + 40) % DAY
      for _, npc in ipairs(people(w)) do
        -- Nobody begins more than forty minutes later than planned, or twenty earlier.
        local now, before, after = holds(npc), wanted(npc.kind, (at - 40) % DAY), wanted(npc.kind, (at + 40) % DAY)
        assert.is_true(now == before or now == wanted(npc.kind, at) or now == after, ("%s at %d: %s"):format(npc.name, at, now))
      end
    end
    assert_unruffled(w)
  end)
end)

describe("catching up:", function()
  -- What somebody has done since a time, less what one does in the field.
  local function begun(w, npc, since)
    local list = {}
    for _, entry in ipairs(w:happened { kind = "plan", npc = npc }) do
      if entry.time >= since then list[#list + 1] = entry.sequence end
    end
    return list
  end

  it("who comes into the world at noon is a farmer at noon, and has had no breakfast", function()
    local w = hamlet()
    run_to(w, 12)
    local late = w:spawn("farmer", { name = "Late", x = 60, y = 30 })
    w:link(late, "home", w:get "Brian's house")
    w:link(late, "work", w:get "the east field")
    w:run(60)
    assert.same({ "work" }, begun(w, late, 0))
    assert.npc(late).never_did "eat"
    assert.npc(late).did { "walk", "weed" }
  end)

  it("who was held from morning to night goes to bed", function()
    local w = hamlet()
    local brian = w:get "Brian"
    w:run(10)
    brian:hold()
    run_to(w, 23)
    assert.equal("sleep", holds(brian))
    brian:release()
    local since = w:now()
    w:run(60)
    assert.npc(brian).did_not { "plough" }
    assert.npc(brian).did { "lie_down", "sleep", since = since }
    assert.npc(brian).did_not { "weed", since = since }
  end)

  it("who is loaded goes on with what the clock of the save says", function()
    local w = hamlet()
    run_to(w, 14)
    local save = w:save()
    local other = hamlet()
    other:run(5)
    assert(other:load(save))
    local since = other:now()
    other:run(30)
    assert.equal("work", holds(other:get "Brian"))
    assert.npc(other:get "Brian").did_not { "eat", since = since }
  end)

  it("who has missed days is in none of them", function()
    local w = hamlet()
    w:set_time("09:30", 5)
    w:run(60)
    for _, npc in ipairs(people(w)) do assert.is_true(#begun(w, npc, 1) <= 1, npc.name) end
    assert_in_place(w)
  end)
end)

describe("at The Plough", function()
  local GUESTS = { "Brian", "Ellen", "Wat", "Tib" }

  it("orders are taken one after the other, and nobody serves in the morning", function()
    local w = hamlet()
    run_to(w, 9)
    for _, name in ipairs(GUESTS) do assert(w:get(name):run "drink_an_ale") end
    w:run(60)
    for _, name in ipairs(GUESTS) do
      assert.npc(w:get(name)).did { "walk", "grumble" }
      assert.npc(w:get(name)).never_did "drink"
    end
    run_to(w, 16)
    local since = w:now()
    for _, name in ipairs(GUESTS) do assert(w:get(name):run "drink_an_ale") end
    w:run(100)
    for _, name in ipairs(GUESTS) do assert.npc(w:get(name)).did { "drum_fingers", "drink", since = since } end
    local drawn = #w:happened { kind = "stop", action = "draw_an_ale", reason = "done" }
    assert.equal(drawn, w:get("Maud").state.served)
    assert.world(w).is_consistent()
  end)

  it("an order that nobody takes is not taken later", function()
    local w = hamlet()
    local brian, maud = w:get "Brian", w:get "Maud"
    run_to(w, 16)
    assert(brian:run "drink_an_ale")
    w:run_until(brian, "drum_fingers", 90)
    maud:hold()
    w:run(59)
    assert.equal(1, #maud:inbox "orders")
    w:run(10)
    assert.npc(brian).did { "drum_fingers", "grumble" }
    assert.same({}, maud:inbox "orders")
  end)
end)

describe("somebody without a home, work or tavern", function()
  it("keeps the hours all the same, wherever that is", function()
    local w = hamlet()
    local stranger = w:spawn("farmer", { name = "Stranger", x = -40 })
    w:run(DAY)
    assert.npc(stranger).did { "eat", "lie_down", "sleep" }
    assert.npc(stranger).never_did { "plough", "drink" }
    assert.npc(stranger).is_not_halted()
    w:interrupt("player_shouts", "all")
    w:run(5)
    for _, npc in ipairs(people(w)) do assert.npc(npc).did "gasp" end
  end)
end)
