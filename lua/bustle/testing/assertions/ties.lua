--- The assertions about offers, areas and links: `holds`, `conserves_places`, `is_inside` and `linked`.
local common = require "bustle.testing.assertions.common"
local entity = require "bustle.world.entity"

local refuse, result, to = common.refuse, common.result, common.to

local ties = {}

local function check_entity(world, value, what, level)
  if not entity.is_entity(value) or value._world ~= world then
    refuse(level + 1, "%s must be an entity of this world, not %s", what, tostring(value))
  end
end

-- ---- Offers ----

local function shown_place(world, place)
  return ("%s%s"):format(place.offer, place.provider and " of " .. world:_called(place.provider) or "")
end

--- `assert.npc(mary).holds("sit", chair)`
function ties.holds(state, arguments, level)
  local npc, world = common.npc_of(state, "holds", level + 1)
  local offer, provider = world._names.shown.offer[world._names:id("offer", arguments[1], level + 1)], arguments[2]
  if provider ~= nil then check_entity(world, provider, "holds: the provider", level + 1) end
  local list, passed = {}, false
  for _, place in ipairs(npc.alive and npc:places() or {}) do
    if place.held then list[#list + 1] = shown_place(world, place) end
    passed = passed or place.held and place.offer == offer and (provider == nil or place.provider == provider)
  end
  return result(state, arguments, passed, function()
    return common.about(npc, "%s hold %s%s; it holds %s", to(state), offer,
      provider and " of " .. world:_called(provider) or "", #list > 0 and table.concat(list, ", ") or "nothing")
  end)
end

--- `assert.world(w).conserves_places()`: what was taken at offers has been given back, or is held.
function ties.conserves_places(state, arguments, level)
  local world = common.world_of(state, "conserves_places", level + 1)
  local stats, held = world:stats(), 0
  for id in world:_each() do
    for _, place in ipairs(world:_is_npc(id) and world._core:npc_places(id) or {}) do
      if place.held then held = held + 1 end
    end
  end
  return result(state, arguments, stats.adopts - stats.drops == held and stats.places == held, function()
    return ("expected the world %s conserve places at offers\n%d taken, %d given back, %d held"):format(to(state),
      stats.adopts, stats.drops, held)
  end)
end

-- ---- Areas ----

--- `assert.npc(mary).is_inside(pub)`
function ties.is_inside(state, arguments, level)
  local npc, world = common.npc_of(state, "is_inside", level + 1)
  local area = arguments[1]
  check_entity(world, area, "is_inside: the area", level + 1)
  local list, passed = {}, false
  for i, each in ipairs(npc.alive and npc:areas() or {}) do
    list[i] = world:_called(each)
    passed = passed or each == area
  end
  return result(state, arguments, passed, function()
    return common.about(npc, "%s be inside %s; it is in %s", to(state), world:_called(area),
      #list > 0 and table.concat(list, ", ") or "no area")
  end)
end

-- ---- Links ----

local function shown_links(world, from, kind)
  local others, values = from:links(kind)
  for i, other in ipairs(others) do
    others[i] = values[i] == true and world:_called(other)
      or ("%s (%s)"):format(world:_called(other), tostring(values[i]))
  end
  return #others > 0 and table.concat(others, ", ") or "nobody"
end

--- `assert.world(w).is_linked(brian, "trust", anna)`, and with a fourth argument that the link holds that.
function ties.is_linked(state, arguments, level)
  local world = common.world_of(state, "is_linked", level + 1)
  local from, kind, other, wanted = arguments[1], arguments[2], arguments[3], arguments[4]
  check_entity(world, from, "is_linked: the first argument", level + 1)
  check_entity(world, other, "is_linked: the third argument", level + 1)
  local known, value, exists = pcall(from.link, from, kind, other)
  if not known then refuse(level + 1, "is_linked: %s", tostring(value)) end
  local passed = exists and (wanted == nil or value == wanted)
  return result(state, arguments, passed, function()
    return ("expected %s %s be linked to %s by %s%s; %s leads to %s"):format(world:_called(from), to(state),
      world:_called(other), kind, wanted ~= nil and " with " .. tostring(wanted) or "", kind,
      shown_links(world, from, kind))
  end)
end

return ties
