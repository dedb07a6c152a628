-- What packs change in what others define: extend, replace, remove.
local bustle = require "bustle"
local conditions = require("bustle.author.expression.reader").conditions
local support = require "spec.packs.support"

local MARKET = { ["market.lua"] = [[
state "energy" { default = 5, min = 0, max = 10 }
state "mood" { default = 1 }
state "seats" { default = 2, min = 0 }
state "speed" { default = 2 }
env "weather" { every = 5, values = { "sunny", "rainy" } }
env "open" { flag = true, every = 1 }
interruption "shout" {}
interruption "rain" { when = "env.weather == 'rainy'" }
constant "nearby" (41)
action "rest" { duration = { 3, 5 }, timeout = 60, resumable = true, targets = "seat", claim = "target.seats", prefer = "nearest",
  when = "self.energy < 10", start = "self.mood += 1", finish = "self.energy += 1", ends_on = "shout", show = { anim = "sit", loop = true } }
action "walk" { duration = 2 }
sequence "day" { entry = "rest", claim = "target.seats",
  rest = { action = "rest", to = { { "walk", when = "env.open" }, "sing" }, failed = "walk" },
  sing = { action = "walk", to = "walk" },
  walk = { action = "walk", to = "END" },
}
sequence "gasp" (chain { "walk" })
prop "bench" { static = true, tags = { "seat" }, state = { "seats" } }
npc "visitor" { main = "day", fallback = { "gasp" }, on = { shout = "gasp", rain = { sequence = "gasp", priority = 2 } },
  tags = { "person" }, memory = { transitions = 4, actions = 5 }, state = { "energy", mood = 3, "speed" } }
]] }

-- The market with a pack "flood" that depends on it.
local function with(changes)
  return { market = MARKET, flood = { ["pack.lua"] = 'return { name = "flood", depends = "market" }', ["changes.lua"] = changes } }
end

local function compiled(changes)
  return (support.compiled(with(changes), { "market", "flood" }))
end

local function made(changes, list, name)
  for _, each in ipairs(compiled(changes).tables[list]) do
    if each.name == name then return each end
  end
end

local function node(sequence, name)
  for _, each in ipairs(sequence.nodes) do
    if each.name == name then return each end
  end
end

local function destinations(each)
  local names = {}
  for i, edge in ipairs(each.transitions) do names[i] = edge.to end
  return table.concat(names, " ")
end

