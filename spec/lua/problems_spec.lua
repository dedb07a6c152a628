-- What is said of mistakes in content: every text whole, all of them at once.
local compile = require "spec.lua.support.compile"
local content = require "bustle.author.content"
local pack = require "bustle.author.pack"

local function of(kind)
  return function(fields) return compile.said_of { [kind] = { x = fields } } end
end

-- Each case: the definition, and what is said of it.
local function cases(kind, list)
  for _, case in ipairs(list) do
    it(case[2], function() assert.equal(case[2], of(kind)(case[1])) end)
  end
end

describe("a mistake in a state", function()
  cases("states", {
    { { defualt = 5 }, 'state "x": unknown key "defualt" (did you mean "default"?)' },
    { { colour = 5 }, 'state "x": unknown key "colour" (it may have allow, default, flag, max, min, values)' },
    { { 5 }, 'state "x": unknown key 1 (it may have allow, default, flag, max, min, values)' },
    { 5, 'state "x": it is a number (give a table)' },
    { { min = "0" }, 'state "x", min: it is a string (give a number)' },
    { { max = 1.5 }, 'state "x", max: it is 1.5 (give a whole number of 32 bits)' },
    { { max = 2147483648 }, ('state "x", max: it is %s (give a whole number of 32 bits)'):format(tostring(2147483648)) },
    { { flag = 1 }, 'state "x", flag: it is a number (give true or false)' },
    { { values = "a" }, 'state "x", values: it is a string (give a list of texts)' },
    { { values = { "a", 5 } }, 'state "x", values: it is not a list of texts (give a list of texts)' },
    { { values = { "a\0" } }, 'state "x", values: it is not a list of texts (give a list of texts)' },
    { { default = {} }, 'state "x", default: it is a table (give a number, true or false, or a named value)' },
    { { default = true }, 'state "x", default: it is not a flag, so it cannot be true (give a number, or make it a flag)' },
    { { default = 1.5 }, 'state "x", default: it cannot be 1.5 (give a whole number of 32 bits)' },
    { { default = "a" }, 'state "x", default: "a" is no value of it: it has no named values (give a number)' },
    { { default = "a", flag = true },
      'state "x", default: "a" is no value of it: it has no named values (give true or false)' },
    { { default = "runn", values = { "walk", "run" } },
      'state "x", default: it has no value "runn"; it has "walk", "run" (did you mean "run"?)' },
    -- The core's
    { { min = 3, max = 1 }, 'state "x": its minimum 3 is above its maximum 1 (swap them)' },
    { { max = 3, default = 5 },
      'state "x": its initial value 5 is outside -2147483648 .. 3 (choose an initial value within the bounds)' },
  })
end)

describe("a mistake in an environment value, interruption or constant", function()
  cases("env", {
    { { every = "2" }, 'env "x", every: it is a string (give a number of seconds)' },
    { { every = 1e10 }, ('env "x", every: it is %s (give at most 2147483 seconds)'):format(tostring(1e10)) },
    { { every = -1 }, 'env "x": its refresh interval is negative (give an interval of 0 or more milliseconds)' },
  })
  cases("interruptions", {
    { { wehn = "" }, 'interruption "x": unknown key "wehn" (did you mean "when"?)' },
    { { when = 5 }, 'interruption "x", when: it is a number (give text, a function, or a list of these)' },
    { { when = "self.fed" }, [[
interruption "x", when: the condition of an interruption cannot be about self (use environment values only)
    self.fed
    ^]] },
    { { when = function() end },
      'interruption "x", when: the condition of an interruption cannot call functions (use environment values only)' },
  })
  cases("constants", {
    { "far", 'constant "x": it is a string (give a whole number of 32 bits, true or false)' },
    { 0.5, 'constant "x": it is 0.5 (give a whole number of 32 bits, true or false)' },
  })
  it("is told of constants that the game sets", function()
    assert.equal('constant "neraby": the game sets it, but no pack has it (did you mean "nearby"?)',
      compile.said_of({}, { constants = { neraby = 5 } }))
    assert.equal('constant "nearby": it is a string (give a whole number of 32 bits, true or false)',
      compile.said_of({}, { constants = { nearby = "x" } }))
  end)
end)

