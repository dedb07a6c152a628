-- Scenes in packs and in code: what becomes of their rows and parts (S54), and what other packs change in them.
local bustle = require "bustle"
local content = require "bustle.author.content"
local core = require "bustle.core"
local history = require "bustle.history"
local reader = require "bustle.author.expression.reader"
local support = require "spec.packs.support"

local INN = [[
state "mood" { default = 5, min = 0, max = 10 }
state "busy" { default = 0, min = 0, max = 9 }
interruption "shout" {}
constant "hearing" (40)
action "idle" { duration = 1 }
action "nod" { duration = 1 }
action "ask" { duration = 2, targets = "server" }
action "look_at" { duration = 1, when = "distance < 9" }
action "go_up_to" { travel = 3 }
action "greet" { duration = 1, finish = "target.mood += 1" }
action "fetch" { duration = 4, targets = "barrel" }
sequence "rest" (chain { "idle" })
sequence "listen" (chain { "nod" })
sequence "leave" (chain { "idle" })
scene "order" { within = "hearing", patience = 4, limit = 90.5, longest = 300, rest = 0, priority = 2, waiting = "idle",
  interrupted = "break",
  parts = { { "patron", finish = "self.mood += 1; server.busy -= 1" },
    { "server", who = "server", when = "self.busy < 3", prefer = "least self.busy", broken = { { "patron", "mood", "=", 0 } } } },
  { patron = "go_up_to", server = "nod" },
  { patron = "ask", server = { action = "look_at", target = "patron", failed = "next" } },
  { server = { "fetch", target = "any" } },
  { patron = { "rest", failed = 1 }, server = { action = "greet", target = "same", failed = "END" } },
}
scene "chat" { topic = "weather", parts = { { "speaker", sequence = "rest" }, { "listener", count = { 2, 4 } } } }
role "guest" { main = "rest", reacts = { weather = "listen" },
  cues = { thirsty = { targets = "server", scene = "order", as = "patron" } } }
prop "barrel" { static = true, tags = "barrel" }
npc "townsman" { roles = { "guest" }, tags = "person", state = { "mood", "busy" } }
npc "maid" { main = "rest", tags = { "server", "person" }, state = { "mood", "busy" }, reacts = { weather = "rest" } }
]]

local function packs(changes)
  return { inn = { ["inn.lua"] = INN },
    flood = { ["pack.lua"] = 'return { name = "flood", depends = "inn" }', ["changes.lua"] = changes or "" } }
end

local function compiled(changes)
  return (support.compiled(packs(changes), { "inn", "flood" }))
end

local function said(changes)
  return support.said(packs(changes), { "inn", "flood" })
end

local function named(list, name)
  for _, each in ipairs(list) do
    if each.name == name then return each end
  end
end

local function scene(changes, name)
  return named(compiled(changes).tables.scenes, name or "inn.order")
end

-- "1 action inn.go_up_to > 2": the nodes of a column, one in each line.
local function column(changes, name)
  local lines = {}
  local sequence = named(compiled(changes).tables.sequences, name)
  table.sort(sequence.nodes, function(a, b) return tonumber(a.name) < tonumber(b.name) end)
  for i, node in ipairs(sequence.nodes) do
    local aim = node.at_member and " at member" or node.at_part and " at " .. node.at_part or node.same_target and " at same" or ""
    lines[i] = ("%s %s%s%s > %s%s"):format(node.name, node.kind, node.performs and " " .. node.performs or "", aim,
      node.transitions[1].to, node.failed and " failed " .. node.failed or "")
  end
  return sequence.entry .. ": " .. table.concat(lines, ", ")
end

local function texts(ops, made)
  local list = reader.texts(ops, reader.style(made, "inn"))
  return table.concat(list, " and ")
end

