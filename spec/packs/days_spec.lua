-- Inboxes, messages, meetings and plans in packs and in code (S69 to S75): what the core gets, and what other packs change
-- in them.
local bustle = require "bustle"
local content = require "bustle.author.content"
local history = require "bustle.history"
local reader = require "bustle.author.expression.reader"
local support = require "spec.packs.support"

local PUB = {
  ["vocabulary.lua"] = [[
state "wish" {}
state "thirst" { default = 6 }
link "keeper" {}
link "table" {}
inbox "orders" { limit = 4, keep = 30 }
inbox "bills" {}
action "pour" { duration = 2, targets = "person" }
action "wipe" { duration = 1 }
action "drum" { duration = 1, finish = "send bills to target; send bills = self.thirst to keeper of area" }
action "sip" { duration = 2 }
action "dig" { duration = 2 }
]],
  ["sequences.lua"] = [[
sequence "keep_house" { entry = "next",
  next = { take = "orders", into = "wish", when = "target.thirst > 2", prefer = "most target.thirst", within = 30,
    timeout = 20, every = 2, waiting = "wipe", to = "pour", failed = "lively" },
  pour = { action = "pour", target = "same", to = "END" }, lively = { action = "wipe", to = "END" } }
sequence "place_order" { entry = "ask",
  ask = { send = "orders", target = "keeper of area", value = "self.thirst - 1", await = true, timeout = 90,
    waiting = "wipe", to = "tell", failed = "tell" },
  tell = { send = "bills", targets = { "pub", "inn" }, value = 3, to = "END", failed = "END" } }
sequence "toast" { entry = "lift",
  lift = { meet = "toast", at = "table of target", count = 3, timeout = 8, waiting = "wipe", to = "drink", failed = "drink" },
  drink = { action = "sip", to = "END" } }
sequence "here" (chain { same = true, { meet = "toast", count = 2, failed = "END" }, { send = "bills", failed = "END" },
  { meet = "toast", count = 2, at = "area", failed = "END" }, { take = "orders", failed = "END" } })
sequence "breakfast" (chain { "sip" })
sequence "work" (chain { "dig" })
sequence "sleep" (chain { "wipe" })
]],
  ["entities.lua"] = [[
plan "farmer" { { "06:00", "07:00", "breakfast", vary = 15 }, { "07:00", "17:30", "work", skip = 30, priority = 2, change = "now" },
  { "17:30", "24:00", "work" }, { "22:00", "6:00", "sleep", priority = -1 } }
npc "pub" { main = "keep_house", inboxes = { "orders", "bills" }, tags = { "pub" }, state = { "wish" }, accepts = "pour" }
npc "guest" { main = "place_order", inboxes = "orders", state = { "thirst" }, tags = "person" }
role "drinker" { plan = "farmer" }
npc "brian" { plan = "farmer", state = { "thirst" } }
npc "ann" { main = "toast", roles = "drinker" }
npc "cy" { main = "here", inboxes = "orders" }
]],
  ["scenes.lua"] = [[
scene "round" { parts = { "host", { "guest", who = "person" } },
  { host = { send = "bills", value = 1 }, guest = { take = "orders", timeout = 3 } },
  { host = { send = "bills", target = "guest" }, guest = { meet = "toast", at = "area", count = 2 } },
  { host = { send = "bills", target = "any" } } }
]],
}

local function packs(changes)
  return { pub = PUB, flood = { ["pack.lua"] = 'return { name = "flood", version = "2.0.0", depends = "pub" }',
    ["changes.lua"] = changes or "" } }
end

local function compiled(changes)
  return support.compiled(packs(changes), { "pub", "flood" })
end

local function find(list, name)
  for _, each in ipairs(list) do
    if each.name == name then return each end
  end
end

local function node_of(tables, sequence, node)
  return find(find(tables.sequences, sequence).nodes, node)
end

-- "06:00-07:00 breakfast" as the core has it.
local function entries_of(made, name)
  local list = {}
  for i, each in ipairs(find(made.tables.plans, name).entries) do
    list[i] = ("%d-%d %s"):format(each.from, each.to, each.sequence:match "%.(.*)")
  end
  return table.concat(list, ", ")
end