describe("a mistake in an action", function()
  cases("actions", {
    { { durration = 5 }, 'action "x": unknown key "durration" (did you mean "duration"?)' },
    { { duration = "5" }, 'action "x", duration: it is a string (give a number of seconds, or a range: { 6, 10 })' },
    { { duration = { 5 } }, 'action "x", duration: it is no range of seconds (a range is { shortest, longest })' },
    { { duration = { 5, 6, 7 } }, 'action "x", duration: it has a key 3 (a range is { shortest, longest })' },
    { { duration = 0 / 0 }, ('action "x", duration: it is %s (give a number of seconds, or a range: { 6, 10 })')
      :format(tostring(0 / 0)) },
    { { duration = 1, timeout = 0 }, 'action "x", timeout: it is 0 (give a longer one, or leave it out)' },
    { { duration = 1, ends = "gaem" }, 'action "x", ends: it is "gaem" (did you mean "game"?)' },
    { { duration = 1, ends = 5 }, 'action "x", ends: it is a number (give "timed" or "game")' },
    { { duration = 1, ends_on = "servd" }, 'action "x", ends_on: unknown interruption "servd" (did you mean "served"?)' },
    { { duration = 1, ends_on = { 5 } }, 'action "x", ends_on: it is not a list of names (give a name or a list of names)' },
    { { duration = 1, targets = 5 },
      'action "x", targets: it is a number (give a tag, a list of tags, or true or false: whether it takes a target)' },
    { { duration = 1, prefer = "closest" },
      'action "x", prefer: there is no preference "closest" (write "nearest", "least target.NAME" or "most target.NAME")' },
    { { duration = 1, prefer = "least seats" },
      'action "x", prefer: "seats" is no state of target (did you mean "target.seats"?)' },
    { { duration = 1, prefer = "most target.seat" }, 'action "x", prefer: unknown state "seat" (did you mean "seats"?)' },
    { { travel = true }, 'action "x", travel: it is a boolean (give a number or "self.speed")' },
    { { travel = 0 }, 'action "x", travel: a speed of 0 arrives nowhere (give a speed above 0)' },
    { { travel = "self.sped" }, 'action "x", travel: unknown state "sped" (did you mean "speed"?)' },
    { { travel = "speed" }, [[
action "x", travel: unknown constant "speed" (did you mean self.speed or target.speed?)
    speed
    ^]] },
    { { travel = 3, targets = "seat", near = true }, 'action "x", near: it is a boolean (give a number of units)' },
    { { travel = 3, targets = "seat", near = "clse" }, [[
action "x", near: unknown constant "clse"
    clse
    ^]] },
    { { duration = 1, claim = 5 }, 'action "x", claim: it is a number (such as "target.seats")' },
    { { duration = 1, claim = "seats" }, 'action "x", claim: "seats" is no state of target (did you mean "target.seats"?)' },
    { { duration = 1, claim = "self.seats" }, 'action "x", claim: "self.seats" is no state of target (did you mean "target.seats"?)' },
    { { duration = 1, claim = "target.seat" }, 'action "x", claim: unknown state "seat" (did you mean "seats"?)' },
    { { duration = 1, claim = { "target.seats", 1.5 } },
      'action "x", claim: the amount is 1.5 (give a whole number or a constant)' },
    { { duration = 1, claim = { "target.seats", "too" } }, [[
action "x", claim: unknown constant "too" (did you mean "two"?)
    too
    ^]] },
    { { duration = 1, claim = { { 5 } } },
      'action "x", claim, item 1: it is no claim (write "target.seats" or { "target.seats", 2 })' },
    { { duration = 1, claim = { state = "seats" } },
      'action "x", claim: unknown key "state" (write "target.seats" or { "target.seats", 2 })' },
    { { duration = 1, show = "wave" }, 'action "x", show: it is a string (give a table)' },
    { { duration = 1, when = "target.seat > 0" }, [[
action "x", when: unknown state "seat" (did you mean "seats"?)
    target.seat > 0
           ^]] },
    { { duration = 1, when = { "self.fed", "self.fad" } }, [[
action "x", when, item 2: unknown state "fad" (did you mean "fed"?)
    self.fad
         ^]] },
    { { duration = 1, finish = "self.energy == 1" }, [[
action "x", finish: expected =, += or -=, found == (write = to set)
    self.energy == 1
                ^]] },
    { { duration = 1, when = true }, 'action "x", when: it is a boolean (give text, a function, or a list of these)' },
    -- The core's
    { {}, 'action "x": its duration is 0 ms (give a duration above 0, or a speed to travel at)' },
    { { duration = 1, when = function() end },
      'action "x": its functions may or may not use a target, and nothing else tells (say whether it takes a target)' },
    { { duration = 1, claim = "target.speed" },
      'action "x": state "p.speed" is claimed but declares no minimum (declare the minimum of the state, usually 0)' },
  })
end)

