--- What a keeper makes of the steps about messages, meetings and plans: whom a node might send to and which messages it
-- might take come before what was chosen, and are told with it; the entries of a plan that is looked at are told
-- together.
local plans = require "bustle.world.plans"
local rules = require "bustle.observe.explain.rules"

local exchanges = {}

-- ---- Messages ----

--- The steps that tell of one who was looked at, by kind: takes a keeper, a step and what it is called.
exchanges.LOOK = {}

function exchanges.LOOK.receiver(keeper, step, name)
  rules.count(keeper.tally, step.target, step.verdict, step.remembered)
  return { target = name, verdict = step.verdict, remembered = step.remembered and step.remembered / 1000 }
end

-- One may have sent several.
function exchanges.LOOK.message(_, step, name)
  return { target = name, verdict = step.verdict }
end

--- Those that tell what came of it: the list of an entry that has what was looked at, by kind.
exchanges.LISTS = { send = "receivers", take = "messages" }

-- ---- Plans ----

local function is_new(planned, step, now)
  return not planned or planned.npc ~= step.npc or planned.time ~= now or step.entry <= planned.last
end

local function sequence_of(world, step)
  local qualified = world._names.content:name("plan", step.plan)
  for _, plan in ipairs(world._names.compiled.tables.plans) do
    local entry = plan.name == qualified and plan.entries[step.entry + 1]
    if entry then return world._names.shown.sequence[world._names.content:find("sequence", entry.sequence)] end
  end
end

--- Takes an entry of a plan. Those of one look follow each other, from the first on.
-- @tparam table keeper
-- @tparam table step of kind "plan"
-- @tparam function tell takes the entry of kind "planned", to which the others are added
function exchanges.take_plan(keeper, step, tell)
  local world = keeper.world
  local now = world._core:now()
  local planned = keeper.planned
  if is_new(planned, step, now) then
    planned = { npc = step.npc, time = now,
      entry = { kind = "planned", time = now / 1000, plan = world._names.shown.plan[step.plan], entries = {} } }
    keeper.planned = planned
    tell(planned.entry)
  end
  planned.last = step.entry
  local entry, patch = plans.entry(step.entry)
  table.insert(planned.entry.entries, { entry = entry, patch = patch, sequence = sequence_of(world, step),
    verdict = step.verdict })
end

-- ---- What an NPC waits for ----

local function presence(world, npc, doing, node)
  local last = world._keeper and world._keeper:last_tests(npc._number).meetings
  last = last and last[("%s/%s"):format(doing.sequence, doing.node)]
  return { kind = "meet", meeting = node.performs, count = node.count, place = last and last.target,
    present = last and last.reached }
end

--- What an NPC waits for that is a message, what becomes of one, or others to meet.
-- @tparam table world
-- @tparam table npc
-- @tparam table doing of `npc:doing()`
-- @tparam table node of the compiled tables, at which it waits
-- @tparam function called gives the name of an entity
-- @treturn table|nil `{ kind = "take" | "send" | "meet", inbox=, target=, meeting=, count=, present=, place= }`
function exchanges.awaited(world, npc, doing, node, called)
  if node.kind == "meet" then return presence(world, npc, doing, node) end
  if node.kind ~= "take" and node.kind ~= "send" then return nil end
  local inbox = world._names.shown.inbox[world._names.content:find("inbox", node.performs)]
  local top = doing.stack[#doing.stack]
  return { kind = node.kind, inbox = inbox, target = node.kind == "send" and called(world, top.target) or nil }
end

--- What is in the inboxes of an NPC, as `npc:inbox()` has it, with names.
-- @treturn {table,...}
function exchanges.inboxes(world, npc, called)
  local list = npc:inbox() or {}
  for _, each in ipairs(list) do each.sender = called(world, each.sender) end
  return list
end

--- The plan of an NPC today.
-- @treturn table|nil `{ plan=, entries= }`, as `npc:plan()` has them
function exchanges.plan(npc)
  local entries, plan = npc:plan()
  return entries and { plan = plan, entries = entries } or nil
end

return exchanges
