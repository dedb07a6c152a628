--- What an explanation says of offers and areas: the places that an NPC holds, what it offers itself, what it asked for
-- last, and where it is. All of it is names.
local happenings = require "bustle.observe.happenings"

local explained = {}

local function called(world, entity)
  return entity and happenings.label(world, entity.id).name or nil
end

--- The places of an NPC, as `npc:places()` has them.
-- @treturn {table,...}
function explained.places(world, npc)
  local list = npc:places()
  for _, place in ipairs(list) do place.provider = called(world, place.provider) end
  return list
end

--- What an NPC offers itself: `{ name=, sequence=, holders=, taken=, by= }`.
-- @treturn {table,...}
function explained.offers(world, npc)
  local list = npc:offers()
  for _, offer in ipairs(list) do
    offer.by = {}
    for i, holder in ipairs(npc:holders(offer.name)) do offer.by[i] = called(world, holder) end
  end
  return list
end

--- The areas that an NPC is in: the innermost, and all of them, the smallest first.
-- @treturn string|nil
-- @treturn {string,...}
function explained.areas(world, npc)
  local list = npc:areas()
  for i, area in ipairs(list) do list[i] = called(world, area) end
  return called(world, npc.area), list
end

--- What it has asked for, and what came of the last time, by sequence and node.
-- @tparam table tests of a keeper
-- @treturn {table,...} entries of kind "request"
function explained.requests(tests)
  local list = {}
  for _, entry in pairs(tests.requests or {}) do list[#list + 1] = entry end
  table.sort(list, function(a, b)
    if a.sequence ~= b.sequence then return a.sequence < b.sequence end
    return a.node < b.node
  end)
  return list
end

--- What a waiting NPC waits for, if it asks for an offer there.
-- @tparam table doing of `npc:doing()`
-- @tparam {string,...}|nil asked names; nil: it waits for something else
-- @tparam table tests of a keeper
-- @treturn table|nil `{ asked=, last= }`: names, and the entry of the last try, if that is kept
function explained.awaited(doing, asked, tests)
  if not asked then return nil end
  local last = tests.requests and tests.requests[("%s/%s"):format(doing.sequence, doing.node)]
  return { asked = asked, last = last }
end

--- Which place an undo gives back, of those that an NPC has.
-- @tparam {table,...} places of `explained.places`
-- @tparam string|nil provider whom the undoing sequence is at
-- @treturn string|nil the offer
function explained.undone(places, provider)
  for _, place in ipairs(places) do
    if place.undone and place.provider == provider then return place.offer end
  end
end

return explained
