-- Who wins: what an NPC can be against what can come, cell by cell (docs/rules.md, "Who wins"; S29 to S34, S48 to S60).
-- who_wins.lua has the situations. A cell that is not here is one in which nothing happens.
local keys = require "bustle.common.keys"
local who_wins = require "spec.rules.who_wins"

local CELLS = {
  ["acting"] = {
    ["a higher response"] = "stop a interrupted, interrupt high high, start duck",
    ["an equal response"] = "stop a interrupted, interrupt even even, start duck",
    ["a lower response"] = "ignore low low",
    ["a cue above the scene"] = "stop a interrupted, interrupt high, start duck",
    ["the scene breaks"] = "stop a cancelled, leave duet broken, start hum again",
    ["hold"] = "stop a interrupted",
    ["a change of role"] = "role night",
    ["leave_scene"] = "stop a cancelled, leave duet left, start hum again",
    ["removal"] = "stop a removed, leave duet left, remove mia",
  },
  ["waiting after a failure"] = {
    ["a higher response"] = "interrupt high high, start duck",
    ["an equal response"] = "interrupt even even, start duck",
    ["a lower response"] = "interrupt low low, start duck",
    ["a cue above the scene"] = "interrupt high, start duck",
    ["a cue below the scene"] = "interrupt low, start duck",
    ["the others are through"] = "start b",
    ["the scene breaks"] = "leave duet broken",
    ["set main"] = "start read",
    ["a change of role"] = "role night, start read",
    ["leave_scene"] = "leave duet left",
    ["removal"] = "leave duet left, remove mia",
  },
  ["waiting at a node"] = {
    ["a higher response"] = "stop stand interrupted, interrupt high high, start duck",
    ["an equal response"] = "stop stand interrupted, interrupt even even, start duck",
    ["a lower response"] = "ignore low low",
    ["a cue above the scene"] = "stop stand interrupted, interrupt high, start duck",
    ["the scene breaks"] = "stop stand failed, leave wary broken, start hum again",
    ["hold"] = "stop stand interrupted",
    ["a change of role"] = "role night",
    ["leave_scene"] = "stop stand failed, leave wary left, start hum again",
    ["removal"] = "stop stand removed, leave wary left, remove mia",
  },
  ["waiting at a phase"] = {
    ["a higher response"] = "stop stand interrupted, interrupt high high, start duck",
    ["an equal response"] = "stop stand interrupted, interrupt even even, start duck",
    ["a lower response"] = "ignore low low",
    ["a cue above the scene"] = "stop stand interrupted, interrupt high, start duck",
    ["the others are through"] = "stop stand done, start b",
    ["the scene breaks"] = "stop stand failed, leave duet broken, start hum again",
    ["hold"] = "stop stand interrupted",
    ["a change of role"] = "role night",
    ["leave_scene"] = "stop stand failed, leave duet left, start hum again",
    ["removal"] = "stop stand removed, leave duet left, remove mia",
  },
  ["waiting at its end"] = {
    ["a higher response"] = "stop stand interrupted, interrupt high high, start duck",
    ["an equal response"] = "stop stand interrupted, interrupt even even, start duck",
    ["a lower response"] = "ignore low low",
    ["a cue above the scene"] = "stop stand interrupted, interrupt high, start duck",
    ["the others are through"] = "stop stand done, leave brief finished, start hum again",
    ["the scene breaks"] = "stop stand failed, leave brief broken, start hum again",
    ["hold"] = "stop stand interrupted",
    ["a change of role"] = "role night",
    ["leave_scene"] = "stop stand failed, leave brief left, start hum again",
    ["removal"] = "stop stand removed, leave brief left, remove mia",
  },
  ["past its patience in main"] = {
    ["a higher response"] = "stop stand interrupted, interrupt high high, start duck",
    ["an equal response"] = "stop stand interrupted, interrupt even even, start duck",
    ["a lower response"] = "stop stand interrupted, interrupt low low, start duck",
    ["a cue above the scene"] = "stop stand interrupted, interrupt high, start duck",
    ["a cue below the scene"] = "stop stand interrupted, interrupt low, start duck",
    ["the others are through"] = "stop stand done, start b",
    ["the scene breaks"] = "stop stand failed, leave duet broken, start sulk",
    ["hold"] = "stop stand interrupted",
    ["set main"] = "stop stand interrupted, leave duet left, start read",
    ["a change of role"] = "role night, stop stand interrupted, leave duet left, start read",
    ["leave_scene"] = "stop stand failed, leave duet left, start sulk",
    ["removal"] = "stop stand removed, leave duet left, remove leader",
  },
  ["past its patience at its end, in main"] = {
    ["a higher response"] = "stop stand interrupted, interrupt high high, start duck",
    ["an equal response"] = "stop stand interrupted, interrupt even even, start duck",
    ["a lower response"] = "stop stand interrupted, interrupt low low, start duck",
    ["a cue above the scene"] = "stop stand interrupted, interrupt high, start duck",
    ["a cue below the scene"] = "stop stand interrupted, interrupt low, start duck",
    ["the others are through"] = "stop stand done, leave brief finished, start sulk",
    ["the scene breaks"] = "stop stand failed, leave brief broken, start sulk",
    ["hold"] = "stop stand interrupted",
    ["set main"] = "stop stand interrupted, leave brief left, start read",
    ["a change of role"] = "role night, stop stand interrupted, leave brief left, start read",
    ["leave_scene"] = "stop stand failed, leave brief left, start sulk",
    ["removal"] = "stop stand removed, leave brief left, remove host",
  },
  ["sunk"] = {
    ["a higher response"] = "stop hum interrupted, interrupt high high, start duck",
    ["an equal response"] = "stop hum interrupted, interrupt even even, start duck",
    ["a lower response"] = "stop hum interrupted, interrupt low low, start duck",
    ["a cue above the scene"] = "stop hum interrupted, interrupt high, start duck",
    ["a cue below the scene"] = "stop hum interrupted, interrupt low, start duck",
    ["the others are through"] = "stop hum interrupted, start b",
    ["the scene breaks"] = "leave duet broken",
    ["hold"] = "stop hum interrupted",
    ["set main"] = "stop hum interrupted, start read",
    ["a change of role"] = "role night, stop hum interrupted, start read",
    ["leave_scene"] = "leave duet left",
    ["removal"] = "stop hum removed, leave duet left, remove mia",
  },
  ["sunk at its end"] = {
    ["a higher response"] = "stop hum interrupted, interrupt high high, start duck",
    ["an equal response"] = "stop hum interrupted, interrupt even even, start duck",
    ["a lower response"] = "stop hum interrupted, interrupt low low, start duck",
    ["a cue above the scene"] = "stop hum interrupted, interrupt high, start duck",
    ["a cue below the scene"] = "stop hum interrupted, interrupt low, start duck",
    ["the others are through"] = "leave brief finished",
    ["the scene breaks"] = "leave brief broken",
    ["hold"] = "stop hum interrupted",
    ["set main"] = "stop hum interrupted, start read",
    ["a change of role"] = "role night, stop hum interrupted, start read",
    ["leave_scene"] = "leave brief left",
    ["removal"] = "stop hum removed, leave brief left, remove mia",
  },
  ["not begun"] = {
    ["a higher response"] = "join duet, stop hum interrupted, interrupt high high, start duck",
    ["an equal response"] = "join duet, stop hum interrupted, interrupt even even, start a",
    ["a lower response"] = "join duet, stop hum interrupted, interrupt low low, start a",
    ["a cue above the scene"] = "join duet, stop hum interrupted, interrupt high, start duck",
    ["a cue below the scene"] = "join duet, stop hum interrupted, start a",
    ["the others are through"] = "join duet, stop hum interrupted, start a",
    ["a member leaves"] = "join duet, stop hum interrupted, start a",
    ["the scene breaks"] = "join duet, leave duet broken",
    ["hold"] = "join duet, stop hum interrupted",
    ["release"] = "join duet, stop hum interrupted, start a",
    ["set main"] = "join duet, stop hum interrupted, start a",
    ["a change of role"] = "join duet, role night, stop hum interrupted, start a",
    ["leave_scene"] = "join duet, leave duet left",
    ["removal"] = "join duet, stop hum removed, leave duet left, remove mia",
    ["save and load"] = "stop hum interrupted, start a",
  },
  ["held"] = {
    ["release"] = "start a again",
    ["a change of role"] = "role night",
    ["leave_scene"] = "leave duet left",
    ["removal"] = "leave duet left, remove mia",
  },
  ["waiting after a failure, sunk at its end"] = {
    ["a higher response"] = "interrupt high high, start duck",
    ["an equal response"] = "interrupt even even, start duck",
    ["a lower response"] = "interrupt low low, start duck",
    ["a cue above the scene"] = "interrupt high, start duck",
    ["a cue below the scene"] = "interrupt low, start duck",
    ["the others are through"] = "leave brief finished",
    ["the scene breaks"] = "leave brief broken",
    ["set main"] = "start read",
    ["a change of role"] = "role night, start read",
    ["leave_scene"] = "leave brief left",
    ["removal"] = "leave brief left, remove mia",
  },
  ["held at a phase"] = {
    ["release"] = "start stand",
    ["a change of role"] = "role night",
    ["leave_scene"] = "leave duet left",
    ["removal"] = "leave duet left, remove mia",
  },
  ["held at its end"] = {
    ["release"] = "start stand",
    ["a change of role"] = "role night",
    ["leave_scene"] = "leave brief left",
    ["removal"] = "leave brief left, remove mia",
  },
  ["halted"] = {
    ["a higher response"] = "restart day, interrupt high high, start duck",
    ["an equal response"] = "restart day, interrupt even even, start duck",
    ["a lower response"] = "restart day, interrupt low low, start duck",
    ["a change of role"] = "role night",
    ["removal"] = "remove mia",
  },
}

