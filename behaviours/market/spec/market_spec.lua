-- The scenarios: a market that closes and opens, a shout, benches that run out, and routines that differ.
local bustle = require "bustle"
local sim = require "bustle.testing"
local stats = require "bustle.stats"

local function market(options)
  options.packs, options.seed, options.step = { "behaviours/market" }, 7, 0.25
  options.env = options.env or { weather = "sunny", market_open = true, hour = 11 }
  return sim.world(options)
end

local ONLY_WHEN_OPEN = { walk_to_stall = true, look_at_goods = true, feel_the_cloth = true, taste_a_sample = true,
  serve = true, cry_wares = true, arrange_goods = true, sit_behind_stall = true,
  stand_guard = true, scan_the_crowd = true }

local function doing_business(w)
  local count = 0
  for _, kind in ipairs { "vendor", "visitor", "guard" } do
    for _, npc in ipairs(w:find { kind = kind }) do
      if ONLY_WHEN_OPEN[npc.action] and npc.action ~= "walk_to_stall" then count = count + 1 end
    end
  end
  return count
end

local function starts_since(w, time)
  local counts = {}
  for _, entry in ipairs(w:happened { kind = "start" }) do
    if entry.time > time then counts[entry.action] = (counts[entry.action] or 0) + 1 end
  end
  return counts
end

