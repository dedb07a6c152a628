-- Random inboxes, messages, meetings, plans and clocks (S69 to S75) for random_content.lua, in its form. `made` is the content so far, with what
-- random_places.lua has added; `features` says whether there are messages (and meetings) and days (plans and a clock).

local random_places = require "spec.oracle.random_places"

local random_days = {}

local INBOXES = { "in1", "in2", "in3" }

---- Conditions and values ----

-- How much an inbox holds. Not everybody has in3.
local function holds(r, who)
  return { r:pick { "<", ">", "==", "<=", ">=", "~=" }, { who, r:pick(INBOXES) }, { "const", r:pick { 0, 0, 1, 2 } } }
end

-- What is sent: at times it is not there.
local function sent_value(r, features, made, target, parts)
  local kind = r:int(1, 100)
  if parts and r:chance(30) then return { "part", "p" .. r:int(1, parts), r:pick(INBOXES) } end
  if kind <= 40 then return nil end
  if kind <= 55 then return { "const", r:pick { -3, 0, 1, 2, 7, 2147483647 } } end
  if kind <= 65 and #made.common > 0 then return { "self", r:pick(made.common) } end
  if kind <= 75 then return { target and r:chance(50) and "target" or "self", r:pick(INBOXES) } end
  if kind <= 85 and features.areas then return { "area", r:chance(50) and r:pick(INBOXES) or r:pick(made.states).name } end
  if target and kind <= 92 then return { "distance" } end
  return { "+", { "now" }, { "const", r:int(-5, 5) } }
end

local function condition(r, features, made, target)
  if r:chance(35) then return holds(r, target and r:chance(50) and "target" or features.areas and r:chance(30) and "area" or "self") end
  return random_places.condition(r, features, { target = target }, made)
end

local function prefer(r, features, made)
  local made_up = { kind = r:pick { "nearest", "nearest", "least", "most" } }
  if made_up.kind == "nearest" then return made_up end
  local kind = r:int(1, 4)
  if kind == 1 then made_up.property = r:pick(made.states).name
  elseif kind == 2 then made_up.value = { "target", r:pick(INBOXES) }
  elseif kind == 3 and features.links then made_up.value = { "link", r:pick { "l3", "l4" }, "self", "target" }
  else made_up.value = { "target", r:pick(made.states).name } end
  return made_up
end

---- Effects that send ----

-- `about`: { target=bool, parts= how many of a scene, or nil }.
local function send_effect(r, features, made, about)
  local inbox, kind = r:pick(INBOXES), r:int(1, 100)
  local value = sent_value(r, features, made, about.target, about.parts)
  if about.target and kind <= 45 then return { "send", inbox, "target", value } end
  if about.parts and kind <= 70 then return { "send", inbox, "part", value, "p" .. r:int(1, about.parts) } end
  if features.areas and kind <= 60 then return { "send", inbox, "area", value } end
  return { "send_on_path", inbox, random_places.path(r, features, about), value }
end

