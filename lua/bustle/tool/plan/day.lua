--- A day of an NPC by its plan: everybody is held, so that nothing changes but the time, and at each moment at which
-- something could begin or end the core is asked what holds and why. What comes of it is
--
-- - `npc`, `kind`, `day`, `day_ms`
-- - `spans`: what held when, in order: `{ from=, to=, role=, plan=, entry= }`, times in ms since midnight; `entry` is
--   one of `entries`, nil where no plan held
-- - `plans`: those that the NPC had on that day, in order: `{ plan=, roles=, entries= }`, `roles` a list of names, of
--   which "" stands for none
--
-- An entry has `number` (from 1), `sequence`, `priority`, `day` (0: this one), `from` and `to` (ms since midnight, less
-- than 0 and more than a day where it is so), `shift` (ms later than written), `skip` (minutes), and `runs`, why it
-- held or did not while the NPC had this plan: `{ from=, to=, why=, holder=, left=, above= }`. `holder` is the entry
-- that held meanwhile, `left` the ms that were too short, `above`, of what held, a list of the others that were open.
local plans = require "bustle.world.plans"

local MINUTES = 1440

local Day = {}
Day.__index = Day

-- ---- What the core says ----

local function clock_of(world)
  local now = world._core:clock()
  return now.day * now.day_ms + now.time_ms
end

-- What is written of a plan, by its name without pack.
local function written_of(world, plan)
  local compiled = world._names.compiled
  for _, each in ipairs(compiled.tables.plans) do
    if world._names.content:find("plan", each.name) == plan then return each end
  end
end

local function role_of(world, npc)
  local id = world._core:role(npc.id)
  return id and world._names.shown.role[id] or ""
end

-- ---- Entries ----

local function ms_of(self, minute)
  return math.floor(minute * self.day_ms / MINUTES)
end

local function entry_of(self, plan, raw)
  local written = plan.written.entries[raw.entry + 1] or {}
  local from = raw.begins_ms - self.midnight
  return { number = raw.entry + 1, sequence = self.world._names.shown.sequence[raw.sequence],
    priority = raw.priority, day = raw.day - self.day, from = from, to = raw.ends_ms - self.midnight,
    shift = from - ((raw.day - self.day) * self.day_ms + ms_of(self, written.from or 0)), skip = written.skip or 0,
    runs = {} }
end

