-- Interruptions, and going on after them: S29 to S32.
local kit = require "spec.rules.kit"

-- A man who works on and on, and answers to shouts (0), alarms (5) and whispers (-1).
local function content(more)
  local made = {
    states = { seats = { default = 1, min = 0, max = 9 }, n = {} },
    env = { sky = { values = { "clear", "rainy" } } },
    interruptions = { "shout", "alarm", "whisper", "nobody_hears", "served", rain = { when = "env.sky == 'rainy'" } },
    actions = { work = { duration = 10, resumable = true, start = "self.n += 1", interrupted = "self.n += 100" },
      look = { duration = 2 }, flee = { duration = 3 }, nod = { duration = 1 }, hide = { duration = 4 },
      sit = { duration = 10, targets = "seat", claim = "target.seats", resumable = true } },
    sequences = { day = kit.chain { "work" }, look = kit.chain { "look" }, flee = kit.chain { "flee" },
      nod = kit.chain { "nod" }, hide = kit.chain { "hide" }, rest = kit.chain { "sit" } },
    props = { bench = { tags = "seat", state = { "seats" } } },
    npcs = {
      man = { main = "day", state = { "n" }, on = { shout = "look", alarm = { sequence = "flee", priority = 5 },
        whisper = { sequence = "nod", priority = -1 }, rain = { sequence = "hide", priority = 2 } } },
      sitter = { main = "rest", on = { shout = "look" } },
      deaf = { main = "day", state = { "n" } },
    },
  }
  for key, value in pairs(more or {}) do made[key] = value end
  return made
end

local function started(kind, more, options)
  local world = kit.world(content(more), options)
  local man = world:spawn(kind or "man")
  kit.step(world, 0)
  kit.events(world)
  return world, man
end

describe("raising", function()
  it("S29 for a list, for everyone, or within a distance", function()
    local world = kit.world(content())
    local men = {}
    for i = 1, 4 do men[i] = world:spawn("man", { x = i * 10 }) end
    local deaf = world:spawn "deaf"
    kit.step(world, 0)
    assert.same({ 2, 1, 0 }, { world:interrupt("shout", { men[1], men[2], deaf }) })
    assert.same({ 2, 3, 0 }, { world:interrupt("shout", "all") })
    assert.same({ 2, 0, 0 }, { world:interrupt("alarm", { within = 10, of = { x = 15 } }) })
    assert.same({ 1, 1, 0 }, { world:interrupt("alarm", { within = 10, of = men[2], from = men[4] }) })
    kit.step(world, 0)
    assert.same({ "flee", "flee", "flee", "look" },
      { men[1].sequence, men[2].sequence, men[3].sequence, men[4].sequence })
    assert.equal("work", deaf.action)
  end)

  it("S29 the source and the centre are left out", function()
    local world = kit.world(content())
    local ann, bob, cat = world:spawn "man", world:spawn "man", world:spawn "man"
    kit.step(world, 0)
    assert.same({ 1, 0, 0 }, { world:interrupt("shout", { within = 5, of = ann, from = bob }) })
    kit.step(world, 0)
    assert.same({ "work", "work", "look" }, { ann.action, bob.action, cat.action })
  end)

  it("S29 no name is queued twice, the first source stays, and the queue is bounded", function()
    local world, man = started("man", nil, { limits = { queue = 2 } })
    local ann, bob = world:spawn "deaf", world:spawn "deaf"
    assert.is_true(man:interrupt("shout", ann))
    assert.is_false(man:interrupt("shout", bob))
    assert.is_true(man:interrupt "whisper")
    assert.same({ 0, 0, 1 }, { world:interrupt("alarm", { man }) })
    assert.equal(2, man:doing().interruptions)
    assert.equal(1, world:stats().refused)
    local source
    world:on("interrupt", function(_, name, from) if name == "shout" then source = from end end)
    kit.step(world, 0)
    assert.equal(ann, source)
  end)

  it("S29 the whole queue is handled before any step; endings come before", function()
    local world, man = started()
    man:interrupt "whisper"
    man:interrupt "shout"
    kit.step(world, 10)
    assert.same({ "stop work done", "interrupt nod whisper", "interrupt look shout", "start look" },
      kit.lines(world, man))
  end)

  it("S29 a list with somebody who has left, or a prop, is refused as a whole", function()
    local world, man = started()
    local gone, bench = world:spawn "man", world:spawn "bench"
    gone:remove()
    kit.raises("has left", world.interrupt, world, "shout", { man, gone })
    kit.raises("prop", world.interrupt, world, "shout", { man, bench })
    kit.raises("has left", world.interrupt, world, "shout", { man }, gone)
    kit.raises("did you mean", world.interrupt, world, "shoot", { man })
    assert.equal(0, man:doing().interruptions)
  end)
end)

