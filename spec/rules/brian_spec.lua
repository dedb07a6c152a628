-- A day of Brian's: what he does follows from whom and what he is linked to (S65, S66). The game asks with the same
-- paths, and finds the same.
local brian = require "spec.rules.brian"
local kit = require "spec.rules.kit"

describe("Brian", function()
  local world, all, him

  before_each(function()
    world, all = brian.village()
    him = all.Brian
    kit.step(world, 0.5)
  end)

  -- Whom or what he turns to first in a sequence; nil if to nothing.
  local function chooses(sequence)
    assert.is_true(him:run(sequence))
    kit.events(world)
    kit.step(world, 0.5)
    for _, event in ipairs(kit.events(world, him)) do
      if event.kind == "start" and event.target ~= 0 and event.target then return world:entity(event.target).name end
    end
  end

  -- How much he trusts somebody.
  local function trust(whom)
    return (him:link("trust", all[whom]))
  end

  local function names(list)
    local found = {}
    for i, each in ipairs(list) do found[i] = each.name end
    return found
  end

  it("works where least is done, and where that is changes with what he does", function()
    assert.equal("west field", chooses "go_to_work")
    kit.run(world, 40)
    assert.equal(50, him:link("work", all["west field"]))
    assert.equal("bakery", chooses "go_to_work")
  end)

  it("takes the nearest work when he is tired, unless it is as good as done", function()
    him.state.tired = true
    assert.equal("east field", chooses "go_to_work")
    kit.run(world, 20)
    assert.equal(90, him:link("work", all["east field"]))
    him:move(0, 0)
    assert.equal("bakery", chooses "go_to_work")
  end)

  it("has no more to learn for new work than a link", function()
    local quarry = world:spawn("field", { name = "quarry", x = 90 })
    world:link(him, "work", quarry, 3)
    assert.equal("quarry", chooses "go_to_work")
    world:unlink(him, "work", quarry)
    assert.equal("west field", chooses "go_to_work")
  end)

  it("goes to the tavern with most friends inside", function()
    all.Finn:move(99, 99)
    assert.equal("The Ox", chooses "have_fun")
    all.Dan:move(0, 51)
    assert.equal("The Bell", chooses "have_fun")
    assert.same({ "Cora", "Dan" }, names(world:query(all["The Bell"], "inside")))
  end)

  it("stays away from a tavern with somebody he has a feud with, whoever else is there", function()
    all.Dan:move(0, 51)
    assert.equal("The Ox", chooses "have_fun")
    world:unlink(him, "feud", all.Finn)
    assert.equal("The Bell", chooses "have_fun")
  end)

  it("talks there to the friend he has not seen for longest, and they trust each other more", function()
    chooses "have_fun"
    kit.run(world, 40)
    assert.equal("The Ox", him.area.name)
    assert.same({ 2, 0 }, { trust "Dan", trust "Eve" })
    assert.equal(1, all.Dan:link("trust", him))
    him:run "have_fun"
    kit.run(world, 10)
    assert.same({ 2, 2 }, { trust "Dan", trust "Eve" })
  end)

  it("confides only in whom he trusts", function()
    assert.is_nil(chooses "confide")
    world:link(him, "trust", all.Eve, 4)
    world:link(him, "trust", all.Dan, 3)
    assert.equal("Eve", chooses "confide")
    world:link(him, "trust", all.Dan, 99) -- as much as can be: 10
    assert.equal(10, trust "Dan")
    assert.equal("Dan", chooses "confide")
  end)

  it("goes to the nearest smith who is in and has iron", function()
    assert.equal("old smithy", chooses "repair")
    all["old smith"]:move(70, 70)
    assert.equal("new smithy", chooses "repair")
    all["new smithy"].state.iron = 0
    assert.is_nil(chooses "repair")
    all["old smith"]:move(20, 20)
    assert.equal("old smithy", chooses "repair")
  end)

  it("borrows a sword from a house with a chest with a sword in it", function()
    world:unlink(him, "house", all.cottage)
    assert.equal("mill", chooses "arm")
    world:unlink(all["mill chest"], "contains", all["fine sword"])
    world:link(all.mill, "contains", all["fine sword"]) -- it hangs on the wall
    assert.is_nil(chooses "arm")
  end)

  it("cries thief, and trusts the thief no more, unless it is a friend", function()
    world:interrupt("theft", { him }, all.Finn)
    kit.run(world, 3)
    assert.equal(-5, trust "Finn")
    world:interrupt("theft", { him }, all.Eve)
    kit.run(world, 3)
    assert.equal(0, trust "Eve")
    assert.same({ "idle", "cry_thief", "idle", "look_away", "idle" }, kit.names(world, "start", him))
  end)

  it("finds by a path what the game finds by it", function()
    local swords = "contains(sword) of contains(chest) of home"
    assert.same({ "old sword" }, names(world:query(him, swords)))
    him:run "count_swords"
    kit.run(world, 2)
    assert.equal(1, him.state.found)
    world:link(all["his chest"], "contains", all["fine sword"])
    assert.same({ "old sword", "fine sword" }, names(world:query(him, swords)))
    him:run "count_swords"
    kit.run(world, 2)
    assert.equal(2, him.state.found)
    assert.same({ "east field", "west field", "bakery" }, names(world:query(him, "work")))
    assert.same({ "his chest", "barrel", "old sword", "rusty sword", "fine sword" },
      names(world:query(all.cottage, "contains+")))
  end)
end)
