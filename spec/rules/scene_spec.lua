-- Scenes (S54 to S60) as authors meet them: who begins one, what the others bring along, and what becomes of those who
-- wait. The films of the tavern are in together_film_spec.lua.
local kit = require "spec.rules.kit"
local tavern = require "spec.rules.tavern"

local unpack = rawget(table, "unpack") or rawget(_G, "unpack")

-- A world of the tavern, changed as the function says, at rest: nobody begins anything by itself.
local function world_of(change, options)
  local content = tavern.content()
  content.npcs.patron.main = "rest"
  if change then change(content) end
  return kit.world(content, options)
end

local function patrons(world, ...)
  local list = {}
  for i, name in ipairs { ... } do list[i] = world:spawn("patron", { name = name, x = i }) end
  return unpack(list)
end

-- What each has begun, in order: { Ann = "step_closer say listen", ... }
local function begun(world)
  local made = {}
  for _, line in ipairs(tavern.film(world)) do
    local who, action = line:match "^@%S+ (%w+) start ([%w_]+)"
    if who and action ~= "sit" and action ~= "wipe" then made[who] = (made[who] and made[who] .. " " or "") .. action end
  end
  return made
end

-- Why each has left.
local function left(world, fn)
  local why = {}
  world:on("leave", function(npc, scene, reason) why[npc.name] = ("%s %s"):format(scene, reason) end)
  fn()
  return why
end

describe("parts of different lengths", function()
  it("are filled up with waiting: who is done first waits until the scene is over (S57)", function()
    local world = world_of(function(content)
      content.sequences.talk = tavern.with_the_other { "step_closer", "say", "listen", "say", "say" }
      content.scenes.weather.waiting = "hum"
    end)
    local ann, bob = patrons(world, "Ann", "Bob")
    assert(world:stage("weather", { speaker = ann, hearer = bob }))
    kit.run(world, 7, 0.5)
    assert.same({ "hum", "say" }, { bob.action, ann.action })
    assert.equal(ann, bob.scene.waiting[1]) -- for her
    local why = left(world, function() kit.run(world, 6, 0.5) end)
    assert.same({ Ann = "weather finished", Bob = "weather finished" }, why)
    assert.same({ "step_closer", "listen", "say" }, { begun(world).Bob:match "(step_closer).*(listen).*(say)" })
  end)

  it("let the shorter one go about something else when its patience is over, and come back to the end (S58)", function()
    local world = world_of(function(content)
      content.scenes.weather.patience = 2
      content.sequences.talk = tavern.with_the_other { "step_closer", "say", "listen", "say", "say", "say" }
    end)
    local ann, bob = patrons(world, "Ann", "Bob")
    assert(world:stage("weather", { speaker = ann, hearer = bob }))
    kit.run(world, 9, 0.5)
    assert.same({ "sit", "weather" }, { bob.action, bob.scene.name }) -- it has sunk
    local why = left(world, function() kit.run(world, 6, 0.5) end)
    assert.same({ Ann = "weather finished", Bob = "weather finished" }, why)
  end)
end)

