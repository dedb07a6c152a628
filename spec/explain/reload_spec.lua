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
     0.0 s  comes, a guest
     1.0 s  begins day at sing
     1.0 s  starts to sing, for 9.0 s
     2.0 s  stops to sing: interrupted
     2.0 s  is interrupted by shout, runs scare
     2.0 s  begins scare at gasp
     2.0 s  starts to gasp, for 1.0 s
     3.0 s  stops to gasp: done
     3.0 s  scare: from gasp to END
     3.0 s  day: going on to sing is not possible
              self.energy < 3: it is 5
     3.0 s  day: sing is not possible
              self.energy < 3: it is 5
     3.0 s  day: sing failed, so to hum
     3.0 s  starts to hum, for 1.0 s]], (tostring(mary:explain()):match("newest last:\n(.*)$")))
  end)
end)
