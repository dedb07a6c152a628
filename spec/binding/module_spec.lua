local core = require("bustle.core")
local events = require("bustle.world.events")
local support = require("spec.binding.support")

describe("bustle.core", function()
    it("tells its version and sets no global", function()
        assert.matches("^%d+%.%d+%.%d+$", core.version)
        assert.is_nil(rawget(_G, "bustle"))
    end)

    it("tells for which Lua it was built, also who does not load it", function()
        local own = _VERSION == "Lua 5.1" and "Lua 5.1 and LuaJIT" or _VERSION
        assert.equal("bustle.core was built for " .. own, core.build)
    end)

    it("names the numbers that events carry", function()
        assert.same({ "spawn", "start", "stop", "fail", "fallback", "interrupt", "ignore", "halt", "restart",
            "remove", "error", "join", "leave", "role", "adopt", "drop", "enter", "exit", "plan" }, core.event_kinds)
        for number, kind in pairs(core.event_kinds) do
            assert.truthy(core.event_named[kind], kind)
            assert.equal(kind, events.KINDS[number])
        end
        assert.same({ "entity", "action", "sequence" }, { core.event_named.spawn, core.event_named.stop,
            core.event_named.halt })
        assert.same({ "done", "timed out", "failed", "interrupted", "cancelled", "removed" }, core.stop_reasons)
        assert.same({ "finished", "left", "broken" }, core.leave_reasons)
        assert.same({ "done", "failed", "interrupted", "revoked", "given up", "left" }, core.drop_reasons)
        assert.equal(18, #core.causes)
        assert.same({ "steps", "waited", "no meeting place" }, { core.causes[10], core.causes[15], core.causes[18] })
        assert.equal(4294967295, core.none)
    end)

    it("has kinds of events that editors are told of", function()
        local file = assert(io.open "lua/bustle/meta.lua")
        local listed = file:read("*a"):match("@alias bustle%.EventKind ([^\n]*)")
        file:close()
        local numbers, kinds = {}, {}
        for number in pairs(core.event_kinds) do numbers[#numbers + 1] = number end
        table.sort(numbers)
        for i, number in ipairs(numbers) do kinds[i] = core.event_kinds[number] end
        assert.equal(('"%s"'):format(table.concat(kinds, '" | "')), listed)
    end)

    it("calculates as worlds do: within 32 bits (S2)", function()
        assert.same({ 5, -1, 6 }, { core.calculate("+", 2, 3), core.calculate("-", 2, 3), core.calculate("*", 2, 3) })
        assert.equal(2147483647, core.calculate("+", 2147483647, 1))
        assert.equal(-2147483648, core.calculate("-", -2147483648, 1))
        assert.equal(2147483647, core.calculate("*", -2147483648, -2147483648))
        support.raises("invalid option", core.calculate, "/", 2, 3)
        support.raises("number", core.calculate, "+", "2", 3)
    end)

    it("finds the name that was meant, of which one letter of three may be wrong", function()
        assert.equal("energy", (core.nearest("enrgy", { "hunger", "energy", "energies" })))
        assert.equal("abc", (core.nearest("bac", { "def", "abc" })))
        assert.equal("abd", (core.nearest("abc", { "abd", "abe" })))
        assert.is_nil(core.nearest("abc", { "ade", "abcd e" }))
        assert.is_nil(core.nearest("abc", {}))
        assert.is_nil(core.nearest(("x"):rep(49), { ("x"):rep(49) }))
        assert.equal("abc", (core.nearest("abc", { 17, "abc" })))
        support.raises("string", core.nearest, nil, {})
        support.raises("table", core.nearest, "abc", "abc")
    end)

    it("loses patience with comparing names", function()
        local found, left = core.nearest("abc", { "abd" }, 10)
        assert.same({ "abd", 1 }, { found, left })
        assert.same({ "abd", 0 }, { core.nearest("abc", { "abd", "abc" }, 9) })
        assert.is_nil(core.nearest("abc", { "abd" }, 0))
    end)

    it("rounds halves away from zero and saturates (S9)", function()
        assert.equal(3, core.round(2.5))
        assert.equal(-3, core.round(-2.5))
        assert.equal(2147483647, core.round(1e300))
        assert.is_nil(core.round(0 / 0))
        assert.is_nil(core.round(1 / 0))
        support.raises("number expected", core.round, "2")
        support.raises("number expected", core.round)
    end)

    it("says so in words when it was built for another Lua", function()
        local other = _VERSION == "Lua 5.1" and "lua5.4" or "luajit"
        local path = assert(rawget(package, "searchpath")("bustle_core", package.cpath))
        local own = other == "luajit" and "Lua 5.4" or "Lua 5.1 and LuaJIT"
        local script = ('print(select(2, pcall(assert(package.loadlib(%q, "luaopen_bustle_core")))))'):format(path)
        local pipe = io.popen(("%s -e %q 2>&1"):format(other, (script:gsub('"', "'"))))
        local output = pipe:read("*a")
        pipe:close()
        assert.truthy(output:find("was built for " .. own, 1, true), output)
    end)
end)
