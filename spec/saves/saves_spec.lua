--- Saves and recordings of earlier versions: they load, everything in them is as it was when they were made, and their
--- worlds live on.
local bustle = require "bustle"
local replay = require "bustle.replay"
local told = require "spec.saves.told"

local function read(path)
  local file = assert(io.open("spec/saves/" .. path, "rb"))
  local bytes = file:read "*a"
  file:close()
  return bytes
end

local function packs(...)
  local list = { ... }
  for i, name in ipairs(list) do list[i] = "spec/saves/0.1.0/packs/" .. name end
  return list
end

local SAVES = { market = packs("common", "market"), garden = packs "garden", ["square-1"] = packs "square",
  ["square-2"] = packs "square", ["square-3"] = packs "square", ["square-4"] = packs "square" }

local function load(name, owner)
  local world = bustle.world { packs = SAVES[name], metric = "manhattan" }
  world:on("error", function() end)
  assert.same({}, assert(world:load(read("0.1.0/" .. name .. ".save"), { owner = owner })))
  return world
end

describe("a save of 0.1.0", function()
  for name in pairs(SAVES) do
    it("loads and goes on: " .. name, function()
      local world = load(name)
      assert.is_true(world:check())
      assert.equal(read("0.1.0/" .. name .. ".txt"), told(world._core))
      for _ = 1, 2400 do world:update(1 / 4) end
      assert.is_true(world:check())
    end)
  end

  it("says that distances were others, in a world that does not measure by Manhattan as 0.1.0 did", function()
    local changes = assert(bustle.world { packs = SAVES["square-1"] }:load(read "0.1.0/square-1.save"))
    assert.equal(1, #changes)
    assert.same({ "setting-changed", "metric" }, { changes[1].code, changes[1].thing })
  end)

  it("has its owners, by the keys that they had", function()
    local keys = {}
    load("square-1", function(key, npc) keys[npc.name] = key end)
    assert.same({ ["walker 3"] = "owner 3", ["walker 6"] = "owner 6", ["walker 9"] = "owner 9" }, keys)
    load("garden", function(key, npc) keys = { [npc.name] = key } end)
    assert.same({ ["gardener 2"] = 7 }, keys)
  end)

  it("has what the Lua layer knew: handlers at work, errors that were told, times of answers", function()
    local world, updates = bustle.world { packs = SAVES.garden, metric = "manhattan" }, 0
    world:on("error", function() end)
    world:handle("water", { update = function(_, _, run)
      assert.is_true(run.loaded)
      updates = updates + 1
    end })
    assert(world:load(read "0.1.0/garden.save"))
    assert.truthy(next(world._told))
    assert.equal(37000, world._environment.asked[0])
    world:update(0)
    assert.equal(2, updates)
  end)
end)

-- Memory went by other rules in 0.1.0 (S14, S26), so that the decisions differ from a point on.
describe("a recording of 0.1.0", function()
  local DIFFERENCES = { square = "at 15.500 s: recorded was walker 6: start ponder", market = "at 91.700 s: " }

  for name, given in pairs { square = packs "square", market = packs("common", "market") } do
    it("replays, and says where decisions differ: " .. name, function()
      local again = assert(replay.open("spec/saves/0.1.0/" .. name .. ".recording", { packs = given }))
      local steps = 0
      while again:step() do steps = steps + 1 end
      assert.equal(DIFFERENCES[name], again.difference:sub(1, #DIFFERENCES[name]))
      assert.is_true(steps >= 1)
    end)
  end
end)
