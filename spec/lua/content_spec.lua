-- What definitions become: the tables that the core seals, and what is kept beside them.
local compile = require "spec.lua.support.compile"
local core = require "bustle.core"
local made = compile.made

local function action(fields, more)
  local given = more or {}
  given.actions = { x = fields }
  return made(compile.base(given), "actions", "p.x")
end

local function sequence(fields, more)
  local given = more or {}
  given.sequences = { x = fields }
  return made(compile.base(given), "sequences", "p.x")
end

local function node(s, name)
  for _, each in ipairs(s.nodes) do
    if each.name == name then return each end
  end
end

local function op(kind, subject, name, value)
  return { kind = kind, subject = subject, name = name, value = value }
end

describe("a state (S2)", function()
  local result = compile.base { states = {
    tired = { default = 1, flag = true }, gait = { values = { "walk", "run" }, default = "run" }, plain = {},
    kept = { flag = true, default = true },
  } }
  it("has bounds and a default", function()
    local energy = made(result, "states", "p.energy")
    assert.same({ 0, 10, 6, false }, { energy.min, energy.max, energy.initial, energy.flag })
    assert.is_nil(made(result, "states", "p.plain").initial)
  end)
  it("may be a flag, whose default is true or false", function()
    assert.is_true(made(result, "states", "p.tired").flag)
    assert.equal(1, made(result, "states", "p.tired").initial)
    assert.equal(1, made(result, "states", "p.kept").initial)
  end)
  it("may have named values, one of which is the default", function()
    assert.same({ "walk", "run" }, made(result, "states", "p.gait").values)
    assert.equal(1, made(result, "states", "p.gait").initial)
  end)
  it("is known by its name as a key", function()
    assert.is_true(result.keys.state["p.tired"].flag)
    assert.same({ "walk", "run" }, result.keys.state["p.gait"].values)
  end)
  it("may be written as a name only", function()
    assert.is_table(made(compile.base { states = { "alone" } }, "states", "p.alone"))
  end)
end)

describe("an environment value (S9)", function()
  it("is asked for every so many seconds", function()
    local env = compile.base { env = { tide = { every = 0.25, min = 0, max = 9, default = 4 } } }
    local tide = made(env, "environment", "p.tide")
    assert.same({ 250, 0, 9, 4 }, { tide.refresh_ms, tide.min, tide.max, tide.initial })
    assert.same({ "sunny", "rainy" }, env.keys.environment["p.weather"].values)
  end)
end)

describe("an interruption (S45)", function()
  it("may have a condition", function()
    local result = compile.base { interruptions = { rain = { when = "env.weather == 'rainy'" } } }
    assert.same(compile.comparisons { { "==", "env", "p.weather", 1 } }, made(result, "interruptions", "p.rain").when)
    assert.same({}, made(result, "interruptions", "p.served").when)
  end)
end)

