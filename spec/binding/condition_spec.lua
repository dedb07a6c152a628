--- Conditions tested from outside.
local core = require("bustle.core")
local support = require("spec.binding.support")
local op, raises = support.op, support.raises

describe("conditions", function()
    local content = support.content()
    local kinds = support.ids(content, "entity")
    local world, mary, bench, bird

    before_each(function()
        world = support.world(nil, nil, content)
        mary, bench = world:spawn(kinds.man, "mary"), world:spawn(kinds.bench, nil, 3, 4)
        bird = world:spawn(kinds.sparrow)
    end)

    it("are tested with what each operation yields", function()
        local truth, truths, values = world:test(mary, bench, core.condition({ op(">", "self", "energy", 4),
            op("push", "target", "seats"), op("push", "constant", nil, 3), op("*"), op("push", "constant", nil, 7),
            op("<", "stack"), { kind = "==", subject = "env", name = "weather", value_name = "rainy" }, op("or"),
            op("==", "distance", nil, 5) }))
        assert.is_true(truth)
        assert.same({ true, nil, nil, nil, nil, true, false, true, true }, truths)
        assert.same({ 5, 2, 3, 6, 7, 6, 0, nil, 5 }, values)
    end)

    it("compare a distance exactly, and tell it with its fraction (S10)", function()
        world:move(mary, -0.0625, 0)
        local truth, _, values = world:test(mary, bench, core.condition({ op(">", "distance", nil, 5) }))
        assert.is_true(truth)
        assert.near(math.sqrt(3.0625 ^ 2 + 16), values[1], 1e-12)
    end)

    it("are unknown where a function decides, and read nothing where nothing is there (S3, S8)", function()
        local truth, truths, values = world:test(mary, nil, core.condition({
            { kind = "call", name = "market.lua:30", value = support.functions.may_think },
            op("==", "target", "seats", 2), op("not") }))
        assert.is_nil(truth)
        assert.same({ [2] = false, [3] = true }, truths)
        assert.same({}, values)
    end)

    it("are about nobody, or empty", function()
        assert.is_true((world:test(nil, nil, core.condition({ op("==", "env", "noise", 7) }))))
        assert.is_false((world:test(nil, nil, core.condition({ op("==", "self", "energy", 5) }))))
        assert.same({ true, {}, {} }, { world:test(mary, bench, core.condition({})) })
    end)

    it("do not depend on the tables that they were read from, nor on the world", function()
        local ops = { op("==", "self", "energy", 3) }
        local condition = core.condition(ops)
        ops[1].name, ops[1] = "mood", nil -- luacheck: ignore
        ops = nil -- luacheck: ignore
        collectgarbage()
        assert.is_false((world:test(mary, nil, condition)))
        assert.is_true((world:test(bird, nil, condition)))
        assert.is_true((support.world(nil, nil, content):test(nil, nil, core.condition({}))))
    end)

    it("are refused if they are none", function()
        raises("table expected, got number", core.condition, 1)
        raises("condition[1]: table expected, got number", core.condition, { 1 })
        raises("condition[1].kind: there is no '=>' here", core.condition, { op("=>", "self") })
        raises("condition[2] 'energy': value: number expected, got string", core.condition,
            { op("not"), op("==", "self", "energy", "x") })
        for _, ops in ipairs({ { op("not") }, { op("set", "self", "energy", 1) }, { op("==", "self", "wings", 1) },
            { op("push", "now") } }) do
            raises("no condition about what this world has", world.test, world, mary, nil, core.condition(ops))
        end
        raises("bustle.condition expected", world.test, world, mary, nil, world)
        raises("a target for nobody", world.test, world, nil, bench, core.condition({}))
        raises("a prop, not an NPC", world.test, world, bench, nil, core.condition({}))
        world:remove(bench)
        raises("has left", world.test, world, mary, bench, core.condition({}))
    end)
end)
