--- How well somebody who watches an NPC guesses which way it takes next: by four simple rules, of which the one that
-- does best in a run counts. The watcher knows how many ways are open and has seen every choice so far, and is right by
-- chance where a rule has nothing to say.
local guesses = {}

-- What a watcher knows of one place: how often each way was taken, when last, and what was taken after what.
local function new_place()
  return { counts = {}, times = {}, after = {}, order = {}, last = nil, seen = 0 }
end

-- The entry with the most; the first met, of several.
local function most(order, value)
  local best
  for _, taken in ipairs(order) do
    if value(taken) and (not best or value(taken) > value(best)) then best = taken end
  end
  return best
end

local function hit(guess, choice)
  if guess == nil then return 1 / choice.open end
  return guess == choice.taken and 1 or 0
end

local RULES = {}

-- The same again.
function RULES.again(place, choice) return hit(place.last, choice) end

-- What is usual here.
function RULES.usual(place, choice)
  return hit(most(place.order, function(taken) return place.counts[taken] end), choice)
end

-- What came after this the last time.
function RULES.follower(place, choice)
  return hit(place.last and place.after[place.last], choice)
end

-- What was not taken for the longest time; as long as some were never seen, one of those.
function RULES.longest_ago(place, choice)
  local unseen = choice.open - #place.order
  if unseen > 0 then return place.counts[choice.taken] and 0 or 1 / unseen end
  return hit(most(place.order, function(taken) return -place.times[taken] end), choice)
end

local function note(place, choice)
  local taken = choice.taken
  if not place.counts[taken] then place.order[#place.order + 1] = taken end
  place.seen = place.seen + 1
  place.counts[taken], place.times[taken] = (place.counts[taken] or 0) + 1, place.seen
  if place.last then place.after[place.last] = taken end
  place.last = taken
end

local NAMES = { "again", "usual", "follower", "longest_ago" }

-- How many of the choices of one NPC each rule guesses.
local function watch(choices)
  local places, hits = {}, {}
  for _, name in ipairs(NAMES) do hits[name] = 0 end
  for _, choice in ipairs(choices) do
    local place = places[choice.place] or new_place()
    places[choice.place] = place
    for _, name in ipairs(NAMES) do hits[name] = hits[name] + RULES[name](place, choice) end
    note(place, choice)
  end
  return hits
end

--- The share of all transition choices that the best rule guesses.
-- @tparam {table,...} npcs of a record
-- @treturn number from 0 to 1
-- @treturn string the rule
function guesses.best(npcs)
  local sums, all = {}, 0
  for _, npc in ipairs(npcs) do
    local hits = watch(npc.ways)
    all = all + #npc.ways
    for _, name in ipairs(NAMES) do sums[name] = (sums[name] or 0) + hits[name] end
  end
  local best = most(NAMES, function(name) return sums[name] end)
  return all > 0 and sums[best] / all or 0, best
end

return guesses
