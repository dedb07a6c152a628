-- Who is cast for a scene, and what follows when it could be cast: S53 (with a scene) S54 S55 S56.
-- A `call` for a cast is { def= the scene, initiator=npc, as=index of its part, by_cue=bool, stager=npc, place=entity, found=npc, found_part=index,
-- named={ { part=index, npc= }, ... } }, all but def only where there is one. Its result is chosen[part index] = list of NPCs.
-- A scene's encounter is { scene=name, entity=spawn number or nil for nobody, time= }, among npc.memory.encounters.

return function(World)
  local CAPACITY, YOUNG_MS, MOST_LOOKS = 16, 10000, 64
  local LONG_REST_MS = 60000

  ---- Encounters ----

  local function of_scenes(npc)
    local list = {}
    for _, encounter in ipairs(npc.memory.encounters) do
      if encounter.scene or encounter.offer or encounter.inbox then list[#list + 1] = encounter end
    end
    return list
  end

  function World:meeting(npc, def, entity)
    for _, encounter in ipairs(of_scenes(npc)) do
      if encounter.scene == def.name and encounter.entity == (entity and entity.number) then return encounter end
    end
    return nil
  end

  local function forget(npc, gone)
    for i, encounter in ipairs(npc.memory.encounters) do
      if encounter == gone then return table.remove(npc.memory.encounters, i) end
    end
  end

  local function is_young(world, encounter) return world.now - encounter.time < YOUNG_MS end

  -- The oldest goes that is not a young one with nobody; where all are, the oldest.
  function World:evict_meeting(npc, list)
    for _, encounter in ipairs(list) do
      if encounter.entity or not is_young(self, encounter) then return forget(npc, encounter) end
    end
    return forget(npc, list[1])
  end

  -- nil: with nobody.
  function World:remember_meeting(npc, def, entity)
    local same = self:meeting(npc, def, entity)
    if same then forget(npc, same) end
    local list = of_scenes(npc)
    if #list >= CAPACITY then self:evict_meeting(npc, list) end
    npc.memory.encounters[#npc.memory.encounters + 1] = { scene = def.name, entity = entity and entity.number, time = self.now }
  end

  -- S62: of an offer, which share the room.
  function World:offer_meeting(npc, name, entity)
    for _, encounter in ipairs(of_scenes(npc)) do
      if encounter.offer == name and encounter.entity == entity.number then return encounter end
    end
    return nil
  end

  function World:remember_offer(npc, name, entity)
    local same = self:offer_meeting(npc, name, entity)
    if same then forget(npc, same) end
    local list = of_scenes(npc)
    if #list >= CAPACITY then self:evict_meeting(npc, list) end
    npc.memory.encounters[#npc.memory.encounters + 1] = { offer = name, entity = entity.number, time = self.now }
  end

  -- S69: of an inbox, as well.
  function World:inbox_meeting(npc, inbox, entity)
    for _, encounter in ipairs(of_scenes(npc)) do
      if encounter.inbox == inbox and encounter.entity == entity.number then return encounter end
    end
    return nil
  end

  function World:remember_inbox(npc, inbox, entity)
    local same = self:inbox_meeting(npc, inbox, entity)
    if same then forget(npc, same) end
    local list = of_scenes(npc)
    if #list >= CAPACITY then self:evict_meeting(npc, list) end
    npc.memory.encounters[#npc.memory.encounters + 1] = { inbox = inbox, entity = entity.number, time = self.now }
  end

  -- S55: one scene in a turn; and not soon after it went wrong.
  function World:may_cast(npc, def)
    if npc.has_cast then return false end
    local nobody = self:meeting(npc, def, nil)
    return not (nobody and is_young(self, nobody))
  end

  ---- Who is available (S56) ----

  -- Its topmost activity is the main one, with no part on its stack, unless it waits past its patience.
  local function is_free(world, npc)
    local top = world:top_activity(npc)
    if not top.is_main then return false end
    if not world:topmost_part(top) then return true end
    local frame = world:at_phase(npc)
    return frame ~= nil and frame.wait.past
  end

  local function has_rested(world, npc, def)
    if not npc.left_scene_at then return true end
    local since = world.now - npc.left_scene_at
    return since >= def.rest_ms and (npc.acted_since_scene or since >= LONG_REST_MS)
  end

  local function names(list, wanted)
    for _, name in ipairs(list) do
      if name == wanted then return true end
    end
    return false
  end

  -- What it does says whether it can be cast.
  local function is_castable(world, npc, call)
    local allowed = call.initiator ~= nil
    for _, frame in ipairs(world:main_activity(npc).frames) do
      local sequence = frame.sequence
      if sequence.castable == "never" then return false end
      if sequence.castable == "always" or names(sequence.castable_in, call.def.name) then allowed = true end
    end
    return allowed
  end

  -- Could take part now, whatever it is asked for.
  function World:can_take_part(npc, call)
    if npc.held or npc.halted or self:count_activities(npc) >= self.options.activities then return false end
    for _, member in ipairs(npc.parts) do
      if not member.begun then return false end
    end
    return is_free(self, npc) and npc ~= call.stager
  end

  function World:available(npc, call)
    return self:can_take_part(npc, call) and has_rested(self, npc, call.def) and is_castable(self, npc, call)
  end

  ---- Who may fill a part (S54) ----

  -- What an NPC does about a topic: its role's reaction, else its definition's.
  function World:reaction(npc, topic)
    return npc.role and npc.role.reaction[topic] or npc.def.reaction[topic]
  end

  -- What it would perform; nil: it does not react to the topic.
  function World:sequence_in(def, part, npc)
    return def.parts[part].sequence or self:reaction(npc, def.topic)
  end

  local function may_fill(world, def, index, npc)
    local part = def.parts[index]
    if not world:sequence_in(def, index, npc) then return false end
    if #part.who > 0 then return world:has_tag(npc.def, part.who) end
    return part.sequence == nil
  end

  -- ... in some role.
  local function could_fill(world, def, index, npc)
    local part = def.parts[index]
    if #part.who > 0 then return world:has_tag(npc.def, part.who) end
    if npc.def.reaction[def.topic] then return true end
    for _, role in pairs(world.content.roles) do
      if role.reaction[def.topic] then return true end
    end
    return false
  end

  local function host_of(call) return call.initiator or call.stager or call.place end

  -- S54: the name of an earlier part stands for the first of those chosen for it.
  local function first_chosen(call, chosen, index, name)
    local earlier, first = call.def.part_index[name], nil
    if not earlier or earlier >= index then return nil end
    for _, npc in ipairs(chosen[earlier]) do
      if not first or npc.number < first.number then first = npc end
    end
    return first
  end

  local function is_near(world, call, npc)
    local host = host_of(call)
    if call.def.within < 0 or not host then return true end
    return world:is_within(host, npc, call.def.within)
  end

  -- Available, then within, then the condition.
  function World:suits(call, chosen, index, npc)
    if not self:available(npc, call) or not is_near(self, call, npc) then return false end
    return self:condition(call.def.parts[index].when, { npc = npc, target = host_of(call), action = "", testing = true,
      part = function(name) return first_chosen(call, chosen, index, name) end })
  end

  ---- Choosing (S55) ----

  -- S10: of the host, then of all who may fill the part.
  local function ask_positions(world, call, index, fillers)
    local host = host_of(call)
    if not host or (call.def.within < 0 and not call.def.parts[index].uses_distance) then return end
    world:ask_position(host)
    for _, npc in ipairs(fillers) do world:ask_position(npc) end
  end

  local function is_chosen(chosen, npc)
    for _, list in ipairs(chosen) do
      for _, other in ipairs(list) do
        if other == npc then return true end
      end
    end
    return false
  end

  -- By preference; then by the encounters of who casts; the game takes the first.
  function World:select_member(call, index, candidates, chosen)
    local part, host, caster = call.def.parts[index], host_of(call), call.initiator or call.stager
    local prefers = part.prefer and (part.prefer.kind ~= "nearest" or host)
    if #candidates > 1 and prefers then candidates = self:preferred(host, part, candidates, function(name)
      return first_chosen(call, chosen, index, name)
    end) end
    if #candidates < 2 or not caster then return candidates[1] end
    local times = { n = #candidates }
    for i, npc in ipairs(candidates) do
      local encounter = self:meeting(caster, call.def, npc)
      times[i] = encounter and encounter.time
    end
    return candidates[self:select(caster, times)]
  end

  -- Looks for one more member of a part. nil: nobody is left.
  function World:look_for_member(call, chosen, index, given_up)
    local fillers, candidates = {}, {}
    local part = call.def.parts[index]
    if #part.who == 0 and part.sequence then return nil end
    for _, npc in ipairs(self.entities) do
      if npc.def.npc and could_fill(self, call.def, index, npc) then fillers[#fillers + 1] = npc end
    end
    ask_positions(self, call, index, fillers)
    for _, npc in ipairs(fillers) do
      local asked = npc ~= host_of(call) and not is_chosen(chosen, npc) and not given_up[index][npc]
      if asked and may_fill(self, call.def, index, npc) and self:suits(call, chosen, index, npc) then candidates[#candidates + 1] = npc end
    end
    return self:select_member(call, index, candidates, chosen)
  end

  -- Who is in it already: whom the game names, the initiator, whom a cue found.
  local function begin_with(call)
    local chosen = {}
    for index in ipairs(call.def.parts) do chosen[index] = {} end
    local function put(index, npc) chosen[index][#chosen[index] + 1] = npc end
    for _, each in ipairs(call.named or {}) do put(each.part, each.npc) end
    if call.initiator then put(call.as, call.initiator) end
    if call.found_part then put(call.found_part, call.found) end
    return chosen
  end

  -- The one chosen last is given up for its part, and those of later parts are so no more. Its part's index; nil: there is none.
  function World:give_up_chosen(chosen, order, given_up)
    local last = table.remove(order)
    if not last then return nil end
    local list = chosen[last.part]
    list[#list] = nil -- what was looked for comes after what was there
    given_up[last.part][last.npc] = true
    for index = last.part + 1, #chosen do given_up[index] = {} end
    return last.part
  end

  local function fill_least(world, call, chosen, given_up)
    local parts, order, looks, index = call.def.parts, {}, 0, 1
    while index <= #parts do
      if #chosen[index] >= parts[index].least then
        index = index + 1
      else
        if looks == MOST_LOOKS then return false end
        looks = looks + 1
        local npc = world:look_for_member(call, chosen, index, given_up)
        if npc then
          chosen[index][#chosen[index] + 1] = npc
          order[#order + 1] = { part = index, npc = npc }
        else
          index = world:give_up_chosen(chosen, order, given_up)
          if not index then return false end
        end
      end
    end
    return true
  end

  local function fill_most(world, call, chosen, given_up)
    for index, part in ipairs(call.def.parts) do
      while #chosen[index] < part.most do
        local npc = world:look_for_member(call, chosen, index, given_up)
        if not npc then break end
        chosen[index][#chosen[index] + 1] = npc
      end
    end
  end

  -- The cast, or nil.
  function World:choose_cast(call)
    local caster = call.initiator or call.stager
    if caster then
      if not self:may_cast(caster, call.def) then return nil end
      caster.has_cast = true
    end
    if call.initiator and not self:sequence_in(call.def, call.as, call.initiator) then return nil end
    local chosen, given_up = begin_with(call), {}
    for index in ipairs(call.def.parts) do given_up[index] = {} end
    if not fill_least(self, call, chosen, given_up) then return nil end
    fill_most(self, call, chosen, given_up)
    return chosen
  end

  ---- Success (S55) ----

  local function add_member(world, call, scene, index, npc)
    local member = { npc = npc, scene = scene, part = index, sequence = world:sequence_in(call.def, index, npc), begun = false,
      phase = 0, ended = false }
    scene.members[#scene.members + 1] = member
    npc.parts[#npc.parts + 1] = member
    world:event("join", npc, scene.initiator or 0, call.def.name, index - 1)
    local caster = call.initiator or call.stager
    if caster and npc ~= call.initiator then world:remember_meeting(caster, call.def, npc) end
  end

  -- `standing`: that of the initiator's activity. Returns the scene, and the initiator's member.
  function World:cast(call, chosen, standing)
    self.scene_count = self.scene_count + 1
    local host = host_of(call)
    local scene = { number = self.scene_count, def = call.def, standing = math.max(call.def.priority, standing or -math.huge),
      cast_at = self.now, host = host and host.number, initiator = call.initiator and call.initiator.number,
      stager = call.stager and call.stager.number, members = {} }
    self.scenes[scene.number] = scene
    for index in ipairs(call.def.parts) do
      table.sort(chosen[index], function(a, b) return a.number < b.number end)
      for _, npc in ipairs(chosen[index]) do add_member(self, call, scene, index, npc) end
    end
    local own
    for _, member in ipairs(scene.members) do
      if member.npc == call.initiator then own = member else self:summon(member.npc) end
    end
    return scene, own
  end

  local function make_part(member, activity, frame)
    frame.part = member
    member.begun, member.activity, member.frame = true, activity, frame
  end

  ---- By a node (S51, S55, S60) ----

  local function call_of(world, npc, node)
    local def = world.content.scenes[node.scene]
    if node.as then return { def = def, initiator = npc, as = def.part_index[node.as] } end
    return { def = def, stager = npc }
  end

  local function nest_part(world, call, chosen, activity, frame)
    local _, member = world:cast(call, chosen, world:priority_of(activity))
    local other = world:other_member(member)
    local part = world:new_frame(member.sequence, other and other.number)
    frame.state = "subsequence"
    activity.frames[#activity.frames + 1] = part
    make_part(member, activity, part)
  end

  -- Tries, and does what follows if it can be cast. `first`: the NPC does not wait yet. Says whether it could.
  function World:try_scene(npc, activity, frame, first)
    local call = call_of(self, npc, frame.sequence.nodes[frame.node])
    local chosen = self:choose_cast(call)
    if not chosen then return false end
    if call.initiator then
      if not first then self:has_waited(npc) end
      nest_part(self, call, chosen, activity, frame)
    else
      frame.stages = self:cast(call, chosen)
      if first then self:begin_waiting(npc, activity, frame, math.huge) else frame.wait.deadline = math.huge end
    end
    return true
  end

  function World:perform_scene(npc, activity, frame)
    activity.passed_wait, frame.stages = true, nil
    if frame.sequence.nodes[frame.node].as and #activity.frames >= self.options.depth then
      return self:keep_failure(activity, { level = #activity.frames, cause = "depth" })
    end
    self:try_first(npc, activity, frame, frame.sequence.nodes[frame.node].timeout_ms)
  end

  -- The scene of a stager that does not act is over: its node is too.
  function World:end_staging(npc, activity, frame)
    local scene = frame.stages
    frame.stages = nil
    if scene.over == "finished" then
      self:has_waited(npc)
      frame.state = "executed"
      return
    end
    self:stop_waiting(npc, "failed", false)
    frame.state = "processing"
    self:fail_node(activity, "scene")
    self:remember_meeting(npc, scene.def, nil)
  end

  ---- By a cue (S53) ----

  -- The part that a candidate would fill: the first that it may and that has room; nil: it is only the reason.
  function World:part_for(cue, entity)
    local def = self.content.scenes[cue.scene]
    if not entity or not entity.def.npc then return nil end
    for index, part in ipairs(def.parts) do
      local there = def.part_index[cue.as] == index and 1 or 0
      if there < part.most and may_fill(self, def, index, entity) then return index end
    end
    return nil
  end

  local function call_by_cue(world, npc, cue, entity)
    local def = world.content.scenes[cue.scene]
    return { def = def, initiator = npc, by_cue = true, as = def.part_index[cue.as], found = entity, found_part = world:part_for(cue, entity) }
  end

  -- May a candidate be found for this cue's scene?
  function World:can_be_cast(npc, cue, entity)
    local call = call_by_cue(self, npc, cue, entity)
    local index = call.found_part
    if not index then return true end
    call.found, call.found_part = nil, nil
    ask_positions(self, call, index, { entity })
    return self:suits(call, begin_with(call), index, entity)
  end

  -- Says whether the scene could be cast. If not, nothing has happened.
  function World:begin_by_cue(npc, cue, entity)
    local call = call_by_cue(self, npc, cue, entity)
    local chosen = self:choose_cast(call)
    if not chosen then return false end
    local sequence = self:sequence_in(call.def, call.as, npc)
    local undo = self:respond_to_cue(npc, cue, entity, sequence)
    local _, member = self:cast(call, chosen, cue.priority)
    local activity = self:top_activity(npc)
    local other = not entity and self:other_member(member)
    if other then activity.frames[1].target = other.number end
    make_part(member, activity, activity.frames[1])
    self:lay_undo(npc, undo)
    return true
  end

  ---- By the game ----

  -- Those whom the game names, as a call names them; nil and why it is refused.
  local function named_members(world, call, members)
    local seen, count, list = {}, {}, {}
    for i, each in ipairs(members) do
      local part = call.def.parts[each[1]]
      if not part then return nil, "unknown part" end
      local npc, why = world:npc(each[2])
      if not npc then return nil, why end
      if seen[npc] then return nil, "named twice" end
      if npc == call.place then return nil, "is the place" end
      count[each[1]] = (count[each[1]] or 0) + 1
      if count[each[1]] > part.most then return nil, "too many" end
      if not world:can_take_part(npc, call) then return nil, "unavailable" end
      if not world:sequence_in(call.def, each[1], npc) then return nil, "does not react" end
      seen[npc], list[i] = true, { part = each[1], npc = npc }
    end
    return list
  end

  -- members: { { part from 1, spawn number }, ... }. Returns the scene's number.
  function World:stage(scene, at, members)
    self:guard()
    local call = { def = self.content.scenes[scene] }
    if not call.def then return nil, "unknown scene" end
    if at then
      call.place = self:entity(at)
      if not call.place then return nil, "stale handle" end
    end
    local why
    call.named, why = named_members(self, call, members or {})
    if not call.named then return nil, why end
    local chosen = self:choose_cast(call)
    if not chosen then return nil, "no cast" end
    return self:cast(call, chosen).number
  end
end
