-- Who wins, of NPCs that wait for a message, for an answer or for others, and of what plans say: what she can be against
-- what can come, cell by cell (docs/rules.md, "Who wins"; S69 to S75). who_waits.lua has the situations. A cell that is not
-- here is one in which nothing happens.
local keys = require "bustle.common.keys"
local who_waits = require "spec.rules.who_waits"

local unpack = table.unpack or unpack -- luacheck: ignore

-- What is the same in several lines, and what is not.
local function with(same, more)
  local cells = {}
  for coming, text in pairs(same) do cells[coming] = text end
  for coming, text in pairs(more or {}) do cells[coming] = text end
  return cells
end

local ANY = {
  ["a message"] = "untaken: 1",
  ["a role, by node"] = "role by_node",
  ["its plan, by node"] = "plan lunch",
  ["more than its inbox holds"] = "untaken: 2",
}

-- What becomes of her main activity shows when it goes on.
local HELD = with(ANY, {
  ["a patch"] = "plan night",
  ["a role by the game"] = "role night",
  ["a role, by action"] = "role by_action",
  ["a role, now"] = "role by_now",
  ["its plan, by action"] = "plan lunch",
  ["its plan, now"] = "plan lunch",
  ["removal"] = "remove mia",
  ["the clock is set"] = "plan lunch",
})

local INTERRUPTED = with(HELD, {
  ["a due cue"] = "stop cower interrupted, interrupt high, start duck",
  ["a higher response"] = "stop cower interrupted, interrupt high high, start duck",
  ["a lower one"] = "ignore low low",
  ["an equal one"] = "stop cower interrupted, interrupt even even, start duck",
  ["hold"] = "stop cower interrupted",
  ["removal"] = "stop cower removed, remove mia",
})

