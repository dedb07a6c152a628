-- What entities offer, and the requests that ask for it: S61 S62, and the body of a request (S63). What becomes of a place that has been taken is in
-- places.lua.
-- A place is { offer= as compiled, name=, provider=spawn number, npc=, held=bool, undone=bool: it is to be undone, or was and has not begun
-- anew, in_undo=bool: it is still to be undone, revoked=bool }. The frame of the offered sequence has it as frame.place;
-- npc.places has those that are held, on a stack, or to be undone, in the order in which they were first taken. An
-- encounter of an offer is { offer=name, entity=spawn number, time= }, among npc.memory.encounters.

return function(World)
  ---- Offers (S61) ----

  -- What an entity offers under a name now: its role's, else its definition's.
  function World:offer(entity, name)
    return entity.role and entity.role.offer[name] or entity.def.offer[name]
  end

  -- All names, in byte order.
  function World:offer_names()
    return self.content.offer_names
  end

  function World:is_offer(name)
    for _, each in ipairs(self:offer_names()) do
      if each == name then return true end
    end
    return false
  end

  function World:has_needed(npc, offer)
    for state in pairs(offer.needs) do
      if npc.state[state] == nil then return false end
    end
    for inbox in pairs(offer.needs_inbox) do
      if not self:has_inbox(npc, inbox) then return false end
    end
    return true
  end

  -- How many hold a name at an entity.
  function World:count_holders(entity, name)
    local count = 0
    for _, npc in ipairs(self.entities) do
      for _, place in ipairs(npc.places or {}) do
        if place.held and place.provider == entity.number and place.name == name then count = count + 1 end
      end
    end
    return count
  end

  -- `offer`: by which a place was taken before, if it was.
  function World:is_free(entity, name, offer)
    offer = offer or self:offer(entity, name)
    return offer.holders == 0 or self:count_holders(entity, name) < offer.holders
  end

  function World:holds_place(npc, entity, name)
    for _, place in ipairs(npc.places) do
      if place.held and place.provider == entity.number and place.name == name then return true end
    end
    return false
  end

  ---- Candidates (S62) ----

  -- Could this entity ever offer one of the names?
  local function could_offer(world, entity, names)
    for _, name in ipairs(names) do
      if entity.def.offer[name] then return true end
      if entity.def.npc then
        for _, role in pairs(world.content.roles) do
          if role.offer[name] then return true end
        end
      end
    end
    return false
  end

  local function names_of(world, node)
    if node.offers and #node.offers > 0 then return node.offers end
    return world:offer_names()
  end

  -- The lists of entities to ask, one after the other; each without the NPC itself.
  local function lists_to_ask(world, npc, frame, node)
    local list, lists = {}, {}
    if node.from_target then
      list[1] = frame.target and world:entity(frame.target)
    elseif node.path then
      list = world:found_by(node.path, { npc = npc, target = frame.target and world:entity(frame.target) })
    elseif node.from_area then
      for i, area in ipairs(world:areas_to_ask(npc)) do lists[i] = { area } end
      return lists
    else
      for _, entity in ipairs(world.entities) do
        local tagged = not node.targets or #node.targets == 0 or world:has_tag(entity.def, node.targets)
        if tagged and could_offer(world, entity, names_of(world, node)) then list[#list + 1] = entity end
      end
    end
    return { list }
  end

  local function without(list, npc)
    local others = {}
    for _, entity in ipairs(list) do
      if entity ~= npc then others[#others + 1] = entity end
    end
    return others
  end

  -- Why this entity does not give this NPC a place under this name now; nil: it does. `when` and `while` of the offer included.
  function World:not_given(npc, entity, name)
    local offer = self:offer(entity, name)
    if not offer then return "not offered" end
    if self:holds_place(npc, entity, name) then return "held already" end
    if not self:has_needed(npc, offer) then return "lacks" end
    local about = { npc = npc, target = entity, action = "", testing = true }
    if not self:condition(offer.when, about) then return "when" end
    if not self:condition(offer.during, about) then return "while" end
    if not self:is_free(entity, name) then return "full" end
    return nil
  end

  function World:node_allows(npc, entity, node)
    local about = { npc = npc, target = entity, action = "", testing = true }
    return self:condition(node.when, about) and self:condition(node.during, about)
  end

  -- The pairs that are left of these entities: { entity=, name= }.
  function World:candidates_for(npc, node, entities)
    local pairs_left = {}
    self:ask_positions(npc, node, entities)
    for _, entity in ipairs(entities) do
      if self:node_allows(npc, entity, node) then
        for _, name in ipairs(names_of(self, node)) do
          if not self:not_given(npc, entity, name) then pairs_left[#pairs_left + 1] = { entity = entity, name = name } end
        end
      end
    end
    return pairs_left
  end

  local function of_best(world, npc, node, candidates)
    local entities, best, left = {}, {}, {}
    for i, each in ipairs(candidates) do entities[i] = each.entity end
    for _, entity in ipairs(world:preferred(npc, node, entities)) do best[entity] = true end
    for _, each in ipairs(candidates) do
      if best[each.entity] then left[#left + 1] = each end
    end
    return left
  end

  -- One of several.
  function World:select_offer(npc, candidates)
    local times = { n = #candidates }
    for i, each in ipairs(candidates) do
      local encounter = self:offer_meeting(npc, each.name, each.entity)
      times[i] = encounter and encounter.time
    end
    return candidates[self:select(npc, times)]
  end

  -- The pair that is taken, or nil.
  function World:choose_offer(npc, frame, node)
    for _, list in ipairs(lists_to_ask(self, npc, frame, node)) do
      local candidates = self:candidates_for(npc, node, without(list, npc))
      if #candidates > 1 and node.prefer then candidates = of_best(self, npc, node, candidates) end
      if #candidates > 1 then return self:select_offer(npc, candidates) end
      if #candidates == 1 then return candidates[1] end
    end
    return nil
  end

  ---- The node ----

  -- S51: a try. `first`: the NPC does not wait yet. Says whether there was something to take.
  function World:try_request(npc, activity, frame, first)
    local node = frame.sequence.nodes[frame.node]
    local chosen = self:choose_offer(npc, frame, node)
    if not chosen then return false end
    if not first then self:has_waited(npc) end
    local offer = self:offer(chosen.entity, chosen.name)
    local offered = self:new_frame(offer.sequence, chosen.entity.number)
    self:take_place(npc, offered, offer, chosen.name, chosen.entity)
    self:remember_offer(npc, chosen.name, chosen.entity)
    frame.state = "subsequence"
    activity.frames[#activity.frames + 1] = offered
    return true
  end

  function World:perform_request(npc, activity, frame)
    activity.passed_wait = true
    if #activity.frames >= self.options.depth then
      return self:keep_failure(activity, { level = #activity.frames, cause = "depth" })
    end
    self:try_first(npc, activity, frame, frame.sequence.nodes[frame.node].timeout_ms)
  end

  -- S63: what the request below gave, nested; without it, nothing.
  function World:perform_body(activity, frame)
    local asking = activity.frames[#activity.frames - 1]
    local node = asking and asking.sequence.nodes[asking.node]
    local body = node and node.kind == "request" and node.body
    if not body then
      frame.state = "executed"
    elseif #activity.frames >= self.options.depth then
      self:keep_failure(activity, { level = #activity.frames, cause = "depth" })
    else
      frame.state = "subsequence"
      activity.frames[#activity.frames + 1] = self:new_frame(body, asking.target)
    end
  end

  ---- By the game (S64) ----

  function World:request(number, name, provider, priority)
    self:guard()
    local npc, why = self:npc(number)
    if not npc then return nil, why end
    local entity = self:entity(provider)
    if not entity then return nil, "stale handle" end
    if entity == npc then return nil, "of itself" end
    if npc.held then return nil, "held" end
    if npc.halted then return nil, "halted" end
    if self:gives_way(npc, priority or 0) then return nil, "would be dropped" end
    why = self:not_given(npc, entity, name)
    if why then return nil, why end
    local offer = self:offer(entity, name)
    local undo = self:interrupt_for(npc, {})
    self:push_activity(npc, { priority = priority or 0, by_request = true }, offer.sequence, entity.number)
    self:event("interrupt", npc, entity.number, offer.sequence, 0)
    self:take_place(npc, self:top_activity(npc).frames[1], offer, name, entity)
    self:lay_undo(npc, undo)
    self:join(npc)
    self:look_at_scenes(npc)
    self:carry_shouts()
    return true
  end

  ---- What can be asked ----

  -- { { offer=, sequence=, holders=, taken= }, ... } by name.
  function World:offers_of(entity)
    local list = {}
    for _, name in ipairs(self:offer_names()) do
      local offer = self:offer(entity, name)
      if offer then
        list[#list + 1] = { offer = name, sequence = offer.sequence, holders = offer.holders, taken = self:count_holders(entity, name) }
      end
    end
    return list
  end

  function World:holders_of(entity)
    local list = {}
    for i, npc in ipairs(self:linked(entity, "holder")) do list[i] = npc.number end
    return list
  end
end
