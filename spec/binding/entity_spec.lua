local support = require("spec.binding.support")
local raises = support.raises

describe("entities", function()
    local content = support.content()
    local kinds = support.ids(content, "entity")
    local states = support.ids(content, "state")
    local world

    before_each(function()
        world = support.world(nil, nil, content)
    end)

    after_each(function()
        assert.is_true(world:check())
    end)

    it("are spawned with name, position and states", function()
        local mary = world:spawn(kinds.man, "mary", 1, 2.5, -3, { [states.energy] = 9.4, [states.mood] = 1 })
        assert.equal("number", type(mary))
        assert.equal("mary", world:entity_name(mary))
        assert.same({ 1, 3, -3 }, { world:position(mary) })
        assert.equal(9, world:get(mary, states.energy))
        assert.equal(1, world:get(mary, states.mood))
        assert.equal(kinds.man, world:definition(mary))
        assert.equal(1, world:spawn_number(mary))
        local cart = world:spawn(kinds.cart)
        assert.is_nil(world:entity_name(cart))
        assert.same({ 0, 0, 0 }, { world:position(cart) })
        assert.equal(2, world:spawn_number(cart))
        assert.equal(2, world:get(cart, states.mood))
        assert.equal(1, world:get(cart, states.seats))
        assert.equal(10, world:get(world:spawn(kinds.man, nil, 0, 0, 0, { [states.energy] = 99 }), states.energy))
    end)

    it("take many states at once", function()
        local tables = { states = {}, entities = { { name = "thing", states = {} } } }
        local values = {}
        for i = 0, 99 do
            tables.states[i + 1] = { name = ("s%03d"):format(i) }
            tables.entities[1].states[i + 1] = { state = ("s%03d"):format(i) }
            values[i] = i * i
        end
        local wide = support.world(nil, nil, support.content(tables))
        local thing = wide:spawn(0, "thing", 0, 0, 0, values)
        for i = 0, 99 do
            assert.equal(i * i, wide:get(thing, i))
        end
    end)

    it("are refused with a reason, and nothing changes", function()
        local mary = world:spawn(kinds.man, "mary")
        local nobody, message, code = world:spawn(kinds.man, "mary")
        assert.is_nil(nobody)
        assert.equal("an NPC named 'mary' lives already", message)
        assert.equal("name_taken", code)
        raises("there is no entity 5; the content has 5", world.spawn, world, 5)
        raises("entity (a number) expected, got string", world.spawn, world, "man")
        raises("string expected, got number", world.spawn, world, kinds.man, 1)
        raises("zero byte", world.spawn, world, kinds.man, "ma\0ry")
        raises("finite", world.spawn, world, kinds.man, nil, 0 / 0)
        raises("finite", world.spawn, world, kinds.man, nil, 0, 1 / 0)
        raises("number expected, got string", world.spawn, world, kinds.man, nil, 0, 0, "1")
        raises("table expected, got number", world.spawn, world, kinds.man, nil, 0, 0, 0, 1)
        raises("a key is no state", world.spawn, world, kinds.man, nil, 0, 0, 0, { energy = 1 })
        raises("a key is no state", world.spawn, world, kinds.man, nil, 0, 0, 0, { [99] = 1 })
        raises("state 'energy': a finite number expected", world.spawn, world, kinds.man, nil, 0, 0, 0,
            { [states.energy] = "1" })
        raises("state 'energy': a finite number expected", world.spawn, world, kinds.man, nil, 0, 0, 0,
            { [states.energy] = 0 / 0 })
        raises("'man' does not have all of these states", world.spawn, world, kinds.man, nil, 0, 0, 0,
            { [states.unused] = 1 })
        assert.equal(1, world:stats().entities)
        world:remove(mary)
        assert.truthy(world:spawn(kinds.man, "mary"))
    end)

    it("leave, and their handles go stale (S4)", function()
        local mary = world:spawn(kinds.man, "mary")
        local cart = world:spawn(kinds.cart, "cart")
        assert.is_true(world:alive(mary))
        assert.is_true(world:remove(mary))
        assert.is_false(world:alive(mary))
        assert.is_nil(world:find("mary"))
        local text = ("entity %.0f (spawn number 1) has left"):format(mary)
        for _, call in ipairs({ "remove", "definition", "entity_name", "get", "set", "taken", "position", "move",
            "complete", "fail", "hold", "release", "restart", "run", "set_main", "doing", "frames", "memories" }) do
            raises(text, world[call], world, mary, 0, 0)
        end
        assert.equal(1, world:spawn_number(mary))
        assert.is_true(world:remove(cart))
    end)

    it("are not mixed up with those of another world or other numbers", function()
        local other = support.world(nil, nil, content)
        for _ = 1, 5 do
            other:spawn(kinds.cart)
        end
        local foreign = other:spawn(kinds.cart)
        raises("(spawn number 6) is not of this world", world.get, world, foreign, 0)
        raises("entity 5 (spawn number 0) is not of this world", world.get, world, 5, 0)
        raises("0 is no entity", world.get, world, 0, 0)
        raises("-3 is no entity", world.get, world, -3, 0)
        raises("1.5 is no entity", world.get, world, 1.5, 0)
        raises("nan is no entity", world.get, world, math.huge - math.huge, 0)
        raises("entity (a number) expected, got string", world.get, world, "5", 0)
        raises("entity (a number) expected, got nil", world.get, world, nil, 0)
        assert.is_false(world:alive(foreign))
        assert.is_false(world:alive(1.5))
        assert.is_false(world:alive(2 ^ 70))
        raises("entity (a number) expected, got table", world.alive, world, {})
    end)

    it("are found by name and walked in spawn order", function()
        local mary = world:spawn(kinds.man, "mary")
        local cart = world:spawn(kinds.cart, "cart")
        local anna = world:spawn(kinds.man, "anna")
        assert.equal(mary, world:find("mary"))
        assert.is_nil(world:find("cart")) -- a label
        raises("string expected, got no value", world.find, world)
        raises("zero byte", world.find, world, "a\0")
        assert.equal(mary, world:next())
        assert.equal(cart, world:next(mary))
        world:remove(cart)
        assert.equal(anna, world:next(cart))
        assert.is_nil(world:next(anna))
        assert.equal(mary, world:next(0))
        raises("entity (a number) expected", world.next, world, "mary")
        raises("entity (a number) expected", world.spawn_number, world)
    end)

    it("have state that is read and written (S5)", function()
        local mary = world:spawn(kinds.man)
        assert.equal(5, world:get(mary, states.energy))
        assert.is_true(world:set(mary, states.energy, 6.5))
        assert.equal(7, world:get(mary, states.energy))
        world:set(mary, states.energy, -4)
        assert.equal(0, world:get(mary, states.energy))
        world:set(mary, states.speed, 1e12)
        assert.equal(2147483647, world:get(mary, states.speed))
        assert.is_nil(world:get(mary, states.seats))
        assert.is_nil(world:taken(mary, states.seats))
        raises("has no state 'seats'", world.set, world, mary, states.seats, 1)
        raises("there is no state 6; the content has 6", world.get, world, mary, 6)
        raises("there is no state -1", world.set, world, mary, -1, 1)
        raises("there is no state 0.5", world.taken, world, mary, 0.5)
        raises("state (a number) expected, got string", world.get, world, mary, "energy")
        raises("finite", world.set, world, mary, states.energy, 0 / 0)
        raises("finite", world.set, world, mary, states.energy, 1 / 0)
        raises("number expected, got boolean", world.set, world, mary, states.sitting, true)
        raises("number expected, got no value", world.set, world, mary, states.energy)
    end)

    it("show what is claimed of them (S42)", function()
        local bench = world:spawn(kinds.bench)
        for _ = 1, 6 do
            world:spawn(kinds.man)
        end
        local most = 0
        for time = 0, 60000, 250 do
            world:update(time)
            local taken = world:taken(bench, states.seats)
            assert.equal(2, taken + world:get(bench, states.seats))
            most = math.max(most, taken)
        end
        assert.equal(2, most)
    end)

    it("move, unless they are static (S10)", function()
        local mary = world:spawn(kinds.man)
        local bench = world:spawn(kinds.bench, nil, 4, 5, 6)
        assert.is_true(world:move(mary, 1.4, 2, 3))
        assert.same({ 1, 2, 3 }, { world:position(mary) })
        assert.is_true(world:move(mary, 7))
        assert.same({ 7, 0, 0 }, { world:position(mary) })
        local moved, message, code = world:move(bench, 0, 0, 0)
        assert.is_nil(moved)
        assert.truthy(message:find(("entity %.0f (spawn number 2): "):format(bench), 1, true))
        assert.equal("static", code)
        assert.same({ 4, 5, 6 }, { world:position(bench) })
        raises("finite", world.move, world, mary, 0 / 0, 0, 0)
        raises("number expected, got string", world.move, world, mary, "1")
    end)
end)
