-- Cues, responses for which an NPC finds a reason by itself, and the encounters they leave: S49 S53. What those with a scene do more
-- is in casting.lua.
-- npc.looked_at is when its cues were last looked at. An encounter is { cue=name, entity=spawn number or nil for nobody, time=,
-- again= that of the cue as it was then }; npc.memory.encounters has them in the order in which they were made.

local u32 = require "spec.oracle.u32"

return function(World)
  local CAPACITY = 16

  ---- When a cue is due ----

  -- The first time after the last look.
  function World:cue_time(npc, cue)
    local every = cue.every_ms
    local shift = math.floor(every * (npc.number % 16) / 16)
    local k = math.max(0, math.floor((npc.looked_at - shift) / every) + 1)
    return k * every + shift
  end

  -- The cues that are due, in byte order, and the earliest time of them.
  function World:due_cues(npc)
    local list, earliest = {}, math.huge
    for _, cue in ipairs(self:cues(npc)) do
      local time = self:cue_time(npc, cue)
      if time <= self.now then
        list[#list + 1] = cue
        earliest = math.min(earliest, time)
      end
    end
    return list, earliest
  end

  -- Whether one of its cues has become due since the update before.
  function World:comes_due(npc)
    local looked_at = npc.looked_at
    npc.looked_at = math.max(looked_at, self.before)
    local list = self:due_cues(npc)
    npc.looked_at = looked_at
    return #list > 0
  end

  -- S49: who has a due cue joins, by its time, then spawn number. One that is held or halted has looked.
  function World:join_for_cues()
    local joining = {}
    for _, npc in ipairs(self.entities) do
      local list, time
      if npc.def.npc then list, time = self:due_cues(npc) end
      if list and #list > 0 then
        if not (npc.held or npc.halted) then
          joining[#joining + 1] = { npc = npc, time = time }
        elseif self:comes_due(npc) then
          npc.looked_at = self.now
        end
      end
    end
    table.sort(joining, function(a, b)
      if a.time ~= b.time then return a.time < b.time end
      return a.npc.number < b.npc.number
    end)
    for _, each in ipairs(joining) do self:join(each.npc) end
  end

  ---- Encounters ----

  local function is_young(world, encounter, again)
    return world.now - encounter.time < again
  end

  local function of_cue(npc, cue)
    local list = {}
    for _, encounter in ipairs(npc.memory.encounters) do
      if encounter.cue == cue.name then list[#list + 1] = encounter end
    end
    return list
  end

  -- All that can be kept are younger than their `again`: there is no room for another.
  function World:encounters_full(npc, cue)
    local young = 0
    for _, encounter in ipairs(of_cue(npc, cue)) do
      if is_young(self, encounter, encounter.again) then young = young + 1 end
    end
    return young >= CAPACITY
  end

  -- The encounter of this cue with this entity (nil: nobody), or nil.
  function World:encounter(npc, cue, entity)
    for _, encounter in ipairs(of_cue(npc, cue)) do
      if encounter.entity == (entity and entity.number) then return encounter end
    end
    return nil
  end

  local function forget(npc, gone)
    for i, encounter in ipairs(npc.memory.encounters) do
      if encounter == gone then return table.remove(npc.memory.encounters, i) end
    end
  end

  -- Replaces the one of the same cue and entity. Past the capacity the oldest goes that is old enough.
  function World:remember_encounter(npc, cue, entity)
    local same = self:encounter(npc, cue, entity)
    if same then forget(npc, same) end
    local list = of_cue(npc, cue)
    if #list >= CAPACITY then self:evict_encounter(npc, list) end
    npc.memory.encounters[#npc.memory.encounters + 1] = { cue = cue.name, entity = entity and entity.number, time = self.now,
      again = cue.again_ms }
  end

  function World:evict_encounter(npc, list)
    for _, encounter in ipairs(list) do
      if not is_young(self, encounter, encounter.again) then return forget(npc, encounter) end
    end
    error "nothing is old enough"
  end

  ---- The test ----

  local function in_pile(npc, cue)
    for _, activity in ipairs(npc.activities) do
      if activity.cue == cue.name then return true end
    end
    return false
  end

  -- Why a cue is passed over before it looks, or nil.
  function World:passed_over(npc, cue)
    if in_pile(npc, cue) then return "in the pile" end
    if self:count_activities(npc) >= self.options.activities then return "limit" end
    if cue.priority <= self:priority_of(npc.activities[#npc.activities]) then return "priority" end
    if self:encounters_full(npc, cue) then return "all are young" end
    if cue.scene and not self:may_cast(npc, self.content.scenes[cue.scene]) then return "may not cast" end
    return nil
  end

  function World.has_tag(_, def, tags)
    for _, tag in ipairs(def.tags or {}) do
      for _, wanted in ipairs(tags) do
        if tag == wanted then return true end
      end
    end
    return false
  end

  -- May this be found, `when` first? nil stands for nobody.
  function World:can_be_found(npc, cue, entity)
    if not self:condition(cue.when, { npc = npc, target = entity, action = "", testing = true }) then return false end
    if cue.scene and entity and not self:can_be_cast(npc, cue, entity) then return false end
    local encounter = self:encounter(npc, cue, entity)
    return not (encounter and is_young(self, encounter, cue.again_ms))
  end

  local function select_found(world, npc, cue, entities)
    local times = { n = #entities }
    for i, entity in ipairs(entities) do
      local encounter = world:encounter(npc, cue, entity)
      times[i] = encounter and encounter.time
    end
    return entities[world:select(npc, times)]
  end

  -- Whether there is a reason, and who was found, if anybody.
  function World:look_for(npc, cue)
    if not cue.targeted then return self:can_be_found(npc, cue, nil), nil end
    local tagged, candidates = {}, {}
    for _, entity in ipairs(self.entities) do
      if entity ~= npc and self:has_tag(entity.def, cue.targets) then tagged[#tagged + 1] = entity end
    end
    self:ask_positions(npc, cue, tagged)
    for _, entity in ipairs(tagged) do
      if self:can_be_found(npc, cue, entity) then candidates[#candidates + 1] = entity end
    end
    if #candidates > 1 then candidates = self:preferred(npc, cue, candidates) end
    if #candidates > 1 then return true, select_found(self, npc, cue, candidates) end
    return #candidates == 1, candidates[1]
  end

  -- Returns what is to be undone (S63).
  function World:respond_to_cue(npc, cue, entity, sequence)
    self:remember_encounter(npc, cue, entity)
    local stays = not cue.leaves
    if cue.scene then stays = self.content.scenes[cue.scene].stays end
    local undo = self:interrupt_for(npc, { stays = stays })
    local number = entity and entity.number
    self:event("interrupt", npc, number, sequence, u32.fnv(cue.name))
    self:push_activity(npc, { priority = cue.priority, cue = cue.name }, sequence, number)
    return undo
  end

  -- On the NPC's turn.
  function World:test_cues(npc)
    if npc.halted then return end
    local due = self:due_cues(npc)
    npc.looked_at = self.now
    for _, cue in ipairs(due) do
      if not self:passed_over(npc, cue) then
        local found, entity = self:look_for(npc, cue)
        if found and cue.scene then self:begin_by_cue(npc, cue, entity)
        elseif found then self:lay_undo(npc, self:respond_to_cue(npc, cue, entity, cue.sequence)) end
      end
    end
  end
end
