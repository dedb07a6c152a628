-- Explanations of NPCs that wait at a node (S51, S72).
local shelter = require "spec.lua.support.shelter"

local function first_lines(e, count)
  local lines = {}
  for line in (tostring(e) .. "\n"):gmatch("([^\n]*)\n") do
    if #lines < count then lines[#lines + 1] = line end
  end
  return table.concat(lines, "\n")
end

describe("npc:explain, of an NPC that waits", function()
  it("says at which node, for what, what it is seen in, and how long", function()
    local world, ann = shelter.world()
    world:update(10)
    local e = ann:explain()
    assert.same({ "awaiting", "roof", "shiver", 20 }, { e.now.mood, e.now.node, e.now.action, e.now.remaining })
    assert.same({ { text = "env.weather ~= 'rainy'", reads = { { name = "env.weather", value = "rainy" } } } }, e.now.awaits)
    assert.equal("It waits at roof for env.weather ~= 'rainy' (it is rainy), seen in shiver, 20.0 s left.",
      first_lines(e, 2):match("\n(.*)"))
  end)

  it("names only what has not come, and all of it if it has come since the last try", function()
    local world, ann = shelter.world(nil, { wait = "self.cold >= 1 and env.weather ~= 'rainy'", waiting = false })
    ann.state.cold = 4
    local function awaited() return first_lines(ann:explain(), 2):match("waits at roof for (.-), %d") end
    assert.equal("env.weather ~= 'rainy' (it is rainy)", awaited())
    world:set("weather", "dry")
    assert.equal("self.cold >= 1 (it is 4) and env.weather ~= 'rainy' (it is dry)", awaited())
  end)

  it("names a function by its place", function()
    local _, ann = shelter.world(nil, { wait = function() return false end })
    assert.matches("It waits at roof for the function at wait_spec.lua:%d+, seen in shiver, 30.0 s left.",
      tostring(ann:explain()))
  end)

  it("reads the target of the sequence", function()
    local tables = shelter.tables { wait = "target.cold > 3", waiting = false }
    tables.actions.meet = { duration = 1, targets = "tree" }
    tables.sequences.day.entry, tables.sequences.day.meet = "meet", { action = "meet", to = "roof" }
    tables.props = { tree = { tags = { "tree" }, state = { cold = 2 } } }
    local world = require("bustle").world { packs = { tables }, explain = true }
    world:spawn("tree", { name = "the oak" })
    local ann = world:spawn("walker", { name = "ann" })
    world:update(0)
    world:update(1)
    assert.matches("It waits at roof for target.cold > 3 %(it is 2%), 30.0 s left.", tostring(ann:explain()))
    assert.matches("day: waits at roof\n *target.cold > 3: it is 2", tostring(ann:explain()))
  end)

  it("keeps its tries as one entry, and that what it waited for has come", function()
    local world, ann = shelter.world { explain = true }
    for _ = 1, 12 do world:update(0.5) end
    world:set("weather", "dry")
    world:update(1)
    local tries = {}
    for _, entry in ipairs(ann:explain().decisions) do
      if entry.kind == "try" then tries[#tries + 1] = { entry.time, entry.verdict, entry.tries } end
    end
    assert.same({ { 0, "condition" }, { 6, "condition", 6 }, { 7, "open" } }, tries)
    assert.matches([[
     0.0 s  day: waits at roof
              env.weather ~= 'rainy': it is rainy
     0.0 s  is seen in shiver while it waits
     6.0 s  day: waits at roof, 6 tries
              env.weather ~= 'rainy': it is rainy
     7.0 s  day: what it waits for at roof has come
     7.0 s  finishes shiver
     7.0 s  day: from roof to stroll
     7.0 s  starts stroll, for 5.0 s]], tostring(ann:explain()), 1, true)
  end)

  it("says that what it waited for did not come in time", function()
    local world, ann = shelter.world({ explain = true }, { timeout = 2, failed = false })
    world:update(2)
    assert.matches("2.0 s  day fails: waited", tostring(ann:explain()), 1, true)
    assert.equal("waiting", ann:explain().now.mood)
  end)
end)

describe("world:log", function()
  it("has the tries among the steps", function()
    local lines = {}
    local world = shelter.world { explain = true }
    world:log(function(text) lines[#lines + 1] = text end, { steps = true })
    world:update(1)
    assert.same({ '{"kind":"try","time":1,"npc":"ann","number":1,"definition":"walker","sequence":"day","node":"roof",'
      .. '"verdict":"condition","against":[{"text":"env.weather ~= \'rainy\'","reads":[{"name":"env.weather","value":"rainy"}]}]}\n' },
      lines)
  end)
end)
