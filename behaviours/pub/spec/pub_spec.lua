-- Nights in a town with a pub: forty guests, twelve seats, two servers; and a second pub, which takes one line.
local bustle = require "bustle"
local sim = require "bustle.testing"

-- The hour, if it is `first` at the beginning and an hour takes so many seconds.
local function clock(first, seconds)
  return function(now) return math.floor(first + now / seconds) % 24 end
end

local function town(options)
  options.packs = options.packs or { "behaviours/pub" }
  options.seed, options.step = 4, 0.25
  options.env = { weather = "sunny", hour = options.hour or 20 }
  options.hour = nil
  return sim.world(options)
end

-- Who holds what, kept from the events: by provider and offer, how many and how many at most.
local function keep_books(w)
  local book = { adopts = 0, drops = 0, now = {}, most = {}, why = {} }
  w:on("adopt", function(_, offer, provider)
    local key = ("%s of %s"):format(offer, provider.name)
    book.adopts, book.now[key] = book.adopts + 1, (book.now[key] or 0) + 1
    book.most[key] = math.max(book.most[key] or 0, book.now[key])
  end)
  w:on("drop", function(_, offer, provider, why)
    local key = ("%s of %s"):format(offer, provider.name)
    book.drops, book.now[key] = book.drops + 1, book.now[key] - 1
    book.why[offer] = book.why[offer] or {}
    book.why[offer][why] = (book.why[offer][why] or 0) + 1
  end)
  return book
end

local function at_home(w, npc)
  local home = w:query(npc, "home")[1]
  return npc.x == home.x and npc.y == home.y
end

local function count_at_home(w)
  local count = 0
  for _, kind in ipairs { "guest", "server" } do
    for _, npc in ipairs(w:find { kind = kind }) do
      if at_home(w, npc) then count = count + 1 end
    end
  end
  return count
end

-- Whom those who have relaxed were answered by, how often.
local function answers(w)
  local counts = {}
  for _, entry in ipairs(w:happened { kind = "adopt", offer = "relax" }) do
    counts[entry.provider] = (counts[entry.provider] or 0) + 1
  end
  return counts
end

