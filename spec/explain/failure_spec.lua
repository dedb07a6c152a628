-- The inspector's section that says what failed last, and why.
local bustle = require "bustle"
local failure = require "bustle.inspector.failure"
local names = require "bustle.inspector.names"
local pen = require "spec.explain.pen"

local function park(main)
  return bustle.pack { name = "park",
    states = { seats = { default = 1, min = 0 }, energy = { default = 3, min = 0, max = 10 } },
    actions = { sit_down = { duration = 2, targets = "seat", when = "self.energy > 5", claim = "target.seats" },
      hum = { duration = 1 } },
    sequences = { rest_well = bustle.chain { "sit_down" }, sing = bustle.chain { "hum" },
      careful = { entry = "try", try = { action = "sit_down", to = "END", failed = "sing" }, sing = { action = "hum", to = "END" } } },
    props = { park_bench = { static = true, tags = { "seat" }, state = { "seats" } } },
    npcs = { guest = { main = main, state = { "energy" } } } }
end

describe("the last failure in the inspector", function()
  local world, ada, watch

  local function make(main, explain)
    world = bustle.world { packs = { park(main) }, seed = 7, explain = explain }
    world:spawn("park_bench", { x = 1, y = 1 })
    ada = world:spawn("guest", { name = "Ada" })
    watch = failure.watch(world, ada)
  end

  local function drawn()
    local made = pen()
    failure.draw(made, watch.last, world:now())
    return made.written
  end

  it("is none before something fails", function()
    make("rest_well", true)
    assert.is_nil(watch.last)
  end)

  it("names the condition that was false, with its value", function()
    make("rest_well", true)
    world:update(0.1)
    assert.same({ "last failure", "rest well fails: no candidate | 0 s ago", "rest well: sit down is not possible (text)",
      "self.energy > 5: it is 3 (dim)", "rest well: sit down with nobody (text)" }, drawn())
  end)

  it("names the cause in a world that keeps no decisions", function()
    make("rest_well", nil)
    world:update(0.1)
    assert.same({ "last failure", "rest well fails: no candidate | 0 s ago" }, drawn())
  end)

  it("gives the reason of the game, and how long ago it was", function()
    make("sing", nil)
    world:handle("hum", { start = function(npc) npc:fail("out of breath") end })
    for _ = 1, 2 do world:update(0.1) end
    assert.same({ "last failure", "sing fails: game | 0 s ago", "stops hum: failed (out of breath) (text)" }, drawn())
  end)

  it("says that a way for failures was taken", function()
    make("careful", true)
    world:update(0.1)
    assert.equal("careful: try failed, so to sing | 0 s ago", drawn()[2])
  end)

  it("is of the one who is watched, also before", function()
    make("rest_well", true)
    local bea = world:spawn("guest", { name = "Bea", state = { energy = 9 } })
    local other = failure.watch(world, bea)
    world:update(0.1)
    assert.is_nil(other.last)
    assert.equal("no_candidate", failure.watch(world, ada).last.entry.cause)
  end)

  it("is heard of no longer after leaving", function()
    make("rest_well", nil)
    watch.leave()
    world:update(0.1)
    assert.is_nil(watch.last)
  end)
end)

describe("the inspector's names", function()
  it("are those of explanations, so that two of a kind can be told apart", function()
    local world = bustle.world { packs = { park "careful" }, seed = 7, explain = true }
    local first, second = world:spawn("park_bench", { x = 1 }), world:spawn("park_bench", { x = 2 })
    assert.same({ "park bench 1", "park bench 2" }, { names.called(world, first), names.called(world, second) })
    local ada = world:spawn("guest", { name = "Ada", state = { energy = 9 } })
    world:update(0.1)
    assert.equal(names.called(world, ada.target), names.spoken(ada:explain().now.target))
  end)
end)
