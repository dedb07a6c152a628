--- Memory that runs out: first the core's alone, then that of the whole Lua state. Both need a module of
--- lua/binding/test.
local core = require("bustle.core")
local failing_world = require("failing_world")
local support = require("spec.binding.support")

describe("when the core's n-th allocation fails", function()
    local content = support.content()
    local kinds = support.ids(content, "entity")
    local shout = content:find("interruption", "shout")
    local look = content:find("sequence", "look")
    local huddle = content:find("scene", "huddle")

    it("a world is not made, and says why", function()
        local refused = 0
        for n = 1, 1000 do
            local called, world, message, code = pcall(failing_world.create, n, content)
            if called and world and failing_world.fail(world) > 0 then
                assert.truthy(refused > 3)
                return
            elseif not called then -- the state's own memory
                assert.equal("not enough memory", world)
            elseif not world then
                refused = refused + 1
                assert.equal("no_memory", code)
                assert.equal("string", type(message))
            end
        end
        error("never made")
    end)

    --- Repeats the call with the 1st, 2nd, ... allocation failing until none does. After each failure
    --- the world is consistent and, but for an update, unchanged.
    local function sweep(world, call, changes_nothing)
        for n = 1, 10000 do
            local hash = world:hash()
            failing_world.fail(world, n)
            local result, _, code = call()
            local left = failing_world.fail(world)
            assert.is_true(world:check())
            if result == nil then
                assert.equal("no_memory", code)
                assert.truthy(not changes_nothing or hash == world:hash())
            elseif left > 0 then
                return result
            end
        end
        error("never done")
    end

    it("every call fails cleanly and can be made again", function()
        local world = support.world(nil, nil, content)
        local men = {}
        for i = 1, 70 do -- more than a page of rows
            men[i] = sweep(world, function() return world:spawn(kinds.man, "man " .. i, i, 0, 0) end, true)
            assert.equal(men[i], world:find("man " .. i))
            if i % 8 == 0 then
                sweep(world, function() return world:spawn(kinds.bench, nil, i, 0, 0) end, true)
            end
        end
        assert.equal(78, world:stats().entities)
        for time = 0, 12000, 1500 do
            sweep(world, function() return world:update(time) end)
            if time == 0 then
                sweep(world, function() return world:stage(huddle, nil, { 0, men[30] }) end, true)
                sweep(world, function() return world:stage(huddle, men[40], { 0, men[31], 1, men[32] }) end, true)
                sweep(world, function() return world:leave_scene(men[31]) end, true)
            end
            sweep(world, function() return world:interrupt_all(shout) end, true)
            sweep(world, function() return world:interrupt(shout, men) end, true)
            sweep(world, function() return world:interrupt_within(shout, 0, 0, 0, 5) end, true)
            sweep(world, function() return world:within(0, 0, 0, 5) end, true)
            sweep(world, function() return world:interrupt_around(shout, men[1], 5) end, true)
            sweep(world, function() return world:set_environment(0, time % 2000 == 0 and 1 or 0) end, true)
            sweep(world, function() return world:move(men[2], time, -time, 1) end, true)
        end
        for i = 1, 20 do
            sweep(world, function() return world:hold(men[i]) end, true)
            sweep(world, function() return world:release(men[i]) end, true)
            local ran, _, code = world:run(men[i], look, 9)
            assert.truthy(ran or code == "refused")
            sweep(world, function() return world:set_main(men[i], look) end, true)
        end
        sweep(world, function() return world:update(13000) end)
        for _, name in ipairs({ "complete", "fail", "run", "restart" }) do
            for n = 1, 10 do
                failing_world.fail(world, n)
                local _, _, code = world[name](world, men[n], name == "run" and look or nil)
                failing_world.fail(world)
                assert.truthy(code == nil or ({ no_memory = 1, not_acting = 1, not_halted = 1, refused = 1 })[code])
                assert.is_true(world:check())
            end
        end
        for i = 1, 70 do
            sweep(world, function() return world:remove(men[i]) end, true)
        end
        sweep(world, function() return world:next() end)
    end)

    it("calls about messages, the clock and plans fail cleanly and can be made again", function()
        local days = support.content(support.day_tables())
        local of, orders = support.ids(days, "entity"), days:find("inbox", "orders")
        local hide = days:find("sequence", "hide")
        local world = support.world(nil, { seed = 1, day_ms = 1440 }, days)
        local keeper = sweep(world, function() return world:spawn(of.keeper) end, true)
        sweep(world, function() return world:spawn(of.yard) end, true)
        local guests, workers = {}, {}
        for i = 1, 40 do
            guests[i] = sweep(world, function() return world:spawn(i % 2 == 0 and of.drinker or of.guest) end, true)
            workers[i] = sweep(world, function() return world:spawn(of.worker) end, true)
        end
        for time = 0, 6000, 300 do
            local guest, worker = guests[time / 300 + 1], workers[time / 300 + 1]
            local sent, _, code = world:send(guest, orders, keeper, 5)
            assert.truthy(sent or code == "full" or code == "no_memory")
            sweep(world, function() return world:update(time) end)
            local number = sweep(world, function() return world:patch_plan(worker, time / 10, 1000, hide, 5, 9) end, true)
            sweep(world, function() return world:patch_plan(worker, 10, 1400, hide, 0, 4, 0, "now", 2) end, true)
            sweep(world, function() return world:set_time(time % 1440) end, true)
            sweep(world, function() return world:unpatch_plan(worker, number) end, true)
        end
        for i = 1, 40 do
            sweep(world, function() return world:remove(guests[i]) end, true)
            sweep(world, function() return world:remove(workers[i]) end, true)
        end
    end)

    it("an update must be finished before anything else", function()
        local world = support.world(nil, nil, content)
        local mary = world:spawn(kinds.man)
        failing_world.fail(world, 1)
        local done, message, code = world:update(5)
        failing_world.fail(world)
        assert.is_nil(done)
        assert.equal("string", type(message))
        assert.equal("no_memory", code)
        support.raises("an update ran out of memory; finish it first", world.remove, world, mary)
        support.raises("an update ran out of memory; finish it first", world.update, world, 6)
        assert.equal("number", type(world:get(mary, 0)))
        assert.is_true(world:check())
        assert.is_true(world:update(5))
        assert.is_true(world:remove(mary))
    end)

    it("a world in the middle of an update can be closed and collected", function()
        for _ = 1, 2 do
            local world = support.world(nil, nil, content)
            world:spawn(kinds.man)
            failing_world.fail(world, 1)
            world:update(5)
            world:close()
            world = support.world(nil, nil, content)
            world:spawn(kinds.man)
            failing_world.fail(world, 1)
            world:update(5)
            world = nil -- luacheck: ignore
            collectgarbage()
        end
    end)
end)