describe("inboxes, messages and meetings of a pack", function()
  local made = compiled()
  local style = reader.style(made, "pub")

  it("are handed to the core as they are meant", function()
    assert.same({ { 4, 30000 }, {} }, { { find(made.tables.inboxes, "pub.orders").limit,
      find(made.tables.inboxes, "pub.orders").keep_ms }, { find(made.tables.inboxes, "pub.bills").limit } })
    assert.same({ "pub.orders", "pub.bills" }, find(made.tables.entities, "pub.pub").inboxes)
    local take = node_of(made.tables, "pub.keep_house", "next")
    assert.same({ "take", "pub.orders", "pub.wish", 20000, 2000, "pub.wipe", "most", "pub.thirst" }, { take.kind,
      take.performs, take.into, take.timeout_ms, take.every_ms, take.waiting, take.preference, take.preferred_state })
    assert.same({ "distance <= 30", "target.thirst > 2" }, reader.texts(take.when, style))
    local ask, tell = node_of(made.tables, "pub.place_order", "ask"), node_of(made.tables, "pub.place_order", "tell")
    assert.same({ "send", "pub.orders", "pub.keeper of area", true, 90000 }, { ask.kind, ask.performs, ask.path, ask.await,
      ask.timeout_ms })
    assert.same({ "self.thirst - 1" }, reader.texts(ask.value, style))
    assert.same({ { "pub", "inn" }, { "3" } }, { tell.targets, reader.texts(tell.value, style) })
    local lift = node_of(made.tables, "pub.toast", "lift")
    assert.same({ "meet", "toast", "pub.table of target", 3, 8000 }, { lift.kind, lift.performs, lift.path, lift.count,
      lift.timeout_ms })
  end)

  it("have the same target where the sequence says so, unless they say otherwise (S41)", function()
    local tables = made.tables
    assert.same({ true, true, nil, true, nil }, { node_of(tables, "pub.here", "meet_toast").same_target,
      node_of(tables, "pub.here", "send_bills").same_target, node_of(tables, "pub.here", "meet_toast_2").same_target,
      node_of(tables, "pub.here", "meet_toast_2").from_area, node_of(tables, "pub.here", "take_orders").same_target })
  end)

  it("are cells of scenes: a message goes to another member unless the cell says otherwise", function()
    local host, guest = find(made.tables.sequences, "pub.round.host"), find(made.tables.sequences, "pub.round.guest")
    assert.same({ "send", true }, { find(host.nodes, "1").kind, find(host.nodes, "1").at_member })
    assert.same({ "guest", nil }, { find(host.nodes, "2").at_part, find(host.nodes, "2").at_member })
    assert.is_nil(find(host.nodes, "3").at_member)
    assert.same({ "take", "meet", true }, { find(guest.nodes, "1").kind, find(guest.nodes, "2").kind,
      find(guest.nodes, "2").from_area })
  end)

  it("are sent by effects, and read back as they were written", function()
    local ops = find(made.tables.actions, "pub.drum").finish
    assert.same({ "send", "push", "send_on_path" }, { ops[1].kind, ops[2].kind, ops[3].kind })
    assert.same({ "send bills to target", "send bills = self.thirst to keeper of area" }, { reader.text_at(ops, 1, style),
      reader.text_at(ops, 3, style) })
  end)
end)

describe("plans of a pack", function()
  local made = compiled()

  it("are handed to the core as they are meant", function()
    assert.equal("360-420 breakfast, 420-1050 work, 1050-1440 work, 1320-360 sleep", entries_of(made, "pub.farmer"))
    local entries = find(made.tables.plans, "pub.farmer").entries
    assert.same({ 15, 30, 2, "now", -1 }, { entries[1].vary, entries[2].skip, entries[2].priority, entries[2].change,
      entries[4].priority })
    assert.same({ "pub.farmer", "pub.farmer" }, { find(made.tables.entities, "pub.brian").plan,
      find(made.tables.roles, "pub.drinker").plan })
  end)

  it("get more entries at their end, and lose those of a sequence", function()
    assert.equal("360-420 breakfast, 420-1050 work, 1050-1440 work, 1320-360 sleep, 720-780 sip_it",
      entries_of(compiled [[
sequence "sip_it" (chain { "sip" })
extend "plan pub.farmer" { { "12:00", "13:00", "sip_it", priority = 3 } }
]], "pub.farmer"))
    assert.equal("360-420 breakfast, 1320-360 sleep, 480-1200 work", entries_of(compiled [[
extend "plan pub.farmer" { remove = "work", { "08:00", "20:00", "work" } }
]], "pub.farmer"))
    assert.equal("0-1440 sleep", entries_of(compiled 'replace "plan farmer" { { "00:00", "24:00", "pub.sleep" } }', "pub.farmer"))
  end)

  it("tell what cannot be taken away", function()
    local function said(changes)
      return support.said(packs(changes), { "pub", "flood" })
    end
    assert.equal('b/flood/changes.lua:1: extend "plan pub.farmer", remove: unknown sequence "wrk" (did you mean "work"?)',
      said 'extend "plan pub.farmer" { remove = "wrk" }')
    assert.matches('remove: there is no "toast"', said 'extend "plan pub.farmer" { remove = "toast" }')
    assert.equal('b/flood/changes.lua:1: extend "plan pub.farmer", remove: nothing can be taken from work alone '
      .. '(write { "work" }, and entry anew)', said 'extend "plan pub.farmer" { remove = { work = "vary" } }')
    assert.matches('plan "farmer": entry 5: it goes from 06:30 to 07:30, and entry 1, of the same priority, from 06:00 to 07:00; '
      .. 'changed by flood at b/flood/changes.lua:1', said 'extend "plan pub.farmer" { { "06:30", "07:30", "work" } }')
  end)

  it("clash where strangers take away what the other writes about", function()
    local all = packs 'extend "plan pub.farmer" { { "12:00", "13:00", "work", priority = 3 } }'
    all.drought = { ["pack.lua"] = 'return { name = "drought", version = "1.0.0", depends = "pub" }',
      ["changes.lua"] = 'extend "plan pub.farmer" { remove = "work" }' }
    assert.matches('entry "pub.work": pack "drought" at b/drought/changes.lua:1 takes it away',
      support.said(all, { "pub", "flood", "drought" }))
    all.drought["changes.lua"] = 'extend "plan pub.farmer" { { "14:00", "15:00", "work", priority = 3 } }'
    assert.equal("360-420 breakfast, 420-1050 work, 1050-1440 work, 1320-360 sleep, 840-900 work, 720-780 work",
      entries_of(support.compiled(all, { "pub", "flood", "drought" }), "pub.farmer"))
  end)

  it("take the place of a main sequence, and make room for one", function()
    local changed = compiled [[
extend "npc pub.guest" { plan = "farmer" }
extend "npc pub.brian" { main = "work" }
]]
    local guest, brian = find(changed.tables.entities, "pub.guest"), find(changed.tables.entities, "pub.brian")
    assert.same({ "pub.farmer" }, { guest.plan, guest.main })
    assert.same({ "pub.work" }, { brian.main, brian.plan })
  end)
end)

