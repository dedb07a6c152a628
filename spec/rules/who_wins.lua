--- The situations of "Who wins" in docs/rules.md: what an NPC, Mia, can be when something comes, and what can come.
-- Mia has the part "one" in a scene of priority 2, Otto and Tim have the part "rest", which needs one of them. Nothing ends
-- by itself but waits and patience: the game ends actions.
local both = require "spec.rules.both"
local kit = require "spec.rules.kit"

local who_wins = {}

--- "break": scenes break when a member is interrupted (S59). Set it for a moment.
who_wins.breaks = nil

local STATE = { "bold", "shy", "go" }

local function actions()
  local made = { stand = { duration = 1 } }
  for _, name in ipairs { "hum", "read", "a", "b", "duck", "sulk" } do
    made[name] = { duration = 8999, ends = "game", timeout = 9000, resumable = true }
  end
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

--- Lets everybody have their turns, and after them some seconds pass.
local function settle(made, seconds)
  for _ = 1, 3 do kit.step(made.world, 0) end
  if seconds then kit.step(made.world, seconds) kit.step(made.world, 0) end
  return made
end

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

local function raise(name)
  return function(made) made.world:interrupt(name, { made.mia }) end
end

local function cue(flag)
  return function(made)
    made.mia.state[flag] = true
    kit.step(made.world, 0.999)
    made.mia.state[flag] = false
  end
end

who_wins.COMINGS = {
  ["a higher response"] = raise "high",
  ["an equal response"] = raise "even",
  ["a lower response"] = raise "low",
  ["a cue above the scene"] = cue "bold",
  ["a cue below the scene"] = cue "shy",
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
  ["hold"] = function(made) made.mia:hold() end,
  ["release"] = function(made) made.mia:release() end,
  ["set main"] = function(made) made.mia:set_main "night" end,
  ["a change of role"] = function(made) made.mia:set_role "night" end,
  ["removal"] = function(made) made.mia:remove() end,
  ["save and load"] = function(made)
    assert(made.world:load(assert(made.world:save())))
    made.mia = made.world:get "Mia"
  end,
}

--- What has happened to Mia since the last time, as one text.
local function told(made, mia)
  local lines = {}
  for i, event in ipairs(kit.events(made.world, mia)) do
    lines[i] = event.kind == "leave" and ("%s %s"):format(event.line, event.why) or event.line
  end
  return table.concat(lines, ", ")
end

--- What happens to Mia when things come, one after the other: a text for each.
function who_wins.play(state, ...)
  local made, texts = who_wins.STATES[state](), {}
  local mia = made.mia
  kit.lines(made.world)
  for i, coming in ipairs { ... } do
    who_wins.COMINGS[coming](made)
    settle(made)
    texts[i] = told(made, mia)
  end
  return texts, made
end

--- What happens to Mia when something comes in a world that has just been loaded. Events that were not delivered are
-- not in a save.
function who_wins.play_loaded(state, coming)
  local made = who_wins.STATES[state]()
  kit.lines(made.world)
  who_wins.COMINGS["save and load"](made)
  local mia = made.mia
  who_wins.COMINGS[coming](made)
  settle(made)
  return told(made, mia)
end

who_wins.settle, who_wins.told = settle, told

return who_wins
