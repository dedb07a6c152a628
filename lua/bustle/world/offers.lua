--- Offers as the game sees them: what entities offer, who holds it, and what NPCs hold (S61 to S64).
local check = require "bustle.world.check"

local offers = {}

local function shown(world) return world._names.shown end

-- The offers of an entity, as the core has them, with names.
local function offerings(world, id)
  local list = world._core:entity_offers(id)
  for i, each in ipairs(list) do
    list[i] = { name = shown(world).offer[each.offer], sequence = shown(world).sequence[each.sequence],
      holders = each.holders > 0 and each.holders or nil, taken = each.taken }
  end
  return list
end

--- What an entity offers now, by name.
-- @tparam table world
-- @tparam number id
-- @treturn {table,...} `{ name=, sequence=, holders=, taken= }`; without `holders` any number may hold it
function offers.of(world, id)
  return offerings(world, id)
end

--- Who holds an offer of an entity, in the order of their coming.
-- @tparam table world
-- @tparam number id
-- @tparam string|nil name nil: any of them
-- @tparam number level as in `error`
-- @treturn {table,...}
function offers.holders(world, id, name, level)
  local offer
  if name ~= nil then offer = world._names:id("offer", name, level + 1) end
  local list = check.call(world._core, level + 1, "entity_holders", id, offer)
  for i, holder in ipairs(list) do list[i] = world:_object(holder) end
  return list
end

--- Revokes an offer of an entity (S64).
-- @treturn[1] number how many lose it, on their next turns
-- @treturn[2] nil
-- @treturn[2] string why not
-- @treturn[2] string code: "no_memory"
function offers.revoke(world, id, name, level)
  local offer = world._names:id("offer", name, level + 1)
  local count, message, code = check.call(world._core, level + 1, "entity_revoke", id, offer)
  return count, message, code
end

--- What an NPC holds, or is to take again, in the order in which it was taken.
-- @tparam table world
-- @tparam number id
-- @treturn {table,...} `{ offer=, sequence=, provider=, activity=, held=, undone=, revoked= }`
function offers.places(world, id)
  local list = world._core:npc_places(id)
  for _, place in ipairs(list) do
    place.offer, place.sequence = shown(world).offer[place.offer], shown(world).sequence[place.sequence]
    place.provider = place.provider and world:_object(place.provider)
    place.activity = place.activity and place.activity + 1
  end
  return list
end

-- ---- Taking one ----

local function called(world, id)
  return world._core:entity_name(id) or tostring(world:_object(id))
end

local function names_of(list)
  local names = {}
  for i, each in ipairs(list) do names[i] = each.name end
  return table.concat(names, ", ")
end

-- Why an NPC was not given what it was made to ask for.
local function refusal(world, npc, name, provider)
  local list = offerings(world, provider)
  for _, each in ipairs(list) do
    if each.name == name then
      return ("%s does not offer %s to %s now: it holds it already, lacks what that needs, or a condition is false")
        :format(called(world, provider), name, called(world, npc))
    end
  end
  return ("%s does not offer %s now%s"):format(called(world, provider), name,
    #list > 0 and (" (it offers %s)"):format(names_of(list)) or "")
end

local OPTIONS = { priority = true }

--- Makes an NPC take an offer of an entity (S64).
-- @tparam table world
-- @tparam number npc
-- @tparam string name
-- @param provider
-- @tparam table|nil options `priority`
-- @tparam number level as in `error`
-- @treturn[1] boolean true
-- @treturn[2] nil
-- @treturn[2] string why not
-- @treturn[2] string code
function offers.request(world, npc, name, provider, options, level)
  local offer = world._names:id("offer", name, level + 1)
  provider = world:_id(provider, "request: the provider", level + 1)
  if options ~= nil then
    check.type(options, "table", "request: the options", level + 1)
    check.keys(options, OPTIONS, "request", level + 1)
  end
  local priority = options and options.priority
  if priority ~= nil then check.whole(priority, -32768, 32767, "request: priority", level + 1) end
  if npc == provider then return nil, "an NPC asks others, not itself", "bad_argument" end
  local ok, message, code = check.call(world._core, level + 1, "npc_request", npc, offer, provider, priority)
  world._delivery:changed()
  if code == "no_offer" then message = refusal(world, npc, name, provider) end
  if code == "full" then message = ("all places at %s of %s are taken"):format(name, called(world, provider)) end
  return ok, message, code
end

return offers