describe("a mistake in a sequence", function()
  cases("sequences", {
    { { entri = "a", a = { action = "idle", to = "END" } },
      'sequence "x", node "entri": it is a string (did you mean "entry"?)\n'
      .. 'sequence "x": it has no entry (say where it begins: entry = "...")' },
    { { entry = "b", a = { action = "idle", to = "END" } }, 'sequence "x", entry: unknown node "b"' },
    { { entry = "hbu", hub = { action = "idle", to = "END" } }, 'sequence "x", entry: unknown node "hbu" (did you mean "hub"?)' },
    { { entry = { action = "idle", to = "END" } },
      'sequence "x", entry: a node may not be called "entry" (it is an option of sequences: rename the node)' },
    { { entry = "a", a = { action = "idle", to = "claim" }, claim = { action = "idle", to = "END" } },
      'sequence "x", claim: a node may not be called "claim" (it is an option of sequences: rename the node)\n'
      .. 'sequence "x", node "a", transition 1: unknown node "claim"' },
    { { entry = "a", a = { action = "idle", to = "END" }, { action = "idle" } },
      'sequence "x": unknown key 1 (it may have allow, castable, claim, entry, same)' },
    { { entry = "a", a = { action = "idle", to = "END" }, END = {} },
      'sequence "x", node "END": END is where a sequence ends, and no node (rename it)' },
    { { entry = "a", a = { acton = "idle", to = "END" } },
      'sequence "x", node "a": unknown key "acton" (did you mean "action"?)' },
    { { entry = "a", a = { action = "idel", to = "END" } },
      'sequence "x", node "a": unknown action "idel" (did you mean "idle"?)' },
    { { entry = "a", a = { sequence = "idel", to = "END" } },
      'sequence "x", node "a": unknown sequence "idel" (did you mean "idle"?)' },
    { { entry = "a", a = { action = "idle", sequence = "idle", to = "END" } },
      'sequence "x", node "a": it has an action and a sequence (make two nodes of it)' },
    { { entry = "a", a = { action = "idle", to = "END", target = "other" } },
      'sequence "x", node "a", target: no part and no link is called "other" '
        .. '(give "same", "member", "any", the name of a part or a path along links)' },
    { { entry = "a", a = { action = "idle", to = 5 } },
      'sequence "x", node "a", to: it is a number (name a node, or list nodes)' },
    { { entry = "abc", abc = { action = "idle", to = "acb" } },
      'sequence "x", node "abc", transition 1: unknown node "acb" (did you mean "abc"?)' },
    { { entry = "abc", abc = { action = "idle", to = "END", failed = "acb" } },
      'sequence "x", node "abc", failed: unknown node "acb" (did you mean "abc"?)' },
    { { entry = "a", a = { action = "idle", to = { "END", { "a", when = "self.fad" } } } }, [[
sequence "x", node "a", transition 2, when: unknown state "fad" (did you mean "fed"?)
    self.fad
         ^]] },
    { { entry = "a", a = { action = "idle", to = { { "END", wehn = "self.fed" } } } },
      'sequence "x", node "a", transition 1: unknown key "wehn" (did you mean "when"?)' },
    { { entry = "a", a = { action = "idle", to = { "END", wehn = "self.fed" } } },
      'sequence "x", node "a", to: unknown key "wehn" (did you mean "when"?)' },
    { { entry = "a", a = { action = "idle", to = { "END", "a", when = "self.fed" } } },
      'sequence "x", node "a", transition 1: an edge leads to one node (write an edge for each)' },
    { { entry = "a", a = { action = "idle", to = { { when = "self.fed" }, "END" } } },
      'sequence "x", node "a", transition 1: it leads nowhere (write { "node", when = "..." })' },
    { { entry = "a", a = { action = "idle", to = { 5, "END" } } },
      'sequence "x", node "a", transition 1: it is a number (give a table)' },
    -- The core's
    { {}, 'sequence "x": it has no nodes (give it nodes)' },
    { { entry = "a", a = { action = "idle" } },
      'sequence "x", node "a": no transition leaves it (add a transition, to "END" if the sequence is over here)' },
    { { entry = "a", a = { action = "idle", target = "same", to = "END" } },
      'sequence "x", node "a": it asks for the same target, but action "p.idle" takes none'
      .. ' (let the action take a target, or do not ask for the same one)' },
    { { entry = "a", a = { sequence = "x", to = "END" } },
      'sequence "x": it runs itself: "p.x" -> "p.x" (break the chain:'
      .. ' a sequence that starts again needs a transition to its entry instead)' },
  })
end)

