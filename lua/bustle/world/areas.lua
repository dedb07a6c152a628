--- Areas as the game sees them: where NPCs are, and which areas lie in which (S67).
local areas = {}

local function objects(world, ids)
  for i, id in ipairs(ids) do ids[i] = world:_object(id) end
  return ids
end

--- The innermost area that an NPC is in.
-- @tparam table world
-- @tparam number id
-- @treturn table|nil
function areas.innermost(world, id)
  local area = world._core:npc_area(id)
  return area and world:_object(area) or nil
end

--- All areas that an NPC is in, the smallest first; triggers too.
-- @treturn {table,...}
function areas.around(world, id)
  return objects(world, world._core:npc_areas(id))
end

--- The area around an area; nil for one that lies in none, and for what is none.
-- @treturn table|nil
function areas.outer(world, id)
  local area = world._core:area_outer(id)
  return area and world:_object(area) or nil
end

--- The NPCs in an area, in the order of their coming.
-- @treturn[1] {table,...}
-- @treturn[2] nil
-- @treturn[2] string why not
-- @treturn[2] string code: "not_area"
function areas.inside(world, id)
  local list, _, code = world._core:area_inside(id)
  if not list then return nil, ("%s is no area"):format(tostring(world:_object(id))), code end
  return objects(world, list)
end

--- The boxes of an area.
-- @treturn[1] {table,...} `{ x=, y=, z=, width=, depth=, height= }`, the middle and the sizes of each
-- @treturn[2] nil
-- @treturn[2] string why not
-- @treturn[2] string code: "not_area"
function areas.boxes(world, id)
  local list, _, code = world._core:area_boxes(id)
  if not list then return nil, ("%s is no area"):format(tostring(world:_object(id))), code end
  return list
end

return areas