describe("a constant", function()
  it("stands for its value", function()
    assert.same(compile.comparisons { { "<", "distance", nil, 41 } }, action({ duration = 1, when = "distance < nearby" }).when)
  end)
  it("may be set by the game", function()
    local given = { actions = { x = { duration = 1, when = "distance < nearby" } } }
    local result = compile.base(given, { constants = { nearby = 7 } })
    assert.same(compile.comparisons { { "<", "distance", nil, 7 } }, made(result, "actions", "p.x").when)
    result = compile.base(given, { constants = { ["p.nearby"] = 8 } })
    assert.same(compile.comparisons { { "<", "distance", nil, 8 } }, made(result, "actions", "p.x").when)
  end)
  it("may be true or false", function()
    local x = action({ duration = 1, when = "war" }, { constants = { war = true } })
    assert.equal(3, #x.when)
  end)
end)

describe("an action (S11)", function()
  it("lasts seconds, or a range of them", function()
    assert.equal(2500, action({ duration = 2.5 }).duration_ms)
    assert.equal(1001, action({ duration = 1.001 }).duration_ms) -- times 1000, that is a little less
    local ranged = action { duration = { 6, 10 } }
    assert.same({ 6000, 10000 }, { ranged.duration_ms, ranged.duration_max_ms })
  end)
  it("may have a timeout, which may be a failure", function()
    local x = action { duration = 1, timeout = 4, timeout_fails = true }
    assert.same({ 4000, true }, { x.timeout_ms, x.timeout_fails })
  end)
  it("may be resumable and say who ends it (S16)", function()
    local x = action { duration = 1, resumable = true, ends = "game" }
    assert.same({ true, "game" }, { x.resumable, x.ending })
    assert.equal("timed", action({ duration = 1, ends = "timed" }).ending)
  end)
  it("has a condition that the core makes as short as single operations (S6)", function()
    local result = compile.base { actions = { x = { duration = 1, when = "5 > self.energy and not env.open" } } }
    made(result, "actions", "p.x").when = { op("<", "self", "p.energy", 5), op("~=", "env", "p.open", 1) }
    assert.equal(core.seal(result.tables):bytes(), result.content:bytes())
  end)
  it("has a condition and three kinds of effects", function()
    local x = action { duration = 1, when = "self.fed", start = "self.energy -= 1", finish = "self.fed = true",
      interrupted = "raise served on self" }
    assert.same(compile.comparisons { { "==", "self", "p.fed", 1 } }, x.when)
    assert.same({ op("sub", "self", "p.energy", 1) }, x.start)
    assert.same({ op("set", "self", "p.fed", 1) }, x.finish)
    assert.same({ op("raise", "self", "p.served") }, x.interrupted)
  end)
  it("says by its tags that it takes a target, or by true and false (S12)", function()
    assert.is_true(action({ duration = 1, targets = "seat" }).target)
    assert.is_true(action({ duration = 1, targets = { "seat", "bed" } }).target)
    assert.is_true(action({ duration = 1, targets = true }).target)
    assert.is_false(action({ duration = 1, targets = false, when = function() end }).target)
    assert.is_nil(action({ duration = 1 }).target)
  end)
  it("may claim of its target (S42)", function()
    local function claims(value) return action({ duration = 1, claim = value }).claims end
    assert.same({ { state = "p.seats", amount = 1 } }, claims "target.seats")
    assert.same({ { state = "p.seats", amount = 2 } }, claims { "target.seats", 2 })
    assert.same({ { state = "p.seats", amount = 4 } }, claims { "target.seats", "two * 2" })
    assert.same({ { state = "p.seats", amount = 1 } }, claims { "target.seats" })
    assert.same({ { state = "p.seats", amount = 1 }, { state = "p.energy", amount = 1 } },
      claims { "target.seats", "target.energy" })
    assert.same({ { state = "p.seats", amount = 2 }, { state = "p.energy", amount = 1 } },
      claims { { "target.seats", 2 }, "target.energy" })
  end)
  it("may prefer a target (S46)", function()
    local function prefer(text)
      local x = action { duration = 1, prefer = text }
      return { x.preference, x.preferred_state }
    end
    assert.same({ "nearest" }, prefer "nearest")
    assert.same({ "least", "p.energy" }, prefer "least target.energy")
    assert.same({ "most", "p.energy" }, prefer " most  target.p.energy ")
  end)
  it("may travel instead of lasting (S47)", function()
    assert.equal(3, action({ travel = 3 }).speed)
    assert.equal("p.speed", action({ travel = "self.speed" }).speed_state)
    assert.equal(41, action({ travel = "nearby" }).speed)
    assert.equal(41, action({ travel = 3, near = "nearby" }).near)
  end)
  it("may end on interruptions (S45)", function()
    assert.same({ "p.served" }, action({ duration = 1, ends_on = "served" }).ends_on)
    assert.same({ "p.served", "p.shout" }, action({ duration = 1, ends_on = { "served", "p.shout" } }).ends_on)
  end)
  it("shows what is kept for the game", function()
    local show = { anim = "wave" }
    local result = compile.base { actions = { x = { duration = 1, show = show } } }
    assert.equal(show, result.show["p.x"])
  end)
end)

describe("a function (S8)", function()
  it("is kept by number, with where it is written", function()
    local fn = function() return true end
    local line = debug.getinfo(fn, "S").linedefined
    local result = compile.base { actions = { x = { duration = 1, targets = false, when = fn } } }
    local call = made(result, "actions", "p.x").when[1]
    assert.equal("call", call.kind)
    local kept = result.functions[call.value]
    assert.equal(fn, kept.fn)
    assert.equal(call.name, kept.where)
    assert.truthy(kept.where:find("content_spec.lua:" .. line, 1, true))
    assert.same({ "p", "p.x" }, { kept.pack, kept.action })
  end)
  it("has one number in one action, and another in another", function()
    local fn = function() return true end
    local x = { duration = 1, targets = false, when = fn, start = fn }
    local result = compile.base { actions = { x = x, y = x } }
    local first, second = made(result, "actions", "p.x"), made(result, "actions", "p.y")
    assert.equal(first.when[1].value, first.start[1].value)
    assert.are_not.equal(first.when[1].value, second.when[1].value)
  end)
  it("of a transition names its sequence", function()
    local result = compile.base { sequences = { x = { entry = "a",
      a = { action = "idle", to = { { "a", when = function() end }, "END" } } } } }
    assert.same({ "sequence", "p.x" }, { result.functions[1].kind, result.functions[1].thing })
    assert.is_nil(result.functions[1].action)
  end)
end)

describe("a sequence (S20)", function()
  local function transitions(to)
    return node(sequence { entry = "a", a = { action = "idle", to = to }, b = { action = "idle", to = "END" } }, "a").transitions
  end
  it("leads to one node, or one of several", function()
    assert.same({ { to = "b", when = {} } }, transitions "b")
    assert.same({ { to = "b", when = {} }, { to = "END", when = {} } }, transitions { "b", "END" })
  end)
  it("leads along edges with conditions (S22) and otherwise (S44)", function()
    local when = compile.comparisons { { "<", "self", "p.energy", 5 } }
    assert.same({ { to = "b", when = when } }, transitions { "b", when = "self.energy < 5" })
    assert.same({ { to = "b", when = when }, { to = "END", when = {}, otherwise = true } },
      transitions { { "b", when = "self.energy < 5" }, { "END", otherwise = true } })
    assert.same({ { to = "b", when = {} }, { to = "END", when = when } },
      transitions { "b", { "END", when = "self.energy < 5" } })
    assert.same({ { to = "b", when = {} } }, transitions { { "b" } })
    assert.same({ { to = "b", when = {}, otherwise = true } }, transitions { "b", otherwise = true })
  end)
  it("has nodes with an action, a sequence or nothing but a choice (S44)", function()
    local s = sequence { entry = "c", c = { to = { "a", "s" } }, a = { action = "idle", to = "END", failed = "s" },
      s = { sequence = "idle", to = "END" } }
    assert.equal("c", s.entry)
    assert.same({ "choice" }, { node(s, "c").kind, node(s, "c").performs })
    assert.same({ "action", "p.idle", "s" }, { node(s, "a").kind, node(s, "a").performs, node(s, "a").failed })
    assert.same({ "sequence", "p.idle" }, { node(s, "s").kind, node(s, "s").performs })
  end)
  it("may ask for the same target (S41)", function()
    local s = sequence({ entry = "a", a = { action = "go", to = "b" }, b = { action = "go", target = "same", to = "END" } },
      { actions = { go = { duration = 1, targets = true } } })
    assert.is_true(node(s, "b").same_target)
    assert.is_nil(node(s, "a").same_target)
  end)
  it("may claim for its whole run (S42)", function()
    local s = sequence({ claim = "target.seats", entry = "a", a = { action = "go", to = "END" } },
      { actions = { go = { duration = 1, targets = true } } })
    assert.same({ { state = "p.seats", amount = 1 } }, s.claims)
  end)
end)

describe("an entity (S1)", function()
  local function entity(word, fields, more)
    local given = more or {}
    given[word] = { x = fields }
    return made(compile.base(given), "entities", "p.x")
  end
  it("has state from lists and maps, with its own values", function()
    local x = entity("props", { state = { "energy", "fed", mood = "happy", seats = 4 } })
    assert.same({ { state = "p.energy" }, { state = "p.fed" }, { state = "p.mood", initial = 1 },
      { state = "p.seats", initial = 4 } }, x.states)
    assert.same({ { state = "p.fed", initial = 1 } }, entity("props", { state = { fed = true } }).states)
  end)
  it("is pushed, static or asked for (S10)", function()
    assert.equal("pushed", entity("props", {}).position)
    assert.equal("static", entity("props", { static = true }).position)
    local asked = entity("props", { every = 0.5 })
    assert.same({ "queried", 500 }, { asked.position, asked.position_refresh_ms })
  end)
  it("accepts what it lists, and what is meant for its tags (S13)", function()
    local go = { duration = 1, targets = "seat" }
    local more = { actions = { go = go, lie = { duration = 1, targets = { "bed", "seat" } }, see = { duration = 1, targets = true } } }
    assert.same({ "p.see", "p.go", "p.lie" }, entity("props", { tags = "seat", accepts = "see" }, more).accepts)
    assert.same({ "p.lie" }, entity("props", { tags = { "bed", "seat" }, accepts = { "lie" } },
      { actions = { lie = { duration = 1, targets = { "bed", "seat" } } } }).accepts)
    assert.same({}, entity("props", {}).accepts)
  end)
  it("keeps its tags aside", function()
    local result = compile.base { props = { x = { tags = { "seat", "bed" } } }, npcs = { y = { main = "idle", tags = "seat" } } }
    assert.same({ "seat", "bed" }, result.tags["p.x"])
    assert.same({ "p.y", "p.x" }, result.tagged.seat)
  end)
  it("decides if it is an NPC", function()
    local x = entity("npcs", { main = "idle", fallback = { "idle" }, memory = { transitions = 1, actions = 2, interruptions = 3 },
      on = { served = "idle", ["p.shout"] = { sequence = "idle", priority = -3 } } })
    assert.is_true(x.npc)
    assert.equal("p.idle", x.main)
    assert.same({ "p.idle" }, x.fallbacks)
    assert.same({ { interruption = "p.shout", sequence = "p.idle", priority = -3 },
      { interruption = "p.served", sequence = "p.idle", priority = 0 } }, x.handlers)
    assert.same({ 1, 2, 3 }, { x.transition_memories, x.action_memories, x.interruption_memories })
    assert.same({ "p.idle" }, entity("npcs", { main = "idle", fallback = "idle" }).fallbacks)
    assert.is_false(entity("props", {}).npc)
  end)
end)

describe("a place", function()
  it("is kept aside", function()
    local result = compile.base { props = { bench = { state = { "seats" } } },
      places = { { "bench", name = "by the well", x = 40, y = 12, state = { seats = 3 } }, { "bench" } } }
    local first, second = result.places[1], result.places[2]
    assert.same({ "p.bench", "by the well", 40, 12, 0, { ["p.seats"] = 3 } },
      { first.definition, first.name, first.x, first.y, first.z, first.states })
    assert.same({ "p.bench", 0, {} }, { second.definition, second.x, second.states })
  end)
end)

describe("names", function()
  local function common(more)
    local fields = { name = "common", states = { "energy", "luck" }, constants = { far = 400 } }
    for key, value in pairs(more or {}) do fields[key] = value end
    return fields
  end
  local function user(fields)
    fields.name = "user"
    return fields
  end

  it("are those of the own pack first, then of its dependencies", function()
    local result = compile.packs { common(), user { depends = { "common >= 1.0" }, states = { "energy" },
      actions = { x = { duration = 1, when = "self.energy > 1 and self.luck > far" } } } }
    local when = made(result, "actions", "user.x").when
    assert.same(compile.comparisons { { ">", "self", "user.energy", 1 }, { ">", "self", "common.luck", 400 } }, when)
  end)

  it("may be written with the pack everywhere", function()
    local result = compile.packs { common(), user { actions = { x = { duration = 1,
      when = "self.common.energy > common.far" } } } }
    assert.same(compile.comparisons { { ">", "self", "common.energy", 400 } }, made(result, "actions", "user.x").when)
  end)

  it("that two dependencies have must be written with the pack", function()
    local packs = { common(), { name = "other", states = { "luck" } }, user { depends = { "common", "other" },
      actions = { x = { duration = 1, when = "self.luck > 1" } } } }
    assert.equal([[
action "x", when: state "luck" is ambiguous: "common.luck" or "other.luck" (write the one that is meant with its pack)
    self.luck > 1
         ^]], compile.said(packs))
    packs[3].actions.x.when = "self.other.luck > 1"
    assert.same(compile.comparisons { { ">", "self", "other.luck", 1 } }, made(compile.packs(packs), "actions", "user.x").when)
  end)

  it("of packs that are no dependencies are not seen", function()
    assert.equal([[
action "x", when: unknown state "luck" (did you mean "common.luck"?)
    self.luck > 1
         ^]], compile.said { common(), user { actions = { x = { duration = 1, when = "self.luck > 1" } } } })
  end)

  it("are seen by the game as by a pack that depends on all of them", function()
    local result = compile.packs { common(), { name = "other", states = { "luck", "wit" } } }
    assert.equal("other.wit", result:resolve("state", "wit"))
    assert.equal("other.wit", result:resolve("state", "other.wit"))
    assert.equal("other.luck", result:resolve("state", "luck", "other"))
    local found, text = result:resolve("state", "luck")
    assert.is_nil(found)
    assert.equal('state "luck" is ambiguous: "common.luck" or "other.luck" (write the one that is meant with its pack)', text)
    found, text = result:resolve("state", "witt")
    assert.is_nil(found)
    assert.equal('unknown state "witt" (did you mean "wit"?)', text)
    assert.equal("other", result:thing("state", "other.wit").pack.name)
  end)

  it("of tags belong to no pack", function()
    local result = compile.packs { { name = "a", actions = { sit = { duration = 1, targets = "seat" } } },
      { name = "b", props = { bench = { tags = "seat" } } } }
    assert.same({ "a.sit" }, made(result, "entities", "b.bench").accepts)
  end)
end)

describe("compiling", function()
  it("seals with the core", function()
    local result = compile.base()
    assert.equal(0, result.content:find("action", "p.idle"))
  end)
  it("does not change packs: they can be compiled again", function()
    local pack = require("bustle.author.pack").from_table(compile.with { props = { x = { tags = "seat" } },
      actions = { sit = { duration = 1, targets = "seat" } } })
    local first = made(compile.packs({ pack }, { constants = { nearby = 1 } }), "entities", "p.x")
    local second = made(compile.packs { pack }, "entities", "p.x")
    assert.same(first, second)
  end)
  it("makes the same tables on every run", function()
    local first, second = compile.base(), compile.base()
    assert.same(first.tables, second.tables)
  end)
  it("refuses what is no list of packs", function()
    local content = require "bustle.author.content"
    assert.has_error(function() content.compile(5) end)
    local _, message = pcall(content.compile, { {} })
    assert.truthy(message:find("packs, item 1 is not a pack", 1, true))
  end)
end)
