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
-- Run with busted, in the folder of the pack or above it.
local bustle = require "bustle"

local folder = debug.getinfo(1, "S").source:match("^@(.*)/spec/[^/]*$") or "."

describe("NAME", function()
  local world, ada, done

  before_each(function()
    world, done = bustle.world { packs = { folder }, seed = 7 }, {}
    ada = world:get("Ada")
    world:on("start", function(_, _, run) done[#done + 1] = run.action end)
  end)

  local function run_until(action, seconds)
    for _ = 1, seconds * 10 do
      world:update(0.1)
      if ada.action == action then return end
    end
    error(("in %d s she did not begin to %s"):format(seconds, action), 2)
  end

  it("loads without a warning", function()
    assert.same({}, world.problems)
  end)

  it("lets Ada sit down when she is tired", function()
    run_until("sit", 60)
    assert.equal(world:get("the bench"), ada.target)
    assert.is_true(ada.state.energy < 4)
  end)

  it("lets her sit down again after a noise, on the same bench", function()
    run_until("sit", 60)
    world:interrupt("noise", { ada })
    run_until("look_round", 5)
    assert.equal(2, world:get("the bench").state.seats)
    run_until("sit", 5)
    assert.same({ "sit", "look_round", "sit" }, { done[#done - 2], done[#done - 1], done[#done] })
    assert.equal(world:get("the bench"), ada.target)
  end)
end)
]] },
}