describe("handling", function()
  it("S30 the action stops, and the response starts as an activity of its own", function()
    local world, man = started()
    local token = man.token
    kit.step(world, 3)
    man:interrupt "shout"
    kit.step(world, 0)
    assert.same({ "stop work interrupted", "interrupt look shout", "start look" }, kit.lines(world, man))
    assert.same({ 101, 2, "look" }, { man.state.n, man.activities, man.action })
    assert.equal("old_token", select(3, man:complete(token)))
    local memory = man:memories("interruptions")[1]
    assert.same({ "work", "day", "work", 10, 3 },
      { memory.action, memory.sequence, memory.node, memory.duration, memory.spent })
  end)

  it("S30 the current target of the response is the source", function()
    local world, man = started("man", { sequences = { day = kit.chain { "work" }, nod = kit.chain { "nod" },
      flee = kit.chain { "flee" }, hide = kit.chain { "hide" }, rest = kit.chain { "sit" },
      look = { entry = "greet", greet = { action = "greet", target = "same", to = "END", failed = "look" },
        look = { action = "look", to = "END" } } },
      actions = { work = { duration = 10 }, look = { duration = 2 }, flee = { duration = 3 }, nod = { duration = 1 },
        hide = { duration = 1 }, greet = { duration = 2, targets = true },
        sit = { duration = 10, targets = "seat" } } })
    local bench = world:spawn "bench"
    man:interrupt("shout", bench)
    kit.step(world, 0)
    assert.same({ "greet", bench }, { man.action, man.target })
    kit.step(world, 2)
    man:interrupt("shout", man)
    kit.step(world, 0)
    assert.equal("look", man.action)
    kit.step(world, 2)
    man:interrupt("shout", bench)
    bench:remove()
    kit.step(world, 0)
    assert.equal("look", man.action)
  end)

  it("S31 what is lower, or answered already, is dropped with an event; equal or higher is on top", function()
    local world, man = started()
    man:interrupt "shout"
    kit.step(world, 0)
    man:interrupt "shout"
    man:interrupt "whisper"
    kit.step(world, 0)
    man:interrupt "alarm"
    kit.step(world, 0)
    assert.same({ "stop work interrupted", "interrupt look shout", "start look", "ignore look shout",
      "ignore nod whisper", "stop look interrupted", "interrupt flee alarm", "start flee" }, kit.lines(world, man))
    assert.equal(3, man.activities)
    kit.run(world, 5)
    assert.same({ "stop flee done", "start look", "stop look done", "start work again" }, kit.lines(world, man))
  end)

  it("S31 the number of activities is limited", function()
    local world, man = started("man", nil, { limits = { activities = 2 } })
    man:interrupt "whisper"
    kit.step(world, 0)
    man:interrupt "alarm"
    kit.step(world, 0)
    local lines = kit.lines(world, man)
    assert.equal("ignore flee alarm", lines[#lines])
  end)

  it("S31 one whose condition holds is kept, and vanishes when that turns false", function()
    local world, man = started()
    man:interrupt "alarm"
    kit.step(world, 0)
    world:set("sky", "rainy")
    kit.step(world, 1)
    assert.equal("flee", man.action)
    kit.step(world, 2)
    assert.same({ "stop work interrupted", "interrupt flee alarm", "start flee", "stop flee done",
      "interrupt hide rain", "start hide" }, kit.lines(world, man))
    world:set("sky", "clear")
    kit.run(world, 4)
    man:interrupt "alarm"
    kit.step(world, 0)
    world:set("sky", "rainy")
    kit.step(world, 1)
    world:set("sky", "clear")
    kit.events(world)
    kit.step(world, 2)
    assert.same({ "stop flee done", "start work again" }, kit.lines(world, man))
  end)

  it("S32 an interrupted action resumes with what remains, its immediate effects again", function()
    local world, man = started()
    kit.step(world, 4)
    man:interrupt "shout"
    kit.step(world, 0)
    kit.events(world)
    kit.step(world, 2)
    local events = kit.events(world, man)
    local again = events[#events]
    assert.same({ "start work again", 6, 10 }, { again.line, again.remaining, again.duration })
    assert.equal(1 + 100 + 1, man.state.n)
    assert.equal(6, man.remaining)
    assert.same({}, man:memories "interruptions")
    kit.step(world, 1)
    man:interrupt "shout"
    kit.step(world, 0)
    kit.step(world, 2)
    assert.equal(5, man.remaining)
    kit.step(world, 5)
    assert.equal(10, man.remaining)
  end)

  it("S32 from scratch if it cannot be resumed, and the node fails if that cannot be", function()
    local world, man = started "sitter"
    kit.step(world, 0)
    local bench = world:spawn "bench"
    kit.run(world, 1)
    assert.equal(bench, man.target)
    man:interrupt "shout"
    kit.step(world, 0)
    assert.equal(1, bench.state.seats)
    bench.state.seats = 0
    local other = world:spawn "bench"
    kit.events(world)
    kit.step(world, 2)
    assert.same({ "stop look done", "start sit" }, kit.lines(world, man))
    assert.equal(other, man.target)
    man:interrupt "shout"
    kit.step(world, 0)
    other.state.seats = 0
    kit.events(world)
    kit.step(world, 2)
    assert.same({ "stop look done", "fail rest no_candidate" }, kit.lines(world, man))
  end)

  it("S32 without a resumable action it is performed anew", function()
    local world, man = started("deaf", { npcs = { deaf = { main = "nod", on = { shout = "look" } } } })
    kit.step(world, 0.5)
    man:interrupt "shout"
    kit.step(world, 0)
    kit.step(world, 2)
    assert.same({ "stop nod interrupted", "interrupt look shout", "start look", "stop look done", "start nod" },
      kit.lines(world, man))
    assert.equal(1, man.remaining)
  end)
end)