describe("a scene", function()
  it("has its options as the core takes them", function()
    local made = scene()
    assert.same({ 40, 4000, 90500, 300000, 0, 2, "inn.idle", true }, { made.within, made.patience_ms, made.limit_ms,
      made.longest_ms, made.rest_ms, made.priority, made.waiting, made.interrupted_breaks })
    local chat = scene(nil, "inn.chat")
    assert.same({ -1, "weather" }, { chat.within, chat.topic })
    assert.is_nil(chat.patience_ms)
    assert.is_nil(chat.interrupted_breaks)
  end)

  it("has parts, in order, with counts, tags, conditions, preference and effects about parts", function()
    local all = compiled()
    local made = named(all.tables.scenes, "inn.order")
    local patron, server = made.parts[1], made.parts[2]
    assert.same({ "patron", 1, 1, {} }, { patron.name, patron.least, patron.most, patron.who })
    assert.same({ "server", 1, 1, { "server" }, "least", "inn.busy" }, { server.name, server.least, server.most, server.who,
      server.preference, server.preferred_state })
    assert.equal("self.busy < 3", texts(server.when, all))
    assert.same({ { kind = "add", subject = "self", name = "inn.mood", value = 1 },
      { kind = "sub", subject = "part", part = "server", name = "inn.busy", value = 1 } }, patron.finish)
    assert.same({ { kind = "set", subject = "part", part = "patron", name = "inn.mood", value = 0 } }, server.broken)
    local listener = scene(nil, "inn.chat").parts[2]
    assert.same({ 2, 4 }, { listener.least, listener.most })
    assert.is_nil(listener.sequence)
  end)

  it("makes a sequence of each column: a node for each row, a pass where there is no cell", function()
    assert.equal("1: 1 action inn.go_up_to at member > 2, 2 action inn.ask at member > 3, 3 pass > 4, "
      .. "4 sequence inn.rest > END failed 1", column(nil, "inn.order.patron"))
    assert.equal("1: 1 action inn.nod > 2, 2 action inn.look_at at patron > 3 failed 3, 3 action inn.fetch > 4, "
      .. "4 action inn.greet at same > END failed END", column(nil, "inn.order.server"))
    assert.equal("inn.order.patron", scene().parts[1].sequence)
    assert.equal("inn.rest", scene(nil, "inn.chat").parts[1].sequence)
  end)

  it("aims whatever takes a target at a member, however it says that it does (S12)", function()
    for action, aimed in pairs { idle = false, nod = false, ask = true, look_at = true, go_up_to = true, greet = true,
      fetch = true } do
      local text = column(('scene "one" { parts = { { "a", who = "person" }, { "b", who = "person" } }, { a = "%s", b = "nod" } }')
        :format(action), "flood.one.a")
      assert.equal(aimed, text:find("at member", 1, true) ~= nil, action)
    end
  end)

  it("has columns that are found by their names, and shown by them", function()
    local all = compiled()
    assert.equal("inn.order.patron", all:resolve("sequence", "order.patron"))
    assert.equal("inn.order.patron", all:resolve("sequence", "inn.order.patron", "flood"))
    assert.equal("order.patron", all:short("sequence", "inn.order.patron", "inn"))
    assert.equal("inn.order", all:thing("sequence", "inn.order.patron").scene.qualified)
  end)

  it("does not change packs: they can be compiled again, with other changes", function()
    local set = support.load(packs 'extend "inn.order" { parts = { { "boy", who = "person" } }, { boy = "nod" } }', { "inn", "flood" })
    local inn, flood = set.packs[1], set.packs[2]
    assert.equal("inn.order.boy", (assert(content.compile { inn, flood })):resolve("sequence", "order.boy", "inn"))
    assert.is_nil((assert(content.compile { inn })):resolve("sequence", "order.boy", "inn"))
  end)

  it("can be built in code", function()
    local pack = bustle.pack { name = "code", states = { "mood" }, actions = { nod = { duration = 1 } },
      sequences = { rest = bustle.chain { castable = false, "nod" } },
      scenes = { toast = { parts = { { "guest", count = 2, who = "person", when = { { "self", "mood", ">", -1 } } } }, { guest = "nod" } } },
      npcs = { guest = { main = "rest", tags = "person", state = { "mood" }, reacts = {} } } }
    local made = assert(content.compile { pack })
    assert.equal("code.toast.guest", made.tables.scenes[1].parts[1].sequence)
    assert.equal("never", named(made.tables.sequences, "code.rest").castable)
    assert.truthy(made.content)
  end)

  it("goes into a compiled file and out of it again", function()
    local all = compiled()
    local bytes = core.compile(all.tables, {})
    assert.truthy(bytes:find("inn.order.patron", 1, true))
    assert.truthy(bytes:find("weather", 1, true))
    assert.equal(bytes, core.compile(compiled().tables, {}))
  end)
end)

