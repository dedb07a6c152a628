-- Plans of the day, what of them holds, and the patches of the game: S74 S75.
-- npc.plan is the name of its plan or nil, npc.entry what holds: one of an entry's days, { entry=, number=, day=, begins=, ends= } in ms of
-- the clock, npc.looked_at_plan when the plan was looked at last, by the clock, npc.look_afresh whether the clock has been set since.
-- npc.patches are entries with first= and last= the days on which they begin, last nil: for ever, and patch= their number.

local u32 = require "spec.oracle.u32"
local content = require "spec.oracle.content"

return function(World)
  local MOST_PATCHES, PATCHES_FROM, WORD = 8, 255, 4294967296

  ---- The days of an entry (S74) ----

  local function shift_of(world, npc, entry, day)
    local v = world:minute(entry.vary)
    if v == 0 then return 0 end
    npc.shifts = npc.shifts or {} -- what was drawn once
    local known = entry.number .. " " .. day .. " " .. v
    if npc.shifts[known] then return npc.shifts[known] end
    local low, high = u32.xor(world.options.seed_low, day % WORD), u32.xor(world.options.seed_high, entry.number)
    npc.shifts[known] = u32.draw(u32.stream(low, high, npc.name and u32.fnv(npc.name) or npc.number), 2 * v + 1) - v
    return npc.shifts[known]
  end

  local function on_day(world, npc, entry, day)
    local length = world.clock.day
    local ends = day * length + world:minute(entry.to)
    if entry.to <= entry.from then ends = ends + length end
    return { entry = entry, number = entry.number, day = day, ends = ends,
      begins = day * length + world:minute(entry.from) + shift_of(world, npc, entry, day) }
  end

  -- Those of all entries and patches, from one day to another.
  local function on_days(world, npc, first, last)
    local list = {}
    local function add(entries)
      for _, entry in ipairs(entries) do
        for day = math.max(first, entry.first or first), math.min(last, entry.last or last) do list[#list + 1] = on_day(world, npc, entry, day) end
      end
    end
    add(world.content.plans[npc.plan].entries)
    add(npc.patches)
    return list
  end

  ---- Which entry holds ----

  local function is_same(a, b) return a and b and a.number == b.number and a.day == b.day end

  -- A is more than B: of a higher priority, begun later, of a higher number.
  local function is_better(a, b)
    if not b then return true end
    if a.entry.priority ~= b.entry.priority then return a.entry.priority > b.entry.priority end
    if a.begins ~= b.begins then return a.begins > b.begins end
    return a.number > b.number
  end

  local function is_too_short(world, npc, one, days, now)
    if is_same(one, npc.entry) then return false end
    local ends = one.ends
    for _, other in ipairs(days) do
      if other.entry.priority > one.entry.priority and other.begins > now then ends = math.min(ends, other.begins) end
    end
    return ends - now < world:minute(one.entry.skip)
  end

  -- At a time of the clock. npc.entry is what held, or nil.
  function World:entry_that_holds(npc, now)
    local today = math.floor(now / self.clock.day)
    local days, best, best_short, last = on_days(self, npc, today - 3, today + 3), nil, nil, nil
    for _, one in ipairs(days) do
      if one.begins <= now and one.ends > now then
        if is_too_short(self, npc, one, days, now) then
          if is_better(one, best_short) then best_short = one end
        elseif is_better(one, best) then best = one end
      elseif one.ends <= now then
        if not last or one.ends > last.ends or one.ends == last.ends and is_better(one, last) then last = one end
      end
    end
    return best or npc.entry or best_short or last
  end

  ---- Looking (S74) ----

  local function drop_patches(world, npc)
    for i = #npc.patches, 1, -1 do
      local patch = npc.patches[i]
      local over = patch.last and on_day(world, npc, patch, patch.last).ends <= world:clock_time()
      if over and npc.entry.number ~= patch.number then table.remove(npc.patches, i) end
    end
  end

  -- `afresh`: as if none held. Says whether another holds than before.
  function World:look_at_plan(npc, afresh, another_plan)
    local before = npc.entry and npc.entry.number
    if afresh or npc.look_afresh then npc.entry = nil end
    npc.entry = self:entry_that_holds(npc, self:clock_time())
    npc.look_afresh, npc.looked_at_plan, npc.next_of_plan = nil, self:clock_time(), nil
    drop_patches(self, npc)
    local changed = another_plan or npc.entry.number ~= before
    if changed then self:event("plan", npc, 0, npc.entry.entry.sequence, npc.entry.number) end
    return changed
  end

  -- Another holds: its sequence is the main one from now on. The NPC joins if a change is due.
  function World:change_by_plan(npc)
    npc.main, npc.change_due = npc.entry.entry.sequence, nil
    local main = self:main_activity(npc)
    if main and main.began ~= npc.main then
      npc.change_due = npc.entry.entry.change
      if not npc.held then self:join(npc) end
    end
  end

  -- The main sequence of the first of these minds that has one, or has a plan, which is looked at if it is another.
  function World:main_of(npc, minds)
    for _, mind in ipairs(minds) do
      if mind.plan then
        if npc.plan ~= mind.plan then
          npc.plan = mind.plan
          self:look_at_plan(npc, true, true)
        end
        return npc.entry.entry.sequence
      elseif mind.main then
        npc.plan, npc.entry = nil, nil
        return mind.main
      end
    end
  end

  -- When an entry first begins or ends after a time of the clock.
  local function next_moment(world, npc, after)
    local earliest, day = math.huge, math.floor(after / world.clock.day)
    local function consider(one)
      if one.begins > after then earliest = math.min(earliest, one.begins) end
      if one.ends > after then earliest = math.min(earliest, one.ends) end
    end
    for _, one in ipairs(on_days(world, npc, day - 3, day + 3)) do consider(one) end
    for _, patch in ipairs(npc.patches) do
      if patch.first > day + 3 then consider(on_day(world, npc, patch, patch.first)) end -- the clock was set back
    end
    return earliest
  end

  -- The first moment since the last look at which another would have been found, or the same of another day; nil: there was none yet.
  function World:plan_due(npc)
    local moment = npc.next_of_plan or next_moment(self, npc, npc.looked_at_plan)
    while moment <= self:clock_time() do
      if not is_same(self:entry_that_holds(npc, moment), npc.entry) then return moment end
      moment = next_moment(self, npc, moment)
    end
    npc.next_of_plan = moment -- it need not be looked for again before
    return nil
  end

  -- S49: changes that are due, in an update.
  function World:refresh_plans()
    local due = {}
    for _, npc in ipairs(self.entities) do
      if npc.plan then
        local moment = npc.look_afresh and self.clock.ahead or self:plan_due(npc)
        local time = moment and moment - self.clock.ahead
        if time then due[#due + 1] = { npc = npc, time = time } end
      end
    end
    table.sort(due, function(a, b)
      if a.time ~= b.time then return a.time < b.time end
      return a.npc.number < b.npc.number
    end)
    for _, each in ipairs(due) do self:look_in_update(each.npc) end
  end

  function World:look_in_update(npc)
    if self:look_at_plan(npc, false) then self:change_by_plan(npc) end
  end

  ---- Patches (S75) ----

  local function is_whole(n, low, high) return type(n) == "number" and n == math.floor(n) and n >= low and n <= high end

  local CHANGES = { node = true, action = true, now = true }

  local function can_be(world, patch, days)
    if not (is_whole(patch.from, 0, 1439) and is_whole(patch.to, 0, 1440) and is_whole(patch.priority, -32768, 32767)) then return false end
    local length = content.minutes_of(patch)
    return is_whole(patch.vary, 0, length / 2) and is_whole(patch.skip, 0, length) and is_whole(days, 0, u32.MAX) and CHANGES[patch.change]
      and world.content.sequences[patch.sequence] ~= nil
  end

  -- Do they cover the same time on some day of both, unshifted?
  local function overlap(a, b)
    for later = -1, 1 do -- b's day is so many after a's
      local first = math.max(a.first or -math.huge, (b.first or -math.huge) - later)
      local last = math.min(a.last or math.huge, (b.last or math.huge) - later)
      local from = b.from + 1440 * later
      local same_time = a.from < from + content.minutes_of(b) and from < a.from + content.minutes_of(a)
      if first <= last and same_time then return true end
    end
    return false
  end

  local function collides(world, npc, patch)
    for _, list in ipairs { world.content.plans[npc.plan].entries, npc.patches } do
      for _, entry in ipairs(list) do
        if entry.priority == patch.priority and overlap(entry, patch) then return true end
      end
    end
    return false
  end

  -- given: as an entry, and days= that it is for, 0 or nil: until it is taken away. Returns its number.
  function World:patch_plan(number, given)
    self:guard()
    local npc, why = self:npc(number)
    if not npc then return nil, why end
    if not npc.plan then return nil, "no plan" end
    if #npc.patches >= MOST_PATCHES then return nil, "limit" end
    local patch, days = content.compile_entry(given, 1), given.days or 0
    if not can_be(self, patch, days) then return nil, "bad argument" end
    patch.first = self:clock_day()
    patch.last = days > 0 and patch.first + days - 1 or nil
    if collides(self, npc, patch) then return nil, "overlap" end
    npc.patch_count = npc.patch_count + 1
    patch.patch, patch.number = npc.patch_count, PATCHES_FROM + npc.patch_count
    npc.patches[#npc.patches + 1] = patch
    if self:look_at_plan(npc, false) then self:change_by_plan(npc) end
    return patch.patch
  end

  function World:unpatch_plan(number, patch_number)
    self:guard()
    local npc, why = self:npc(number)
    if not npc then return nil, why end
    for i, patch in ipairs(npc.patches) do
      if patch.patch == patch_number then
        table.remove(npc.patches, i)
        if not npc.plan then return true end
        local held = npc.entry.number == patch.number
        if self:look_at_plan(npc, held) then self:change_by_plan(npc) end
        return true
      end
    end
    return nil, "no patch"
  end

  ---- What can be asked ----

  local function why_not(world, npc, one, days, now)
    if is_same(one, npc.entry) then return "open" end
    if one.begins > now then return "later" end
    if one.ends <= now then return "over" end
    return is_too_short(world, npc, one, days, now) and "short" or "below"
  end

  -- What begins on a day or goes on into it, by when it begins, then by number.
  function World:plan_on(npc, day)
    local list, now, days = {}, self:clock_time(), on_days(self, npc, self:clock_day() - 3, self:clock_day() + 3)
    for _, one in ipairs(on_days(self, npc, day - 2, day + 1)) do
      if one.begins < (day + 1) * self.clock.day and one.ends > day * self.clock.day then
        list[#list + 1] = { entry = one.number, patch = one.entry.patch or 0, sequence = one.entry.sequence, day = one.day, begins = one.begins,
          ends = one.ends, priority = one.entry.priority, holds = is_same(one, npc.entry) or false, why = why_not(self, npc, one, days, now) }
      end
    end
    table.sort(list, function(a, b)
      if a.begins ~= b.begins then return a.begins < b.begins end
      return a.entry < b.entry
    end)
    return list
  end
end
