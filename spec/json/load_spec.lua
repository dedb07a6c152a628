-- What JSON files become in a pack.
local bustle = require "bustle"
local content = require "bustle.author.content"
local comparisons = require("spec.lua.support.compile").comparisons
local park = require "spec.json.support.park"

local function compiled(options)
  local result, problems = content.compile { bustle.json.load(options) }
  if not result then error(content.format_all(problems)) end
  return result
end

local function by_name(list, name)
  for _, each in ipairs(list) do
    if each.name == name then return each end
  end
end

describe("JSON files", function()
  it("load into a pack without a problem", function()
    assert.equal("", park.told(park.load()))
  end)

  it("become states and interruptions by name", function()
    local tables = compiled(park.options()).tables
    local names = {}
    for _, list in ipairs { tables.states, tables.interruptions } do
      for _, each in ipairs(list) do names[#names + 1] = each.name end
    end
    assert.same({ "park.SEATS", "park.ENERGY", "park.HUNGER", "park.RESTING", "park.THUNDER", "park.GATES_CLOSE" }, names)
    assert.same({}, tables.interruptions[1].when)
  end)

  it("become environment values that are asked for as often as they say", function()
    local environment = compiled(park.options()).tables.environment
    assert.same({ "park.RAIN", 5000 }, { environment[1].name, environment[1].refresh_ms })
    assert.same({ "park.KIOSK_OPEN", 2000 }, { environment[2].name, environment[2].refresh_ms })
  end)

  it("become actions with their times, conditions and effects", function()
    local sit = by_name(compiled(park.options()).tables.actions, "park.sit_on_bench")
    assert.same({ 12000, 40000, true, "game" }, { sit.duration_ms, sit.timeout_ms, sit.resumable, sit.ending })
    assert.same(comparisons { { ">", "target", "park.SEATS", 0 }, { "<", "distance", nil, 80 },
      { "==", "env", "park.RAIN", 0 } }, sit.when)
    assert.same({
      { kind = "sub", subject = "target", name = "park.SEATS", value = 1 },
      { kind = "set", subject = "self", name = "park.RESTING", value = 1 },
    }, sit.start)
    assert.same({ kind = "add", subject = "self", name = "park.ENERGY", value = 3 }, sit.finish[3])
    assert.same({
      { kind = "add", subject = "target", name = "park.SEATS", value = 1 },
      { kind = "set", subject = "self", name = "park.RESTING", value = 0 },
    }, sit.interrupted)
    local stroll = by_name(compiled(park.options()).tables.actions, "park.stroll")
    assert.same({ false, {} }, { stroll.resumable, stroll.when })
  end)

  it("have a fourth comparison", function()
    local queue = by_name(compiled(park.options()).tables.actions, "park.queue_at_kiosk")
    assert.same({ kind = "~=", subject = "stack" }, queue.when[6])
  end)

  it("become sequences whose transitions keep their order", function()
    local afternoon = by_name(compiled(park.options()).tables.sequences, "park.afternoon")
    assert.equal("stroll_1", afternoon.entry)
    local stroll = by_name(afternoon.nodes, "stroll_1")
    assert.same({ "action", "park.stroll" }, { stroll.kind, stroll.performs })
    local ways = {}
    for i, transition in ipairs(stroll.transitions) do ways[i] = transition.to end
    assert.same({ "sit_on_bench_2", "watch_ducks_3", "snack_4" }, ways)
    assert.same(comparisons { { ">", "self", "park.HUNGER", 3 }, { "==", "env", "park.KIOSK_OPEN", 1 } },
      stroll.transitions[3].when)
    local snack = by_name(afternoon.nodes, "snack_4")
    assert.same({ "sequence", "park.snack", "END" }, { snack.kind, snack.performs, snack.transitions[1].to })
  end)

  it("become props and NPCs", function()
    local entities = compiled(park.options()).tables.entities
    local bench = by_name(entities, "park.bench_by_the_pond")
    assert.same({ false, "static", { "park.sit_on_bench", "park.watch_ducks" }, { { state = "park.SEATS", initial = 2 } } },
      { bench.npc, bench.position, bench.accepts, bench.states })
    local ines = by_name(entities, "park.ines")
    assert.same({ true, "queried", 1000, "park.afternoon", { "park.wander" } },
      { ines.npc, ines.position, ines.position_refresh_ms, ines.main, ines.fallbacks })
    assert.same({ { interruption = "park.THUNDER", sequence = "park.startled", priority = 0 } }, ines.handlers)
    assert.same({ 10, 15, 3 }, { ines.transition_memories, ines.action_memories, ines.interruption_memories })
    assert.same({ { state = "park.ENERGY", initial = 6 }, { state = "park.HUNGER", initial = 2 },
      { state = "park.RESTING", initial = 0 } }, ines.states)
  end)

  it("measure distances by Manhattan, unless the world says otherwise (S10)", function()
    for metric, seen in pairs { default = 7, manhattan = 7, euclidean = 5 } do
      local world = bustle.world { packs = { park.load() }, metric = metric ~= "default" and metric or nil }
      world:spawn("bench_by_the_pond", { x = 3, y = -4 })
      assert.equal(0, #world:find { within = seen - 0.0625, of = { 0, 0 } })
      assert.equal(1, #world:find { within = seen, of = { 0, 0 } })
    end
  end)

  it("leave actions to the game, or to time if that is asked for", function()
    for _, ends in ipairs { "game", "timed" } do
      for _, action in ipairs(compiled(park.options { ends = ends }).tables.actions) do
        assert.equal(ends, action.ending)
      end
    end
  end)

  it("are found again by their ids", function()
    local ids = park.load().ids
    assert.same({ "sit_on_bench", "snack", "kiosk", "HUNGER", "GATES_CLOSE", "RAIN", "watch_ducks_3" }, { ids.action[2],
      ids.sequence[11], ids.entity[102], ids.state[2], ids.interruption[1], ids.environment[0], ids.nodes.afternoon[3] })
  end)

  it("tell where things are written", function()
    local result = compiled(park.options())
    assert.equal("examples/json/actions.json:19", result:thing("action", "park.sit_on_bench").origin)
    assert.equal("examples/json/schema.json:6", result:thing("state", "park.HUNGER").origin)
    assert.equal("examples/json/ines.json:6", result:thing("entity", "park.ines").origin)
  end)

  it("make a world that runs", function()
    local world = bustle.world { packs = { park.load { ends = "timed" } }, seed = 1 }
    world:spawn("bench_by_the_gate", {})
    world:spawn("pond", {})
    local ines = world:spawn("ines", {})
    for _ = 1, 600 do world:update(0.1) end
    assert.is_string(ines.action)
    assert.is_true(world:stats().starts >= 8)
  end)
end)

describe("names in JSON files", function()
  it("may be missing, empty or unusable", function()
    local pack = bustle.json.load { actions = park.actions(park.action(1, { action_name = false }),
      park.action(2, { action_name = '""' }), park.action(3, { action_name = '"sit.down\\n"' })) }
    assert.same({ "action_1", "action_2", "sit_down_" }, pack.ids.action)
    assert.equal('actions.json:1: warning: action "sit_down_", actions[2].action_name: "sit.down?" is called "sit_down_" in '
      .. 'the pack (use letters, digits and _)', park.told(pack))
  end)

  it("that are missing may be another's", function()
    local pack = bustle.json.load { actions = park.actions(park.action(1, { action_name = '"action_2"' }),
      park.action(2, { action_name = false })) }
    assert.same({ "action_2", "action_2_2" }, pack.ids.action)
    assert.equal('actions.json:1: warning: action "action_2_2", actions[1]: "action_2" is called "action_2_2" in the pack (give it a '
      .. 'name of its own)', park.told(pack))
  end)

  it("may be there several times", function()
    local pack = bustle.json.load { actions = park.actions(park.action(1), park.action(2), park.action(30),
      park.action(4, { action_name = '"act_30"' })) }
    assert.same({ [1] = "act", [2] = "act_2", [30] = "act_30", [4] = "act_30_4" }, pack.ids.action)
  end)

  it("of states are any text, and words in the pack", function()
    local schema = park.source('{ "entity_states": [{ "name": "is sitting", "key": 5 }, { "name": "is-sitting", "key": 6 }, '
      .. '{ "name": "2nd", "key": 7 }, { "name": "Müdigkeit", "key": 8 }], "interruption_handlers": [] }', "schema.json")
    local pack = bustle.json.load { schema = schema, actions = park.actions(park.action(1, { immediate_effects =
      '[{ "target_id_name": "SELF", "state_key_name": "is-sitting", "operation_name": "SET", "value": 1 }]' })) }
    assert.same({ [5] = "is_sitting", [6] = "is_sitting_6", [7] = "_2nd", [8] = "Müdigkeit" }, pack.ids.state)
    local result = content.compile { pack }
    assert.equal("json.is_sitting_6", result.tables.actions[1].start[1].name)
    assert.equal(3, #result.problems)
  end)
end)

describe("ends in JSON sequences", function()
  local TWO_ENDS = { [[{ "node_id": 1, "node_type": "ACTION", "target_action_id": 1 }, { "node_id": 7, "node_type": "END" },
    { "node_id": 8, "node_type": "END" }]], park.way(1, 1, 8) .. "," .. park.way(2, 1, 7) }

  it("are remembered apart", function()
    local tables = compiled { actions = park.actions(park.action(1)), sequences = park.sequence(3, 1, TWO_ENDS[1],
      TWO_ENDS[2]) }.tables
    local nodes = tables.sequences[1].nodes
    assert.same({ "end_8", "END" }, { by_name(nodes, "act_1").transitions[1].to, by_name(nodes, "act_1").transitions[2].to })
    local other = by_name(nodes, "end_8")
    assert.same({ "choice", "END", 1 }, { other.kind, other.transitions[1].to, #other.transitions })
  end)

  it("may be where a sequence begins", function()
    local tables = compiled { sequences = park.sequence(3, 4, '{ "node_id": 4, "node_type": "END" }', "") }.tables
    assert.equal("end_4", tables.sequences[1].entry)
  end)
end)

describe("sources of JSON", function()
  it("are texts too, with a name for messages", function()
    local pack = park.load { conditions = { text = '{\n"environmental_conditions": 5 }', name = "weather.json" } }
    assert.equal('weather.json:2: pack "park", environmental_conditions: it is a number (give an array)', park.told(pack))
  end)

  it("are lists of files, whose ids are unique all together", function()
    local pack = bustle.json.load { actions = { park.actions(park.action(1)), park.actions(park.action(1)) } }
    assert.equal('actions.json:1: action "act_1", actions[0].action_id: 1 is the id of action "act" too (give it an id of '
      .. 'its own)', park.told(pack))
  end)

  it("that are missing are told with their path", function()
    assert.equal('examples/json/no.json: pack "json": it cannot be read: No such file or directory (see that the path is '
      .. 'right)', park.told(bustle.json.load { actions = "examples/json/no.json" }))
    assert.matches('^examples/json: pack "json": it cannot be read: Is a directory',
      park.told(bustle.json.load { actions = "examples/json" }))
  end)

  it("are folders, of which all JSON files are read in byte order", function()
    local folder = "spec/json/bad/meaning/conditions/"
    local told = park.told(bustle.json.load { conditions = folder })
    assert.matches("^" .. folder .. "duplicate%-key.json:4: [^\n]+\n" .. folder .. "duplicate%-name.json:[^\n]+\n", told)
    assert.equal('spec/json/none/: pack "json": it cannot be read: No such file or directory (see that the path is right)',
      park.told(bustle.json.load { conditions = "spec/json/none/" }))
    assert.matches('^spec/json/support/: pack "json": it cannot be read: Is a directory',
      park.told(bustle.json.load { conditions = "spec/json/support/" }))
  end)

  it("come from LÖVE's file system under LÖVE", function()
    local asked = {}
    _G.love = { filesystem = { getDirectoryItems = error, getInfo = function(path)
      asked[#asked + 1] = path
      return path == "a.json" and { type = "file" } or nil
    end, read = function() return '{ "actions": [] }', 17 end } }
    local pack = bustle.json.load { actions = { "a.json", "b.json" } }
    _G.love = nil
    assert.same({ "a.json", "b.json" }, asked)
    assert.equal('b.json: pack "json": it cannot be read: No such file or directory (see that the path is right)', park.told(pack))
  end)

  it("may begin with a mark and have the line ends of Windows", function()
    local text = "\239\187\191" .. park.text("actions"):gsub("\n", "\r\n"):gsub("sit_on_bench", "lie_on_bench")
    local pack = park.load { actions = { text = text, name = "w.json" } }
    assert.equal("", park.told(pack))
    assert.equal("w.json:19", pack.named.action.lie_on_bench.origin)
  end)
end)

describe("mistakes in JSON", function()
  it("are told all at once, in the order of files and lines", function()
    local pack = park.load {
      schema = park.source(park.text("schema"):gsub('"RESTING", "key": 3', '"RESTING", "key": "3"'), "1.json"),
      actions = park.source(park.text("actions"):gsub('"value": 80', '"value": "near"'):gsub("NON_RESUMABLE", "NEVER"), "2.json"),
      sequences = park.source(park.text("sequences"):gsub('_action_id": 5', '_action_id": 50'), "3.json"),
    }
    assert.equal([[
1.json:7: pack "park", entity_states[3].key: it is a text (give a number)
2.json:10: action "stroll", actions[0].interruption_behavior_name: there is no "NEVER" here (give "RESUMABLE" or "NON_RESUMABLE")
2.json:27: action "sit_on_bench", actions[1].preconditions[1].value: it is a text (give a number)
2.json:63: action "eat_waffle", actions[3].interruption_behavior_name: there is no "NEVER" here (give "RESUMABLE" or "NON_RESUMABLE")
2.json:89: action "look_up", actions[5].interruption_behavior_name: there is no "NEVER" here (give "RESUMABLE" or "NON_RESUMABLE")
3.json:11: sequence "afternoon", sequences[0].nodes[2].target_action_id: there is no action 50 (define it in the actions)]],
      park.told(pack))
  end)

  it("hide what only follows from them", function()
    for _, file in ipairs { "schema", "conditions", "actions", "sequences" } do
      local pack = park.load { [file] = park.source("{ nothing", "x.json") }
      assert.equal('x.json:1: pack "park": expected object key string but found invalid token (it has to be JSON: texts in '
        .. 'double quotes, no comments, no comma after the last)', park.told(pack))
    end
  end)

  it("in a name hide where it is used", function()
    local function told(from, to)
      return park.told(park.load { schema = park.source(park.text("schema"):gsub(from, to), "s.json") })
    end
    assert.equal('s.json:6: state "HUNGER", entity_states[2].key: 1 is the id of state "ENERGY" too (give it an id of its own)',
      told('"HUNGER", "key": 2', '"HUNGER", "key": 1'))
    assert.equal('s.json:6: state "state_2", entity_states[2]: it has no "name" (give it a text)',
      told('"name": "HUNGER", ', ''))
  end)

  it("that are warnings hide nothing", function()
    local pack = bustle.json.load { actions = park.actions(park.action(1)), sequences = park.source(([[
{ "sequences": [{ "sequence_id": 1, "sequence_name": "a.b", "entry_point_node_id": 1, "nodes": [
  { "node_id": 1, "node_type": "ACTION", "target_action_id": 1 }], "transitions": [] }] }]]), "s.json") }
    assert.equal([[
s.json:1: sequence "a_b", node "act_1": no transition leaves it (add a transition, to "END" if the sequence is over here)
s.json:1: warning: sequence "a_b", sequences[0].sequence_name: "a.b" is called "a_b" in the pack (use letters, digits and _)]],
      park.told(pack))
  end)

  it("are those of files that are not there, too", function()
    local told = park.told(bustle.json.load { actions = "examples/json/actions.json" })
    assert.matches('actions.json:14: action "stroll", actions%[0%].completion_effects%[0%].state_key_name: there is no state '
      .. '"ENERGY" %(define it in the schema%)', told)
  end)

  it("name keys that are no words in brackets", function()
    assert.equal([[a.json:1: pack "json", ["a b"]: there is no such key (there are $schema, actions, timeout_check_interval_ms)]],
      park.told(bustle.json.load { actions = park.source '{ "a b": 1, "actions": [] }' }))
  end)

  it("in the world's error are whole", function()
    local _, message = pcall(bustle.world, { packs = { bustle.json.load { actions = park.source "[]" } } })
    assert.matches('the content has problems:\na.json:1: pack "json": it is an array %(give an object%)$', message)
  end)

  it("by thousands are told without comparing each with all", function()
    local actions = {}
    for i = 1, 2000 do
      -- Each would be compared with 2,000 names.
      actions[i] = park.action(i, { action_name = ('"a%d"'):format(i), preconditions =
        ('[{ "target_id_name": "SELF", "state_key_name": "STATE_%d", "operation_name": "EQUALS", "value": 0 }]'):format(i) })
    end
    local names = {}
    for i = 1, 2000 do names[i] = ('{ "name": "STATUS_%d", "key": %d }'):format(i, i) end
    local schema = park.source(('{ "entity_states": [%s], "interruption_handlers": [] }'):format(table.concat(names, ",")))
    local pack = bustle.json.load { schema = schema, actions = park.actions(table.concat(actions, ", ")) }
    assert.equal(2000, #pack.problems)
    assert.equal('define it in the schema', pack.problems[2000].cure)
  end)
end)

describe("bustle.json.load", function()
  local function refusal(...)
    local given = { ... }
    local ok, message = pcall(function() bustle.json.load(given[1]) end)
    assert.is_false(ok)
    assert.matches("^spec/json/load_spec.lua:%d+: ", message)
    return (message:gsub("^.-: ", "", 1))
  end

  it("refuses what is no use of it", function()
    assert.equal("bustle.json.load takes a table, not a string", refusal "park")
    assert.equal('bustle.json.load: there is no option action (did you mean "actions"?)', refusal { action = "x" })
    assert.equal("bustle.json.load: there is no option 1 (there are actions, conditions, ends, entities, name, schema, sequences)",
      refusal { "x" })
    assert.equal('bustle.json.load: ends must be "game" or "timed", not soon', refusal { ends = "soon" })
    assert.equal("bustle.json.load: schema is a number; give a path, { text = ... }, or a list of these", refusal { schema = 5 })
    assert.equal("bustle.json.load: schema, item 2 is no path and no { text = ... }", refusal { schema = { "x", 5 } })
    assert.equal("bustle.json.load: schema has a key path; give a path, { text = ... }, or a list of these",
      refusal { schema = { path = "x" } })
  end)

  it("says what to install where lua-cjson is missing, and nothing else needs it", function()
    local loaded, preload = package.loaded.cjson, package.preload.cjson
    package.loaded.cjson, package.preload.cjson = nil, function() error "module 'cjson' not found" end
    local message = refusal { actions = "examples/json/actions.json" }
    local saved, why = bustle.json.save({ name = "empty" }, "/no/such/folder")
    package.loaded.cjson, package.preload.cjson = loaded, preload
    assert.equal('bustle.json needs lua-cjson, which this Lua does not find: install the Debian or Ubuntu package "lua-cjson", '
      .. 'or the rock "lua-cjson" (luarocks install lua-cjson)', message)
    assert.is_nil(saved)
    assert.equal("/no/such/folder/schema.json: No such file or directory", why)
  end)

  it("leaves the settings of the game's lua-cjson alone", function()
    local cjson = require "cjson"
    local depth = cjson.decode_max_depth()
    cjson.decode_max_depth(777)
    bustle.json.load { schema = "examples/json/schema.json" }
    assert.equal(777, cjson.decode_max_depth())
    cjson.decode_max_depth(depth)
  end)

  it("makes a pack of nothing", function()
    assert.equal("", park.told(bustle.json.load {}))
    assert.equal("json", bustle.json.load({}).name)
    assert.matches('pack "%?": its name cannot be written', park.told(bustle.json.load { name = 5 }))
  end)
end)
