local core = require("bustle.core")
local support = require("spec.binding.support")
local raises = support.raises

describe("NPCs", function()
    local content = support.content()
    local kinds = support.ids(content, "entity")
    local states = support.ids(content, "state")
    local actions = support.ids(content, "action")
    local sequences = support.ids(content, "sequence")
    local interruptions = support.ids(content, "interruption")
    local world, mary, cart

    before_each(function()
        world = support.world(nil, nil, content)
        mary = world:spawn(kinds.man, "mary")
        cart = world:spawn(kinds.cart)
        world:update(0)
    end)

    after_each(function()
        assert.is_true(world:check())
    end)

    local function refused(code, ...)
        local nothing, message, given = ...
        assert.is_nil(nothing)
        assert.equal(code, given)
        assert.truthy(message:find("(spawn number 1, 'mary'): ", 1, true), message)
    end

    it("complete and fail their actions (S17)", function()
        local doing = world:doing(mary)
        assert.equal("acting", doing.mood)
        assert.equal(actions.rest, doing.action)
        refused("other_action", world:complete(mary, actions.sit))
        refused("old_token", world:complete(mary, actions.rest, doing.token + 1))
        refused("old_token", world:fail(mary, nil, doing.token + 1))
        assert.is_true(world:complete(mary, actions.rest, doing.token))
        assert.equal(6, world:get(mary, states.energy))
        refused("not_acting", world:complete(mary))
        refused("not_acting", world:fail(mary))
        world:update(1)
        assert.is_true(world:fail(mary))
        world:update(2)
        local stop = support.events(world)[1]
        assert.equal("stop", stop.kind)
        assert.equal("failed", core.stop_reasons[stop.argument])
        raises("there is no action 7", world.complete, world, mary, 7)
        raises("action (a number) expected, got string", world.fail, world, mary, "rest")
        raises("a whole number from 0 to 4294967295", world.complete, world, mary, nil, -1)
        raises("number expected, got string", world.complete, world, mary, nil, "1")
        raises("a prop, not an NPC", world.complete, world, cart)
    end)

    it("say what a start would claim (S42)", function()
        local bench = world:spawn(kinds.bench)
        assert.same({ { state = states.seats, wanted = 1, free = 2 } }, world:demands(mary, actions.sit, bench))
        assert.same({ { state = states.seats, wanted = 1 } }, world:demands(mary, actions.sit, mary))
        assert.same({}, world:demands(mary, actions.rest, bench))
        raises("there is no action 7", world.demands, world, mary, 7, bench)
        raises("a prop, not an NPC", world.demands, world, cart, actions.sit, bench)
        raises("bad argument #4", world.demands, world, mary, actions.sit)
    end)

    it("are held and released (S48)", function()
        assert.is_true(world:hold(mary))
        assert.is_true(world:hold(mary))
        assert.equal("on_hold", world:doing(mary).mood)
        refused("held", world:run(mary, sequences.look))
        assert.is_true(world:release(mary))
        assert.is_true(world:release(mary))
        assert.equal("deciding", world:doing(mary).mood)
    end)

    it("run sequences on demand (S48)", function()
        assert.is_true(world:run(mary, sequences.look, 5))
        world:update(1)
        local doing = world:doing(mary)
        assert.equal(actions.wait, doing.action)
        assert.equal(2, doing.activities)
        assert.is_false(doing.timed)
        refused("refused", world:run(mary, sequences.hide, 4))
        refused("refused", world:run(mary, sequences.hide))
        assert.is_true(world:run(mary, sequences.hide, 5))
        raises("there is no sequence 5", world.run, world, mary, 5)
        raises("sequence (a number) expected", world.run, world, mary, "look")
        raises("a whole number from -32768 to 32767", world.run, world, mary, sequences.look, 40000)
    end)

    it("get another main sequence (S48)", function()
        assert.is_true(world:set_main(mary, sequences.look))
        assert.equal(sequences.look, world:doing(mary).main)
        world:update(1)
        assert.equal(actions.wait, world:doing(mary).action)
        raises("there is no sequence -1", world.set_main, world, mary, -1)
        raises("sequence (a number) expected, got no value", world.set_main, world, mary)
    end)

    it("halt and restart (S34)", function()
        refused("not_halted", world:restart(mary))
        local wreck = world:spawn(kinds.wreck)
        local time = 0
        while world:doing(wreck).mood ~= "has_halted" do
            time = time + 1000
            world:update(time)
            assert.truthy(time < 60000)
        end
        local doing = world:doing(wreck)
        assert.equal("condition", core.causes[doing.cause])
        assert.equal(sequences.doomed, doing.failed)
        assert.equal(30000, doing.remaining_ms)
        assert.equal("halted", select(3, world:run(wreck, sequences.hide)))
        assert.equal(1, world:stats().halted)
        world:hold(wreck)
        assert.equal("held", select(3, world:restart(wreck)))
        world:release(wreck)
        assert.equal("not_halted", select(3, world:restart(wreck)))
        assert.equal(0, world:stats().halted)
    end)

    it("tell what they do, into the same table if wanted", function()
        local into = { action = "old", target = "old", cause = "old", failed = "old", other = "stays" }
        local bench = world:spawn(kinds.bench)
        assert.equal(into, world:doing(mary, into))
        assert.same({ mood = "acting", action = actions.rest, token = 1, timed = true, duration_ms = 1000,
            remaining_ms = 1000, timeout_ms = 3000, sequence = sequences.day, node = into.node, main = sequences.day,
            activities = 1, waiting = 0, failures = 0, other = "stays" }, into)
        assert.equal("rest", content:node_name(sequences.day, into.node))
        local time = 0
        while not into.target do
            time = time + 100
            world:update(time)
            world:doing(mary, into)
            assert.truthy(time < 100000)
        end
        assert.equal(bench, into.target)
        world:complete(mary)
        world:doing(mary, into)
        assert.is_nil(into.target)
        assert.is_nil(into.action)
        assert.equal("deciding", into.mood)
        raises("a prop, not an NPC", world.doing, world, cart)
        raises("table expected", world.doing, world, mary, 1)
    end)

    it("show their stacks", function()
        world:interrupt(interruptions.shout, { mary }, cart)
        world:update(1)
        assert.same({
            { activity = 0, sequence = sequences.day, node = content:node_name(sequences.day, 2) == "rest" and 2,
                lifecycle = "interrupted", fallback = false, priority = -2147483648, main = true, sunk = false },
            { activity = 1, sequence = sequences.look, node = 1, lifecycle = "waiting_for_action", fallback = false,
                main = false, sunk = false,
                priority = 2, interruption = interruptions.shout, target = cart },
        }, world:frames(mary))
        raises("a prop, not an NPC", world.frames, world, cart)
    end)

    it("show their memories", function()
        assert.same({}, world:memories(mary, "transition"))
        world:spawn(kinds.bench)
        for time = 100, 40000, 100 do
            world:update(time)
        end
        local transitions = world:memories(mary, "transition")
        assert.equal(5, #transitions) -- three after rest, two after think
        assert.equal(sequences.day, transitions[1].sequence)
        assert.truthy(transitions[1].time <= transitions[2].time)
        assert.truthy(content:node_name(sequences.day, transitions[1].node))
        assert.is_nil(transitions[1].action)
        assert.is_nil(transitions[1].spent_ms)
        local remembered = world:memories(mary, "action")
        assert.same({ { time = remembered[1].time, action = actions.sit, spawn_number = 3 } }, remembered)
        while world:doing(mary).action ~= actions.rest do
            world:update(world:now() + 100)
        end
        world:interrupt(interruptions.shout, { mary })
        world:update(world:now() + 50)
        local left = world:memories(mary, "interruption")[1]
        assert.equal(actions.rest, left.action)
        assert.equal(0, left.activity)
        assert.equal(1000, left.duration_ms)
        assert.equal(3000, left.timeout_ms)
        assert.equal("number", type(left.spent_ms))
        raises("'transition', 'action', 'interruption' or 'encounter' expected", world.memories, world, mary, "dream")
        raises("string expected, got no value", world.memories, world, mary)
        raises("a prop, not an NPC", world.memories, world, cart, "action")
    end)

    it("are not props", function()
        for _, call in ipairs({ "complete", "fail", "hold", "release", "restart", "run", "set_main", "doing",
            "frames" }) do
            raises("is a prop, not an NPC", world[call], world, cart, call:find("[rs][ue][nt]") and 0 or nil)
        end
    end)
end)

describe("interruptions", function()
    local content = support.content()
    local kinds = support.ids(content, "entity")
    local shout = content:find("interruption", "shout")
    local world, near, far, cart

    before_each(function()
        world = support.world(nil, nil, content)
        near = world:spawn(kinds.man, nil, 10, 0, 0)
        far = world:spawn(kinds.man, nil, 100, 0, 0)
        world:spawn(kinds.wreck, nil, 5, 0, 0)
        cart = world:spawn(kinds.cart)
    end)

    it("are raised for a list (S29)", function()
        assert.same({ 2, 0, 0 }, { world:interrupt(shout, { near, far }) })
        assert.same({ 0, 2, 0 }, { world:interrupt(shout, { near, far }, cart) })
        assert.same({ 0, 0, 0 }, { world:interrupt(shout, {}) })
        raises("there is no interruption 3", world.interrupt, world, 3, {})
        raises("interruption (a number) expected", world.interrupt, world, "shout", {})
        raises("table expected, got number", world.interrupt, world, shout, near)
        raises("[2]: entity expected, got string", world.interrupt, world, shout, { near, "x" })
        raises("[1]: entity expected, got another number", world.interrupt, world, shout, { 1.5 })
        raises("[2]: entity ", world.interrupt, world, shout, { near, cart })
        raises("is a prop, not an NPC", world.interrupt, world, shout, { near, cart })
        world:remove(far)
        raises("(spawn number 2) has left", world.interrupt, world, shout, { near, far })
        raises("(spawn number 2) has left", world.interrupt, world, shout, { near }, far)
        raises("entity (a number) expected", world.interrupt, world, shout, { near }, "cart")
    end)

    it("are raised for a long list", function()
        local list = {}
        for i = 1, 500 do
            list[i] = world:spawn(kinds.man)
        end
        assert.same({ 500, 0, 0 }, { world:interrupt(shout, list) })
        assert.is_true(world:check())
    end)

    it("are raised for all", function()
        assert.same({ 2, 1, 0 }, { world:interrupt_all(shout) })
        world:update(0)
        assert.same({ 2, 1, 0 }, { world:interrupt_all(shout, near) })
        raises("there is no interruption", world.interrupt_all, world, -1)
        raises("entity (a number) expected", world.interrupt_all, world, shout, {})
    end)

    it("are raised for those within a distance of a point (S29)", function()
        assert.same({ 1, 1, 0 }, { world:interrupt_within(shout, 0, 0, 0, 10) })
        assert.same({ 0, 1, 0 }, { world:interrupt_within(shout, 0, 0, 0, 9) })
        assert.same({ 1, 1, 0 }, { world:interrupt_within(shout, 0, 0, 0, 100, near) })
        raises("a distance is at least 0", world.interrupt_within, world, shout, 0, 0, 0, -1)
        raises("number expected", world.interrupt_within, world, shout, 0, 0, 0)
        raises("finite", world.interrupt_within, world, shout, 0 / 0, 0, 0, 1)
        raises("finite", world.interrupt_within, world, shout, 0, 0, 0, 0 / 0)
    end)

    it("are raised for those around an entity, which is left out (S29)", function()
        assert.same({ 0, 1, 0 }, { world:interrupt_around(shout, near, 5) })
        assert.same({ 1, 1, 0 }, { world:interrupt_around(shout, near, 1e9) })
        assert.same({ 1, 1, 0 }, { world:interrupt_around(shout, cart, 50, cart) })
        raises("a distance is at least 0", world.interrupt_around, world, shout, near, -1)
        raises("entity (a number) expected", world.interrupt_around, world, shout, "near", 1)
        world:remove(far)
        raises("has left", world.interrupt_around, world, shout, far, 1)
    end)
end)
