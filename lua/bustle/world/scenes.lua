--- Scenes as the game sees them: who is in which, and as what. `npc.scene` and `npc:scenes()` come from here; staging
-- is in `bustle.world.staging`. The core knows scenes and parts by numbers; here they have names.
local scenes = {}

--- The name of a part.
-- @tparam table world
-- @tparam number scene id
-- @tparam number part from 0
-- @treturn string
function scenes.part(world, scene, part)
  return world._names.content:part_name(scene, part)
end

--- The names of all parts of a scene, in the order written.
-- @tparam table world
-- @tparam number scene id
-- @treturn {string,...}
function scenes.parts(world, scene)
  local qualified = world._names.content:name("scene", scene)
  for _, made in ipairs(world._names.compiled.tables.scenes) do
    if made.name == qualified then
      local list = {}
      for i, part in ipairs(made.parts) do list[i] = part.name end
      return list, made
    end
  end
end

-- Which scene a node casts, by "SEQUENCE/NODE", found once for a content.
local function casting_nodes(names)
  if names.casting_nodes then return names.casting_nodes end
  local found = {}
  for _, sequence in ipairs(names.compiled.tables.sequences) do
    for _, node in ipairs(sequence.nodes) do
      if node.kind == "scene" then found[("%s/%s"):format(sequence.name, node.name)] = node.performs end
    end
  end
  names.casting_nodes = found
  return found
end

--- Whether an NPC is at a node that casts a scene, so that it is not a cue that does.
-- @tparam table world
-- @tparam number id
-- @tparam number|string scene its id, or the name that the world shows
-- @treturn boolean
function scenes.casts_at_node(world, id, scene)
  local names, frames = world._names, world._core:frames(id)
  local top = frames[#frames]
  if not top or not top.node then return false end
  local content = names.content
  local performs = casting_nodes(names)[("%s/%s"):format(content:name("sequence", top.sequence),
    content:node_name(top.sequence, top.node))]
  if type(scene) == "string" then scene = names:id("scene", scene, 2) end
  return performs ~= nil and performs == content:name("scene", scene)
end

-- Whether somebody keeps one that waits from going on (S57).
local function is_behind(other, own)
  return other.npc ~= own.npc and not other.ended and (own.ended or other.phase < own.phase)
end

-- Objects of those who keep a member from going on; none if it does not wait.
local function awaited(world, members, own)
  local list = {}
  for _, other in ipairs(own.waiting and members or {}) do
    if is_behind(other, own) then list[#list + 1] = world:_object(other.npc) end
  end
  return list
end

--- Those who have done less of a scene than one of its members.
-- @tparam table world
-- @tparam number id of the member
-- @tparam number number of the scene
-- @treturn {number,...} ids
function scenes.behind(world, id, number)
  local members, list, own = world._core:scene_members(number) or {}, {}, nil
  for _, member in ipairs(members) do own = member.npc == id and member or own end
  for _, other in ipairs(own and members or {}) do
    if is_behind(other, own) then list[#list + 1] = other.npc end
  end
  return list
end

local function membership(world, id, own)
  local members, list = world._core:scene_members(own.number) or {}, {}
  own.npc = id
  for i, member in ipairs(members) do
    list[i] = { npc = world:_object(member.npc), part = scenes.part(world, member.scene, member.part) }
  end
  return { name = world._names.shown.scene[own.scene], number = own.number,
    part = scenes.part(world, own.scene, own.part), phase = own.phase, members = list,
    waiting = awaited(world, members, own), waits = own.waiting, ended = own.ended, away = own.away, sunk = own.sunk,
    over = own.over, begun = own.activity ~= nil, host = own.host and world:_object(own.host),
    initiator = own.initiator, began = own.began / 1000 }
end

--- The scenes of an NPC: that of its topmost activity first, those that sank after them, last those that it has yet to
-- begin.
-- @tparam table world
-- @tparam number id
-- @treturn {table,...}
function scenes.of(world, id)
  local list = world._core:scenes(id)
  for i, own in ipairs(list) do list[i] = membership(world, id, own) end
  return list
end

--- The first of these, or nil.
function scenes.topmost(world, id)
  local own = world._core:scenes(id)[1]
  return own and membership(world, id, own)
end

return scenes
