--- The situations of "Who wins" in docs/rules.md that are about messages, meetings and plans: Mia waits for a message, for
-- an answer or for others, or does what her plan says; something comes. She has a plan in all of them: from midnight to
-- midnight, and "lunch" for a minute at seven, eight and nine. A minute is a second, and it is six. The other side of what
-- she does is Otto, at meetings Tim, who waits there too. Nothing ends by itself but waits: the game ends actions.
local both = require "spec.rules.both"
local cells = require "spec.rules.cells"
local kit = require "spec.rules.kit"

local who_waits = {}

--- How many orders an inbox holds, for how many seconds (nil: for ever), and whether she takes and does what was ordered
-- in a sequence of its own. Set them for a moment.
who_waits.limit, who_waits.keep, who_waits.nested = 2, nil, false

-- ---- Content ----

-- A main sequence that waits at a node.
local function waiting(node, afterwards)
  node.timeout, node.waiting, node.to, node.failed = 300, "stand", afterwards, "sulk"
  return { entry = "wait", wait = node, [afterwards] = { action = afterwards, to = "END" }, sulk = { action = "sulk", to = "END" } }
end

local function asks(tag) return waiting({ send = "orders", targets = tag, await = true }, "drink") end

local function meets() return waiting({ meet = "toast", at = "seat of self", count = 3 }, "drink") end

local function sequences()
  local taking = waiting({ take = "orders" }, "brew")
  return {
    taking = who_waits.nested and kit.chain { { sequence = "one_order" } } or taking, one_order = taking,
    asking = asks "otto", meeting = meets(), living = kit.chain { "brew" },
    calm = kit.chain { "hum" }, night = kit.chain { "read" }, lunch = kit.chain { "eat" },
    first = kit.chain { "cower" }, high = kit.chain { "duck" }, even = kit.chain { "duck" }, low = kit.chain { "duck" },
    -- Of the others.
    serving = { entry = "hum", hum = { action = "hum", to = "take" }, take = { take = "orders", to = "brew", failed = "hum" },
      brew = { action = "brew", to = "END" } },
    ordering = asks "mia", joining = meets(),
    coming = { entry = "hum", hum = { action = "hum", to = "go" }, go = { sequence = "joining", to = "END" } },
  }
end

-- What a reload takes away: what nodes name, the node at which she waits or acts, or her plan.
local WITHOUT = {}

local function rename(node)
  node.take, node.send, node.meet = node.take and "calls", node.send and "calls", node.meet and "feast"
end

function WITHOUT.name(made)
  made.inboxes.orders = nil
  for _, npc in pairs(made.npcs) do npc.inboxes = { "calls" } end
  for _, sequence in pairs(made.sequences) do
    for _, node in pairs(sequence) do
      if type(node) == "table" then rename(node) end
    end
  end
end

function WITHOUT.node(made)
  for _, name in ipairs { "taking", "asking", "meeting", "living" } do made.sequences[name] = kit.chain { "drink" } end
end

function WITHOUT.plan(made)
  made.npcs.mia.plan, made.npcs.mia.main = nil, "calm"
  made.plans = nil
end

local function plan(sequence)
  return { { "00:00", "24:00", sequence }, { "07:00", "07:01", "lunch", priority = 1 },
    { "08:00", "08:01", "lunch", priority = 1, change = "action" }, { "09:00", "09:01", "lunch", priority = 1, change = "now" } }
end

local INBOXES = { "orders", "calls" }

local function npcs(otto)
  return {
    mia = { plan = "day", tags = "mia", inboxes = INBOXES, state = { "bold" },
      roles = { { "by_node", when = "env.dark == 'node'" }, { "by_action", when = "env.dark == 'action'" },
        { "by_now", when = "env.dark == 'now'" }, "usual" },
      on = { first = { sequence = "first", priority = 2 }, high = { sequence = "high", priority = 3 },
        even = { sequence = "even", priority = 2 }, low = { sequence = "low", priority = 1 } },
      cues = { glance = { when = "self.bold", sequence = "high", priority = 3 } } },
    otto = { main = otto, tags = "otto", inboxes = INBOXES }, tim = { main = "joining", inboxes = INBOXES },
    ida = { main = "calm", tags = "ida", inboxes = INBOXES },
  }
end

-- `does`: what her plan is, all day long. `otto`: his main sequence.
local function content(does, otto, without)
  local made = {
    states = { bold = { flag = true } }, env = { dark = { every = 0.001, values = { "no", "node", "action", "now" } } },
    links = { seat = {} }, interruptions = { "first", "high", "even", "low" },
    inboxes = { orders = { limit = who_waits.limit, keep = who_waits.keep }, calls = {} },
    actions = cells.actions "hum read eat brew drink sulk duck cower bow", sequences = sequences(), plans = { day = plan(does) },
    roles = { night = { main = "night" }, usual = {}, by_node = { main = "night" },
      by_action = { main = "night", change = "action" }, by_now = { main = "night", change = "now" } },
    scenes = { duet = { priority = 3, parts = { { "one", who = "mia" }, { "other", who = "ida" } }, { one = "bow", other = "bow" } } },
    npcs = npcs(otto), props = { table = {} },
  }
  made.actions.stand = { duration = 1 }
  if without then WITHOUT[without](made) end
  return made
end

-- ---- What she can be ----

local settle = cells.settle

