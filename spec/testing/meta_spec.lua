local crown = require "spec.lua.support.crown"
local hours = require "spec.lua.support.hours"
local inn = require "spec.lua.support.inn"
local park = require "spec.testing.park"
local sim = require "bustle.testing"
local stats = require "bustle.stats"
local types = require "spec.lua.support.types"

local names = types.names

-- All that a list of entries has.
local function fields_of(list)
  local all = {}
  for _, entry in ipairs(list) do
    for name in pairs(entry) do all[name] = true end
  end
  return all
end

describe("the types of the testing kit for editors", function()
  local classes = types.declared "lua/bustle/testing/meta.lua"

  local function played()
    local w = sim.world { packs = { park.pack() }, seed = 7, restart = 5, errors = "keep",
      env = { weather = function(now) if now > 20 then error "no sky" end return "sunny" end } }
    w:spawn "bench"
    local mary = w:spawn "visitor"
    w:spawn "thief"
    w:spawn "sad_thief"
    w:run(25)
    w:interrupt("shout", { mary }, mary)
    w:run(1)
    return w, mary
  end

  it("know what it offers, and worlds under test", function()
    assert.same(names(sim), names(classes["bustle.testing"]))
    local own, inherited = { history = true, refusals = true }, { spawn = true, spawn_many = true, set = true, update = true,
      load = true }
    for name in pairs(getmetatable(sim.world { packs = {} }).__index) do
      if not inherited[name] then own[name] = true end
    end
    assert.same(names(own), names(classes["bustle.SimWorld"]))
  end)

  it("are of worlds that take the place of no other method by accident", function()
    local methods = getmetatable(sim.world { packs = {} }).__index
    local shadowed = {}
    for name in pairs(methods) do
      if getmetatable(methods).__index[name] and not name:find("^__") then shadowed[#shadowed + 1] = name end
    end
    table.sort(shadowed)
    assert.same({ "load", "set", "spawn", "spawn_many", "update" }, shadowed)
  end)

  it("know histories and decisions", function()
    local w, mary = played()
    local staged, patron = inn.world({}, sim.world)
    patron.state.thirst = 9
    staged:run_until_scene("order", 5)
    local seated = crown.world({}, sim.world)
    seated:spawn "pub"
    seated:run_until_adopt("sit", 5)
    local all = fields_of(w.history)
    local planned = hours.world({}, sim.world)
    planned:spawn("farmer"):patch_plan { "06:00", "06:30", "work" }
    planned:run(1)
    for _, world in ipairs { staged, seated, planned } do
      for name in pairs(fields_of(world.history)) do all[name] = name ~= "cue" or nil end
    end
    assert.same(names(all), names(classes["bustle.HistoryEntry"]))
    for _, decision in ipairs(w:decisions(mary)) do
      for _, option in ipairs(decision.options or decision.candidates or {}) do
        for name in pairs(option) do assert.is_true(classes["bustle.DecisionOption"][name], name) end
      end
    end
  end)

  it("know the options of a world under test", function()
    for name in pairs(classes["bustle.SimOptions"]) do
      assert.has_no.errors(function()
        sim.world { packs = {}, [name] = ({ env = {}, engine = {}, positions = "none", step = 1, errors = "keep" })[name] }
      end)
    end
  end)

  it("know the statistics", function()
    classes = types.declared "lua/bustle/stats/meta.lua"
    assert.same(names(stats), names(classes["bustle.stats"]))
    local all = stats.of((played()))
    assert.same(names(all.definitions.visitor), names(classes["bustle.DefinitionStats"]))
    assert.same(names(all.definitions.visitor.repetition), names(classes["bustle.Repetition"]))
    assert.same(names(all.coverage), names(classes["bustle.GraphCoverage"]))
  end)
end)
