--- The situations of "Who wins" in docs/rules.md: what an NPC, Mia, can be when something comes, and what can come.
-- Mia has the part "one" in a scene of priority 2, Otto and Tim have the part "rest", which needs one of them. Nothing ends
-- by itself but waits and patience: the game ends actions.
local both = require "spec.rules.both"
local cells = require "spec.rules.cells"
local kit = require "spec.rules.kit"

local who_wins = {}

--- "break": scenes break when a member is interrupted (S59). Set it for a moment.
who_wins.breaks = nil

local STATE = { "bold", "shy", "go" }

local function actions()
  local made = cells.actions "hum read a b duck sulk"
  made.stand = { duration = 1 }
  return made
end

-- A main sequence that begins a scene in the part "one".
local function beginning(scene)
  return { entry = "go", go = { scene = scene, as = "one", to = "sulk", failed = "sulk" }, sulk = { action = "sulk", to = "END" } }
end

local function sequences()
  return { day = kit.chain { "hum" }, night = kit.chain { "read" }, brief = kit.chain { "a" },
    high = kit.chain { "duck" }, even = kit.chain { "duck" }, low = kit.chain { "duck" },
    leading = beginning "duet", hosting = beginning "brief" }
end

-- Rows follow the options.
local function in_rows(breaks, sequence, rows)
  rows.priority, rows.patience, rows.interrupted, rows.waiting = 2, 3, breaks, "stand"
  rows.parts = { { "one", who = "mia", sequence = sequence }, { "rest", count = { 1, 2 }, who = "other" } }
  return rows
end

local function scenes(breaks)
  local waiting = { wait = "self.go", timeout = 8999, every = 1000, waiting = "stand" }
  return {
    duet = in_rows(breaks, nil, { { one = "a", rest = "a" }, { one = "b", rest = "b" } }),
    brief = in_rows(breaks, "brief", { { rest = "a" }, { rest = "b" } }), -- her part ends before that of the others
    wary = in_rows(breaks, nil, { { one = waiting, rest = "a" } }),
  }
end

-- Somebody who can be "one", and is interrupted by responses and cues above, beside and below the scenes.
local function one(main)
  return { main = main, tags = "mia", state = STATE,
    on = { high = { sequence = "high", priority = 3 }, even = { sequence = "even", priority = 2 },
      low = { sequence = "low", priority = 1 } },
    cues = { above = { when = "self.bold", sequence = "high", priority = 3 },
      below = { when = "self.shy", sequence = "low" } } }
end

local function content(breaks)
  return {
    states = { bold = { flag = true }, shy = { flag = true }, go = { flag = true } },
    env = { dark = { every = 0.001, values = { "no", "node", "action" } } },
    interruptions = { "high", "even", "low" },
    actions = actions(), sequences = sequences(), scenes = scenes(breaks),
    roles = { night = { main = "night" }, by_node = { main = "night" },
      by_action = { main = "night", change = "action" }, lead = { main = "leading" } },
    npcs = {
      mia = one "day", leader = one "leading", host = one "hosting",
      changing = { tags = "mia", state = STATE, roles = { { "by_node", when = "env.dark == 'node'" },
        { "by_action", when = "env.dark == 'action'" }, "lead" } },
      other = { main = "day", tags = "other", state = STATE },
    },
  }
end

-- ---- What she can be ----

local function company(kind, options)
  local made = { world = both.world(content(who_wins.breaks), options) }
  made.otto, made.tim = made.world:spawn("other", { name = "Otto" }), made.world:spawn("other", { name = "Tim" })
  kit.step(made.world, 0)
  made.mia = made.world:spawn(kind or "mia", { name = "Mia" })
  kit.step(made.world, 0)
  return made
end

local function staged(scene, options)
  local made = company("mia", options)
  assert(made.world:stage(scene, { one = made.mia, rest = { made.otto, made.tim } }))
  return made
end

local settle = cells.settle

local function at_phase(made)
  made.mia:complete()
  return settle(made)
end

local function ended(made)
  for _, npc in ipairs { made.otto, made.tim, made.mia } do npc:complete() end
  return settle(made)
end

local function held(made)
  made.mia:hold()
  return settle(made)
end

who_wins.STATES = {
  ["acting"] = function() return settle(staged "duet") end,
  ["waiting at a node"] = function() return settle(staged "wary") end,
  ["waiting at a phase"] = function() return at_phase(settle(staged "duet")) end,
  ["waiting at its end"] = function() return ended(settle(staged "brief")) end,
  ["past its patience in main"] = function() return settle(at_phase(settle(company "leader")), 3) end,
  ["past its patience at its end, in main"] = function() return settle(ended(settle(company "host")), 3) end,
  ["sunk"] = function() return settle(at_phase(settle(staged "duet")), 3) end,
  ["sunk at its end"] = function() return settle(ended(settle(staged "brief")), 3) end,
  ["waiting after a failure"] = function()
    local made = settle(at_phase(settle(staged "duet")), 3)
    made.mia:fail()
    return settle(made)
  end,
  ["waiting after a failure, sunk at its end"] = function()
    local made = settle(ended(settle(staged "brief")), 3)
    made.mia:fail()
    return settle(made)
  end,
  ["not begun"] = function() return staged "duet" end,
  ["held"] = function() return held(settle(staged "duet")) end,
  ["held at a phase"] = function() return held(at_phase(settle(staged "duet"))) end,
  ["held at its end"] = function() return held(ended(settle(staged "brief"))) end,
  ["halted"] = function()
    local made = settle(at_phase(settle(staged("duet", { limits = { failures = 0 } }))), 3)
    made.mia:fail()
    return settle(made)
  end,
}

--- Past her patience in her main activity, with roles by `env.dark`.
function who_wins.with_roles() return settle(at_phase(settle(company "changing")), 3) end

-- ---- What can come ----

who_wins.COMINGS = cells.comings {
  ["a higher response"] = cells.raise "high",
  ["an equal response"] = cells.raise "even",
  ["a lower response"] = cells.raise "low",
  ["a cue above the scene"] = cells.cue "bold",
  ["a cue below the scene"] = cells.cue "shy",
  ["the others are through"] = function(made)
    made.otto:complete()
    made.tim:complete()
  end,
  ["her response ends"] = function(made) made.mia:complete() end,
  ["a member leaves"] = function(made) made.tim:remove() end,
  ["the scene breaks"] = function(made)
    made.tim:remove()
    made.otto:remove()
  end,
  ["leave_scene"] = function(made) made.mia:leave_scene() end,
  ["a change of role"] = function(made) made.mia:set_role "night" end,
}

who_wins.settle, who_wins.told = settle, cells.told

return cells.add(who_wins)
