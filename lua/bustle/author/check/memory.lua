--- Decisions with many more options than the NPCs who take them can remember, so that chance decides rather than memory
-- (S25, S27). Half as many records as options is what the manual recommends; less is most likely not meant.
local keys = require "bustle.common.keys"
local ranges = require "bustle.author.check.ranges"
local reader = require "bustle.author.expression.reader"

local DEFAULT = 10

-- Looking for the largest set of options takes its time only where conditions are odd; then all of them count.
local MOST_STEPS = 20000

-- ---- How many options can be open at once ----

-- By destination, the conditions of the ways there: those to the same node are one option (S22).
local function options_of(transitions, otherwise)
  local list, by_destination = {}, {}
  for _, transition in ipairs(transitions) do
    if (transition.otherwise or false) == otherwise then
      local option = by_destination[transition.to]
      if not option then
        option = { ways = {} }
        by_destination[transition.to] = option
        list[#list + 1] = option
      end
      option.ways[#option.ways + 1] = reader.conditions(transition.when)
    end
  end
  return list
end

local function together(a, b, bounds)
  for _, way in ipairs(a.ways) do
    for _, other in ipairs(b.ways) do
      local all = {}
      for _, condition in ipairs(way) do all[#all + 1] = condition end
      for _, condition in ipairs(other) do all[#all + 1] = condition end
      if ranges.possible(all, bounds) then return true end
    end
  end
  return false
end

local function exclusions(options, bounds)
  local excluded, any = {}, false
  for i = 1, #options do excluded[i] = {} end
  for i = 1, #options do
    for j = i + 1, #options do
      if not together(options[i], options[j], bounds) then
        excluded[i][j], excluded[j][i], any = true, true, true
      end
    end
  end
  return excluded, any
end

-- The size of the largest set of options of which no two exclude each other.
local function largest(options, bounds)
  local excluded, any = exclusions(options, bounds)
  if not any then return #options end
  local best, steps = 0, 0
  local function extend(candidates, size)
    steps = steps + 1
    if size > best then best = size end
    for i, each in ipairs(candidates) do
      if size + #candidates - i + 1 <= best or steps > MOST_STEPS then return end
      local rest = {}
      for j = i + 1, #candidates do
        if not excluded[each][candidates[j]] then rest[#rest + 1] = candidates[j] end
      end
      extend(rest, size + 1)
    end
  end
  local all = {}
  for i = 1, #options do all[i] = i end
  extend(all, 0)
  return steps > MOST_STEPS and #options or best
end

local function open_at_once(node, bounds, limit)
  local most = 0
  for _, otherwise in ipairs { false, true } do
    local options = options_of(node.transitions, otherwise)
    -- Comparing all with all is only worth it where it can matter.
    if #options > limit then most = math.max(most, largest(options, bounds)) end
  end
  return most
end

-- ---- Who decides ----

local function enough_for(options)
  return math.floor(options / 2)
end

-- The NPC with the smallest memory that comes to each sequence. None at all is what somebody wants who writes 0.
local function forgetful(review)
  local by_sequence = {}
  for _, name in ipairs(keys.names(review.entities)) do
    local npc = review.entities[name]
    local capacity = npc.transition_memories or DEFAULT
    if npc.npc and capacity > 0 and review:is_sound("entity", name) then
      for sequence in pairs(review.reach:reached(npc)) do
        local known = by_sequence[sequence]
        if not known or capacity < known.capacity then by_sequence[sequence] = { name = name, capacity = capacity } end
      end
    end
  end
  return by_sequence
end

return function(review)
  local by_sequence = forgetful(review)
  for _, sequence in ipairs(review.tables.sequences) do
    local npc = by_sequence[sequence.name]
    if npc and review:is_sound("sequence", sequence.name) then
      for _, node in ipairs(sequence.nodes) do
        local count = open_at_once(node, review:bounds(), npc.capacity)
        if npc.capacity < enough_for(count) then
          review:warn("sequence", sequence.name, { code = "forgotten-options", spot = ('node "%s"'):format(node.name),
            text = ('%d options can be open at once, and npc "%s" remembers less than half as many transitions: %d')
              :format(count, npc.name, npc.capacity),
            cure = ("give it memory = { transitions = %d } or more, or split the decision"):format(enough_for(count)) })
        end
      end
    end
  end
end
