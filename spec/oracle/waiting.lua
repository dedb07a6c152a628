-- Nodes that wait for something to come, and the action an NPC is seen in meanwhile: S51 S72. What scenes need is in casting.lua, what
-- messages and meetings need in messages.lua.
-- The frame of such a node is "awaiting", also while its activity is interrupted, and has frame.wait = { tried_at=,
-- deadline= when it has waited too long, left= what is left of the timeout while interrupted }; frame.stages is the scene that its
-- NPC stages (S60), which has no deadline. frame.wait.called: what it waits for may have come. npc.seen_in is the waiting
-- action under way, or nil.

return function(World)
  -- The frame at whose node the NPC waits now, or nil.
  function World.awaits(_, npc)
    local activity = npc.activities[#npc.activities]
    if not activity or activity.suspended then return nil end
    local frame = activity.frames[#activity.frames]
    return frame and frame.state == "awaiting" and frame or nil
  end

  -- When the next try is due: `every` after the last one, or at the timeout, if that comes first. nil: nothing is left to try.
  function World.try_due(frame)
    if frame.stages then return nil end
    local node = frame.sequence.nodes[frame.node]
    if node.kind == "send" or node.kind == "meet" or node.kind == "take" and not node.when then return frame.wait.deadline end
    return math.min(frame.wait.tried_at + node.every_ms, frame.wait.deadline)
  end

  -- S72: is what the node waits for there? The condition is tested as that of a transition is (S22, S42).
  function World:has_come(npc, frame)
    local about = { npc = npc, target = frame.target and self:entity(frame.target), action = "", testing = true }
    return self:condition(frame.sequence.nodes[frame.node].when, about)
  end

  ---- The waiting action ----

  function World:start_waiting(npc, name)
    if not name then return end
    local action = self.content.actions[name]
    npc.seen_in = action
    self:apply(action.start, { npc = npc, action = action.name })
    npc.token = npc.token + 1
    self:event("start", npc, 0, action.name, 0)
  end

  function World:has_waited(npc)
    local action = npc.seen_in
    if not action then return end
    self:apply(action.finish, { npc = npc, action = action.name })
    npc.seen_in = nil
    self:event("stop", npc, 0, action.name, World.STOP.done)
  end

  -- S49, S51: what this NPC waits for may have come.
  function World:call_to_try(npc)
    local frame = self:awaits(npc)
    frame.wait.called = true
    self:summon(npc)
  end

  -- The NPC does not act; if it waits at a node or at a phase (S57), it does so no more: interruption effects of the waiting action, claims of
  -- the running activity back if `all_claims`, stop. What becomes of the node is the caller's to say.
  function World:stop_waiting(npc, reason, all_claims)
    local action, frame = npc.seen_in, self:awaits(npc) or self:at_phase(npc)
    if frame then frame.wait.left, frame.wait.past = math.max(0, frame.wait.deadline - self.now), false end
    if action then self:apply(action.interrupted, { npc = npc, action = action.name }) end
    if all_claims then self:return_sequence_claims(npc, npc.activities[#npc.activities], all_claims) end
    npc.seen_in = nil
    if action then self:event("stop", npc, 0, action.name, World.STOP[reason]) end
  end

  ---- Trying ----

  function World:begin_waiting(npc, activity, frame, left)
    frame.state, activity.spent_time = "awaiting", true
    local before = frame.wait or {}
    frame.wait = { tried_at = self.now, deadline = self.now + left, message = before.message, place = before.place, met = before.met }
    self:start_waiting(npc, frame.sequence.nodes[frame.node].waiting)
  end

  -- A try, and what follows if it succeeds. Says whether it did. `first`: the NPC does not wait yet.
  local function try(world, npc, activity, frame, first)
    local kind = frame.sequence.nodes[frame.node].kind
    if kind == "scene" then return world:try_scene(npc, activity, frame, first) end
    if kind == "request" then return world:try_request(npc, activity, frame, first) end
    if kind == "take" then return world:try_take(npc, activity, frame, first) end
    if kind == "send" then return world:try_answer(npc, activity, frame, first) end
    if kind == "meet" then return world:try_meeting(npc, activity, frame, first) end
    if not world:has_come(npc, frame) then return false end
    if not first then world:has_waited(npc) end
    frame.state = "executed"
    return true
  end

  local TOO_LATE = { scene = "no cast", request = "no offer" }

  local function too_late(frame) return TOO_LATE[frame.sequence.nodes[frame.node].kind] or "waited" end

  -- Nothing is left to wait for.
  local function fail_wait(world, activity, frame)
    world:forget_answer(frame)
    world:fail_node(activity, too_late(frame))
  end

  -- The first try, or the first after an interruption, with this much time left.
  function World:try_first(npc, activity, frame, left)
    if try(self, npc, activity, frame, true) then return end
    if left <= 0 then fail_wait(self, activity, frame) else self:begin_waiting(npc, activity, frame, left) end
  end

  function World:perform_wait(npc, activity, frame)
    activity.passed_wait, frame.wait = true, nil
    self:try_first(npc, activity, frame, frame.sequence.nodes[frame.node].timeout_ms)
  end

  function World:resume_wait(npc, activity, frame)
    if not frame.stages then return self:try_first(npc, activity, frame, frame.wait.left) end
    if frame.stages.over then return self:end_staging(npc, activity, frame) end
    self:begin_waiting(npc, activity, frame, math.huge)
  end

  -- On a turn of an NPC that waits: a try, if one is due.
  function World:try_again(npc)
    local frame, activity = self:awaits(npc), self:top_activity(npc)
    if not frame then return end
    if frame.stages then
      if frame.stages.over and self:test_whiles(npc, activity) then self:end_staging(npc, activity, frame) end -- S64
      return
    end
    if self.now < self.try_due(frame) and not frame.wait.called then return end
    if not self:test_whiles(npc, activity) or try(self, npc, activity, frame, false) then return end -- S64
    if self.now >= frame.wait.deadline then
      self:stop_waiting(npc, "failed", false)
      frame.state = "processing"
      fail_wait(self, activity, frame)
    else
      frame.wait.tried_at, frame.wait.called = self.now, false
    end
  end
end
