-- One action from choosing its target to its end: S10 to S19, S32 (resuming), S41, S42, S46, S47.
-- npc.action is the running action, or nil. Leaves what a node's success or failure leads to, to activities.lua.

local space = require "spec.oracle.space"
local u32 = require "spec.oracle.u32"

return function(World)
  local STOP = { done = 1, timed_out = 2, failed = 3, interrupted = 4, cancelled = 5, removed = 6 }
  World.STOP = STOP

  ---- Testing and choosing (S12, S13, S41, S42, S46, S47) ----

  -- S47: units a second, or nil: missing or <= 0 is a false precondition.
  local function speed_of(npc, action)
    local speed = action.travel.speed
    if action.travel.property then speed = npc.state[action.travel.property] end
    if speed == nil or speed <= 0 then return nil end
    return speed
  end

  -- S10: before candidates are tried, queried positions are asked if stale, the NPC's own first, where distance is used.
  function World:ask_positions(npc, action, candidates)
    if not action.uses_distance then return end
    self:ask_position(npc)
    for _, entity in ipairs(candidates) do self:ask_position(entity) end
  end

  -- S13, S42, S47: may the NPC do this to this target (nil: none)? `when`, then speed, then the claims, all together.
  function World:permitted(npc, action, target, claims)
    local about = { npc = npc, target = target, action = action.name, testing = true }
    if not self:condition(action.when, about) then return false end
    if action.travel and not speed_of(npc, action) then return false end
    if action.travel and target and not self:distance_between(npc, target) then return false end -- S68
    return target == nil or self:claimable(target, claims)
  end

  -- S42: what a start takes of its target: the sequence's claim if it has not taken it yet, then the action's.
  local function claims_at_start(frame, action)
    local claims = {}
    if not frame.claimed_on then
      for _, claim in ipairs(frame.sequence.claims) do claims[#claims + 1] = claim end
    end
    for _, claim in ipairs(action.claims) do claims[#claims + 1] = claim end
    return claims
  end

  -- S46: the candidates that the preference leaves; all of them if there is none. One for whom it is not there ranks last. In an expression
  -- `self` is the NPC and `target` the candidate; in a part of a scene it is the other way round.
  function World:preferred(npc, action, candidates, of_part)
    local prefer = action.prefer
    if not prefer then return candidates end
    local best, rank = nil, {}
    for i, entity in ipairs(candidates) do
      if prefer.kind == "nearest" then
        local distance = self:distance_between(npc, entity)
        rank[i] = distance and space.order(distance, 0)
      else
        if prefer.value and of_part then
          rank[i] = self:value(prefer.value, { npc = entity, target = npc, action = "", part = of_part })
        elseif prefer.value then
          rank[i] = self:value(prefer.value, { npc = npc, target = entity, action = action.name })
        else
          rank[i] = entity.state[prefer.property]
        end
        if rank[i] and prefer.kind == "most" then rank[i] = -rank[i] end
      end
      rank[i] = rank[i] or math.huge
      if best == nil or rank[i] < best then best = rank[i] end
    end
    local left = {}
    for i, entity in ipairs(candidates) do
      if rank[i] == best then left[#left + 1] = entity end
    end
    return left
  end

  -- S13: the target, or nil if nobody will do. `found`: by a path (S66), else those who accept the action.
  function World:choose_target(npc, action, claims, found)
    local supporting = {}
    for _, entity in ipairs(found or self.entities) do
      if entity ~= npc and (found or entity.def.accepts_set[action.name]) then supporting[#supporting + 1] = entity end
    end
    self:ask_positions(npc, action, supporting)
    local candidates = {}
    for _, entity in ipairs(supporting) do
      if self:permitted(npc, action, entity, claims) then candidates[#candidates + 1] = entity end
    end
    if #candidates > 1 then candidates = self:preferred(npc, action, candidates) end
    if #candidates > 1 then return self:select_target(npc, action.name, candidates) end
    return candidates[1]
  end

  ---- Starting (S15) ----

  -- S11, S47: the drawn or computed duration, and the timeout.
  function World:draw_duration(npc, action, target)
    if action.travel then
      local way = space.sixteenths(self:distance_between(npc, target)) - 16 * (action.travel.near or 0)
      local thousand, speed = math.max(0, way) * 1000, 16 * speed_of(npc, action)
      local rest = thousand % speed
      local ms = (thousand - rest) / speed + (rest > 0 and 1 or 0)
      ms = math.min(math.max(1, ms), u32.MAX) -- no way is longer than 24 days
      return ms, math.min(3 * ms, u32.MAX)
    end
    local low, high = action.duration[1], action.duration[2]
    return low + u32.draw(npc.stream, high - low + 1), action.timeout_ms
  end

  -- Performs an action node from scratch. Returns true, or nil and the cause of failure (S33).
  function World:perform_action(npc, activity, frame)
    local node = frame.sequence.nodes[frame.node]
    local action = self.content.actions[node.action]
    -- S32: entering an action node in any other way than by resuming removes a matching memory unused.
    self:recall_interruption(npc, activity.id, action.name, frame.sequence.name, frame.node)
    local claims = claims_at_start(frame, action)
    local target
    if not action.targeted then
      if not self:permitted(npc, action, nil, {}) then return nil, "condition" end
    elseif node.same_target or node.at_member or node.at_part then
      if not node.same_target then -- S54
        local member = self:aimed_at(npc, activity, node)
        if not member then return nil, "same target" end
        frame.target = member.number
      end
      target = frame.target and self:entity(frame.target)
      if not target or target == npc then return nil, "same target" end
      self:ask_positions(npc, action, { target })
      if not self:permitted(npc, action, target, claims) then return nil, "same target" end
    else
      local found = node.path and self:found_by(node.path, { npc = npc, target = frame.target and self:entity(frame.target) })
      target = self:choose_target(npc, action, claims, found)
      if not target then return nil, "no candidate" end
    end
    local duration, timeout = self:draw_duration(npc, action, target)
    if target and not frame.claimed_on and #frame.sequence.claims > 0 then
      frame.claimed_on = target.number
      self:take_sequence_claim(frame)
    end
    if target then frame.target = target.number end
    self:begin(npc, activity, frame, action, target,
      { duration = duration, timeout = timeout, spent = 0, resumed = false,
        chosen = target and not (node.same_target or node.at_member or node.at_part) })
    return true
  end

  -- The common part of a start and a resumption: claims, immediate effects, memory, token, event.
  function World:begin(npc, activity, frame, action, target, run)
    local remaining, timeout_left = run.duration - run.spent, run.timeout - run.spent
    local running = {
      def = action, target = target and target.number, activity = activity, frame = frame, resumed = run.resumed,
      duration = run.duration, timeout = run.timeout, spent = run.spent, started = self.now,
      remaining = math.max(1, remaining), timeout_left = math.max(1, timeout_left),
      timed = (self.endings[action.name] or action.ends or self.options.ends) == "timed", claim_held = false, moved = false,
    }
    npc.action = running
    frame.state, activity.spent_time = "waiting", true
    if target then
      self:take(target, action.claims)
      running.claim_held = true
    end
    self:apply(action.start, { npc = npc, target = target, action = action.name })
    if run.chosen then self:remember_action(npc, action.name, target.number) end
    npc.token = npc.token + 1
    local argument = running.remaining % 2147483648
    if run.resumed then argument = argument + 2147483648 end
    self:event("start", npc, running.target, action.name, argument)
  end

  -- S32: resumes what an interruption memory tells, if that can be. The sequence claims are retaken already.
  function World:try_resume(npc, activity, frame, memory)
    local action = self.content.actions[memory.action]
    local target
    if memory.entity then
      target = self:entity(memory.entity)
      if not target then return false end
      self:ask_positions(npc, action, { target })
    end
    if not self:permitted(npc, action, target, action.claims) then return false end
    local run = { duration = memory.duration, timeout = memory.timeout, spent = memory.spent, resumed = true }
    if action.travel then -- S47: recomputed on resumption
      run.duration, run.timeout = self:draw_duration(npc, action, target)
      run.spent = 0
    end
    self:begin(npc, activity, frame, action, target, run)
    return true
  end

  ---- Claims of sequences (S42) ----

  function World:take_sequence_claim(frame)
    self:take(self:entity(frame.claimed_on), frame.sequence.claims)
    frame.claim_held = true
  end

  -- The entity the claim is on may be just leaving, so it is looked for among those who leave too.
  function World:return_sequence_claim(frame)
    if not frame.claim_held then return end
    frame.claim_held = false
    self:give_back(self:entity(frame.claimed_on), frame.sequence.claims)
  end

  function World:return_action_claim(npc)
    local running = npc.action
    if not running.claim_held then return end
    running.claim_held = false
    self:give_back(self:entity(running.target), running.def.claims)
  end

  -- S42: top to bottom. `which`: "not kept": those that say so stay; "all": of all activities of the NPC (S18).
  function World:return_sequence_claims(npc, activity, which)
    for i = #activity.frames, 1, -1 do
      local frame = activity.frames[i]
      if not (which == "not kept" and frame.sequence.claims_kept) then self:return_sequence_claim(frame) end
    end
    if which ~= "all" then return end
    for i = #npc.activities, 1, -1 do self:return_sequence_claims(npc, npc.activities[i]) end
  end

  ---- Ending (S16, S17, S19, S30, S45, S47) ----

  -- When the running action ends by itself, and how: its duration if it is timed, else its timeout.
  function World.action_due(_, npc)
    local running = npc.action
    if running.timed and running.remaining <= running.timeout_left then return running.started + running.remaining, "done" end
    return running.started + running.timeout_left, "timed_out"
  end

  -- S47: so many sixteenths short of where the target is now, if it is farther away than that.
  function World:arrive(npc, target, stop)
    local way = space.sixteenths(self:distance_between(npc, target))
    if way <= stop then return end
    for _, axis in ipairs { "x", "y", "z" } do npc[axis] = space.short_of(npc[axis], target[axis], stop, way) end
    self.arrived[#self.arrived + 1] = npc -- S67
  end

  -- A success: completion effects, claims back, stop; the node is executed, the failures in a row are over (S34).
  function World:finish(npc, reason)
    local running = npc.action
    local target = running.target and self:entity(running.target)
    local walks = running.def.travel and not npc.def.static and npc.def.position ~= "queried" and not running.moved
    if walks then self:arrive(npc, target, 16 * (running.def.travel.near or 0)) end
    self:apply(running.def.finish, { npc = npc, target = target, action = running.def.name })
    self:return_action_claim(npc)
    npc.action = nil
    running.frame.state = "executed"
    running.activity.failures = 0
    if running.activity.is_main then npc.acted_since_scene = true end -- S56
    self:event("stop", npc, running.target, running.def.name, STOP[reason])
    self:join(npc)
  end

  -- Anything else that ends an action: interruption effects, claims back, stop. What follows is the caller's to say.
  -- `leaving` is the entity that leaves (S19): if it is the action's target, effects run without one.
  -- `all_claims`: an interruption, a removal and the like give back the activity's sequence claims too.
  function World:stop(npc, reason, all_claims, leaving)
    local running = npc.action
    local target = running.target and self:entity(running.target)
    if leaving and leaving == target then target = nil end
    self:apply(running.def.interrupted, { npc = npc, target = target, action = running.def.name })
    self:return_action_claim(npc)
    if all_claims then self:return_sequence_claims(npc, running.activity, all_claims) end
    npc.action = nil
    self:event("stop", npc, running.target, running.def.name, STOP[reason])
    return running
  end

  -- S16, S17: the action failed; its node's failure is dealt with on the NPC's next turn.
  function World:fail_action(npc, cause)
    local running = self:stop(npc, "failed", false)
    running.frame.state = "processing"
    self:keep_failure(running.activity, { level = #running.activity.frames, cause = cause, of_node = true })
    self:join(npc)
  end

  -- S19, S42, S64: is what the NPC does concerned, that is its action, or a claim or place of its running activity?
  local function runs_with(npc, entity)
    if npc.action and npc.action.target == entity.number then return true end
    local activity = npc.activities[#npc.activities]
    for _, frame in ipairs(activity and not activity.suspended and activity.frames or {}) do
      if frame.claim_held and frame.claimed_on == entity.number then return true end
      if frame.place and frame.place.held and frame.place.provider == entity.number then return true end
    end
    return false
  end

  -- S19: an entity leaves that this NPC uses.
  function World:cancel_use(npc, entity)
    local activity = npc.activities[#npc.activities]
    local running = npc.action
    local concerned = runs_with(npc, entity)
    if running and concerned then
      self:stop(npc, "cancelled", false, entity)
      running.frame.state = "processing"
      if running.target == entity.number and running.frame.sequence.nodes[running.frame.node].same_target then
        self:keep_failure(activity, { level = #activity.frames, cause = "target left", of_node = true })
      end
    end
    if concerned and (self:awaits(npc) or self:at_phase(npc)) then -- S51: the sequence fails under it
      self:stop_waiting(npc, "failed", false)
      activity.frames[#activity.frames].state = "processing"
      self:forget_answer(activity.frames[#activity.frames])
    end
    for i = #npc.activities, 1, -1 do
      for level, frame in ipairs(npc.activities[i].frames) do
        if frame.claim_held and frame.claimed_on == entity.number then
          self:return_sequence_claim(frame)
          if not npc.activities[i].suspended then self:keep_failure(npc.activities[i], { level = level, cause = "target left" }) end
        end
      end
    end
    local lost = self:lose_places_at(npc, entity)
    self:look_at_scenes(npc)
    if concerned or lost and not npc.held then self:join(npc) end -- S42: not for a kept claim alone
  end

  -- S19: does its running action target it, or has it a claim on it, or a place there?
  function World.uses(_, npc, entity)
    if npc.action and npc.action.target == entity.number then return true end
    for _, activity in ipairs(npc.activities) do
      for _, frame in ipairs(activity.frames) do
        if frame.claim_held and frame.claimed_on == entity.number then return true end
      end
    end
    for _, place in ipairs(npc.places) do
      if place.held and place.provider == entity.number then return true end
    end
    return false
  end
end
