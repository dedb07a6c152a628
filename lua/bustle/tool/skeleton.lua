--- What `bustle new` writes: a pack in which somebody strolls, sits down on a bench, and is startled by a noise; and a
-- spec of it. `NAME` stands for the pack.
return {
  { path = "pack.lua", text = [[
return {
  name = "NAME",
  version = "0.1.0",
  title = "NAME",
}
]] },
  { path = "vocabulary.lua", text = [[
-- What conditions and effects are about.
state "energy" { default = 5, min = 0, max = 10 }
state "seats" { default = 2, min = 0 }
interruption "noise" {}
constant "nearby" (50)
]] },
  { path = "actions.lua", text = [[
-- What can be done: how long it takes (seconds), with what, when, and what comes of it.
action "stroll" { duration = { 2, 4 }, finish = "self.energy -= 1" }
action "sit" {
  duration = { 5, 8 },
  resumable = true,
  targets = "seat",
  when = "distance < nearby",
  claim = "target.seats",
  finish = "self.energy += 3",
}
action "look_round" { duration = 2 }
action "idle" { duration = 1 }
]] },
  { path = "sequences.lua", text = [[
-- In which order: nodes, and where each may go next.
sequence "day" {
  entry = "stroll",
  stroll = { action = "stroll", to = { { "rest", when = "self.energy < 4" }, { "END", otherwise = true } } },
  rest = { action = "sit", to = "END", failed = "stroll" },
}
sequence "startled" (chain { "look_round" })
sequence "idle" (chain { "idle" })
]] },
  { path = "entities.lua", text = [[
-- Who and what there is, and where.
prop "bench" { static = true, tags = "seat", state = { "seats" } }
npc "villager" { main = "day", fallback = "idle", on = { noise = "startled" }, state = { "energy" } }
place "bench" { name = "the bench", x = 10 }
place "villager" { name = "Ada" }
]] },
  { path = "spec/NAME_spec.lua", text = [[
-- Run by bustle test, or by busted in the folder of the pack or above it.
local sim = require "bustle.testing"

local folder = debug.getinfo(1, "S").source:match("^@(.*)/spec/[^/]*$") or "."

describe("a villager", function()
  local world, ada, bench

  before_each(function()
    world = sim.world { packs = { folder }, seed = 7 }
    ada, bench = world:get("Ada"), world:get("the bench")
  end)

  it("has nothing to warn about", function()
    assert.same({}, world.problems)
  end)

  it("sits down when she is tired", function()
    world:run_until(ada, "sit", 60)
    assert.npc(ada).is_using(bench)
    assert.is_true(ada.state.energy < 4)
  end)

  it("goes back to the same bench after a noise", function()
    world:run_until(ada, "sit", 60)
    world:interrupt("noise", { ada })
    world:run_until(ada, "look_round", 5)
    world:run_until(ada, "sit", 5)
    assert.npc(ada).did { "sit", "look_round", "sit", gaps = false }
    assert.npc(ada).is_using(bench)
    assert.world(world).conserves("seats")
  end)
end)
]] },
}
