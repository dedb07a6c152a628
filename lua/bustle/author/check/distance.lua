--- Actions whose targets are never in range. That is certain only where nothing moves: all who perform the action and
-- all who accept it are static, and packs say where they stand. The game may spawn others elsewhere, which is its own
-- affair.
local keys = require "bustle.common.keys"
local distances = require "bustle.common.distance"
local ranges = require "bustle.author.check.ranges"
local reader = require "bustle.author.expression.reader"
local searching = require "bustle.author.check.searching"

local HIGHEST = 2147483647

-- ---- Who and where ----

local function places_by_definition(review)
  local places = {}
  for _, place in ipairs(review.compiled.places) do
    if place.definition then
      places[place.definition] = places[place.definition] or {}
      table.insert(places[place.definition], place)
    end
  end
  return places
end

-- Where all of some definitions stand; nil if one of them moves or stands where no pack has put it.
local function standing(review, names, places)
  local all = {}
  for _, name in ipairs(names) do
    if review.entities[name].position ~= "static" or not places[name] then return nil end
    for _, place in ipairs(places[name]) do all[#all + 1] = place end
  end
  return #all > 0 and all or nil
end

local function add_to(map, key, name)
  local list = map[key] or {}
  map[key] = list
  if list[#list] ~= name then list[#list + 1] = name end
end

-- By action, the NPCs that look for a target of it.
local function performers(review)
  local by_action = {}
  for _, name in ipairs(keys.names(review.entities)) do
    local npc = review.entities[name]
    for sequence in pairs(npc.npc and review.reach:reached(npc) or {}) do
      for _, node in ipairs(review.sequences[sequence].nodes) do
        if searching(node) then
          add_to(by_action, node.performs, name)
        end
      end
    end
  end
  return by_action
end

local function acceptors(review)
  local by_action = {}
  for _, name in ipairs(keys.names(review.entities)) do
    for _, action in ipairs(review.entities[name].accepts) do add_to(by_action, action, name) end
  end
  return by_action
end

-- ---- Distances ----

-- Packs do not know the world that they will be in: this is by the metric that a world has unless it says otherwise.
local function distance(a, b)
  local sum = 0
  for _, axis in ipairs { "x", "y", "z" } do sum = sum + (a[axis] - b[axis]) ^ 2 end
  return math.sqrt(sum)
end

-- The pair that misses the range by least; nil if one is within it.
local function closest_miss(npcs, targets, low, high)
  local best, by
  for _, npc in ipairs(npcs) do
    for _, target in ipairs(targets) do
      if npc ~= target then
        local apart = distance(npc, target)
        local missed = math.max(low - apart, apart - high)
        if missed <= 0 then return nil end
        if not by or missed < by then best, by = { npc = npc, target = target, apart = apart }, missed end
      end
    end
  end
  return best
end

local function wanted(low, high)
  if low <= 0 then return ("up to %d"):format(high) end
  if high >= HIGHEST then return ("%d or more"):format(low) end
  return ("%d to %d"):format(low, high)
end

local function check_action(review, action, npcs, targets)
  local low, high = ranges.of(reader.conditions(action.when), { type = "key", subject = "distance" }, review:bounds())
  if not low or (low <= 0 and high >= HIGHEST) then return end
  local miss = closest_miss(npcs, targets, low, high)
  if not miss then return end
  review:warn("action", action.name, { code = "out-of-range", spot = "when",
    text = ('it wants a distance of %s, but it is %s from "%s" to "%s", and nobody who performs or accepts it moves')
      :format(wanted(low, high), distances.text(miss.apart), miss.npc.definition, miss.target.definition),
    cure = "place them otherwise, let the npc move, or change the distance" })
end

return function(review)
  if not (review:are_sound("entity") and review:are_sound("sequence")) then return end
  local places, by_performer, by_acceptor = places_by_definition(review), performers(review), acceptors(review)
  for _, action in ipairs(review.tables.actions) do
    local npcs = standing(review, by_performer[action.name] or {}, places)
    local targets = standing(review, by_acceptor[action.name] or {}, places)
    if npcs and targets and review:is_sound("action", action.name) then check_action(review, action, npcs, targets) end
  end
end
