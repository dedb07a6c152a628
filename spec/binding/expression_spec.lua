-- The compiler of texts as the Lua layer calls it; the language itself is in spec/lua/expression_spec.lua.
local core = require("bustle.core")
local support = require("spec.binding.support")

local function none(name)
    return nil, { code = "unknown", text = "nothing is called " .. name }
end

local function scope_with(fields)
    local scope = { state = none, environment = none, constant = none, interruption = none, inbox = none }
    for key, value in pairs(fields or {}) do
        scope[key] = value
    end
    return scope
end

local function nearest(name, names)
    return (core.nearest(name, names))
end

describe("core.text", function()
    it("returns operations, or nil and all mistakes", function()
        local scope = scope_with({ state = function(name)
            if name == "energy" then return { name = "p.energy" } end
            return none(name)
        end })
        assert.same({ { kind = "push", subject = "self", name = "p.energy" },
            { kind = "push", subject = "constant", value = 5 }, { kind = "<", subject = "stack" } },
            core.text("self.energy < 5", "condition", scope, nearest))
        local ops, mistakes = core.text("self.a > 1 and target.b > 2", "condition", scope, nearest)
        assert.is_nil(ops)
        assert.same({ { code = "unknown", message = "nothing is called a", column = 6 },
            { code = "unknown", message = "nothing is called b", column = 23 } }, mistakes)
    end)

    it("knows the parts of a scene, and keeps their names however long the text", function()
        local scope = scope_with({ state = function(name) return { name = "p." .. name } end, parts = { "patron", "server" } })
        assert.same({ { kind = "push", subject = "part", part = "patron", name = "p.mood" },
            { kind = "push", subject = "part", part = "server", name = "p.mood" }, { kind = "<", subject = "stack" } },
            core.text("patron.mood < server.mood", "condition", scope, nearest))
        assert.same({ { kind = "sub", subject = "part", part = "server", name = "p.mood", value = 1 } },
            core.text("server.mood -= 1", "effects", scope, nearest))
        local long = ("patron.mood < 5 and "):rep(500) .. "server.mood > 1"
        local ops = core.text(long, "condition", scope, nearest)
        assert.same({ "patron", "server" }, { ops[1].part, ops[1501].part })
        assert.is_nil(core.text("cook.mood < 5", "condition", scope_with({ parts = { 5, {} } }), nearest))
    end)

    it("passes on what a scope raises, and works afterwards", function()
        local scope = scope_with({ state = function() error("no states today", 0) end })
        for _ = 1, 100 do
            support.raises("no states today", core.text, "1 + 2 < self.energy", "condition", scope, nearest)
        end
        assert.same({ { kind = "push", subject = "constant", value = 3 } }, core.text("1 + 2", "value", scope, nearest))
    end)

    it("may be called by a scope that is asked", function()
        local scope
        scope = scope_with({ constant = function(name)
            if name == "two" then return 2 end
            return core.text("two * two", "value", scope, nearest)[1].value
        end })
        assert.equal(10, core.text("four + 3 * two", "value", scope, nearest)[1].value)
    end)

    it("refuses a scope that says nothing", function()
        support.raises("must say why", core.text, "self.a > 1", "condition", scope_with({ state = function() end }), nearest)
        support.raises("32 bits", core.text, "a > 1", "condition", scope_with({ constant = function() return 2 ^ 40 end }),
            nearest)
        support.raises("32 bits", core.text, "a > 1", "condition", scope_with({ constant = function() return "5" end }),
            nearest)
    end)

    it("checks its arguments", function()
        support.raises("string", core.text, 5, "condition", scope_with(), nearest)
        support.raises("invalid option", core.text, "a", "phrase", scope_with(), nearest)
        support.raises("table", core.text, "a", "condition", nil, nearest)
        support.raises("function", core.text, "a", "condition", scope_with())
    end)

    it("takes bytes of any kind", function()
        local _, mistakes = core.text("self.a == 'b\0c'", "condition", scope_with(), nearest)
        assert.same({ code = "syntax", message = "what is byte 0 here?", column = 13 }, mistakes[1])
        _, mistakes = core.text("\0", "effects", scope_with(), nearest)
        assert.equal("what is byte 0 here?", mistakes[1].message)
    end)
end)

describe("core.operation", function()
    it("checks its arguments", function()
        support.raises("wrong kind", core.operation, { kind = "?", subject = "self" }, "condition", scope_with(), nearest)
        support.raises("wrong subject", core.operation, { kind = "<" }, "condition", scope_with(), nearest)
        support.raises("wrong part", core.operation, { kind = "<", subject = "part", name = "mood" }, "condition", scope_with(),
            nearest)
        support.raises("wrong part", core.operation, { kind = "<", subject = "self", part = "a" }, "condition", scope_with(), nearest)
        support.raises("wrong value", core.operation, { kind = "<", subject = "now", value = 0.5 }, "condition",
            scope_with(), nearest)
    end)
end)

describe("core.tokens", function()
    it("cuts a text, without comments", function()
        assert.same({ { text = "self", column = 1 }, { text = ".", column = 5 }, { text = "a", column = 6 },
            { text = ">", column = 8 }, { text = "'b c'", column = 10 } }, core.tokens("self.a > 'b c' -- or so"))
        support.raises("without mistakes", core.tokens, "a ? b")
    end)
end)

describe("core.is_word", function()
    it("says whether an expression can have the name", function()
        for _, name in ipairs({ "a", "_1", "Größe", "and" }) do
            assert.is_true(core.is_word(name))
        end
        for _, name in ipairs({ "", "1a", "a b", "a.b", "a\0" }) do
            assert.is_false(core.is_word(name))
        end
    end)
end)