local CELLS = {
  ["waiting to take"] = with(ANY, {
    ["a due cue"] = "stop stand interrupted, interrupt high, start duck",
    ["a higher response"] = "stop stand interrupted, interrupt high high, start duck",
    ["a lower one"] = "stop stand interrupted, interrupt low low, start duck",
    ["a message"] = "stop stand done, start brew",
    ["a part"] = "join duet, stop stand interrupted, start bow",
    ["a patch"] = "plan night, stop stand interrupted, start read",
    ["a reload without the node"] = "stop stand cancelled, start drink",
    ["a role by the game"] = "role night, stop stand interrupted, start read",
    ["a role, by action"] = "role by_action, stop stand interrupted, start read",
    ["a role, now"] = "role by_now, stop stand interrupted, start read",
    ["an equal one"] = "stop stand interrupted, interrupt even even, start duck",
    ["hold"] = "stop stand interrupted",
    ["its plan, by action"] = "plan lunch, stop stand interrupted, start eat",
    ["its plan, now"] = "plan lunch, stop stand interrupted, start eat",
    ["more than its inbox holds"] = "stop stand done, start brew; untaken: 1",
    ["removal"] = "stop stand removed, remove mia",
    ["set main"] = "stop stand interrupted, start read",
    ["the clock is set"] = "plan lunch, stop stand interrupted, start eat",
    ["the timeout"] = "stop stand failed, start sulk",
  }),
  ["its message untaken"] = with(ANY, {
    ["a due cue"] = "stop stand interrupted, interrupt high, start duck",
    ["a higher response"] = "stop stand interrupted, interrupt high high, start duck",
    ["a lower one"] = "stop stand interrupted, interrupt low low, start duck",
    ["a message"] = "untaken: 2",
    ["a part"] = "join duet, stop stand interrupted, start bow",
    ["a patch"] = "plan night, stop stand interrupted, start read; untaken: 0",
    ["a reload without the name"] = "stop stand cancelled, start stand",
    ["a reload without the node"] = "stop stand cancelled, start drink; untaken: 0",
    ["a role by the game"] = "role night, stop stand interrupted, start read; untaken: 0",
    ["a role, by action"] = "role by_action, stop stand interrupted, start read; untaken: 0",
    ["a role, now"] = "role by_now, stop stand interrupted, start read; untaken: 0",
    ["an equal one"] = "stop stand interrupted, interrupt even even, start duck",
    ["hold"] = "stop stand interrupted",
    ["its plan, by action"] = "plan lunch, stop stand interrupted, start eat; untaken: 0",
    ["its plan, now"] = "plan lunch, stop stand interrupted, start eat; untaken: 0",
    ["more than its inbox holds"] = "untaken: 3",
    ["removal"] = "stop stand removed, remove mia; untaken: 0",
    ["set main"] = "stop stand interrupted, start read; untaken: 0",
    ["the clock is set"] = "plan lunch, stop stand interrupted, start eat; untaken: 0",
    ["the other side goes on"] = "untaken: 0",
    ["the other side leaves"] = "stop stand failed, start sulk; untaken: 0",
    ["the timeout"] = "stop stand failed, start sulk; untaken: 0",
  }),
  ["its message in hand"] = with(ANY, {
    ["a due cue"] = "stop stand interrupted, interrupt high, start duck",
    ["a higher response"] = "stop stand interrupted, interrupt high high, start duck",
    ["a lower one"] = "stop stand interrupted, interrupt low low, start duck",
    ["a part"] = "join duet, stop stand interrupted, start bow",
    ["a patch"] = "plan night, stop stand interrupted, start read",
    ["a reload without the name"] = "stop stand cancelled, start stand; untaken: 1",
    ["a reload without the node"] = "stop stand cancelled, start drink",
    ["a role by the game"] = "role night, stop stand interrupted, start read",
    ["a role, by action"] = "role by_action, stop stand interrupted, start read",
    ["a role, now"] = "role by_now, stop stand interrupted, start read",
    ["an equal one"] = "stop stand interrupted, interrupt even even, start duck",
    ["hold"] = "stop stand interrupted",
    ["its plan, by action"] = "plan lunch, stop stand interrupted, start eat",
    ["its plan, now"] = "plan lunch, stop stand interrupted, start eat",
    ["removal"] = "stop stand removed, remove mia",
    ["set main"] = "stop stand interrupted, start read",
    ["the clock is set"] = "plan lunch, stop stand interrupted, start eat",
    ["the other side fails"] = "stop stand failed, start sulk",
    ["the other side gives up"] = "stop stand failed, start sulk",
    ["the other side goes on"] = "stop stand done, start drink",
    ["the other side leaves"] = "stop stand failed, start sulk",
    ["the timeout"] = "stop stand failed, start sulk",
  }),
  ["having one in hand"] = with(ANY, {
    ["a due cue"] = "stop brew interrupted, interrupt high, start duck",
    ["a higher response"] = "stop brew interrupted, interrupt high high, start duck",
    ["a lower one"] = "stop brew interrupted, interrupt low low, start duck",
    ["a part"] = "join duet, stop brew interrupted, start bow",
    ["a patch"] = "plan night, stop brew interrupted, start read; Otto: stop stand failed, start sulk",
    ["a reload without the name"] = "Otto: stop stand cancelled, start stand; untaken: 1",
    ["a reload without the node"] = "stop brew cancelled, start drink",
    ["a role by the game"] = "role night, stop brew interrupted, start read; Otto: stop stand failed, start sulk",
    ["a role, by action"] = "role by_action",
    ["a role, now"] = "role by_now, stop brew interrupted, start read; Otto: stop stand failed, start sulk",
    ["an equal one"] = "stop brew interrupted, interrupt even even, start duck",
    ["hold"] = "stop brew interrupted",
    ["its plan, by action"] = "plan lunch",
    ["its plan, now"] = "plan lunch, stop brew interrupted, start eat; Otto: stop stand failed, start sulk",
    ["removal"] = "stop brew removed, remove mia; Otto: stop stand failed, start sulk",
    ["set main"] = "stop brew interrupted, start read; Otto: stop stand failed, start sulk",
    ["the clock is set"] = "plan lunch, stop brew interrupted, start eat; Otto: stop stand failed, start sulk",
    ["the timeout"] = "Otto: stop stand failed, start sulk",
  }),
  ["at a meeting"] = with(ANY, {
    ["a due cue"] = "stop stand interrupted, interrupt high, start duck; waiting: Tim",
    ["a higher response"] = "stop stand interrupted, interrupt high high, start duck; waiting: Tim",
    ["a lower one"] = "stop stand interrupted, interrupt low low, start duck; waiting: Tim",
    ["a part"] = "join duet, stop stand interrupted, start bow; waiting: Tim",
    ["a patch"] = "plan night, stop stand interrupted, start read; waiting: Tim",
    ["a reload without the name"] = "stop stand cancelled, start stand; Tim: stop stand cancelled, start stand",
    ["a reload without the node"] = "stop stand cancelled, start drink; waiting: Tim",
    ["a role by the game"] = "role night, stop stand interrupted, start read; waiting: Tim",
    ["a role, by action"] = "role by_action, stop stand interrupted, start read; waiting: Tim",
    ["a role, now"] = "role by_now, stop stand interrupted, start read; waiting: Tim",
    ["an equal one"] = "stop stand interrupted, interrupt even even, start duck; waiting: Tim",
    ["hold"] = "stop stand interrupted; waiting: Tim",
    ["its plan, by action"] = "plan lunch, stop stand interrupted, start eat; waiting: Tim",
    ["its plan, now"] = "plan lunch, stop stand interrupted, start eat; waiting: Tim",
    ["removal"] = "stop stand removed, remove mia; waiting: Tim",
    ["set main"] = "stop stand interrupted, start read; waiting: Tim",
    ["the clock is set"] = "plan lunch, stop stand interrupted, start eat; waiting: Tim",
    ["the other side gives up"] = "waiting: Mia",
    ["the other side goes on"] = "stop stand done, start drink; waiting: nobody",
    ["the other side leaves"] = "waiting: Mia",
    ["the place leaves"] = "stop stand failed, start sulk; Tim: stop stand failed, start sulk; waiting: nobody",
    ["the timeout"] = "stop stand failed, start sulk; Tim: stop stand failed, start sulk; waiting: nobody",
  }),
  ["its meeting come about"] = with(ANY, {
    ["a due cue"] = "stop stand interrupted, interrupt high, start duck; Tim: stop stand done, start drink",
    ["a higher response"] = "stop stand interrupted, interrupt high high, start duck; Tim: stop stand done, start drink",
    ["a lower one"] = "stop stand interrupted, interrupt low low, start duck; Tim: stop stand done, start drink",
    ["a message"] = "stop stand done, start drink; Tim: stop stand done, start drink; untaken: 1",
    ["a part"] = "join duet, stop stand interrupted, start bow; Tim: stop stand done, start drink",
    ["a patch"] = "plan night, stop stand interrupted, start read; Tim: stop stand done, start drink",
    ["a reload without the name"] = "stop stand cancelled, start stand; Tim: stop stand cancelled, start stand; waiting: Mia Tim",
    ["a reload without the node"] = "stop stand cancelled, start drink; Tim: stop stand done, start drink",
    ["a reload without the plan"] = "stop stand done, start hum; Tim: stop stand done, start drink",
    ["a role by the game"] = "role night, stop stand interrupted, start read; Tim: stop stand done, start drink",
    ["a role, by action"] = "role by_action, stop stand interrupted, start read; Tim: stop stand done, start drink",
    ["a role, by node"] = "role by_node, stop stand done, start read; Tim: stop stand done, start drink",
    ["a role, now"] = "role by_now, stop stand interrupted, start read; Tim: stop stand done, start drink",
    ["an equal one"] = "stop stand interrupted, interrupt even even, start duck; Tim: stop stand done, start drink",
    ["hold"] = "stop stand interrupted; Tim: stop stand done, start drink",
    ["its plan, by action"] = "plan lunch, stop stand interrupted, start eat; Tim: stop stand done, start drink",
    ["its plan, by node"] = "plan lunch, stop stand done, start eat; Tim: stop stand done, start drink",
    ["its plan, now"] = "plan lunch, stop stand interrupted, start eat; Tim: stop stand done, start drink",
    ["more than its inbox holds"] = "stop stand done, start drink; Tim: stop stand done, start drink; untaken: 2",
    ["release"] = "stop stand done, start drink; Tim: stop stand done, start drink",
    ["removal"] = "stop stand removed, remove mia; Tim: stop stand done, start drink",
    ["save and load"] = "stop stand done, start drink; Tim: stop stand done, start drink",
    ["set main"] = "stop stand interrupted, start read; Tim: stop stand done, start drink",
    ["the clock is set"] = "plan lunch, stop stand interrupted, start eat; Tim: stop stand done, start drink",
    ["the other side fails"] = "stop stand done, start drink",
    ["the other side gives up"] = "stop stand done, start drink",
    ["the other side goes on"] = "stop stand done, start drink",
    ["the other side leaves"] = "stop stand done, start drink",
    ["the place leaves"] = "stop stand done, start drink; Tim: stop stand done, start drink",
    ["the timeout"] = "stop stand done, start drink; Tim: stop stand done, start drink",
  }),
  ["doing what its plan says"] = with(ANY, {
    ["a due cue"] = "stop brew interrupted, interrupt high, start duck",
    ["a higher response"] = "stop brew interrupted, interrupt high high, start duck",
    ["a lower one"] = "stop brew interrupted, interrupt low low, start duck",
    ["a part"] = "join duet, stop brew interrupted, start bow",
    ["a patch"] = "plan night, stop brew interrupted, start read",
    ["a reload without the node"] = "stop brew cancelled, start drink",
    ["a role by the game"] = "role night, stop brew interrupted, start read",
    ["a role, by action"] = "role by_action",
    ["a role, now"] = "role by_now, stop brew interrupted, start read",
    ["an equal one"] = "stop brew interrupted, interrupt even even, start duck",
    ["hold"] = "stop brew interrupted",
    ["its plan, by action"] = "plan lunch",
    ["its plan, now"] = "plan lunch, stop brew interrupted, start eat",
    ["removal"] = "stop brew removed, remove mia",
    ["set main"] = "stop brew interrupted, start read",
    ["the clock is set"] = "plan lunch, stop brew interrupted, start eat",
  }),

  ["waiting to take, interrupted"] = INTERRUPTED,
  ["its message untaken, interrupted"] = with(INTERRUPTED, {
    ["a message"] = "untaken: 2",
    ["a patch"] = "plan night; untaken: 0",
    ["a reload without the name"] = "untaken: 0",
    ["a reload without the node"] = "untaken: 0",
    ["a role by the game"] = "role night; untaken: 0",
    ["a role, now"] = "role by_now; untaken: 0",
    ["its plan, now"] = "plan lunch; untaken: 0",
    ["more than its inbox holds"] = "untaken: 3",
    ["removal"] = "stop cower removed, remove mia; untaken: 0",
    ["set main"] = "untaken: 0",
    ["the clock is set"] = "plan lunch; untaken: 0",
    ["the other side goes on"] = "untaken: 0",
    ["the other side leaves"] = "untaken: 0",
  }),
  ["its message in hand, interrupted"] = INTERRUPTED,
  ["having one in hand, interrupted"] = with(INTERRUPTED, {
    ["a patch"] = "plan night; Otto: stop stand failed, start sulk",
    ["a reload without the name"] = "Otto: stop stand cancelled, start stand; untaken: 1",
    ["a role by the game"] = "role night; Otto: stop stand failed, start sulk",
    ["a role, now"] = "role by_now; Otto: stop stand failed, start sulk",
    ["its plan, now"] = "plan lunch; Otto: stop stand failed, start sulk",
    ["removal"] = "stop cower removed, remove mia; Otto: stop stand failed, start sulk",
    ["set main"] = "Otto: stop stand failed, start sulk",
    ["the clock is set"] = "plan lunch; Otto: stop stand failed, start sulk",
    ["the timeout"] = "Otto: stop stand failed, start sulk",
  }),
  ["at a meeting, interrupted"] = with(INTERRUPTED, {
    ["a reload without the name"] = "Tim: stop stand cancelled, start stand",
    ["the other side gives up"] = "waiting: nobody",
    ["the other side goes on"] = "waiting: Otto Tim",
    ["the other side leaves"] = "waiting: nobody",
    ["the place leaves"] = "Tim: stop stand failed, start sulk; waiting: nobody",
    ["the timeout"] = "Tim: stop stand failed, start sulk; waiting: nobody",
  }),
  ["its meeting come about, interrupted"] = INTERRUPTED,
  ["doing what its plan says, interrupted"] = INTERRUPTED,

  ["waiting to take, held"] = with(HELD, {
    ["release"] = "start stand",
  }),
  ["its message untaken, held"] = with(HELD, {
    ["a message"] = "untaken: 2",
    ["a reload without the name"] = "untaken: 0",
    ["a reload without the node"] = "untaken: 0",
    ["a role by the game"] = "role night; untaken: 0",
    ["more than its inbox holds"] = "untaken: 3",
    ["release"] = "start stand",
    ["removal"] = "remove mia; untaken: 0",
    ["set main"] = "untaken: 0",
    ["the other side goes on"] = "untaken: 0",
    ["the other side leaves"] = "untaken: 0",
  }),
  ["its message in hand, held"] = with(HELD, {
    ["release"] = "start stand",
  }),
  ["having one in hand, held"] = with(HELD, {
    ["a reload without the name"] = "Otto: stop stand cancelled, start stand; untaken: 1",
    ["a role by the game"] = "role night; Otto: stop stand failed, start sulk",
    ["release"] = "start brew again",
    ["removal"] = "remove mia; Otto: stop stand failed, start sulk",
    ["set main"] = "Otto: stop stand failed, start sulk",
    ["the timeout"] = "Otto: stop stand failed, start sulk",
  }),
  ["at a meeting, held"] = with(HELD, {
    ["a reload without the name"] = "Tim: stop stand cancelled, start stand",
    ["release"] = "start stand; waiting: Mia Tim",
    ["the other side gives up"] = "waiting: nobody",
    ["the other side goes on"] = "waiting: Otto Tim",
    ["the other side leaves"] = "waiting: nobody",
    ["the place leaves"] = "Tim: stop stand failed, start sulk; waiting: nobody",
    ["the timeout"] = "Tim: stop stand failed, start sulk; waiting: nobody",
  }),
  ["its meeting come about, held"] = with(HELD, {
    ["release"] = "start drink",
  }),
  ["doing what its plan says, held"] = with(HELD, {
    ["release"] = "start brew again",
  }),
}

