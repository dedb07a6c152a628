-- Links, offers, requests, areas and brains in packs and in code (S61 to S68): what the core gets, and what other packs
-- change in them.
local bustle = require "bustle"
local content = require "bustle.author.content"
local history = require "bustle.history"
local support = require "spec.packs.support"

local PUB = {
  ["vocabulary.lua"] = [[
link "home" {}
link "trust" { min = -10, max = 10, default = 0 }
link "seat" {}
link "keeper" {}
link "regular" { min = 0, max = 9 }
state "open" { flag = true, default = true }
state "noise" { default = 0 }
state "sitting" { flag = true }
state "thirst" { default = 6 }
interruption "brawl" {}
interruption "bell" {}
action "pull_out" { duration = 1, targets = true }
action "sit_down" { duration = 1, targets = true }
action "stand_up" { duration = 1, targets = true }
action "go_to" { travel = 3 }
action "greet" { duration = 1, targets = "person", prefer = "most self.trust(target) - distance" }
action "idle" { duration = 1 }
action "sip" { duration = 2, finish = "self.thirst -= 1" }
]],
  ["sequences.lua"] = [[
sequence "sit_on_chair" { same = true, entry = "pull", pull = { action = "pull_out", to = "down" },
  down = { action = "sit_down", to = "stay" }, stay = { body = true, to = "up" }, up = { action = "stand_up", to = "END" } }
sequence "get_up" (chain { same = true, "stand_up" })
sequence "drink_up" (chain { "sip", "sip" })
sequence "pray" (chain { "idle" })
sequence "have_a_drink" { castable = true, entry = "seat",
  seat = { request = "sit", from = "seat of target", body = "drink_up", timeout = 30, to = "END", failed = "stand" },
  stand = { sequence = "drink_up", to = "END" } }
sequence "wait_tables" (chain { { sequence = "pray", only_while = "area.open" } })
sequence "free_evening" { entry = "out",
  out = { request = { "drink", "pray" }, from = "area", to = "END", failed = "home" },
  home = { action = "go_to", target = "home", to = "END", failed = "rest" }, rest = { action = "idle", to = "END" } }
sequence "wander" { entry = "ask",
  ask = { request = true, targets = { "seat", "pub" }, within = 9, when = "target.regular(self) > 1", prefer = "nearest",
    every = 2, waiting = "idle", timeout = 5, optional = true, to = "END", failed = "END" } }
sequence "keep_house" (chain { { action = "greet", target = "inside(person) of self", failed = "END" }, "idle" })
sequence "duck" (chain { "idle" })
]],
  ["entities.lua"] = [[
prop "chair" { tags = { "seat" }, offers = { sit = { sequence = "sit_on_chair", undo = "get_up",
  adopt = "self.sitting = true", drop = "self.sitting = false" } } }
npc "pub" { area = { width = 20, depth = 14 }, main = "keep_house", tags = "pub", state = { "open", "noise" },
  offers = { drink = { sequence = "have_a_drink", when = "target.open", holders = 12, only_while = "target.open", kept = true },
    work_here = { sequence = "wait_tables", holders = 2 }, pray = "pray" },
  enter = "target.noise += 1", exit = "target.noise -= 1" }
prop "yard" { area = { { width = 20, depth = 14 }, { width = 4, depth = 4, height = 3, x = 12, y = -1, z = 0.5 } }, trigger = true }
role "barmaid" { main = "duck", offers = { order = { sequence = "pray", holders = "any" } } }
npc "fate" { main = "duck", position = "none" }
npc "townsman" { main = "free_evening", fallback = "duck", tags = "person", state = { "sitting", "thirst" }, roles = "barmaid",
  on = { brawl = { sequence = "duck", urgent = true, priority = 2 }, bell = { sequence = "duck", stays = true } },
  cues = { glance = { targets = "person", sequence = "duck", stays = false, prefer = "least target.thirst + 1" },
    nod = { targets = "person", sequence = "duck" } } }
place "pub" { name = "The Crown", x = 40, y = 20, links = { seat = { "chair 1", "chair 2" }, keeper = "Owen", regular = { Brian = 3 } } }
place "chair" { name = "chair 1", x = 41, y = 20 }
place "chair" { name = "chair 2", x = 42, y = 20 }
place "townsman" { name = "Owen", x = 40, y = 21, links = { trust = { Brian = -4 }, home = "The Crown" } }
place "townsman" { name = "Brian" }
]],
}

