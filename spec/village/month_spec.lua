-- Thirty days of the village with nobody in charge: nobody is stuck, nothing leaks, nobody asks in vain.
local month = require "spec.village.month"

local KB = 1024

describe("in thirty days of the village, unattended,", function()
  local seen, second, last
  setup(function()
    seen = month.play()
    second, last = seen.nights[2], seen.nights[month.DAYS]
  end)

  it("nobody halts or has nothing to do, and nothing has an error", function()
    assert.same({ 0, 0, 0 }, { seen.halt, seen.error, seen.fallback })
    assert.is_true(seen.stats.starts > 250000)
  end)

  it("memory stays what it was after the second day", function()
    assert.is_true(last.core <= second.core + 32 * KB, ("core: %d, then %d"):format(second.core, last.core))
    assert.is_true(last.lua <= second.lua + 64 * KB, ("Lua: %d, then %d"):format(second.lua, last.lua))
  end)

  it("every night finds as many people, links, scenes and messages as the one before", function()
    assert.equal(month.DAYS, #seen.nights)
    for i = 2, month.DAYS do assert.same(second.same, seen.nights[i].same) end -- Gregor dies on the second day
    assert.same({ 0, 0, 0, 0, 0, 0 }, { second.same.scenes, second.same.messages, second.same.meeting, second.same.queued,
      second.same.undelivered, second.same.halted })
  end)

  it("all who live are asleep every night at three, but for the watch", function()
    for _, night in ipairs(seen.nights) do assert.same({ "Konrad" }, night.awake) end
  end)

  it("nobody is at one thing for longer than the longest wait, 90 s at the door of a tavern", function()
    local longest = seen.longest
    assert.is_true(longest.seconds <= 90, ("%s: %s, %g s"):format(longest.npc, longest.action, longest.seconds))
    assert.same({}, seen.overdue)
  end)

  it("nobody is more than two and a half hours behind the plan of the day", function()
    local latest = seen.latest
    assert.is_true(latest.seconds <= 150, ("%s: %s in place of %s, for %g s"):format(latest.npc, latest.still, latest.plan,
      latest.seconds))
  end)

  it("nobody waits for an ale in vain, and who does not get a loaf, a bucket or a bench had no chance", function()
    assert.is_nil(seen.starts.grumble)
    assert.is_true(seen.starts.hand_over > 1000)
    for fail in pairs(seen.fails) do
      assert.is_truthy(fail:match ": revoked$" or fail:match ": no_%w+$", fail) -- called away, or there was none
    end
    local stats = seen.stats
    assert.equal(stats.messages_sent, stats.messages_taken + stats.messages_lost + stats.messages)
    assert.is_true(stats.messages_lost < stats.messages_sent / 50, stats.messages_lost .. " lost")
  end)
end)