describe("a night at The Crown", function()
  it("has forty guests on twelve seats, none of which is taken twice, and ends with everybody at home", function()
    local w = town { hour = clock(17, 120) }
    assert.same({ 40, 12 }, { #w:find { kind = "guest" }, #w:find { kind = "chair" } })
    local book, crown = keep_books(w), w:get("The Crown")
    w:run(1200)
    assert.same({ false, 0 }, { crown.state.open, crown.state.noise })
    assert.equal(43, count_at_home(w))
    assert.is_true(book.adopts > 150, book.adopts .. " adopts")
    assert.equal(book.adopts, book.drops)
    for number = 1, 12 do assert.equal(1, book.most[("sit of chair %d"):format(number)]) end
    assert.same({ 24, 2 }, { book.most["relax of The Crown"], book.most["work_here of The Crown"] })
    assert.same({}, w:find { state = { sitting = true } })
    assert.equal(0, #w:happened { kind = "halt" })
    assert.world(w).is_consistent()
  end)

  it("serves whoever has waited longest, and everybody gets what was ordered", function()
    local w = town { hour = clock(18, 600) }
    w:run(500)
    local handed = #w:happened { kind = "stop", action = "hand_over", reason = "done" }
    local drunk = #w:happened { kind = "stop", action = "drink", reason = "done" }
    assert.is_true(handed > 40, handed .. " ales")
    assert.is_true(drunk <= handed and drunk > handed - 24, ("%d of %d drunk"):format(drunk, handed))
    assert.is_true(#w:happened { kind = "start", action = "wipe_the_bar" } > 0)
  end)

  it("is over at two: the pub revokes what its guests hold, and nobody is let in any more", function()
    local w = town { hour = { [0] = 23, [90] = 2 } }
    local book = keep_books(w)
    w:run(90)
    local crown = w:get("The Crown")
    assert.is_true(#crown:holders "relax" > 12)
    w:run(10)
    assert.same({ false, 0, 0 }, { crown.state.open, #crown:holders "relax", #crown:holders "work_here" })
    assert.is_true(book.why.relax.revoked > 12)
    assert.equal(2, book.why.work_here.revoked)
    w:run(60)
    assert.same({ 0, 43 }, { crown.state.noise, count_at_home(w) })
  end)

  it("is one without guests in the morning, and another begins in the evening", function()
    local w = town { hour = { [0] = 8, [30] = 18 } }
    w:run(30)
    assert.same({ 0, 43 }, { #w:happened { kind = "adopt" }, count_at_home(w) })
    w:run(120)
    assert.is_true(w:get("The Crown").state.noise > 12)
  end)
end)

describe("whoever wants to relax", function()
  -- Somebody thirsty, at a place of the town or beyond.
  local function at(w, x, y)
    return w:spawn("guest", { x = x, y = y })
  end

  it("drinks in the pub, is led to a pub in town, and rests where nothing else is", function()
    local w = town {}
    w:run(5) -- until it is open
    local inside, outside, far = at(w, 62, 38), at(w, 100, 20), at(w, -500, 900)
    w:run(0.25)
    local function answered(npc) return npc:places()[1].provider.name end
    assert.same({ "The Crown", "the town", "the land" }, { answered(inside), answered(outside), answered(far) })
    assert.npc(outside).is_doing "walk_to_pub"
    w:run_until(outside, function() return #w:query(outside, "provider(pub)") == 1 end)
    assert.equal("The Crown", outside.area.name)
    w:run(30)
    assert.npc(far).did { { "hum" }, { "watch_the_clouds" } }
    assert.same({ -500, 900 }, { far.x, far.y })
  end)

  it("sits on a bench if there is one near", function()
    local w = town { hour = 8 }
    local idler = at(w, 90, 58)
    assert.is_true(idler:request("relax", w:get("the land")))
    w:run_until(idler, "self.sitting")
    assert.equal("bench 1", w:query(idler, "provider(bench)")[1].name)
    w:run_until(idler, "not self.sitting")
  end)

  it("is answered by the land if every pub is full", function()
    local w = town {}
    w:run(300)
    local counts = answers(w)
    assert.is_true(counts["The Crown"] >= 24 and counts["the town"] >= 39)
    assert.is_true(counts["the land"] > 8, counts["the land"] .. " answers of the land")
  end)
end)

describe("a guest who sits", function()
  local w, guest, chair

  before_each(function()
    w = town {}
    w:run(5)
    guest = w:get("Abel")
    w:run_until(guest, "drink")
    chair = w:query(guest, "provider(chair)")[1]
    assert.is_true(guest.state.sitting and chair ~= nil)
  end)

  local function since(time, kinds)
    local list = {}
    for _, entry in ipairs(w.history) do
      if entry.npc == guest.name and entry.time > time and kinds[entry.kind] then
        list[#list + 1] = entry.kind .. " " .. (entry.action or entry.offer or entry.sequence)
      end
    end
    return list
  end

  it("gets up first when somebody shouts, and sits down again afterwards", function()
    local before = w:now()
    w:interrupt("player_shouts", { guest })
    w:run(1.5)
    assert.same({ "stop drink", "interrupt surprised", "start stand_up", "stop stand_up", "drop sit", "start gasp" },
      since(before, { start = true, stop = true, drop = true, interrupt = true }))
    assert.is_false(guest.state.sitting)
    assert.same({ "relax" }, { guest:places()[1].offer }) -- still a guest
    w:run_until(guest, "self.sitting", 60)
    assert.npc(guest).did { "stand_up", "gasp", "walk_over", "sit_down", since = before }
  end)

  it("has nothing to get up from on the way to a chair", function()
    local late = w:spawn("guest", { x = 69, y = 34 })
    guest:remove() -- his chair is free then
    w:run_until(late, "walk_over")
    w:interrupt("player_shouts", { late })
    w:run(0.25)
    assert.npc(late).is_doing "gasp"
    w:run_until(late, "self.sitting", 60)
  end)

  it("stays seated when asked for quiet", function()
    w:interrupt("hush", { guest })
    w:run(0.5)
    assert.npc(guest).is_doing "murmur"
    assert.same({ true, chair }, { guest.state.sitting, w:query(guest, "provider(chair)")[1] })
    w:run(3)
    assert.npc(guest).is_doing "drink"
  end)

  it("runs as he is when there is a fire, and the pub is cleared", function()
    local before = w:now()
    w:interrupt("fire", "all")
    w:run(0.5)
    assert.same({ "stop drink", "drop sit", "interrupt run_home", "start run_back_home" },
      since(before, { start = true, stop = true, drop = true, interrupt = true }))
    w:run(30)
    assert.equal(43, count_at_home(w))
    assert.is_false(w:get("The Crown").state.open)
  end)

  it("leaves no order behind, nor a seat, when he leaves the world", function()
    local crown = w:get("The Crown")
    w:run_until(guest, "drum_fingers", 60)
    assert.is_true(w:query(crown, "order")[1] ~= nil)
    guest:remove()
    w:run(20)
    assert.equal(0, #chair:holders "sit" > 0 and chair:holders("sit")[1] == guest and 1 or 0)
    assert.world(w).is_consistent()
  end)
end)

describe("a server", function()
  local w, anna

  before_each(function()
    w = town {}
    anna = w:get "Anna"
  end)

  -- Whom she brings an ale to, once she does that.
  local function customer_at(action)
    w:run_until(anna, action, 120)
    return w:query(anna, "brings")[1]
  end

  for _, action in ipairs { "draw_an_ale", "carry_it_over" } do
    it("pours back what somebody has ordered who leaves while she does " .. action, function()
      local customer = customer_at(action)
      customer:set_main "stay_at_home"
      w:run_until(anna, "pour_it_back", 20)
      assert.npc(anna).is_using(customer)
      w:run(1.5)
      assert.is_false((select(2, anna:link("brings", customer))))
    end)
  end

  it("has nothing to pour back for somebody who is gone for good", function()
    customer_at("draw_an_ale"):remove()
    w:run(30)
    assert.npc(anna).never_did "pour_it_back"
    assert.is_true(#w:happened { kind = "stop", npc = anna, action = "hand_over" } > 0)
  end)

  it("goes home again if there are enough of them", function()
    local closed = town { hour = { [0] = 8, [60] = 18 } }
    local meg, crown = closed:get "Meg", closed:get "The Crown"
    closed:link(crown, "staff", meg) -- with the farthest way
    closed:run(140)
    assert.equal(2, #crown:holders "work_here")
    assert.npc(meg).did { "walk_to_work", "walk_home", "sweep_the_yard" }
  end)

  it("sweeps where she is if she has no home", function()
    local stranger = w:spawn("server", { x = 5, y = 5 })
    w:run(5)
    assert.npc(stranger).is_doing "sweep_the_yard"
  end)
end)

describe("somebody without a home", function()
  it("has nowhere to run to, stays about, and finds the pub closed after a fire", function()
    local w = town {}
    w:run(5)
    w:interrupt("fire", "all")
    w:run(3)
    local stranger = w:spawn("guest", { x = 60, y = 38, state = { thirst = 9 } })
    w:interrupt("fire", { stranger })
    w:run(60)
    assert.npc(stranger).never_did { "wave", "run_back_home", "walk_to_pub" }
    assert.npc(stranger).did { "hum" }
    stranger.state.thirst = 0
    w:run(60)
    assert.is_true(#w:happened { kind = "fallback", npc = stranger } > 1)
    assert.npc(stranger).is_not_halted()
  end)
end)

describe("a second pub", function()
  -- All that a mod has to say: where it is, what one sits on there, and who works there.
  local swan = bustle.pack { name = "swan", depends = { "pub" }, places = {
    { "pub", name = "The Swan", x = 96, y = 62, links = { seat = { "bench 1", "bench 2", "bench 3", "bench 4" }, staff = "Meg" } } } }

  it("takes one place: the town leads guests to both, and its staff serves them", function()
    local w = town { packs = { "behaviours/pub", swan }, hour = clock(18, 120) }
    local book = keep_books(w)
    w:run(1100)
    assert.is_true(book.most["relax of The Swan"] > 8, "The Swan has guests")
    for number = 1, 4 do assert.equal(1, book.most[("sit of bench %d"):format(number)]) end
    local served = 0
    for _, entry in ipairs(w:happened { kind = "stop", action = "hand_over", npc = w:get("Meg") }) do
      if entry.reason == "done" then served = served + 1 end
    end
    assert.is_true(served > 5, served .. " served by Meg")
    assert.equal(book.adopts, book.drops)
    assert.equal(43, count_at_home(w))
  end)
end)