describe("a mistake in an entity", function()
  cases("props", {
    { { tag = "seat" }, 'prop "x": unknown key "tag" (did you mean "tags"?)' },
    { { main = "idle" }, 'prop "x": unknown key "main" (it may have accepts, allow, area, enter, every, exit, offers, '
      .. 'position, state, static, tags, trigger)' },
    { { tags = 5 }, 'prop "x", tags: it is a number (give a name or a list of names)' },
    { { accepts = "idel" }, 'prop "x", accepts: unknown action "idel" (did you mean "idle"?)' },
    { { static = true, every = 1 }, 'prop "x": it is static, and its position is asked for (leave out static or every)' },
    { { state = "energy" }, 'prop "x", state: it is a string (give a table)' },
    { { state = { "enrgy" } }, 'prop "x", state: unknown state "enrgy" (did you mean "energy"?)' },
    { { state = { enrgy = 5 } }, 'prop "x", state: unknown state "enrgy" (did you mean "energy"?)' },
    { { state = { 5 } }, 'prop "x", state: item 1 is no name (write { "energy", mood = 5 })' },
    { { state = { mood = "hapy" } },
      'prop "x", state, mood: it has no value "hapy"; it has "sad", "happy" (did you mean "happy"?)' },
    { { state = { energy = true } },
      'prop "x", state, energy: it is not a flag, so it cannot be true (give a number, or make it a flag)' },
    { { state = { energy = {} } }, 'prop "x", state, energy: it cannot be a table (give a whole number of 32 bits)' },
    -- The core's
    { { state = { "energy", energy = 5 } }, 'prop "x": state "p.energy" is listed twice (list it once)' },
    { { state = { energy = 11 } }, 'prop "x": the initial value 11 of "p.energy" is outside 0 .. 10'
      .. ' (choose an initial value within the bounds of the state)' },
  })
  cases("npcs", {
    { { main = "idel" }, 'npc "x", main: unknown sequence "idel" (did you mean "idle"?)' },
    { { main = "idle", fallback = "idel" }, 'npc "x", fallback: unknown sequence "idel" (did you mean "idle"?)' },
    { { main = "idle", on = "served" }, 'npc "x", on: it is a string (give a table)' },
    { { main = "idle", on = { servd = "idle" } }, 'npc "x", on: unknown interruption "servd" (did you mean "served"?)' },
    { { main = "idle", on = { served = "idel" } }, 'npc "x", on, served: unknown sequence "idel" (did you mean "idle"?)' },
    { { main = "idle", on = { "idle" } },
      'npc "x", on: item 1 has no interruption (write on = { rain_starts = "seek_shelter" })' },
    { { main = "idle", on = { served = 5 } }, 'npc "x", on, served: it is a number (give a table)' },
    { { main = "idle", on = { served = {} } }, 'npc "x", on, served: it names no sequence (write sequence = "...")' },
    { { main = "idle", on = { served = { sequence = "idle", prority = 1 } } },
      'npc "x", on, served: unknown key "prority" (did you mean "priority"?)' },
    { { main = "idle", on = { served = { sequence = "idle", priority = 0.5 } } },
      'npc "x", on, served, priority: it is 0.5 (give a whole number of 32 bits)' },
    { { main = "idle", memory = { transition = 5 } }, 'npc "x", memory: unknown key "transition" (did you mean "transitions"?)' },
    { { main = "idle", memory = { actions = "5" } }, 'npc "x", memory, actions: it is a string (give a number)' },
    -- The core's
    { {}, 'npc "x": it is an NPC without main sequence (name its main sequence)' },
    { { main = "idle", memory = { actions = 256 } }, 'npc "x": it has 256 action memories (give a capacity from 0 to 255)' },
  })
  it("is told of places", function()
    assert.equal('place "bnch": unknown entity "bnch" (did you mean "bench"?)',
      compile.said_of { props = { bench = {} }, places = { { "bnch" } } })
    assert.equal('place "bench": unknown key "nane" (did you mean "name"?)',
      compile.said_of { props = { bench = {} }, places = { { "bench", nane = "x" } } })
    assert.equal(('place "bench", x: it is %s (give a finite number)'):format(tostring(math.huge)),
      compile.said_of { props = { bench = {} }, places = { { "bench", x = math.huge } } })
    assert.equal('pack "p": places, item 1 names no prop or npc (write { "bench", x = 40, y = 12 })',
      compile.said_of { places = { { x = 1 } } })
  end)
end)

