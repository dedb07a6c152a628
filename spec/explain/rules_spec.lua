local rules = require "bustle.observe.explain.rules"

-- The rule by which the first of a list was chosen: each is `{ what, remembered }`, or `{ what, nil, verdict }`.
local function rule(list, best)
  local tally = rules.tally()
  for _, each in ipairs(list) do rules.count(tally, each[1], each[3] or "open", each[2]) end
  return rules.of(tally, list[1][1], best)
end

describe("the rule of a choice", function()
  it("is that there was none, or only one", function()
    assert.same({ rule = "none" }, rules.of(rules.tally(), nil))
    assert.same({ rule = "only" }, rules.of(rules.tally(), "a"))
    assert.same({ rule = "only" }, rule { { "a", 5 }, { "b", nil, "condition" } })
  end)

  it("counts two ways to the same node once", function()
    assert.same({ rule = "only" }, rule { { "a" }, { "a" } })
    assert.same({ rule = "new", among = 2 }, rule { { "a" }, { "a" }, { "b" }, { "c", 3 } })
  end)

  it("is the oldest where all are remembered, drawn among those of equal age", function()
    assert.same({ rule = "oldest" }, rule { { "a", 2 }, { "b", 3 }, { "c", 9 } })
    assert.same({ rule = "oldest" }, rule { { "c", 2 }, { "a", 9 }, { "b", 9 } })
    assert.same({ rule = "oldest", among = 2 }, rule { { "a", 2 }, { "b", 9 }, { "c", 2 } })
  end)

  it("is the action's preference, and memory among those that it leaves", function()
    assert.same({ rule = "preferred" }, rule({ { "a", 3 }, { "b" } }, 1))
    assert.same({ rule = "oldest", preferred = 2 }, rule({ { "a", 3 }, { "b", 5 }, { "c" } }, 2))
    assert.same({ rule = "new", preferred = 2 }, rule({ { "a" }, { "b", 5 }, { "c" } }, 2))
    assert.same({ rule = "new", among = 2 }, rule({ { "a" }, { "b" }, { "c", 4 } }, 3))
  end)
end)