local function packs(changes)
  return { pub = PUB, flood = { ["pack.lua"] = 'return { name = "flood", version = "2.0.0", depends = "pub" }',
    ["changes.lua"] = changes or "" } }
end

local function compiled(changes)
  return support.compiled(packs(changes), { "pub", "flood" })
end

local function find(list, name, by)
  for _, each in ipairs(list) do
    if each[by or "name"] == name then return each end
  end
end

local function node(made, sequence, name)
  return find(find(made.tables.sequences, sequence).nodes, name)
end

describe("a kind of links", function()
  it("S65 is a flag unless it says something of a value", function()
    local links = compiled().tables.links
    assert.same({ name = "pub.home", origin = "b/pub/vocabulary.lua:1", flag = true }, find(links, "pub.home"))
    assert.same({ name = "pub.trust", origin = "b/pub/vocabulary.lua:2", flag = false, min = -10, max = 10, initial = 0 },
      find(links, "pub.trust"))
  end)

  it("can be changed by others", function()
    local trust = find(compiled('extend "link pub.trust" { max = 20 }').tables.links, "pub.trust")
    assert.same({ -10, 20 }, { trust.min, trust.max })
  end)

  it("is listed by its name in code, where it says nothing", function()
    local made = assert(content.compile { bustle.pack { name = "p", links = { "home", trust = { min = 0 } } } })
    assert.is_true(find(made.tables.links, "p.home").flag)
    assert.is_false(find(made.tables.links, "p.trust").flag)
  end)
end)