describe("a mistake in a pack", function()
  local function said(fields) return compile.said { fields } end
  it("is an unknown key, or one of the wrong type", function()
    assert.equal('pack "p": unknown key "actoins" (did you mean "actions"?)', said { name = "p", actoins = {} })
    assert.equal('pack "p": unknown key 1', said { name = "p", 5 })
    assert.equal('pack "p": actions is a number (give a table)', said { name = "p", actions = 5 })
    assert.equal('pack "p": actions, item 1 has no name (write name = { ... })', said { name = "p", actions = { {} } })
    assert.equal('pack "p": version is a number (give a text)', said { name = "p", version = 1 })
    assert.equal('pack "p": depends is a number (list the names of packs)', said { name = "p", depends = 5 })
    assert.equal('pack "p": depends, item 1 is no name of a pack (such as "common >= 1.0")', said { name = "p", depends = { 5 } })
  end)
  it("is a name that cannot be", function()
    assert.equal('pack "?": it has no name (give it a name)', said {})
    assert.equal('pack "a b": its name cannot be written in an expression (use letters, digits and _)', said { name = "a b" })
    assert.equal('pack "env": its name means something in expressions (name it otherwise)', said { name = "env" })
    assert.equal('state "a b": its name cannot be written in an expression (use letters, digits and _)',
      said { name = "p", states = { ["a b"] = {} } })
    assert.equal('action "a.b": its name has a dot (the dot stands between a pack and its names)',
      said { name = "p", actions = { ["a.b"] = {} } })
    assert.equal('action "": its name is empty (give it a name)', said { name = "p", actions = { [""] = {} } })
    assert.equal('action "a?": its name has a control character (use letters, digits and _)',
      said { name = "p", actions = { ["a\1"] = {} } })
    assert.equal('constant "now": its name means something in expressions (name it otherwise)',
      said { name = "p", constants = { now = 1 } })
  end)
  it("is a dependency that is not there", function()
    assert.equal('pack "p", depends: pack "comon" is not loaded (did you mean "common"?)',
      compile.said { { name = "common" }, { name = "p", depends = "comon" } })
    assert.equal('pack "p", depends: pack "xyz" is not loaded (load it too)', said { name = "p", depends = { "xyz" } })
  end)
  it("is a name that is there twice", function()
    local lines = compile.said { { name = "p" }, { name = "p" } }
    assert.truthy(lines:find('^pack "p": there is another pack of this name at .*%.lua:%d+ %(rename one of the two%)$'))
    local made = pack.new({ name = "p" }, "p/pack.lua:1")
    made:declare("prop", "bench", {}, "p/entities.lua:3")
    made:declare("npc", "bench", {}, "p/entities.lua:7")
    local _, problems = content.compile { made }
    assert.equal('p/entities.lua:7: npc "bench": there is another prop of this name at p/entities.lua:3 (rename one of the two)',
      content.format_all(problems))
  end)
  it("that is no table raises", function()
    local good, message = pcall(pack.from_table, 5)
    assert.is_false(good)
    assert.equal("bustle.pack takes a table, not a number", (message:gsub("^.*: ", "")))
  end)
end)

