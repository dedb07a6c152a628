local bustle = require "bustle"

-- A room in which one thing is tried; its last decisions, as entries by kind.
local function tried(parts)
  local pack = bustle.pack { name = "room",
    states = { seats = { default = 3, min = 2 }, cups = { default = 1, min = 0 }, mood = { default = 4 },
      age = { default = 9 } },
    actions = { go = parts.action or { duration = 1, targets = "seat" }, hum = { duration = 1 } },
    sequences = { day = parts.day or { entry = "go", claim = parts.claim, go = { action = "go", to = "END" } } },
    props = { bench = { tags = { "seat" }, state = { "seats", "cups" } } },
    npcs = { guest = { main = "day", state = { "mood" } } } }
  local w = bustle.world { packs = { pack }, explain = true }
  for i = 1, parts.benches or 1 do w:spawn("bench", { name = "bench " .. i, state = parts.state }) end
  local npc = w:spawn("guest", { name = "mary" })
  for _ = 1, parts.updates or 1 do w:update(1) end
  local found = {}
  for _, entry in ipairs(npc:explain().decisions) do found[entry.kind] = entry end
  return found, npc, w
end

describe("what is against a target", function()
  it("is a claim of the action, above the least that must stay", function()
    local action = { duration = 1, targets = "seat", claim = { "target.seats", { "target.cups", 1 } } }
    local found = tried { action = action, state = { seats = 2 } }
    assert.same({ { text = "target.seats", wants = 1, free = 0, reads = {} } }, found.target.candidates[1].against)
    found = tried { action = action, state = { seats = 3, cups = 0 } }
    assert.same({ { text = "target.cups", wants = 1, free = 0, reads = {} } }, found.target.candidates[1].against)
  end)

  it("is a claim of a sequence that is under way", function()
    local found = tried { claim = "target.cups", state = { cups = 0 } }
    assert.same({ { text = "target.cups", wants = 1, free = 0, reads = {} } }, found.target.candidates[1].against)
  end)

  it("is what action and sequence want together (S42)", function()
    local found = tried { action = { duration = 1, targets = "seat", claim = "target.cups" },
      claim = { { "target.cups", 2 } }, state = { cups = 2 } }
    assert.same({ { text = "target.cups", wants = 3, free = 2, reads = {} } }, found.target.candidates[1].against)
  end)

  it("is no claim that a sequence has made already (S42)", function()
    local pack = bustle.pack { name = "room", states = { cups = { default = 1, min = 0 } },
      actions = { look = { duration = 1, targets = "seat" },
        drink = { duration = 1, targets = "seat", claim = { { "target.cups", 2 } } } },
      sequences = {
        day = { entry = "look", claim = "target.cups", look = { action = "look", to = "inner" },
          inner = { sequence = "inner", to = "END" } },
        inner = { entry = "drink", drink = { action = "drink", to = "END" } } },
      props = { bench = { tags = { "seat" }, state = { "cups" } } }, npcs = { guest = { main = "day" } } }
    local w = bustle.world { packs = { pack }, explain = true }
    w:spawn "bench"
    local npc = w:spawn "guest"
    w:update(0)
    w:update(1)
    local found
    for _, entry in ipairs(npc:explain().decisions) do
      if entry.kind == "target" and entry.action == "drink" then found = entry end
    end
    assert.same({ { text = "target.cups", wants = 2, free = 0, reads = {} } }, found.candidates[1].against)
  end)

  it("is kept of the first twelve, and counted of all", function()
    local found, npc = tried { benches = 30 }
    assert.equal(12, #found.target.candidates)
    assert.same({ 30, { rule = "new", among = 30 } }, { found.target.reached, found.target.rule })
    assert.truthy(tostring(npc:explain()):find("bench %d+%s+open\n%s+and 22 more\n"))
  end)
end)

describe("what is against a way", function()
  local function day(when)
    return { entry = "go", go = { action = "go", to = { { "hum", when = when }, { "END", otherwise = true } } },
      hum = { action = "hum", to = "END" } }
  end

  it("reads the sequence's own target", function()
    local found = tried { day = day "target.cups > self.mood and distance > 7", updates = 2 }
    assert.same({ { text = "target.cups > self.mood",
      reads = { { name = "target.cups", value = 1 }, { name = "self.mood", value = 4 } } },
      { text = "distance > 7", reads = { { name = "distance", value = 0 } } } }, found.way.options[1].against)
  end)

  it("may be that something is not there", function()
    local found, npc = tried { action = { duration = 1 }, day = day "target.age < 3", updates = 2 }
    assert.same({ { text = "target.age < 3", reads = { { name = "target.age" } } } }, found.way.options[1].against)
    assert.truthy(tostring(npc:explain()):find("hum  closed: target.age < 3: it is not there\n", 1, true))
  end)
end)
