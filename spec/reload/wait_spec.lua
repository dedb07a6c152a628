--- `world:reload` and NPCs that wait at a node (S51).
local bustle = require "bustle"
local sources = require "bustle.packs.sources"

local CONTENT = [[
state "cold" { min = 0, max = 100 }
env "weather" { values = { "dry", "rainy" }, default = "rainy" }
action "shiver" { duration = 1, start = "self.cold += 1", finish = "self.cold += 10", interrupted = "self.cold += 20" }
action "stroll" { duration = 5 }
sequence "day" { entry = "roof",
  roof = { wait = "env.weather ~= 'rainy'", timeout = 30, every = 1, waiting = "shiver", to = "stroll" },
  stroll = { action = "stroll", to = "END" } }
npc "walker" { main = "day", state = { "cold" } }
]]

-- A world with ann, who has waited for 10 seconds; a function that edits and reloads; what handlers of shiver were told.
local function waiting()
  local texts = { ["p/street/pack.lua"] = 'return { name = "street", version = "1.0.0" }', ["p/street/content.lua"] = CONTENT }
  local world = bustle.world { packs = { "p/street" }, source = sources.texts(texts), seed = 4 }
  local stops = {}
  world:handle("shiver", { stop = function(_, why) stops[#stops + 1] = why end })
  local ann = world:spawn("walker", { name = "ann" })
  world:update(0)
  world:update(10)
  local function edit(...)
    for i = 1, select("#", ...), 2 do
      local before, from, to = texts["p/street/content.lua"], select(i, ...), (select(i + 1, ...))
      local first, last = before:find(from, 1, true)
      assert(first, from)
      texts["p/street/content.lua"] = before:sub(1, first - 1) .. to .. before:sub(last + 1)
    end
    local codes = {}
    for i, change in ipairs(assert(world:reload "street")) do codes[i] = change.code end
    assert.is_true(world:check())
    return codes
  end
  return world, ann, edit, stops
end

describe("a reload, of an NPC that waits (S51)", function()
  it("lets it wait on as it began, and waits that begin go by the new node", function()
    local world, ann, edit, stops = waiting()
    assert.same({}, edit("timeout = 30", "timeout = 100"))
    assert.same({ "awaiting", "shiver", 20 }, { ann:doing().mood, ann.action, ann.remaining })
    world:set("weather", "dry")
    world:update(1)
    assert.equal("stroll", ann.action)
    world:set("weather", "rainy")
    world:update(5)
    assert.equal(100, ann.remaining)
    assert.same({ "done" }, stops)
  end)

  it("tries by the new condition", function()
    local world, ann, edit = waiting()
    assert.same({}, edit([[env.weather ~= 'rainy']], "self.cold == 1"))
    world:update(1)
    assert.equal("stroll", ann.action)
  end)

  it("ends what it is seen in by the definition that it began with", function()
    local world, ann, edit, stops = waiting()
    assert.same({}, edit("finish = \"self.cold += 10\"", "finish = \"self.cold += 50\""))
    assert.equal("shiver", ann.action)
    world:set("weather", "dry")
    world:update(1)
    assert.same({ "stroll", 11 }, { ann.action, ann.state.cold })
    assert.same({ "done" }, stops)
    world:set("weather", "rainy")
    world:update(5)
    world:set("weather", "dry")
    world:update(1)
    assert.equal(62, ann.state.cold)
  end)

  it("lets it wait on, seen in nothing, if what it was seen in is gone", function()
    local world, ann, edit, stops = waiting()
    assert.same({ "action-gone", "action-lost" }, edit('action "shiver" {', 'action "tremble" {', 'waiting = "shiver"', 'waiting = "tremble"'))
    assert.same({ "awaiting", 20 }, { ann:doing().mood, ann.remaining })
    assert.is_nil(ann.action)
    assert.same({ "cancelled" }, stops)
    world:set("weather", "dry")
    world:update(1)
    assert.equal("stroll", ann.action)
  end)

  it("begins its sequence again if the node waits no more, or is gone", function()
    for _, to in ipairs { 'roof = { action = "shiver", to = "stroll" }, hut = { wait = "self.cold > 5"',
      'hut = { wait = "self.cold > 5"' } do
      local world, ann, edit, stops = waiting()
      if not to:find "^roof" then
        assert.same({ "node-lost" }, edit('entry = "roof",\n  roof = { wait = "env.weather ~= \'rainy\'"', 'entry = "hut",\n  ' .. to))
      else
        assert.same({ "node-lost" }, edit('roof = { wait = "env.weather ~= \'rainy\'"', to))
      end
      world:update(0)
      assert.same({ "cancelled" }, stops)
      assert.equal("shiver", ann.action)
      assert.equal(to:find "^roof" and "acting" or "awaiting", ann:doing().mood)
    end
  end)

  it("changes nothing if nothing was edited", function()
    local world, _, edit = waiting()
    local straight = waiting()
    for i = 1, 60 do
      if i % 7 == 0 then assert.same({}, edit("stroll", "stroll")) end
      for _, each in ipairs { world, straight } do
        each:set("weather", i % 20 < 12 and "rainy" or "dry")
        each:update(0.7)
      end
      assert.equal(straight:hash(), world:hash())
    end
  end)
end)