describe("nodes, sequences, cues and reactions", function()
  local SOME = [[
sequence "keep" { entry = "a", castable = { "order", "inn.chat" },
  a = { scene = "order", timeout = 10, every = 2, waiting = "idle", to = "b", failed = "b" },
  b = { scene = "chat", as = "speaker", to = "c", failed = "c" },
  c = { pass = true, to = "d" },
  d = { action = "greet", target = "member", to = "e" },
  e = { action = "greet", target = "patron", free = true, to = "f" },
  f = { action = "ask", target = "any", to = "END" } }
scene "talk" { parts = { { "patron", who = "person", sequence = "keep" }, { "x", who = "person", sequence = "rest" } } }
]]

  it("name scenes, parts and members", function()
    local nodes = named(compiled(SOME).tables.sequences, "flood.keep").nodes
    local by = {}
    for _, node in ipairs(nodes) do by[node.name] = node end
    assert.same({ "scene", "inn.order", 10000, 2000, "inn.idle" }, { by.a.kind, by.a.performs, by.a.timeout_ms, by.a.every_ms,
      by.a.waiting })
    assert.is_nil(by.a.as)
    assert.same({ "scene", "inn.chat", "speaker" }, { by.b.kind, by.b.performs, by.b.as })
    assert.same({ "pass", true, "patron", true }, { by.c.kind, by.d.at_member, by.e.at_part, by.e.free })
    assert.same({ name = "f", kind = "action", performs = "inn.ask", transitions = { { to = "END", when = {} } } }, by.f)
  end)

  it("say who may be cast", function()
    local all = compiled(SOME .. 'sequence "always" (chain { castable = true, "idle" })').tables.sequences
    assert.same({ "default", { "inn.order", "inn.chat" } }, { named(all, "flood.keep").castable, named(all, "flood.keep").castable_in })
    assert.equal("always", named(all, "flood.always").castable)
    assert.is_nil(named(all, "inn.rest").castable)
  end)

  it("begin scenes and react", function()
    local all = compiled().tables
    local cue = named(all.roles, "inn.guest").cues[1]
    assert.same({ "inn.order", "patron" }, { cue.scene, cue.as })
    assert.is_nil(cue.sequence)
    assert.same({ { topic = "weather", sequence = "inn.listen" } }, named(all.roles, "inn.guest").reactions)
    assert.same({ { topic = "weather", sequence = "inn.rest" } }, named(all.entities, "inn.maid").reactions)
  end)

  it("have nodes of shapes that are not called like options", function()
    local made = bustle.chain { "castable", { scene = "order", as = "patron" }, { pass = true } }
    assert.same({ action = "castable", to = "order" }, made.castable_1)
    assert.same({ scene = "order", as = "patron", to = "pass" }, made.order)
  end)
end)

