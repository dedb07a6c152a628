-- Messages, meetings, the clock and plans as the binding shows them (S69 to S75).
local core = require("bustle.core")
local support = require("spec.binding.support")
local raises = support.raises

local function refused(code, ...)
    local nothing, message, given = ...
    assert.is_nil(nothing)
    assert.equal("string", type(message))
    assert.equal(code, given)
end

describe("messages and meetings", function()
    local content = support.content(support.day_tables())
    local kinds = support.ids(content, "entity")
    local bills, orders = content:find("inbox", "bills"), content:find("inbox", "orders")
    local world, keeper, guest

    before_each(function()
        world = support.world(nil, nil, content)
        keeper, guest = world:spawn(kinds.keeper), world:spawn(kinds.guest)
    end)

    after_each(function() assert.is_true(world:check()) end)

    it("have kinds and names", function()
        assert.same({ 2, "bills", "orders" }, { content:count("inbox"), content:name("inbox", bills),
            content:name("inbox", orders) })
        assert.same({ 1, "toast", 1, "day" }, { content:count("meeting"), content:name("meeting", 0), content:count("plan"),
            content:name("plan", 0) })
    end)

    it("are sent, and told as they are", function()
        local bench = world:spawn(kinds.bench)
        world:hold(keeper)
        world:hold(guest)
        assert.is_true(world:send(guest, orders, keeper, 7))
        world:update(500)
        assert.is_true(world:send(bench, orders, keeper))
        assert.same({ { inbox = orders, sender = guest, value = 7, time = 0, awaited = false } },
            { (world:npc_inbox(keeper, orders))[1] })
        assert.equal(world:stats().messages, #world:npc_inbox(keeper))
        refused("full", world:send(guest, bills, keeper))
        refused("no_inbox", world:send(keeper, orders, guest))
        refused("no_inbox", world:npc_inbox(guest, orders))
        assert.same({}, world:npc_inbox(guest))
    end)

    it("refuse wrong arguments", function()
        raises("nobody sends to itself", world.send, world, keeper, orders, keeper)
        raises("there is no inbox 2; the content has 2", world.send, world, guest, 2, keeper)
        raises("is a prop, not an NPC", world.send, world, guest, orders, world:spawn(kinds.bench))
        raises("number expected, got string", world.send, world, guest, orders, keeper, "x")
        raises("is a prop, not an NPC", world.npc_inbox, world, world:spawn(kinds.bench))
        raises("there is no meeting 1; the content has 1", world.entity_meeting, world, keeper, 1)
    end)

    it("are told of in the trace, and remembered", function()
        local steps = {}
        world = support.world({ trace = function(step) steps[#steps + 1] = step end }, nil, content)
        keeper, guest = world:spawn(kinds.keeper), world:spawn(kinds.guest)
        world:update(0)
        world:update(1)
        local found = {}
        for _, step in ipairs(steps) do found[step.kind] = found[step.kind] or step end
        assert.same({ "open", orders, keeper }, { found.receiver.verdict, found.receiver.inbox, found.receiver.target })
        assert.same({ "open", keeper, 1, 1, 1, 1 }, { found.send.verdict, found.send.target, found.send.accepting,
            found.send.reached, found.send.open, found.send.best })
        assert.same({ "nobody", orders, 0 }, { found.take.verdict, found.take.inbox, found.take.open })
        assert.same({ "open", guest }, { found.message.verdict, found.message.target })
        assert.same({ "behind", keeper }, { found.answer.verdict, found.answer.target })
        assert.same({ { inbox = orders, spawn_number = 1, time = 0 } }, world:memories(guest, "encounter"))
        assert.equal(5, world:get(keeper, content:find("state", "energy")))
    end)

    it("wait at a place for enough to come", function()
        local steps = {}
        world = support.world({ trace = function(step) if step.kind == "meeting" then steps[#steps + 1] = step end end }, nil,
            content)
        local yard, one = world:spawn(kinds.yard), world:spawn(kinds.drinker)
        world:update(0)
        assert.same({ one }, world:entity_meeting(yard))
        assert.same({ one }, world:entity_meeting(yard, 0))
        assert.equal(1, world:stats().meeting)
        world:spawn(kinds.drinker)
        world:update(1)
        assert.same({}, world:entity_meeting(yard))
        assert.same({ "behind", 0, yard, 1, 2 }, { steps[1].verdict, steps[1].meeting, steps[1].target, steps[1].reached,
            steps[1].accepting })
        assert.equal("open", steps[2].verdict)
    end)
end)

describe("the clock and plans", function()
    local content = support.content(support.day_tables())
    local kinds, sequences = support.ids(content, "entity"), support.ids(content, "sequence")

    it("show the time, and are set", function()
        local world = support.world(nil, { day_ms = 1440, day_start_ms = 100 }, content)
        assert.same({ day = 0, time_ms = 100, day_ms = 1440, hour = 1, minute = 40 }, world:clock())
        local into = {}
        assert.equal(into, world:clock(into))
        assert.is_true(world:set_time(720))
        assert.is_true(world:set_time(0, 5))
        world:update(61)
        assert.same({ 5, 1, 1 }, { world:clock().day, world:clock().hour, world:clock().minute })
        raises("a whole number from 0 to", world.set_time, world, -1)
        raises("out of its range", world.set_time, world, 1440)
        local bare = support.world()
        refused("no_clock", bare:clock())
        refused("no_clock", bare:set_time(0))
    end)

    it("have options of worlds", function()
        raises("'day_ms': a whole number from 1440 to 1073741824 expected", core.world, content, { day_ms = 1439 })
        raises("'day_start_ms': a whole number from 0 to", core.world, content, { day_start_ms = -1 })
        raises("'day_start_ms': a time below the length of the day expected", core.world, content,
            { day_ms = 1440, day_start_ms = 1440 })
    end)

    it("are told day by day, with patches", function()
        local world = support.world(nil, { day_ms = 1440000, seed = 3 }, content)
        local worker, plain = world:spawn(kinds.worker), world:spawn(kinds.man)
        local list, plan = world:npc_plan(worker, 0)
        assert.equal(0, plan)
        assert.same({ -1, 1, sequences.toast, "over", false, 1 }, { list[1].day, list[1].entry, list[1].sequence, list[1].why,
            list[1].holds, list[1].priority })
        assert.same({ 0, 0, true, "open", 720000 }, { list[2].day, list[2].entry, list[2].holds, list[2].why, list[2].ends_ms })
        local number = world:patch_plan(worker, 360, 420, sequences.look, 5, 7, nil, "now", 1)
        assert.equal(1, number)
        list = world:npc_plan(worker, 0)
        local patch
        for _, each in ipairs(list) do patch = each.patch and each or patch end
        assert.same({ 256, 1, 7, sequences.look }, { patch.entry, patch.patch, patch.priority, patch.sequence })
        refused("overlap", world:patch_plan(worker, 400, 500, sequences.look, nil, 7))
        refused("no_plan", world:patch_plan(plain, 0, 10, sequences.look))
        refused("no_plan", world:npc_plan(plain, 0))
        refused("no_plan", world:unpatch_plan(worker, 9))
        assert.is_true(world:unpatch_plan(worker, number))
        raises("out of its range", world.patch_plan, world, worker, 2000, 10, sequences.look)
        raises("invalid option 'soon'", world.patch_plan, world, worker, 0, 10, sequences.look, nil, nil, nil, "soon")
        raises("there is no sequence", world.patch_plan, world, worker, 0, 10, 99)
        assert.is_true(world:check())
    end)

    it("are told of in the trace and by events", function()
        local steps = {}
        local world = support.world({ trace = function(step) if step.kind == "plan" then steps[#steps + 1] = step end end }, nil,
            content)
        local worker = world:spawn(kinds.worker)
        assert.same({ 2, 0, 0, "open", "later" }, { #steps, steps[1].plan, steps[1].entry, steps[1].verdict, steps[2].verdict })
        world:update(0)
        local arrays = support.arrays()
        local found
        for i = 1, world:events(arrays) do
            if core.event_kinds[arrays.kind[i]] == "plan" then found = { arrays.npc[i], arrays.name[i], arrays.argument[i] } end
        end
        assert.same({ worker, sequences.hide, 0 }, found)
    end)
end)
