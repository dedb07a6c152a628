-- Ten days in many copies of the village, side by side, where people leave and others come all the time: nothing may be lost,
-- and what memory is needed may be a little more in the first week than on the first day, and not more from then on. From the
-- project's folder, with the module:
--   luajit spec/soak/ten_days.lua [PEOPLE [DAYS]]     10000 and 10, unless given
-- Prints, for each day, what has happened, what memory is held, and how long the longest update took: that is not judged here.

package.path = "./?.lua;./lua/?.lua;./lua/?/init.lua;" .. package.path
local bustle = require "bustle"
local packs = require "bustle.packs"

local DAY, STEP, BETWEEN_CHANGES = 1440, 0.1, 20 -- seconds; steps
local WEEK = 7 -- days
local APART_X, APART_Y, IN_A_ROW = 400, 300, 14 -- units between villages

-- ---- The villages ----

local FOLDERS = { "behaviours/village" }

local function is_npc(compiled)
  local npcs = {}
  for _, entity in ipairs(compiled.tables.entities) do npcs[entity.name] = entity.npc end
  return npcs
end

-- Somebody of a village, or something in it, with the links that lead from it. Names are given once in a world, so nobody has one.
local function put(world, village, place)
  local id = assert(world:spawn(place.definition, { x = place.x + village.x, y = place.y + village.y, state = place.states })).id
  village.ids[place.name or place] = id
  return id
end

-- `to`: only those that lead to that one.
local function link(world, village, place, to)
  for _, each in ipairs(place.links or {}) do
    if not to or each.to == to then
      assert(world:link(village.ids[place.name or place], each.link, village.ids[each.to], each.value or 1))
    end
  end
end

local function build(world, compiled, npcs, number)
  local village = { x = number % IN_A_ROW * APART_X, y = math.floor(number / IN_A_ROW) * APART_Y, ids = {} }
  local people = {}
  for _, place in ipairs(compiled.places) do
    put(world, village, place)
    if npcs[place.definition] then people[#people + 1] = { village = village, place = place } end
  end
  for _, place in ipairs(compiled.places) do link(world, village, place) end
  return village, people
end

-- ---- What has to be true ----

local function check(world, people)
  local sound, what = world:check()
  assert(sound, what)
  local stats = world:stats()
  assert(stats.npcs == people, ("there are %d people"):format(stats.npcs))
  assert(stats.adopts - stats.drops == stats.places, "a place at an offer is lost")
  assert(stats.messages_sent == stats.messages_taken + stats.messages_lost + stats.messages, "a message is lost")
  assert(stats.halted == 0, "somebody has halted")
  return stats
end

-- When all have left, all has come back.
local function check_empty(world, villages)
  for _, village in ipairs(villages) do
    for _, id in pairs(village.ids) do assert(world:remove(id)) end
  end
  world:update(0)
  local stats = check(world, 0)
  for _, what in ipairs { "entities", "scenes", "places", "links", "messages", "meeting" } do
    assert(stats[what] == 0, ("%s are left: %d"):format(what, stats[what]))
  end
  assert(stats.joins == stats.leaves and stats.adopts == stats.drops, "more have come than gone")
end

-- ---- Ten days ----

local random = 7
local function draw(below)
  random = random * 16807 % 2147483647
  return random % below
end

-- Somebody leaves, and somebody of the same kind takes over.
local function replace(world, compiled, somebody)
  local village, place = somebody.village, somebody.place
  assert(world:remove(village.ids[place.name or place]))
  put(world, village, place)
  link(world, village, place)
  for _, other in ipairs(place.name and compiled.places or {}) do link(world, village, other, place.name) end
end

-- Seconds of the processor's time.
local function update(world)
  local began = os.clock()
  assert(world:update(STEP))
  return os.clock() - began
end

local function play_day(world, compiled, people)
  local longest = 0
  for step = 1, DAY / STEP do
    if step % BETWEEN_CHANGES == 0 then replace(world, compiled, people[draw(#people) + 1]) end
    longest = math.max(longest, update(world))
  end
  return longest
end

local function kilobytes()
  collectgarbage()
  collectgarbage()
  return collectgarbage "count"
end

-- What fills up is what people remember, and what the busiest hour of the week needs.
local function check_memory(held, day)
  local first, week, now = held[1], held[WEEK], held[day]
  assert(now.world <= 1.1 * first.world, "the world needs much more memory than on the first day")
  assert(day <= WEEK or now.world <= 1.01 * week.world, "the world needs more memory than in the first week")
  assert(now.lua <= first.lua + 2 ^ 18, "Lua holds more than after the first day")
end

local function main(wanted, days)
  local compiled = assert(packs.compile(packs.load(FOLDERS, {})))
  local world = bustle.world { packs = FOLDERS, places = false, seed = 1, clock = { day = DAY, start = "06:00" } }
  local npcs, people, villages = is_npc(compiled), {}, {}
  while #people < wanted do
    local village, its_people = build(world, compiled, npcs, #villages)
    villages[#villages + 1] = village
    for _, somebody in ipairs(its_people) do people[#people + 1] = somebody end
  end
  print(("%d people in %d villages"):format(#people, #villages))
  print(("the first update, in which everybody decides: %.2f ms"):format(1000 * update(world)))
  local held = {}
  for day = 1, days do
    local longest = play_day(world, compiled, people)
    local stats = check(world, #people)
    held[day] = { world = stats.bytes, lua = kilobytes() * 1024 }
    print(("day %d: %d actions, %d members of scenes, %d places, %d messages so far; %.1f MB, in Lua %.1f MB; longest update %.2f ms")
      :format(day, stats.starts, stats.joins, stats.adopts, stats.messages_sent, held[day].world / 2 ^ 20, held[day].lua / 2 ^ 20,
        1000 * longest))
    io.stdout:flush()
    check_memory(held, day)
  end
  check_empty(world, villages)
  print "nothing was lost"
end

main(tonumber(arg[1]) or 10000, tonumber(arg[2]) or 10)
