--- Saves of worlds in which NPCs wait at a node (S51).
local bustle = require "bustle"
local shelter = require "spec.lua.support.shelter"

-- Walkers of whom some wait, some are interrupted in their wait, held, or are just about to try.
local function street(node)
  local world = bustle.world { packs = { shelter.tables(node) }, seed = 8 }
  for i = 1, 6 do world:spawn("walker", { name = "walker " .. i }) end
  return world
end

local function live(world, i)
  world:set("weather", i % 40 < 30 and "rainy" or "dry")
  local npc = world:get("walker " .. i % 6 + 1)
  if i % 5 == 0 then npc:interrupt "call" end
  if i % 11 == 0 then npc:hold() end
  if i % 11 == 4 then world:get("walker " .. (i - 4) % 6 + 1):release() end
  world:update(0.37, i % 3 == 0 and { batch = 2 } or nil)
end

local function moods(world)
  local found = {}
  for i = 1, 6 do
    local npc = world:get("walker " .. i)
    found[npc:doing().mood] = true
    for _, frame in ipairs(npc:doing().stack) do found[frame.lifecycle] = true end
  end
  return found
end

describe("a save of those who wait (S51)", function()
  it("goes on bit for bit from every moment of a wait", function()
    local world, seen = street { timeout = 9, every = 0.5 }, {}
    for i = 1, 120 do
      live(world, i)
      local bytes = world:save()
      local other = street { timeout = 9, every = 0.5 }
      assert.same({}, other:load(bytes))
      assert.equal(bytes, other:save())
      assert.is_true(other:check())
      for mood in pairs(moods(world)) do seen[mood] = true end
      if i % 4 == 0 then
        local straight = street { timeout = 9, every = 0.5 }
        assert(straight:load(bytes))
        for j = i + 1, i + 60 do
          live(other, j)
          live(straight, j)
        end
        for j = i + 1, i + 60 do live(world, j) end
        assert.equal(world:hash(), other:hash())
        assert.equal(world:save(), straight:save())
        assert(world:load(bytes))
      end
    end
    for _, mood in ipairs { "awaiting", "acting", "held", "waiting_at_node" } do assert.is_true(seen[mood], mood) end
  end)

  it("is of the same time left, and of the same next try", function()
    local world, ann = shelter.world(nil, { every = 4 })
    world:update(4)
    world:update(1)
    local other = shelter.world(nil, { every = 4 })
    assert.same({}, other:load(world:save()))
    for _, each in ipairs { world, other } do
      each:set("weather", "dry")
      each:update(2.9)
      assert.same({ "shiver", 22.1 }, { each:get("ann").action, each:get("ann").remaining })
      each:update(0.1)
      assert.equal("stroll", each:get("ann").action)
    end
    assert.equal("stroll", ann.action)
  end)

  it("loads under content in which the node waits otherwise, or not at all, or is seen in something else", function()
    local world = shelter.world()
    world:update(10)
    local bytes = world:save()
    local function loaded(node, changed)
      local tables = shelter.tables(node)
      if changed then changed(tables) end
      local other = bustle.world { packs = { tables } }
      local codes = {}
      for i, change in ipairs(assert(other:load(bytes))) do codes[i] = change.code end
      assert.is_true(other:check())
      return other:get "ann", codes
    end
    local ann, codes = loaded { timeout = 99 }
    assert.same({ {}, "awaiting", 20 }, { codes, ann:doing().mood, ann.remaining })
    ann, codes = loaded({ wait = false, action = "look", timeout = false, every = false, waiting = false })
    assert.same({ { "node-lost" }, "deciding" }, { codes, ann:doing().mood })
    ann, codes = loaded({ waiting = "look" }, function(tables) tables.actions.shiver = nil end)
    assert.same({ { "action-gone", "action-lost" }, "awaiting" }, { codes, ann:doing().mood })
    assert.is_nil(ann.action)
    ann, codes = loaded(nil, function(tables) tables.actions.shiver.finish = "self.cold = 7" end)
    assert.same({ { "action-changed" }, "awaiting", 20 }, { codes, ann:doing().mood, ann.remaining, ann.action })
  end)

  it("loads what was saved before the node began to wait", function()
    local world = shelter.world(nil, { wait = false, action = "look", timeout = false, every = false, waiting = false })
    world:update(1)
    assert.equal("look", world:get("ann").action)
    local other = shelter.world()
    local codes = {}
    for i, change in ipairs(assert(other:load(world:save()))) do codes[i] = change.code end
    assert.same({ "node-lost" }, codes)
    other:update(0)
    assert.same({ "awaiting", 30 }, { other:get("ann"):doing().mood, other:get("ann").remaining })
  end)
end)