describe("extending a scene", function()
  it("adds a part, and cells for it in the rows that there are", function()
    local change = 'extend "inn.order" { parts = { { "boy", who = "person" } }, [2] = { boy = "greet" } }'
    assert.equal("1: 1 pass > 2, 2 action inn.greet at member > 3, 3 pass > 4, 4 pass > END", column(change, "inn.order.boy"))
    assert.equal("boy", scene(change).parts[3].name)
  end)

  it("adds rows, at the end and between others, by their numbers", function()
    local change = 'extend "inn.order" { [1.5] = { patron = "nod" }, [9] = { server = "rest" } }'
    assert.equal("1: 1 action inn.go_up_to at member > 1.5, 1.5 action inn.nod > 2, 2 action inn.ask at member > 3, 3 pass > 4, "
      .. "4 sequence inn.rest > 9 failed 1, 9 pass > END", column(change, "inn.order.patron"))
  end)

  it("replaces what is done in a cell, and leaves the rest of the cell", function()
    local change = 'extend "inn.order" { [2] = { server = "greet", patron = { target = "any" } }, [3] = { server = { pass = true } } }'
    assert.equal("1: 1 action inn.nod > 2, 2 action inn.greet at patron > 3 failed 3, 3 pass > 4, "
      .. "4 action inn.greet at same > END failed END", column(change, "inn.order.server"))
    assert.truthy(column(change, "inn.order.patron"):find("2 action inn.ask > 3", 1, true))
  end)

  it("replaces options, joins conditions, appends tags and effects", function()
    local change = [[extend "inn.order" { within = 7, waiting = "nod", topic = "ale", parts = {
      { "server", who = "person", when = "patron.mood > 2", prefer = "nearest", count = { 1, 2 }, broken = "raise shout on patron" } } }]]
    local all = compiled(change)
    local made = named(all.tables.scenes, "inn.order")
    local server = made.parts[2]
    assert.same({ 7, "inn.nod", "ale", 4000 }, { made.within, made.waiting, made.topic, made.patience_ms })
    assert.same({ { "server", "person" }, "nearest", 1, 2 }, { server.who, server.preference, server.least, server.most })
    assert.equal("self.busy < 3 and patron.mood > 2", texts(server.when, all))
    assert.same({ kind = "raise", subject = "part", part = "patron", name = "inn.shout" }, server.broken[2])
  end)

  it("takes away options, parts with their cells, rows and cells", function()
    local change = [[extend "inn.order" { remove = { "within", "interrupted", "3", ["2"] = "patron", parts = "server" } }
      extend "inn.order" { parts = { { "patron", finish = {} }, { "server", who = "server" } }, { server = "nod" } }]]
    local made = scene(change)
    assert.same({ -1, 2 }, { made.within, #made.parts })
    assert.is_nil(made.interrupted_breaks)
    assert.equal("1: 1 action inn.go_up_to at member > 2, 2 pass > 4, 4 sequence inn.rest > END failed 1", column(change, "inn.order.patron"))
    assert.equal("1: 1 action inn.nod > 2, 2 pass > 4, 4 pass > END", column(change, "inn.order.server"))
  end)

  it("changes cues from sequences to scenes, and reactions by topic", function()
    local all = compiled [[
extend "inn.guest" { cues = { ["inn.thirsty"] = { scene = "chat", as = "speaker" } }, reacts = { weather = "leave", ale = "listen" } }
extend "inn.maid" { remove = { reacts = "weather" }, reacts = { ale = "rest" } }
extend "inn.chat" { topic = "ale" }
extend "inn.rest" { castable = false }
]]
    local cue = named(all.tables.roles, "inn.guest").cues[1]
    assert.same({ "inn.chat", "speaker" }, { cue.scene, cue.as })
    assert.same({ { topic = "weather", sequence = "inn.leave" }, { topic = "ale", sequence = "inn.listen" } },
      named(all.tables.roles, "inn.guest").reactions)
    assert.same({ { topic = "ale", sequence = "inn.rest" } }, named(all.tables.entities, "inn.maid").reactions)
    assert.equal("never", named(all.tables.sequences, "inn.rest").castable)
  end)

  it("is told of rows and parts that are not there", function()
    assert.equal('b/flood/changes.lua:1: extend "inn.order", row 2: unknown part "patorn" (did you mean "patron"?)',
      said 'extend "inn.order" { [2] = { patorn = "nod" } }')
  end)
end)

describe("a mod that makes a scene wrong", function()
  local packs_of, sources = require "bustle.packs", require "bustle.packs.sources"

  local function left_out(change)
    local files = support.files("b", { inn = { ["inn.lua"] = INN } })
    files["mods/flood/pack.lua"] = 'return { name = "flood", depends = "inn" }'
    files["mods/flood/changes.lua"] = change
    local made, found = packs_of.compile(packs_of.load({ "b/inn" }, { source = sources.texts(files), mods = "mods", search = {} }))
    assert.is_table(made, found and content.format_all(found))
    local count = 0
    for _, problem in ipairs(made.problems) do count = count + (problem.left_out and 1 or 0) end
    return count, made
  end

  it("is left out, whether it says something wrong or leaves something out", function()
    for _, change in ipairs {
      'extend "inn.order" { [2] = { patorn = "nod" } }',
      'extend "inn.order" { parts = { { "boy", who = "person" } } }',
      'extend "inn.order" { parts = { { "boy", who = "boys" } }, { boy = "nod" } }',
      'extend "inn.order" { remove = { parts = "patron" } }',
      'extend "inn.order" { [1] = { server = { scene = "inn.order", as = "server" } } }',
    } do
      local count, made = left_out(change)
      assert.is_true(count > 0, change)
      assert.equal(2, #named(made.tables.scenes, "inn.order").parts)
    end
    assert.equal(0, (left_out 'extend "inn.order" { within = 3 }'))
  end)
end)

describe("replacing a scene", function()
  local CHANGE = 'replace "inn.order" { parts = { { "patron", who = "person" }, { "cook", who = "person" } }, { patron = "nod", cook = "ask" } }'

  it("leaves nothing of the old one", function()
    local made = scene(CHANGE)
    assert.same({ -1, "patron", "cook" }, { made.within, made.parts[1].name, made.parts[2].name })
    assert.is_nil(named(compiled(CHANGE).tables.sequences, "inn.order.server"))
  end)

  it("is in the history of the scene, as what extends it is", function()
    local set = support.load(packs(CHANGE .. ' extend "inn.order" { within = 3, { cook = { target = "any" } } }'), { "inn", "flood" })
    local found = assert(history.of(set.packs, "scene order"))
    assert.equal("scene", found[1].word)
    local words = {}
    for i, step in ipairs(found[1].steps) do words[i] = step.word end
    assert.same({ "scene", "replace", "extend" }, words)
    assert.same({ "within", "row 1" }, found[1].steps[3].sets)
  end)
end)
