local compile = require "spec.lua.support.compile"
local shapes = require "bustle.author.shapes"

describe("a chain", function()
  it("does one thing after the other", function()
    assert.same({ entry = "wake", wake = { action = "wake", to = "wash" }, wash = { action = "wash", to = "walk" },
      walk = { sequence = "walk", to = "END" } }, shapes.chain { "wake", "wash", { sequence = "walk" } })
  end)
  it("names what comes twice by number, and avoids the names of options", function()
    local made = shapes.chain { "a", "a", "entry", { action = "a" } }
    assert.same({ "a", "a_2", "entry_1", "a_3", "END" }, { made.entry, made.a.to, made.a_2.to, made.entry_1.to, made.a_3.to })
  end)
  it("keeps what its nodes say, and its claim", function()
    local made = shapes.chain { { action = "a", failed = "END", target = "same", to = "END" }, "b", claim = "target.seats" }
    assert.same({ action = "a", failed = "END", target = "same", to = "END" }, made.a)
    assert.equal("target.seats", made.claim)
  end)
  it("does not change what it is given", function()
    local step = { action = "a" }
    shapes.chain { step, "b" }
    assert.same({ action = "a" }, step)
  end)
  it("refuses what is no list of steps", function()
    assert.has_error(function() shapes.chain {} end, "chain takes a list of at least one step")
    local good, message = pcall(shapes.chain, { 5 })
    assert.is_false(good)
    assert.truthy(message:find("a step is the name of an action or a node, not a number", 1, true))
  end)
end)

describe("a choice", function()
  it("does one of several things (S44)", function()
    assert.same({
      entry = "choose",
      choose = { to = { { "read" }, { "swim", when = "self.fed" }, { "visit", when = "self.fed" },
        { "idle", otherwise = true } } },
      read = { action = "read", to = "END" }, swim = { action = "swim", to = "END" },
      visit = { sequence = "visit", to = "END" }, idle = { action = "idle", to = "END" },
    }, shapes.choice { "read", { "swim", when = "self.fed" }, { sequence = "visit", when = "self.fed" },
      { "idle", otherwise = true } })
  end)
  it("refuses an empty list", function()
    assert.has_error(function() shapes.choice {} end, "choice takes a list of at least one step")
  end)
end)

describe("a loop", function()
  it("repeats its steps until a condition holds (S44)", function()
    assert.same({
      entry = "hammer", hammer = { action = "hammer", to = "look" }, look = { action = "look", to = "again" },
      again = { to = { { "END", when = "self.energy < 2" }, { "hammer", otherwise = true } } },
    }, shapes.loop_until("self.energy < 2", { "hammer", "look" }))
  end)
  it("can be left from within", function()
    local made = shapes.loop_until("self.fed", { { action = "a", to = { "b", "END" } }, "b" })
    assert.same({ "b", "END" }, made.a.to)
    assert.equal("again", made.b.to)
  end)
  it("refuses a last step that goes elsewhere", function()
    local good, message = pcall(shapes.loop_until, "self.fed", { { action = "a", to = "END" } })
    assert.is_false(good)
    assert.truthy(message:find("the last step of loop_until says where it goes", 1, true))
  end)
end)

describe("shapes", function()
  it("are ordinary sequences", function()
    local result = compile.base {
      sequences = { c = shapes.chain { "idle", { sequence = "idle" }, "idle" },
        o = shapes.choice { "idle", { "idle", when = "self.fed" } }, l = shapes.loop_until("self.fed", { "idle" }) },
      npcs = { x = { main = "l", state = { "fed" }, fallback = "c" } },
    }
    assert.same({}, result.problems)
  end)
end)
