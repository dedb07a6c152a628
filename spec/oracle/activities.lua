-- Activities, sequences and the turn of an NPC: S20 to S24, S32, S41, S44. Nodes that wait are in waiting.lua, scenes in scenes.lua.
-- npc.activities is a list, the running one last (pile.lua). An activity is { id=, is_main=, priority=,
-- interruption=name or nil, cue=name or nil, sunk=bool, frames=, failures= in a row, pending=a failure not dealt with or nil, suspended=bool,
-- passed_wait= and spent_time= whether, since its lowest sequence began, it has performed a node that waits or sends, and has started
-- an action, taken a message or waited at a node }.
-- A frame is one sequence on its stack: { sequence=, node=name, state=, target=spawn number or nil, claimed_on=spawn
-- number or nil, claim_held=bool, is_fallback=bool }; states: uninitialized, processing, waiting (for its action),
-- subsequence, executed, failed (its `failed` transition is to be followed), awaiting (at a node, S51), at_phase (S57).

return function(World)
  function World:new_frame(sequence, target)
    return { sequence = self.content.sequences[sequence], state = "uninitialized", target = target, claim_held = false }
  end

  function World:new_activity(npc, activity, sequence, target)
    npc.activity_count = npc.activity_count + 1
    activity.id, activity.failures, activity.suspended = npc.activity_count, 0, false
    activity.frames = { self:new_frame(sequence, target) }
    return activity
  end

  function World:push_activity(npc, activity, sequence, target)
    npc.activities[#npc.activities + 1] = self:new_activity(npc, activity, sequence, target)
  end

  -- In the place of the old one, if there is one.
  function World:start_main(npc)
    local place = 1
    for i, activity in ipairs(npc.activities) do
      if activity.is_main then place = i end
    end
    npc.activities[place] = self:new_activity(npc, { is_main = true, began = npc.main }, npc.main, nil)
  end

  -- The running activity has ended: it goes with its memories, and what was kept has its chance (S31).
  function World:end_activity(npc)
    local activity = table.remove(npc.activities)
    self:forget_interruptions(npc, activity.id)
    self:handle_kept(npc)
  end

  -- S23: a sequence has gone from the top of the stack. Its caller's node is executed; a main activity begins again;
  -- a response has ended.
  function World:after_top_left(npc, activity)
    local caller = activity.frames[#activity.frames]
    if caller then caller.state = "executed"
    elseif activity.undoes then self:end_undo(npc, activity)
    elseif activity.is_main then
      self:role_at_end(npc)
      npc.change_due, activity.began = nil, npc.main -- S52: what begins again is the new one
      activity.frames[1] = self:new_frame(npc.main, nil)
      self:hold_up(npc, activity)
    else self:end_activity(npc) end
  end

  -- S24: a main activity that only passed nodes that wait begins again after a second, or after the wait it has anyway.
  function World:hold_up(npc, activity)
    if activity.passed_wait and not activity.spent_time and not npc.wait_until then npc.wait_until = self.now + 1000 end
  end

  function World:fail_node(activity, cause)
    self:keep_failure(activity, { level = #activity.frames, cause = cause, of_node = true })
  end

  ---- Steps (S21) ----

  -- S22, S44: the nodes that can be gone to, each once, at its first transition's place.
  function World:open_options(npc, frame)
    local about = { npc = npc, target = frame.target and self:entity(frame.target), action = "", testing = true }
    local transitions = frame.sequence.nodes[frame.node].to
    local nodes, seen = {}, {}
    local function add(otherwise)
      for _, transition in ipairs(transitions) do
        if (transition.otherwise or false) == otherwise and self:condition(transition.when, about) and not seen[transition.node] then
          seen[transition.node] = true
          nodes[#nodes + 1] = transition.node
        end
      end
    end
    add(false)
    if #nodes == 0 then add(true) end
    return nodes
  end

  local function follow(world, npc, activity, frame)
    local nodes = world:open_options(npc, frame)
    if #nodes == 0 then return world:fail_node(activity, "no option") end
    local node = nodes[1]
    if #nodes > 1 then
      node = world:select_transition(npc, frame.sequence.name, frame.node, nodes)
      world:remember_transition(npc, frame.sequence.name, frame.node, node)
    end
    frame.node, frame.state, frame.arrived = node, "processing", false
  end

  local function perform(world, npc, activity, frame)
    local node = frame.sequence.nodes[frame.node]
    if node.kind == "action" then
      local ok, cause = world:perform_action(npc, activity, frame)
      if not ok then world:fail_node(activity, cause) end
    elseif node.kind == "sequence" then
      if #activity.frames >= world.options.depth then
        world:keep_failure(activity, { level = #activity.frames, cause = "depth" })
      else
        frame.state = "subsequence"
        activity.frames[#activity.frames + 1] = world:new_frame(node.sequence, frame.target)
      end
    elseif node.kind == "choice" or node.kind == "pass" then
      frame.state = "executed"
    elseif node.kind == "wait" then
      world:perform_wait(npc, activity, frame)
    elseif node.kind == "scene" then
      world:perform_scene(npc, activity, frame)
    elseif node.kind == "request" then
      world:perform_request(npc, activity, frame)
    elseif node.kind == "take" then
      world:perform_take(npc, activity, frame)
    elseif node.kind == "send" then
      world:perform_send(npc, activity, frame)
    elseif node.kind == "meet" then
      world:perform_meet(npc, activity, frame)
    elseif node.kind == "body" then
      world:perform_body(activity, frame)
    elseif frame.part then
      world:end_part(npc, activity, frame)
    else
      world:take_off_top(npc, activity, "done")
      world:after_top_left(npc, activity)
    end
  end

  function World:step(npc, activity)
    local frame = activity.frames[#activity.frames]
    if frame.state == "uninitialized" then
      frame.node, frame.state = frame.sequence.entry, "processing"
      if #activity.frames == 1 then activity.passed_wait, activity.spent_time = false, false end
    elseif frame.state == "processing" then
      perform(self, npc, activity, frame)
    elseif self:is_to_arrive(frame) then
      self:arrive_at_phase(npc, activity, frame)
    elseif frame.state == "executed" then
      follow(self, npc, activity, frame)
    elseif frame.state == "failed" then
      frame.node, frame.state, frame.arrived = frame.sequence.nodes[frame.node].failed, "processing", false
    else
      error("no step from " .. frame.state)
    end
  end

  -- S32, S42, S63: places and sequence claims are retaken, bottom to top. Returns false if one could not be.
  local function retake_claims(world, npc, activity)
    for level, frame in ipairs(activity.frames) do
      if frame.place and not world:retake_place(npc, activity, level) then return false end
      if frame.claimed_on and not frame.claim_held then
        local entity = world:entity(frame.claimed_on)
        if not entity or not world:claimable(entity, frame.sequence.claims) then
          world:keep_failure(activity, { level = level, cause = entity and "claim" or "target left" })
          return false
        end
        world:take_sequence_claim(frame)
      end
    end
    return true
  end

  -- S32, S51: the activity goes on: it resumes its action, or will perform it from scratch, or tries again what it waited
  -- for, or was between actions.
  function World:resume(npc, activity)
    activity.suspended = false
    local frame = activity.frames[#activity.frames]
    local stood, awaited, memory = frame.state == "waiting", frame.state == "awaiting", nil
    local at_phase = frame.state == "at_phase"
    if awaited then frame.state = "processing" end
    if at_phase then frame.state = frame.goes_on_as end
    if stood then -- whatever follows, it stands at no action any more (S45), and its memory is used now or never
      frame.state = "processing"
      memory = self:recall_interruption(npc, activity.id, frame.sequence.nodes[frame.node].action, frame.sequence.name, frame.node)
    end
    if not retake_claims(self, npc, activity) then return end
    if memory then self:try_resume(npc, activity, frame, memory) end
    if awaited then self:resume_wait(npc, activity, frame) end
    if at_phase then self:resume_phase(npc, activity, frame) end
  end

  ---- The turn (S24, S29, S34, S37, S49) ----

  -- The 65th step is not made: the sequence on top fails, unless it would be resuming.
  local function out_of_steps(world, npc, activity)
    if not activity.suspended then
      world:keep_failure(activity, { level = #activity.frames, cause = "steps" })
      world:recover(npc, activity)
    end
  end

  -- Steps until an action runs, the NPC waits (for whatever) or halts, a second failure is there, or the steps are used up. Says
  -- whether there is something left to decide.
  local function go_on(world, npc)
    local steps = 0
    while not (npc.action or npc.wait_until or npc.halted or world:awaits(npc) or world:at_phase(npc)) do
      world:change_main(npc) -- S49
      local activity = npc.activities[#npc.activities]
      if activity.pending then
        if not world:recover(npc, activity) then return true end
      elseif steps == world.options.steps then
        out_of_steps(world, npc, activity)
        return not (npc.wait_until or npc.halted)
      else
        if world:test_whiles(npc, activity) then
          steps = steps + 1
          if activity.suspended then world:resume(npc, activity) else world:step(npc, activity) end
        end
      end
    end
    return false
  end

  function World:turn(npc)
    self:locate_queried(npc)
    if npc.held then return self:carry_shouts() end
    self.deciding, npc.failure_handled, npc.tested_at_end, npc.has_cast = npc, false, false, false
    self:hear(npc)
    self:look_at_parts(npc)
    self:change_main(npc)
    self:test_cues(npc)
    self:try_again(npc)
    local unfinished = go_on(self, npc)
    self.deciding = nil
    if unfinished then self:join(npc) end
    self:look_at_scenes(npc)
    self:carry_shouts()
  end
end
