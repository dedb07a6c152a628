-- Explanations of messages, answers, meetings and plans.
local bustle = require "bustle"
local types = require "spec.lua.support.types"

local TABLES = {
  name = "inn", version = "1.0.0",
  states = { busy = { min = 0, max = 9 }, wish = { min = 0, max = 9 } },
  links = { table = {} },
  inboxes = { orders = { limit = 2 } },
  actions = {
    pour = { duration = 5, targets = true }, wait = { duration = 1 }, eat = { duration = 10 },
    wipe = { duration = 1 }, sleep = { duration = 20 }, walk = { duration = 20 }, gape = { duration = 20 },
  },
  sequences = {
    serve = { entry = "next",
      next = { take = "orders", when = "target.busy < 3", timeout = 600, waiting = "wipe", to = "pour", failed = "END" },
      pour = { action = "pour", target = "same", to = "END" } },
    order = { entry = "ask",
      ask = { send = "orders", targets = "host", when = "target.busy < 5", prefer = "nearest", await = true,
        value = "self.wish", timeout = 60, waiting = "wait", to = "toast", failed = "sulk" },
      toast = { meet = "toast", at = "table", count = 3, timeout = 30, waiting = "wait", to = "eat", failed = "eat" },
      eat = { action = "eat", to = "END" }, sulk = { action = "gape", to = "END" } },
    sleep = { entry = "a", a = { action = "sleep", to = "END" } },
    walk = { entry = "a", a = { action = "walk", to = "END" } },
    idle = { entry = "a", a = { action = "gape", to = "END" } },
  },
  plans = { day = { { "06:00", "12:00", "walk" }, { "12:00", "13:00", "sleep", skip = 40 },
    { "12:30", "14:00", "idle", priority = 1 }, { "14:00", "20:00", "walk" } } },
  roles = { stroller = { plan = "day" } },
  props = { table = { static = true } },
  npcs = {
    host = { main = "serve", fallback = "idle", tags = "host", inboxes = "orders", state = { "busy" } },
    guest = { main = "order", fallback = "idle", state = { "busy", "wish" } },
    walker = { roles = { { "stroller" } }, fallback = "idle" },
  },
}

local function inn(options)
  local world = bustle.world { packs = { bustle.pack(TABLES) }, explain = true,
    clock = options and options.clock }
  local table_ = world:spawn("table", { name = "table 2", x = 0 })
  local function guest(name, state)
    local npc = world:spawn("guest", { name = name, x = 0, state = state })
    world:link(npc, "table", table_)
    return npc
  end
  return world, guest, table_
end

local function run(world, seconds)
  for _ = 1, seconds * 2 do world:update(0.5) end
end

local function has(text, piece)
  if not text:find(piece, 1, true) then error(("expected: %s\nin: %s"):format(piece, text), 2) end
end

