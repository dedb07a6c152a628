-- Capacity against number of options: what the core does is what follows from the rules S25 to S27.
local options = require "bench.variety.options"

local PLAN = { npcs = 8, choices = 60 }

local function cell(places, count, capacity)
  return options.measure(places, count, capacity, PLAN)
end

describe("with a memory of so many records", function()
  it("nothing comes again among as many choices", function()
    for _, at in ipairs { { 2, 1 }, { 4, 1 }, { 4, 2 }, { 8, 4 }, { 12, 8 } } do
      local made = cell(1, at[1], at[2])
      assert.equal(0, made.again)
      assert.is_true(made.soonest > at[2], at[2])
    end
    assert.near(25, cell(1, 4, 0).again, 5)
  end)

  it("that is one less than there are options, or more, there is a fixed round", function()
    for _, capacity in ipairs { 3, 4, 9 } do
      local made = cell(1, 4, capacity)
      assert.equal(4, made.soonest)
      assert.is_true(made.guessed > 95, capacity)
    end
    assert.near(50, cell(1, 4, 2).guessed, 5)
  end)

  it("every choice on the round has its part of it", function()
    assert.near(25, cell(4, 4, 3).guessed, 5) -- forgotten before they come round
    assert.equal(0, cell(4, 4, 4).again)
    assert.equal(cell(1, 4, 2).soonest, cell(4, 4, 8).soonest)
    assert.near(cell(1, 4, 2).guessed, cell(4, 4, 8).guessed, 5)
  end)
end)
