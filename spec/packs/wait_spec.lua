-- Nodes that wait, as packs write, extend and replace them (S51, S72).
local bustle = require "bustle"
local history = require "bustle.history"
local reader = require "bustle.author.expression.reader"
local shapes = require "bustle.author.shapes"
local support = require "spec.packs.support"

local STREET = { ["street.lua"] = [[
state "cold" { default = 0 }
env "weather" { values = { "dry", "rainy" } }
action "shiver" { duration = 1 }
action "stroll" { duration = 5 }
sequence "day" { entry = "roof",
  roof = { wait = "env.weather ~= 'rainy'", timeout = 300, every = 0.5, waiting = "shiver", to = "stroll", failed = "END" },
  stroll = { action = "stroll", to = "END" },
}
sequence "plain" { entry = "roof", roof = { wait = { "env.weather ~= 'rainy'", "self.cold < 5" }, to = "END" } }
npc "walker" { main = "day", state = { "cold" } }
]] }

local function with(changes)
  return { street = STREET, mod = { ["pack.lua"] = 'return { name = "mod", depends = "street" }',
    ["changes.lua"] = changes } }
end

local function roof(changes, sequence)
  local compiled = support.compiled(with(changes), { "street", "mod" })
  for _, each in ipairs(compiled.tables.sequences) do
    if each.name == (sequence or "street.day") then
      for _, node in ipairs(each.nodes) do
        if node.name == "roof" then return node, reader.texts(node.when or {}, reader.style(compiled, "street")) end
      end
    end
  end
end

describe("a node that waits (S51)", function()
  it("has a condition, a timeout, the time between tries and an action to be seen in", function()
    local node, texts = roof ""
    assert.same({ "wait", 300000, 500, "street.shiver", "END" }, { node.kind, node.timeout_ms, node.every_ms,
      node.waiting, node.failed })
    assert.same({ "env.weather ~= 'rainy'" }, texts)
    assert.is_nil(node.performs)
  end)
  it("needs nothing but the condition, of which there may be several", function()
    local node, texts = roof("", "street.plain")
    assert.same({ "wait" }, { node.kind, node.timeout_ms, node.every_ms, node.waiting })
    assert.same({ "env.weather ~= 'rainy'", "self.cold < 5" }, texts)
  end)
  it("is extended value by value", function()
    local node, texts = roof [[
action "stamp" { duration = 1 }
extend "street.day" { roof = { timeout = 20, waiting = "stamp" } }]]
    assert.same({ "wait", 20000, 500, "mod.stamp" }, { node.kind, node.timeout_ms, node.every_ms, node.waiting })
    assert.same({ "env.weather ~= 'rainy'" }, texts)
    assert.same({ "self.cold > 9" }, select(2, roof 'extend "street.day" { roof = { wait = "self.cold > 9" } }'))
  end)
  it("takes the place of an action", function()
    local compiled = support.compiled(with 'extend "street.day" { stroll = { wait = "self.cold > 9", timeout = 5 } }',
      { "street", "mod" })
    local node = compiled.tables.sequences[1].nodes[2]
    assert.same({ "stroll", "wait", 5000 }, { node.name, node.kind, node.timeout_ms, node.performs })
  end)
  it("gives its place to an action, if what is for waiting goes too", function()
    local node = roof [[extend "street.day" { remove = { roof = { "timeout", "every", "waiting" } },
  roof = { action = "stroll" } }]]
    assert.same({ "action", "street.stroll" }, { node.kind, node.performs, node.when, node.timeout_ms, node.every_ms,
      node.waiting })
    assert.equal('b/street/street.lua:5: sequence "day", node "roof", timeout: it is for nodes that wait, and this one is '
      .. 'of kind action (such as { wait = "self.fed", timeout = 30, ... })',
      (support.said(with 'extend "street.day" { roof = { action = "stroll" } }', { "street", "mod" }):match("[^\n]*"):gsub(
        "; changed by.*", "")))
  end)
  it("loses its options, and goes with the ways to it", function()
    local node = roof 'extend "street.day" { remove = { roof = { "timeout", "every", "waiting", "failed" } } }'
    assert.same({ "wait" }, { node.kind, node.timeout_ms, node.every_ms, node.waiting, node.failed })
    assert.is_nil(roof 'extend "street.day" { entry = "stroll", remove = "roof" }')
  end)
  it("is replaced with its sequence", function()
    local node, texts = roof 'replace "street.day" { entry = "roof", roof = { wait = "self.cold == 1", to = "END" } }'
    assert.same({ "wait" }, { node.kind, node.timeout_ms, node.every_ms, node.waiting })
    assert.same({ "self.cold == 1" }, texts)
  end)
  it("has a history", function()
    local _, set = support.compiled(with [[

extend "street.day" { roof = { timeout = 20, wait = "self.cold > 9" } }]], { "street", "mod" })
    local lines = {}
    for _, step in ipairs(history.of(set.packs, "street.day")[1].steps) do
      lines[#lines + 1] = ("%s at %s:%d sets %s"):format(step.word, step.file, step.line, table.concat(step.sets, " "))
    end
    assert.same({ "sequence at b/street/street.lua:5 sets entry roof.every roof.failed roof.timeout roof.to roof.wait "
      .. "roof.waiting stroll.action stroll.to", "extend at b/mod/changes.lua:2 sets roof.timeout roof.wait" }, lines)
  end)
  it("is made in code", function()
    local asked = {}
    local world = bustle.world { packs = { { name = "p", actions = { idle = { duration = 1 } },
      sequences = { day = { entry = "hold", idle = { action = "idle", to = "END" },
        hold = { wait = function(npc) asked[#asked + 1] = npc.kind return #asked > 1 end, every = 2, to = "idle" } } },
      npcs = { who = { main = "day" } } } } }
    local who = world:spawn "who"
    world:update(0)
    assert.same({ "awaiting", 60 }, { who:doing().mood, who.remaining })
    world:update(2)
    assert.same({ "idle", { "who", "who" } }, { who.action, asked })
  end)
end)

describe("a shape with a wait (S51)", function()
  it("calls its node wait", function()
    assert.same({ entry = "walk", walk = { action = "walk", to = "wait" }, wait = { wait = "self.fed", timeout = 5, to = "wait_2" },
      wait_2 = { wait = "self.dry", to = "END" } },
      shapes.chain { "walk", { wait = "self.fed", timeout = 5 }, { wait = "self.dry" } })
  end)
  it("is one of the options of a choice, apart from when that is open", function()
    assert.same({ entry = "choose", choose = { to = { { "walk" }, { "wait", when = "self.fed" } } },
      walk = { action = "walk", to = "END" }, wait = { wait = "self.dry", every = 2, to = "END" } },
      shapes.choice { "walk", { wait = "self.dry", every = 2, when = "self.fed" } })
  end)
  it("is among the steps of a loop", function()
    local made = shapes.loop_until("self.fed", { { wait = "self.dry" }, "walk" })
    assert.same({ "wait", "walk", "again" }, { made.entry, made.wait.to, made.walk.to })
  end)
end)
