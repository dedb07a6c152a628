--- What is against something where the NPC itself holds what is tested (S42).
local bustle = require "bustle"
local sim = require "bustle.testing"

local function hall(parts)
  return bustle.pack { name = "hall",
    states = { seats = { default = 1, min = 0, max = 9 }, mood = { default = 4 },
      big = { default = 2147483647 }, light = { values = { "dark", "dim" } }, open = { flag = true } },
    env = { sky = { values = { "clear", "grey" } } },
    actions = { sit = { duration = 1, targets = "seat", claim = parts.action }, hum = { duration = 1 },
      lean = { duration = 1, targets = "seat", when = parts.lean } },
    sequences = {
      day = { entry = "sit", claim = parts.sequence,
        sit = { action = "sit", to = { { "next", when = parts.way }, { "END", otherwise = true } } },
        next = parts.lean and { action = "lean", target = "same", to = "END" } or { action = "hum", to = "END" } } },
    props = { bench = { tags = { "seat" }, state = { "seats", "light" } } },
    npcs = { guest = { main = "day", state = { "mood", "big", "open" } } } }
end

-- The last entries by kind after mary has sat and gone on, or not.
local function sat(parts)
  local w = bustle.world { packs = { hall(parts) }, explain = true }
  w:spawn("bench", { name = "bench", state = parts.bench })
  local mary = w:spawn("guest", { name = "mary" })
  w:update(0)
  w:update(1)
  local found = {}
  for _, entry in ipairs(mary:explain().decisions) do found[entry.kind] = entry end
  return found, mary
end

describe("what an explanation says of a way", function()
  it("counts what its sequence holds as free (S42)", function()
    local found, mary = sat { sequence = "target.seats", way = "target.seats >= 1 and self.mood > 5" }
    assert.same({ { text = "self.mood > 5", reads = { { name = "self.mood", value = 4 } } } },
      found.way.options[1].against)
    assert.falsy(tostring(mary:explain()):find("target.seats >= 1", 1, true))
  end)

  it("shows the value that was tested (S42)", function()
    local found = sat { sequence = { { "target.seats", 2 } }, bench = { seats = 3 },
      way = "target.seats * 2 > 6 and target.seats ~= 3" }
    assert.same({ { text = "target.seats * 2 > 6", reads = { { name = "target.seats", value = 3 } } },
      { text = "target.seats ~= 3", reads = { { name = "target.seats", value = 3 } } } },
      found.way.options[1].against)
  end)

  it("counts nothing of an action that has ended (S42)", function()
    local found = sat { action = "target.seats", way = "target.seats > 1" }
    assert.same({ { text = "target.seats > 1", reads = { { name = "target.seats", value = 1 } } } },
      found.way.options[1].against)
  end)

  it("is said of the whole condition, part by part, with sums that stop at 32 bits (S2)", function()
    local found = sat { way = "self.big + 1 > self.big and (target.light == 'dim' or self.open or env.sky == 'grey')" }
    assert.same({ { text = "self.big + 1 > self.big", reads = { { name = "self.big", value = 2147483647 } } },
      { text = "target.light == 'dim' or self.open or env.sky == 'grey'", reads = {
        { name = "target.light", value = "dark" }, { name = "self.open", value = false },
        { name = "env.sky", value = "clear" } } } }, found.way.options[1].against)
  end)
end)

describe("what an explanation says of the same target", function()
  it("counts what its sequence holds as free (S42)", function()
    local found = sat { sequence = "target.seats", lean = "target.seats >= 1 and distance > 3" }
    assert.same({ { text = "distance > 3", reads = { { name = "distance", value = 0 } } } },
      found.same_target.against)
  end)
end)

describe("a condition that a spec waits for", function()
  local function seated(parts)
    local w = sim.world { packs = { hall(parts) } }
    w:spawn("bench", { name = "bench" })
    local mary = w:spawn("guest", { name = "mary" })
    w:run_until(mary, "sit", 1)
    return w, mary
  end

  it("counts what its action and its sequence hold as free (S42)", function()
    for _, parts in ipairs { { action = "target.seats" }, { sequence = "target.seats" } } do
      local w, mary = seated(parts)
      assert.equal(0, mary.target.state.seats)
      w:run_until(mary, "target.seats == 1", 0.5)
      local ok, message = pcall(w.run_until, w, mary, "target.seats == 0", 0.5)
      assert.is_false(ok)
      assert.truthy(message:find("until `target.seats == 0` holds for mary, in vain\nits last decisions:", 1, true))
    end
  end)
end)