-- What follows when a higher response is over.
local AFTERWARDS = {
  ["acting"] = "stop duck done, start a again",
  ["waiting after a failure"] = "stop duck done, start hum",
  ["waiting at a node"] = "stop duck done, start stand",
  ["waiting at a phase"] = "stop duck done, start stand",
  ["waiting at its end"] = "stop duck done, start stand",
  ["past its patience in main"] = "stop duck done, start stand",
  ["past its patience at its end, in main"] = "stop duck done, start stand",
  ["sunk"] = "stop duck done, start hum again",
  ["sunk at its end"] = "stop duck done, start hum again",
  ["not begun"] = "stop duck done, start a",
  ["halted"] = "stop duck done, start hum",
}

-- What follows when a hold is over that came then.
local RELEASED = {
  ["acting"] = "start a again",
  ["waiting after a failure"] = "start hum",
  ["waiting at a node"] = "start stand",
  ["waiting at a phase"] = "start stand",
  ["waiting at its end"] = "start stand",
  ["past its patience in main"] = "start stand",
  ["past its patience at its end, in main"] = "start stand",
  ["sunk"] = "start hum again",
  ["sunk at its end"] = "start hum again",
  ["not begun"] = "start a",
  ["held"] = "start a again",
  ["halted"] = "restart day, start hum",
}

