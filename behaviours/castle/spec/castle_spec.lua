-- A queue at a gate, toasts at tables that have nothing to do with each other, and four hands on one crank.
local sim = require "bustle.testing"

local function castle(options)
  options.packs, options.seed = { "behaviours/castle" }, 5
  return sim.world(options)
end

-- The names of those who did something, in order.
local function who_did(w, filter)
  local names = {}
  for i, entry in ipairs(w:happened(filter)) do names[i] = entry.npc end
  return names
end

local function arrived(w) return who_did(w, { kind = "stop", action = "walk_to_gate", reason = "done" }) end
local function passed(w) return who_did(w, { kind = "start", action = "walk_in" }) end

local function without(list, ...)
  local gone, left = { ... }, {}
  for _, each in ipairs(list) do
    local found
    for _, name in ipairs(gone) do found = found or name == each end
    if not found then left[#left + 1] = each end
  end
  return left
end

describe("the gate", function()
  local w, gate

  -- So many guests who arrive within a few seconds, in another order than that in which they came into the world.
  local function expect(count)
    w = castle { places = false }
    gate = w:spawn("gate", { name = "the gate" })
    for number = 1, count do
      w:spawn("guest", { name = ("guest %d"):format(number), x = 8 + number * 17 % 40 / 8, state = { hunger = 0 } })
    end
  end

  it("lets forty pass in the order in which they have come, to the millisecond, and nobody twice", function()
    expect(40)
    w:run(90)
    local came, went = arrived(w), passed(w)
    assert.equal(40, #came)
    assert.are_not.same("guest 2", came[2])
    assert.same(came, went)
    assert.equal(40, #w:find { kind = "guest", state = { inside = true } })
    assert.same({}, gate:inbox "queue")
    assert.npc(gate).did { "wave_through", "wave_through", gaps = false }
    -- They all came within two seconds.
    local ends = w:happened { kind = "stop", action = "walk_to_gate" }
    assert.is_true(ends[40].time - ends[1].time < 2.5)
    assert.world(w).is_consistent()
  end)

  it("skips whoever has left the queue: for good, for something else, or having waited too long", function()
    expect(12)
    w:run(6)
    local came = arrived(w)
    assert.equal(12, #came)
    local before = #gate:inbox "queue"
    w:get(came[5]):remove()
    w:get(came[7]):set_main "hear_the_fanfare"
    assert.equal(before - 2, #gate:inbox "queue")
    w:run(60)
    assert.same(without(came, came[5], came[7]), passed(w))
  end)

  it("keeps the place of whoever is startled, and passes over whoever is not there, until they are back", function()
    expect(8)
    w:run(4)
    local came = arrived(w)
    local startled, away = w:get(came[7]), w:get(came[5])
    w:interrupt("player_shouts", { startled })
    away:move(60, 0)
    w:run(20)
    assert.npc(startled).did { "shuffle_forward", "gasp", "walk_in" }
    assert.same(without(came, away.name), passed(w))
    assert.npc(away).is_doing "shuffle_forward"
    assert.equal(1, #gate:inbox "queue")
    away:move(1, 0)
    w:run(5)
    assert.is_true(away.state.inside)
  end)

  it("makes those wait in vain whom it never takes, and they come again", function()
    expect(1)
    local guest = w:get "guest 1"
    w:run_until(guest, "shuffle_forward")
    gate:hold()
    w:run(620)
    assert.npc(guest).did { "shuffle_forward", "walk_to_gate", "shuffle_forward" }
    gate:release()
    w:run(10)
    assert.is_true(guest.state.inside)
  end)

  it("creaks when somebody vanishes while being waved through, and lets the next one in", function()
    expect(2)
    w:run_until(gate, "wave_through", 10)
    gate.target:remove()
    w:run(12)
    assert.npc(gate).did { "wave_through", "creak", "wave_through" }
    assert.equal(1, #passed(w))
  end)

  it("has nothing to do for ten minutes, and is still there", function()
    expect(0)
    w:run(650)
    local late = w:spawn("guest", { x = 5 })
    w:run_until(late, "walk_in", 10)
    assert.npc(gate).is_not_halted()
  end)
end)

describe("a toast", function()
  local w, small, long

  -- So many guests who sit down at a small table, and so many at a long one, far from it.
  local function seat(at_small, at_long)
    w = castle { places = false }
    small, long = w:spawn("small_table", { name = "the small one" }), w:spawn("long_table", { name = "the long one", x = 200 })
    for number = 1, at_small + at_long do
      local first = number <= at_small
      w:spawn("guest", { name = ("guest %d"):format(number), x = (first and 0 or 200) + 2 * number,
        state = { inside = true, hunger = 4 } })
    end
  end

  -- When each drink was begun at a table.
  local function drinks(tab)
    local times = {}
    for _, npc in ipairs(tab:holders "feast") do
      for i, entry in ipairs(w:happened { kind = "start", npc = npc, action = "drink" }) do
        times[i] = times[i] or {}
        table.insert(times[i], entry.time)
      end
    end
    return times
  end

  -- Everybody of a round within two updates.
  local function together(round, count)
    table.sort(round)
    assert.equal(count, #round)
    assert.is_true(round[count] - round[1] < 0.21, table.concat(round, ", "))
  end

  it("is drunk by three at one table and by four at another, each when all are there", function()
    seat(3, 4)
    w:run(30)
    local three, four = drinks(small), drinks(long)
    assert.is_true(#three >= 2 and #four >= 2)
    for round = 1, 2 do
      together(three[round], 3)
      together(four[round], 4)
      assert.are_not.equal(three[round][1], four[round][1])
    end
  end)

  it("does not wait for those at another table", function()
    seat(2, 4)
    w:run(15)
    assert.equal(0, #w:happened { kind = "stop", npc = w:get "guest 1", action = "drink" })
    assert.npc(w:get "guest 1").is_waiting_at "lift"
    together(drinks(long)[1], 4)
  end)

  it("waits for one who is called away, who raises the mug again and drinks with the others", function()
    seat(3, 0)
    local late = w:get "guest 3"
    w:run_until(late, "sit_down")
    w:run(0.5)
    w:interrupt("fanfare", { late })
    w:run(3)
    assert.npc(late).is_doing "listen"
    assert.npc(w:get "guest 1").is_waiting_at "lift"
    w:run_until(late, "drink", 20)
    w:run(0.3)
    together(drinks(small)[1], 3)
  end)

  it("is drunk without those who are away for too long", function()
    seat(3, 0)
    local late = w:get "guest 3"
    w:run_until(late, "sit_down")
    late:hold()
    w:run(30)
    assert.npc(w:get "guest 1").did { "raise_the_mug", "drink", "eat" }
    assert.npc(late).never_did "drink"
    late:release()
    w:run(40) -- he raises his mug with them in the next round
    assert.npc(late).did { "raise_the_mug", "drink" }
  end)

  it("goes on until nobody is hungry, and the table is free again", function()
    seat(3, 0)
    w:run_until(w:get "guest 1", "admire_the_walls", 200)
    assert.npc(w:get "guest 1").does_not_hold "feast"
    assert.npc(w:get "guest 1").did { "drink", "eat", "drink", "eat", "stand_up", "admire_the_walls" }
    assert.is_false(w:get("guest 1").state.sitting)
    assert.world(w).conserves_places()
  end)
end)

describe("the soldiers at the trebuchet", function()
  local w, trebuchet, radim, ota

  before_each(function()
    w = castle { places = false }
    trebuchet = w:spawn "trebuchet"
    radim, ota = w:spawn("soldier", { name = "Radim", x = 4 }), w:spawn("soldier", { name = "Ota", x = 20 })
  end)

  it("turn the crank together, however late one of them comes, and loose when it is drawn", function()
    w:run(60)
    local turns = { Radim = {}, Ota = {} }
    for _, entry in ipairs(w:happened { kind = "start", action = "turn_the_crank" }) do
      table.insert(turns[entry.npc], entry.time)
    end
    assert.is_true(#turns.Radim >= 10)
    for i, time in ipairs(turns.Radim) do
      if turns.Ota[i] then assert.is_true(math.abs(time - turns.Ota[i]) < 0.11, ("%g and %g"):format(time, turns.Ota[i])) end
    end
    assert.npc(radim).did { "walk_to_trebuchet", "hold_the_crank", "turn_the_crank" }
    local loosed = #w:happened { kind = "stop", action = "loose", reason = "done" }
    assert.same({ loosed, true }, { trebuchet.state.shots, loosed >= 3 })
    -- Eight half turns for each shot, and neither fires what the other has fired.
    local turned = #w:happened { kind = "stop", action = "turn_the_crank", reason = "done" }
    assert.is_true(turned >= 8 * loosed and turned < 8 * (loosed + 1) + 1)
  end)

  it("do not turn it alone", function()
    ota:remove()
    w:run(100)
    assert.npc(radim).never_did "turn_the_crank"
    assert.npc(radim).did { "hold_the_crank", "walk_to_trebuchet", "hold_the_crank" }
  end)

  it("aim at the tower that the captain has named last, whoever of them looses", function()
    local captain = w:spawn("captain", { name = "Zizka" })
    for _, soldier in ipairs { radim, ota } do w:link(captain, "crew", soldier) end
    local named, aimed = { [1] = true }, {}
    w:on("start", function(_, _, run) if run.action == "loose" then aimed[#aimed + 1] = captain.state.tower end end)
    w:on("stop", function(npc, _, run) if run.action == "point_at_a_tower" then named[npc.state.tower] = true end end)
    for shot = 1, 4 do
      w:run_until(captain, function() return trebuchet.state.shots == shot end, 60)
      assert.equal(aimed[shot], trebuchet.state.tower)
    end
    assert.same({ [1] = true, [3] = true }, named)
  end)

  it("do not aim by what the captain has said long ago", function()
    local captain = w:spawn("captain", { name = "Zizka" })
    w:link(captain, "crew", radim)
    radim:hold()
    w:run(100)
    captain:remove()
    assert.same({}, radim:inbox "aim") -- who leaves takes the messages along
    local other = w:spawn("captain", { name = "Hus" })
    w:link(other, "crew", radim)
    w:run(200)
    for _, message in ipairs(radim:inbox "aim") do assert.is_true(w:now() - message.time <= 60.1) end
    assert.is_true(#radim:inbox "aim" >= 2)
  end)

  it("let go of it when somebody shouts, and take hold of it again", function()
    w:run_until(ota, "turn_the_crank")
    w:interrupt("player_shouts", { ota })
    w:run(15)
    assert.npc(ota).did { "turn_the_crank", "gasp", "turn_the_crank" }
    assert.npc(radim).did { "turn_the_crank", "hold_the_crank", "turn_the_crank" }
    w:run(60)
    assert.is_true(trebuchet.state.shots > 0)
  end)
end)

describe("who finds no gate, or no trebuchet,", function()
  it("idles, and does not halt", function()
    local w = castle { places = false }
    local guest, soldier = w:spawn("guest", { name = "guest" }), w:spawn("soldier", { name = "soldier", x = 9 })
    w:run(60)
    assert.npc(guest).did { "look_around", "wander" }
    assert.npc(soldier).did "stand_idle"
    for _, npc in ipairs { guest, soldier } do assert.npc(npc).is_not_halted() end
  end)
end)

describe("a feast", function()
  it("is one at which twelve come in by the gate and sit down, and nobody is left standing", function()
    local w = castle {}
    w:run(60)
    w:interrupt("player_shouts", "all")
    w:interrupt("fanfare", "all")
    w:run(600)
    assert.equal(12, #w:find { kind = "guest", state = { inside = true } })
    for _, guest in ipairs(w:find { kind = "guest" }) do
      assert.npc(guest).did { "walk_to_gate", "walk_in", "walk_to_table", "sit_down", "drink", "eat", "stand_up" }
    end
    assert.equal(0, #w:happened { kind = "halt" })
    assert.is_true(w:get("the trebuchet").state.shots > 10)
    assert.world(w).conserves_places()
    assert.world(w).is_consistent()
  end)
end)
