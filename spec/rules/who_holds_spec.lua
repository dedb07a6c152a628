-- Who wins, of NPCs that have a place at an offer: what she can be against what can come, cell by cell (docs/rules.md, "Who
-- wins"; S61 to S64). who_holds.lua has the situations. A cell that is not here is one in which nothing happens.
local keys = require "bustle.common.keys"
local who_holds = require "spec.rules.who_holds"

local CELLS = {
  ["acting"] = {
    ["a higher response"] = "stop sit interrupted, drop rest interrupted, interrupt high high, start duck",
    ["one that stays"] = "stop sit interrupted, interrupt staying staying, start duck",
    ["an urgent one"] = "stop sit interrupted, drop rest interrupted, interrupt hasty hasty, start duck",
    ["a lower one"] = "stop sit interrupted, drop rest interrupted, interrupt low low, start duck",
    ["a due cue"] = "stop sit interrupted, interrupt high, start duck",
    ["a part"] = "join duet, stop sit interrupted, drop rest interrupted, start bow",
    ["hold"] = "stop sit interrupted, drop rest interrupted",
    ["set main"] = "stop sit interrupted, drop rest given up, start pace",
    ["a role by the game"] = "role night, stop sit interrupted, drop rest given up, start pace",
    ["a revocation"] = "stop sit cancelled, drop rest revoked, start sulk",
    ["its provider leaves"] = "stop sit cancelled, drop rest left, start sulk",
    ["removal"] = "stop sit removed, drop rest left, remove guest",
    ["a reload without the offer"] = "stop sit cancelled, start sulk",
  },
  ["in its body"] = {
    ["a higher response"] = "stop read interrupted, drop rest interrupted, interrupt high high, start duck",
    ["one that stays"] = "stop read interrupted, interrupt staying staying, start duck",
    ["an urgent one"] = "stop read interrupted, drop rest interrupted, interrupt hasty hasty, start duck",
    ["a lower one"] = "stop read interrupted, drop rest interrupted, interrupt low low, start duck",
    ["a due cue"] = "stop read interrupted, interrupt high, start duck",
    ["a part"] = "join duet, stop read interrupted, drop rest interrupted, start bow",
    ["hold"] = "stop read interrupted, drop rest interrupted",
    ["set main"] = "stop read interrupted, drop rest given up, start pace",
    ["a role by the game"] = "role night, stop read interrupted, drop rest given up, start pace",
    ["a revocation"] = "stop read cancelled, drop rest revoked, start sulk",
    ["its provider leaves"] = "stop read cancelled, drop rest left, start sulk",
    ["removal"] = "stop read removed, drop rest left, remove guest",
    ["a reload without the offer"] = "stop read cancelled, start sulk",
  },
  ["kept"] = {
    ["a higher response"] = "stop sit interrupted, interrupt high high, start duck",
    ["one that stays"] = "stop sit interrupted, interrupt staying staying, start duck",
    ["an urgent one"] = "stop sit interrupted, interrupt hasty hasty, start duck",
    ["a lower one"] = "stop sit interrupted, interrupt low low, start duck",
    ["a due cue"] = "stop sit interrupted, interrupt high, start duck",
    ["a part"] = "join duet, stop sit interrupted, start bow",
    ["hold"] = "stop sit interrupted",
    ["set main"] = "stop sit interrupted, drop rest given up, start pace",
    ["a role by the game"] = "role night, stop sit interrupted, drop rest given up, start pace",
    ["a revocation"] = "stop sit cancelled, drop rest revoked, start sulk",
    ["its provider leaves"] = "stop sit cancelled, drop rest left, start sulk",
    ["removal"] = "stop sit removed, drop rest left, remove guest",
    ["a reload without the offer"] = "stop sit cancelled, start sulk",
  },
  ["with undo"] = {
    ["a higher response"] = "stop sit interrupted, interrupt high high, start rise",
    ["one that stays"] = "stop sit interrupted, interrupt staying staying, start duck",
    ["an urgent one"] = "stop sit interrupted, drop rest interrupted, interrupt hasty hasty, start duck",
    ["a lower one"] = "stop sit interrupted, interrupt low low, start rise",
    ["a due cue"] = "stop sit interrupted, interrupt high, start duck",
    ["a part"] = "join duet, stop sit interrupted, start rise",
    ["hold"] = "stop sit interrupted, drop rest interrupted",
    ["set main"] = "stop sit interrupted, drop rest given up, start pace",
    ["a role by the game"] = "role night, stop sit interrupted, drop rest given up, start pace",
    ["a revocation"] = "stop sit cancelled, drop rest revoked, start sulk",
    ["its provider leaves"] = "stop sit cancelled, drop rest left, start sulk",
    ["removal"] = "stop sit removed, drop rest left, remove guest",
    ["a reload without the offer"] = "stop sit cancelled, start sulk",
  },
  ["asked by the game"] = {
    ["a higher response"] = "stop sit interrupted, drop rest interrupted, interrupt high high, start duck",
    ["one that stays"] = "stop sit interrupted, interrupt staying staying, start duck",
    ["an urgent one"] = "stop sit interrupted, drop rest interrupted, interrupt hasty hasty, start duck",
    ["a lower one"] = "ignore low low",
    ["a due cue"] = "stop sit interrupted, interrupt high, start duck",
    ["hold"] = "stop sit interrupted, drop rest interrupted",
    ["a role by the game"] = "role night",
    ["a revocation"] = "stop sit cancelled, drop rest revoked, fail sitting revoked",
    ["its provider leaves"] = "stop sit cancelled, drop rest left, fail sitting revoked",
    ["removal"] = "stop sit removed, drop rest left, remove idler",
    ["a reload without the offer"] = "stop sit cancelled, start hum again",
  },
  ["undoing"] = {
    ["a higher response"] = "stop rise interrupted, drop rest interrupted, interrupt high high, start duck",
    ["one that stays"] = "stop rise interrupted, drop rest interrupted, interrupt staying staying, start duck",
    ["an urgent one"] = "stop rise interrupted, drop rest interrupted, interrupt hasty hasty, start duck",
    ["a lower one"] = "ignore low low",
    ["a due cue"] = "stop rise interrupted, drop rest interrupted, interrupt high, start duck",
    ["hold"] = "stop rise interrupted, drop rest interrupted",
    ["a role by the game"] = "role night",
    ["a revocation"] = "drop rest revoked",
    ["its provider leaves"] = "drop rest left",
    ["removal"] = "stop rise removed, drop rest left, remove guest",
    ["a reload without the offer"] = "stop rise cancelled, start cower",
  },
  ["interrupted"] = {
    ["a higher response"] = "stop cower interrupted, interrupt high high, start duck",
    ["one that stays"] = "stop cower interrupted, interrupt staying staying, start duck",
    ["an urgent one"] = "stop cower interrupted, interrupt hasty hasty, start duck",
    ["a lower one"] = "ignore low low",
    ["a due cue"] = "stop cower interrupted, interrupt high, start duck",
    ["hold"] = "stop cower interrupted",
    ["a role by the game"] = "role night",
    ["removal"] = "stop cower removed, remove guest",
  },
  ["held"] = {
    ["release"] = "adopt rest, start sit again",
    ["a role by the game"] = "role night",
    ["removal"] = "remove guest",
  },
}

-- What is done, thing by thing, after something has come.
local AFTERWARDS = {
  ["acting"] = {
    ["a higher response"] = { "stop duck done, adopt rest, start sit again", "stop sit done, drop rest done, start sulk" },
    ["one that stays"] = { "stop duck done, start sit again" },
    ["an urgent one"] = { "stop duck done, adopt rest, start sit again" },
    ["a due cue"] = { "stop duck done, start sit again" },
  },
  ["in its body"] = {
    ["a higher response"] = { "stop duck done, adopt rest, start read again", "stop read done, start sit" },
    ["one that stays"] = { "stop duck done, start read again" },
    ["an urgent one"] = { "stop duck done, adopt rest, start read again" },
    ["a due cue"] = { "stop duck done, start read again" },
  },
  ["kept"] = {
    ["a higher response"] = { "stop duck done, start sit again" },
    ["one that stays"] = { "stop duck done, start sit again" },
    ["an urgent one"] = { "stop duck done, start sit again" },
    ["a due cue"] = { "stop duck done, start sit again" },
  },
  ["with undo"] = {
    ["a higher response"] = { "stop rise done, drop rest interrupted, start duck", "stop duck done, adopt rest, start sit" },
    ["one that stays"] = { "stop duck done, start sit again" },
    ["an urgent one"] = { "stop duck done, adopt rest, start sit" },
    ["a due cue"] = { "stop duck done, start sit again" },
    ["a part"] = { "stop rise done, drop rest interrupted, start bow" },
  },
  ["asked by the game"] = {
    ["a higher response"] = { "stop duck done, adopt rest, start sit again", "stop sit done, drop rest done, start hum again" },
    ["one that stays"] = { "stop duck done, start sit again" },
    ["an urgent one"] = { "stop duck done, adopt rest, start sit again" },
    ["a due cue"] = { "stop duck done, start sit again" },
    ["set main"] = { "stop sit done, drop rest done, start pace" },
  },
  ["undoing"] = {
    ["a higher response"] = { "stop duck done, start cower", "stop cower done, adopt rest, start sit" },
    ["one that stays"] = { "stop duck done, start cower" },
    ["an urgent one"] = { "stop duck done, start cower" },
    ["a due cue"] = { "stop duck done, start cower" },
    ["release"] = { "stop rise done, drop rest interrupted, start cower", "stop cower done, adopt rest, start sit" },
    ["set main"] = { "stop rise done, drop rest interrupted, start cower", "stop cower done, start pace" },
    ["a role by the game"] = { "stop rise done, drop rest interrupted, start cower", "stop cower done, start pace" },
    ["a revocation"] = { "stop rise done, start cower", "stop cower done, adopt rest, start sit" },
    ["its provider leaves"] = { "stop rise done, start cower", "stop cower done, start sulk" },
    ["save and load"] = { "stop rise done, drop rest interrupted, start cower", "stop cower done, adopt rest, start sit" },
    ["a reload without the offer"] = { "stop cower done, start sulk" },
  },
  ["interrupted"] = {
    ["a higher response"] = { "stop duck done, start cower again", "stop cower done, adopt rest, start sit again" },
    ["set main"] = { "stop cower done, start pace" },
    ["a role by the game"] = { "stop cower done, start pace" },
    ["a revocation"] = { "stop cower done, adopt rest, start sit again" },
    ["its provider leaves"] = { "stop cower done, start sulk" },
    ["save and load"] = { "stop cower done, adopt rest, start sit again" },
    ["a reload without the offer"] = { "stop cower done, start sulk" },
  },
}

-- What follows at the release when she is held, and something comes meanwhile.
local RELEASED = {
  ["a higher response"] = "interrupt high high, start duck",
  ["one that stays"] = "interrupt staying staying, start duck",
  ["an urgent one"] = "interrupt hasty hasty, start duck",
  ["a lower one"] = "interrupt low low, start duck",
  ["a due cue"] = "adopt rest, start sit again",
  ["a part"] = "adopt rest, start sit again",
  ["hold"] = "adopt rest, start sit again",
  ["set main"] = "start pace",
  ["a role by the game"] = "start pace",
  ["a revocation"] = "adopt rest, start sit again",
  ["its provider leaves"] = "start sulk",
  ["save and load"] = "adopt rest, start sit again",
  ["a reload without the offer"] = "start sulk",
}

-- What follows at the release when a hold was what came.
local AFTER_A_HOLD = {
  ["acting"] = "adopt rest, start sit again",
  ["in its body"] = "adopt rest, start read again",
  ["kept"] = "start sit again",
  ["with undo"] = "adopt rest, start sit again",
  ["asked by the game"] = "adopt rest, start sit again",
  ["undoing"] = "start cower",
  ["interrupted"] = "start cower again",
}

local AVAILABLE = { ["acting"] = true, ["in its body"] = true, ["kept"] = true, ["with undo"] = true }

local STATES, COMINGS = keys.names(who_holds.STATES), keys.names(who_holds.COMINGS)
for i = #COMINGS, 1, -1 do
  if COMINGS[i] == "done" then table.remove(COMINGS, i) end
end

describe("who wins at an offer", function()
  for _, state in ipairs(STATES) do
    for _, coming in ipairs(COMINGS) do
      it(("S63 %s, and then: %s"):format(state, coming), function()
        local texts, made = who_holds.play(state, coming)
        assert.equal(CELLS[state][coming] or "", texts[1])
        if coming == "a part" then assert.equal(AVAILABLE[state] or false, made.staged) end
      end)
    end
  end

  for state, comings in pairs(AFTERWARDS) do
    for coming, expected in pairs(comings) do
      it(("S63 %s, and then: %s: what is done afterwards"):format(state, coming), function()
        local texts = who_holds.play(state, coming, "done", "done")
        for i, text in ipairs(expected) do assert.equal(text, texts[i + 1]) end
      end)
    end
  end

  for coming, expected in pairs(RELEASED) do
    it(("S63 held: what the release brings after: %s"):format(coming), function()
      assert.equal(expected, who_holds.play("held", coming, "release")[2])
    end)
  end

  for state, expected in pairs(AFTER_A_HOLD) do
    it(("S63 %s: what goes on after a hold"):format(state), function()
      assert.equal(expected, who_holds.play(state, "hold", "release")[2])
    end)
  end

  it("S64 a kept place that is revoked while its NPC is held goes after the release", function()
    assert.same({ "stop sit interrupted", "", "drop rest revoked, start sulk" },
      (who_holds.play("kept", "hold", "a revocation", "release")))
  end)

  it("S64 a kept place that is revoked while a response runs goes at once, and its node fails later", function()
    local texts = who_holds.play("kept", "a higher response", "a revocation", "done")
    assert.same({ "drop rest revoked", "stop duck done, start sulk" }, { texts[2], texts[3] })
  end)

  for _, coming in ipairs { "a revocation", "its provider leaves" } do
    it(("S64 a place that the game asked for, and then: %s: after a wait, what is below goes on"):format(coming), function()
      local _, made = who_holds.play("asked by the game", coming)
      assert.is_nil(made.mia.action)
      who_holds.settle(made, 1)
      assert.equal("hum", made.mia.action)
    end)
  end

  it("S63 is the same after a save and a load, in every cell", function()
    for _, state in ipairs(STATES) do
      for _, coming in ipairs(COMINGS) do
        assert.equal(who_holds.play(state, coming)[1], who_holds.play_loaded(state, coming),
          ("%s, and then: %s"):format(state, coming))
      end
    end
  end)

  it("S63 there are as many drops as adopts, whatever comes", function()
    for _, state in ipairs(STATES) do
      for _, coming in ipairs(COMINGS) do
        local _, made = who_holds.play(state, coming, "done")
        local npc = made.world:get "Mia"
        if npc then npc:remove() end
        who_holds.settle(made)
        local stats = made.world:stats()
        assert.same({ stats.adopts, 0 }, { stats.drops, stats.places }, ("%s, and then: %s"):format(state, coming))
      end
    end
  end)
end)
