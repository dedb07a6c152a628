-- What authors need beyond the document: S41 to S46.
local kit = require "spec.rules.kit"

local function inn(more)
  local made = { states = { seats = { default = 1, min = 0, max = 4 }, n = {}, wide = { default = 5 } },
    actions = { go = { duration = 1, targets = "seat" }, doze = { duration = 1, targets = true },
      rest = { duration = 1 } },
    sequences = { day = { entry = "go", go = { action = "go", to = "doze" },
      doze = { action = "doze", target = "same", to = "END" } } },
    props = { bench = { tags = "seat", state = { "seats", "n" } } },
    npcs = { man = { main = "day", state = { "n" } } } }
  for key, value in pairs(more or {}) do made[key] = value end
  return made
end

describe("same target", function()
  it("S41 uses what was used before, though it does not accept the action", function()
    local world = kit.world(inn())
    for _ = 1, 4 do world:spawn "bench" end
    local man = world:spawn "man"
    kit.run(world, 12)
    local events, last, pairs_seen = kit.events(world, man), nil, 0
    for _, event in ipairs(events) do
      if event.kind == "start" then
        if event.name == "doze" then
          assert.equal(last, event.target)
          pairs_seen = pairs_seen + 1
        end
        last = event.target
      end
    end
    assert.equal(6, pairs_seen)
  end)

  it("S41 is inherited when nested and never reaches the caller", function()
    local world = kit.world(inn { sequences = {
      day = { entry = "go", go = { action = "go", to = "in" }, ["in"] = { sequence = "inner", to = "doze" },
        doze = { action = "doze", target = "same", to = "END" } },
      inner = { entry = "doze", doze = { action = "doze", target = "same", to = "go" },
        go = { action = "go", to = "END" } } } })
    for _ = 1, 3 do world:spawn "bench" end
    world:spawn "man"
    kit.run(world, 4)
    local targets = {}
    for _, event in ipairs(kit.events(world)) do
      if event.kind == "start" then targets[#targets + 1] = event.target end
    end
    assert.equal(targets[1], targets[2])
    assert.not_equal(targets[1], targets[3])
    assert.equal(targets[1], targets[4])
  end)

  it("S41 on an action without target is a load error", function()
    kit.refuses("rest", inn { sequences = { day = { entry = "x",
      x = { action = "rest", target = "same", to = "END" } } } })
  end)
end)

describe("claims", function()
  local function taker(claim)
    return inn { actions = { go = { duration = 2, targets = "seat", claim = claim }, rest = { duration = 1 } },
      sequences = { day = { entry = "go", go = { action = "go", to = "END", failed = "rest" },
        rest = { action = "rest", to = "END" } } } }
  end

  it("S42 are taken at the start and given back at the end", function()
    local world = kit.world(taker { "target.seats", 2 })
    local bench = world:spawn("bench", { state = { seats = 3 } })
    local ann, bob = world:spawn "man", world:spawn "man"
    kit.step(world, 0)
    assert.same({ 1, "go", "rest" }, { bench.state.seats, ann.action, bob.action })
    kit.run(world, 20)
    ann:remove()
    bob:remove()
    assert.equal(3, bench.state.seats)
  end)

  it("S42 writes set the free part, so that nothing is lost", function()
    local world = kit.world(taker "target.seats")
    local bench, man = world:spawn("bench", { state = { seats = 4 } }), world:spawn "man"
    kit.step(world, 0)
    assert.equal(3, bench.state.seats)
    bench.state.seats = 4
    assert.equal(3, bench.state.seats)
    bench.state.seats = 0
    man:fail()
    assert.equal(1, bench.state.seats)
  end)

  it("S42 a sequence holds its claim for its whole run", function()
    local world = kit.world(inn { sequences = { day = { claim = "target.seats", entry = "go",
      go = { action = "go", to = "doze" }, doze = { action = "doze", target = "same", to = "rest" },
      rest = { action = "rest", to = "END" } } } })
    local bench = world:spawn "bench"
    world:spawn "man"
    kit.step(world, 0)
    for _ = 1, 12 do
      assert.equal(0, bench.state.seats)
      kit.step(world, 0.25)
    end
    kit.step(world, 0)
    assert.equal(0, bench.state.seats)
  end)

  it("S42 an interruption gives back, resuming retakes; what cannot be retaken fails the sequence", function()
    local world = kit.world(inn { interruptions = { "shout" },
      actions = { go = { duration = 9, targets = "seat", resumable = true }, rest = { duration = 1 } },
      sequences = { day = { claim = "target.seats", entry = "go", go = { action = "go", to = "END" } },
        look = kit.chain { "rest" } },
      npcs = { man = { main = "day", on = { shout = "look" } } } })
    local bench, man = world:spawn "bench", world:spawn "man"
    kit.step(world, 0)
    man:interrupt "shout"
    kit.step(world, 0)
    assert.equal(1, bench.state.seats)
    kit.step(world, 1)
    assert.same({ 0, "go" }, { bench.state.seats, man.action })
    man:interrupt "shout"
    kit.step(world, 0)
    bench.state.seats = 0
    kit.events(world)
    kit.step(world, 1)
    assert.same({ "stop rest done", "fail day claim" }, kit.lines(world, man))
  end)

  it("S42 what an NPC holds itself counts as free in its own conditions", function()
    local world = kit.world(inn { sequences = { day = { claim = "target.seats", entry = "go",
        go = { action = "go", to = { { "doze", when = "target.seats == 1" } } },
        doze = { action = "doze", target = "same", to = "END" } } },
      actions = { go = { duration = 1, targets = "seat" }, doze = { duration = 1, when = "target.seats > 0" } } })
    world:spawn "bench"
    local man = world:spawn "man"
    kit.run(world, 2)
    assert.equal("doze", man.action)
  end)

  it("S42 of a state without a minimum is a load error", function()
    kit.refuses("minimum", inn { actions = { go = { duration = 1, targets = "seat", claim = "target.wide" },
      doze = { duration = 1, targets = true } }, props = { bench = { tags = "seat", state = { "wide" } } } })
  end)
end)

describe("events", function()
  it("S43 have exactly one stop for every start, also for handlers", function()
    local world = kit.world(inn { interruptions = { "shout" },
      npcs = { man = { main = "day", on = { shout = "look" } } },
      actions = { go = { duration = { 1, 3 }, targets = "seat", claim = "target.seats", resumable = true },
        doze = { duration = 1, targets = true }, rest = { duration = 1 } },
      sequences = { day = { entry = "go", go = { action = "go", to = "doze", failed = "rest" },
        doze = { action = "doze", target = "same", to = "END", failed = "rest" },
        rest = { action = "rest", to = "END" } },
        look = kit.chain { "rest" } } })
    local running, starts = {}, 0
    local handler = {
      start = function(npc, _, run)
        assert(not running[npc.id])
        running[npc.id], starts = run, starts + 1
      end,
      stop = function(npc, why, run)
        assert(running[npc.id] == run and why)
        running[npc.id] = nil
      end,
    }
    for _, action in ipairs { "go", "doze", "rest" } do world:handle(action, handler) end
    local men, benches = {}, {}
    for i = 1, 3 do benches[i] = world:spawn "bench" end
    for i = 1, 6 do men[i] = world:spawn "man" end
    for i = 1, 60 do
      if i % 7 == 0 then world:interrupt("shout", "all") end
      if i % 11 == 0 then men[i % 6 + 1]:fail() end
      if i == 30 then benches[1]:remove() end
      if i == 40 then men[1]:remove() men[1] = world:spawn "man" end
      kit.step(world, 0.7)
    end
    assert.truthy(starts > 60)
    assert.same({}, kit.errors(world))
    for _, man in ipairs(world:find { kind = "man" }) do assert.equal(running[man.id] ~= nil, man.action ~= nil) end
  end)

  it("S43 the hash is FNV-1a over the events' words", function()
    local u32 = require "spec.oracle.u32"
    local world = kit.world(kit.doing { duration = 1 })
    world:spawn "man"
    local hash = 2166136261
    for _, word in ipairs { 1, 0, 0, 1, 0, u32.fnv "p.man", 0 } do hash = u32.fnv_word(hash, word) end
    assert.equal(hash, world:hash())
  end)

  it("S43 come in order: stop before interrupt, fail before fallback, stops before remove", function()
    local world = kit.world(inn { interruptions = { "shout" },
      npcs = { man = { main = "day", on = { shout = "look" }, fallback = "look" } },
      sequences = { day = kit.chain { "go" }, look = kit.chain { "rest" } } })
    local bench = world:spawn "bench"
    local man = world:spawn "man"
    kit.step(world, 0)
    man:interrupt "shout"
    kit.step(world, 0)
    kit.step(world, 1)
    bench:remove()
    kit.step(world, 0)
    assert.same({ "start go", "stop go interrupted", "interrupt look shout", "start rest", "stop rest done", "start go",
      "stop go cancelled", "remove bench", "fail day no_candidate", "fallback look", "start rest" }, kit.lines(world))
  end)
end)

describe("choice, otherwise, failed", function()
  it("S44 an otherwise is an option only when no other is, and its own condition must hold", function()
    local world = kit.world(inn { sequences = { day = { entry = "hub", hub = { to = { { "a", when = "self.n == 1" },
        { "b", otherwise = true, when = "self.n < 5" } }, failed = "c" },
      a = { action = "a", to = "END" }, b = { action = "b", to = "END" }, c = { action = "c", to = "END" } } },
      actions = { a = { duration = 1 }, b = { duration = 1 }, c = { duration = 1 } },
      props = {} })
    local man = world:spawn "man"
    for _, n in ipairs { 0, 1, 7, 1 } do
      man.state.n = n
      kit.step(world, 1)
    end
    assert.same({ "b", "a", "c", "a" }, kit.names(world, "start"))
    assert.same({}, man:memories "transitions")
  end)
end)

describe("interruptions from content", function()
  local function rain(more)
    local made = { env = { sky = { every = 2, values = { "clear", "rainy" } } }, states = { n = {} },
      interruptions = { "served", rain = { when = "env.sky == 'rainy'" } },
      actions = { work = { duration = 100, resumable = true }, hide = { duration = 3 },
        wait = { duration = 50, ends_on = "served", finish = "self.n += 1" },
        serve = { duration = 2, targets = "guest", finish = "raise served on target" } },
      sequences = { day = kit.chain { "work" }, hide = kit.chain { "hide" }, queue = kit.chain { "wait" },
        counter = kit.chain { "serve" } },
      npcs = { man = { main = "day", on = { rain = "hide" } },
        guest = { main = "queue", tags = "guest", state = { "n" }, on = { rain = "hide" } },
        keeper = { main = "counter" } } }
    for key, value in pairs(more or {}) do made[key] = value end
    return made
  end

  it("S45 a condition raises itself on becoming true, also for those who come while it holds", function()
    local sky = "clear"
    local world = kit.world(rain())
    world:provide("sky", function() return sky end)
    local man = world:spawn "man"
    kit.run(world, 4)
    sky = "rainy"
    kit.run(world, 2)
    assert.same({ "start work", "stop work interrupted", "interrupt hide rain", "start hide" }, kit.lines(world, man))
    local late = world:spawn "man"
    kit.step(world, 0)
    assert.same({ "interrupt hide rain", "start hide" }, kit.lines(world, late))
    kit.run(world, 20)
    assert.same({ "stop hide done", "start work again" }, kit.lines(world, man))
  end)

  it("S45 a push tests at the call", function()
    local world = kit.world(rain())
    local man = world:spawn "man"
    kit.step(world, 0)
    world:set("sky", "rainy")
    assert.equal(1, man:doing().interruptions)
    world:set("sky", "clear")
    assert.equal(0, man:doing().interruptions)
  end)

  it("S45 an effect raises, and an action ends by it as completed", function()
    local world = kit.world(rain())
    local guest = world:spawn "guest"
    world:spawn "keeper"
    kit.run(world, 3)
    local lines = kit.lines(world, guest)
    assert.same({ "start wait", "stop wait done" }, { lines[1], lines[2] })
    assert.equal(1, guest.state.n)
  end)

  it("S45 it ends an interrupted action too, without effects", function()
    local world = kit.world(rain())
    local guest = world:spawn "guest"
    kit.step(world, 0)
    world:set("sky", "rainy")
    kit.step(world, 0)
    assert.equal("hide", guest.action)
    assert.is_true(guest:interrupt "served")
    kit.step(world, 0)
    assert.equal("hide", guest.action)
    kit.step(world, 3)
    assert.equal(0, guest.state.n)
    assert.same({ "wait", 50 }, { guest.action, guest.remaining })
  end)

  it("S45 a condition over anything but env is a load error", function()
    kit.refuses("rain", rain { interruptions = { "served", rain = { when = "self.n > 0" } } })
  end)
end)

describe("preference", function()
  local function choosing(prefer, spots)
    local world = kit.world(inn { actions = { go = { duration = 1, targets = "seat", prefer = prefer } },
      sequences = { day = kit.chain { "go" } },
      props = { bench = { tags = "seat", state = { "n" } }, rock = { tags = "seat" } } })
    world:spawn "rock":move(500)
    local benches = {}
    for i, spot in ipairs(spots) do benches[i] = world:spawn("bench", { x = spot[1], state = { n = spot[2] } }) end
    world:spawn "man"
    kit.run(world, 6)
    local counts, used = kit.counts(kit.targets(world, "go")), {}
    for i, bench in ipairs(benches) do used[i] = counts[bench.id] or 0 end
    return used
  end

  it("S46 the nearest, the least, the most; ties go to memory", function()
    local spots = { { 9, 5 }, { -3, 7 }, { 3, 2 }, { 50, 2 } }
    assert.same({ 0, 3, 3, 0 }, choosing("nearest", spots))
    assert.same({ 0, 0, 3, 3 }, choosing("least target.n", spots))
    assert.same({ 0, 6, 0, 0 }, choosing("most target.n", spots))
  end)
end)
