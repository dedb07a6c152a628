-- Messages and meetings as the game sees them (S69 to S71).
local bustle = require "bustle"
local hours = require "spec.lua.support.hours"

local function refused(code, text, ...)
  local nothing, message, given = ...
  assert.is_nil(nothing)
  assert.equal(text, message)
  assert.equal(code, given)
end

describe("messages (S69)", function()
  local world, owen, mary

  before_each(function() world, owen, mary = hours.world() end)
  after_each(function() assert.is_true(world:check()) end)

  it("are sent by the game from any entity, and are there to be read, the oldest first", function()
    local oak = world:spawn "table"
    assert.same({}, owen:inbox())
    assert.is_true(mary:send("bills", owen, 7))
    world:update(1.5)
    assert.is_true(oak:send("bills", owen.id))
    local list = owen:inbox "bills"
    assert.same({ 2, mary, 7, 0, false, "bills" }, { #list, list[1].sender, list[1].value, list[1].time, list[1].awaited,
      list[1].inbox })
    assert.same({ oak, 0, 1.5 }, { list[2].sender, list[2].value, list[2].time })
    oak:remove()
    assert.equal(1, #owen:inbox "bills")
  end)

  it("are refused by full inboxes, by those who have none, and by oneself", function()
    local sent = world:stats().messages_sent
    for _ = 1, 2 do assert.is_true(mary:send("orders", owen)) end
    refused("full", "the inbox orders of Owen takes no more", mary:send("orders", owen))
    refused("no_inbox", "Mary has no inbox orders", owen:send("orders", mary))
    refused("no_inbox", 'prop table (number 3) has no inbox bills', mary:send("bills", world:spawn "table"))
    refused("bad_argument", "nobody sends to itself", owen:send("orders", owen))
    refused("no_inbox", "Mary has no inbox bills", mary:inbox "bills")
    local stats = world:stats()
    assert.same({ 2, sent + 2, 0, 1 }, { stats.messages, stats.messages_sent, stats.messages_taken,
      stats.messages_refused })
  end)

  it("are taken, and the sender who awaits them goes on when that is done", function()
    world:update(0)
    assert.same({ "wipe", true }, { owen.action, owen:inbox("orders")[1].awaited })
    world:update(0.1)
    assert.same({ "pour", "Mary", 4 }, { owen.action, owen.target.name, owen.state.wish })
    assert.same({ "drum", "awaiting", "ask" }, { mary.action, mary:doing().mood, mary:doing().node })
    world:update(2.1)
    world:update(0.1)
    assert.equal("stroll", mary.action)
    assert.same({ 1, 1, 0 }, { world:stats().messages_sent, world:stats().messages_taken, world:stats().messages })
    local memory = mary:memories("encounters")[1]
    assert.same({ "orders", owen }, { memory.inbox, memory.entity })
  end)

  it("are counted in conditions, and sent by effects", function()
    local fields = hours.fields()
    fields.actions.stroll.finish = "send bills = self.thirst * 2 to keeper of self"
    fields.links, fields.npcs.drinker.state = { keeper = {} }, { "thirst" }
    fields.actions.wipe.finish = "self.wish = self.bills"
    world = bustle.world { packs = { fields } }
    owen = world:spawn("keeper", { name = "Owen" })
    mary = world:spawn("guest", { name = "Mary", state = { thirst = 3 } })
    world:link(mary, "keeper", owen)
    for _ = 1, 200 do world:update(0.1) end
    assert.is_true(#owen:inbox "bills" > 0)
    assert.equal(6, owen:inbox("bills")[1].value)
    assert.is_true(owen.state.wish > 0)
  end)

  it("are named when a call is wrong", function()
    assert.has_error(function() mary:send("order", owen) end, 'unknown inbox "order" (did you mean "orders"?)')
    assert.has_error(function() mary:send("orders", 17) end, "send: the receiver: entity 17 has left, or is of another world")
    assert.has_error(function() mary:send("orders", owen, "two") end, "send: the value must be a number, not a string")
    assert.has_error(function() owen:inbox(5) end, "the inbox must be named by a string, not a number")
    assert.has_error(function() world:spawn("table"):inbox() end, "inbox: prop table (number 3) is a prop, and props do nothing")
  end)

  it("end badly for whoever awaits them from somebody who leaves, with a cause of its own", function()
    local told = {}
    local fields = hours.fields()
    fields.sequences.order.ask.failed = nil
    world = bustle.world { packs = { fields } }
    owen, mary = world:spawn("keeper", { name = "Owen" }), world:spawn("guest", { name = "Mary" })
    world:on("fail", function(npc, sequence, cause) told[#told + 1] = { npc.name, sequence, cause } end)
    owen:hold()
    world:update(0.1)
    owen:remove()
    world:update(0.1)
    assert.same({ "Mary", "order", "message" }, told[1])
    world:update(1)
    assert.same({ "Mary", "order", "no_candidate" }, told[2])
  end)
end)

describe("meetings (S71)", function()
  it("are waited for at an entity, and come about for all who are there", function()
    local world = hours.world()
    local garden = world:spawn "garden"
    local ann, bob = world:spawn("drinker", { name = "Ann" }), world:spawn("drinker", { name = "Bob", x = 500 })
    world:update(0.1)
    assert.same({ ann }, garden:meeting "toast")
    assert.same({ 1, "drum", "lift" }, { world:stats().meeting, ann.action, ann:doing().node })
    bob:move(0)
    world:update(5)
    world:update(0.1)
    assert.same({}, garden:meeting())
    assert.same({ "drink", "drink" }, { ann.action, bob.action })
    assert.has_error(function() garden:meeting "toas" end, 'nobody meets under "toas" (did you mean "toast"?)')
    local line = debug.getinfo(1, "l").currentline + 1
    local _, message = pcall(function() garden:meeting(5) end)
    assert.equal(("world_messages_spec.lua:%d: the meeting must be named by a string, not a number"):format(line),
      message:match "[^/]*$")
    assert.is_true(world:check())
  end)
end)
