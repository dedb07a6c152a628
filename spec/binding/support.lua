--- What the specs of the binding share: a small content, worlds over it, and garbage collection at
--- its most aggressive, with a full collection inside every callback.
local core = require("bustle.core")

collectgarbage("setpause", 0)

local support = {}

local function op(kind, subject, name, value)
    return { kind = kind, subject = subject, name = name, value = value }
end
support.op = op

--- The numbers of functions that operations call.
support.functions = { may_think = 11, think = 12, may_leave = 13 }

--- A fresh copy of the tables of the content, to be changed at will.
function support.tables()
    return {
        states = {
            { name = "energy", origin = "market.lua:1", min = 0, max = 10, initial = 5 },
            { name = "seats", min = 0, initial = 2 },
            { name = "sitting", flag = true },
            { name = "mood", values = { "calm", "glad", "sad" } },
            { name = "speed", initial = 2 },
            { name = "unused" },
        },
        environment = {
            { name = "weather", values = { "sunny", "rainy" }, refresh_ms = 1000 },
            { name = "noise", min = 0, max = 100, initial = 7, refresh_ms = 500 },
        },
        interruptions = {
            { name = "rain", when = { { kind = "==", subject = "env", name = "weather", value_name = "rainy" } } },
            { name = "served" },
            { name = "shout", origin = "market.lua:9" },
        },
        actions = {
            {
                name = "rest",
                duration_ms = 1000,
                when = { op("<", "env", "noise", 90) },
                finish = { op("add", "self", "energy", 1) },
                resumable = true,
            },
            {
                name = "sit",
                duration_ms = 2000,
                when = { op("<", "distance", nil, 1000) },
                claims = { { state = "seats", amount = 1 } },
                start = { op("set", "self", "sitting", 1) },
                finish = { op("set", "self", "sitting", 0) },
                interrupted = { op("set", "self", "sitting", 0) },
                resumable = true,
                preference = "nearest",
            },
            {
                name = "think",
                duration_ms = 1000,
                duration_max_ms = 1500,
                target = false,
                when = { { kind = "call", name = "market.lua:30", value = support.functions.may_think } },
                start = { { kind = "call", name = "market.lua:31", value = support.functions.think } },
            },
            { name = "wait", duration_ms = 5000, timeout_ms = 60000, ending = "game", ends_on = { "served" } },
            { name = "walk", speed_state = "speed", when = { op("<", "distance", nil, 500) } },
            { name = "never", duration_ms = 10, when = { op(">", "self", "energy", 100) } },
            { name = "pat", duration_ms = 300, target = true, timeout_ms = 2000, timeout_fails = true },
        },
        sequences = {
            {
                name = "day",
                entry = "rest",
                castable = "always",
                nodes = {
                    { name = "rest", kind = "action", performs = "rest", transitions = {
                        { to = "sit" }, { to = "think" }, { to = "choose" } } },
                    { name = "sit", performs = "sit", transitions = { { to = "END" } }, failed = "think" },
                    { name = "choose", kind = "choice", transitions = {
                        { to = "rest", when = { op("<", "self", "energy", 3) } },
                        { to = "think", otherwise = true } } },
                    { name = "think", performs = "think", transitions = {
                        { to = "END", when = { { kind = "call", name = "market.lua:40", value = 13 } } },
                        { to = "rest" } }, failed = "rest" },
                },
            },
            { name = "doomed", entry = "never", nodes = {
                { name = "never", performs = "never", transitions = { { to = "END" } } } } },
            { name = "hide", entry = "rest", nodes = {
                { name = "rest", performs = "rest", transitions = { { to = "END" } } } } },
            { name = "look", entry = "wait", nodes = {
                { name = "wait", performs = "wait", transitions = { { to = "END" } } } } },
            { name = "stroll", entry = "walk", claims = {}, nodes = {
                { name = "walk", performs = "walk", transitions = { { to = "pat" } } },
                { name = "pat", performs = "pat", same_target = true, transitions = { { to = "stop" } } },
                { name = "stop", kind = "end" } } },
        },
        entities = {
            { name = "bench", position = "static", states = { { state = "seats" } },
                accepts = { "sit", "walk", "pat" } },
            { name = "cart", states = { { state = "seats", initial = 1 }, { state = "mood", value_name = "sad" } } },
            {
                name = "man",
                npc = true,
                states = { { state = "energy" }, { state = "sitting" }, { state = "mood" }, { state = "speed" } },
                main = "day",
                tags = { "person" },
                handlers = {
                    { interruption = "shout", sequence = "look", priority = 2 },
                    { interruption = "rain", sequence = "hide" },
                },
                fallbacks = { "hide" },
            },
            {
                name = "sparrow",
                npc = true,
                position = "queried",
                position_refresh_ms = 100,
                states = { { state = "energy", initial = 3 }, { state = "speed", initial = 50 } },
                main = "stroll",
                handlers = { { interruption = "shout", sequence = "hide", priority = -1 } },
                transition_memories = 2,
                action_memories = 3,
                interruption_memories = 1,
            },
            { name = "wreck", npc = true, states = { { state = "energy" } }, main = "doomed" },
        },
        scenes = {
            { name = "huddle", within = 100, patience_ms = 500, parts = {
                { name = "speaker", sequence = "hide", finish = { op("add", "self", "energy", 1) } },
                { name = "listener", most = 2, who = { "person" }, sequence = "hide",
                    when = { { kind = ">", subject = "self", name = "energy", value = 0 } } } } },
        },
    }
