--- Those whom a request did not look at because they are too far: found among all who offer what it asks for.
local providers = {}

local function set_of(list)
  local set = {}
  for _, each in ipairs(list) do set[each] = true end
  return set
end

local function has_one(world, id, tags)
  local own = world._names.definitions[world._core:definition(id)].tags
  for _, tag in ipairs(tags) do
    if own[tag] then return true end
  end
  return #tags == 0
end

-- Which of its offers was asked for; nil: none.
local function offered(world, id, wanted)
  for _, each in ipairs(world._core:entity_offers(id)) do
    local name = world._names.shown.offer[each.offer]
    if wanted == nil or wanted[name] then return name end
  end
end

--- Adds them to those that were looked at.
-- @tparam table world
-- @tparam {table,...} looked with `id`
-- @tparam number npc who asks
-- @tparam {string,...} asked names; none: any
-- @tparam {string,...} tags one of which they have; none: they need none
-- @tparam number most how long the list may become
-- @tparam function name_of takes an id
function providers.add_far(world, looked, npc, asked, tags, most, name_of)
  local known, wanted = { [npc] = true }, #asked > 0 and set_of(asked) or nil
  for _, each in ipairs(looked) do known[each.id] = true end
  for id in world:_each() do
    if #looked >= most then return end
    local offer = not known[id] and has_one(world, id, tags) and offered(world, id, wanted)
    if offer then looked[#looked + 1] = { target = name_of(id), id = id, offer = offer, verdict = "far" } end
  end
end

return providers
