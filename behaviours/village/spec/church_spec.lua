-- The church: bells, services and confessions.
local sim = require "bustle.testing"

local function village(start, options)
  options = options or {}
  options.packs, options.seed, options.clock = { "behaviours/village" }, 5, { day = 1440, start = start }
  options.env = options.env or { weather = "sunny" }
  return sim.world(options)
end

local function count(w, filter) return #w:happened(filter) end

describe("the bells", function()
  it("ring at noon: all over the village people bow their heads, then go on with what they did", function()
    local w = village "11:55"
    w:run(30)
    assert.npc(w:get "Anselm").did "ring_the_bells"
    assert.is_true(count(w, { kind = "start", action = "bow_the_head" }) > 35)
    w:run(60)
    assert.npc(w:get "Wat").did "bow_the_head"
    assert.npc(w:get "Wat").did_not { "bow_the_head", "bow_the_head" }
    assert.equal(1, count(w, { kind = "start", action = "ring_the_bells" }))
  end)

  it("do not make anybody get up", function()
    local w = village("09:40", { env = { weather = "sunny", feast = true } })
    w:run(30)
    local sits = count(w, { kind = "adopt", offer = "worship" })
    assert.is_true(sits > 15, sits .. " in the pews")
    w:interrupt("bells", "all")
    w:run(10)
    assert.equal(sits, count(w, { kind = "adopt", offer = "worship" }))
  end)
end)

describe("on a feast day", function()
  local w

  before_each(function() w = village("08:00", { env = { weather = "sunny", feast = true } }) end)

  it("the pews fill, and service after service is held until eleven", function()
    w:run_until_time "11:30"
    assert.npc(w:get "Anselm").did { "ring_the_bells", "read_aloud", "sing_a_psalm", "preach", "bless" }
    assert.npc(w:get "Brian").did { "listen_to_the_priest", "sing_a_psalm", "listen_to_the_priest", "kneel_down" }
    local flock = {}
    for _, entry in ipairs(w:happened { kind = "join", scene = "service" }) do
      if entry.part == "flock" then flock[entry.npc] = true end
    end
    local size = 0
    for _ in pairs(flock) do size = size + 1 end
    assert.is_true(size > 15, size .. " people")
    assert.is_false(w:get("Brian").state.sitting)
    assert.npc(w:get "Brian").does_not_hold "worship"
    assert.world(w).conserves_places()
    assert.world(w).conserves_members()
  end)

  it("whoever finds no room in a pew stands", function()
    for _, pew in ipairs(w:find { tag = "pew" }) do pew:remove() end
    w:run_until_time "10:00"
    assert.npc(w:get "Brian").did { "stand_at_the_back", "stand_at_the_back" }
    assert.npc(w:get "Anselm").never_did "read_aloud"
  end)

  it("so it is on Sundays, whatever the game says", function()
    w = village "09:00"
    w:set_time("09:30", 6)
    w:run(60)
    assert.npc(w:get "Anselm").did "read_aloud"
  end)
end)

describe("on all other days", function()
  it("one after the other is heard and absolved", function()
    local w = village "09:00"
    w:run(480)
    local sinner = w:get(w:happened({ kind = "start", action = "wait_on_the_knees" })[1].npc)
    assert.npc(sinner).did { "walk_to_church", "wait_on_the_knees", "pray" }
    assert.npc(w:get "Anselm").did { { "hear_a_confession", target = sinner }, { "absolve", target = sinner } }
    assert.npc(w:get "Anselm").did { "light_the_candles", "sweep" }
    assert.npc(w:get "Anselm").never_did "read_aloud"
    assert.world(w).conserves_messages()
  end)

  it("nobody waits for a priest who is not there", function()
    local w = village "09:00"
    w:get("Anselm"):remove()
    w:run(300)
    assert.equal(0, count(w, { kind = "start", action = "wait_on_the_knees" }))
    assert.is_true(count(w, { kind = "start", action = "walk_to_church" }) > 3)
    assert.equal(0, count(w, { kind = "halt" }))
  end)
end)
