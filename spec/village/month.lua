-- Thirty days of the village at full pace with nobody in charge, watched: for month_spec.lua and docs/village.md.
local scenes = require "examples.demo.scene"

local jit = rawget(_G, "jit") -- of LuaJIT

local month = { DAYS = 30 }

local STEP, LOOK, ASK = 0.5, 5, 60 -- seconds between two updates, two looks at everybody, two questions after their plans
local NIGHT = "03:00"

-- The main sequence of somebody, whatever they have been called away for.
local function main_sequence(npc)
  local stack = npc:explain().stack
  return stack[#stack].sequences[1].sequence
end

local function add(map, key) map[key] = (map[key] or 0) + 1 end

-- Who lives there, the taverns too: whoever decides.
local function deciders(world)
  local list = {}
  for _, entity in ipairs(world:find()) do
    if entity.activities then list[#list + 1] = entity end
  end
  return list
end

-- What comes back to the same every night.
local function at_night(world)
  local stats, awake = world:stats(), {}
  local same = { halted = stats.halted, queued = stats.queued, undelivered = stats.undelivered, scenes = stats.scenes,
    entities = stats.entities, npcs = stats.npcs, links = stats.links, messages = stats.messages, meeting = stats.meeting }
  for _, npc in ipairs(world:find { tag = "person" }) do
    if npc.action ~= "slumber" and npc.role ~= "dead" then awake[#awake + 1] = npc.name end
  end
  if jit then jit.flush() end -- what LuaJIT has compiled is kept in the same memory
  collectgarbage()
  collectgarbage()
  return { same = same, awake = awake, core = stats.bytes, lua = collectgarbage "count" * 1024 }
end

local function listen(world, seen, plans)
  local last = {}
  world:on("start", function(npc, _, run)
    local before = last[npc.id]
    if before and world:now() - before.time > seen.longest.seconds then
      seen.longest = { seconds = world:now() - before.time, npc = npc.name, action = before.action }
    end
    last[npc.id] = { time = world:now(), action = run.action }
    add(seen.starts, run.action)
  end)
  world:on("plan", function(npc, sequence) plans[npc.id] = { sequence = sequence, since = world:now() } end)
  world:on("fail", function(_, sequence, cause) add(seen.fails, ("%s: %s"):format(sequence, cause)) end)
  for _, kind in ipairs { "halt", "error", "fallback" } do
    world:on(kind, function() seen[kind] = seen[kind] + 1 end)
  end
  return last
end

-- Whoever has something to do has an end of it ahead.
local function look(world, people, seen, last)
  for _, npc in ipairs(people) do
    if npc.remaining and npc.remaining < 0 then add(seen.overdue, ("%s: %s"):format(npc.name, npc.action)) end
    local begun = last[npc.id]
    if begun and world:now() - begun.time > seen.longest.seconds then
      seen.longest = { seconds = world:now() - begun.time, npc = npc.name, action = begun.action }
    end
  end
end

local function ask(world, people, seen, plans)
  for _, npc in ipairs(people) do
    local plan = plans[npc.id]
    local late = plan and npc.role ~= "dead" and world:now() - plan.since or 0
    if late > seen.latest.seconds and main_sequence(npc) ~= plan.sequence then
      seen.latest = { seconds = late, npc = npc.name, still = main_sequence(npc), plan = plan.sequence }
    end
  end
end

--- Plays the days.
-- @tparam[opt=3] number seed
-- @treturn table what was seen: `nights` (a list), `longest` (at one thing), `latest` (behind their plan), `overdue`,
-- `starts`, `fails`, `halt`, `error`, `fallback`, `stats`
function month.play(seed)
  local scene = scenes.new { place = "village", seed = seed or 3 }
  local world, people = scene.world, deciders(scene.world)
  local seen = { nights = {}, longest = { seconds = 0 }, latest = { seconds = 0 }, overdue = {}, starts = {}, fails = {},
    halt = 0, error = 0, fallback = 0 }
  local plans = {}
  local last = listen(world, seen, plans)
  for step = 1, month.DAYS * scenes.DAY / STEP do
    scene:advance(STEP)
    if step * STEP % LOOK == 0 then look(world, people, seen, last) end
    if step * STEP % ASK == 0 then ask(world, people, seen, plans) end
    if scene:clock() == NIGHT and step * STEP % 1 == 0 then seen.nights[#seen.nights + 1] = at_night(world) end
  end
  seen.stats = world:stats()
  return seen
end

return month