describe("changes of inboxes and of nodes with messages", function()
  it("are laid over what was written", function()
    local changed = compiled [[
inbox "gossip" {}
extend "inbox pub.orders" { limit = 9, remove = "keep" }
extend "npc pub.guest" { inboxes = "gossip" }
extend "npc pub.pub" { remove = { inboxes = "bills" } }
extend "npc pub.cy" { inboxes = "bills" }
extend "sequence pub.keep_house" { next = { when = "target.thirst < 9", timeout = 3 }, remove = { next = "prefer" } }
extend "sequence pub.place_order" { tell = { value = "self.thirst" } }
extend "sequence pub.toast" { lift = { at = "area", count = 2 } }
]]
    local orders = find(changed.tables.inboxes, "pub.orders")
    assert.same({ 9 }, { orders.limit, orders.keep_ms })
    assert.same({ { "pub.orders", "flood.gossip" }, { "pub.orders" } }, { find(changed.tables.entities, "pub.guest").inboxes,
      find(changed.tables.entities, "pub.pub").inboxes })
    local take = node_of(changed.tables, "pub.keep_house", "next")
    assert.same({ "distance <= 30", "target.thirst > 2", "target.thirst < 9" }, reader.texts(take.when,
      reader.style(changed, "pub")))
    assert.same({ 3000 }, { take.timeout_ms, take.preference })
    assert.same({ "self.thirst" }, reader.texts(node_of(changed.tables, "pub.place_order", "tell").value,
      reader.style(changed, "pub")))
    local lift = node_of(changed.tables, "pub.toast", "lift")
    assert.same({ true, 2 }, { lift.from_area, lift.count, lift.path })
  end)

  it("are in the history, by word", function()
    local _, set = support.compiled(packs [[
extend "inbox pub.orders" { limit = 9 }
extend "plan pub.farmer" { remove = "work", { "08:00", "20:00", "work" } }
]], { "pub", "flood" })
    local lines = {}
    for _, name in ipairs { "inbox orders", "plan farmer" } do
      for _, thing in ipairs(assert(history.of(set.packs, name))) do
        for _, step in ipairs(thing.steps) do
          lines[#lines + 1] = ("%s %s: %s in %s"):format(thing.word, thing.name, step.word, step.pack)
        end
      end
    end
    assert.same({ "inbox pub.orders: inbox in pub", "inbox pub.orders: extend in flood", "plan pub.farmer: plan in pub",
      "plan pub.farmer: extend in flood" }, lines)
  end)
end)

describe("inboxes and plans in code", function()
  it("are what they are in a pack", function()
    local pack = bustle.pack { name = "yard", inboxes = { "post", orders = { limit = 0 } }, actions = { dig = { duration = 1 } },
      sequences = { work = bustle.chain { "dig" }, read = bustle.chain { { take = "post", timeout = 4, failed = "END" }, "dig" } },
      plans = { day = { { "06:00", "06:00", "work" } } }, npcs = { ada = { plan = "day", inboxes = { "post", "orders" } },
        bob = { main = "read", inboxes = "post" } } }
    local made = assert(content.compile { pack })
    assert.same({ "yard.orders", "yard.post" }, { made.tables.inboxes[2].name, made.tables.inboxes[1].name })
    assert.equal("360-360 work", entries_of(made, "yard.day"))
    assert.equal("take_post", find(made.tables.sequences, "yard.read").entry)
  end)

  it("are refused with the game's line", function()
    local _, problems = content.compile { bustle.pack { name = "yard", inboxes = 5, plans = { day = "all day" } } }
    local said = content.format_all(problems)
    assert.matches("days_spec.lua:%d+: pack \"yard\": inboxes is a number %(give a table%)", said)
    assert.matches('days_spec.lua:%d+: plan "day": it is a string %(give a table%)', said)
  end)
end)
