-- Messages, meetings and plans in worlds under test.
local coverage = require "bustle.testing.coverage"
local hours = require "spec.lua.support.hours"
local sim = require "bustle.testing"

local function message(fn, ...)
  local ok, text = pcall(fn, ...)
  assert.is_false(ok)
  return tostring(type(text) == "table" and text.message or text)
end

describe("a world under test, with messages and plans,", function()
  local w, owen, mary, brian

  before_each(function()
    w, owen, mary = hours.world({}, sim.world)
    brian = w:spawn("farmer", { name = "Brian" })
  end)

  it("knows what is in an inbox", function()
    mary:send("bills", owen, 7)
    assert.npc(owen).has_message "bills"
    assert.npc(owen).has_message("bills", mary, 7)
    assert.npc(owen).has_no_message("bills", mary, 8)
    assert.matches("expected Owen to have a message 8 from Mary in bills; it has 7 from Mary there\n",
      message(function() assert.npc(owen).has_message("bills", mary, 8) end))
    assert.matches("expected Owen to have no message in bills; it has 7 from Mary there\n",
      message(function() assert.npc(owen).has_no_message "bills" end))
    assert.matches('unknown inbox "bils"', message(function() assert.npc(owen).has_message "bils" end))
    assert.matches("the sender must be an entity of this world, not 5",
      message(function() assert.npc(owen).has_message("bills", 5) end))
  end)

  it("knows that every message has been taken, has gone, or is there", function()
    mary:send("bills", owen, 7)
    w:run(20)
    assert.world(w).conserves_messages()
    assert.matches("expected the world not to conserve messages\n%d+ sent, %d+ taken, 0 gone, %d+ in inboxes",
      message(function() assert.world(w).does_not.conserves_messages() end))
    owen:remove()
    assert.world(w).conserves_messages()
  end)

  it("remembers to whom somebody sent", function()
    w:run(1)
    assert.npc(mary).remembers { inbox = "orders", entity = owen }
    assert.npc(mary).is_waiting_at "ask"
  end)

  it("lets time pass until the clock shows a time", function()
    assert.equal(30, w:run_until_time "06:30")
    assert.equal("06:30", w:clock().time)
    assert.equal(1440, w:run_until_time "06:30")
    assert.equal(30, w:run_until_time("07:00", 1))
    assert.matches("run_until_time: it is 07:00 of day 1 already", message(w.run_until_time, w, "06:00", 1))
    assert.matches('give a time of the day such as "17:30", not 25:00', message(w.run_until_time, w, "25:00"))
    assert.matches("the world has no clock", message(function() sim.world({ packs = {} }):run_until_time "06:00" end))
  end)

  it("knows what a plan says now", function()
    assert.npc(brian).plan_holds "breakfast"
    w:run_until_time "07:00"
    assert.npc(brian).plan_holds "work"
    assert.matches("expected Brian to be at sleep by its plan at 07:00\nits plan today:\n"
      .. "  21:00 to 06:00 sleep\n  06:00 to 07:00 breakfast\n  07:00 to 21:00 work, which holds\n  21:00 to 06:00 sleep\n",
      message(function() assert.npc(brian).plan_holds "sleep" end))
    assert.matches("it has no plan", message(function() assert.npc(mary).plan_holds "sleep" end))
  end)

  it("keeps what happened", function()
    w:run_until_time "07:00"
    brian:patch_plan { "07:30", "08:00", "sleep" }
    w:run_until_time "07:31"
    local entries = w:happened { kind = "plan", npc = brian }
    assert.same({ 3, 1, 2, 1 }, { #entries, entries[1].entry, entries[2].entry, entries[3].patch })
    local found = {}
    for _, each in ipairs(w:decisions(mary)) do found[each.kind] = each end
    for _, each in ipairs(w:decisions(owen)) do found[each.kind] = each end
    assert.same({ "orders", "Owen", "Owen" }, { found.send.inbox, found.send.target, found.send.receivers[1].target })
    assert.same({ "orders", "open" }, { found.answer.inbox, found.answer.verdict })
    assert.truthy(found.take.messages)
  end)
end)

describe("the coverage of messages, meetings and plans", function()
  it("counts what succeeded, what was in vain, inboxes and entries", function()
    coverage.start()
    local w = hours.world({}, sim.world)
    w:spawn "farmer"
    w:spawn "garden"
    local ann = w:spawn "drinker"
    w:run(10)
    w:spawn "drinker"
    w:run(10)
    ann:remove()
    w:run_until_time "21:01"
    local counted, missed = coverage.stop(), {}
    for _, part in ipairs(counted.parts) do
      if (part.group == "messages" or part.group == "plans") and not counted.hits[part.key] then
        missed[#missed + 1] = ("%s %s: %s"):format(part.thing, part.spot or "", part.missed)
      end
    end
    table.sort(missed)
    assert.same({ "hours.bills : never taken from", 'hours.order node "ask", send: always sent' }, missed)
  end)
end)
