--- Which join events belong to one scene. An event does not say so: members join one right after the other, in the
-- order of parts and spawn numbers, and the core still knows the number of a scene in which somebody is.
local raw = require("bustle.world.events").raw

local casts = {}

-- The number of the scene that an NPC joined by an event; nil: it has left since.
local function number_of(world, view, i)
  local id = raw.npc(view, i)
  if not world._core:alive(id) then return nil end
  for _, own in ipairs(world._core:scenes(id)) do
    if own.scene == raw.name(view, i) and own.began == raw.time(view, i) then return own.number end
  end
end

-- Whether the event after one comes later in the order of one scene's members.
local function follows(world, view, i)
  local part, following = raw.argument(view, i), raw.argument(view, i + 1)
  if following ~= part then return following > part end
  return world._core:spawn_number(raw.npc(view, i + 1)) > world._core:spawn_number(raw.npc(view, i))
end

local function belong_together(world, view, i)
  for _, field in ipairs { "kind", "name", "time", "target" } do
    if raw[field](view, i) ~= raw[field](view, i + 1) then return false end
  end
  local a, b = number_of(world, view, i), number_of(world, view, i + 1)
  return (not a or not b or a == b) and follows(world, view, i)
end

--- The ids of those who joined a scene with somebody.
-- @tparam table world
-- @tparam table view its events
-- @tparam number i of a join event
-- @treturn {number,...}
function casts.others(world, view, i)
  local first, last, list = i, i, {}
  while first > 1 and belong_together(world, view, first - 1) do first = first - 1 end
  while last < view.count and belong_together(world, view, last) do last = last + 1 end
  for at = first, last do
    if at ~= i then list[#list + 1] = raw.npc(view, at) end
  end
  return list
end

return casts