-- ---- What follows when she goes on ----

-- What has come while she was interrupted or held has changed her main activity, in either case.
local CHANGED = {
  ["a patch"] = "start read",
  ["a role by the game"] = "start read",
  ["a role, now"] = "start read",
  ["its plan, now"] = "start eat",
  ["set main"] = "start read",
  ["the clock is set"] = "start eat",
}

local CHANGED_AT_A_WAIT = with(CHANGED, {
  ["a reload without the node"] = "start drink",
  ["a role, by action"] = "start read",
  ["its plan, by action"] = "start eat",
})

-- `usual`: what is not here.
local GOING_ON = {
  ["waiting to take"] = with(CHANGED_AT_A_WAIT, {
    usual = "start stand",
    ["a message"] = "start brew; untaken: 0",
    ["more than its inbox holds"] = "start brew; untaken: 1",
  }),
  ["its message untaken"] = with(CHANGED_AT_A_WAIT, {
    usual = "start stand",
    ["a reload without the name"] = "start stand; untaken: 1",
    ["a role, by action"] = "start read; untaken: 0",
    ["its plan, by action"] = "start eat; untaken: 0",
    ["the other side leaves"] = "start sulk",
  }),
  ["its message in hand"] = with(CHANGED_AT_A_WAIT, {
    usual = "start stand",
    ["a reload without the name"] = "start stand; untaken: 1",
    ["the other side fails"] = "start sulk",
    ["the other side gives up"] = "start sulk",
    ["the other side goes on"] = "start drink",
    ["the other side leaves"] = "start sulk",
  }),
  ["having one in hand"] = with(CHANGED, {
    usual = "start brew again",
    ["a reload without the node"] = "start drink",
  }),
  ["at a meeting"] = with(CHANGED_AT_A_WAIT, {
    usual = "start stand; waiting: Mia Tim",
    ["the other side gives up"] = "start stand; waiting: Mia",
    ["the other side goes on"] =
      "start drink; Otto: stop stand done, start drink; Tim: stop stand done, start drink; waiting: nobody",
    ["the other side leaves"] = "start stand; waiting: Mia",
    ["the place leaves"] = "start sulk",
    ["the timeout"] = "start stand; waiting: Mia",
  }),
  ["its meeting come about"] = with(CHANGED_AT_A_WAIT, {
    usual = "start drink",
    ["a reload without the name"] = "start stand; waiting: Mia",
    ["a reload without the plan"] = "start hum",
    ["a role, by node"] = "start read",
    ["its plan, by node"] = "start eat",
  }),
  ["doing what its plan says"] = with(CHANGED, {
    usual = "start brew again",
    ["a reload without the node"] = "start drink",
  }),
}