end

--- The same with a stool that offers a seat, a square that is an area, somebody who asks for seats, and links.
function support.tied_tables()
    local made = support.tables()
    made.links = { { name = "home" }, { name = "trust", flag = false, min = -10, max = 10, initial = 2 } }
    table.insert(made.sequences, { name = "sit_down", entry = "sit", nodes = {
        { name = "sit", performs = "pat", same_target = true, transitions = { { to = "END" } } } } })
    table.insert(made.sequences, { name = "ask", entry = "ask", nodes = {
        { name = "ask", kind = "request", offers = { "seat" }, targets = { "furniture" }, timeout_ms = 5000,
            when = { op("<", "distance", nil, 50) }, transitions = { { to = "END" } } } } })
    table.insert(made.entities, { name = "stool", tags = { "furniture" }, states = { { state = "seats" } },
        offers = { { name = "seat", sequence = "sit_down", holders = 1,
            adopt = { op("add", "target", "seats", 1) }, drop = { op("sub", "target", "seats", 1) } } } })
    table.insert(made.entities, { name = "square", position = "static", area = { { width = 20, depth = 10, x = 5 },
        { width = 2, depth = 2, height = 4, z = 1 } }, states = { { state = "seats" } },
        enter = { { kind = "call", name = "market.lua:50", value = 12 } } })
    table.insert(made.entities, { name = "asker", npc = true, states = { { state = "energy" } }, main = "ask" })
    return made
end

--- The tied ones with a keeper who takes messages, a guest who sends them, drinkers who meet in a yard, and a worker with
--- a plan.
function support.day_tables()
    local made = support.tied_tables()
    made.inboxes = { { name = "bills", limit = 0 }, { name = "orders", limit = 2, keep_ms = 9000 } }
    table.insert(made.sequences, { name = "serve", entry = "next", nodes = {
        { name = "next", kind = "take", performs = "orders", into = "energy", timeout_ms = 5000,
            transitions = { { to = "rest" } }, failed = "rest" },
        { name = "rest", performs = "rest", transitions = { { to = "END" } } } } })
    table.insert(made.sequences, { name = "order", entry = "ask", nodes = {
        { name = "ask", kind = "send", performs = "orders", targets = { "keeper" }, await = true, timeout_ms = 8000,
            value = { { kind = "push", subject = "self", name = "energy" } },
            transitions = { { to = "rest" } }, failed = "rest" },
        { name = "rest", performs = "rest", transitions = { { to = "END" } } } } })
    table.insert(made.sequences, { name = "toast", entry = "lift", nodes = {
        { name = "lift", kind = "meet", performs = "toast", from_area = true, count = 2,
            transitions = { { to = "rest" } }, failed = "rest" },
        { name = "rest", performs = "rest", transitions = { { to = "END" } } } } })
    table.insert(made.entities, { name = "keeper", npc = true, main = "serve", tags = { "keeper" },
        states = { { state = "energy" } }, inboxes = { "orders", "bills" } })
    table.insert(made.entities, { name = "guest", npc = true, main = "order", states = { { state = "energy" } } })
    table.insert(made.entities, { name = "drinker", npc = true, main = "toast", states = { { state = "energy" } } })
    table.insert(made.entities, { name = "yard", npc = true, main = "hide", position = "static",
        states = { { state = "energy" } }, area = { { width = 20, depth = 20 } } })
    made.plans = { { name = "day", entries = { { from = 360, to = 720, sequence = "hide", vary = 10 },
        { from = 720, to = 360, sequence = "toast", priority = 1, skip = 5, change = "now" } } } }
    table.insert(made.entities, { name = "worker", npc = true, plan = "day", states = { { state = "energy" } } })
    return made
