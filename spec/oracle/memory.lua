-- Three bounded records of an NPC and the selection over them: S25 S26 S27. The fourth, encounters, is in cues.lua.

local u32 = require "spec.oracle.u32"

return function(World)
  -- S25: replaces the record of the same decision, becomes the newest; past capacity the oldest goes.
  local function remember(npc, kind, record, same)
    local list = npc.memory[kind]
    for i = #list, 1, -1 do
      if same(list[i]) then table.remove(list, i) end
    end
    list[#list + 1] = record
    while #list > npc.capacity[kind] do table.remove(list, 1) end
  end

  -- S26: by the node left and the destination.
  function World:remember_transition(npc, sequence, from, node)
    remember(npc, "transitions", { sequence = sequence, from = from, node = node, time = self.now }, function(r)
      return r.sequence == sequence and r.from == from and r.node == node
    end)
  end

  function World:remember_action(npc, action, entity)
    remember(npc, "actions", { action = action, entity = entity, time = self.now }, function(r)
      return r.action == action and r.entity == entity
    end)
  end

  -- S26: by (activity, action, sequence, node), whatever the entity.
  function World:remember_interruption(npc, record)
    remember(npc, "interruptions", record, function(r)
      return r.activity == record.activity and r.action == record.action and r.sequence == record.sequence and r.node == record.node
    end)
  end

  -- Takes out and returns the matching interruption memory, if any (S32).
  function World:recall_interruption(npc, activity, action, sequence, node)
    local list = npc.memory.interruptions
    for i, r in ipairs(list) do
      if r.activity == activity and r.action == action and r.sequence == sequence and r.node == node then
        return table.remove(list, i)
      end
    end
    return nil
  end

  -- S33 (a sequence fails) and S26 (an activity goes): there is at most one record per activity, that of its top sequence.
  function World:forget_interruptions(npc, activity)
    local list = npc.memory.interruptions
    for i = #list, 1, -1 do
      if list[i].activity == activity then table.remove(list, i) end
    end
  end

  -- S27: among two or more options, by the time of each one's record (nil: none). Returns the index of one.
  function World:select(npc, times)
    local chosen = {}
    for i = 1, times.n do
      if times[i] == nil then chosen[#chosen + 1] = i end
    end
    if #chosen == 0 then
      local oldest
      for i = 1, times.n do
        if oldest == nil or times[i] < oldest then oldest = times[i] end
      end
      for i = 1, times.n do
        if times[i] == oldest then chosen[#chosen + 1] = i end
      end
    end
    return chosen[u32.draw(npc.stream, #chosen) + 1]
  end

  function World:select_transition(npc, sequence, from, nodes)
    local times = { n = #nodes }
    for _, r in ipairs(npc.memory.transitions) do
      for i, node in ipairs(nodes) do
        if r.sequence == sequence and r.from == from and r.node == node then times[i] = r.time end
      end
    end
    return nodes[self:select(npc, times)]
  end

  function World:select_target(npc, action, entities)
    local times = { n = #entities }
    for _, r in ipairs(npc.memory.actions) do
      for i, entity in ipairs(entities) do
        if r.action == action and r.entity == entity.number then times[i] = r.time end
      end
    end
    return entities[self:select(npc, times)]
  end
end