describe("problems", function()
  it("name file and line of the declaring word, as in the documentation", function()
    local market = pack.new({ name = "market" }, "market/pack.lua:1")
    market:declare("state", "seats", { min = 0 }, "market/vocabulary.lua:2")
    market:declare("action", "sit_on_bench", { duration = 1, when = "target.seat > 0" }, "market/actions.lua:12")
    local _, problems = content.compile { market }
    assert.equal([[
market/actions.lua:12: action "sit_on_bench", when: unknown state "seat" (did you mean "seats"?)
    target.seat > 0
           ^]], content.format_all(problems))
    local problem = problems[1]
    assert.same({ "error", "unknown-state", "action", "market.sit_on_bench", "market/actions.lua:12", "when",
      'when: unknown state "seat"', 'did you mean "seats"?' },
      { problem.severity, problem.code, problem.kind, problem.thing, problem.origin, problem.spot, problem.text, problem.cure })
  end)

  it("of plain tables name the line that calls bustle.pack", function()
    local line = debug.getinfo(1, "l").currentline + 1
    local made = pack.from_table { name = "p", actions = { x = {} } }
    local _, problems = content.compile { made }
    assert.truthy(problems[1].origin:find("problems_spec.lua:" .. line .. "$"))
  end)

  it("name the pack where no file is known, as after a tail call from a file", function()
    local loaded = (rawget(_G, "loadstring") or load)('return (...) { name = "t", actions = { x = {} } }', "=t.lua")
    local _, told = content.compile { (select(2, pcall(loaded, pack.from_table))) }
    assert.truthy(content.format(told[1]):find('^action "t%.x": '))
    local made = pack.new { name = "p" }
    made:declare("action", "x", {})
    local _, problems = content.compile { made }
    assert.equal('action "p.x": its duration is 0 ms (give a duration above 0, or a speed to travel at)',
      content.format_all(problems))
  end)

  it("come all at once, errors first, by file, line and thing", function()
    local made = pack.new({ name = "p" }, "p/pack.lua:1")
    made:declare("action", "far", { duration = 1, targets = "nothing" }, "p/a.lua:1")
    made:declare("action", "b", { duration = 1, whne = 1 }, "p/a.lua:10")
    made:declare("action", "z", { durtion = 1, when = "self.x > 1" }, "p/a.lua:9")
    made:declare("action", "c", {}, "p/a.lua:11")
    local _, problems = content.compile { made }
    assert.equal([[
p/a.lua:9: action "z": unknown key "durtion" (did you mean "duration"?)
p/a.lua:9: action "z", when: unknown state "x"
    self.x > 1
         ^
p/a.lua:10: action "b": unknown key "whne" (did you mean "when"?)
p/a.lua:11: action "c": its duration is 0 ms (give a duration above 0, or a speed to travel at)
p/a.lua:1: warning: action "far", targets: nothing is tagged "nothing" (tag a prop or npc with it)]],
      content.format_all(problems))
  end)

  it("that only follow from others are held back", function()
    -- Of x nothing is known but that its condition is wrong: whether it takes a target, or what it needs, is not told.
    assert.equal([[
action "x", when: unknown state "seat" (did you mean "seats"?)
    target.seat > 0
           ^]], compile.said_of { actions = { x = { duration = 1, when = "target.seat > 0" } },
      sequences = { s = { entry = "a", a = { action = "x", target = "same", to = "END" } } },
      npcs = { n = { main = "s" } } })
  end)

  it("that are warnings are kept with the result", function()
    local result = compile.base { props = { bench = { tags = "seat" } },
      actions = { x = { duration = 1, targets = "saet" } } }
    assert.equal("unused-tag", result.problems[1].code)
    assert.truthy(content.format(result.problems[1]):find(
      'warning: action "x", targets: nothing is tagged "saet" (did you mean "seat"?)', 1, true))
  end)

  it("of the core name the text of what they are about", function()
    local result = compile.base { actions = { x = { duration = 1, when = "self.energy > 11" } } }
    assert.truthy(content.format(result.problems[1]):find(
      'warning: action "x", when "self.energy > 11": "p.energy" is never above 10, so that this is never true', 1, true))
    assert.equal('when "self.energy > 11"', result.problems[1].spot)
  end)

  it("are not told where a definition allows the warning, but errors are", function()
    local always = { duration = 1, when = "self.energy < 20", allow = "always-true" }
    assert.same({}, compile.base({ actions = { x = always } }).problems)
    assert.matches("its duration is 0 ms", compile.said { compile.with { actions = { x = { duration = 0,
      allow = "bad-duration" } } } })
    assert.matches('action "x", allow: it is a number', compile.said { compile.with { actions = { x = { duration = 1,
      allow = 5 } } } })
  end)

  it("in great number are all told", function()
    local made = pack.new({ name = "p" }, "p.lua:1")
    for i = 1, 2000 do made:declare("action", "action_" .. i, { duration = 1, when = "self.missing_" .. i .. " > 1" }) end
    for i = 1, 2000 do made:declare("state", "some_state_" .. i, {}) end
    local _, problems = content.compile { made }
    assert.equal(2000, #problems)
  end)
end)
