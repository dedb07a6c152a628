local support = require("spec.binding.support")
local unpack = support.unpack

describe("callbacks", function()
    local content = support.content()
    local kinds = support.ids(content, "entity")
    local states = support.ids(content, "state")
    local actions = support.ids(content, "action")
    local environment = support.ids(content, "environment")
    local sequences = support.ids(content, "sequence")
    local functions = support.functions

    --- A world in which a man thinks at once.
    local function thinking(callbacks)
        local world = support.world(callbacks, nil, content)
        local mary = world:spawn(kinds.man, "mary")
        local time = 0
        return world, mary, function()
            repeat
                time = time + 100
                assert.is_true(world:update(time))
                assert.is_true(world:check())
                assert.truthy(time < 100000)
            until world:doing(mary).action == actions.think
        end
    end

    it("for functions get function, self, target and action (S8)", function()
        local seen = {}
        local world, mary, think = thinking({
            condition = function(...) seen[(...)] = { select("#", ...), ... } return true end,
            effect = function(...) seen[(...)] = { select("#", ...), ... } end,
        })
        think()
        assert.same({ 4, functions.may_think, mary, nil, actions.think }, seen[functions.may_think])
        assert.same({ 4, functions.think, mary, nil, actions.think }, seen[functions.think])
        world:update(world:now() + 2000)
        assert.same({ 4, functions.may_leave, mary, nil, nil }, seen[functions.may_leave])
    end)

    it("for the steps of decisions get a table with ids", function()
        local steps = {}
        local world, mary = thinking({
            condition = function() return true end,
            trace = function(...)
                assert.equal(1, select("#", ...))
                steps[#steps + 1] = (...)
            end,
        })
        world:update(0)
        local rest = content:find("action", "rest")
        local node = steps[2].node
        assert.equal("watch", steps[1].kind)
        assert.same({ kind = "begin", npc = mary, sequence = sequences.day, node = node }, steps[2])
        assert.equal("rest", content:node_name(sequences.day, node))
        assert.same({ kind = "action", verdict = "open", npc = mary, sequence = sequences.day, node = node,
            action = rest }, steps[3])
        local seen = {}
        for time = 1000, 60000, 500 do
            world:update(time)
            world:check()
        end
        for _, step in ipairs(steps) do seen[step.kind] = step end
        assert.equal("condition", seen.watch.verdict)
        assert.equal("rain", content:name("interruption", seen.watch.interruption))
        assert.same({ "number", "number", "number" }, { type(seen.option.transition), type(seen.option.to),
            type(seen.way.open) })
        assert.same({ accepting = 0, reached = 0, open = 0, best = 0 }, { accepting = seen.target.accepting,
            reached = seen.target.reached, open = seen.target.open, best = seen.target.best })
    end)

    it("answer conditions by truth", function()
        for _, answer in ipairs({ true, 0, "", {} }) do
            local _, _, think = thinking({ condition = function() return answer end })
            think()
        end
        local world = support.world({ condition = function() return nil end }, nil, content)
        local mary = world:spawn(kinds.man)
        for time = 0, 20000, 100 do
            world:update(time)
            assert.are_not.equal(actions.think, world:doing(mary).action)
        end
    end)

    it("may read in a condition and write self in an effect, and nothing else (S8)", function()
        local tried = {}
        local world, mary, cart, think
        local function try(where, name, ...)
            local succeeded, message = pcall(world[name], world, ...)
            tried[where .. " " .. name] = succeeded or message
        end
        local function try_all(where)
            try(where, "get", mary, states.energy)
            try(where, "doing", mary)
            try(where, "stats")
            try(where, "environment", environment.noise)
            try(where, "set", mary, states.energy, 3)
            try(where, "set", cart, states.seats, 3)
            for _, name in ipairs({ "remove", "complete", "fail", "hold", "release", "restart" }) do
                try(where, name, mary)
            end
            try(where, "update", 10 ^ 6)
            try(where, "spawn", kinds.man)
            try(where, "move", mary, 1, 1, 1)
            try(where, "run", mary, sequences.look)
            try(where, "set_main", mary, sequences.look)
            try(where, "set_environment", environment.noise, 1)
            try(where, "set_ending", 0, "game")
            try(where, "interrupt_all", 0)
            try(where, "interrupt", 0, { mary })
            try(where, "check")
            try(where, "close")
        end
        world, mary, think = thinking({
            condition = function() try_all("condition") return true end,
            effect = function() try_all("effect") end,
            query_condition = function() try_all("query_condition") end,
        })
        cart = world:spawn(kinds.cart)
        think()
        for _, where in ipairs({ "condition", "effect", "query_condition" }) do
            for _, name in ipairs({ "get", "doing", "stats", "environment" }) do
                assert.is_true(tried[where .. " " .. name])
            end
            for _, name in ipairs({ "remove", "complete", "fail", "hold", "release", "restart", "update", "spawn",
                "move", "run", "set_main", "set_environment", "set_ending", "interrupt_all", "interrupt", "check" }) do
                local message = tried[where .. " " .. name]
                assert.truthy(tostring(message):find("not allowed inside the callback '" .. where .. "'", 1, true),
                    where .. " " .. name .. ": " .. tostring(message))
            end
            assert.truthy(tried[where .. " close"]:find("cannot be closed inside the callback '" .. where, 1, true))
            assert.truthy(tostring(tried[where .. " set"]):find("not allowed", 1, true))
        end
        world:close()
    end)

    it("write self in an effect", function()
        local world, mary, think
        world, mary, think = thinking({
            effect = function(_, self) assert(world:set(self, states.energy, 1)) end,
        })
        think()
        assert.equal(1, world:get(mary, states.energy))
    end)

    it("answer for the environment with numbers, booleans and names (S9)", function()
        local answers = {}
        local logged = {}
        local errors = {}
        local world = support.world({
            query_condition = function(id) return answers[id] end,
            log = function(level, text) logged[#logged + 1] = level .. ": " .. text end,
            error = function(...) errors[#errors + 1] = { ... } end,
        }, nil, content)
        world:set_main(world:spawn(kinds.man), sequences.hide) -- which asks for both again and again
        local time = 0
        local function ask(weather, noise)
            answers[environment.weather], answers[environment.noise] = weather, noise
            time = time + 5000
            world:update(time)
            return world:environment(environment.weather), world:environment(environment.noise)
        end
        assert.same({ 1, 41 }, { ask("rainy", 40.5) })
        assert.same({ 0, 0 }, { ask(false, false) })
        assert.same({ 1, 1 }, { ask(true, true) })
        assert.same({ 1, 1 }, { ask(nil, nil) })
        assert.same({ 0, 0 }, { ask("sunny", -1e300) })
        assert.same({}, logged)
        assert.same({ 0, 0 }, { ask("windy", 0 / 0) })
        assert.equal(2, #logged)
        assert.truthy(logged[1]:find("error: 'windy' is not a value of the environment's 'weather'", 1, true))
        assert.same({}, errors)
        assert.same({ 0, 0 }, { ask({}, print) })
        assert.equal(2, #errors)
        assert.truthy(errors[1][1]:find("the answer is a table; it must be", 1, true))
        assert.same({ "weather", "query_condition", environment.weather }, { select(2, unpack(errors[1], 1, 4)) })
        ask("sunny\0", 1)
        assert.truthy(errors[3][1]:find("zero byte", 1, true))
    end)

    it("answer for positions (S10)", function()
        local answer = { 3, 4.5, -5 }
        local errors = {}
        local asked
        local world = support.world({
            query_position = function(entity)
                asked = entity
                return unpack(answer, 1, 3)
            end,
            error = function(...) errors[#errors + 1] = { ... } end,
        }, nil, content)
        local sparrow = world:spawn(kinds.sparrow)
        world:spawn(kinds.bench, nil, 50, 0, 0)
        world:update(0)
        assert.equal(sparrow, asked)
        assert.same({ 3, 4.5, -5 }, { world:position(sparrow) })
        for i, wrong in ipairs({ { 1 }, { 1, 2, "3" }, { {} } }) do
            answer = wrong
            local before = #errors
            for time = 1, 20 do
                world:update(i * 10000 + time * 400)
            end
            assert.truthy(#errors > before)
            assert.truthy(errors[#errors][1]:find("answer three numbers, or nil", 1, true))
            assert.same({ "sparrow", "query_position", sparrow },
                { select(2, unpack(errors[#errors])) })
        end
        answer = {}
        local before = #errors
        world:update(100000)
        assert.equal(before, #errors)
        assert.is_true(world:check())
    end)
end)

describe("errors in callbacks", function()
    local content = support.content()
    local man = content:find("entity", "man")

    local function run(callbacks)
        local world = support.world(callbacks, nil, content)
        for i = 1, 3 do
            world:spawn(man, "man " .. i)
        end
        for time = 0, 20000, 500 do
            assert.is_true(world:update(time))
            assert.is_true(world:check())
        end
        return world
    end

    it("are caught and told with a traceback and where it is written (S8)", function()
        local told = {}
        local logged = {}
        local function deep_inside() error("broken") end
        run({
            condition = function(fn)
                if fn == support.functions.may_think then
                    deep_inside()
                end
                return true
            end,
            error = function(...) told[#told + 1] = { ... } end,
            log = function(level, text) logged[#logged + 1] = level .. ": " .. text end,
        })
        assert.truthy(#told > 0)
        local message, where, callback, fn, action = unpack(told[1])
        assert.truthy(message:find("callback_spec.lua:%d+: broken\nstack traceback:"))
        assert.truthy(message:find("deep_inside", 1, true))
        assert.equal("market.lua:30", where)
        assert.equal("condition", callback)
        assert.equal(support.functions.may_think, fn)
        assert.equal(content:find("action", "think"), action)
        assert.truthy(logged[1]:find("error: market.lua:30: action think: function failed: ", 1, true))
        assert.truthy(logged[1]:find("broken", 1, true))
    end)

    it("harm nobody, whatever is raised", function()
        local raised = { "text", 1, true, {}, setmetatable({}, { __tostring = function() return "told" end }),
            setmetatable({}, { __tostring = function() error("again") end }), print, coroutine.create(function() end) }
        local messages = {}
        for i = 1, #raised + 1 do
            local function raise() error(raised[i]) end
            local world = run({ condition = raise, effect = raise, query_condition = raise, query_position = raise,
                log = raise, trace = raise, error = function(message) messages[i] = message end })
            assert.equal(3, world:stats().npcs)
            assert.equal("string", type(messages[i]))
        end
        assert.truthy(messages[5]:find("told", 1, true))
        assert.truthy(messages[4]:find("the error is a table", 1, true))
    end)

    it("in the callback `error` itself, and without it, go to standard error", function()
        local script = ([[
            local support = require("spec.binding.support")
            local function raise() error("first", 0) end
            local world = require("bustle.core").world(support.content(), nil,
                { condition = raise, error = %s })
            world:spawn(2)
            for time = 0, 5000, 500 do world:update(time) end
            assert(world:check())
        ]])
        for form, expected in pairs({ ["nil"] = "bustle: market.lua:30: first",
            ['function() error("second", 0) end'] = "bustle: and in the callback 'error': second" }) do
            local output = support.run_script(script:format(form))
            assert.truthy(output:find(expected, 1, true), output)
        end
    end)

    it("are told for a yield, which cannot cross the core", function()
        local message
        local world = support.world({
            query_condition = function() coroutine.yield() end,
            error = function(text) message = message or text end,
        }, nil, content)
        world:spawn(man)
        local thread = coroutine.create(function() return world:update(0) end)
        assert.same({ true, true }, { coroutine.resume(thread) })
        assert.equal("dead", coroutine.status(thread))
        assert.truthy(message:find("attempt to yield across", 1, true), message)
    end)

    it("include a stack that overflows", function()
        local message
        local function forever() return 1 + forever() end
        local world = support.world({
            query_condition = forever,
            error = function(text) message = text end,
        }, nil, content)
        world:spawn(man)
        assert.is_true(world:update(0))
        -- Compiled code of LuaJIT may leave no stack for the traceback either.
        local without_traceback = rawget(_G, "jit") and message == "error in error handling"
        assert.truthy(without_traceback or message:find("overflow", 1, true), message)
    end)
end)

describe("calls inside calls", function()
    local content = support.content()
    local man = content:find("entity", "man")

    it("run callbacks in the coroutine that called in", function()
        local threads = {}
        local world = support.world({
            query_condition = function() threads[#threads + 1] = coroutine.running() or "main" end,
        }, nil, content)
        world:spawn(man)
        for i = 1, 3 do
            local thread = coroutine.create(function()
                world:update(i * 5000)
                coroutine.yield()
                world:update(i * 5000 + 2500)
            end)
            assert.truthy(coroutine.resume(thread))
            local last = threads[#threads]
            assert.equal(thread, last)
            assert.truthy(coroutine.resume(thread))
        end
        assert.truthy(#threads >= 3)
        assert.is_true(world:check())
    end)

    it("nest, over worlds and coroutines", function()
        local inner = support.world(nil, nil, content)
        inner:spawn(man)
        local time = 0
        local outer
        outer = support.world({
            query_condition = function()
                time = time + 100
                assert(coroutine.resume(coroutine.create(function()
                    assert(inner:update(time))
                    assert(not pcall(outer.close, outer))
                    assert(not pcall(outer.update, outer, 10 ^ 6))
                end)))
                return 5
            end,
        }, nil, content)
        outer:spawn(man)
        for now = 0, 10000, 500 do
            outer:update(now)
        end
        assert.truthy(inner:now() > 0)
        assert.is_true(inner:check() and outer:check())
        outer:close()
        inner:close()
    end)

    it("may be very deep", function()
        local output, code = support.run_script([[
            local support = require("spec.binding.support")
            local content = support.content()
            local reached = 0
            local function build(depth)
                local below = depth < 200 and build(depth + 1)
                local world = support.world({
                    query_condition = function()
                        reached = math.max(reached, depth)
                        if below then below:update(0) end
                    end,
                    error = function() end,
                }, nil, content)
                world:spawn(2)
                return world
            end
            local top = build(1)
            assert(top:update(0))
            assert(reached > 20)
            assert(top:check())
            os.exit(3, true)
        ]])
        assert.equal(3, code, output)
    end)

    it("are safe when the state ends in the middle of one", function()
        local output, code = support.run_script([[
            local support = require("spec.binding.support")
            local content = support.content()
            local other = support.world(nil, nil, content)
            other:spawn(2)
            local world = support.world({ query_condition = function() os.exit(7, true) end }, nil, content)
            world:spawn(2)
            world:update(0)
        ]])
        assert.equal(7, code, output)
    end)

    it("survive finalisers that call in", function()
        local world = support.world(nil, nil, content)
        for i = 1, 50 do
            world:spawn(man, "man " .. i)
        end
        local ran = 0
        local function litter()
            local newproxy = rawget(_G, "newproxy") -- of 5.1, where tables have no finalisers
            local object = newproxy and newproxy(true) or setmetatable({}, { __gc = true })
            getmetatable(object).__gc = function()
                ran = ran + 1
                if pcall(world.now, world) then
                    pcall(world.update, world, world:now() + 10)
                    pcall(world.spawn, world, man)
                    pcall(world.remove, world, world:next())
                end
            end
            return newproxy and object or setmetatable({}, getmetatable(object))
        end
        for i = 1, 200 do
            litter()
            local npc = world:next()
            pcall(world.frames, world, npc)
            pcall(world.memories, world, npc, "action")
            pcall(world.events, world, support.arrays())
            pcall(world.interrupt, world, 0, { npc })
            pcall(world.update, world, world:now() + i)
        end
        collectgarbage()
        assert.truthy(ran > 0)
        assert.is_true(world:check())
    end)
end)
