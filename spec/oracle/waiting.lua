-- Nodes that wait for something to come, and the action an NPC is seen in meanwhile: S51 S72.
-- The frame of such a node is "awaiting", also while its activity is interrupted, and has frame.wait = { tried_at=,
-- deadline= when it has waited too long, left= what is left of the timeout while interrupted }. npc.seen_in is the waiting
-- action under way, or nil.

return function(World)
  -- The frame at whose node the NPC waits now, or nil.
  function World.awaits(_, npc)
    local activity = npc.activities[#npc.activities]
    if not activity or activity.suspended then return nil end
    local frame = activity.frames[#activity.frames]
    return frame.state == "awaiting" and frame or nil
  end

  -- When the next try is due: `every` after the last one, or at the timeout, if that comes first.
  function World.try_due(frame)
    return math.min(frame.wait.tried_at + frame.sequence.nodes[frame.node].every_ms, frame.wait.deadline)
  end

  -- S72: is what the node waits for there? The condition is tested as that of a transition is (S22, S42).
  function World:has_come(npc, frame)
    local about = { npc = npc, target = frame.target and self:entity(frame.target), action = "", testing = true }
    return self:condition(frame.sequence.nodes[frame.node].when, about)
  end

  ---- The waiting action ----

  local function start_waiting(world, npc, name)
    if not name then return end
    local action = world.content.actions[name]
    npc.seen_in = action
    world:apply(action.start, { npc = npc, action = action.name })
    npc.token = npc.token + 1
    world:event("start", npc, 0, action.name, 0)
  end

  local function has_waited(world, npc)
    local action = npc.seen_in
    if not action then return end
    world:apply(action.finish, { npc = npc, action = action.name })
    npc.seen_in = nil
    world:event("stop", npc, 0, action.name, World.STOP.done)
  end

  -- The NPC does not act; if it waits at a node, it does so no more: interruption effects of the waiting action, claims of
  -- the running activity back if `all_claims`, stop. What becomes of the node is the caller's to say.
  function World:stop_waiting(npc, reason, all_claims)
    local action, frame = npc.seen_in, self:awaits(npc)
    if frame then frame.wait.left = math.max(0, frame.wait.deadline - self.now) end
    if action then self:apply(action.interrupted, { npc = npc, action = action.name }) end
    if all_claims then self:return_sequence_claims(npc.activities[#npc.activities]) end
    npc.seen_in = nil
    if action then self:event("stop", npc, 0, action.name, World.STOP[reason]) end
  end

  ---- Trying ----

  -- The first try, or the first after an interruption, with this much time left.
  local function try_first(world, npc, activity, frame, left)
    if world:has_come(npc, frame) then
      frame.state = "executed"
    elseif left <= 0 then
      world:fail_node(activity, "waited")
    else
      frame.state, activity.spent_time = "awaiting", true
      frame.wait = { tried_at = world.now, deadline = world.now + left }
      start_waiting(world, npc, frame.sequence.nodes[frame.node].waiting)
    end
  end

  function World:perform_wait(npc, activity, frame)
    activity.passed_wait = true
    try_first(self, npc, activity, frame, frame.sequence.nodes[frame.node].timeout_ms)
  end

  function World:resume_wait(npc, activity, frame)
    try_first(self, npc, activity, frame, frame.wait.left)
  end

  -- On a turn of an NPC that waits: a try, if one is due.
  function World:try_again(npc)
    local frame = self:awaits(npc)
    if not frame or self.now < self.try_due(frame) then return end
    if self:has_come(npc, frame) then
      has_waited(self, npc)
      frame.state = "executed"
    elseif self.now >= frame.wait.deadline then
      self:stop_waiting(npc, "failed", false)
      frame.state = "processing"
      self:fail_node(npc.activities[#npc.activities], "waited")
    else
      frame.wait.tried_at = self.now
    end
  end
end