describe("the market", function()
  it("has seven vendors, five guards and eighteen visitors", function()
    local w = market {}
    assert.same({ 7, 5, 18 }, { #w:find { kind = "vendor" }, #w:find { kind = "guard" }, #w:find { kind = "visitor" } })
    assert.same({}, w.problems)
  end)

  it("is busy: vendors serve, visitors buy, guards watch", function()
    local w = market {}
    w:run(600)
    local counts = starts_since(w, 0)
    for _, action in ipairs { "serve", "pack_the_bag", "look_at_goods", "doze", "drink", "chat", "stand_guard", "load_crate",
      "sit_behind_stall" } do
      assert.is_true((counts[action] or 0) > 3, action)
    end
    assert.world(w).conserves "room"
    assert.world(w).is_consistent()
  end)
end)

describe("a closed market", function()
  local w, closed_at

  before_each(function()
    w = market {}
    w:run(120)
    assert.is_true(doing_business(w) > 4)
    w:set("market_open", false)
    closed_at = w:now()
    w:run(0.2)
  end)

  it("is one where nobody sells, browses or keeps watch, from the first moment on", function()
    assert.equal(0, doing_business(w))
    w:run(600)
    local counts = starts_since(w, closed_at)
    for action in pairs(ONLY_WHEN_OPEN) do assert.is_nil(counts[action], action) end
    assert.equal(0, #w:happened { kind = "halt" })
  end)

  it("leaves vendors time for what visitors do, and guards walk on", function()
    w:run(600)
    for _, vendor in ipairs(w:find { kind = "vendor" }) do
      assert.npc(vendor).did { "pack_up", "walk_to_fountain" }
      assert.npc(vendor).did { "pack_up", "walk_up_to" }
    end
    local counts = starts_since(w, closed_at)
    assert.is_true(counts.walk_to_post > 10)
  end)

  it("calls its vendors back when it opens: each returns to the own stall through the interruption", function()
    w:run(300)
    assert.equal(0, doing_business(w))
    w:set("market_open", true)
    local opened_at = w:now()
    w:run(90)
    for _, vendor in ipairs(w:find { kind = "vendor" }) do
      local calls = w:happened { kind = "interrupt", npc = vendor, interruption = "market_opens" }
      assert.is_true(calls[#calls].time >= opened_at, vendor.name)
      assert.npc(vendor).did { "pack_up", "walk_to_own_stall", "set_up", "arrange_goods" }
      local stall = w:find { kind = "stall", state = { stall = vendor.state.stall } }[1]
      assert.is_true(math.abs(vendor.x - stall.x) + math.abs(vendor.y - stall.y) < 40)
      local response
      for _, frame in ipairs(vendor:doing().stack) do
        if frame.interruption == "market_opens" then response = response or frame.sequence end
      end
      assert.equal("keep_stall", response, vendor.name)
    end
  end)
end)

describe("a shout", function()
  it("lets resumable actions go on at the same stall, and others begin again", function()
    local w = market {}
    local resumed, begun_again = 0, 0
    for _ = 1, 24 do
      w:run(47)
      local before = {}
      for _, npc in ipairs(w:find { kind = "visitor" }) do
        -- What ends by itself in the next moment is over before the shout is heard.
        if npc.activities == 1 and ONLY_WHEN_OPEN[npc.action] and npc.remaining > 1 then
          before[npc] = { npc.action, npc.target }
        end
      end
      w:interrupt("player_shouts", "all")
      local since = #w.history
      w:run(12)
      for npc, was in pairs(before) do
        local first
        for i = since + 1, #w.history do
          local entry = w.history[i]
          local reaction = entry.action == "gasp" or entry.action == "step_back" or entry.action == "look_around"
          if entry.kind == "start" and entry.number == w._history.labels[npc.id].number and not reaction then
            first = first or entry
          end
        end
        if was[1] == "look_at_goods" or was[1] == "feel_the_cloth" then
          resumed = resumed + 1
          assert.same({ was[1], true, was[2].name }, { first.action, first.resumed, first.target })
        elseif was[1] == "taste_a_sample" then
          begun_again = begun_again + 1
          assert.same({ was[1], was[2].name }, { first.action, first.target })
          assert.is_falsy(first.resumed)
        end
      end
    end
    assert.is_true(resumed >= 5, resumed .. " resumed")
    assert.is_true(begun_again >= 2, begun_again .. " begun again")
    assert.world(w).is_consistent()
  end)

  it("wakes a sleeper, who dozes off again on the same bench", function()
    local w = market { places = false }
    local bench, mary = w:spawn "bench", w:spawn("visitor", { state = { energy = 1 } })
    w:run_until(mary, "doze")
    w:interrupt("player_shouts", { mary })
    w:run_until(mary, "doze", 30)
    assert.npc(mary).did { "doze", "gasp", "doze" }
    assert.npc(mary).is_using(bench)
    assert.world(w).conserves "seats"
  end)

  it("brings the guards who hear it to where it came from", function()
    local w = market {}
    w:run(30)
    local noise = w:spawn("noise", { x = 30, y = 14 })
    w:interrupt("player_shouts", { within = 25, of = noise, from = noise })
    w:run(15)
    local came = w:happened { kind = "start", action = "ask_what_is_wrong" }
    assert.is_true(#came > 0)
    assert.is_true(#w:happened { kind = "start", action = "hurry_to_noise" } >= #came)
  end)
end)

describe("a queue at a stall", function()
  local w, rosa

  -- As many visitors as there are names, who all want to buy, and one vendor.
  local function queue(count)
    w = market { places = false }
    w:spawn("stall", { state = { stall = 1, room = 40 } })
    rosa = w:spawn("vendor", { name = "Rosa", state = { stall = 1, goods = 8 } })
    w:run_until(rosa, "set_up", 10)
    for number = 1, count do
      w:spawn("visitor", { name = ("visitor %d"):format(number), x = 2 + number * 5 % 12 / 8 }):run "visit_stall"
    end
  end

  -- The names of those who were in events of a kind, each when it was so for the first time, and the times.
  local function first(filter, key)
    local names, times, seen = {}, {}, {}
    for _, entry in ipairs(w:happened(filter)) do
      local name = entry[key]
      if not seen[name] then seen[name], names[#names + 1], times[#times + 1] = true, name, entry.time end
    end
    return names, times
  end

  it("is served in the order in which it came, to the millisecond", function()
    queue(8)
    w:run(60)
    local came, times = first({ kind = "start", action = "wait_to_be_served" }, "npc")
    local went = first({ kind = "stop", action = "serve", reason = "done" }, "target")
    assert.is_true(#went >= 6, #went .. " served")
    for i, name in ipairs(went) do assert.equal(came[i], name) end
    local close = 0
    for i = 2, #went do
      if math.floor(times[i]) == math.floor(times[i - 1]) then close = close + 1 end
    end
    assert.is_true(close > 0, "some come within the same second")
    assert.world(w).is_consistent()
  end)

  -- Until so many wait, the first of whom is being served.
  local function until_waiting(count)
    w:run_until(rosa, function() return rosa.action == "serve" and #rosa:inbox "customers" >= count end, 60)
    local waiting = {}
    for i, message in ipairs(rosa:inbox "customers") do waiting[i] = message.sender end
    return waiting
  end

  it("keeps the place of whoever is startled", function()
    queue(16)
    local waiting = until_waiting(3)
    local since = w:now()
    w:interrupt("player_shouts", { waiting[1], waiting[2] })
    w:run(20)
    local went = {}
    for _, entry in ipairs(w:happened { kind = "stop", action = "serve", reason = "done" }) do
      if entry.time > since then went[#went + 1] = entry.target end
    end
    assert.same({ waiting[1].name, waiting[2].name, waiting[3].name }, { went[2], went[3], went[4] })
  end)

  it("is sent away when the market closes, and so is whoever was startled", function()
    queue(8)
    local waiting = until_waiting(2)
    for _, visitor in ipairs(waiting) do visitor.state.bag = 0 end
    w:set("market_open", false)
    w:run(8)
    assert.npc(rosa).did { "serve", "shake_the_head", "shake_the_head", "pack_up" }
    assert.same({}, rosa:inbox "customers")
    for _, visitor in ipairs(waiting) do assert.npc(visitor).is_not_doing "wait_to_be_served" end
    assert.equal(0, waiting[1].state.bag)
  end)

  it("is left by whoever finds himself far from it after a scare, and by who has waited for too long", function()
    queue(8)
    local waiting = until_waiting(2)
    rosa:hold()
    waiting[1]:move(30, 0)
    w:interrupt("player_shouts", { waiting[1] })
    w:run(10)
    assert.npc(waiting[1]).did { "wait_to_be_served", "gasp" }
    assert.npc(waiting[1]).is_not_doing "wait_to_be_served"
    assert.npc(waiting[2]).is_doing "wait_to_be_served"
    w:run(16)
    assert.npc(waiting[2]).is_not_doing "wait_to_be_served"
  end)
end)

describe("rain", function()
  it("drives visitors under the trees, and leaves vendors at their stalls and guards on their rounds", function()
    local w = market { env = { weather = { [0] = "sunny", [60] = "rainy", [240] = "sunny" }, market_open = true } }
    w:run(110)
    for _, visitor in ipairs(w:find { kind = "visitor" }) do assert.npc(visitor).is_doing "wait_out_rain" end
    assert.equal(0, #w:happened { kind = "start", action = "brave_the_rain" })
    local started = #w:happened { kind = "start" }
    w:run(100)
    assert.is_true(#w:happened { kind = "start" } - started > 100)
    w:run(60)
    for _, visitor in ipairs(w:find { kind = "visitor" }) do assert.npc(visitor).is_not_doing "wait_out_rain" end
    for _, vendor in ipairs(w:find { kind = "vendor" }) do assert.npc(vendor).never_did "run_to_shelter" end
    assert.world(w).conserves "cover"
  end)

  it("drives away vendors, too, once they have closed", function()
    local w = market { env = { weather = { [0] = "sunny", [60] = "rainy" }, market_open = { [0] = true, [90] = false } } }
    w:run(180)
    for _, vendor in ipairs(w:find { kind = "vendor" }) do
      assert.npc(vendor).did { "arrange_goods", "pack_up", "run_to_shelter" }
    end
    assert.equal(0, #w:happened { kind = "halt" })
  end)
end)

describe("a night", function()
  local w

  local function at_home()
    return #w:find { kind = "visitor", state = { indoors = true } } + #w:find { kind = "vendor", state = { indoors = true } }
  end

  before_each(function()
    w = market { env = { weather = { [0] = "sunny", [200] = "rainy" }, market_open = { [0] = true, [60] = false, [300] = true },
      hour = { [0] = 18, [60] = 21, [260] = 6 } } }
  end)

  it("sends visitors and vendors home, some later than others, and guards stay", function()
    w:run(60)
    assert.equal(0, at_home())
    w:run(20)
    assert.is_true(at_home() > 3 and at_home() < 22, at_home() .. " at home")
    w:run(110)
    assert.equal(25, at_home())
    assert.is_true(starts_since(w, 60).gaze_at_stars > 0)
    for _, guard in ipairs(w:find { kind = "guard" }) do assert.npc(guard).did "walk_to_post" end
  end)

  it("is slept through, whatever the weather and whoever shouts, until day breaks", function()
    w:run(210)
    local sleepers = w:find { kind = "visitor", state = { indoors = true } }
    assert.is_true(#sleepers > 15)
    w:interrupt("player_shouts", "all")
    w:run(5)
    for _, visitor in ipairs(sleepers) do assert.npc(visitor).is_doing "stay_home" end
    w:run(60)
    assert.equal(0, at_home())
    w:run(60)
    assert.is_true(starts_since(w, 300).serve > 0)
    assert.world(w).conserves "room"
  end)
end)

describe("a visitor", function()
  it("glances at whoever comes near, then goes on with what it did", function()
    local w = market { places = false }
    local stall = w:spawn("stall", { x = 40, state = { counter = 0 } })
    local mary = w:spawn("visitor", { name = "Mary", state = { energy = 9 } })
    w:run_until(mary, "walk_to_stall", 120)
    mary:move(9, 0)
    local bob = w:spawn("vendor", { name = "Bob", x = 12 })
    bob:hold()
    w:run_until(mary, "glance", 3)
    assert.npc(mary).is_using(bob)
    w:run_until(mary, "walk_to_stall", 3)
    assert.npc(mary).is_using(stall)
    local walks = w:happened { kind = "start", npc = mary, action = "walk_to_stall" }
    assert.is_true(walks[#walks].resumed)
    assert.npc(mary).remembers { cue = "glance", entity = bob }
    w:run(40)
    assert.equal(1, #w:happened { kind = "start", npc = mary, action = "glance" })
  end)

  it("does not look up while it sits, talks or is at home", function()
    local w = market { env = { weather = "sunny", market_open = { [0] = true, [600] = false }, hour = { [0] = 11, [600] = 21 } } }
    w:run(800)
    local NOT = { doze = true, watch_the_crowd = true, eat_from_the_bag = true,
      walk_up_to = true, turn_to = true, chat = true, tell_a_joke = true, listen = true, laugh = true, answer = true,
      part = true, attend = true, stay_home = true }
    local last, count = {}, 0
    for _, entry in ipairs(w.history) do
      if entry.kind == "stop" and entry.reason == "interrupted" then last[entry.npc] = entry end
      if entry.kind == "interrupt" and entry.cue == "glance" then
        local before = last[entry.npc]
        count = count + 1
        assert.is_falsy(before and before.time == entry.time and NOT[before.action], entry.npc)
      end
    end
    assert.is_true(count > 100, count .. " glances")
  end)
end)

-- Everything that people do to each other in a scene.
local CONVERSATION = { "walk_up_to", "turn_to", "chat", "tell_a_joke", "listen", "laugh", "answer", "praise_the_goods",
  "take_note", "part" }

-- How many scenes were begun, and how those who were in them left: { ["gossip"] = 3, ["gossip finished"] = 6, ... }
local function scenes_of(w)
  local counts = setmetatable({}, { __index = function() return 0 end })
  for _, entry in ipairs(w:happened { kind = "join", part = "teller" }) do
    counts[entry.scene] = counts[entry.scene] + 1
  end
  for _, entry in ipairs(w:happened { kind = "leave" }) do
    local key = ("%s %s"):format(entry.scene, entry.reason)
    counts[key] = counts[key] + 1
  end
  return counts
end

describe("a conversation", function()
  it("is held with nobody who is not in it, whoever shouts", function()
    local w = market {}
    for _ = 1, 7 do
      w:run(math.min(90, 600 - w:now()))
      w:interrupt("player_shouts", "all")
    end
    assert.equal(600, w:now())
    local counts, addressed = scenes_of(w), 0
    assert.is_true(counts.gossip > 30 and counts.joke > 30, ("%d and %d"):format(counts.gossip, counts.joke))
    assert.is_true(counts["gossip finished"] > 60 and counts["joke finished"] > 60)
    for _, action in ipairs(CONVERSATION) do
      for _, entry in ipairs(w:happened { kind = "start", action = action }) do
        assert.is_truthy(entry.target)
        addressed = addressed + 1
      end
    end
    assert.is_true(addressed > 600, addressed .. " starts")
    assert.world(w).addresses_only_members { actions = CONVERSATION }
    assert.world(w).conserves_members()
    assert.world(w).is_consistent()
  end)

  it("goes phase by phase: both laugh when the joke is told, and both say goodbye", function()
    local w = market { places = false }
    local ann, bob = w:spawn("visitor", { name = "Ann" }), w:spawn("visitor", { name = "Bob", x = 9 })
    assert(w:stage("joke", { teller = ann, hearer = bob }))
    while ann.scene or bob.scene do w:step() end
    assert.npc(ann).did { "walk_up_to", "tell_a_joke", "laugh", "part" }
    assert.npc(bob).did { "turn_to", "listen", "laugh", "part" }
    for _, action in ipairs { "laugh", "part" } do
      local both = w:happened { kind = "start", action = action }
      assert.is_true(math.abs(both[1].time - both[2].time) <= 0.25) -- an update apart at most
      assert.is_true(both[1].target == both[2].npc and both[2].target == both[1].npc)
    end
    assert.same({ 2, 1 }, { scenes_of(w)["joke finished"], scenes_of(w).joke })
  end)

  it("is what each makes of it: a visitor chats along, a vendor praises the goods, a guard takes note", function()
    for kind, does in pairs { visitor = "answer", vendor = "praise_the_goods", guard = "take_note" } do
      local w = market { places = false, env = { weather = "sunny", market_open = false, hour = 11 } }
      local ann, other = w:spawn("visitor", { name = "Ann" }), w:spawn(kind, { name = "Bob", x = 9 })
      assert(w:stage("gossip", { teller = ann, hearer = other }))
      w:run_until(other, does, 30)
      assert.npc(ann).is_in("gossip", "teller")
      assert.npc(ann).is_doing "listen"
      while ann.scene or other.scene do w:step() end
      assert.same({ 2, 0 }, { scenes_of(w)["gossip finished"], scenes_of(w)["gossip broken"] })
    end
  end)

  it("goes on after a scare, and is over when one of them is called away", function()
    local w = market { places = false, env = { weather = "sunny", market_open = false, hour = 11 } }
    local ann = w:spawn("visitor", { name = "Ann" })
    local rosa = w:spawn("vendor", { name = "Rosa", x = 4, state = { stall = 1 } })
    w:spawn("stall", { x = 60, state = { stall = 1 } })
    assert(w:stage("gossip", { teller = ann, hearer = rosa }))
    w:run_until(ann, "chat", 10)
    w:interrupt("player_shouts", "all")
    w:run_until(rosa, "listen", 15)
    w:run_until(ann, "chat", 15)
    assert.npc(ann).did { "chat", "gasp", "chat" }
    assert.npc(rosa).did { "listen", "gasp", "listen" }
    w:set("market_open", true)
    w:run(30)
    assert.npc(rosa).did { "listen", "walk_to_own_stall" }
    assert.same({ 2, 0 }, { scenes_of(w)["gossip broken"], scenes_of(w)["gossip finished"] })
    assert.world(w).conserves_members()
  end)

  it("is over when one of them has run off", function()
    for scene, says in pairs { gossip = "chat", joke = "tell_a_joke" } do
      local w = market { places = false }
      local greta, ann = w:spawn("guard", { name = "Greta" }), w:spawn("visitor", { name = "Ann", x = 4 })
      local noise = w:spawn("noise", { x = 40 })
      assert(w:stage(scene, { teller = greta, hearer = ann }))
      w:run_until(greta, says, 10)
      w:interrupt("player_shouts", { greta }, noise)
      w:run(25)
      assert.npc(greta).did { says, "hurry_to_noise", "ask_what_is_wrong" }
      assert.same({ 1, 1 }, { scenes_of(w)[scene .. " left"], scenes_of(w)[scene .. " broken"] })
    end
  end)

  it("is begun with nobody who keeps a stall, waits to be served, rests or is at home", function()
    local w = market { env = { weather = "sunny", market_open = { [0] = true, [600] = false }, hour = { [0] = 11, [600] = 20 } } }
    local LEFT_IN_PEACE = { serve = true, cry_wares = true, arrange_goods = true, count_coins = true, sit_behind_stall = true,
      wait_to_be_served = true, doze = true, watch_the_crowd = true, eat_from_the_bag = true, walk_home = true, stay_home = true }
    local doing, count = {}, 0
    w:run(800)
    for _, entry in ipairs(w.history) do
      if entry.kind == "start" then doing[entry.npc] = entry.action end
      if entry.kind == "join" and entry.part == "hearer" then
        count = count + 1
        assert.is_nil(LEFT_IN_PEACE[doing[entry.npc]], ("%s, who does %s"):format(entry.npc, doing[entry.npc]))
      end
    end
    assert.is_true(count > 60, count .. " were told something")
  end)
end)

describe("a guard", function()
  it("is on watch from evening to morning, and walks from post to post with a lantern", function()
    local w = market { env = { weather = "sunny", market_open = { [0] = true, [60] = false, [300] = true },
      hour = { [0] = 18, [60] = 19, [200] = 23, [230] = 5, [300] = 6 } } }
    local guards = w:find { kind = "guard" }
    local function all_have(role)
      for _, guard in ipairs(guards) do assert.npc(guard).has_role(role) end
    end
    w:run(59)
    all_have "day_guard"
    w:run(6)
    all_have "night_watch"
    w:run(230)
    all_have "night_watch"
    for _, guard in ipairs(guards) do
      assert.npc(guard).did { "walk_to_post", "listen_to_the_night", "raise_the_lantern" }
    end
    w:run(10)
    all_have "day_guard"
    w:run(120)
    local counts = starts_since(w, 335) -- what they were about at daybreak is over
    assert.is_nil(counts.listen_to_the_night)
    assert.is_true(counts.stand_guard > 0)
    assert.world(w).conserves "watchers"
  end)
end)

describe("benches that are all taken", function()
  it("let the fallbacks take over, and nobody halts in ten hours", function()
    -- Not a world under test: it would keep the history of 150,000 actions.
    local w = bustle.world { packs = { "behaviours/market" }, seed = 7 }
    w:provide("market_open", function() return math.floor(w:now() / 3600) % 3 ~= 2 end)
    w:provide("hour", function() return math.floor(9 + w:now() / 3600) % 24 end)
    for _, bench in ipairs(w:find { kind = "bench" }) do bench.state.seats = 0 end
    local fallbacks, halts, sat = 0, 0, 0
    w:on("fallback", function() fallbacks = fallbacks + 1 end)
    w:on("halt", function() halts = halts + 1 end)
    w:on("start", function(_, _, run) if run.action == "doze" then sat = sat + 1 end end)
    for _ = 1, 36000 / 0.5 do w:update(0.5) end
    assert.same({ 0, 0 }, { halts, sat })
    assert.is_true(fallbacks > 500, fallbacks .. " fallbacks")
    assert.equal(0, w:stats().halted)
  end)
end)

-- How far the routines of two are apart, on average and at least, and how evenly one uses the actions.
local VARIETY = {
  visitor = { mean = 0.5, least = 0.25, bits = 3.4 },
  guard = { mean = 0.4, least = 0.3, bits = 3.2 },
  vendor = { mean = 0.15, least = 0.1, bits = 2.4 }, -- a stall leaves less to choose
}

describe("people of the same definition", function()
  it("differ in their routines, and do not repeat themselves", function()
    local w = market {}
    w:run(1200)
    for _, kind in ipairs { "visitor", "guard", "vendor" } do
      local routines = {}
      for _, routine in ipairs(stats.routines(w.history)) do
        if routine.definition == kind then routines[#routines + 1] = routine end
      end
      local mean, least = stats.spread(routines)
      local limits = VARIETY[kind]
      assert.is_true(mean > limits.mean, ("%s: %.2f on average"):format(kind, mean))
      assert.is_true(least > limits.least, ("%s: %.2f at least"):format(kind, least))
      for _, routine in ipairs(routines) do
        local bits = stats.entropy(routine.actions)
        assert.is_true(bits > limits.bits, ("%s: %.2f bits"):format(routine.npc, bits))
        assert.is_true(stats.repetition(routine.actions).times < 8)
      end
    end
  end)

  it("see all of the square: every visitor goes to every stall", function()
    local w = market {}
    w:run(2400)
    for _, visitor in ipairs(w:find { kind = "visitor" }) do
      local seen, count = {}, 0
      for _, entry in ipairs(w:happened { kind = "start", npc = visitor, action = "walk_to_stall" }) do
        if not seen[entry.target] then seen[entry.target], count = true, count + 1 end
      end
      assert.is_true(count >= 5, ("%s has seen %d stalls"):format(visitor.name, count))
    end
  end)
end)