-- Mia, with Otto; at a meeting with Tim, too.
local function company(does, otto)
  local made = { does = does, main_of_otto = otto, world = both.world(content(does, otto)) }
  local world = made.world
  made.table = world:spawn("table", { name = "Table" })
  made.ida = world:spawn("ida", { name = "Ida" })
  made.otto = world:spawn("otto", { name = "Otto" })
  made.tim = does == "meeting" and world:spawn("tim", { name = "Tim" }) or nil
  made.mia = world:spawn("mia", { name = "Mia" })
  made.other = made.tim or made.otto
  for _, who in ipairs { made.otto, made.mia, made.tim } do world:link(who, "seat", made.table) end
  return settle(made)
end

local function complete_otto(made)
  made.otto:complete()
  return settle(made)
end

-- Otto has come to the meeting. Mia, who is called, has had no turn since.
local function come_about()
  local made = company("meeting", "coming")
  made.otto:complete()
  kit.step(made.world, 0)
  return made
end

local BASES = {
  ["waiting to take"] = function() return company("taking", "serving") end,
  ["its message untaken"] = function() return company("asking", "serving") end,
  ["its message in hand"] = function() return complete_otto(company("asking", "serving")) end,
  ["having one in hand"] = function() return company("taking", "ordering") end,
  ["at a meeting"] = function() return company("meeting", "coming") end,
  ["its meeting come about"] = come_about,
  ["doing what its plan says"] = function() return company("living", "serving") end,
}

who_waits.STATES = {}
for name, make in pairs(BASES) do
  who_waits.STATES[name] = make
  who_waits.STATES[name .. ", interrupted"] = function()
    local made = make()
    made.world:interrupt("first", { made.mia })
    return settle(made)
  end
  who_waits.STATES[name .. ", held"] = function()
    local made = make()
    made.mia:hold()
    return settle(made)
  end
end

-- ---- What can come ----

local function set(value)
  return function(made) made.world:set("dark", value) end
end

local function pass(seconds)
  return function(made) kit.step(made.world, seconds) end
end

local function reload(without)
  return function(made) assert(made.world:reload("p", kit.pack(content(made.does, made.main_of_otto, without)))) end
end

who_waits.COMINGS = cells.comings {
  ["a higher response"] = cells.raise "high",
  ["an equal one"] = cells.raise "even",
  ["a lower one"] = cells.raise "low",
  ["a due cue"] = cells.cue "bold",
  ["a part"] = function(made) made.staged = made.world:stage("duet", { one = made.mia, other = made.ida }) ~= nil end,
  ["a message"] = function(made) made.ida:send("orders", made.mia) end,
  ["more than its inbox holds"] = function(made)
    for _ = 1, 3 do made.full = select(2, made.ida:send("orders", made.mia)) end
  end,
  ["the other side goes on"] = function(made) made.otto:complete() end,
  ["the other side fails"] = function(made) made.otto:fail() end,
  ["the other side gives up"] = function(made) made.other:set_main "calm" end,
  ["the other side leaves"] = function(made) made.other:remove() end,
  ["the place leaves"] = function(made) made.table:remove() end,
  ["the timeout"] = pass(300),
  ["a role by the game"] = function(made) made.mia:set_role "night" end,
  ["a role, by node"] = set "node",
  ["a role, by action"] = set "action",
  ["a role, now"] = set "now",
  ["its plan, by node"] = pass(60),
  ["its plan, by action"] = pass(120),
  ["its plan, now"] = pass(180),
  ["a patch"] = function(made) made.patch = made.mia:patch_plan { "06:00", "12:00", "night", priority = 2, change = "now" } end,
  ["the clock is set"] = function(made) made.world:set_time "09:00" end,
  ["a reload without the name"] = reload "name",
  ["a reload without the node"] = reload "node",
  ["a reload without the plan"] = reload "plan",
}

-- ---- What can come afterwards ----

who_waits.AFTERWARDS = {
  ["done"] = function(made) made.mia:complete() end, -- whatever it is
  ["both are done"] = function(made)
    made.mia:complete()
    made.ida:complete()
  end,
  ["messages are too old"] = pass(200),
  ["the patch goes"] = function(made) made.mia:unpatch_plan(made.patch) end,
}
for name, coming in pairs(who_waits.AFTERWARDS) do who_waits.COMINGS[name] = coming end

-- Who waits at the table, by their names.
local function at_the_table(made)
  if not made.table.alive then return "nobody" end
  local names = {}
  for i, npc in ipairs(made.table:meeting()) do names[i] = npc.name end
  table.sort(names)
  return #names > 0 and table.concat(names, " ") or "nobody"
end

--- What has happened since the last time to Mia, and to Otto and Tim, if it is not they to whom something has come; then
-- what there is now, if it is not as it was: how many messages are untaken, and who waits to meet.
local function told(made, mia)
  local aside = made.coming and made.coming:find "^the other side"
  local parts = { cells.told(made, mia, not aside and { made.otto, made.tim } or nil) }
  if parts[1] == "" then parts[1] = nil end
  for _, each in ipairs { { "untaken", made.world:stats().messages }, { "waiting", at_the_table(made) } } do
    local what, now = each[1], each[2]
    if made[what] and made[what] ~= now then parts[#parts + 1] = ("%s: %s"):format(what, now) end
    made[what] = now
  end
  return table.concat(parts, "; ")
end

who_waits.settle = settle

return cells.add(who_waits, told)
