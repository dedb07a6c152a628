local bustle = require "bustle"

local function pack(limit)
  return { name = "room", states = { energy = { default = 5 } },
    interruptions = { shout = {} },
    actions = { sing = { duration = 9, resumable = true, when = ("self.energy < %d"):format(limit) },
      hum = { duration = 1 }, gasp = { duration = 1 } },
    sequences = { day = { entry = "sing", sing = { action = "sing", to = "END", failed = "hum" },
      hum = { action = "hum", to = "END" } }, scare = bustle.chain { "gasp" } },
    npcs = { guest = { main = "day", on = { shout = "scare" }, state = { "energy" } } } }
end

describe("explaining after a reload", function()
  it("forgets those that are not in the world any more", function()
    local w = bustle.world { packs = { pack(7) }, explain = true }
    local mary = w:spawn("guest", { name = "mary" })
    w:update(1)
    local without = pack(7)
    without.npcs = {}
    assert(w:reload("room", without))
    assert.is_false(mary.alive)
    assert.same({}, w._keeper.rings)
    assert.same({}, w._keeper.happenings.labels)
  end)

  it("goes on with what is written now, and keeps what was decided before", function()
    local w = bustle.world { packs = { pack(7) }, explain = true }
    local errors = {}
    w:on("error", function(message) errors[#errors + 1] = message end)
    local mary = w:spawn("guest", { name = "mary" })
    w:update(1)
    mary:interrupt "shout"
    w:update(1)
    assert(w:reload("room", pack(3)))
    w:update(1)
    assert.same({}, errors)
    assert.equal([[
     0.0 s  enters the world (guest)
     1.0 s  begins day at sing
     1.0 s  starts sing, for 9.0 s
     2.0 s  stops sing: interrupted
     2.0 s  is interrupted by shout, runs scare
     2.0 s  begins scare at gasp
     2.0 s  starts gasp, for 1.0 s
     3.0 s  finishes gasp
     3.0 s  scare: from gasp to END
     3.0 s  day: going on to sing is not possible
              self.energy < 3: it is 5
     3.0 s  day: sing is not possible
              self.energy < 3: it is 5
     3.0 s  day: sing failed, so to hum
     3.0 s  starts hum, for 1.0 s]], (tostring(mary:explain()):match("newest last:\n(.*)$")))
  end)
end)
