local core = require("bustle.core")
local support = require("spec.binding.support")
local raises = support.raises

local function with(change)
    local tables = support.tables()
    change(tables)
    return tables
end

local function find(list, name)
    for _, thing in ipairs(list) do
        if thing.name == name then
            return thing
        end
    end
end

describe("seal", function()
    it("makes a content, with its warnings", function()
        local content, problems = core.seal(support.tables())
        assert.equal("userdata", type(content))
        assert.equal(2, #problems)
        local problem = problems[1]
        assert.equal("warning", problem.severity)
        assert.equal("action", problem.kind)
        assert.equal("never-true", problem.code)
        assert.equal("never", problem.thing)
        assert.equal("", problem.origin)
        assert.equal("string", type(problem.text))
        assert.equal("string", type(problem.cure))
    end)

    it("takes nothing for an empty content", function()
        local content, problems = core.seal({})
        assert.same({}, problems)
        for _, kind in ipairs({ "state", "environment", "interruption", "action", "sequence", "entity" }) do
            assert.equal(0, content:count(kind))
        end
    end)

    it("returns nil and every problem, with its origin", function()
        local content, problems = core.seal(with(function(tables)
            tables.actions[1].when = { support.op("==", "self", "enrgy", 1) }
            tables.sequences[1].entry = "nowhere"
            tables.states[1].min = 20
        end))
        assert.is_nil(content)
        local errors = {}
        for _, problem in ipairs(problems) do
            if problem.severity == "error" then
                errors[problem.kind] = problem
            end
        end
        assert.truthy(errors.state)
        assert.truthy(errors.action)
        assert.truthy(errors.sequence)
        assert.equal("market.lua:1", errors.state.origin)
    end)

    it("hands every field to the core", function()
        -- A wrong value in each field shows as a problem or as another content.
        local function problems_with(change)
            local content, problems = core.seal(with(change))
            local codes = {}
            for _, problem in ipairs(problems) do
                codes[#codes + 1] = problem.kind .. ":" .. problem.code
            end
            return content, table.concat(codes, " ")
        end
        local _, usual = problems_with(function() end)
        local changes = {
            function(t) t.states[1].max = -1 end,
            function(t) t.states[1].initial = 11 end,
            function(t) t.states[3].values = { "a" } end,
            function(t) t.environment[1].refresh_ms = -1 end,
            function(t) t.interruptions[1].when = { support.op("==", "self", "energy", 1) } end,
            function(t) t.actions[1].duration_ms = 0 end,
            function(t) t.actions[1].duration_max_ms = 1 end,
            function(t) t.actions[1].timeout_ms = 1 end,
            function(t) t.actions[2].target = false end,
            function(t) t.actions[3].target = nil end,
            function(t) t.actions[2].claims[1].amount = 0 end,
            function(t) t.actions[2].claims[1].state = "speed" end,
            function(t) t.actions[2].preference = "least" end,
            function(t) t.actions[2].preferred_state = "nothing" end,
            function(t) t.actions[5].speed = 3 end,
            function(t) t.actions[5].speed_state = "nothing" end,
            function(t) t.actions[4].ends_on = { "nothing" } end,
            function(t)
                t.actions[1].start = { { kind = "set", subject = "self", name = "mood", value_name = "odd" } }
            end,
            function(t) t.actions[1].start = { support.op("add", "env", "noise", 1) } end,
            function(t)
                t.actions[1].finish = { { kind = "set", subject = "self", name = "energy", stacked = true } }
            end,
            function(t) t.actions[1].interrupted = { support.op("raise", "self", "nothing") } end,
            function(t) t.sequences[1].nodes[1].kind = "sequence" end,
            function(t) t.sequences[1].nodes[1].performs = "nothing" end,
            function(t) t.sequences[1].nodes[1].same_target = true end,
            function(t) t.sequences[1].nodes[1].failed = "nothing" end,
            function(t) t.sequences[1].nodes[1].transitions[1].to = "nothing" end,
            function(t) t.sequences[1].nodes[1].transitions[1].when = { support.op("set", "self", "energy", 1) } end,
            function(t) t.sequences[1].claims = { { state = "nothing" } } end,
            function(t) t.entities[1].npc = true end,
            function(t) t.entities[1].accepts = { "nothing" } end,
            function(t) t.entities[1].states = { { state = "seats", initial = -4 } } end,
            function(t) t.entities[2].states[2].value_name = "nothing" end,
            function(t) t.entities[3].main = nil end,
            function(t) t.entities[3].fallbacks = { "nothing" } end,
            function(t) t.entities[3].handlers[1].priority = 70000 end,
            function(t) t.entities[3].handlers[1].sequence = "nothing" end,
            function(t) t.entities[3].handlers[1].interruption = "nothing" end,
            function(t) t.entities[4].position_refresh_ms = -5 end,
            function(t) t.entities[4].transition_memories = 300 end,
            function(t) t.entities[4].action_memories = 300 end,
            function(t) t.entities[4].interruption_memories = 300 end,
        }
        for i, change in ipairs(changes) do
            local _, found = problems_with(change)
            assert.are_not.equal(usual, found, "change " .. i)
        end
        for _, kind in ipairs({ "==", "~=", "<", ">", "<=", ">=" }) do
            assert.truthy((problems_with(function(t)
                t.actions[1].when = { { kind = "push", subject = "self", name = "energy" },
                    { kind = "push", subject = "constant", value = 2 }, { kind = "*" },
                    { kind = "push", subject = "now" }, { kind = "+" },
                    { kind = "push", subject = "constant", value = 1 }, { kind = "-" },
                    { kind = "push", subject = "constant", value = 1 },
                    { kind = kind, subject = "stack" },
                    support.op(">", "env", "noise", 1), { kind = "or" }, { kind = "not" },
                    support.op(">", "env", "noise", 2), { kind = "and" } }
            end)), kind)
        end
        assert.truthy((problems_with(function(t)
            t.actions[1].start = { { kind = "push", subject = "constant", value = 1 },
                { kind = "sub", subject = "self", name = "energy", stacked = true },
                support.op("raise", "self", "shout") }
        end)))
    end)
end)

describe("malformed tables", function()
    it("raise, naming the spot", function()
        raises("table expected", core.seal)
        raises("table expected", core.seal, 1)
        raises("there is no 'stats'", core.seal, { stats = {} })
        raises("a key is a number", core.seal, { {} })
        raises("'states': list expected, got string", core.seal, { states = "energy" })
        raises("states[1]: table expected, got number", core.seal, { states = { 1 } })
        raises("states[2]: table expected, got boolean", core.seal, { states = { {}, false } })
        raises("states[1] 'a': min: number expected, got string", core.seal, { states = { { name = "a", min = "1" } } })
        raises("states[1] 'a': min: a whole number expected", core.seal, { states = { { name = "a", min = 1.5 } } })
        raises("too large", core.seal, { states = { { name = "a", min = 2 ^ 31 } } })
        raises("a whole number expected", core.seal, { states = { { name = "a", min = 0 / 0 } } })
        raises("a whole number expected", core.seal, { states = { { name = "a", min = 1 / 0 } } })
        raises("states[1].name: string expected, got number", core.seal, { states = { { name = 3 } } })
        raises("zero byte", core.seal, { states = { { name = "a\0b" } } })
        raises("states[1] 'a': there is no 'maxx' here", core.seal, { states = { { name = "a", maxx = 1 } } })
        raises("states[1] 'a': a key is a number", core.seal, { states = { { name = "a", 5 } } })
        raises("flag: boolean expected, got number", core.seal, { states = { { name = "a", flag = 1 } } })
        raises("values: list expected", core.seal, { states = { { name = "a", values = "b" } } })
        raises("values[2]: string expected", core.seal, { states = { { name = "a", values = { "b", {} } } } })
        raises("refresh_ms: the number is too large", core.seal, { environment = { { refresh_ms = 2 ^ 60 } } })
        raises("actions[1] 'eat': when[2].kind: there is no '=' here", core.seal,
            { actions = { { name = "eat", when = { { kind = "==" }, { kind = "=" } } } } })
        raises("when[1].kind: string expected", core.seal, { actions = { { name = "eat", when = { { kind = 1 } } } } })
        raises("when[1]: table expected", core.seal, { actions = { { name = "eat", when = { "energy > 1" } } } })
        raises("target: boolean expected", core.seal, { actions = { { name = "eat", target = "bench" } } })
        raises("sequences[1] 'day': nodes[1].transitions[2].when[1].subject: there is no 'me' here", core.seal,
            { sequences = { { name = "day", nodes = { { transitions = { {}, { when = { { subject = "me" } } } } } } } }
            })
    end)

    it("are read without metamethods, however deep or cyclic", function()
        local cyclic = { name = "a" }
        cyclic.values = cyclic
        local trap = setmetatable({}, { __index = function() error("asked") end, __len = function() return 1e9 end })
        assert.truthy(core.seal({ states = trap }))
        raises("there is no", core.seal, { states = { { name = "a", cyclic = cyclic } } })
        local content = core.seal({ states = { cyclic } })
        assert.truthy(content) -- a list without entries
        local deep = {}
        for _ = 1, 100000 do
            deep = { deep }
        end
        raises("a key is a number", core.seal, { actions = { { when = { deep } } } })
    end)

    it("may be huge", function()
        collectgarbage("setpause", 200) -- collecting at every step takes minutes here
        finally(function() collectgarbage("setpause", 0) end)
        local ops = {}
        for i = 1, 20000 do
            ops[i] = support.op("add", "self", "energy", i % 3)
        end
        local tables = with(function(t) find(t.actions, "rest").start = ops end)
        local _, problems = core.seal(tables)
        assert.equal("table", type(problems))
        local long = {}
        for i = 1, 2 ^ 20 + 1 do
            long[i] = true
        end
        raises("values: the list is too long", core.seal, { states = { { name = "a", values = long } } })
    end)
end)