-- Where another finds that out at the release: a change of main sequence that is due waits for it.
local AT_THE_RELEASE = {
  ["its message untaken"] = {
    ["a patch"] = "start read; untaken: 0",
    ["a role, now"] = "start read; untaken: 0",
    ["its plan, now"] = "start eat; untaken: 0",
    ["the clock is set"] = "start eat; untaken: 0",
  },
  ["having one in hand"] = {
    ["a patch"] = "start read; Otto: stop stand failed, start sulk",
    ["a role, now"] = "start read; Otto: stop stand failed, start sulk",
    ["its plan, now"] = "start eat; Otto: stop stand failed, start sulk",
    ["the clock is set"] = "start eat; Otto: stop stand failed, start sulk",
  },
}

-- What begins again when a patch is over.
local BEGINS = {
  ["waiting to take"] = "start stand",
  ["its message untaken"] = "start stand; untaken: 1",
  ["at a meeting"] = "start stand; waiting: Mia Tim",
  ["doing what its plan says"] = "start brew",
}

-- A main sequence that is due follows when the node is over at which she is. What she has taken has failed then.
local BETWEEN_NODES = {
  ["waiting to take"] = { ["a message"] = "stop stand done, %s" },
  ["its message in hand"] = {
    ["the other side goes on"] = "stop stand done, %s",
    ["the other side fails"] = "stop stand failed, %s",
  },
  ["at a meeting"] = {
    ["the other side goes on"] = "stop stand done, %s; waiting: nobody",
    ["the place leaves"] = "stop stand failed, %s; Tim: stop stand failed, start sulk; waiting: nobody",
  },
  ["having one in hand"] = { ["done"] = "stop brew done, %s; Otto: stop stand failed, start sulk" },
  ["doing what its plan says"] = { ["done"] = "stop brew done, %s" },
}