-- The plan that the NPC has, and what it has as yet been found to be.
local function plan_of(self, id)
  local plan = self.by_id[id]
  if not plan then
    plan = { plan = self.world._names.shown.plan[id], written = written_of(self.world, id), roles = {}, entries = {},
      by_key = {} }
    self.by_id[id] = plan
    self.plans[#self.plans + 1] = plan
  end
  local role = role_of(self.world, self.npc)
  if plan.roles[#plan.roles] ~= role then plan.roles[#plan.roles + 1] = role end
  return plan
end

local function key_of(raw)
  return ("%d %d"):format(raw.entry, raw.day)
end

-- ---- Why ----

local function is_open(raw, now)
  return raw.begins_ms <= now and raw.ends_ms > now
end

local function same_run(run, why, holder)
  return run and run.why == why and run.holder == holder and not run.to
end

-- Goes on with the last run of an entry, or begins another.
local function add_run(self, entry, why, holder, at)
  local run = entry.runs[#entry.runs]
  if same_run(run, why, holder) then return run end
  if run and not run.to then run.to = at - self.midnight end
  run = { from = at - self.midnight, why = why, holder = holder, above = {} }
  entry.runs[#entry.runs + 1] = run
  return run
end

local function note_above(run, entry)
  for _, each in ipairs(run.above) do
    if each == entry then return end
  end
  table.insert(run.above, entry)
end

-- ---- Looking ----

local function add_span(self, at, role, plan, entry)
  local last = self.spans[#self.spans]
  if last and last.role == role and last.plan == plan and last.entry == entry then return end
  if last then last.to = at - self.midnight end
  self.spans[#self.spans + 1] = { from = at - self.midnight, role = role, plan = plan, entry = entry }
end

local function end_runs(self, plan, at)
  for _, entry in ipairs(plan and plan.entries or {}) do
    local run = entry.runs[#entry.runs]
    if run and not run.to then run.to = at - self.midnight end
  end
end

-- One that held before the day began, and ended, holds on where nothing else is left: it is in no list of that day.
local function held_on(self, plan)
  local entry = plan.by_key.held_on
  if not entry and self.number then
    local written = plan.written.entries[self.number]
    if written then
      entry = { number = self.number, sequence = self.sequence, priority = written.priority or 0, day = -1,
        from = -math.huge, to = 0, shift = 0, skip = written.skip or 0, runs = {}, before = true }
      plan.by_key.held_on = entry
      table.insert(plan.entries, 1, entry)
    end
  end
  return entry
end

local function look_at_plan(self, list, plan, now)
  local holder
  for _, raw in ipairs(list) do
    local key = key_of(raw)
    local entry = plan.by_key[key]
    if not entry then
      entry = entry_of(self, plan, raw)
      plan.by_key[key] = entry
      plan.entries[#plan.entries + 1] = entry
    end
    if raw.holds then holder = entry end
  end
  holder = holder or held_on(self, plan)
  for _, raw in ipairs(list) do
    local entry = plan.by_key[key_of(raw)]
    local why = raw.holds and "open" or raw.why
    local run = add_run(self, entry, why, (why == "below" or why == "short") and holder or nil, now)
    if why == "short" and not run.left then run.left = plans.left(list, raw, now) end
    if not raw.holds and is_open(raw, now) and holder and #holder.runs > 0 then
      note_above(holder.runs[#holder.runs], entry)
    end
  end
  local before = plan.by_key.held_on
  if before then add_run(self, before, holder == before and "open" or "over", nil, now) end
  return holder
end

local function look(self)
  local world, now = self.world, clock_of(self.world)
  local list, id = world._core:npc_plan(self.npc.id, self.day)
  local plan = list and plan_of(self, id)
  if self.last and self.last ~= plan then end_runs(self, self.last, now) end
  self.last = plan
  add_span(self, now, role_of(world, self.npc), plan, plan and look_at_plan(self, list, plan, now))
end

-- ---- Passing time ----

-- The next moment at which something could change: a minute, since roles may go by the hour, or when an entry begins or
-- ends.
local function next_moment(self, now, until_then)
  local minute = math.floor(((now % self.day_ms + 1) * MINUTES - 1) / self.day_ms) + 1
  local at = math.min(until_then, now - now % self.day_ms + ms_of(self, minute))
  for _, raw in ipairs(self.world._core:npc_plan(self.npc.id, math.floor(now / self.day_ms)) or {}) do
    if raw.begins_ms > now then at = math.min(at, raw.begins_ms) end
    if raw.ends_ms > now then at = math.min(at, raw.ends_ms) end
  end
  return at
end

local function pass(self, until_then, looked)
  local now = clock_of(self.world)
  while now < until_then do
    self.world:update((next_moment(self, now, until_then) - now) / 1000)
    now = clock_of(self.world)
    if looked and now < until_then then look(self) end
  end
end

local function hold_all(world)
  for _, each in ipairs(world:find {}) do
    if each.activities then each:hold() end
  end
end

--- Lets a day pass.
-- @tparam table world with a clock that shows midnight of day 0, in which nothing has happened yet
-- @tparam table npc
-- @tparam number day
-- @treturn table
return function(world, npc, day)
  hold_all(world)
  local day_ms = world._core:clock().day_ms
  local self = setmetatable({ world = world, npc = npc, day = day, day_ms = day_ms, midnight = day * day_ms, spans = {},
    plans = {}, by_id = {} }, Day)
  world:on("plan", function(who, sequence, entry)
    if who == npc then self.number, self.sequence = entry, sequence end
  end)
  -- The day before says what goes on into this one.
  if day > 0 then world:set_time("00:00", day - 1) end
  world:update(0)
  pass(self, self.midnight, false)
  look(self)
  pass(self, self.midnight + day_ms, true)
  for _, plan in ipairs(self.plans) do end_runs(self, plan, self.midnight + day_ms) end
  self.spans[#self.spans].to = day_ms
  return { npc = npc.name or npc.kind, kind = npc.kind, day = day, day_ms = day_ms, spans = self.spans,
    plans = self.plans }
end
