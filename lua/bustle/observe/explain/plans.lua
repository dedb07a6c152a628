--- What an explanation says of an NPC's plan: which entry holds now, which role has brought the plan, and what is
-- against the other entries of today.
local plans = require "bustle.world.plans"

local explained = {}

local function written_of(world, id)
  local qualified = world._names.content:name("plan", id)
  for _, each in ipairs(world._names.compiled.tables.plans) do
    if each.name == qualified then return each end
  end
end

-- The role whose plan it is; nil: its definition's.
local function brought_by(world, npc, written)
  local id = world._core:role(npc.id)
  local name = id and world._names.content:name("role", id)
  for _, role in ipairs(name and world._names.compiled.tables.roles or {}) do
    if role.name == name and role.plan == written.name then return world._names.shown.role[id] end
  end
end

-- What is against an entry: what holds, or, of one that would come first, that too little is left.
local function add_reason(each, raw, list, now, written)
  local holder
  for i, other in ipairs(list.raw) do
    if other.holds then holder = { raw = other, sequence = list[i].sequence } end
  end
  if each.why ~= "below" and each.why ~= "short" then return end
  local first = holder and plans.comes_first(holder.raw, raw)
  if holder and (first or each.why == "below") then
    each.why, each.below, each.later = "below", holder.sequence, holder.raw.priority == raw.priority or nil
  else
    local wrote = each.entry and written.entries[each.entry]
    each.left, each.skip = plans.left(list.raw, raw, now.at) * 1440 / now.day_ms, wrote and wrote.skip
  end
end

--- The plan of an NPC today.
-- @tparam table world
-- @tparam table npc
-- @treturn table|nil `{ plan=, role=, day=, time=, entries= }`: the role that brings it, what the clock shows, and
-- the entries as `npc:plan()` has them. One that is open and does not hold has `below`, the sequence that comes
-- before it, and `later`, if only because that began later; or `left` and `skip`, the minutes that are left, and how
-- many it wants (nil, of a patch). One that holds has `ended` if it is over and nothing else has begun. nil: the NPC
-- has no plan
function explained.of(world, npc)
  local list, plan = npc:plan()
  if not list then return nil end
  local clock = world._core:clock()
  local raw, id = world._core:npc_plan(npc.id, clock.day)
  list.raw = raw
  local written, now = written_of(world, id), { at = clock.day * clock.day_ms + clock.time_ms, day_ms = clock.day_ms }
  for i, each in ipairs(list) do
    add_reason(each, raw[i], list, now, written)
    if each.holds and raw[i].ends_ms <= now.at then each.ended = true end
  end
  list.raw = nil
  return { plan = plan, role = brought_by(world, npc, written), day = clock.day,
    time = ("%02d:%02d"):format(clock.hour, clock.minute), entries = list }
end

return explained