describe("npc:explain, of messages", function()
  it("says why a take took none, and what lies there since when", function()
    local world, guest = inn()
    local owen = world:spawn("host", { name = "Owen", x = 1 })
    run(world, 1)
    has(tostring(owen:explain()), "It waits at next for a message in orders (it is empty), seen in wipe, 5")
    has(tostring(owen:explain()), "serve: next finds nothing in orders")
    local ada = guest("Ada", { busy = 4, wish = 2 })
    run(world, 3)
    local e = owen:explain()
    assert.same({ "take", "orders", 1 }, { e.now.message.kind, e.now.message.inbox, e.now.message.lying })
    has(tostring(e), "It waits at next for a message in orders (Ada closed (target.busy < 3: it is 4), oldest ")
    has(tostring(e), "Its messages, the oldest first:\n  orders: 2 from Ada, ")
    has(tostring(e), "              Ada  closed: target.busy < 3: it is 4, ")
    ada.state.busy = 1
    run(world, 2)
    has(tostring(owen:explain()), "serve: takes orders from Ada, ")
  end)

  it("says why a send chose somebody, or nobody", function()
    local world, guest = inn()
    local owen = world:spawn("host", { name = "Owen", x = 1, state = { busy = 4 } })
    world:spawn("host", { name = "Linda", x = 9, state = { busy = 7 } })
    owen:hold()
    local ada = guest "Ada"
    run(world, 0.5)
    has(tostring(ada:explain()), "order: sends orders to Owen, the only one open\n              Owen   open\n"
      .. "              Linda  closed: target.busy < 5: it is 7\n")
    guest "Bob"
    local cid = guest "Cid"
    run(world, 0.5)
    local text = tostring(cid:explain())
    has(text, "order: ask finds nobody for orders\n              Owen   closed: full\n")
    has(text, "              Linda  closed: target.busy < 5: it is 7\n")
  end)

  it("says where an awaited message lies, or who has it in hand", function()
    local world, guest = inn()
    local owen = world:spawn("host", { name = "Owen", x = 1 })
    owen:hold()
    local ada, bob = guest "Ada", guest "Bob"
    run(world, 1)
    has(tostring(ada:explain()), "It waits at ask for what becomes of its message in orders of Owen, where it is next, ")
    has(tostring(bob:explain()), "It waits at ask for what becomes of its message in orders of Owen, where 1 are before it, ")
    owen:release()
    run(world, 1)
    local e = ada:explain()
    assert.same({ "send", "Owen", "serve", "pour" }, { e.now.message.kind, e.now.message.target, e.now.message.sequence,
      e.now.message.node })
    has(tostring(e), "what becomes of its message in orders of Owen, who has it in hand (serve at pour), seen in wait, ")
    run(world, 6)
    has(tostring(ada:explain()), "order: its message to Owen is dealt with\n")
  end)

  it("says who is at a meeting, and how many have to be", function()
    local world, guest = inn()
    world:spawn("host", { name = "Owen", x = 1 })
    local ada = guest "Ada"
    run(world, 7)
    has(tostring(ada:explain()), "It waits at toast for others (toast at table 2: 1 of 3 are there), seen in wait, ")
    guest "Bob"
    run(world, 7)
    local e = ada:explain()
    assert.same({ "meet", "toast", "table 2", 2, 3, { "Bob" } }, { e.now.message.kind, e.now.message.meeting,
      e.now.message.place, e.now.message.present, e.now.message.count, e.now.message.with })
    has(tostring(e), "It waits at toast for others (toast at table 2: 2 of 3 are there, with Bob), seen in wait, ")
    has(tostring(e), "order: waits at table 2 for toast, 1 of 3 are there\n")
    guest "Cid"
    run(world, 7)
    has(tostring(ada:explain()), "order: meets for toast at table 2\n")
  end)

  it("knows only fields that editors are told of", function()
    local classes = types.declared "lua/bustle/meta.lua"
    local world, guest = inn()
    local owen = world:spawn("host", { name = "Owen", x = 1 })
    guest("Ada", { busy = 4 })
    local bob = guest "Bob"
    run(world, 2)
    for _, npc in ipairs { owen, bob } do
      local e = npc:explain()
      for name in pairs(e) do assert.is_true(classes["bustle.Explanation"][name], name) end
      for name in pairs(e.now.message or {}) do assert.is_true(classes["bustle.AwaitedMessage"][name], name) end
      for _, entry in ipairs(e.decisions) do
        for name in pairs(entry) do assert.is_true(classes["bustle.Happening"][name], name) end
        for _, each in ipairs(entry.messages or entry.receivers or {}) do
          for name in pairs(each) do assert.is_true(classes["bustle.Looked"][name], name) end
        end
      end
    end
  end)
end)

describe("npc:explain, of plans", function()
  local function walker(start)
    local world = bustle.world { packs = { bustle.pack(TABLES) }, explain = true, clock = { day = 1440, start = start } }
    local npc = world:spawn("walker", { name = "Wat" })
    world:update(0)
    return world, npc
  end

  it("says which entry holds, what brings the plan, and what is against the others", function()
    local world, wat = walker "11:59"
    local e = wat:explain()
    assert.same({ "day", "stroller", 0, "11:59" }, { e.plan.plan, e.plan.role, e.plan.day, e.plan.time })
    has(tostring(e), [[
Its plan is day, by its role stroller. It is 11:59 of day 0:
  06:00 to 12:00  walk: holds
  12:00 to 13:00  sleep: later
  12:30 to 14:00  idle: later
  14:00 to 20:00  walk: later
]])
    run(world, 2)
    has(tostring(wat:explain()), [[
It is 12:01 of day 0:
  06:00 to 12:00  walk: goes on: nothing else has begun
  12:00 to 13:00  sleep: skipped: 29 min left, and it wants 40
]])
    run(world, 30)
    has(tostring(wat:explain()), "  12:00 to 13:00  sleep: below idle\n  12:30 to 14:00  idle: holds\n")
    has(tostring(wat:explain()), "its plan turns to idle")
  end)

  it("tells patches, and what began later", function()
    local world, wat = walker "15:00"
    assert(wat:patch_plan { "15:00", "16:00", "sleep" })
    run(world, 1)
    has(tostring(wat:explain()), "  14:00 to 20:00  walk: below sleep\n  15:00 to 16:00  sleep (patch 1): holds\n")
    for name in pairs(wat:explain().plan) do
      assert.is_true(types.declared("lua/bustle/meta.lua")["bustle.ExplainedPlan"][name], name)
    end
  end)

  it("says nothing of plans of those who have none", function()
    local world = inn()
    local owen = world:spawn("host", { name = "Owen" })
    world:update(0)
    assert.is_nil(owen:explain().plan)
    assert.is_nil(tostring(owen:explain()):find("Its plan", 1, true))
  end)
end)
