--- Random calls, valid and invalid, in random order, from outside and from inside callbacks, with
--- memory that fails now and then. BUSTLE_FUZZ=100000 makes so many; BUSTLE_FUZZ_SEED picks others.
local core = require("bustle.core")
local failing_world = require("failing_world")
local support = require("spec.binding.support")

local calls = tonumber(os.getenv("BUSTLE_FUZZ") or "") or 3000
local first_seed = tonumber(os.getenv("BUSTLE_FUZZ_SEED") or "") or 1

--- The same numbers on every Lua.
local function generator(seed)
    local state = seed % 2147483647
    if state == 0 then
        state = 1
    end
    return function(n)
        state = state * 16807 % 2147483647
        return state % n + 1
    end
end

local methods = { "update", "now", "hash", "content", "check", "events", "event_buffer", "set_environment", "set_ending",
    "environment", "stats", "spawn", "remove", "alive", "definition", "entity_name", "find", "next",
    "within", "around", "spawn_number", "get", "set", "taken", "position", "move", "interrupt", "interrupt_all",
    "interrupt_within",
    "interrupt_around", "complete", "fail", "hold", "release", "restart", "run", "set_main", "doing", "frames",
    "memories", "demands", "test", "stage", "leave_scene", "scenes", "scene_members", "link", "unlink",
    "link_value", "links", "query", "npc_area", "npc_areas", "area_inside", "area_outer", "area_boxes", "entity_offers",
    "entity_holders", "entity_revoke", "npc_places", "npc_request", "send", "npc_inbox",
    "entity_meeting", "clock", "set_time", "patch_plan", "unpatch_plan", "npc_plan", "save", "load" }
local content_methods = { "find", "name", "count", "node_name", "part_name", "value", "value_name", "name_hash", "bytes",
    "place_links" }

local paths = { "home", "trust of home", "trust(person)+", "holder", "provider", "inside of around", "outer of area",
    "trust of trust of trust", "member", "none", "home of target" }

local odd = { -1, 0, 1, 2, 3, 4, 5, 6, 7, 1.5, -0.5, 1e9, 2 ^ 31, 2 ^ 32, 2 ^ 53, 2 ^ 63, -2 ^ 63, 1e300, 0 / 0, 1 / 0,
    -1 / 0, "", "mary", "a\0b", "rest", "energy", "state", "action", "transition", true, false, print, io.stdout,
    coroutine.create(function() end) }

