local core = require("bustle.core")
local support = require("spec.binding.support")
local raises = support.raises

describe("making a world", function()
    local content = support.content()

    it("needs a content and nothing else", function()
        local world = core.world(content)
        assert.equal(0, world:now())
        assert.equal(content, world:content())
        assert.truthy(world:check())
        raises("bustle.content", core.world)
        raises("bustle.content", core.world, {})
        raises("bustle.content", core.world, world)
    end)

    it("takes every option", function()
        local world = core.world(content, { seed = 7, ending = "game", depth_limit = 3, step_limit = 4, queue_limit = 0,
            activity_limit = 1, failure_limit = 0, restart_ms = -1 })
        assert.truthy(world:update(1))
    end)

    it("has no hooks for tests", function()
        raises("there is no 'allocation_limit'", core.world, content, { allocation_limit = 1 })
        assert.is_nil(core.world(content).fail_allocation)
    end)

    it("heeds the options", function()
        local wreck = content:find("entity", "wreck")
        local world = support.world(nil, { failure_limit = 0, restart_ms = -1 }, content)
        local npc = world:spawn(wreck)
        world:update(1)
        assert.equal("has_halted", world:doing(npc).mood)
        assert.equal(-1, world:doing(npc).remaining_ms)
        world = support.world(nil, { failure_limit = 0, restart_ms = 70 }, content)
        npc = world:spawn(wreck)
        world:update(1)
        assert.equal(70, world:doing(npc).remaining_ms)
        world = support.world(nil, { ending = "game" }, content)
        npc = world:spawn(content:find("entity", "man"))
        world:update(0)
        assert.is_false(world:doing(npc).timed)
        world = support.world(nil, { queue_limit = 0 }, content)
        npc = world:spawn(content:find("entity", "man"))
        assert.same({ 0, 0, 1 }, { world:interrupt(content:find("interruption", "shout"), { npc }) })
        world = support.world(nil, { activity_limit = 1 }, content)
        npc = world:spawn(content:find("entity", "man"))
        assert.equal("refused", select(3, world:run(npc, content:find("sequence", "look"))))
    end)

    it("names a wrong option", function()
        raises("table expected", core.world, content, 1)
        raises("there is no 'sead'", core.world, content, { sead = 1 })
        raises("'depth_limit': a whole number from 1 to 255 expected", core.world, content, { depth_limit = 0 })
        raises("'step_limit': a whole number from 1 to 65535", core.world, content, { step_limit = 65536 })
        raises("'queue_limit'", core.world, content, { queue_limit = -1 })
        raises("'activity_limit'", core.world, content, { activity_limit = "1" })
        raises("'failure_limit'", core.world, content, { failure_limit = 1.5 })
        raises("'restart_ms'", core.world, content, { restart_ms = 2 ^ 31 })
        raises("'ending': 'timed' or 'game' expected", core.world, content, { ending = "soon" })
        raises("'ending'", core.world, content, { ending = true })
        raises("'seed'", core.world, content, { seed = "1" })
        raises("'seed'", core.world, content, { seed = 0.5 })
        raises("'seed'", core.world, content, { seed = 0 / 0 })
        raises("'seed'", core.world, content, { seed = 2 ^ 64 })
    end)

    it("names a wrong callback", function()
        raises("table expected", core.world, content, nil, print)
        raises("there is no 'conditions'", core.world, content, nil, { conditions = print })
        for _, name in ipairs({ "condition", "effect", "query_condition", "query_position", "log", "error", "trace" }) do
            raises("'" .. name .. "': function expected, got table", core.world, content, nil, { [name] = {} })
        end
    end)

    it("takes seeds of 64 bits, as numbers too (S28)", function()
        local function run(seed)
            local world = support.world(nil, { seed = seed }, content)
            for _ = 1, 5 do
                world:spawn(content:find("entity", "man"))
            end
            for time = 0, 30000, 500 do
                world:update(time)
            end
            return world:hash()
        end
        assert.equal(run(5), run(5.0))
        assert.are_not.equal(run(5), run(6))
        assert.are_not.equal(run(5), run(5 + 2 ^ 40))
        assert.equal(run(-1), run(-1.0))
        assert.are_not.equal(run(2 ^ 63), run(2 ^ 63 + 2 ^ 20))
    end)
end)

describe("time", function()
    it("goes forward, or stands still (S36)", function()
        local world = support.world()
        assert.is_true(world:update(5))
        assert.is_true(world:update(5, 1, 1000))
        assert.is_true(world:update(6, -1, -1))
        assert.is_true(world:update(7.0, nil, 0))
        assert.equal(7, world:now())
        raises("6 ms is before the last update's 7 ms", world.update, world, 6)
        raises("number expected, got no value", world.update, world)
        raises("number expected, got string", world.update, world, "8")
        raises("a whole number from 0", world.update, world, 7.5)
        raises("a whole number from 0", world.update, world, -1)
        raises("a whole number from 0", world.update, world, 0 / 0)
        raises("a whole number from -1", world.update, world, 8, -2)
        raises("a whole number from -1", world.update, world, 8, 1.5)
        raises("number expected, got boolean", world.update, world, 8, nil, true)
        assert.equal(7, world:now())
    end)

    it("lets a batch of NPCs decide (S37)", function()
        local world = support.world()
        local man = world:content():find("entity", "man")
        for _ = 1, 5 do
            world:spawn(man)
        end
        world:update(0, 2)
        assert.equal(2, world:stats().starts)
        world:update(0, 0)
        assert.equal(2, world:stats().starts)
        world:update(0)
        assert.equal(5, world:stats().starts)
    end)
end)