-- What follows at the release when something came to her while she was held.
local KEPT_FOR_RELEASE = {
  ["held"] = {
    ["a higher response"] = "interrupt high high, start duck",
    ["an equal response"] = "interrupt even even, start duck",
    ["a lower response"] = "ignore low low, start a again",
    ["a cue above the scene"] = "start a again",
    ["a cue below the scene"] = "start a again",
    ["the others are through"] = "start a again",
    ["a member leaves"] = "start a again",
    ["the scene breaks"] = "leave duet broken, start hum again",
    ["leave_scene"] = "start hum again",
    ["set main"] = "start a again",
    ["a change of role"] = "start a again",
    ["save and load"] = "start a again",
  },
  ["held at a phase"] = {
    ["the others are through"] = "start b",
    ["a member leaves"] = "start stand",
    ["the scene breaks"] = "leave duet broken, start hum again",
  },
  ["held at its end"] = {
    ["the others are through"] = "leave brief finished, start hum again",
    ["the scene breaks"] = "leave brief broken, start hum again",
  },
}

local COMINGS = {}
for _, coming in ipairs(keys.names(who_wins.COMINGS)) do
  if coming ~= "her response ends" then COMINGS[#COMINGS + 1] = coming end
end

describe("who wins", function()
  for _, state in ipairs(keys.names(who_wins.STATES)) do
    for _, coming in ipairs(COMINGS) do
      it(("S50 %s, and then: %s"):format(state, coming), function()
        assert.equal(CELLS[state][coming] or "", who_wins.play(state, coming)[1])
      end)
    end
  end

  for state, expected in pairs(AFTERWARDS) do
    it(("S32 %s: what goes on after a higher response"):format(state), function()
      assert.equal(expected, who_wins.play(state, "a higher response", "her response ends")[2])
    end)
  end

  for state, expected in pairs(RELEASED) do
    it(("S48 %s: what goes on after a hold"):format(state), function()
      assert.equal(expected, who_wins.play(state, "hold", "release")[2])
    end)
  end

  for state, cells in pairs(KEPT_FOR_RELEASE) do
    for coming, expected in pairs(cells) do
      it(("S48 %s: what the release brings after: %s"):format(state, coming), function()
        assert.equal(expected, who_wins.play(state, coming, "release")[2])
      end)
    end
  end

  for _, change in ipairs { "node", "action" } do
    it(("S52 a role that replaces main by %s waits until the part is off the stack"):format(change), function()
      local made = who_wins.with_roles()
      who_wins.told(made, made.mia)
      made.world:set("dark", change)
      who_wins.settle(made, 0.01)
      assert.equal("role by_" .. change, who_wins.told(made, made.mia))
      assert.equal("stand", made.mia.action)
      made.tim:remove()
      made.otto:remove()
      who_wins.settle(made)
      assert.equal("stop stand failed, leave duet broken, start read", who_wins.told(made, made.mia))
    end)
  end

  describe("S59 where an interruption breaks the scene", function()
    before_each(function() who_wins.breaks = "break" end)
    after_each(function() who_wins.breaks = nil end)

    for _, state in ipairs { "acting", "waiting at a node", "waiting at a phase", "waiting at its end",
      "past its patience in main", "past its patience at its end, in main" } do
      for _, coming in ipairs { "a higher response", "a cue above the scene", "hold" } do
        it(("%s, and then: %s"):format(state, coming), function()
          local _, made = who_wins.play(state, coming)
          assert.same({ {}, {} }, { made.otto:scenes(), made.tim:scenes() })
        end)
      end
    end

    it("sinking does not break it", function()
      local _, made = who_wins.play("sunk", "a higher response")
      assert.equal("duet", made.otto.scene.name)
    end)
  end)

  it("S60 is the same after a save and a load, in every cell", function()
    for state in pairs(who_wins.STATES) do
      for _, coming in ipairs(COMINGS) do
        local plain = who_wins.play(state, coming)[1]:gsub("^join duet,? ?", "")
        assert.equal(plain, who_wins.play_loaded(state, coming), ("%s, and then: %s"):format(state, coming))
      end
    end
  end)

  it("S60 everybody leaves once who has joined, whatever comes", function()
    for state in pairs(who_wins.STATES) do
      for _, coming in ipairs(COMINGS) do
        local _, made = who_wins.play(state, coming)
        for _, name in ipairs { "Mia", "Otto", "Tim" } do
          local npc = made.world:get(name)
          if npc then npc:remove() end
        end
        who_wins.settle(made)
        local stats = made.world:stats()
        assert.same({ stats.joins, 0 }, { stats.leaves, stats.scenes }, ("%s, and then: %s"):format(state, coming))
      end
    end
  end)
end)
