-- Interruptions from the game and from content: raising, queueing, handling, keeping: S29 S30 S31 S45.
-- An entry of npc.queue or npc.kept is { name=, source=spawn number or nil, time= }.

local u32 = require "spec.oracle.u32"
local space = require "spec.oracle.space"

return function(World)
  ---- Raising (S29) ----

  -- S45: does this activity, interrupted, stand at an action that the interruption would end?
  local function stands_at_endable(world, activity, name)
    if not activity.suspended then return false end
    local frame = activity.frames[#activity.frames]
    if not frame or frame.state ~= "waiting" then return false end -- no frame: its part is just left (S60)
    return world.content.actions[frame.sequence.nodes[frame.node].action].ends_on_set[name] == true
  end

  -- S45: what the interruption would end: "running", or the topmost interrupted activity at such an action, or nil.
  function World:would_end(npc, name)
    if npc.action and npc.action.def.ends_on_set[name] then return "running" end
    for i = #npc.activities, 1, -1 do
      if stands_at_endable(self, npc.activities[i], name) then return npc.activities[i] end
    end
    return nil
  end

  local function is_present(npc, name)
    for _, list in ipairs { npc.queue, npc.kept } do
      for _, entry in ipairs(list) do
        if entry.name == name then return true end
      end
    end
    return false
  end

  -- Queues an interruption for one entity. Returns what became of it.
  function World:raise(entity, name, source)
    local npc = entity
    if not npc.def.npc then return "ignored" end
    if not self:handler(npc, name) and not self:would_end(npc, name) then return "ignored" end
    if is_present(npc, name) then return "present" end
    if #npc.queue >= self.options.queue and not self.content.interruptions[name].when then
      self.refused = self.refused + 1
      return "full"
    end
    npc.queue[#npc.queue + 1] = { name = name, source = source, time = self.now }
    if not npc.held then self:join(npc, true) end -- S48: a held one has nothing to decide
    return "queued"
  end

  -- Whom the game means, in order: a list as it is written, else by spawn number.
  local function chosen(world, whom, centre)
    local list = {}
    if whom.npcs then
      for _, number in ipairs(whom.npcs) do
        local npc, why = world:npc(number)
        if not npc then return nil, why end
        list[#list + 1] = npc
      end
      return list
    end
    for _, entity in ipairs(world.entities) do
      local meant = entity.def.npc
      if meant and whom.within then
        meant = entity.number ~= whom.from and entity.number ~= whom.of
          and world:is_within(centre, entity, space.round(whom.within))
      end
      if meant then list[#list + 1] = entity end
    end
    return list
  end

  -- S68: who is nowhere is within no distance.
  function World:is_within(centre, entity, units)
    local distance = self:distance_between(centre, entity)
    return distance ~= nil and space.order(distance, units) <= 0
  end

  -- whom: { npcs={ numbers } } or { all=true } or { within=, x=, y=, z= } or { within=, of=number }, each with from=number.
  function World:interrupt(name, whom)
    self:guard()
    if not self.content.interruptions[name] then return nil, "unknown interruption" end
    if whom.from and not self:entity(whom.from) then return nil, "stale handle" end
    local centre = { x = space.round(whom.x or 0), y = space.round(whom.y or 0), z = space.round(whom.z or 0) }
    if whom.of then
      centre = self:entity(whom.of)
      if not centre then return nil, "stale handle" end
    end
    local list, why = chosen(self, whom, centre)
    if not list then return nil, why end
    for _, npc in ipairs(list) do self:raise(npc, name, whom.from) end
    return true
  end

  -- S45, S69: what effects raised within a distance or on a path, and sent to one, when the turn, the ending or the call is over. Who has
  -- arrived somewhere is looked at first (S67).
  function World:carry_shouts()
    self:locate_arrived()
    local shouts = self.shouts
    self.shouts = {}
    for _, shout in ipairs(shouts) do
      if self:entity(shout.raiser) and shout.inbox then
        self:carry_message(shout)
      elseif self:entity(shout.raiser) and shout.path then
        self:carry_to_found(shout)
      elseif self:entity(shout.raiser) then
        self:interrupt(shout.name, { within = shout.within, of = shout.raiser, from = shout.raiser })
      end
    end
  end

  ---- Conditions over the environment (S45) ----

  local function collect_env(tree, found)
    if type(tree) ~= "table" then return found end
    if tree[1] == "env" then found[tree[2]] = true end
    for i = 2, #tree do collect_env(tree[i], found) end
    return found
  end

  -- The interruptions with a condition, in byte order of their names, each with the env values it watches.
  function World:watch()
    for name, interruption in pairs(self.content.interruptions) do
      if interruption.when then
        self.watched[#self.watched + 1] = { name = name, when = interruption.when, watches = collect_env(interruption.when, {}),
          holds = false, tested = false, saw = {} }
      end
    end
    table.sort(self.watched, function(a, b) return a.name < b.name end)
  end

  function World:holds(name)
    for _, interruption in ipairs(self.watched) do
      if interruption.name == name then return interruption.holds end
    end
    return false
  end

  local function vanish(list, name)
    for i = #list, 1, -1 do
      if list[i].name == name then table.remove(list, i) end
    end
  end

  -- Tests those for which `wanted` says so, in order; raises what has become true, takes away what has become false.
  function World:test_watched(wanted)
    for _, interruption in ipairs(self.watched) do
      if wanted(interruption) then
        local before = interruption.holds
        interruption.holds = self:condition(interruption.when, { action = interruption.name })
        interruption.tested = true
        for name in pairs(interruption.watches) do interruption.saw[name] = self.env[name].asks end
        for _, npc in ipairs(self.entities) do
          if npc.def.npc and interruption.holds and not before then self:raise(npc, interruption.name, nil) end
          if npc.def.npc and before and not interruption.holds then
            vanish(npc.queue, interruption.name)
            vanish(npc.kept, interruption.name)
          end
        end
      end
    end
  end

  -- First thing in an update: watched values that are due, in byte order, then the conditions with a refreshed value.
  function World:refresh_watched()
    local names, listed = {}, {}
    local function watch(values)
      for name in pairs(values) do
        if not listed[name] and self:env_due(self.env[name]) then
          listed[name] = true
          names[#names + 1] = name
        end
      end
    end
    for _, interruption in ipairs(self.watched) do watch(interruption.watches) end
    watch(self.roles_saw) -- S52
    table.sort(names)
    for _, name in ipairs(names) do self:ask_env(self.env[name]) end
    self:test_watched(function(interruption)
      if not interruption.tested then return true end -- the defaults, in the first update
      for name in pairs(interruption.watches) do -- asked since then, by whatever read it
        if self.env[name].asks ~= interruption.saw[name] then return true end
      end
      return false
    end)
  end

  function World:raise_what_holds(npc)
    for _, interruption in ipairs(self.watched) do
      if interruption.holds then self:raise(npc, interruption.name, nil) end
    end
  end

  ---- Handling (S30, S31, S45) ----

  -- The spawn number to tell of a source: 0 if there is none or it has left.
  local function source_number(world, entry)
    return entry.source and world:entity(entry.source) and entry.source or 0
  end

  function World:ignore(npc, entry)
    local handler = self:handler(npc, entry.name)
    if handler then self:event("ignore", npc, source_number(self, entry), handler.sequence, u32.fnv(entry.name)) end
  end

  -- Those that count against the limit: an undo does not (S63).
  function World.count_activities(_, npc)
    local top = npc.activities[#npc.activities]
    return #npc.activities - (top and top.undoes and 1 or 0)
  end

  -- S31, S48: has an interruption of this priority to give way to what runs, or is there no room for it?
  function World:gives_way(npc, priority)
    return self:priority_of(npc.activities[#npc.activities]) > priority or self:count_activities(npc) >= self.options.activities
  end

  local function responds_already(npc, name)
    for _, activity in ipairs(npc.activities) do
      if activity.interruption == name then return true end
    end
    return false
  end

  -- S30: what runs becomes interrupted: memory, effects, claims back, stop. A wait is over (S34), or rests (S51). Scenes may break
  -- by that (S59), not by sinking.
  function World:suspend(npc, sinks)
    if self:top_activity(npc).undoes then -- S63: it is over
      if npc.action then self:stop(npc, "interrupted", true) else self:stop_waiting(npc, "interrupted", true) end
      self:break_off_undo(npc)
    end
    local activity, running = npc.activities[#npc.activities], npc.action
    if running then
      if running.def.resumable then
        self:remember_interruption(npc, {
          activity = activity.id, action = running.def.name, sequence = running.frame.sequence.name, node = running.frame.node,
          entity = running.target, time = self.now, duration = running.duration, timeout = running.timeout,
          spent = running.spent + (self.now - running.started),
        })
      end
      self:stop(npc, "interrupted", "not kept")
    else
      self:stop_waiting(npc, "interrupted", "not kept")
    end
    local before = activity.suspended
    activity.suspended = true
    npc.wait_until = nil
    if not sinks and not before then self:break_interrupted(activity) end
  end

  -- The action ends as completed, or the node of an interrupted one counts as executed, without effects and events.
  local function end_by(world, npc, ended)
    if ended == "running" then
      world:finish(npc, "done")
    else
      world:forget_interruptions(npc, ended.id)
      ended.frames[#ended.frames].state = "executed"
    end
  end

  function World:handle(npc, entry)
    local ended = self:would_end(npc, entry.name)
    if ended then return end_by(self, npc, ended) end
    local handler = self:handler(npc, entry.name)
    if not handler then return end
    if responds_already(npc, entry.name) or self:gives_way(npc, handler.priority) then
      if self:holds(entry.name) then npc.kept[#npc.kept + 1] = entry else self:ignore(npc, entry) end
      return
    end
    local undo = self:interrupt_for(npc, handler)
    local source = source_number(self, entry)
    local target = source ~= 0 and source ~= npc.number and source or nil
    self:push_activity(npc, { priority = handler.priority, interruption = entry.name }, handler.sequence, target)
    self:event("interrupt", npc, source, handler.sequence, u32.fnv(entry.name))
    self:lay_undo(npc, undo)
  end

  -- S31: in the order kept; what still cannot be handled stays kept.
  function World:handle_kept(npc)
    local entries = npc.kept
    npc.kept = {}
    for _, entry in ipairs(entries) do self:handle(npc, entry) end
  end

  -- The interruptions of a turn: those kept, after a release or restart; then the whole queue as it is now. One that is
  -- raised meanwhile waits for the next turn. A halted NPC is restarted by one that it has a handler for (S34).
  function World:hear(npc)
    if npc.halted then
      local called = false
      for _, entry in ipairs(npc.queue) do called = called or self:handler(npc, entry.name) ~= nil end
      if not called then npc.queue = {}; return end
      self:restart_npc(npc)
    end
    if npc.hear_kept_first then
      npc.hear_kept_first = false
      self:handle_kept(npc)
    end
    for _ = 1, #npc.queue do self:handle(npc, table.remove(npc.queue, 1)) end
  end
end
