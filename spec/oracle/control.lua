-- The game's hand on an NPC: hold, release, run, set_main, restart, and the question what it does: S34 S48.

return function(World)
  -- The living NPC, for a call from outside.
  local function called(world, number)
    world:guard()
    return world:npc(number)
  end

  -- As an interruption above every priority, without event. A halted NPC restarts with the release.
  function World:hold(number)
    local npc, why = called(self, number)
    if not npc then return nil, why end
    if npc.held then return true end
    npc.held = true
    if npc.halted then npc.restart_at = nil else
      self:suspend(npc)
      self:put_down_places(self:top_activity(npc))
    end
    self:look_at_scenes(npc)
    self:carry_shouts()
    return true
  end

  function World:release(number)
    local npc, why = called(self, number)
    if not npc then return nil, why end
    if not npc.held then return true end
    npc.held, npc.hear_kept_first = false, true
    local queue = npc.queue
    npc.queue = {}
    for _, entry in ipairs(queue) do
      if self.now - entry.time > 10000 and not self.content.interruptions[entry.name].when then self:ignore(npc, entry)
      else npc.queue[#npc.queue + 1] = entry end
    end
    if npc.halted then self:restart_npc(npc) end
    self:join(npc)
    self:look_at_scenes(npc)
    return true
  end

  -- A sequence, once, as a nameless response.
  function World:run(number, sequence, priority)
    local npc, why = called(self, number)
    if not npc then return nil, why end
    if not self.content.sequences[sequence] then return nil, "unknown sequence" end
    if npc.held then return nil, "held" end
    if npc.halted then return nil, "halted" end
    if self:gives_way(npc, priority or 0) then return nil, "would be dropped" end
    local undo = self:interrupt_for(npc, {})
    self:push_activity(npc, { priority = priority or 0 }, sequence, nil)
    self:event("interrupt", npc, 0, sequence, 0)
    self:lay_undo(npc, undo)
    self:join(npc)
    self:look_at_scenes(npc)
    self:carry_shouts()
    return true
  end

  -- Gives up the main activity and puts a new one in its place.
  function World:set_main(number, sequence)
    local npc, why = called(self, number)
    if not npc then return nil, why end
    if not self.content.sequences[sequence] then return nil, "unknown sequence" end
    npc.main, npc.change_due = sequence, nil
    if npc.halted then return true end
    self:replace_main(npc)
    self:look_at_scenes(npc)
    self:carry_shouts()
    return true
  end

  -- npc.main takes the place of the main activity, whose parts in scenes are left. In its own turn the NPC does not join (S37).
  function World:replace_main(npc)
    local old = self:main_activity(npc)
    local runs = self:top_activity(npc) == old
    local waits = self:awaits(npc) or self:at_phase(npc)
    if not runs then self:return_sequence_claims(npc, old)
    elseif npc.action then self:stop(npc, "interrupted", true)
    else self:stop_waiting(npc, "interrupted", true) end
    if runs and waits then waits.state = "processing" end -- it has stopped
    self:take_off_above(npc, old, 0, "given up")
    self:forget_interruptions(npc, old.id)
    self:start_main(npc)
    if runs then
      npc.wait_until = nil
      if not npc.held then self:join(npc) end
    end
    npc.change_due = nil
  end

  -- Of a held and halted NPC the restart comes with the release.
  function World:restart(number)
    local npc, why = called(self, number)
    if not npc then return nil, why end
    if not npc.halted then return nil, "not halted" end
    if npc.held then return nil, "held" end
    self:restart_npc(npc)
    return true
  end

  -- What an NPC does: action, target, token and remaining time while it acts; what it is seen in while it waits at a node;
  -- sequence and node; activities; halted: why.
  function World:doing(number)
    local npc, why = self:npc(number)
    if not npc then return nil, why end
    local answer = { activities = #npc.activities, held = npc.held, halted = npc.halted, waits_until = npc.wait_until, main = npc.main }
    local activity = npc.activities[#npc.activities]
    if activity then
      local frame = activity.frames[#activity.frames]
      answer.sequence, answer.node = frame.sequence.name, frame.node
    end
    if npc.action then
      answer.action, answer.target, answer.token = npc.action.def.name, npc.action.target, npc.token
      answer.remaining = npc.action.started + npc.action.remaining - self.now
    end
    local frame = self:awaits(npc)
    if frame then answer.awaits_until = frame.wait.deadline end
    if npc.seen_in then answer.action, answer.token = npc.seen_in.name, npc.token end
    return answer
  end
end
