-- A scene in a tavern: Mary sees Bob, exclaims and walks over to him; on the way she notices Dave. Cues (S53) interrupt
-- what somebody does of its own accord, not each other, and what they interrupt goes on where it was.
local kit = require "spec.rules.kit"

local CONTENT = {
  name = "tavern", states = { thirst = {} },
  actions = {
    exclaim = { duration = 1, targets = "friend", resumable = true }, walk = { duration = 10, targets = "friend", resumable = true },
    shift_gaze = { duration = 2, targets = "person" }, call_for_ale = { duration = 3, targets = "server" },
    sit = { duration = 100 },
  },
  sequences = {
    approach = { entry = "exclaim", exclaim = { action = "exclaim", to = "walk" },
      walk = { action = "walk", target = "same", to = "rest" }, rest = { action = "sit", to = "END" } },
    notice = kit.chain { { action = "shift_gaze", target = "same" } },
    order = kit.chain { { action = "call_for_ale", target = "same" } },
    rest = kit.chain { "sit" },
  },
  npcs = {
    patron = { main = "approach", tags = { "person" }, state = { "thirst" }, cues = {
      notice = { targets = "person", within = 4, sequence = "notice", every = 0.5 },
      order = { targets = "server", within = 4, when = "self.thirst > 5", sequence = "order", every = 0.5 },
    } },
    friend = { main = "rest", tags = { "friend" } },
    passer = { main = "rest", tags = { "person" } },
    server = { main = "rest", tags = { "server", "person" } },
  },
}

local function tavern(change)
  local content = {}
  for key, value in pairs(CONTENT) do content[key] = value end
  if change then
    local patron, cues = {}, {}
    for key, value in pairs(CONTENT.npcs.patron) do patron[key] = value end
    for name, cue in pairs(patron.cues) do
      cues[name] = {}
      for key, value in pairs(cue) do cues[name][key] = value end
      for key, value in pairs(change[name] or {}) do cues[name][key] = value end
    end
    patron.cues, content.npcs = cues, { patron = patron }
    for _, kind in ipairs { "friend", "passer", "server" } do content.npcs[kind] = CONTENT.npcs[kind] end
  end
  local world = kit.world(content)
  return world, world:spawn("patron", { name = "Mary" }), world:spawn("friend", { name = "Bob", x = 30 })
end

-- Mary has exclaimed, and has walked for three seconds.
local function on_her_way(change)
  local world, mary, bob = tavern(change)
  kit.run(world, 4, 0.5)
  assert.same({ "start exclaim", "stop exclaim done", "start walk" }, kit.lines(world, mary))
  assert.equal(bob, mary.target)
  return world, mary, bob
end

describe("Mary, who approaches Bob,", function()
  it("notices Dave on the way, walks on and does not exclaim again (S32, S53)", function()
    local world, mary = on_her_way()
    local dave = world:spawn("passer", { name = "Dave", x = 3 })
    kit.run(world, 1, 0.5)
    assert.same({ "shift_gaze", dave }, { mary.action, mary.target })
    kit.run(world, 20, 0.5)
    assert.same({ "stop walk interrupted", "interrupt notice", "start shift_gaze", "stop shift_gaze done",
      "start walk again", "stop walk done", "start sit" }, kit.lines(world, mary))
  end)

  it("walks on to the same Bob for as long as was left", function()
    local world, mary, bob = on_her_way()
    world:spawn("passer", { name = "Dave", x = 3 })
    kit.run(world, 4, 0.5)
    local again
    for _, event in ipairs(kit.events(world, mary)) do
      if event.line == "start walk again" then again = event end
    end
    assert.equal(bob.id, again.target)
    assert.is_true(again.remaining > 5 and again.remaining < 8, tostring(again.remaining))
  end)

  it("notices Dave, who stays, only once in half a minute (S53)", function()
    local world, mary = on_her_way()
    world:spawn("passer", { name = "Dave", x = 3 })
    kit.run(world, 25, 0.5)
    assert.same({ "notice" }, kit.names(world, "interrupt", mary))
    kit.run(world, 20, 0.5)
    assert.same({ "notice" }, kit.names(world, "interrupt", mary))
  end)
end)

describe("a cue", function()
  it("interrupts what somebody does of its own accord, and no cue of the same priority (S31, S53)", function()
    local world, mary = on_her_way()
    mary.state.thirst = 9
    world:spawn("server", { name = "Dave", x = 3 })
    kit.run(world, 20, 0.5)
    -- Both find Dave; the first by name begins, the other has to wait for its end.
    assert.same({ "stop walk interrupted", "interrupt notice", "start shift_gaze", "stop shift_gaze done",
      "start walk again", "stop walk interrupted", "interrupt order", "start call_for_ale", "stop call_for_ale done", "start walk again",
      "stop walk done", "start sit" }, kit.lines(world, mary))
  end)

  it("interrupts one of a lower priority, which goes on afterwards", function()
    local world, mary = on_her_way { order = { priority = 1 } }
    mary.state.thirst = 9
    world:spawn("server", { name = "Dave", x = 3 })
    kit.run(world, 20, 0.5)
    local names = {}
    for _, line in ipairs(kit.lines(world, mary)) do
      if line:find "^start" then names[#names + 1] = line end
    end
    -- Neither has begun an action before the other comes on top.
    assert.same({ "start call_for_ale", "start shift_gaze", "start walk again", "start sit" }, names)
  end)
end)
