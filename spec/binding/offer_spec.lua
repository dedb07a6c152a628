-- Offers and areas as the binding shows them (S61 to S64, S67).
local core = require("bustle.core")
local support = require("spec.binding.support")
local raises = support.raises

describe("offers", function()
    local content = support.content(support.tied_tables())
    local kinds = support.ids(content, "entity")
    local seat, sit_down = content:find("offer", "seat"), content:find("sequence", "sit_down")
    local world, stool, mary, linda

    before_each(function()
        world = support.world(nil, nil, content)
        stool = world:spawn(kinds.stool, nil, 1)
        mary = world:spawn(kinds.asker, "mary")
        linda = world:spawn(kinds.asker, "linda")
        world:update(0)
    end)

    after_each(function() assert.is_true(world:check()) end)

    local function refused(code, ...)
        local nothing, message, given = ...
        assert.is_nil(nothing)
        assert.equal("string", type(message))
        assert.equal(code, given)
    end

    it("are known by name", function()
        assert.same({ 1, "seat" }, { content:count("offer"), content:name("offer", seat) })
    end)

    it("are told with who holds them", function()
        assert.same({ { offer = seat, sequence = sit_down, holders = 1, taken = 1 } }, world:entity_offers(stool))
        assert.same({ mary }, world:entity_holders(stool, seat))
        assert.same({ mary }, world:entity_holders(stool))
        assert.same({}, world:entity_offers(mary))
        assert.same({ { offer = seat, sequence = sit_down, provider = stool, activity = 0, held = true, undone = false,
            revoked = false } }, world:npc_places(mary))
        assert.same({}, world:npc_places(linda))
        local frames = world:frames(mary)
        assert.same({ seat, stool }, { frames[#frames].offer, frames[#frames].provider })
        assert.is_nil(frames[#frames].undo)
        assert.same({ 1, 1, 0 }, { world:stats().places, world:stats().adopts, world:stats().drops })
        assert.same({ { offer = seat, spawn_number = 1, time = 0 } }, world:memories(mary, "encounter"))
    end)

    it("are in the events", function()
        local found = {}
        for _, event in ipairs(support.events(world)) do
            if event.kind == "adopt" then found[#found + 1] = { event.npc, event.target, event.name } end
        end
        assert.same({ { mary, stool, seat } }, found)
    end)

    it("are revoked", function()
        assert.equal(1, world:entity_revoke(stool, seat))
        assert.is_true(world:npc_places(mary)[1].revoked)
        world:update(1)
        local drop
        for _, event in ipairs(support.events(world)) do
            if event.kind == "drop" then drop = core.drop_reasons[event.argument] end
        end
        assert.equal("revoked", drop)
        assert.equal(0, world:entity_revoke(mary, seat))
        raises("there is no offer 1; the content has 1", world.entity_revoke, world, stool, 1)
    end)

    it("are taken because the game says so", function()
        local other = world:spawn(kinds.stool)
        refused("full", world:npc_request(linda, seat, stool))
        refused("no_offer", world:npc_request(linda, seat, mary))
        assert.is_true(world:npc_request(linda, seat, other, 1))
        assert.same({ linda }, world:entity_holders(other))
        raises("an NPC asks others, not itself", world.npc_request, world, linda, seat, linda)
        raises("is a prop", world.npc_request, world, stool, seat, other)
        raises("is a prop", world.npc_places, world, stool)
        raises("a whole number from -32768 to 32767", world.npc_request, world, linda, seat, other, 40000)
    end)

    it("are in the trace", function()
        local told = {}
        world = support.world({ trace = function(step)
            if step.offer or step.kind == "request" then told[#told + 1] = step end
        end }, nil, content)
        stool, mary = world:spawn(kinds.stool), world:spawn(kinds.asker)
        world:spawn(kinds.stool, nil, 500)
        linda = world:spawn(kinds.asker)
        world:update(0)
        assert.same({ "provider", "open", stool, seat, mary },
            { told[1].kind, told[1].verdict, told[1].target, told[1].offer, told[1].npc })
        assert.same({ "request", stool, seat, 2, 1, 1, 1 }, { told[2].kind, told[2].target, told[2].offer,
            told[2].accepting, told[2].reached, told[2].open, told[2].best })
        assert.same({ "provider", "full", linda }, { told[3].kind, told[3].verdict, told[3].npc })
        assert.same({ "request" }, { told[4].kind, told[4].target })
    end)
end)

describe("areas", function()
    local content = support.content(support.tied_tables())
    local kinds = support.ids(content, "entity")

    it("tell who is in them, what they are made of, and call functions when they are entered", function()
        local called = {}
        local world = support.world({ effect = function(number, self, target)
            called[#called + 1] = { number, self, target }
        end }, nil, content)
        local square = world:spawn(kinds.square, nil, 100, 50)
        local mary, cart = world:spawn(kinds.asker, "mary"), world:spawn(kinds.cart, nil, 100, 50)
        assert.is_nil(world:npc_area(mary))
        assert.is_true(world:move(mary, 112, 55))
        assert.same({ { 12, mary, square } }, called)
        assert.equal(square, world:npc_area(mary))
        assert.same({ square }, world:npc_areas(mary))
        assert.same({ mary }, world:area_inside(square))
        assert.is_nil(world:area_outer(square))
        assert.same({ x = 105, y = 50, z = 0, width = 20, depth = 10 }, { x = world:area_boxes(square)[1].x,
            y = world:area_boxes(square)[1].y, z = world:area_boxes(square)[1].z,
            width = world:area_boxes(square)[1].width, depth = world:area_boxes(square)[1].depth })
        assert.same({ x = 100, y = 50, z = 1, width = 2, depth = 2, height = 4 }, world:area_boxes(square)[2])
        for _, method in ipairs { "area_inside", "area_outer", "area_boxes" } do
            assert.same({ nil, "not_area" }, { world[method](world, cart), (select(3, world[method](world, cart))) })
        end
        raises("is a prop", world.npc_area, world, cart)
        raises("is a prop", world.npc_areas, world, cart)
        assert.is_true(world:check())
    end)
end)