describe("a topic", function()
  -- A pack that comes later, and changes nothing of what is there.
  local GUILD = { name = "guild", depends = { "tavern" },
    sequences = { shrug_it_off = kit.chain { { action = "tavern.step_closer", target = "member" },
      { action = "tavern.shrug", target = "member" } } },
    npcs = { miller = { main = "tavern.rest", reacts = { weather = "shrug_it_off" } } } }

  local function later(more)
    local content = tavern.content()
    content.npcs.patron.main = "rest"
    local pack = {}
    for key, value in pairs(GUILD) do pack[key] = value end
    for key, value in pairs(more or {}) do pack[key] = value end
    return kit.world(content, { packs = { kit.pack(content), kit.pack(pack) } })
  end

  it("is open to somebody whom another pack brings, who reacts in its own way (S54)", function()
    local world = later()
    local ann, miller = patrons(world, "Ann"), world:spawn("miller", { name = "Otto", x = 2 })
    assert(world:stage("weather", { speaker = ann, hearer = miller }))
    kit.run(world, 10, 0.5)
    assert.same({ Ann = "step_closer say listen", Otto = "step_closer shrug" }, begun(world))
  end)

  it("is open to somebody who was there before, once another pack lets them react", function()
    local world = later { extend = { ["tavern.friend"] = { reacts = { weather = "shrug_it_off" } } } }
    local ann, bob = patrons(world, "Ann"), world:spawn("friend", { name = "Bob", x = 2 })
    assert(world:stage("weather", { speaker = ann, hearer = bob }))
    kit.run(world, 10, 0.5)
    assert.same({ Ann = "step_closer say listen", Bob = "step_closer shrug" }, begun(world))
    -- The first world knows nothing of it.
    local before = world_of()
    local cleo, dan = patrons(before, "Cleo"), before:spawn("friend", { name = "Dan" })
    assert.is_nil((before:stage("weather", { speaker = cleo, hearer = dan })))
  end)

  it("is what a role makes of it, if the role has something to say (S52)", function()
    local world = world_of(function(content)
      content.sequences.shrug_it_off = tavern.with_the_other { "step_closer", "shrug" }
      content.roles = { cross = { reacts = { weather = "shrug_it_off" } } }
    end)
    local ann, bob = patrons(world, "Ann", "Bob")
    bob:set_role "cross"
    assert(world:stage("weather", { speaker = ann, hearer = bob }))
    kit.run(world, 10, 0.5)
    assert.equal("step_closer shrug", begun(world).Bob)
  end)
end)

