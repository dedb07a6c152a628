local types = require "spec.lua.support.types"
local yard = require "spec.explain.yard"

-- All that the tables of a list have.
local function check_fields(class, list)
  for _, each in ipairs(list) do
    for name in pairs(each) do assert.is_true(class[name], name) end
  end
end

describe("the types of explanations for editors", function()
  local classes = types.declared "lua/bustle/meta.lua"

  it("know all fields that there are", function()
    local w = yard.world { explain = 200, restart = 3 }
    w:on("error", function() end)
    w:spawn("bench", { x = 5 })
    w:spawn("bench", { x = 90 })
    local npcs, happened = {}, {}
    w:_keep():listen { entry = function(entry) happened[#happened + 1] = entry end, updated = function() end }
    for _, kind in ipairs { "guest", "admirer", "climber", "picker", "swinger", "napper", "sitter" } do
      npcs[#npcs + 1] = w:spawn(kind)
    end
    for i = 1, 60 do
      if i % 7 == 0 then npcs[1]:interrupt("shout", npcs[2]) end
      w:update(0.5)
    end
    check_fields(classes["bustle.Happening"], happened)
    for _, npc in ipairs(npcs) do
      local e = npc:explain()
      check_fields(classes["bustle.Explanation"], { e })
      check_fields(classes["bustle.ExplainedNow"], { e.now })
      check_fields(classes["bustle.ExplainedActivity"], e.stack)
      check_fields(classes["bustle.ExplainedMemory"], e.memories.actions)
      for _, activity in ipairs(e.stack) do check_fields(classes["bustle.ExplainedSequence"], activity.sequences) end
      for _, entry in ipairs(e.decisions) do
        check_fields(classes["bustle.Happening"], { entry })
        check_fields(classes["bustle.Rule"], { entry.rule })
        check_fields(classes["bustle.Reason"], entry.against or {})
        for _, each in ipairs(entry.options or entry.candidates or {}) do
          check_fields(classes["bustle.Looked"], { each })
          check_fields(classes["bustle.Reason"], each.against or {})
        end
      end
    end
  end)
end)