describe("when the n-th allocation of the Lua state fails", function()
    local found, failing = pcall(require, "failing_allocator")
    local jit = rawget(_G, "jit")

    -- LuaJIT itself can crash when memory runs out at the exit of a compiled trace.
    setup(function()
        if jit then
            jit.off()
            jit.flush()
        end
    end)

    teardown(function()
        if jit then
            jit.on()
        end
    end)

    local function found_key(name)
        if name == "mood" then return { name = "p.mood", values = { "sad", "calm" } } end
        return nil, { code = "unknown-state", text = "unknown " .. name, cure = "name another" }
    end

    local scope = { state = found_key, environment = found_key, interruption = found_key, inbox = found_key,
        constant = function(name) return #name end }

    local function read_texts()
        local nearest = function(name, names) return (core.nearest(name, names)) end
        assert(core.text("self.mood == 'sad' or self.mood + now > two * distance", "condition", scope, nearest))
        assert(core.text("self.mood = 'calm'; self.mood += three", "effects", scope, nearest))
        assert.equal(2, #select(2, core.text("self.food > 1 and self.mood == 'clam'", "condition", scope, nearest)))
        assert(core.operation({ kind = "<", subject = "self", name = "mood", value = "calm" }, "condition", scope, nearest))
        assert.equal(5, #core.tokens("self.mood > 5"))
        assert(core.compile({ actions = { { name = "a", duration_ms = 5, target = false,
            when = { { kind = "call", value = 1, value_name = "a.when" } } } } }, { "a.when" }))
    end

    local function scenario()
        read_texts()
        local content = support.content()
        local errors = 0
        local world = assert(core.world(content, { seed = 3 }, {
            condition = function(fn, self) return #{ fn, self } == 2 end,
            effect = function(_, self) return { self } end,
            query_condition = function() return ("%s"):format("sunny") end,
            query_position = function() return 1, 2, 3 end,
            log = function(_, text) return text .. "!" end,
            trace = function(step) return { step.kind } end,
            error = function(message) errors = errors + #message end,
        }))
        local man, sparrow, bench = content:find("entity", "man"), content:find("entity", "sparrow"), 0
        for i = 1, 3 do
            assert(world:spawn(man, "man " .. i, 1, 2, 3, { [content:find("state", "energy")] = i }))
            assert(world:spawn(sparrow))
            assert(world:spawn(bench))
        end
        local arrays = support.arrays()
        local last = world:find("man 2")
        for time = 0, 6000, 1500 do
            assert(world:update(time))
            world:events(arrays)
            world:frames(last)
            world:memories(last, "action")
            world:doing(last)
            world:test(last, nil, core.condition({ support.op("==", "self", "energy", 2) }))
            world:interrupt(content:find("interruption", "shout"), { last })
            pcall(world.get, world, 5, 0)
        end
        assert(world:remove(last))
        assert(world:check())
        return true
    end

    local function settle()
        for _ = 1, 4 do
            collectgarbage()
        end
        return failing.bytes()
    end

    for _, lasting in ipairs({ false, true }) do
        it("nothing crashes or leaks, " .. (lasting and "if memory stays short" or "if it was short once"), function()
            assert.is_true(found, "failing_allocator is built with the tests")
            collectgarbage("setpause", 200) -- so that as much as possible is left to be lost
            assert.is_true(select(3, failing.run(0, false, scenario)))
            local before = settle()
            local stride = os.getenv("BUSTLE_SWEEP") == "all" and 1 or 13
            local n = 1
            local runs = 0
            while true do
                local reached, succeeded, message = failing.run(n, lasting, scenario)
                assert.truthy(succeeded or tostring(message):find("memory", 1, true), message)
                runs = runs + 1
                if not reached then
                    assert.is_true(succeeded)
                    break
                end
                n = n + (n < 60 and 1 or stride)
            end
            collectgarbage("setpause", 0)
            assert.truthy(runs > 60)
            local held = settle() - before
            assert.truthy(held < 100000, ("%d bytes more after %d runs"):format(held, runs))
        end)
    end
end)