-- Messages go that have been kept too long; what is in hand stays there.
local TOO_OLD = {
  ["its message untaken"] = {
    [""] = { "stop stand failed, start sulk; untaken: 0", "stop sulk done, start stand; untaken: 1" },
    [", interrupted"] = { "untaken: 0", "stop cower done, start sulk" },
    [", held"] = { "untaken: 0", "start sulk" },
  },
  ["its message in hand"] = {
    [", interrupted"] = { "", "stop cower done, start stand" },
    [", held"] = { "", "start stand" },
  },
  ["having one in hand"] = {
    [""] = { "", "stop brew done, start stand; Otto: stop stand done, start drink" },
    [", interrupted"] = { "", "stop cower done, start brew again" },
    [", held"] = { "", "start brew again" },
  },
}

-- These have their say at the release, or have had it.
local SAID_AT_THE_RELEASE = {
  ["a higher response"] = "interrupt high high, start duck",
  ["a lower one"] = "interrupt low low, start duck",
  ["an equal one"] = "interrupt even even, start duck",
  ["release"] = "",
}

-- These are over first, or there is nothing to be done.
local DONE_FIRST = {
  ["a due cue"] = "stop duck done, start cower again",
  ["a higher response"] = "stop duck done, start cower again",
  ["an equal one"] = "stop duck done, start cower again",
  ["hold"] = "",
}

