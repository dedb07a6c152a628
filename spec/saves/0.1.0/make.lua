--- make.lua FOLDER: the saves and recordings of this folder, as bustle 0.1.0 made them:
--
--     ./bustle build debug && eval "$(./bustle env lua5.4 debug)"
--     LUA_PATH="$PWD/?.lua;$LUA_PATH" lua5.4 spec/saves/0.1.0/make.lua spec/saves/0.1.0
--
-- A later bustle writes another format: it keeps these files as they are, and reads them.
local bustle = require "bustle"
local core = require "bustle.core"
local told = require "spec.saves.told"

local FOLDER = ...
local PACKS = "spec/saves/0.1.0/packs/"

local function write(name, bytes)
  local file = assert(io.open(FOLDER .. "/" .. name, "wb"))
  assert(file:write(bytes))
  assert(file:close())
end

local function keep(world, name)
  assert(world:check())
  write(name .. ".save", assert(world:save { key = function(_, owner) return owner end }))
  write(name .. ".txt", told(world._core))
end

local function content_of(world, name) write(name .. ".content", (assert(core.compile(world._names.compiled.tables)))) end

-- Numbers that are the same on every run and on every Lua.
local function dice(seed)
  return function(below)
    seed = (seed * 16807) % 2147483647
    return seed % below
  end
end

-- ---- The square: everything that a game can do ----

local function square(seed)
  local world = bustle.world { packs = { PACKS .. "square" }, seed = seed }
  for i = 1, 3 do world:spawn("bench", { name = "bench " .. i, x = i * 9, y = -i }) end
  for i = 1, 9 do
    world:spawn("walker", { name = "walker " .. i, x = i % 7, y = i, owner = i % 3 == 0 and "owner " .. i or nil })
  end
  world:spawn("walker", { x = 3.4, y = -2 })
  world:spawn("loser", { name = "Lou" })
  world:spawn("hopeless", { name = "Hal" })
  world:spawn("hopeless", { name = "Hob" })
  return world
end

local DEEDS = {
  function(world) world:interrupt("bell", "all") end,
  function(world, npc) world:interrupt("alarm", { npc }) end,
  function(world) world:interrupt("calm", "all") end,
  function(_, npc) npc:complete() end,
  function(_, npc) npc:fail "no way" end,
  function(_, npc) npc:hold() end,
  function(_, npc) npc:release() end,
  function(_, npc) npc:run("hide", 1) end,
  function(_, npc) npc:set_main "run_about" end,
  function(_, npc) npc:set_main "day" end,
  function(world, npc, roll) world:move(npc, roll(40) + 0.5, roll(9), -1) end,
  function(world, _, roll) world:set("weather", roll(2) == 0 and "dry" or "wet") end,
  function(world, _, roll) world:set("noise", roll(100)) end,
}

local function live(world, roll, updates)
  for i = 1, updates do
    local people = world:find { tag = "person" }
    if roll(4) == 0 then DEEDS[roll(#DEEDS) + 1](world, people[roll(#people) + 1], roll) end
    world:update(roll(40) / 60, i % 7 == 0 and { batch = 2 } or nil)
  end
end

for number = 1, 4 do
  local world, roll = square(number), dice(number)
  live(world, roll, 60 * number)
  if number == 2 then world:remove(world:get "bench 2") end
  world:get("walker 4"):hold()
  world:spawn("hopeless", { name = "Hub" }) -- who waits after a failure
  live(world, roll, 3)
  world:interrupt("bell", "all")
  world:interrupt("alarm", { world:get "walker 5" })
  if number == 3 then world:update(30, { budget_ms = 0 }) end -- which leaves endings
  if number == 4 then
    world:get("walker 6"):run("run_about", 4)
    world:get("walker 6"):set_main "visit"
    world:get("walker 4"):release()
  end
  keep(world, "square-" .. number)
  if number == 1 then content_of(world, "square") end
end

-- ---- The garden: functions, and what this layer remembers of errors and handlers ----

do
  local world = bustle.world { packs = { PACKS .. "garden" }, seed = 5 }
  world:on("error", function() end)
  world:provide("season", function() return world:now() > 20 and "autumn" or "spring" end)
  world:handle("water", { update = function() end })
  for i = 1, 2 do world:spawn("bed", { x = i }) end
  for i = 1, 5 do world:spawn("gardener", { name = "gardener " .. i, owner = i == 2 and 7 or nil }) end
  repeat world:update(1 / 3) until next(world._told) and #world._delivery.ticking > 1 -- an error, and two at work
  keep(world, "garden")
end

-- ---- The market ----

local function market()
  local world = bustle.world { packs = { PACKS .. "common", PACKS .. "market" }, seed = 11 }
  for i, npc in ipairs(world:find { tag = "customer" }) do
    if i > 4 then world:remove(npc) end
  end
  for _ = 1, 900 do world:update(1 / 10) end
  return world
end

do
  local world = market()
  content_of(world, "market")
  world:set("weather", "rainy")
  for _ = 1, 17 do world:update(1 / 10) end
  world:interrupt("player_shouts", "all")
  world:update(1 / 10)
  keep(world, "market")
end

-- ---- Recordings ----

local function record(world, name, play)
  local parts = {}
  assert(world:record(function(bytes)
    parts[#parts + 1] = bytes
    return true
  end, { events = name == "square" }))
  play()
  world:stop_recording()
  write(name .. ".recording", table.concat(parts))
end

do
  local world, roll = square(8), dice(8)
  live(world, roll, 50)
  record(world, "square", function() live(world, roll, 150) end)
end

do
  local world = market()
  record(world, "market", function()
    world:set("weather", "rainy")
    for i = 1, 300 do
      if i % 90 == 0 then world:interrupt("player_shouts", "all") end
      world:update(1 / 10)
    end
  end)
end