end

--- Seals the tables, or those of the content.
function support.content(tables)
    local content, problems = core.seal(tables or support.tables())
    if not content then
        local texts = {}
        for _, problem in ipairs(problems) do
            texts[#texts + 1] = problem.kind .. " " .. problem.thing .. ": " .. problem.text
        end
        error(table.concat(texts, "\n"))
    end
    return content
end

local function collecting(callback)
    return function(...)
        collectgarbage()
        return callback(...)
    end
end

--- A world over the content, its callbacks each with a full collection before them. The functions
--- of the content answer true and do nothing unless a callback is given.
function support.world(callbacks, options, content)
    local all = {
        condition = function() return true end,
        effect = function() end,
        error = function(message) error("unexpected: " .. message) end,
    }
    for name, callback in pairs(callbacks or {}) do
        all[name] = callback
    end
    for name, callback in pairs(all) do
        all[name] = callback and collecting(callback) or nil
    end
    return core.world(content or support.content(), options or { seed = 1 }, all)
end

--- The ids of a kind by name.
function support.ids(content, kind)
    local ids = {}
    for id = 0, content:count(kind) - 1 do
        ids[content:name(kind, id)] = id
    end
    return ids
end

function support.arrays()
    return {
        kind = {}, time = {}, npc = {}, target = {}, name = {}, argument = {}, token = {}, duration = {},
        interruption = {},
        cue = {},
    }
end

--- The events of the last update, as a list of tables with kinds in words.
function support.events(world)
    local arrays = support.arrays()
    local list = {}
    for i = 1, world:events(arrays) do
        list[i] = {}
        for field, values in pairs(arrays) do
            list[i][field] = values[i]
        end
        list[i].kind = core.event_kinds[arrays.kind[i]]
    end
    return list
end

--- Asserts that the call raises an error with this plain text in it.
function support.raises(text, call, ...)
    local succeeded, message = pcall(call, ...)
    if succeeded then
        error("no error; expected: " .. text, 2)
    end
    if not tostring(message):find(text, 1, true) then
        error("expected: " .. text .. "\ngot: " .. tostring(message), 2)
    end
end

support.unpack = rawget(table, "unpack") or rawget(_G, "unpack")

--- Runs a script in a process of its own, under the same Lua: its output and its exit code.
function support.run_script(text)
    local lua = _VERSION == "Lua 5.1" and (rawget(_G, "jit") and "luajit" or "lua5.1")
        or _VERSION:gsub("Lua ", "lua")
    local script, output = os.tmpname(), os.tmpname()
    local file = assert(io.open(script, "w"))
    file:write(text)
    file:close()
    local status, _, code = os.execute(("%s %s >%s 2>&1"):format(lua, script, output))
    if type(status) == "number" then -- as 5.1 does: that of wait()
        code = math.floor(status / 256)
    end
    file = assert(io.open(output))
    local said = file:read("*a")
    file:close()
    os.remove(script)
    os.remove(output)
    return said, code
end

return support