local BASES, STATES, COMINGS = keys.names(GOING_ON), keys.names(who_waits.STATES), keys.names(who_waits.COMINGS)
for i = #COMINGS, 1, -1 do
  if who_waits.AFTERWARDS[COMINGS[i]] then table.remove(COMINGS, i) end
end

local function each_cell(visit)
  for _, state in ipairs(STATES) do
    for _, coming in ipairs(COMINGS) do visit(state, coming) end
  end
end

-- Where something has come to her whose main activity has been left, and what follows when it goes on.
local function each_going_on(visit)
  for _, base in ipairs(BASES) do
    for _, coming in ipairs(COMINGS) do
      if coming ~= "removal" then visit(base, coming, GOING_ON[base][coming] or GOING_ON[base].usual) end
    end
  end
end

-- When nobody is left, nothing is left of messages and meetings.
local function expect_nothing_left(made)
  for _, name in ipairs { "Mia", "Otto", "Tim", "Ida" } do
    local npc = made.world:get(name)
    if npc then npc:remove() end
  end
  who_waits.settle(made)
  local stats = made.world:stats()
  assert.same({ 0, 0, stats.messages_sent },
    { stats.messages, stats.meeting, stats.messages_taken + stats.messages_lost })
end

describe("who wins at waits and by plans", function()
  after_each(function() who_waits.limit, who_waits.keep, who_waits.nested = 2, nil, false end)

  each_cell(function(state, coming)
    it(("S70 %s, and then: %s"):format(state, coming), function()
      local texts, made = who_waits.play(state, coming)
      assert.equal(CELLS[state][coming] or "", texts[1])
      if coming == "a part" then assert.equal(GOING_ON[state] ~= nil, made.staged) end
      if coming == "more than its inbox holds" then assert.equal(1, made.world:stats().messages_refused) end
      expect_nothing_left(made)
    end)
  end)

  each_going_on(function(base, coming, usual)
    it(("S32 %s, interrupted, and then: %s: what goes on after the response"):format(base, coming), function()
      local expected = DONE_FIRST[coming] or "stop cower done, " .. usual
      assert.equal(expected, who_waits.play(base .. ", interrupted", coming, "done")[2])
    end)

    it(("S48 %s, held, and then: %s: what goes on at the release"):format(base, coming), function()
      local later = AT_THE_RELEASE[base] and AT_THE_RELEASE[base][coming]
      assert.equal(later or SAID_AT_THE_RELEASE[coming] or usual, who_waits.play(base .. ", held", coming, "release")[2])
    end)
  end)

  for _, base in ipairs(BASES) do
    local usual = GOING_ON[base].usual

    it(("S32 %s: what goes on after a response, and after a part"):format(base), function()
      assert.equal("stop duck done, " .. usual, who_waits.play(base, "a higher response", "done")[2])
      assert.equal("stop bow done, leave duet finished, " .. usual, who_waits.play(base, "a part", "both are done")[2])
    end)

    it(("S48 %s: what goes on after a hold"):format(base), function()
      assert.equal(usual, who_waits.play(base, "hold", "release")[2])
    end)
  end

  for base, plan in pairs { ["waiting to take"] = "taking", ["its message untaken"] = "asking", ["at a meeting"] = "meeting",
    ["doing what its plan says"] = "living" } do
    it(("S75 %s: what follows when a patch goes: the plan, between two nodes"):format(base), function()
      assert.same({ "plan " .. plan, "stop read done, " .. BEGINS[base] },
        { select(2, unpack((who_waits.play(base, "a patch", "the patch goes", "done")))) })
    end)
  end

  for _, change in ipairs { { "a role, by node", "start read" }, { "its plan, by node", "start eat" } } do
    local coming, begins = change[1], change[2]

    for state, cells in pairs(BETWEEN_NODES) do
      for comes, expected in pairs(cells) do
        it(("S52 %s, and then: %s: follows when this comes: %s"):format(state, coming, comes), function()
          assert.equal(expected:format(begins), who_waits.play(state, coming, comes)[2])
        end)
      end
    end

    it(("S70 %s: an order that is dealt with in a sequence of its own is done before"):format(coming), function()
      who_waits.nested = true
      assert.equal(("stop brew done, %s; Otto: stop stand done, start drink"):format(begins),
        who_waits.play("having one in hand", coming, "done")[2])
      assert.equal("stop stand done, start brew", who_waits.play("waiting to take", coming, "a message")[2])
    end)
  end

  for base, cells in pairs(TOO_OLD) do
    for suffix, expected in pairs(cells) do
      it(("S69 %s%s, and then: messages are too old"):format(base, suffix), function()
        who_waits.keep = 200
        local afterwards = suffix == ", held" and "release" or "done"
        assert.same(expected, (who_waits.play(base .. suffix, "messages are too old", afterwards)))
      end)
    end
  end

  it("S69 an inbox without room accepts one message while its NPC waits for it on top of the pile", function()
    who_waits.limit = 0
    for _, state in ipairs { "waiting to take", "waiting to take, interrupted", "waiting to take, held", "at a meeting" } do
      local texts, made = who_waits.play(state, "more than its inbox holds")
      local accepts = state == "waiting to take"
      assert.same({ accepts and "stop stand done, start brew" or "", accepts and 2 or 3 },
        { texts[1], made.world:stats().messages_refused }, state)
    end
  end)

  it("S74 without a plan any more, its main sequence follows between two nodes", function()
    for _, base in ipairs { "doing what its plan says", "having one in hand" } do
      local text = who_waits.play(base, "a reload without the plan", "done")[2]
      assert.equal("stop brew done, start hum", text:match "^[^;]*")
    end
  end)

  it("S69 to S74 it is the same after a save and a load, in every cell", function()
    each_cell(function(state, coming)
      local expected = CELLS[state][coming] or ""
      assert.equal(expected, who_waits.play_loaded(state, coming), ("%s, and then: %s"):format(state, coming))
    end)
  end)
end)