describe("a scene of many", function()
  local function dance(content)
    content.sequences.free = kit.chain { castable = true, "sit" }
    content.npcs.patron.main = "free"
    content.scenes.round = { parts = { { "dancer", count = { 3, 5 }, who = "person", finish = "self.mood += 1" } },
      { dancer = "look_up" }, { dancer = { action = "say", target = "member" } }, { dancer = "drink" } }
  end

  it("goes on for all of them together, and takes as many as there are, up to the most (S55, S57)", function()
    local world = world_of(dance)
    local all = { patrons(world, "Ann", "Bob", "Cleo", "Dan", "Elsa", "Finn", "Gwen") }
    kit.step(world, 0.5)
    assert(world:stage "round")
    local why = left(world, function() kit.run(world, 12, 0.5) end)
    assert.same({ Ann = "round finished", Bob = "round finished", Cleo = "round finished", Dan = "round finished",
      Elsa = "round finished" }, why)
    local phases = {}
    for _, line in ipairs(tavern.film(world)) do
      local time, action = line:match "^@(%S+) %w+ start (look_up)"
      if not time then time, action = line:match "^@(%S+) %w+ start (drink)" end
      if time then
        phases[action] = phases[action] or {}
        table.insert(phases[action], tonumber(time))
      end
    end
    for action, times in pairs(phases) do
      table.sort(times)
      assert.equal(5, #times, action)
      assert.is_true(times[5] - times[1] <= 0.5, action) -- an update apart at most
    end
    assert.same({ 1, 1, 0 }, { all[1].state.mood, all[5].state.mood, all[6].state.mood })
  end)

  it("goes on without one who leaves as long as there are enough, and breaks when there are not (S60)", function()
    local world = world_of(dance)
    local ann, bob, cleo, dan = patrons(world, "Ann", "Bob", "Cleo", "Dan")
    kit.step(world, 0.5)
    assert(world:stage "round")
    kit.run(world, 1, 0.5)
    dan:leave_scene()
    kit.run(world, 1, 0.5)
    assert.same({ "round", "round", "round" }, { ann.scene.name, bob.scene.name, cleo.scene.name })
    assert.is_nil(dan.scene)
    local why = left(world, function()
      cleo:remove()
      kit.run(world, 1, 0.5)
    end)
    assert.same({ "round broken", "round broken" }, { why.Ann, why.Bob })
    assert.equal(0, ann.state.mood)
  end)

  it("is not cast with fewer than the least", function()
    local world = world_of(dance)
    patrons(world, "Ann", "Bob")
    kit.step(world, 0.5)
    local number, _, code = world:stage "round"
    assert.same({ nil, "no_cast" }, { number, code })
  end)
end)

describe("a scene is begun", function()
  -- Ann and Bob have both done what there is to do in it, and both have left.
  local function talks(world)
    local why = left(world, function() kit.run(world, 12, 0.5) end)
    assert.same({ Ann = "weather finished", Bob = "weather finished" }, why)
    local did = begun(world)
    assert.same({ "step_closer say listen", "step_closer listen say" },
      { did.Ann:match "step_closer say listen", did.Bob:match "step_closer listen say" })
    return did
  end

  local function speaks(content, node)
    node.scene, node.as, node.to = "weather", "speaker", "rest"
    content.sequences.seek = { entry = "look", look = { action = "look_up", to = "talk" }, talk = node,
      rest = { action = "sit", to = "END" } }
  end

  it("by a main sequence, which goes on behind it (S55)", function()
    local world = world_of(function(content)
      speaks(content, {})
      content.npcs.seeker = { main = "seek", fallback = "rest", tags = { "person" } }
    end)
    local ann = world:spawn("seeker", { name = "Ann" })
    world:spawn("patron", { name = "Bob", x = 2 })
    assert.equal("look_up step_closer say listen", talks(world).Ann)
    assert.same({ "sit", 1 }, { ann.action, ann.activities })
  end)

  it("by a response, below which the main sequence waits", function()
    local world = world_of(function(content)
      speaks(content, {})
      content.npcs.patron.on = { toast_called = "seek" }
    end)
    local ann = patrons(world, "Ann", "Bob")
    kit.run(world, 1, 0.5)
    world:interrupt("toast_called", { ann })
    kit.run(world, 2, 0.5)
    assert.same({ "weather", 2 }, { ann.scene.name, ann.activities })
    talks(world)
  end)

  it("by a cue (S53)", function()
    local world = world_of(function(content)
      content.npcs.patron.cues = { greet = { targets = "person", within = 5, when = "self.mood > 5", scene = "weather",
        as = "speaker", every = 0.5 } }
    end)
    local ann = patrons(world, "Ann", "Bob")
    kit.run(world, 1, 0.5)
    assert.is_nil(ann.scene)
    ann.state.mood = 9
    talks(world)
  end)

  it("by somebody who takes no part in it, and waits until it is over", function()
    local world = world_of(function(content)
      content.sequences.free = kit.chain { castable = true, "sit" }
      content.npcs.patron.main = "free"
      content.scenes.weather.parts[1].who = "person"
      content.sequences.keep_house = { entry = "ask",
        ask = { scene = "weather", timeout = 10, waiting = "hum", to = "look", failed = "rest" },
        look = { action = "look_up", to = "rest" }, rest = { action = "sit", to = "END" } }
      content.npcs.house = { main = "keep_house", fallback = "rest" }
    end)
    patrons(world, "Ann", "Bob")
    kit.step(world, 0.5)
    local house = world:spawn("house", { name = "House", x = 3 })
    kit.run(world, 2, 0.5)
    assert.same({ "hum" }, { house.action })
    assert.is_nil(house.scene)
    talks(world)
    assert.equal("sit", house.action)
  end)

  it("by the game, who says who and where", function()
    local world = world_of()
    local ann, bob = patrons(world, "Ann", "Bob")
    assert(world:stage("weather", { speaker = ann, hearer = bob, at = world:spawn("friend", { name = "Bench" }) }))
    talks(world)
  end)
end)

describe("a member that waits", function()
  it("is seen in what the scene says, and it is over with the wait (S51, S57)", function()
    local world = world_of(function(content) content.scenes.order.waiting = "hum" end)
    local ann, linda = patrons(world, "Ann"), world:spawn("server", { name = "Linda", x = 2 })
    assert(world:stage("order", { patron = ann, server = linda }))
    kit.run(world, 8, 0.5)
    assert.same({ "fetch", "hum" }, { linda.action, ann.action })
    local waited = ann:doing()
    assert.equal("awaiting", waited.mood)
    kit.run(world, 4, 0.5)
    assert.same({ "sit", "order" }, { ann.action, ann.scene.name }) -- its patience is over
  end)
end)
