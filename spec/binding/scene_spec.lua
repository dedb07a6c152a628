-- Scenes as the binding shows them: staging, leaving, and who is in which (S54 to S60).
local core = require("bustle.core")
local support = require("spec.binding.support")
local raises = support.raises

describe("scenes", function()
    local content = support.content()
    local kinds = support.ids(content, "entity")
    local huddle = content:find("scene", "huddle")
    local SPEAKER, LISTENER = 0, 1
    local world, mary, linda, cart

    before_each(function()
        world = support.world(nil, nil, content)
        mary = world:spawn(kinds.man, "mary")
        linda = world:spawn(kinds.man, "linda", 3)
        cart = world:spawn(kinds.cart, nil, 200)
        world:update(0)
    end)

    after_each(function()
        assert.is_true(world:check())
    end)

    local function refused(code, ...)
        local nothing, message, given = ...
        assert.is_nil(nothing)
        assert.equal("string", type(message))
        assert.equal(code, given)
    end

    it("are known by name, as their parts are", function()
        assert.same({ 1, "huddle" }, { content:count("scene"), content:name("scene", huddle) })
        assert.same({ "speaker", "listener" }, { content:part_name(huddle, 0), content:part_name(huddle, 1) })
        raises("the scene 'huddle' has no part 2", content.part_name, content, huddle, 2)
        raises("there is no scene 7", content.part_name, content, 7, 0)
    end)

    it("are staged with whom the game names and whoever else can be cast (S55)", function()
        assert.equal(1, world:stage(huddle, nil, { SPEAKER, mary }))
        local members = world:scene_members(1)
        assert.same({ mary, linda }, { members[1].npc, members[2].npc })
        assert.same({ SPEAKER, LISTENER }, { members[1].part, members[2].part })
        local own = world:scenes(mary)[1]
        assert.same({ number = 1, scene = huddle, part = SPEAKER, phase = 0, ended = false, waiting = false, away = true,
            sunk = false, over = false, initiator = false, began = 0 }, own)
        world:update(10)
        assert.same({ "join", "join" }, { support.events(world)[1].kind, support.events(world)[2].kind })
        own = world:scenes(linda)[1]
        assert.same({ false, 1 }, { own.away, own.activity })
        local frames = world:frames(linda)
        local top = frames[#frames]
        assert.same({ false, false, huddle, LISTENER, 1 }, { top.main, top.sunk, top.scene, top.part, top.number })
        local stats = world:stats()
        assert.same({ 1, 2, 0 }, { stats.scenes, stats.joins, stats.leaves })
    end)

    it("may be at an entity, within whose reach members are", function()
        refused("no_cast", world:stage(huddle, cart, { SPEAKER, mary }))
        local number = assert(world:stage(huddle, linda, { SPEAKER, mary, LISTENER, world:spawn(kinds.man) }))
        assert.equal(linda, world:scenes(mary)[1].host)
        assert.equal(2, #world:scene_members(number))
    end)

    it("finish, and everybody leaves", function()
        world:stage(huddle, nil, { SPEAKER, mary })
        world:update(10)
        world:update(2000)
        local leaves = {}
        for at = 2010, 2100, 10 do
            for _, event in ipairs(support.events(world)) do
                if event.kind == "leave" then leaves[#leaves + 1] = core.leave_reasons[event.argument] end
            end
            world:update(at)
        end
        assert.same({ "finished", "finished" }, leaves)
        refused("no_scene", world:scene_members(1))
        assert.same({}, world:scenes(mary))
        assert.same({ 0, 2, 2 }, { world:stats().scenes, world:stats().joins, world:stats().leaves })
        refused("unavailable", (function()
            world:hold(mary)
            return world:stage(huddle, nil, { SPEAKER, mary })
        end)())
    end)

    it("can be left (S60)", function()
        refused("no_scene", world:leave_scene(mary))
        world:stage(huddle, nil, { SPEAKER, mary })
        assert.is_true(world:leave_scene(mary))
        refused("unavailable", world:stage(huddle, nil, { SPEAKER, linda }))
        world:update(10)
        local why = {}
        for _, event in ipairs(support.events(world)) do
            if event.kind == "leave" then why[#why + 1] = core.leave_reasons[event.argument] end
        end
        assert.same({ "left", "broken" }, why)
    end)

    it("tell by the trace whom they found and what was against others", function()
        local steps = {}
        world = support.world({ trace = function(step) steps[#steps + 1] = step end }, nil, content)
        local speaker, listener = world:spawn(kinds.man), world:spawn(kinds.man)
        world:hold(world:spawn(kinds.man))
        world:update(0)
        steps = {}
        assert(world:stage(huddle, nil, { SPEAKER, speaker }))
        assert.same({ kind = "member", verdict = "open", scene = huddle, part = LISTENER, target = listener }, steps[1])
        assert.equal("busy", steps[2].verdict)
        assert.same({ kind = "part", scene = huddle, part = LISTENER, target = listener, accepting = 3, reached = 3,
            open = 1, best = 1 }, steps[3])
        assert.same({ kind = "cast", verdict = "open", scene = huddle }, steps[#steps])
    end)

    it("are called with arguments that are checked", function()
        raises("there is no scene 7", world.stage, world, 7)
        raises("scene (a number) expected, got string", world.stage, world, "huddle")
        raises("table expected", world.stage, world, huddle, nil, mary)
        raises("a part and an NPC for each member expected", world.stage, world, huddle, nil, { SPEAKER })
        raises("[1]: the scene 'huddle' has no such part", world.stage, world, huddle, nil, { 2, mary })
        raises("[1]: part expected, got string", world.stage, world, huddle, nil, { "speaker", mary })
        raises("[1]: part expected, got another number", world.stage, world, huddle, nil, { -1, mary })
        raises("[2]: entity expected, got table", world.stage, world, huddle, nil, { SPEAKER, {} })
        raises("is a prop, not an NPC", world.stage, world, huddle, nil, { SPEAKER, cart })
        raises("has left or is not of this world", world.stage, world, huddle, nil, { SPEAKER, 12345 })
        raises("an NPC is named twice or is the place, or a part has too many members", world.stage, world, huddle, nil,
            { SPEAKER, mary, LISTENER, mary })
        raises("named twice or is the place", world.stage, world, huddle, mary, { SPEAKER, mary })
        raises("too many members", world.stage, world, huddle, nil, { SPEAKER, mary, SPEAKER, linda })
        local many = {}
        for i = 1, 66 do many[i] = i % 2 == 1 and LISTENER or mary end
        raises("more members than a scene can have", world.stage, world, huddle, nil, many)
        raises("a prop, not an NPC", world.leave_scene, world, cart)
        raises("a prop, not an NPC", world.scenes, world, cart)
        raises("a whole number from 0", world.scene_members, world, -1)
        raises("a whole number from 0", world.scene_members, world, 1.5)
        refused("no_scene", world:scene_members(9))
    end)

    it("cannot be staged or left inside of callbacks", function()
        local told
        world = support.world({ condition = function()
            told = told or select(2, pcall(world.stage, world, huddle))
            return true
        end }, nil, content)
        world:spawn(kinds.man)
        world:update(0)
        for at = 1000, 5000, 1000 do world:update(at) end
        assert.matches("is not allowed inside the callback 'condition'", told)
    end)
end)
