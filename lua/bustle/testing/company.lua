--- Who was in a scene with whom, from the history of a world under test.
local company = {}

-- ---- Following who joins and who leaves ----

local function has(list, name)
  for _, each in ipairs(list) do
    if each == name then return true end
  end
  return false
end

-- Members join one after the other; each entry names the others.
local function scene_of(follow, entry)
  local last = follow.last
  if not (last and last.kind == "join" and last.scene == entry.scene and last.time == entry.time
    and has(last.with, entry.npc)) then
    follow.number = follow.number + 1
  end
  return follow.number
end

local function join(follow, entry)
  local own = follow.scenes[entry.npc] or {}
  follow.scenes[entry.npc] = own
  own[#own + 1] = { scene = entry.scene, number = scene_of(follow, entry) }
end

local function leave(follow, entry)
  local own = follow.scenes[entry.npc] or {}
  for i, each in ipairs(own) do
    if each.scene == entry.scene then return table.remove(own, i) end
  end
end

local function are_together(follow, a, b)
  for _, own in ipairs(follow.scenes[a] or {}) do
    for _, other in ipairs(follow.scenes[b] or {}) do
      if own.number == other.number then return true end
    end
  end
  return false
end

--- The starts of actions whose target was in no scene with whoever did them at that moment.
-- @tparam {table,...} history of a world under test
-- @tparam table actions names, as a set
-- @tparam number since seconds
-- @treturn {table,...} entries of the history
function company.strangers(history, actions, since)
  local follow, found = { scenes = {}, number = 0, last = nil }, {}
  for _, entry in ipairs(history) do
    if entry.kind == "join" then
      join(follow, entry)
    elseif entry.kind == "leave" then
      leave(follow, entry)
    elseif entry.kind == "start" and actions[entry.action] and entry.time >= since
      and not are_together(follow, entry.npc, entry.target) then
      found[#found + 1] = entry
    end
    if entry.kind ~= "node" then follow.last = entry end
  end
  return found
end

return company