describe("extending an action", function()
  local function rest(changes) return made(changes, "actions", "market.rest") end

  it("replaces single values", function()
    local x = rest 'extend "market.rest" { duration = 9, timeout = 70, resumable = false, prefer = "most target.seats", ends = "game" }'
    assert.same({ 9000, nil, 70000, false, "most", "market.seats", "game" }, { x.duration_ms, x.duration_max_ms, x.timeout_ms,
      x.resumable, x.preference, x.preferred_state, x.ending })
  end)
  it("replaces the time it takes by a speed, and the other way round", function()
    local x = made('extend "walk" { targets = "seat", travel = "self.speed" }', "actions", "market.walk")
    assert.same({ nil, "market.speed" }, { x.duration_ms, x.speed_state })
  end)
  it("ands conditions, in the names of the one who writes", function()
    local x = rest 'state "wet" { flag = true }\nextend "market.rest" { when = "not self.wet" }\nextend "market.visitor" { state = { "wet" } }'
    assert.same({ "market.energy", "flood.wet" }, { x.when[1].name, x.when[4].name })
  end)
  it("appends effects, claims, tags and what ends it", function()
    local x = rest [[
interruption "water" {}
prop "roof" { state = { "seats" }, tags = { "roof" } }
extend "market.rest" { start = "self.mood += 2", finish = { "self.mood = 0", "self.energy = 0" }, interrupted = "self.mood = 1",
  claim = { "target.seats", 2 }, targets = { "roof", "seat" }, ends_on = { "water", "shout" } }
]]
    assert.same({ 2, 3, 1 }, { #x.start, #x.finish, #x.interrupted })
    assert.same({ { state = "market.seats", amount = 1 }, { state = "market.seats", amount = 2 } }, x.claims)
    assert.same({ "market.shout", "flood.water" }, x.ends_on)
    assert.same({ "market.rest" }, made([[
prop "roof" { state = { "seats" }, tags = { "roof" } }
extend "market.rest" { targets = { "roof", "seat" } }]], "entities", "flood.roof").accepts)
  end)
  it("merges what it shows", function()
    assert.same({ anim = "lie", loop = true, sound = "snore" },
      compiled('extend "market.rest" { show = { anim = "lie", sound = "snore" } }').show["market.rest"])
  end)
  it("may add functions, which are those of their pack", function()
    local result = compiled 'extend "market.walk" { targets = false, start = function(npc) npc.state.mood = 9 end }'
    assert.same({ "flood", "market.walk", "flood/changes.lua:1" }, { result.functions[1].pack, result.functions[1].thing,
      result.functions[1].where:match("flood/.*") })
  end)
  it("removes what is named, before it adds", function()
    local x = rest [[extend "market.rest" { start = "self.mood = 0",
      remove = { "when", "start", "timeout", "prefer", "targets", claim = "target.seats", ends_on = "shout", show = "loop" } }]]
    assert.same({ 0, 1, nil, nil, nil, {}, {} }, { #x.when, #x.start, x.timeout_ms, x.preference, x.target, x.claims, x.ends_on })
    assert.equal("set", x.start[1].kind)
    assert.same({ anim = "sit" }, compiled('extend "market.rest" { remove = { show = { "loop" } } }').show["market.rest"])
  end)
end)

describe("extending a sequence", function()
  local function day(changes) return made(changes, "sequences", "market.day") end

  it("adds nodes, and ways to them", function()
    local x = day [[
action "hide" { duration = 3 }
extend "market.day" { rest = { to = { { "hide", when = "env.weather == 'rainy'" } } }, hide = { action = "hide", to = "walk" } }
]]
    assert.equal("walk sing hide", destinations(node(x, "rest")))
    assert.equal("market.weather", node(x, "rest").transitions[3].when[1].name)
    assert.same({ "action", "flood.hide" }, { node(x, "hide").kind, node(x, "hide").performs })
  end)
  it("adds a way that is written as a name, or as one edge", function()
    assert.equal("walk sing END", destinations(node(day 'extend "market.day" { rest = { to = "END" } }', "rest")))
    assert.equal("walk sing END", destinations(node(day 'extend "market.day" { rest = { to = { "END", when = "env.open" } } }', "rest")))
  end)
  it("replaces what a node performs, where it fails to, and the entry", function()
    local x = day 'extend "market.day" { entry = "sing", sing = { sequence = "gasp" }, rest = { failed = "END", target = "same" } }'
    assert.same({ "sing", "sequence", "market.gasp", "END", true }, { x.entry, node(x, "sing").kind, node(x, "sing").performs,
      node(x, "rest").failed, node(x, "rest").same_target })
  end)
  it("removes ways, nodes with the ways to them, and options", function()
    local x = day 'extend "market.day" { remove = { "sing", "claim", rest = { "failed" } } }'
    assert.equal("walk", destinations(node(x, "rest")))
    assert.same({ 2, {}, nil }, { #x.nodes, x.claims, node(x, "rest").failed })
    x = day 'extend "market.day" { remove = { rest = { to = { "sing", "walk" } } }, rest = { to = "END" } }'
    assert.equal("END", destinations(node(x, "rest")))
    assert.is_nil(node(day 'extend "market.day" { remove = "walk", sing = { to = "END" } }', "rest").failed)
    assert.equal("sing", node(day 'extend "market.day" { remove = "walk", rest = { failed = "sing" }, sing = { to = "END" } }', "rest").failed)
  end)
end)

describe("extending an entity", function()
  local function visitor(changes) return made(changes, "entities", "market.visitor") end
  local function handlers(x)
    local texts = {}
    for i, each in ipairs(x.handlers) do texts[i] = ("%s %s %d"):format(each.interruption, each.sequence, each.priority) end
    return texts
  end

  it("merges handlers, state and memory", function()
    local x = visitor [[
interruption "flood" {}
state "wet" { default = 1 }
sequence "flee" (chain { "walk" })
extend "market.visitor" { on = { flood = "flee", shout = { priority = 5 }, rain = "flee" }, memory = { actions = 9, interruptions = 3 },
  state = { "mood", "wet", energy = 2 } }
]]
    assert.same({ "market.rain flood.flee 2", "market.shout market.gasp 5", "flood.flood flood.flee 0" }, handlers(x))
    assert.same({ 4, 9, 3 }, { x.transition_memories, x.action_memories, x.interruption_memories })
    assert.same({ { state = "market.energy", initial = 2 }, { state = "market.speed" }, { state = "market.mood", initial = 3 },
      { state = "flood.wet" } }, x.states)
  end)
  it("appends tags, fallbacks and what it accepts, each once", function()
    local result = compiled 'extend "market.visitor" { tags = { "person", "wet" }, fallback = "day", accepts = "rest", state = { "seats" } }'
    assert.same({ "person", "wet" }, result.tags["market.visitor"])
    local x = visitor 'extend "market.visitor" { fallback = { "gasp", "day" }, accepts = "rest", state = { "seats" } }'
    assert.same({ { "market.gasp", "market.day" }, { "market.rest" } }, { x.fallbacks, x.accepts })
  end)
  it("replaces the main sequence, and how its position is known", function()
    assert.equal("market.gasp", visitor('extend "market.visitor" { main = "gasp" }').main)
    local bench = made('extend "bench" { static = false, every = 2 }', "entities", "market.bench")
    assert.same({ "queried", 2000 }, { bench.position, bench.position_refresh_ms })
  end)
  it("removes handlers, tags, state and the rest", function()
    local result = compiled 'extend "market.visitor" { remove = { "fallback", "memory", on = { "rain" }, tags = "person", state = "speed" } }'
    assert.same({}, result.tags["market.visitor"])
    local x = visitor 'extend "market.visitor" { remove = { "fallback", "memory", on = { "rain" }, tags = "person", state = "speed" } }'
    assert.same({ {}, nil, { "market.shout market.gasp 0" }, 2 }, { x.fallbacks, x.action_memories, handlers(x), #x.states })
  end)
end)

describe("extending vocabulary", function()
  it("replaces bounds and defaults, and appends named values", function()
    local energy = made('extend "energy" { max = 20, default = 15 }', "states", "market.energy")
    assert.same({ 0, 20, 15 }, { energy.min, energy.max, energy.initial })
    local weather = made('extend "env market.weather" { values = { "snowy" }, default = "snowy", every = 9 }', "environment", "market.weather")
    assert.same({ { "sunny", "rainy", "snowy" }, 2, 9000 }, { weather.values, weather.initial, weather.refresh_ms })
  end)
  it("ands the condition of an interruption", function()
    assert.equal(2, #conditions(made('extend "interruption rain" { when = "env.open" }', "interruptions", "market.rain").when))
    assert.equal(0, #made('extend "interruption rain" { remove = "when" }', "interruptions", "market.rain").when)
  end)
  it("sets a constant, and the game has the last word", function()
    local changes = 'extend "market.nearby" (7)\naction "near" { duration = 1, targets = true, when = "distance < nearby" }'
    assert.equal(7, made(changes, "actions", "flood.near").when[2].value)
    local packs = require "bustle.packs"
    local result = packs.compile(support.load(with(changes), { "market", "flood" }), { constants = { nearby = 8 } })
    assert.equal(8, result.tables.actions[#result.tables.actions].when[2].value)
  end)
end)

describe("replacing", function()
  it("swaps a definition for another of the same name, in the names of the one who writes", function()
    local x = made('state "wet" {}\nextend "visitor" { state = { "wet" } }\nreplace "market.walk" { duration = 7, when = "self.wet == 0" }',
      "actions", "market.walk")
    assert.same({ 7000, "flood.wet", "market/market.lua:12" }, { x.duration_ms, x.when[1].name, x.origin:match("market/.*") })
  end)
  it("leaves what is changed afterwards", function()
    local x = made('extend "walk" { timeout = 50 }\nreplace "walk" { duration = 7 }\nextend "walk" { resumable = true }', "actions", "market.walk")
    assert.same({ 7000, nil, true }, { x.duration_ms, x.timeout_ms, x.resumable })
  end)
  it("works for every kind", function()
    local changes = [[
replace "energy" { default = 1 }
replace "env weather" { values = { "dry", "rainy" } }
replace "interruption rain" {}
replace "nearby" (3)
replace "day" (chain { "walk" })
replace "bench" { tags = { "seat" }, state = { seats = 1 } }
]]
    assert.equal(1, made(changes, "states", "market.energy").initial)
    assert.same({ "dry", "rainy" }, made(changes, "environment", "market.weather").values)
    assert.same({}, made(changes, "interruptions", "market.rain").when)
    assert.equal(1, #made(changes, "sequences", "market.day").nodes)
    assert.equal("pushed", made(changes, "entities", "market.bench").position)
  end)
end)

describe("two packs that change the same thing", function()
  local function said(flood, drought, depends)
    local folders = with(flood)
    folders.drought = { ["pack.lua"] = ('return { name = "drought", depends = { "market"%s } }'):format(depends or ""),
      ["changes.lua"] = drought }
    return support.said(folders, { "market", "flood", "drought" })
  end
  local function errors(...)
    return select(2, said(...):gsub("sets it too", ""))
  end

  it("may set a single value if one depends on the other: the later one wins", function()
    local flood, drought = 'extend "walk" { duration = 5 }', 'extend "walk" { duration = 6 }'
    assert.equal(1, errors(flood, drought))
    assert.equal(0, errors(flood, drought, ', "flood"'))
    local folders = with(flood)
    folders.drought = { ["pack.lua"] = 'return { name = "drought", depends = { "market", "flood" } }', ["changes.lua"] = drought }
    local result = support.compiled(folders, { "market", "flood", "drought" })
    assert.equal(6000, result.tables.actions[2].duration_ms)
  end)
  it("may append and merge without knowing of each other", function()
    assert.equal("", said('extend "visitor" { tags = { "wet" }, memory = { actions = 9 } }\nextend "rest" { when = "env.open" }',
      'extend "visitor" { tags = { "dry" } }\nextend "rest" { when = "self.mood > 0" }'))
  end)
  it("clash where one sets and the other takes away", function()
    assert.equal(1, errors('extend "rest" { remove = "timeout" }', 'extend "rest" { timeout = 90 }'))
    assert.equal(1, errors('extend "rest" { remove = { show = "loop" } }', 'extend "rest" { show = { loop = false } }'))
  end)
  it("clash where one writes about a node, a handler or a state that the other takes away", function()
    local function clashes(flood, drought)
      local text = said(flood, drought)
      return select(2, text:gsub("writes about it", "")) + select(2, text:gsub("takes it away", ""))
    end
    local removes, adds = 'extend "day" { remove = "sing" }', 'extend "day" { sing = { to = "END" } }'
    assert.same({ 1, 1 }, { clashes(removes, adds), clashes(adds, removes) })
    removes, adds = 'extend "visitor" { remove = { on = "rain" } }', 'extend "visitor" { on = { rain = { priority = 3 } } }'
    assert.same({ 1, 1 }, { clashes(removes, adds), clashes(adds, removes) })
    removes, adds = 'extend "visitor" { remove = { state = "speed" } }', 'extend "visitor" { state = { "speed" } }'
    assert.same({ 1, 1 }, { clashes(removes, adds), clashes(adds, removes) })
    assert.equal(0, clashes(removes, 'extend "visitor" { state = { "seats" } }'))
  end)
  it("are told of each other once, whichever values", function()
    assert.equal(2, errors('extend "rest" { timeout = 80, show = { anim = "x" } }', 'extend "rest" { timeout = 90, show = { anim = "y" } }'))
  end)
end)

describe("plain tables", function()
  it("can change what others define, too", function()
    local world = bustle.world { packs = {
      { name = "market", actions = { walk = { duration = 1 } }, sequences = { day = bustle.chain { "walk" } }, npcs = { v = { main = "day" } } },
      { name = "flood", depends = "market", extend = { ["market.walk"] = { show = { anim = "wade" } } },
        replace = { ["market.v"] = { main = "market.day", tags = "wet" } } },
    } }
    local shown
    world:on("start", function(_, _, run) shown = run.show.anim end)
    world:spawn("v")
    world:update(0.1)
    assert.equal("wade", shown)
    assert.equal(1, #world:find { tag = "wet" })
  end)
end)
