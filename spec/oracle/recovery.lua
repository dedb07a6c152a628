-- What failures lead to: `failed` transitions, fallbacks, waits, giving up, halting and restarting: S33 S34 S44. Those in the part of
-- a scene go another way (leaving.lua).
-- A failure is { level= of the failing sequence on the activity's stack, cause=, of_node=true if its node failed, so that
-- the node's own `failed` transition catches it }. It is kept in activity.pending until `recover` has dealt with it.

local u32 = require "spec.oracle.u32"

return function(World)
  local CAUSE = { ["no candidate"] = 1, condition = 2, ["no option"] = 3, ["same target"] = 4, game = 5, timeout = 6, claim = 7,
    ["target left"] = 8, depth = 9, steps = 10, ["no cast"] = 11, scene = 12, ["no offer"] = 13, revoked = 14, waited = 15, full = 16, message = 17,
    ["no meeting place"] = 18 }
  World.CAUSE = CAUSE

  -- Of two failures of one activity the one that takes more with it stays, else the first.
  function World.keep_failure(_, activity, failure)
    local kept = activity.pending
    if kept and (kept.level < failure.level or (kept.level == failure.level and (not kept.of_node or failure.of_node))) then return end
    activity.pending = failure
  end

  -- Takes the failing sequence and everything above it off the stack: claims back, top to bottom, then the event. Parts above it
  -- are left first (S60).
  local function take_off(world, npc, activity, failure)
    world:leave_parts_above(activity, failure.level)
    local name = activity.frames[failure.level].sequence.name
    for _ = failure.level, #activity.frames do world:take_off_top(npc, activity, "failed") end
    if activity.pending and activity.pending.level >= failure.level then activity.pending = nil end
    world:forget_interruptions(npc, activity.id)
    world:event("fail", npc, 0, name, CAUSE[failure.cause])
    return name
  end
  World.take_off_failed = take_off

  -- S44: a `failed` transition is there: the node's own, or its caller's. Nothing catches running out of steps (S24).
  local function caught(world, npc, activity, failure)
    if failure.cause == "steps" then return false end
    local frame, caller = activity.frames[failure.level], activity.frames[failure.level - 1]
    if failure.of_node and frame.sequence.nodes[frame.node].failed then
      frame.state = "failed"
      return true
    end
    if caller and caller.sequence.nodes[caller.node].failed then
      take_off(world, npc, activity, failure)
      caller.state = "failed"
      return true
    end
    return false
  end

  local function may_be_caught(activity, failure)
    if failure.cause == "steps" then return false end
    local frame, caller = activity.frames[failure.level], activity.frames[failure.level - 1]
    return failure.of_node and frame.sequence.nodes[frame.node].failed or caller and caller.sequence.nodes[caller.node].failed
  end

  -- S34: the main activity has failed too often.
  local function halt(world, npc, name, cause)
    for i = #npc.activities, 1, -1 do world:return_sequence_claims(npc, npc.activities[i]) end
    world:give_back_all(npc, "given up")
    world:leave_all(npc)
    world:end_all_messages(npc.activities)
    npc.activities, npc.places = {}, {}
    npc.memory.interruptions = {}
    local queue = npc.queue
    npc.queue = {}
    for _, entry in ipairs(queue) do
      if world:holds(entry.name) then npc.queue[#npc.queue + 1] = entry end
    end
    npc.halted, npc.failed, npc.change_due = cause, name, nil
    if world.options.auto_restart then npc.restart_at = world.now + world.options.restart_ms end
    world:event("halt", npc, 0, name, CAUSE[cause])
  end

  -- S34: past the limit. A response or run is given up and the activity below goes on; otherwise the NPC halts.
  local function give_up(world, npc, activity, name, cause)
    if activity.is_main then return halt(world, npc, name, cause) end
    world:take_off_above(npc, activity, 0, "given up")
    world:end_activity(npc)
  end

  -- S33, S34: deals with the activity's pending failure; false if it has to stay because one was dealt with already.
  function World:recover(npc, activity)
    local failure = activity.pending
    local in_part = self:topmost_part(activity, failure.level)
    local dealt_with = in_part or activity.undoes or may_be_caught(activity, failure) or not npc.failure_handled
    if failure.above and dealt_with then
      self:take_off_above(npc, activity, failure.level, "given up")
      self:forget_interruptions(npc, activity.id)
    end
    if in_part then
      self:fail_in_part(npc, activity, failure)
      return true
    elseif activity.undoes then
      self:fail_in_undo(npc, activity, failure)
      return true
    end
    if caught(self, npc, activity, failure) then
      activity.pending = nil
      return true
    end
    if npc.failure_handled then return false end
    npc.failure_handled = true
    activity.pending = nil
    activity.failures = activity.failures + 1
    local n = activity.failures
    local name = take_off(self, npc, activity, failure)
    if n > self.options.failures then
      give_up(self, npc, activity, name, failure.cause)
      return true
    end
    local fallbacks = self:fallbacks(npc)
    if n > 1 or #fallbacks == 0 then npc.wait_until = self.now + math.min(60, 2 ^ (n - 1)) * 1000 end
    if #fallbacks > 0 then
      local fallback = fallbacks[u32.draw(npc.stream, #fallbacks) + 1]
      local frame = self:new_frame(fallback, nil)
      frame.is_fallback = true
      activity.frames[#activity.frames + 1] = frame
      self:event("fallback", npc, 0, fallback, 0)
    else
      self:after_top_left(npc, activity)
    end
    return true
  end

  -- Counts zero, main sequence pushed; what was kept is heard first on the next turn (S31).
  function World:restart_npc(npc)
    npc.halted, npc.restart_at = nil, nil
    npc.hear_kept_first = true
    self:start_main(npc)
    self:event("restart", npc, 0, npc.main, 0)
    self:join(npc)
  end
end
