local bustle = require "bustle"
local fields = require "bustle.author.content.fields"
local square = require "spec.lua.support.square"
local types = require "spec.lua.support.types"

local words = require "bustle.packs.words"

local names = types.names

-- The class of what each word takes, and of the tables within definitions.
local CLASSES = { state = "KeyFields", env = "EnvironmentFields", link = "LinkFields", offer = "OfferFields",
  box = "BoxFields", interruption = "InterruptionFields",
  action = "ActionFields", sequence = "SequenceFields", node = "NodeFields", edge = "EdgeFields", prop = "PropFields",
  npc = "NpcFields", place = "PlaceFields", handler = "HandlerFields", memory = "MemoryFields", role = "RoleFields",
  listed_role = "ListedRole", cue = "CueFields", scene = "SceneFields", part = "PartFields", cell = "CellFields",
  inbox = "InboxFields", plan = "PlanFields", entry = "PlanEntryFields" }

describe("the types for editors", function()
  local classes = types.declared "lua/bustle/meta.lua"

  it("know everything that the module offers", function()
    assert.same(names(bustle), names(classes.bustle))
  end)

  it("know worlds and views of events", function()
    local world = square.world()
    local all = { problems = true, env = true }
    for name in pairs(getmetatable(world).__index) do all[name] = true end
    assert.same(names(all), names(classes["bustle.World"]))
    local view = { count = true }
    for name in pairs(getmetatable(world:events()).__index) do view[name] = true end
    assert.same(names(view), names(classes["bustle.Events"]))
  end)

  it("know entities, what they do and what they remember", function()
    local world = square.world()
    world:spawn "bench"
    local mary = world:spawn("visitor", { owner = 1 })
    world:update(0)
    for _, name in ipairs(names(classes["bustle.Entity"])) do
      assert.has_no.errors(function() local _ = mary[name] end)
    end
    world:update(2)
    mary:interrupt("shout")
    world:update(0)
    for name in pairs(mary:doing()) do assert.is_true(classes["bustle.Doing"][name], name) end
    for name in pairs(mary:doing().stack[2]) do assert.is_true(classes["bustle.Frame"][name], name) end
    for name in pairs(mary:memories("interruptions")[1]) do assert.is_true(classes["bustle.Memory"][name], name) end
    for name in pairs(world:stats()) do assert.is_true(classes["bustle.Stats"][name], name) end
  end)

  it("know what may stand in definitions", function()
    for word, class in pairs(CLASSES) do
      assert.same(names(fields.OPTIONS[word]), names(classes["bustle." .. class]))
    end
    for word in pairs(fields.OPTIONS) do assert.is_string(CLASSES[word], word) end
  end)

  it("explain every field of a definition", function()
    local unexplained = types.unexplained "lua/bustle/meta.lua"
    for word, class in pairs(CLASSES) do
      for name in pairs(fields.OPTIONS[word]) do
        assert.is_nil(unexplained[("bustle.%s.%s"):format(class, name)], ("%s.%s"):format(class, name))
      end
    end
  end)

  it("know the words of packs, and which definition follows each", function()
    local declared = types.words "lua/bustle/packs/meta.lua"
    local wanted = {}
    for _, name in ipairs(words.NAMES) do wanted[name] = true end
    assert.same(names(wanted), names(declared))
    for word, class in pairs(CLASSES) do
      if declared[word] and word ~= "place" then assert.equal("bustle." .. class, declared[word]) end
    end
    for _, shape in ipairs { "chain", "choice", "loop_until" } do
      assert.equal("bustle.SequenceFields", declared[shape])
    end
  end)

  it("know the options of calls", function()
    for class, option in pairs { WorldOptions = "packs constants ends expose limits places restart seed trace",
      SpawnOptions = "name owner state x y z", UpdateOptions = "batch budget_ms", Query = "kind of state tag within",
      Area = "from of within", Limits = "activities depth failures queue steps", Handler = "ends start stop update",
      HandlerFor = "actions default tag travel", Action = "handled name pack show tags travel" } do
      for name in option:gmatch("[%w_]+") do assert.is_true(classes["bustle." .. class][name], name) end
    end
  end)

  it("are not for running", function()
    square.world():update(1)
    assert.is_nil(package.loaded["bustle.meta"])
  end)
end)
