--- Garbage: none from updates, bulk events and callbacks once everything is warm.
local core = require("bustle.core")
local support = require("spec.binding.support")

local jit = rawget(_G, "jit")

describe("an update of a warm world", function()
    local function garbage_of(callbacks, per_update)
        local content = support.content()
        local world = core.world(content, { seed = 2 }, callbacks)
        for i = 1, 40 do
            world:spawn(content:find("entity", "man"))
            if i % 10 == 0 then
                world:spawn(content:find("entity", "bench"))
            end
        end
        local events = 0
        local function run(from, to)
            for time = from, to, 100 do
                world:update(time)
                events = events + per_update(world)
            end
        end
        if jit then
            jit.off(run) -- so that traces are not counted
            jit.off(per_update)
        end
        run(0, 200000)
        collectgarbage()
        collectgarbage("stop")
        run(200100, 210000)
        events = 0
        -- A collection also shrinks Lua's stacks, which grow back once: garbage shows in every round.
        local least = math.huge
        for round = 0, 2 do
            local before = collectgarbage("count")
            run(210100 + round * 30000, 240000 + round * 30000)
            least = math.min(least, collectgarbage("count") - before)
        end
        collectgarbage("restart")
        assert.truthy(events > 100)
        return least
    end

    it("makes none with events in bulk", function()
        local arrays = support.arrays()
        assert.equal(0, garbage_of(nil, function(world) return world:events(arrays) end))
    end)

    it("makes none with the event buffer", function()
        assert.equal(0, garbage_of(nil, function(world) return (select(2, world:event_buffer())) end))
    end)

    it("makes none with functions and queries", function()
        local arrays = support.arrays()
        assert.equal(0, garbage_of({
            condition = function(fn) return fn > 0 end,
            effect = function() end,
            query_condition = function() return 1 end,
        }, function(world) return world:events(arrays) end))
    end)

    it("makes none with statistics and states", function()
        local into = {}
        assert.equal(0, garbage_of(nil, function(world)
            local npc = world:next()
            world:set(npc, 0, world:get(npc, 0) + 1)
            world:position(npc)
            world:stats(into)
            return into.events
        end))
    end)
end)