describe("events", function()
    it("fill the arrays of the caller", function()
        local world = support.world()
        local content = world:content()
        local man = content:find("entity", "man")
        local mary = world:spawn(man, "mary")
        world:update(10)
        local arrays = support.arrays()
        assert.equal(2, world:events(arrays))
        local none = core.none
        assert.same({ 1, 2 }, arrays.kind)
        assert.same({ 0, 10 }, arrays.time)
        assert.same({ mary, mary }, arrays.npc)
        assert.same({ 0, 0 }, arrays.target)
        assert.same({ man, content:find("action", "rest") }, arrays.name)
        assert.same({ 0, 1000 }, arrays.argument)
        assert.same({ 0, 1 }, arrays.token)
        assert.same({ 0, 1000 }, arrays.duration)
        assert.same({ none, none }, arrays.interruption)
        world:update(20)
        assert.equal(0, world:events(arrays))
        assert.equal(2, #arrays.kind) -- what is beyond the count stays
    end)

    it("carry interruptions with their source", function()
        local world = support.world()
        local content = world:content()
        local mary = world:spawn(content:find("entity", "man"))
        local cart = world:spawn(content:find("entity", "cart"))
        world:update(0)
        world:interrupt(content:find("interruption", "shout"), { mary }, cart)
        world:update(1)
        local event = support.events(world)[2]
        assert.equal("interrupt", event.kind)
        assert.equal(cart, event.target)
        assert.equal(content:find("sequence", "look"), event.name)
        assert.equal(content:find("interruption", "shout"), event.interruption)
        assert.equal(content:name_hash("interruption", event.interruption), event.argument)
    end)

    it("need all arrays", function()
        local world = support.world()
        raises("table expected", world.events, world)
        for field in pairs(support.arrays()) do
            local arrays = support.arrays()
            arrays[field] = nil
            raises("'" .. field .. "': table expected, got nil", world.events, world, arrays)
        end
    end)

    it("lie in a buffer", function()
        local world = support.world()
        local buffer, count = world:event_buffer()
        assert.equal("userdata", type(buffer))
        assert.equal(0, count)
        world:spawn(world:content():find("entity", "man"))
        world:update(0)
        buffer, count = world:event_buffer()
        assert.equal("userdata", type(buffer))
        assert.equal(2, count)
    end)

    local has_ffi, ffi = pcall(require, "ffi")
    local it_with_ffi = has_ffi and it or function() end

    it_with_ffi("are the same through LuaJIT's FFI", function()
        ffi.cdef([[
            typedef struct spec_event {
                int64_t time; uint64_t npc, target;
                uint32_t name, argument, token, duration, interruption, cue; int32_t kind;
            } spec_event;
        ]])
        local world = support.world()
        for _ = 1, 10 do
            world:spawn(world:content():find("entity", "man"))
        end
        world:update(123)
        local buffer, count = world:event_buffer()
        local view = ffi.cast("const spec_event *", buffer)
        local list = support.events(world)
        assert.equal(#list, count)
        for i, event in ipairs(list) do
            local seen = view[i - 1]
            assert.equal(event.kind, core.event_kinds[seen.kind])
            event.kind = seen.kind
            for field, value in pairs(event) do
                assert.equal(value, tonumber(seen[field]))
            end
        end
    end)
end)

describe("environment values", function()
    it("are pushed and read (S9)", function()
        local world = support.world()
        local ids = support.ids(world:content(), "environment")
        assert.equal(7, world:environment(ids.noise))
        assert.is_true(world:set_environment(ids.noise, 12.5))
        assert.equal(13, world:environment(ids.noise))
        world:set_environment(ids.noise, 1e9)
        assert.equal(100, world:environment(ids.noise))
        raises("finite", world.set_environment, world, ids.noise, 0 / 0)
        raises("finite", world.set_environment, world, ids.noise, -1 / 0)
        raises("number expected, got string", world.set_environment, world, ids.noise, "1")
        raises("number expected, got no value", world.set_environment, world, ids.noise)
        raises("there is no environment 2; the content has 2", world.set_environment, world, 2, 1)
        raises("there is no environment -1", world.environment, world, -1)
        raises("environment (a number) expected, got no value", world.environment, world)
    end)

    it("S48 takes the game's word on how an action ends", function()
        local world = support.world()
        local actions = support.ids(world:content(), "action")
        local mary = world:spawn(support.ids(world:content(), "entity").man)
        world:set_main(mary, support.ids(world:content(), "sequence").look)
        for _, ending in ipairs({ "game", "timed", "game" }) do
            assert.is_true(world:set_ending(actions.wait, ending))
            world:update(world:now())
            assert.equal(ending == "timed", world:doing(mary).timed)
            world:complete(mary)
        end
        assert.is_true(world:set_ending(actions.wait, nil))
        raises("'timed' or 'game' expected", world.set_ending, world, actions.wait, "default")
        raises("there is no action 99", world.set_ending, world, 99, "game")
    end)
end)

describe("a world", function()
    it("tells its statistics, into the same table if wanted", function()
        local world = support.world()
        world:spawn(world:content():find("entity", "man"))
        world:spawn(world:content():find("entity", "cart"))
        world:update(0)
        local stats = world:stats()
        assert.equal(2, stats.entities)
        assert.equal(1, stats.npcs)
        assert.equal(0, stats.halted)
        assert.equal(0, stats.queued)
        assert.equal(1, stats.turns)
        assert.equal(1, stats.starts)
        assert.equal(3, stats.events)
        assert.equal(0, stats.undelivered)
        assert.equal(0, stats.refused)
        assert.truthy(stats.bytes > 0)
        assert.truthy(stats.allocations > 0)
        world:update(1000)
        assert.equal(stats, world:stats(stats))
        assert.equal(2, stats.starts)
        raises("table expected, got number", world.stats, world, 1)
    end)

    it("decides the same on every Lua (S28)", function()
        local world = support.world({ query_condition = function(id) return id end }, { seed = 42, metric = "manhattan" })
        local content = world:content()
        for i = 1, 30 do
            world:spawn(i % 5, i % 7 == 0 and "npc " .. i or nil, i * 3, i % 4, 0)
        end
        for time = 0, 60000, 250 do
            world:update(time)
            if time % 7000 == 0 then
                world:interrupt_within(content:find("interruption", "shout"), 0, 0, 0, 60)
            end
        end
        assert.equal(4229865838, world:hash())
    end)

    it("has a hash of its decisions (S43)", function()
        local world = support.world()
        assert.equal(2166136261, world:hash())
        world:spawn(0)
        assert.are_not.equal(2166136261, world:hash())
    end)

    it("is checked by its accessor", function()
        local world = support.world()
        raises("bustle.world", world.now, {})
        raises("bustle.world", world.now)
        raises("bustle.world", world.now, world:content())
        assert.matches("^bustle.world: ", tostring(world))
        assert.equal("bustle.world", getmetatable(world))
    end)

    it("is closed once and for all", function()
        local world = support.world()
        local npc = world:spawn(2)
        world:update(0)
        world:close()
        world:close()
        assert.matches("closed", tostring(world))
        local index = {}
        for name in pairs({ update = 1, now = 1, hash = 1, content = 1, check = 1, events = 1, event_buffer = 1,
            set_environment = 1, environment = 1, set_ending = 1, stats = 1, spawn = 1, remove = 1, alive = 1,
            definition = 1, entity_name = 1, find = 1, next = 1, within = 1, around = 1, spawn_number = 1, get = 1,
            set = 1, taken = 1,
            position = 1, move = 1, interrupt = 1, interrupt_all = 1, interrupt_within = 1, interrupt_around = 1,
            complete = 1, fail = 1, hold = 1, release = 1, restart = 1, run = 1, set_main = 1, doing = 1, frames = 1,
            memories = 1 }) do
            index[#index + 1] = name
            raises("the world is closed", world[name], world, npc)
        end
        assert.equal(40, #index)
    end)

    local block = (rawget(_G, "loadstring") or load)([[
        local support = require("spec.binding.support")
        local kept
        do
            local world <close> = support.world()
            kept = world
        end
        return kept
    ]])
    local it_with_blocks = block and it or function() end

    it_with_blocks("closes at the end of its block where Lua has such blocks", function()
        raises("the world is closed", function() block():now() end)
    end)

    it("is collected with callbacks that refer to it, in any order with its content", function()
        local gone = setmetatable({}, { __mode = "v" })
        for i = 1, 20 do
            local content = support.content()
            local world
            world = support.world({ condition = function() return world:now() >= 0 end }, nil, content)
            world:spawn(2)
            world:update(0)
            gone[i], gone[100 + i] = world, content
            if i % 3 == 0 then
                world:close()
            end
        end
        collectgarbage()
        collectgarbage()
        assert.is_nil(next(gone))
    end)

    it("keeps its content alive", function()
        local world = support.world()
        collectgarbage()
        collectgarbage()
        assert.equal("bench", world:content():name("entity", 0))
    end)

    it("lives beside others over the same content", function()
        local content = support.content()
        local worlds = {}
        for i = 1, 4 do
            worlds[i] = support.world(nil, { seed = 9 }, content)
            worlds[i]:spawn(2, "mary")
        end
        for time = 0, 20000, 400 do
            for _, world in ipairs(worlds) do
                world:update(time)
            end
        end
        for i = 2, 4 do
            assert.equal(worlds[1]:hash(), worlds[i]:hash())
        end
    end)
end)
