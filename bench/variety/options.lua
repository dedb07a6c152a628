--- How the capacity of memory and the number of options interact: NPCs who do nothing but choose, at one place or at
-- several in turn, between options that are always open. Played by the core.
local bustle = require "bustle"
local guesses = require "bench.variety.guesses"

local options = {}

local SEED = 20

-- ---- The pack ----

-- So many choices one after the other, each between as many actions: `at_1` leads to `do_1_1`, `do_1_2` ..., all of
-- these to `at_2`.
local function pack_of(places, count, capacity)
  local actions, round = {}, { entry = "at_1" }
  for place = 1, places do
    local to = {}
    for i = 1, count do
      local name = ("do_%d_%d"):format(place, i)
      actions[name] = { duration = 1 }
      round[name] = { action = name, to = place < places and ("at_%d"):format(place + 1) or "END" }
      to[i] = name
    end
    round[("at_%d"):format(place)] = { to = to }
  end
  return bustle.pack { name = "choosing", actions = actions, sequences = { round = round },
    npcs = { chooser = { main = "round", memory = { transitions = capacity } } } }
end

-- ---- Playing ----

-- What each NPC took, as `bench.variety.guesses` takes it: `{ ways = { { place=, taken=, open= }, ... } }`.
local function play(places, count, capacity, plan)
  local world = bustle.world { packs = { pack_of(places, count, capacity) }, seed = SEED }
  local npcs, by_id = {}, {}
  for i, id in ipairs(assert(world:spawn_many("chooser", plan.npcs))) do
    npcs[i] = { ways = {} }
    by_id[id] = npcs[i]
  end
  for _ = 1, plan.choices * places do
    world:update(1)
    local events = world:events()
    for i = 1, events.count do
      if events:kind(i) == "start" then
        local name, ways = events:name(i), by_id[events:npc(i)].ways
        ways[#ways + 1] = { place = name:match("^do_(%d+)"), taken = name, open = count }
      end
    end
  end
  world:close()
  return npcs
end

-- ---- Measuring ----

-- After how many choices at its place an option came again, fewest first.
local function gaps_of(npcs)
  local gaps = {}
  for _, npc in ipairs(npcs) do
    local turns, last = {}, {}
    for _, choice in ipairs(npc.ways) do
      local turn = (turns[choice.place] or 0) + 1
      turns[choice.place] = turn
      if last[choice.taken] then gaps[#gaps + 1] = turn - last[choice.taken] end
      last[choice.taken] = turn
    end
  end
  table.sort(gaps)
  return gaps
end

local function share_of(list, value)
  local count = 0
  for _, each in ipairs(list) do
    if each == value then count = count + 1 end
  end
  return 100 * count / #list
end

--- One cell: so many places with so many options each, and a memory of so many records.
-- @treturn table `{ places=, options=, capacity=, again=, soonest=, guessed= }`: how often the same comes twice in a
-- row (%), after how many choices the same comes again in the soonest tenth, how often a watcher guesses the next (%)
function options.measure(places, count, capacity, plan)
  local npcs = play(places, count, capacity, plan)
  local gaps = gaps_of(npcs)
  return { places = places, options = count, capacity = capacity, again = share_of(gaps, 1),
    soonest = gaps[math.ceil(#gaps / 10)], guessed = 100 * guesses.best(npcs) }
end

return options
