--- The ways of choosing that are compared with memory. A way decides between two or more open options, nothing else:
-- what is open, what an action prefers, how long it takes and what comes of it stay with the rules.
--
-- A way is a function of a choice, which returns the index of an option. A choice is
-- `{ ranks=, place=, mind=, distances=, stream= }`: `ranks` has a number for each option, its place in the written
-- order or its spawn number, ascending; `place` names where it is met; `mind` is a table of the NPC's own in which a
-- way keeps what it wants; `distances` are those of targets, nil for transitions; `stream` is the NPC's random stream.
local u32 = require "spec.oracle.u32"

local ways = {}

local function draw(choice, count)
  return u32.draw(choice.stream, count) + 1
end

--- The first that is open.
function ways.first()
  return 1
end

--- Any that is open, each as likely.
function ways.random(choice)
  return draw(choice, #choice.ranks)
end

--- One after the other: the next after the one that was taken here last, and after the last of all the first again.
function ways.round_robin(choice)
  local last, index = choice.mind[choice.place] or 0, 1
  for i = #choice.ranks, 1, -1 do
    if choice.ranks[i] > last then index = i end
  end
  choice.mind[choice.place] = choice.ranks[index]
  return index
end

-- Whole numbers, because the stream draws such: by nearness for targets, by the written order for transitions (the
-- first of three weighs three times as much as the last).
local function weight_of(choice, i)
  if choice.distances then return math.floor(1000000 / (1 + choice.distances[i])) end
  return #choice.ranks - i + 1
end

--- By weights: what is written first, and whoever is near, is taken more often.
function ways.utility(choice)
  local sum = 0
  for i = 1, #choice.ranks do sum = sum + weight_of(choice, i) end
  local left = u32.draw(choice.stream, sum)
  for i = 1, #choice.ranks do
    left = left - weight_of(choice, i)
    if left < 0 then return i end
  end
end

--- Out of a bag, which is filled again when nothing that is open is left in it: by chance, but each once before any
-- comes twice.
function ways.shuffle_bag(choice)
  local taken, left = choice.mind[choice.place] or {}, {}
  for i, rank in ipairs(choice.ranks) do
    if not taken[rank] then left[#left + 1] = i end
  end
  if #left == 0 then
    taken = {}
    for i = 1, #choice.ranks do left[i] = i end
  end
  choice.mind[choice.place] = taken
  local index = left[draw(choice, #left)]
  taken[choice.ranks[index]] = true
  return index
end

return ways
