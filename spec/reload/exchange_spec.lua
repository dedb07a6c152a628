--- `world:reload` and NPCs that wait for an answer, a message or others at a node that is not the first of its sequence
-- (S69 to S71), and NPCs that have no plan any more (S74).
local kit = require "spec.rules.kit"

local BY_THE_GAME = { duration = 8999, ends = "game", timeout = 9000 }

-- `node`: what Ann does after she has gone there.
local function content(node)
  node.to, node.failed = "END", "END"
  if node.take or node.meet or node.await then node.timeout, node.waiting = 300, "stand" end
  return {
    states = { tired = {} }, inboxes = { orders = {}, calls = {} }, links = { seat = {} },
    actions = { stand = { duration = 1, interrupted = "self.tired += 1", finish = "self.tired += 10" }, hum = BY_THE_GAME, go = BY_THE_GAME },
    sequences = { day = { entry = "go", go = { action = "go", to = "there" }, there = node }, calm = kit.chain { "hum" },
      -- Somebody has to take, send and meet.
      spare = { entry = "take", take = { take = "orders", to = "again", failed = "again" },
        again = { take = "calls", to = "send", failed = "send" }, send = { send = "orders", to = "call", failed = "call" },
        call = { send = "calls", to = "meet", failed = "meet" },
        meet = { meet = "toast", at = "seat of self", count = 2, to = "hum", failed = "hum" }, hum = { action = "hum", to = "END" } } },
    npcs = { guest = { main = "day", inboxes = { "orders", "calls" }, state = { "tired" } },
      barman = { main = "calm", tags = "barman", inboxes = { "orders", "calls" } }, spare = { main = "spare", inboxes = { "orders", "calls" } } },
    props = { table = {} },
  }
end

local function asks(inbox, await) return { send = inbox, targets = "barman", await = await } end

local function meets(name) return { meet = name, at = "seat of self", count = 2 } end

-- Ann waits there. What happens to her after a reload, and what it says.
local function reloaded(before, after)
  local world = kit.world(content(before))
  local ann, bob = world:spawn("guest", { name = "Ann" }), world:spawn("barman", { name = "Bob" })
  world:link(ann, "seat", world:spawn "table")
  kit.step(world, 0)
  ann:complete()
  kit.step(world, 0)
  assert.equal("stand", ann.action)
  kit.lines(world)
  local codes = {}
  for i, change in ipairs(assert(world:reload("p", kit.pack(content(after))))) do codes[i] = change.code end
  kit.step(world, 0)
  return table.concat(kit.lines(world, ann), ", "), table.concat(codes, " "), world, ann, bob
end

describe("a reload, of an NPC that waits for a message or for others", function()
  it("S70 lets it ask again if it asks elsewhere: the node is performed again, without effects of what it was seen in", function()
    local text, codes, _, ann, bob = reloaded(asks("orders", true), asks("calls", true))
    assert.equal("stop stand cancelled, start stand", text)
    assert.equal("node-lost message-lost", codes)
    assert.same({ 0, 1, 0 }, { #bob:inbox "orders", #bob:inbox "calls", ann.state.tired })
  end)

  it("S70 performs a node again that does not await its answer any more, or is something else", function()
    assert.equal("stop stand cancelled, start go", (reloaded(asks("orders", true), asks("orders"))))
    assert.equal("stop stand cancelled, start stand", (reloaded(asks("orders", true), { take = "orders" })))
    assert.equal("stop stand cancelled, start hum", (reloaded(asks("orders", true), { action = "hum" })))
  end)

  it("S71 performs a node again that meets under another name", function()
    local text, codes = reloaded(meets "toast", meets "feast")
    assert.same({ "stop stand cancelled, start stand", "node-lost" }, { text, codes })
  end)

  it("S70 lets it wait on at a node that takes from another inbox", function()
    local text, codes, world, ann, bob = reloaded({ take = "orders" }, { take = "calls" })
    assert.same({ "", "" }, { text, codes })
    assert(bob:send("orders", ann))
    kit.step(world, 0)
    assert.equal("stand", ann.action)
    assert(bob:send("calls", ann))
    kit.step(world, 0)
    assert.equal("stop stand done, start go", table.concat(kit.lines(world, ann), ", "))
  end)
end)

-- `more`: added to the content.
local function planned(plan, more)
  local made = { actions = { walk = BY_THE_GAME, work = BY_THE_GAME, hum = BY_THE_GAME },
    sequences = { day = kit.chain { "walk", "work" }, calm = kit.chain { "hum" } }, npcs = { ann = { main = "calm" } } }
  if plan then
    made.plans, made.npcs.ann = { day = { { "00:00", "24:00", "day" } } }, { plan = "day" }
  end
  for key, value in pairs(more or {}) do made[key] = value end
  return made
end

-- What she does, one thing after the other, after the plan has gone.
local function without_plan(more)
  local world = kit.world(planned(true, more))
  local ann = world:spawn("ann", { name = "Ann" })
  kit.step(world, 0)
  assert.equal("plan-gone", assert(world:reload("p", kit.pack(planned(false, more))))[1].code)
  local list = {}
  for i = 1, 3 do
    list[i] = ann.action
    ann:complete()
    kit.step(world, 0)
  end
  return list
end

describe("a reload, of an NPC that has no plan any more", function()
  it("S74 brings its main sequence between two nodes", function()
    assert.same({ "walk", "hum", "hum" }, without_plan { inboxes = { orders = { allow = "unused" } } })
  end)

  it("S74 brings it when the old one has ended, where nothing else in the content needs the layer above", function()
    assert.same({ "walk", "work", "hum" }, without_plan())
  end)
end)
