-- Links and paths as the binding shows them (S65, S66).
local support = require("spec.binding.support")
local raises = support.raises

local function tables()
    local made = support.tied_tables()
    made.places = {
        { definition = "bench", name = "bench 1", links = { { link = "home", to = "bench 2" },
            { link = "trust", to = "cart", value = 7 } } },
        { definition = "bench", name = "bench 2" },
        { definition = "cart", name = "cart" },
    }
    return made
end

describe("links", function()
    local content = support.content(tables())
    local kinds = support.ids(content, "entity")
    local home, trust = content:find("link", "home"), content:find("link", "trust")
    local world, mary, linda, bench

    before_each(function()
        world = support.world(nil, nil, content)
        bench = world:spawn(kinds.bench)
        mary, linda = world:spawn(kinds.man, "mary"), world:spawn(kinds.man, "linda")
    end)

    after_each(function() assert.is_true(world:check()) end)

    local function refused(code, ...)
        local nothing, message, given = ...
        assert.is_nil(nothing)
        assert.equal("string", type(message))
        assert.equal(code, given)
        return message
    end

    it("have kinds, and places have some", function()
        assert.same({ 2, "home", "trust" }, { content:count("link"), content:name("link", home),
            content:name("link", trust) })
        assert.same({ { link = home, to = 1, value = 1 }, { link = trust, to = 2, value = 7 } }, content:place_links(0))
        assert.same({}, content:place_links(2))
        raises("the content has no such place", content.place_links, content, 3)
    end)

    it("are made, read and taken away", function()
        assert.same({ 2, false }, { world:link_value(mary, trust, linda) })
        assert.is_true(world:link(mary, trust, linda, 5))
        assert.is_true(world:link(mary, home, bench))
        assert.same({ 5, true }, { world:link_value(mary, trust, linda) })
        assert.same({ 2, false }, { world:link_value(linda, trust, mary) })
        assert.is_true(world:link(mary, trust, linda, 99))
        assert.same({ 10, true }, { world:link_value(mary, trust, linda) })
        assert.same({ 1, true }, { world:link_value(mary, home, bench) })
        assert.equal(2, world:stats().links)
        assert.is_true(world:link(mary, home, bench, 0))
        assert.is_true(world:unlink(mary, trust, linda))
        assert.is_true(world:unlink(mary, trust, linda))
        assert.same({ 0, false }, { world:link_value(mary, home, bench) })
        assert.equal(0, world:stats().links)
    end)

    it("are listed by the spawn numbers of whom they lead to, with what they hold", function()
        world:link(bench, trust, linda, -3)
        world:link(bench, trust, mary, 4)
        assert.same({ { mary, linda }, { 4, -3 } }, { world:links(bench, trust) })
        assert.same({ {}, {} }, { world:links(bench, home) })
    end)

    it("are at most 255 of a kind from one", function()
        for _ = 1, 255 do assert.is_true(world:link(mary, trust, world:spawn(kinds.cart))) end
        assert.matches("mary.* has as many links of the kind as it can have$",
            refused("limit", world:link(mary, trust, linda)))
        assert.equal(1, world:stats().links_refused)
        assert.equal(255, #(world:links(mary, trust)))
        assert.equal(255, #world:query(mary, "trust"))
    end)

    it("are of kinds that there are, between two who live", function()
        raises("there is no link 2; the content has 2", world.link, world, mary, 2, linda)
        raises("an entity has no link to itself", world.link, world, mary, trust, mary)
        world:remove(linda)
        raises("has left", world.link, world, mary, trust, linda)
        raises("a finite number expected", world.link, world, mary, trust, bench, 0 / 0)
    end)

    it("are followed along paths", function()
        world:link(mary, home, bench)
        world:link(bench, trust, linda, 1)
        assert.same({ bench }, world:query(mary, "home"))
        assert.same({ linda }, world:query(mary, "trust of home"))
        assert.same({ linda }, world:query(mary, "trust(person) of home"))
        assert.same({}, world:query(mary, "trust(thing) of home")) -- nobody has that tag
        assert.matches("love", refused("bad_path", world:query(mary, "love")))
        refused("bad_path", world:query(mary, "home of"))
        refused("bad_path", world:query(mary, "home of target"))
    end)

    it("vanish with either end", function()
        world:link(mary, trust, linda)
        world:link(bench, home, mary)
        world:remove(mary)
        assert.equal(0, world:stats().links)
    end)
end)
