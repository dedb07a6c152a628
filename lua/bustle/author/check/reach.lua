--- Which sequences an NPC can come to: its main sequence, its fallbacks, its responses to
-- interruptions and cues, those of its roles, and what is nested in them.
local reach = {}

--- The sequences that a list of nodes nests, each once, in order.
-- @tparam table sequence of the compiled tables
-- @treturn {string,...} qualified names
function reach.nested(sequence)
  local list, seen = {}, {}
  for _, node in ipairs(sequence.nodes) do
    if node.kind == "sequence" and node.performs and not seen[node.performs] then
      seen[node.performs] = true
      list[#list + 1] = node.performs
    end
  end
  return list
end

local function visit(sequences, name, reached)
  local waiting = { name }
  while #waiting > 0 do
    local each = table.remove(waiting)
    if sequences[each] and not reached[each] then
      reached[each] = true
      for _, nested in ipairs(reach.nested(sequences[each])) do waiting[#waiting + 1] = nested end
    end
  end
end

local function add_roots(list, made, of)
  if made.main then list[#list + 1] = { role = "main", sequence = made.main, of = of } end
  for _, name in ipairs(made.fallbacks or {}) do list[#list + 1] = { role = "fallback", sequence = name, of = of } end
  for _, handler in ipairs(made.handlers or {}) do
    list[#list + 1] = { role = "response", sequence = handler.sequence, interruption = handler.interruption,
      priority = handler.priority, of = of }
  end
  for _, cue in ipairs(made.cues or {}) do
    list[#list + 1] = { role = "cue", sequence = cue.sequence, cue = cue.name, priority = cue.priority, of = of }
  end
end

--- The sequences that an NPC, and the roles that it lists, name.
-- @tparam table npc of the compiled tables, or a role
-- @tparam[opt] {table,...} roles of the compiled tables; nil: those of the NPC do not count
-- @treturn {table,...} `{ role = "main" | "fallback" | "response" | "cue", sequence=, interruption=, cue=, priority=,
-- of= }`; `of` is the role that has it, nil: the NPC itself
function reach.roots(npc, roles)
  local list, by_name = {}, {}
  for _, role in ipairs(roles or {}) do by_name[role.name] = role end
  add_roots(list, npc)
  for _, listed in ipairs(npc.roles or {}) do
    if by_name[listed.role] then add_roots(list, by_name[listed.role], listed.role) end
  end
  return list
end

--- All sequences that an NPC can come to.
-- @tparam table npc
-- @tparam table sequences by name
-- @tparam[opt] {table,...} roles as for `roots`
-- @treturn table a set of names
function reach.sequences(npc, sequences, roles)
  local reached = {}
  for _, root in ipairs(reach.roots(npc, roles)) do visit(sequences, root.sequence, reached) end
  return reached
end

return reach
