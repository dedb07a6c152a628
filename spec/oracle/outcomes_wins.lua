-- The cells of "Who wins" in docs/rules.md, and how it is noticed that one occurs: what an NPC is, by the rows of the three tables,
-- when something comes to it, by those columns that may come to all of them and that a random world has. Form as of outcomes.lua.

local of_wins = {}

local IN_A_SCENE = { "acting", "at a node", "at a phase", "in main, impatient", "sunk", "after a failure", "not begun", "held" }
local AT_AN_OFFER = { "acting", "in its body", "kept", "with undo", "asked by the game", "undoing", "interrupted", "held" }
local WAITING = { "to take", "untaken", "in hand", "has one", "at a meeting", "come about", "by its plan", "interrupted", "held" }
local COMINGS = { "a higher response", "an equal one", "a lower one", "a due cue", "hold", "release", "set main", "a role by the game",
  "removal" }

-- Where an activity runs that is not the main one: to that, every response is a higher one.
local ABOVE_MAIN = { acting = true, ["at a node"] = true, ["at a phase"] = true, ["asked by the game"] = true, undoing = true,
  interrupted = true }

-- What is never heard of: who is held queues responses and is passed over; whom nothing holds cannot be released.
local function is_cell(what, coming, table_name)
  if coming == "an equal one" or coming == "a lower one" then
    return ABOVE_MAIN[what] and not (what == "acting" and table_name ~= "in a scene")
  end
  if coming == "release" then return what == "held" end
  return what ~= "held" or coming == "set main" or coming == "a role by the game" or coming == "removal"
end

local function cells(list, table_name, rows)
  for _, what in ipairs(rows) do
    for _, coming in ipairs(COMINGS) do
      if is_cell(what, coming, table_name) then list[#list + 1] = ("wins %s, %s: %s"):format(table_name, what, coming) end
    end
  end
  return list
end

of_wins.list = cells(cells(cells({}, "in a scene", IN_A_SCENE), "at an offer", AT_AN_OFFER), "waiting", WAITING)

-- Those that random worlds seldom have, and who_waits_spec.lua has: they are counted, and may be missing.
of_wins.seldom = {}
for _, cell in ipairs { "in hand: set main", "has one: hold", "has one: set main", "has one: a role by the game", "has one: removal",
  "come about: a role by the game" } do
  of_wins.seldom["wins waiting, " .. cell] = true
end

-- ---- What an NPC is ----

local function top_frame(npc)
  local activity = npc.activities[#npc.activities]
  return activity and activity.frames[#activity.frames], activity
end

local function has_sunk(npc)
  for _, activity in ipairs(npc.activities) do
    if activity.sunk then return true end
  end
end

local function in_a_scene(world, npc)
  local _, activity = top_frame(npc)
  for _, member in ipairs(npc.parts) do
    if not member.begun then return "not begun" end
  end
  if has_sunk(npc) and activity.is_main then return npc.wait_until and "after a failure" or "sunk" end
  if not activity or not world:topmost_part(activity) then return end
  if npc.held then return "held" end
  local at_phase = world:at_phase(npc)
  if at_phase then return activity.is_main and at_phase.wait.past and "in main, impatient" or "at a phase" end
  return npc.action and "acting" or world:awaits(npc) and "at a node" or nil
end

-- The place of the topmost sequence that has one, whether a body lies above it, and its activity.
local function place_of(npc)
  for i = #npc.activities, 1, -1 do
    local body = false
    for j = #npc.activities[i].frames, 1, -1 do
      local frame = npc.activities[i].frames[j]
      if frame.place then return frame.place, body, npc.activities[i] end
      body = true
    end
  end
end

local function at_an_offer(_, npc)
  local _, top = top_frame(npc)
  if top and top.undoes then return "undoing" end
  local place, body, activity = place_of(npc)
  if not place then return end
  if npc.held then return "held" end
  if activity ~= top then return not place.held and "interrupted" or nil end
  if not npc.action then return end
  if place.offer.kept then return "kept" end
  if place.offer.undo then return "with undo" end
  if body then return "in its body" end
  return activity.is_main and "acting" or "asked by the game"
end

local SENT = { untaken = "untaken", ["in hand"] = "in hand" } -- what has ended is neither
local WAITS = { take = "to take", meet = "at a meeting" }

local function waits_at(frame)
  local node = frame.state == "awaiting" and frame.sequence.nodes[frame.node]
  if not node then return end
  if node.kind == "meet" and frame.wait.met then return "come about" end
  if node.kind == "send" then return frame.wait.message and SENT[frame.wait.message.state] end
  return WAITS[node.kind]
end

local function waiting(_, npc)
  local main = npc.activities[1]
  for _, activity in ipairs(npc.activities) do main = activity.is_main and activity or main end
  local frame = main and main.frames[#main.frames]
  if not frame then return end
  local what = waits_at(frame)
  if not what and frame.in_hand then what = "has one" end
  if not what and npc.entry and (npc.action or main.suspended) then what = "by its plan" end
  if not what then return end
  if npc.held then return "held" end
  return main ~= npc.activities[#npc.activities] and "interrupted" or what
end

-- ---- What comes ----

local TABLES = { ["in a scene"] = in_a_scene, ["at an offer"] = at_an_offer, waiting = waiting }

local function comes(world, npc, coming, saw)
  if not npc or not npc.def.npc or #npc.activities == 0 then return end
  for name, what_it_is in pairs(TABLES) do
    local what = what_it_is(world, npc)
    if what and is_cell(what, coming, name) then saw(("wins %s, %s: %s"):format(name, what, coming)) end
  end
end

local function response(world, npc, entry)
  local handler = world:handler(npc, entry.name)
  if not handler or world:would_end(npc, entry.name) then return end
  local standing = world:priority_of(npc.activities[#npc.activities])
  return handler.priority > standing and "a higher response" or handler.priority == standing and "an equal one" or "a lower one"
end

function of_wins.watch(watch, saw)
  local function nothing() end
  watch("handle", function(world, npc, entry)
    local coming = response(world, npc, entry)
    if coming then comes(world, npc, coming, saw) end
  end, nothing)
  watch("passed_over", function(world, npc) comes(world, npc, "a due cue", saw) end, nothing)
  for method, coming in pairs { hold = "hold", release = "release", set_main = "set main", set_role = "a role by the game",
    remove = "removal" } do
    watch(method, function(world, number) comes(world, world:entity(number), coming, saw) end, nothing)
  end
end

return of_wins
