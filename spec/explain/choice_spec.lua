local choice = require "bustle.inspector.choice"
local pen = require "spec.explain.pen"

local function drawn(entry)
  local made = pen()
  choice.draw(made, entry, 12)
  return made.written
end

describe("the last choice in the inspector", function()
  local way = { kind = "way", time = 10, sequence = "park_day", node = "choose", to = "sit", rule = { rule = "only" },
    options = { { to = "eat_well", verdict = "condition",
      against = { { text = "self.bag > 0", reads = { { name = "self.bag", value = 0 } } } } },
      { to = "sit", verdict = "open", remembered = 4 } } }

  it("is the newest that had options", function()
    local forced = { kind = "way", options = {} }
    assert.equal(way, choice.last { { kind = "way", options = { {} } }, way, forced, { kind = "start" } })
    assert.is_nil(choice.last { forced, { kind = "start" } })
    assert.is_nil(choice.last(nil))
  end)

  it("says what was taken, by which rule, and what of each option", function()
    assert.same({ "last choice", "park day: choose > sit | 2 s ago", "the only one open",
      "eat well (failed) | self.bag > 0: it is 0 (dim)", "sit (lit) | open, taken 6.0 s before (dim)" }, drawn(way))
  end)

  it("shows five of many, the one that was taken among them, and counts the rest", function()
    local target = { kind = "target", time = 12, action = "sit_down", target = "b9", reached = 30,
      rule = { rule = "new", among = 9 }, candidates = {} }
    for i = 1, 12 do target.candidates[i] = { target = "b" .. i, verdict = "open" } end
    assert.same({ "last choice", "sit down: b9 | 0 s ago", "drawn among the 9 not used lately",
      "b1 (text) | open (dim)", "b2 (text) | open (dim)", "b3 (text) | open (dim)", "b4 (text) | open (dim)",
      "b9 (lit) | open (dim)", "and 25 more" }, drawn(target))
    target.target = "b2"
    assert.equal("b2 (lit) | open (dim)", drawn(target)[5])
    assert.equal("b5 (text) | open (dim)", drawn(target)[8])
  end)

  it("says that nothing was open", function()
    local none = { kind = "target", time = 12, action = "sit", reached = 1, rule = { rule = "none" },
      candidates = { { target = "b1", verdict = "claim", against = { { text = "target.seats", wants = 1, free = 0 } } } } }
    assert.same({ "last choice", "sit: nobody | 0 s ago", "nothing was open",
      "b1 (failed) | claims 1 of target.seats: 0 free (dim)" }, drawn(none))
  end)
end)
