-- Inboxes, messages, and the nodes that send, take and wait for what becomes of a message: S69 S70. Meetings too, as they are waits that
-- others end: S71.
-- A message is { inbox=, sender=, receiver= spawn numbers, value=, time=, order=, awaited=bool, state="untaken"|"in hand"|"done"|"failed" };
-- world.messages has the untaken ones of all inboxes, the oldest first. A frame that has one in hand has it as frame.in_hand; one that waits
-- at a send node, also while interrupted, has frame.wait.message; one at a meet node has frame.wait.place, a spawn number, and
-- frame.wait.met: it has come about.
-- An encounter of an inbox is { inbox=name, entity=spawn number, time= }, among npc.memory.encounters.

return function(World)
  local MOST = 262144 -- in all inboxes

  ---- Inboxes (S69) ----

  function World.has_inbox(_, entity, inbox) return entity.def.npc and entity.def.has_inbox[inbox] or false end

  -- What is in an inbox, the oldest first; nil: the entity has none. Without a name: what is in all of them.
  function World:messages_in(entity, inbox)
    if inbox and not self:has_inbox(entity, inbox) then return nil end
    local list = {}
    for _, message in ipairs(self.messages) do
      if message.receiver == entity.number and (not inbox or message.inbox == inbox) then list[#list + 1] = message end
    end
    return list
  end

  function World:count_messages(entity, inbox)
    local list = self:messages_in(entity, inbox)
    return list and #list
  end

  -- Does the NPC wait, on top of the pile, at a take node for this inbox?
  function World:waits_to_take(npc, inbox)
    local frame = self:awaits(npc)
    local node = frame and frame.sequence.nodes[frame.node]
    return frame and node.kind == "take" and node.inbox == inbox and not npc.held
  end

  function World:accepts_message(entity, inbox)
    local limit, count = self.content.inboxes[inbox].limit, self:count_messages(entity, inbox)
    if #self.messages >= MOST then return false end
    if limit == 0 then return count == 0 and self:waits_to_take(entity, inbox) end
    return count < limit
  end

  -- Returns the message, or nil and why it is not accepted.
  function World:put_message(sender, inbox, receiver, value)
    if sender.messages_gone or receiver.messages_gone then return nil, "leaves" end
    if not self:has_inbox(receiver, inbox) then return nil, "no inbox" end
    if not self:accepts_message(receiver, inbox) then
      self.messages_refused = self.messages_refused + 1
      return nil, "full"
    end
    self.sent = self.sent + 1
    local message = { inbox = inbox, sender = sender.number, receiver = receiver.number, value = value, time = self.now, order = self.sent,
      awaited = false, state = "untaken" }
    self.messages[#self.messages + 1] = message
    if self:waits_to_take(receiver, inbox) then self:call_to_try(receiver) end
    return message
  end

  function World:take_out(message)
    for i, other in ipairs(self.messages) do
      if other == message then return table.remove(self.messages, i) end
    end
  end

  -- By the game.
  function World:send(from, inbox, to, value)
    self:guard()
    local sender, receiver, why = self:entity(from), self:npc(to)
    if not sender then return nil, "stale handle" end
    if not receiver then return nil, why end
    if not self.content.inboxes[inbox] then return nil, "unknown inbox" end
    if sender == receiver then return nil, "to itself" end
    return self:put_message(sender, inbox, receiver, value)
  end

  -- To a path: where it begins and the value are looked up now, whom it finds later.
  function World:shout_message(about, effect)
    local value = 0
    if effect[4] then value = self:value(effect[4], about) end
    local begin = self:whom(about, self:parse_path(effect[3]).begin)
    if not value then return end
    self.shouts[#self.shouts + 1] = { raiser = about.npc.number, inbox = effect[2], path = effect[3], value = value, begin = begin and begin.number }
  end

  function World:carry_message(shout)
    local begin, sender = shout.begin and self:entity(shout.begin), self:entity(shout.raiser)
    for _, entity in ipairs(self:follow_path(self:parse_path(shout.path), begin)) do
      if entity ~= sender then self:put_message(sender, shout.inbox, entity, shout.value) end
    end
  end

  ---- Messages go (S69, S70) ----

  -- The sender waits for what has become of it.
  local function call_sender(world, message)
    local sender = message.awaited and world:entity(message.sender)
    local frame = sender and world:awaits(sender)
    if frame and frame.wait.message == message then world:call_to_try(sender) end
  end

  function World:go_untaken(message)
    self:take_out(message)
    message.state = "failed"
    call_sender(self, message)
  end

  -- What a sequence has in hand ends: "done" or "failed".
  function World:end_in_hand(frame, how)
    local message = frame.in_hand
    if not message then return end
    frame.in_hand, message.state = nil, how
    call_sender(self, message)
  end

  -- The wait for a message is over, but not by what has become of it: untaken it is withdrawn, in hand it is awaited no more.
  function World:forget_answer(frame)
    local message = frame.wait and frame.wait.message
    if not message then return end
    frame.wait.message, message.awaited = nil, false
    if message.state == "untaken" then
      self:take_out(message)
      message.state = "failed"
    end
  end

  -- A sequence is taken off its stack, or begins anew.
  function World:end_messages(frame, how)
    self:end_in_hand(frame, how)
    self:forget_answer(frame)
  end

  -- From the top of the pile down.
  function World:end_all_messages(activities)
    for i = #activities, 1, -1 do
      for level = #activities[i].frames, 1, -1 do self:end_messages(activities[i].frames[level], "failed") end
    end
  end

  local function those(world, wanted)
    local list = {}
    for _, message in ipairs(world.messages) do
      if wanted(message) then list[#list + 1] = message end
    end
    return list
  end

  function World:messages_of_leaving(entity)
    entity.messages_gone = true
    self:end_all_messages(entity.left_activities or {})
    for _, message in ipairs(self:messages_in(entity)) do self:go_untaken(message) end
    for _, message in ipairs(those(self, function(m) return m.sender == entity.number end)) do self:go_untaken(message) end
  end

  -- S49: those that have been kept long enough.
  function World:handle_messages()
    local function due(message)
      local keep = self.content.inboxes[message.inbox].keep_ms
      return keep and message.time + keep or math.huge
    end
    local gone = those(self, function(message) return due(message) <= self.now end)
    table.sort(gone, function(a, b)
      if due(a) ~= due(b) then return due(a) < due(b) end
      return a.order < b.order
    end)
    for _, message in ipairs(gone) do self:go_untaken(message) end
  end

  ---- Sending (S69) ----

  local function not_sent(world, activity, cause)
    if cause == "full" then world.messages_refused = world.messages_refused + 1 end
    world:fail_node(activity, cause)
  end

  -- Whom the node names: the receiver, or nil and the cause.
  function World:named_receiver(npc, activity, frame, node)
    if not node.same_target then -- S54
      local member = self:aimed_at(npc, activity, node)
      if not member then return nil, "same target" end
      frame.target = member.number
    end
    local receiver = frame.target and self:entity(frame.target)
    if not receiver or receiver == npc or not self:has_inbox(receiver, node.inbox) then return nil, "same target" end
    self:ask_positions(npc, node, { receiver })
    if not self:condition(node.when, { npc = npc, target = receiver, action = "", testing = true }) then return nil, "same target" end
    if not self:accepts_message(receiver, node.inbox) then return nil, "full" end
    return receiver
  end

  local function who_have_it(world, npc, frame, node)
    local found = node.path and world:found_by(node.path, { npc = npc, target = frame.target and world:entity(frame.target) })
    local list = {}
    for _, entity in ipairs(found or world.entities) do
      local tagged = #(node.targets or {}) == 0 or world:has_tag(entity.def, node.targets)
      if entity ~= npc and world:has_inbox(entity, node.inbox) and tagged then list[#list + 1] = entity end
    end
    return list
  end

  function World:select_receiver(npc, inbox, candidates)
    local times = { n = #candidates }
    for i, entity in ipairs(candidates) do
      local encounter = self:inbox_meeting(npc, inbox, entity)
      times[i] = encounter and encounter.time
    end
    return candidates[self:select(npc, times)]
  end

  -- The receiver that is chosen, or nil and the cause.
  function World:choose_receiver(npc, frame, node)
    local candidates, any, asked = {}, false, who_have_it(self, npc, frame, node)
    self:ask_positions(npc, node, asked)
    for _, entity in ipairs(asked) do
      if self:condition(node.when, { npc = npc, target = entity, action = "", testing = true }) then
        any = true
        if self:accepts_message(entity, node.inbox) then candidates[#candidates + 1] = entity end
      end
    end
    if #candidates == 0 then return nil, any and "full" or "no candidate" end
    if #candidates > 1 then candidates = self:preferred(npc, node, candidates) end
    local receiver = #candidates > 1 and self:select_receiver(npc, node.inbox, candidates) or candidates[1]
    frame.target = receiver.number
    self:remember_inbox(npc, node.inbox, receiver)
    return receiver
  end

  function World:perform_send(npc, activity, frame)
    local node = frame.sequence.nodes[frame.node]
    activity.passed_wait, frame.wait = true, nil
    local receiver, cause
    if node.same_target or node.at_member or node.at_part then receiver, cause = self:named_receiver(npc, activity, frame, node)
    else receiver, cause = self:choose_receiver(npc, frame, node) end
    if not receiver then return not_sent(self, activity, cause) end
    local value = 0
    if node.value then value = self:value(node.value, { npc = npc, target = receiver, action = "" }) end
    if not value then return not_sent(self, activity, "condition") end
    local message = self:put_message(npc, node.inbox, receiver, value)
    if not node.await then
      frame.state = "executed"
    else
      message.awaited, frame.wait = true, { message = message }
      self:try_first(npc, activity, frame, node.timeout_ms)
    end
  end

  -- A wait that ends as failed, with a cause of its own. It is dealt with.
  local function give_up_wait(world, npc, activity, frame, first, cause)
    if not first then world:stop_waiting(npc, "failed", false) end
    frame.state = "processing"
    world:fail_node(activity, cause)
    return true
  end

  local function came(world, npc, frame, first)
    if not first then world:has_waited(npc) end
    frame.state = "executed"
    return true
  end

  -- S51: a try of a node that awaits what becomes of its message.
  function World:try_answer(npc, activity, frame, first)
    local state = frame.wait.message.state
    if state == "untaken" or state == "in hand" then return false end
    frame.wait.message = nil
    if state == "done" then return came(self, npc, frame, first) end
    return give_up_wait(self, npc, activity, frame, first, "message")
  end

  ---- Taking (S70) ----

  -- S10: the NPC, then the senders.
  local function ask_senders(world, npc, node, messages)
    local seen, senders = {}, {}
    for _, message in ipairs(messages) do seen[message.sender] = true end
    for _, entity in ipairs(world.entities) do
      if seen[entity.number] then senders[#senders + 1] = entity end
    end
    world:ask_positions(npc, node, senders)
  end

  -- The one that is taken, or nil.
  function World:choose_message(npc, node)
    local messages, left = self:messages_in(npc, node.inbox) or {}, {}
    ask_senders(self, npc, node, messages)
    for _, message in ipairs(messages) do
      if self:condition(node.when, { npc = npc, target = self:entity(message.sender), action = "", testing = true }) then
        if not node.prefer then return message end
        left[#left + 1] = message
      end
    end
    if #left < 2 then return left[1] end
    local senders, best = {}, {}
    for i, message in ipairs(left) do senders[i] = self:entity(message.sender) end
    for _, sender in ipairs(self:preferred(npc, node, senders)) do best[sender.number] = true end
    for _, message in ipairs(left) do
      if best[message.sender] then return message end
    end
  end

  function World:try_take(npc, activity, frame, first)
    local node = frame.sequence.nodes[frame.node]
    local message = self:choose_message(npc, node)
    if not message then return false end
    if not first then self:has_waited(npc) end
    self:take_out(message)
    frame.target = message.sender
    if node.into and npc.state[node.into] ~= nil then self:write(npc, node.into, message.value) end
    activity.spent_time = true -- S24
    if message.awaited then message.state, frame.in_hand = "in hand", message end
    frame.state = "executed"
    return true
  end

  function World:perform_take(npc, activity, frame)
    activity.passed_wait, frame.wait = true, nil
    self:end_in_hand(frame, "done")
    self:try_first(npc, activity, frame, frame.sequence.nodes[frame.node].timeout_ms)
  end

  ---- Meetings (S71) ----

  -- Does this NPC wait at a place under a name now, and it has not come about?
  local function meets(world, npc, place, name)
    local frame = npc.def.npc and world:awaits(npc)
    local node = frame and frame.sequence.nodes[frame.node]
    return frame and node.kind == "meet" and node.meeting == name and frame.wait.place == place and not frame.wait.met and frame or nil
  end

  local function meeting_place(world, npc, frame, node)
    if node.same_target then return frame.target and world:entity(frame.target) end
    if node.from_area then return world:innermost(npc) end
    return world:found_by(node.path, { npc = npc, target = frame.target and world:entity(frame.target) })[1]
  end

  function World:perform_meet(npc, activity, frame)
    local node = frame.sequence.nodes[frame.node]
    activity.passed_wait = true
    local place = meeting_place(self, npc, frame, node)
    if not place then return self:fail_node(activity, "no meeting place") end
    frame.wait = { place = place.number, met = false }
    self:try_first(npc, activity, frame, node.timeout_ms)
  end

  function World:try_meeting(npc, activity, frame, first)
    local node, place = frame.sequence.nodes[frame.node], frame.wait.place
    if frame.wait.met then return came(self, npc, frame, first) end
    if not self:entity(place) then return give_up_wait(self, npc, activity, frame, first, "no meeting place") end
    local others = {}
    for _, other in ipairs(self.entities) do
      if other ~= npc and meets(self, other, place, node.meeting) then others[#others + 1] = other end
    end
    if #others + 1 < node.count then return false end
    came(self, npc, frame, first)
    for _, other in ipairs(others) do
      self:awaits(other).wait.met = true
      self:call_to_try(other)
    end
    return true
  end

  function World:meetings_at_leaving(entity)
    for _, npc in ipairs(self.entities) do
      local frame = npc ~= entity and npc.def.npc and self:awaits(npc)
      local node = frame and frame.sequence.nodes[frame.node]
      if frame and node.kind == "meet" and meets(self, npc, entity.number, node.meeting) then self:call_to_try(npc) end
    end
  end

  ---- What can be asked ----

  function World:inbox_of(npc)
    local list = {}
    for i, m in ipairs(self:messages_in(npc)) do
      list[i] = { inbox = m.inbox, sender = m.sender, value = m.value, time = m.time, awaited = m.awaited }
    end
    return list
  end

  -- The spawn numbers of those who wait at an entity to meet under a name.
  function World:meeting_at(entity, name)
    local list = {}
    for _, npc in ipairs(self.entities) do
      if meets(self, npc, entity.number, name) then list[#list + 1] = npc.number end
    end
    return list
  end

  -- Whether messages add up. Returns a list of what does not.
  function World:check_messages()
    local problems, held = {}, {}
    local function problem(...) problems[#problems + 1] = string.format(...) end
    for _, m in ipairs(self.messages) do
      if not (self:entity(m.sender) and self:entity(m.receiver)) then problem("a message of one who left") end
      if m.state ~= "untaken" then problem("a message in an inbox is %s", m.state) end
    end
    for _, npc in ipairs(self.entities) do
      for _, activity in ipairs(npc.activities or {}) do
        for _, frame in ipairs(activity.frames) do
          local own = frame.in_hand
          if own and own.awaited and (own.state ~= "in hand" or held[own]) then problem("%d has in hand what is not", npc.number) end
          if own then held[own] = true end
          local waits = frame.state == "awaiting" and frame.sequence.nodes[frame.node].kind == "send"
          if waits and not (frame.wait.message and frame.wait.message.awaited) then problem("%d awaits nothing", npc.number) end
        end
      end
    end
    return problems
  end
end
