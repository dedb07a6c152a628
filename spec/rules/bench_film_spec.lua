-- Films of a bench of four at a table, event by event: who sits in the middle asks the one outside, who gets up, clears
-- the way, and sits down again. Times are those of updates, two a second.
local bench = require "spec.rules.bench"
local kit = require "spec.rules.kit"
local tavern = require "spec.rules.tavern"

-- The lines from one on.
local function from(first, film)
  local rest = {}
  for i = first, #film do rest[#rest + 1] = film[i] end
  return rest
end

describe("a bench of four", function()
  local world, seats

  before_each(function() world, seats = bench.world() end)

  it("lets one of the middle out: the outer one stands up, clears the way, and sits down again", function()
    local outer = bench.guest(world, "diner", "Ann", seats[1])
    local middle = bench.guest(world, "hasty", "Ben", seats[2])
    bench.guest(world, "diner", "Cy", seats[3])
    bench.guest(world, "diner", "Dot", seats[4])
    kit.run(world, 12, 0.5)
    assert.same({
      "@0.5 Ann adopt sit seat 1", "@0.5 Ann start sit_down seat 1", "@0.5 Ben adopt sit seat 2",
      "@0.5 Ben start sit_down seat 2", "@1.5 Ann stop sit_down done", "@1.5 Ben stop sit_down done",
      -- What each has come for is the body of the request (S63).
      "@1.5 Ann start eat", "@1.5 Ben start nibble", "@5.5 Ben stop nibble done",
      -- Somebody holds the seat that is in his way: he asks whoever it is (S45, S66), and waits.
      "@5.5 Ben start ask seat 2", "@6.5 Ben stop ask done", "@6.5 Ben start shuffle",
      -- Before Ann makes way she undoes what she came by: she gets up. The seat is kept for her.
      "@6.5 Ann stop eat interrupted", "@6.5 Ann interrupt make_way let_me_out", "@6.5 Ann start stand_up",
      "@7.5 Ann stop stand_up done", "@7.5 Ann start step_aside Ben", "@8.5 Ann stop step_aside done",
      "@8.5 Ann start stand_by", "@8.5 Ben stop shuffle done", "@8.5 Ben start slide_out seat 2",
      -- He is out; her seat begins anew, and so does what she does there.
      "@10.5 Ben stop slide_out done", "@10.5 Ann stop stand_by done", "@10.5 Ann start sit_down seat 1",
      "@10.5 Ben drop sit seat 2 done", "@10.5 Ben start walk_off", "@11.5 Ann stop sit_down done", "@11.5 Ann start eat",
    }, tavern.film(world, outer, middle))
    assert.same({ outer }, seats[1]:holders "sit")
    assert.same({ {}, true }, { seats[2]:holders "sit", outer.state.sitting })
  end)

  it("lets one out who has nobody in the way, without a word", function()
    local middle = bench.guest(world, "hasty", "Ben", seats[2])
    local other = bench.guest(world, "diner", "Cy", seats[3])
    bench.guest(world, "diner", "Dot", seats[4])
    kit.run(world, 12, 0.5)
    assert.same({
      "@0.5 Ben adopt sit seat 2", "@0.5 Ben start sit_down seat 2", "@0.5 Cy adopt sit seat 3",
      "@0.5 Cy start sit_down seat 3", "@1.5 Ben stop sit_down done", "@1.5 Cy stop sit_down done",
      "@1.5 Ben start nibble", "@1.5 Cy start eat", "@5.5 Ben stop nibble done", "@5.5 Ben start stand_up",
      "@6.5 Ben stop stand_up done", "@6.5 Ben drop sit seat 2 done", "@6.5 Ben start walk_off",
    }, tavern.film(world, middle, other))
  end)

  it("is climbed over where the outer one does not move", function()
    local outer = bench.guest(world, "diner", "Ann", seats[1])
    local middle = bench.guest(world, "hasty", "Ben", seats[2])
    kit.run(world, 2, 0.5)
    outer:hold()
    kit.run(world, 18, 0.5)
    assert.same({ "@5.5 Ben stop nibble done", "@5.5 Ben start ask seat 2", "@6.5 Ben stop ask done",
      "@6.5 Ben start shuffle", "@16.5 Ben stop shuffle failed", "@16.5 Ben start slide_out seat 2",
      "@18.5 Ben stop slide_out done", "@18.5 Ben drop sit seat 2 done", "@18.5 Ben start walk_off" },
      from(5, tavern.film(world, middle)))
  end)
end)
