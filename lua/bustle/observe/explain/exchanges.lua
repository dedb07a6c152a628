--- What a keeper makes of the steps about messages and plans: whom a node might send to and which messages it might
-- take come before what was chosen, and are told with it; the entries of a plan that is looked at are told together.
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

-- One may have sent several. They are looked at in the order in which they lie there, from the oldest on.
function exchanges.LOOK.message(keeper, step, name)
  local core = keeper.world._core
  if #keeper.looked == 0 then keeper.lying = core:npc_inbox(step.npc, step.inbox) end
  local message = keeper.lying[#keeper.looked + 1]
  return { target = name, verdict = step.verdict, age = message and (core:now() - message.time) / 1000 or nil }
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

-- ---- Inboxes ----

--- What is in the inboxes of an NPC, as `npc:inbox()` has it, with names.
-- @treturn {table,...}
function exchanges.inboxes(world, npc, called)
  local list = npc:inbox() or {}
  for _, each in ipairs(list) do each.sender = called(world, each.sender) end
  return list
end

return exchanges