local function add_effect(r, features, made, thing, lists, about, percent)
  for _, name in ipairs(lists) do
    if r:chance(percent) then
      thing[name] = thing[name] or {}
      table.insert(thing[name], r:int(1, #thing[name] + 1), send_effect(r, features, made, about))
    end
  end
end

local function change_effects(r, features, made)
  for i = 2, #made.actions do
    local action = made.actions[i]
    add_effect(r, features, made, action, { "start", "finish", "interrupted" }, { target = action.takes_target }, 30)
  end
  for _, role in ipairs(made.roles or {}) do
    add_effect(r, features, made, role, { "enter", "exit" }, {}, 20)
    for _, offer in ipairs(role.offers or {}) do add_effect(r, features, made, offer, { "adopt", "drop" }, { target = true }, 15) end
  end
  for _, def in ipairs(made.entities) do
    if def.area then add_effect(r, features, made, def, { "enter", "exit" }, { target = true }, 30) end
    for _, offer in ipairs(def.offers or {}) do add_effect(r, features, made, offer, { "adopt", "drop" }, { target = true }, 15) end
  end
  for _, scene in ipairs(made.scenes or {}) do
    for _, part in ipairs(scene.parts) do add_effect(r, features, made, part, { "finish", "broken" }, { parts = #scene.parts }, 20) end
  end
end

local function change_conditions(r, made)
  for i = 2, #made.actions do
    local action = made.actions[i]
    if not action.is_waiting and action.when and r:chance(15) then
      action.when = { r:pick { "and", "or", "or" }, action.when, holds(r, action.takes_target and r:chance(50) and "target" or "self") }
    end
  end
  for _, sequence in ipairs(made.sequences) do
    for _, node in ipairs(sequence.nodes) do
      for _, transition in ipairs(node.to or {}) do
        if transition.when and r:chance(20) then transition.when = holds(r, r:pick { "self", "target" }) end
      end
      if node.kind == "wait" and r:chance(20) then node.when = holds(r, r:pick { "self", "target" }) end
    end
  end
end

---- Nodes ----

-- In busy worlds most are quite patient.
local function waits(r, made, node)
  if made.busy and r:chance(75) then node.timeout_ms = r:pick { 2500, 8000, 8000, 20000, 20000 }
  elseif r:chance(75) then node.timeout_ms = r:pick { -1, 0, 1, 500, 2500, 2500, 8000, 8000, 20000 } end
  if r:chance(60) then node.every_ms = r:pick { 1, 100, 300, 1000, 2500 } end
  if r:chance(50) and #made.waits > 0 then node.waiting = r:pick(made.waits).name end
  return node
end

local function take_node(r, features, made, inbox)
  local node = waits(r, made, { kind = "take", inbox = inbox or r:pick { "in1", "in1", "in2" } })
  if r:chance(made.busy and 20 or 35) then node.when = condition(r, features, made, true) end
  if r:chance(30) then node.prefer = prefer(r, features, made) end
  if #made.common > 0 and r:chance(50) then node.into = r:pick(made.common) end
  return node
end

-- `scene`: that of the part whose node it is, or nil.
local function send_node(r, features, made, scene)
  local inbox = made.busy and r:chance(80) and "in1" or r:pick { "in1", "in1", "in2", "in3" }
  local node = { kind = "send", inbox = inbox, await = r:chance(made.busy and 80 or 60) or nil }
  if node.await then waits(r, made, node) end
  node.value = sent_value(r, features, made, true)
  if r:chance(made.busy and 10 or 30) then node.when = condition(r, features, made, true) end
  local whom = r:int(1, 100)
  if scene and whom <= 50 and (#scene.parts > 1 or (scene.parts[1].most or 1) > 1) then
    if r:chance(50) then node.at_member = true else node.at_part = "p" .. r:int(1, #scene.parts) end
  elseif whom <= (made.busy and 8 or 20) then node.same_target = true
  elseif whom <= (made.busy and 15 or 35) and features.links then node.path = random_places.path(r, features, { target = true })
  elseif made.busy and whom <= 85 then node.targets = { "clerk" }
  elseif whom <= 55 then node.targets = { "tag" .. r:int(1, 3) } end
  local chosen = not (node.same_target or node.at_member or node.at_part)
  if chosen and r:chance(35) then node.prefer = prefer(r, features, made) end
  return node
end

local function meet_node(r, features, made)
  local node = waits(r, made, { kind = "meet", meeting = r:pick { "m1", "m1", "m2" }, count = r:pick { 2, 2, 2, 3, 4 } })
  if r:chance(70) then node.timeout_ms = r:pick { 2500, 8000, 20000 } end
  local where = r:int(1, 100)
  if made.busy and features.links and where <= 70 then
    node.path, node.meeting = "l1(hub)", "m1"
    return node
  end
  if where <= 8 and features.areas then node.path = "inside of area"
  elseif where <= 30 and features.areas then node.from_area = true
  elseif where <= 55 then node.same_target = true
  elseif where <= 80 or not features.links then node.path = "l1"
  else node.path = random_places.path(r, features, { target = true }) end
  if not features.links and node.path then node.path, node.same_target = nil, true end
  return node
end

local function message_node(r, features, made, scene)
  local kind = r:int(1, 100)
  if kind <= 35 then return take_node(r, features, made) end
  if kind <= 75 then return send_node(r, features, made, scene) end
  return meet_node(r, features, made)
end

-- Some of what is there becomes such a node.
local function change_nodes(r, features, made, sequence)
  local scene
  for _, each in ipairs(made.scenes or {}) do
    if sequence.name:find(each.name .. ".", 1, true) == 1 then scene = each end
  end
  for i, old in ipairs(sequence.nodes) do
    if old.kind ~= "end" and r:chance((scene or sequence.name:find "^offered") and 35 or i == 1 and 5 or 15) then
      local name, to, failed, free = old.name, old.to, old.failed, old.free
      for key in pairs(old) do old[key] = nil end
      for key, value in pairs(message_node(r, features, made, scene)) do old[key] = value end
      old.name, old.to, old.failed, old.free = name, to, failed or r:chance(50) and "end" or nil, free
    end
  end
end

---- Lives ----

local function some_action(r, made, same)
  if r:chance(25) then return { kind = "action", action = "act1" } end
  local action = r:pick(made.actions)
  return { kind = "action", action = action.name, same_target = action.takes_target and r:chance(same) or nil }
end

local function life(r, features, made, name, kinds)
  local nodes = {}
  for i, kind in ipairs(kinds) do
    nodes[i] = kind == "take" and take_node(r, features, made) or kind == "send" and send_node(r, features, made)
      or kind == "meet" and meet_node(r, features, made) or kind == "some" and some_action(r, made, kinds[1] == "take" and 50 or 5)
      or kind == "nested" and { kind = "sequence", sequence = r:pick { "take3", "send3" } } or { kind = "action", action = "act1" }
  end
  local sequence = random_places.chain(r, name, nodes)
  for i, node in ipairs(sequence.nodes) do
    if node.kind ~= "end" and r:chance(node.kind == "sequence" and 30 or 75) then node.failed = sequence.nodes[i + 1].name end
  end
  for _, node in ipairs(r:chance(50) and sequence.nodes or {}) do -- something is held while it waits
    if node.action and node.action ~= "act1" then sequence.claims = { { property = "st1", amount = 1 } } end
  end
  sequence.castable = made.scenes and r:pick { "always", "always", false } or nil
  return sequence
end

local LIVES = { take1 = { "take", "some", "act" }, take2 = { "take", "nested", "take", "act" }, send1 = { "send", "act" },
  send2 = { "some", "send", "send", "act" }, meet1 = { "some", "meet", "act" }, meet2 = { "meet", "act", "send" }, only = { "send", "send" } }
local LIFE_NAMES = { "take1", "take1", "take2", "send1", "send1", "send2", "meet1", "meet1", "meet2", "only" }

local function add_lives(r, features, made, plain)
  made.sequences[#made.sequences + 1] = random_places.chain(r, "take3", { take_node(r, features, made), { kind = "sequence", sequence = plain } })
  made.sequences[#made.sequences + 1] = random_places.chain(r, "send3", { send_node(r, features, made), { kind = "action", action = "act1" } })
  for _, name in ipairs { "take1", "take2", "send1", "send2", "meet1", "meet2", "only" } do
    made.sequences[#made.sequences + 1] = life(r, features, made, name, LIVES[name])
  end
  for _, def in ipairs(made.entities) do
    if def.npc and def.main and r:chance(70) then def.main = r:pick(LIFE_NAMES) end
  end
  for _, role in ipairs(made.roles or {}) do
    if role.main and r:chance(50) then role.main = r:pick(LIFE_NAMES) end
  end
end

-- Some take and the others send, with little else to do.
local function be_busy(r, made)
  for i, def in ipairs(made.entities) do
    if def.npc and def.main then def.main = r:pick(i == 1 and { "take1", "take2" } or { "send1", "send2", "take2", "meet1", "meet2" }) end
    if i == 1 then table.insert(def.tags, "clerk") end
  end
  made.inboxes[1].limit, made.inboxes[1].keep_ms = r:pick { 0, 3, 16, 16 }, r:pick { 0, 0, 0, 8000 }
end

-- What is offered is to take something, and to send something.
local function take_by_offer(r, features, made)
  for _, sequence in ipairs(made.sequences) do
    if sequence.name:find "^offered" then
      local nodes = { take_node(r, features, made, "in1"), { kind = "action", action = "act1" }, send_node(r, features, made) }
      nodes[1].when, nodes[1].timeout_ms, nodes[3].await, sequence.claims = nil, 8000, true, nil
      if r:chance(30) then nodes[2], nodes[3] = nodes[3], nodes[2] end
      local changed = random_places.chain(r, sequence.name, nodes)
      sequence.nodes, sequence.entry = changed.nodes, changed.entry
    end
  end
  local asks = { { kind = "request", offers = {}, timeout_ms = 2500 }, { kind = "action", action = "act1" } }
  made.sequences[#made.sequences + 1] = random_places.chain(r, "asks", asks)
  asks[1].failed = "n2"
  if made.entities[1].main then made.entities[1].main = "asks" end
  for _, def in ipairs(made.entities) do
    for _, offer in ipairs(def.offers or {}) do
      if r:chance(60) then offer.undo = "undo1" end
    end
  end
end

-- One that not everybody has is taken from in what is offered, which then not everybody can take (S61).
local function add_needy_offers(r, features, made)
  for _, def in ipairs(made.entities) do
    for _, offer in ipairs(def.offers or {}) do
      if r:chance(15) then offer.sequence = "needy" end
    end
  end
  made.sequences[#made.sequences + 1] = random_places.chain(r, "needy", { take_node(r, features, made, "in3"), { kind = "action", action = "act1" } })
end

-- So many have the inbox that everybody sends to that more encounters are made than are kept.
local function send_much(made)
  made.inboxes[1].limit, made.plain_days = 16, true
  for _, def in ipairs(made.entities) do
    if def.npc and def.main then def.main = "much" end
  end
  made.sequences[#made.sequences + 1] = { name = "much", entry = "n1", nodes = {
    { name = "n1", kind = "send", inbox = "in1", to = { { node = "n2" } }, failed = "n2" },
    { name = "n2", kind = "action", action = "act1", to = { { node = "end" } } }, { name = "end", kind = "end" } } }
end

local function add_messages(r, features, made, plain)
  made.inboxes = {}
  for i, name in ipairs(INBOXES) do
    made.inboxes[i] = { name = name, limit = r:pick { 0, 0, 1, 1, 2, 3, 16, false } or nil,
      keep_ms = r:pick { 0, 0, 1, 500, 2000, 2000, 8000, 30000 } }
  end
  for _, def in ipairs(made.entities) do
    if not def.npc and not def.area then table.insert(def.tags, "hub") end
    if def.npc then def.inboxes = { "in1", "in2", r:chance(60) and "in3" or nil } end
  end
  change_conditions(r, made)
  change_effects(r, features, made)
  for _, sequence in ipairs(made.sequences) do
    if sequence.name ~= plain then change_nodes(r, features, made, sequence) end
  end
  add_lives(r, features, made, plain)
  if features.offers then add_needy_offers(r, features, made) end
  if made.busy then be_busy(r, made) end
  if made.busy and features.offers and r:chance(50) then take_by_offer(r, features, made) end
  if r:chance(6) then send_much(made) end
end

---- Plans (S74) ----

-- Between two times of the day, and so many minutes of it may be varied and skipped.
function random_days.entry(r, from, to, sequences)
  local minutes = to > from and to - from or to + 1440 - from
  local entry = { from = from, to = to, sequence = r:pick(sequences), change = r:pick { "node", "node", "action", "now", false } or nil }
  local half = math.floor(minutes / 2)
  if r:chance(60) then entry.vary = r:pick { 0, half, r:int(0, half), math.min(30, half) } end
  if r:chance(50) then entry.skip = r:pick { math.min(10, minutes), r:int(0, minutes), half, math.floor(minutes / 3) } end
  return entry
end

-- The day cut at some times; some pieces are left out, some go over midnight.
local function pieces(r, count)
  local times, seen, quarters = {}, {}, r:chance(30)
  for _ = 1, count do
    local time = quarters and r:pick { 0, 360, 720, 1080 } or r:chance(40) and 60 * r:int(0, 23)
      or r:chance(40) and r:pick { 360, 720, 1080 } or r:int(0, 1439)
    if not seen[time] then times[#times + 1] = time end
    seen[time] = true
  end
  table.sort(times)
  return times
end

local function random_plan(r, name, sequences)
  local plan = { name = name, entries = {} }
  for _, priority in ipairs(r:pick { { 0 }, { 0 }, { 0, 1 }, { 0, 1 }, { 0, 1, -1 } }) do
    local times = pieces(r, r:pick { 1, 2, 2, 3, 4, 5 })
    for i, from in ipairs(times) do
      if r:chance(priority == 0 and 85 or 60) then
        local to = times[i % #times + 1]
        if to == 0 and r:chance(50) then to = 1440 end
        local entry = random_days.entry(r, from, to, sequences)
        if priority ~= 0 or r:chance(20) then entry.priority = priority end
        plan.entries[#plan.entries + 1] = entry
      end
    end
  end
  if #plan.entries == 0 then plan.entries[1] = random_days.entry(r, 0, r:pick { 0, 1440 }, sequences) end
  return plan
end

local function main_sequences(made, count)
  local list = {}
  if made.busy and made.inboxes then return { "take1", "take2", "send1", "send2", "meet1", "meet2" } end
  for _, sequence in ipairs(made.sequences) do
    local name = sequence.name
    for _, wanted in ipairs { "^life%d", "^ask%d", "^take[12]", "^send[12]", "^meet%d" } do
      if name:find(wanted) then list[#list + 1] = name end
    end
  end
  for i = 1, count do list[#list + 1] = "seq" .. i end
  return list
end

-- Has each of these roles a main sequence or a plan?
local function all_lead(made, list)
  for _, listed in ipairs(list) do
    for _, role in ipairs(made.roles) do
      if role.name == listed.role and not (role.main or role.plan) then return false end
    end
  end
  return #list > 0
end

local function add_plans(r, made, count)
  made.plans = {}
  local sequences = main_sequences(made, count)
  for i = 1, r:int(1, 3) do made.plans[i] = random_plan(r, "plan" .. i, sequences) end
  for _, def in ipairs(made.entities) do
    if def.npc and def.main and not made.plain_days and r:chance(made.busy and 50 or 80) then def.main, def.plan = nil, r:pick(made.plans).name end
  end
  for _, role in ipairs(made.roles or {}) do
    if r:chance(role.main and 40 or 30) then role.main, role.plan = nil, r:pick(made.plans).name end
  end
  for _, def in ipairs(made.entities) do
    if def.npc and all_lead(made, def.roles or {}) and r:chance(35) then def.main, def.plan = nil, nil end
  end
end

---- All together ----

-- First of all: what the clock answers, so that conditions are about it.
function random_days.add_env(r, made)
  made.env[#made.env + 1] = { name = "common.hour", every_ms = r:pick { 0, 300, 1000 }, min = 0, max = 23, default = r:int(0, 23),
    low = 0, high = 23 }
  if r:chance(60) then
    made.env[#made.env + 1] = { name = "common.minute", every_ms = r:pick { 0, 300 }, min = 0, max = r:pick { 59, 30 }, low = 0, high = 59 }
  else
    made.env[#made.env + 1] = { name = "common.weekday", every_ms = 300, min = 0, max = 6, low = 0, high = 6 }
    made.env[#made.env + 1] = { name = "common.day", every_ms = 0, min = 0, max = 50, low = 0, high = 3 }
  end
end

-- After all else. `count`: how many sequences are of its own, the last of them the plain one.
function random_days.add(r, made, features, vocabulary, count)
  local npcs = {}
  for _, def in ipairs(made.entities) do
    if def.npc then npcs[#npcs + 1] = def end
  end
  made.common = random_places.common_states(npcs)
  made.busy = r:chance(50)
  made.waits, made.new_condition = vocabulary.waiting_actions, vocabulary.new_condition
  if features.messages then add_messages(r, features, made, "seq" .. count) end
  if features.days then add_plans(r, made, count) end
  made.common, made.waits, made.new_condition, made.busy, made.plain_days = nil, nil, nil, nil, nil
end

return random_days
