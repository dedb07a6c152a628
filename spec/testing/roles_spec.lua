-- The testing kit, about roles and cues (S52, S53).
local bustle = require "bustle"
local coverage = require "bustle.testing.coverage"
local pub = require "spec.lua.support.pub"
local sim = require "bustle.testing"

local function complaint(fn)
  local ok, problem = pcall(fn)
  assert(not ok)
  return tostring(type(problem) == "table" and problem.message or problem)
end

local function world()
  local w = sim.world { packs = { bustle.pack(pub.tables()) } }
  return w, w:spawn("townsman", { name = "Ada" }), w:spawn("townsman", { name = "Bob", x = 3 })
end

describe("has_role (S52)", function()
  it("is about the role at the moment", function()
    local _, ada = world()
    assert.npc(ada).has_role "patron"
    assert.npc(ada).has_not_role "night_watch"
    ada:set_role "night_watch"
    assert.npc(ada).has_role "pub.night_watch"
  end)

  it("says what it expected, and asks which role was meant", function()
    local _, ada = world()
    assert.matches("expected Ada to have the role night_watch; it has patron",
      complaint(function() assert.npc(ada).has_role "night_watch" end))
    assert.matches('unknown role "patrn" %(did you mean "patron"%?%)',
      complaint(function() assert.npc(ada).has_role "patrn" end))
  end)
end)

describe("a history", function()
  it("has changes of role and cues", function()
    local w, ada, bob = world()
    w:run(3)
    assert.equal("patron", w:happened { kind = "role", npc = ada }[1].role)
    local taken = w:happened { kind = "interrupt", npc = ada }[1]
    assert.same({ "glance", "Bob", "look_up" }, { taken.cue, taken.target, taken.sequence })
    assert.npc(ada).remembers { cue = "glance", entity = bob }
  end)
end)

describe("coverage", function()
  it("counts roles, their conditions, and cues", function()
    coverage.start()
    local w = world()
    w:run(3)
    local counted = coverage.stop()
    local missed = {}
    for _, part in ipairs(counted.parts) do
      if not counted.hits[part.key] and (part.group == "roles" or part.group == "cues" or part.kind == "entity") then
        missed[#missed + 1] = ("%s %s: %s"):format(part.name, part.spot or part.word, part.missed)
      end
    end
    assert.same({ 'townsman role "night_watch", when: never true', "night_watch role: never applied" }, missed)
    assert.truthy(counted.hits["cue role pub.patron pub.glance"])
    assert.truthy(counted.hits["when cue role pub.patron pub.glance true"])
  end)

  it("counts what is tested of those whom packs put into the world", function()
    coverage.start()
    local tables = pub.tables()
    tables.places = { { "townsman", name = "Ada" } }
    local w = sim.world { packs = { bustle.pack(tables) } }
    assert.equal(1, coverage.stop().hits["when role pub.townsman pub.night_watch false"])
    assert.npc(w:get "Ada").has_role "patron"
  end)
end)