describe("an offer", function()
  it("S61 has a sequence, places, conditions, effects and an undo", function()
    local made = compiled()
    local sit = find(find(made.tables.entities, "pub.chair").offers, "sit")
    assert.same({ "pub.sit_on_chair", "pub.get_up", 1 }, { sit.sequence, sit.undo, sit.holders })
    assert.same({ 1, 1 }, { #sit.adopt, #sit.drop })
    local offers = find(made.tables.entities, "pub.pub").offers
    assert.same({ "drink", "pray", "work_here" }, { offers[1].name, offers[2].name, offers[3].name })
    assert.same({ 12, true, 3, 3 }, { offers[1].holders, offers[1].kept, #offers[1].when, #offers[1].holds_while })
    assert.equal("pub.pray", offers[2].sequence)
  end)

  it("S61 of a role may be for any number", function()
    assert.equal(0, compiled().tables.roles[1].offers[1].holders)
  end)

  it("is added and changed by others, who are named", function()
    local made, set = compiled [[
      sequence "lean" (chain { "pub.idle" })
      extend "pub.chair" { offers = { lean_on = "lean", sit = { holders = 2, adopt = "self.thirst += 1", when = "self.thirst > 2" } } }]]
    local chair = find(made.tables.entities, "pub.chair")
    assert.equal("flood.lean", find(chair.offers, "lean_on").sequence)
    local sit = find(chair.offers, "sit")
    assert.same({ "pub.sit_on_chair", 2, 2, 3 }, { sit.sequence, sit.holders, #sit.adopt, #sit.when })
    local steps = history.of(set.packs, "pub.chair")[1].steps
    assert.same({ "flood", { "offers.lean_on", "offers.sit" } }, { steps[2].pack, steps[2].sets })
  end)

  it("loses what others take away", function()
    local chair = find(compiled('extend "pub.chair" { remove = { offers = { sit = { "undo", "drop" } } } }').tables.entities,
      "pub.chair")
    assert.is_nil(chair.offers[1].undo)
    assert.same({}, chair.offers[1].drop)
    local pub = find(compiled('extend "pub.pub" { remove = { offers = { "work_here" } } }').tables.entities, "pub.pub")
    assert.equal(2, #pub.offers)
  end)
end)

describe("a request", function()
  it("S62 asks for offers, of those whom links lead to", function()
    local seat = node(compiled(), "pub.have_a_drink", "seat")
    assert.same({ "request", { "sit" }, "pub.seat of target", "pub.drink_up", 30000, "stand" },
      { seat.kind, seat.offers, seat.path, seat.body, seat.timeout_ms, seat.failed })
  end)

  it("S62 asks the areas around, or whoever has a tag", function()
    local made = compiled()
    local out, ask = node(made, "pub.free_evening", "out"), node(made, "pub.wander", "ask")
    assert.same({ { "drink", "pray" }, true }, { out.offers, out.from_area })
    assert.same({ {}, { "seat", "pub" }, true, "nearest", 2000, "pub.idle", 5000 },
      { ask.offers, ask.targets, ask.optional, ask.preference, ask.every_ms, ask.waiting, ask.timeout_ms })
    assert.equal("distance", ask.when[1].subject)
  end)

  it("S63 goes with a body, and nodes with sequences may last only while something holds", function()
    local made = compiled()
    assert.equal("body", node(made, "pub.sit_on_chair", "stay").kind)
    assert.equal(3, #node(made, "pub.wait_tables", "pray").holds_while)
  end)

  it("is changed by others", function()
    local made = compiled [[
      extend "pub.have_a_drink" { seat = { from = "target", prefer = "nearest", when = "target.open", only_while = "self.sitting" },
        remove = { seat = "body" } }]]
    local seat = node(made, "pub.have_a_drink", "seat")
    assert.same({ true, "nearest", 3, 3 }, { seat.from_target, seat.preference, #seat.when, #seat.holds_while })
    assert.is_nil(seat.path)
  end)
end)

describe("a node's target", function()
  it("S66 may be a path", function()
    local made = compiled()
    assert.equal("pub.home", node(made, "pub.free_evening", "home").path)
    assert.equal("inside(person) of self", node(made, "pub.keep_house", "greet").path)
  end)

  it("S41 is the same for all actions of a sequence that says so, unless they say otherwise", function()
    local made = compiled [[
      sequence "there" (chain { same = true, "pub.idle", "pub.sit_down", { action = "pub.greet", target = "any" },
        { action = "pub.go_to", target = "pub.home" } })
      npc "stroller" { main = "there", fallback = "pub.duck", state = { "pub.sitting" } }]]
    local function same(name) return node(made, "flood.there", name).same_target end
    assert.same({ nil, true, nil, nil }, { same "pub.idle", same "pub.sit_down", same "pub.greet", same "pub.go_to" })
    for _, name in ipairs { "pull", "down", "up" } do assert.is_true(node(made, "pub.sit_on_chair", name).same_target) end
    assert.is_true(node(made, "pub.get_up", "stand_up").same_target)
  end)

  it("S66 is no part and link of one name", function()
    local said = support.said(packs [[
      link "server" {}
      sequence "turn" (chain { { action = "pub.greet", target = "server" } })
      scene "order" { parts = { "patron", { "server", who = "person" } }, { patron = "pub.idle", server = "pub.idle" } }]],
      { "pub", "flood" })
    assert.equal('b/flood/changes.lua:2: sequence "turn", node "pub.greet", target: "server" is a part and a kind of '
      .. 'links (write "server of self" for the links, or rename one of the two)', said)
  end)
end)

describe("a preference", function()
  it("S46 may be for the least or the most of any value", function()
    local made = compiled()
    local greet = find(made.tables.actions, "pub.greet")
    assert.equal("most", greet.preference)
    assert.is_nil(greet.preferred_state)
    assert.same({ "push", "push", "-" }, { greet.preferred[1].kind, greet.preferred[2].kind, greet.preferred[3].kind })
    assert.equal("pub.trust", greet.preferred[1].link)
    local glance = find(find(made.tables.entities, "pub.townsman").cues, "pub.glance")
    assert.same({ "least", 3 }, { glance.preference, #glance.preferred })
  end)
end)

describe("what NPCs hold", function()
  it("S63 stays, or is left, as handlers, cues and scenes say", function()
    local made = compiled [[scene "chat" { stays = true, parts = { { "one", who = "person" } }, { one = "pub.idle" } }]]
    local townsman = find(made.tables.entities, "pub.townsman")
    local bell, brawl = find(townsman.handlers, "pub.bell", "interruption"), find(townsman.handlers, "pub.brawl", "interruption")
    assert.same({ true, nil }, { bell.stays, bell.urgent })
    assert.same({ [2] = true }, { brawl.stays, brawl.urgent })
    assert.is_true(find(townsman.cues, "pub.glance").leaves)
    assert.is_nil(find(townsman.cues, "pub.nod").leaves)
    assert.is_true(made.tables.scenes[1].stays)
  end)

  it("S42 includes claims that a sequence keeps", function()
    local made = assert(content.compile { bustle.pack { name = "p", states = { seats = { min = 0, default = 2 } },
      actions = { sit = { duration = 1, targets = "seat" } }, props = { bench = { tags = "seat", state = { "seats" } } },
      sequences = { rest = { claim = { "target.seats", kept = true }, entry = "a", a = { action = "sit", to = "END" } } } } })
    assert.is_true(made.tables.sequences[1].claims_kept)
    assert.same({ { state = "p.seats", amount = 1 } }, made.tables.sequences[1].claims)
  end)
end)

describe("an area", function()
  it("S67 is a box or several, and static", function()
    local made = compiled()
    local pub, yard = find(made.tables.entities, "pub.pub"), find(made.tables.entities, "pub.yard")
    assert.same({ { { width = 20, depth = 14 } }, "static", 1, 1 }, { pub.area, pub.position, #pub.enter, #pub.exit })
    assert.same({ width = 4, depth = 4, height = 3, x = 12, y = -1, z = 0.5 }, yard.area[2])
    assert.is_true(yard.trigger)
  end)

  it("gets more boxes from others", function()
    local made = compiled('extend "pub.pub" { area = { width = 4, depth = 4, x = 12 }, enter = "self.thirst += 1" }')
    local pub = find(made.tables.entities, "pub.pub")
    assert.same({ 2, 2 }, { #pub.area, #pub.enter })
  end)

  it("S68 is not needed: an NPC may be nowhere", function()
    assert.equal("none", find(compiled().tables.entities, "pub.fate").position)
  end)
end)

describe("links between places", function()
  it("S65 are given by kind and name", function()
    local made = compiled()
    local crown = find(made.places, "The Crown")
    assert.same({ { link = "pub.keeper", to = "Owen" }, { link = "pub.regular", to = "Brian", value = 3 },
      { link = "pub.seat", to = "chair 1" }, { link = "pub.seat", to = "chair 2" } }, crown.links)
    assert.same(crown.links, find(made.tables.places, "The Crown").links)
    assert.same({ { link = "pub.home", to = "The Crown" }, { link = "pub.trust", to = "Brian", value = -4 } },
      find(made.places, "Owen").links)
  end)

  it("are added, changed and taken away by others, who are named", function()
    local made, set = compiled [[
      place "pub.chair" { name = "stool" }
      extend "place The Crown" { x = 44, remove = { links = { "keeper", seat = "chair 1" } },
        links = { seat = "stool", regular = { Brian = 5, Owen = 1 } }, state = { noise = 3 } }]]
    local crown = find(made.places, "The Crown")
    table.sort(crown.links, function(a, b) return a.link .. a.to < b.link .. b.to end)
    assert.same({ { link = "pub.regular", to = "Brian", value = 5 }, { link = "pub.regular", to = "Owen", value = 1 },
      { link = "pub.seat", to = "chair 2" }, { link = "pub.seat", to = "stool" } }, crown.links)
    assert.same({ 44, 20, 3 }, { crown.x, crown.y, crown.states["pub.noise"] })
    local found = history.of(set.packs, "place The Crown")
    assert.same({ "place", "The Crown", "flood" }, { found[1].word, found[1].name, found[1].steps[2].pack })
    assert.same({ "links.regular", "links.seat", "remove.links", "state.noise", "x" }, found[1].steps[2].sets)
  end)
end)
