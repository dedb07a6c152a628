-- All that there is to see in the village is seen in a week with nobody in charge, and the week leaves nothing behind.
local week = require "spec.village.week"

describe("in a week, unattended,", function()
  local w, counts
  setup(function() w, counts = week.play() end)

  for i, sight in ipairs(week.SIGHTS) do
    it("there is " .. sight[1], function() assert.is_true(counts[i] > 0) end)
  end

  it("whoever is turned away from The Crown drinks at The Plough, on Saturday", function()
    for _, entry in ipairs(w:happened { kind = "start", action = "sigh" }) do
      assert.equal(5, math.floor(entry.time / week.DAY))
      assert.npc(w:get(entry.npc)).did { "sigh", { "walk_to_the_other", target = w:get "The Plough" }, "sip" }
    end
  end)

  it("nobody is in before six", function()
    for _, entry in ipairs(w:happened { kind = "adopt", offer = "drink" }) do
      assert.is_true(entry.time % week.DAY >= 720, ("%s at %g s"):format(entry.npc, entry.time))
    end
  end)

  it("nobody halts, nothing has an error, and what was taken was given back", function()
    for _, kind in ipairs { "halt", "error", "restart" } do assert.same({}, w:happened { kind = kind }) end
    assert.world(w).conserves_places()
    assert.world(w).conserves_members()
    assert.world(w).conserves_messages()
    assert.world(w).is_consistent()
  end)
end)
