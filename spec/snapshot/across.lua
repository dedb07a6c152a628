--- Saves from one Lua to another, and to C. `across.lua save FOLDER` writes a compiled content, a save of a world in the
--- middle of everything, and the hashes of the ten minutes that follow, second by second; `across.lua load FOLDER` loads
--- the save and prints the hashes of its own ten minutes, as core/test/resume.c does.
local bustle = require "bustle"
local core = require "bustle.core"

local SECONDS = 600

local PACK = {
  name = "square",
  states = { seats = { min = 0, max = 4, default = 2 }, energy = { min = 0, max = 20, default = 5 },
    mood = { values = { "calm", "merry" } } },
  env = { weather = { values = { "dry", "wet" }, every = 3 } },
  interruptions = { "bell", "calm", rain = { when = "env.weather == 'wet'" } },
  actions = {
    walk = { travel = 2, targets = "seat", when = "distance > 0", finish = "self.energy -= 1" },
    sit = { duration = { 3, 7 }, resumable = true, targets = "seat", claim = "target.seats",
      finish = "self.energy += 3; self.mood = 'merry'", interrupted = "self.mood = 'calm'" },
    look = { duration = 2, ends_on = { "calm" } },
    greet = { duration = 1, targets = "person", finish = "raise bell on target" },
  },
  sequences = {
    day = { entry = "what", what = { to = { { "visit", when = "self.energy > 0" }, "greet", "look" } },
      visit = { sequence = "visit", to = "END", failed = "look" },
      greet = { action = "greet", to = "END", failed = "look" },
      look = { action = "look", to = "END" } },
    visit = { entry = "go", claim = "target.seats", go = { action = "walk", to = "rest" },
      rest = { action = "sit", target = "same", to = "END" } },
    turn = bustle.chain { "look" },
    hide = bustle.chain { "look", "look" },
  },
  props = { bench = { tags = { "seat" }, state = { seats = 3 } } },
  npcs = { walker = { tags = { "person" }, main = "day", fallback = { "turn" }, state = { "energy", "mood" },
    on = { bell = "turn", rain = { sequence = "hide", priority = 2 } } } },
}

local function new_world()
  return bustle.world { packs = { PACK }, seed = 21 }
end

local function play(world)
  for i = 1, 4 do world:spawn("bench", { x = i * 9, y = -i }) end
  for i = 1, 25 do world:spawn("walker", { name = i % 2 == 0 and "walker " .. i or nil, x = i % 7, y = i }) end
  for i = 1, 900 do
    if i % 130 == 0 then world:set("weather", i % 260 == 0 and "dry" or "wet") end
    if i % 70 == 0 then world:interrupt("bell", "all") end
    if i % 90 == 0 then world:interrupt("calm", "all") end
    if i == 300 then world:remove(world:find({ kind = "bench" })[2]) end
    if i == 899 then world:get("walker 4"):hold() end
    world:update(0.05)
  end
  world:interrupt("bell", "all")
end

local function hashes_of(world)
  local hashes = {}
  for i = 1, SECONDS do
    world:update(1)
    hashes[i] = ("%08x\n"):format(world:hash())
  end
  return table.concat(hashes)
end

local function write(path, bytes)
  local file = assert(io.open(path, "wb"))
  assert(file:write(bytes))
  assert(file:close())
end

local function read(path)
  local file = assert(io.open(path, "rb"))
  local bytes = assert(file:read "*a")
  file:close()
  return bytes
end

local command, folder = ...
local world = new_world()
if command == "save" then
  play(world)
  write(folder .. "/content", (assert(core.compile(world._names.compiled.tables))))
  write(folder .. "/save", (assert(world:save())))
  write(folder .. "/hashes", hashes_of(world))
else
  local changes = assert(world:load(read(folder .. "/save")))
  assert(#changes == 0)
  io.write(hashes_of(world))
end
