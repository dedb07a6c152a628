--- Which sequences an NPC can come to: its main sequence, its fallbacks, its responses, and what is nested in them.
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

--- The sequences that an NPC names itself.
-- @tparam table npc of the compiled tables
-- @treturn {table,...} `{ role = "main" | "fallback" | "response", sequence=, interruption=, priority= }`
function reach.roots(npc)
  local list = {}
  if npc.main then list[1] = { role = "main", sequence = npc.main } end
  for _, name in ipairs(npc.fallbacks or {}) do list[#list + 1] = { role = "fallback", sequence = name } end
  for _, handler in ipairs(npc.handlers or {}) do
    list[#list + 1] = { role = "response", sequence = handler.sequence, interruption = handler.interruption,
      priority = handler.priority }
  end
  return list
end

--- All sequences that an NPC can come to.
-- @tparam table npc
-- @tparam table sequences by name
-- @treturn table a set of names
function reach.sequences(npc, sequences)
  local reached = {}
  for _, root in ipairs(reach.roots(npc)) do visit(sequences, root.sequence, reached) end
  return reached
end

return reach