local function fuzz(seed, count)
    local random = generator(seed)
    local content = support.content(support.day_tables())
    local definitions = content:count("entity")
    local worlds, entities = {}, {}
    odd[#odd + 1] = core.world(content):save("odd")
    local when = core.condition(support.tables().actions[2].when)
    odd[#odd + 1] = when
    local depth = 0
    local one_call

    local function callback(answers, never_raises)
        return function()
            if depth < 3 and random(20) == 1 then
                depth = depth + 1
                pcall(one_call)
                depth = depth - 1
            end
            if not never_raises and random(40) == 1 then
                error(odd[random(#odd)])
            end
            if random(200) == 1 then
                collectgarbage()
            end
            return answers[random(#answers)], random(50), random(50)
        end
    end

    local function new_world()
        return core.world(content, { seed = random(1000), queue_limit = random(4), activity_limit = random(4) + 1,
            failure_limit = random(3), restart_ms = random(5000) - 1000, ending = random(2) == 1 and "game" or nil }, {
            condition = callback({ true, false, 1 }),
            effect = callback({ true }),
            query_condition = callback({ 1, 0, true, "rainy", "sunny", "odd", 95, 0 / 0, {} }),
            query_position = callback({ 1, 20, -300, false }),
            log = callback({ true }),
            trace = callback({ true }),
            error = callback({ true }, true), -- what it raised would be printed
        })
    end

    local function argument()
        local kind = random(10)
        if kind <= 5 then
            return entities[random(#entities)]
        elseif kind <= 7 then
            return random(8) - 1
        elseif kind == 8 then
            return support.arrays()
        elseif kind == 9 then
            return { entities[random(#entities)], entities[random(#entities)] }
        end
        return odd[random(#odd)]
    end

    local function sensible(world, name)
        local npc = world:next(entities[random(#entities)])
        if name == "update" then
            return world:now() + random(700), random(5) == 1 and random(20) or nil
        elseif name == "spawn" then
            return random(definitions) - 1, random(3) == 1 and "npc " .. random(30) or nil, random(90), random(90), 0,
                random(3) == 1 and { [random(6) - 1] = random(20) - 5 } or nil
        elseif name == "interrupt" then
            return random(3) - 1, { npc }, random(2) == 1 and npc or nil
        elseif name == "interrupt_all" then
            return random(3) - 1
        elseif name == "interrupt_within" then
            return random(3) - 1, random(90), random(90), 0, random(100)
        elseif name == "within" then
            return random(90), random(90), 0, random(100)
        elseif name == "around" then
            return npc, random(100)
        elseif name == "interrupt_around" then
            return random(3) - 1, npc, random(100)
        elseif name == "set_environment" or name == "environment" then
            return random(2) - 1, random(100)
        elseif name == "set_ending" then
            return random(5) - 1, ({ "timed", "game" })[random(3)]
        elseif name == "events" then
            return support.arrays()
        elseif name == "memories" then
            return npc, ({ "transition", "action", "interruption" })[random(3)]
        elseif name == "doing" then
            return npc
        elseif name == "test" then
            return npc, random(2) == 1 and entities[random(#entities)] or nil, when
        elseif name == "move" then
            return npc, random(200) - 100, random(200) - 100, 0
        elseif name == "run" or name == "set_main" then
            return npc, random(5) - 1
        elseif name == "complete" or name == "fail" then
            return npc
        elseif name == "link" or name == "unlink" or name == "link_value" or name == "links" then
            return npc, random(2) - 1, world:next(entities[random(#entities)]), random(30) - 15
        elseif name == "query" then
            return npc, paths[random(#paths)]
        elseif name == "entity_holders" or name == "entity_revoke" then
            return npc, 0
        elseif name == "send" then
            return npc, random(2) - 1, entities[random(#entities)], random(30) - 15
        elseif name == "npc_inbox" or name == "entity_meeting" then
            return npc, random(2) == 1 and random(2) - 1 or nil
        elseif name == "set_time" then
            return random(2000), random(2) == 1 and random(4) - 1 or nil
        elseif name == "patch_plan" then
            return npc, random(1440), random(1440), random(9) - 1, random(20) - 1, random(9), random(9), nil, random(3)
        elseif name == "unpatch_plan" or name == "npc_plan" then
            return npc, random(9)
        elseif name == "npc_request" then
            return npc, 0, world:next(entities[random(#entities)]), random(3)
        end
        return npc, random(6) - 1, random(12)
    end

    function one_call()
        local world = worlds[random(#worlds)]
        if random(40) == 1 then
            failing_world.fail(world, random(30))
        end
        local name = random(3) == 1 and "update" or methods[random(#methods)]
        if name == "remove" and random(3) > 1 then
            return
        end
        local result
        if random(3) == 1 then
            result = { pcall(world[name], world, argument(), argument(), argument(), argument(), argument()) }
        else
            local prepared = { pcall(sensible, world, name) }
            if not prepared[1] then
                return
            end
            result = { pcall(world[name], world, support.unpack(prepared, 2, 11)) }
        end
        if name == "spawn" and result[1] and result[2] then
            entities[#entities % 60 + 1] = result[2]
        end
        if not result[1] then
            assert(type(result[2]) == "string", name)
        end
        if random(10) == 1 then
            pcall(content[content_methods[random(#content_methods)]], content, argument(), argument(), argument())
        end
    end

    for i = 1, 3 do
        worlds[i] = new_world()
        for k = 1, 12 do
            entities[#entities + 1] = worlds[i]:spawn(k % definitions, nil, k, i, 0)
        end
    end
    for i = 1, count do
        one_call()
        if random(300) == 1 then
            local which = random(3)
            if random(2) == 1 then
                worlds[which]:close()
            end
            worlds[which] = new_world()
            entities[#entities % 60 + 1] = worlds[which]:spawn(2)
        end
        if i % 50 == 0 then
            for _, world in ipairs(worlds) do
                assert(world:check())
            end
        end
    end
    local updates = 0
    for _, world in ipairs(worlds) do
        failing_world.fail(world)
        world:update(world:now()) -- finishes one that ran out of memory
        assert(world:check())
        assert(world:update(math.min(world:now() + 1000, 2 ^ 53)))
        assert(world:check())
        updates = updates + world:stats().turns
    end
    return updates
end

describe("random calls", function()
    for seed = first_seed, first_seed + 3 do
        it(("never crash or corrupt a world (seed %d)"):format(seed), function()
            assert.truthy(fuzz(seed, math.ceil(calls / 4)) >= 0)
        end)
    end
end)
