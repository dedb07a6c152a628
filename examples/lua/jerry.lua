-- Poisoned Jerry: what a game says of a quest whose people are in behaviours/jerry. While it lasts it patches the days
-- of five villagers, who go on with their lives for the rest; its end changes who is what to whom, for good.
-- Accuse the wife, the sweetheart, the herbwoman or the neighbour, after so many days:
--   eval "$(./bustle env lua5.4)" && lua5.4 examples/lua/jerry.lua wife 2
local bustle = require "bustle"

local quest = {}

-- What everybody does besides from now on, until it is over. `days` would end it by itself.
local PATCHES = {
  Jerry = { "09:00", "17:00", "sit_before_the_house", vary = 20 },
  Agnes = { "10:00", "12:00", "stand_by_grimly", vary = 20 },
  Linda = { "14:00", "21:00", "work", vary = 10 }, -- she cooks, and does not know what
  Hob = { "12:00", "13:00", "eat_at_the_tavern", vary = 10 },
  Morwen = { "09:00", "12:00", "walk_in_the_woods", vary = 30 },
}

--- Begins the quest.
-- @treturn table it, for the other functions
function quest.begin(world)
  local self = { world = world, patches = {}, day = world:clock().day }
  world:get("Jerry").state.sick = true
  for name, patch in pairs(PATCHES) do self.patches[name] = assert(world:get(name):patch_plan(patch)) end
  return self
end

local function call_off(self, name)
  local npc = self.world:get(name)
  if npc and self.patches[name] then assert(npc:unpatch_plan(self.patches[name])) end
  self.patches[name] = nil
end

--- The player has robbed the herbwoman: she stays at home.
function quest.bully(self)
  call_off(self, "Morwen")
  self.world:get("Morwen"):set_role "recluse"
end

--- Once a day: on the sixth it is too late for the neighbour.
function quest.look_after(self)
  local hob = self.world:get "Hob"
  if hob and hob.state.sick and self.world:clock().day - self.day >= 5 then hob:remove() end
end

-- What the player's word does.
local ACCUSED = {
  wife = function(world) -- does not talk to him any more; he drinks
    world:link(world:get "Agnes", "angry_with", world:get "Jerry")
    world:get("Jerry"):set_role "drinker"
  end,
  sweetheart = function(world) -- they do not see each other any more
    world:unlink(world:get "Jerry", "sweetheart", world:get "Linda")
    world:unlink(world:get "Linda", "sweetheart", world:get "Jerry")
  end,
  herbwoman = function(world) -- does not come into the village any more
    world:get("Morwen"):set_role "recluse"
  end,
  neighbour = function(world)
    local hob = world:get "Hob"
    if hob then world:link(hob, "angry_with", world:get "Jerry") end
  end,
}

--- Ends the quest: Jerry is healthy again, everybody goes back to the ordinary day, and whoever is accused remembers.
-- @tparam string whom "wife", "sweetheart", "herbwoman" or "neighbour"
function quest.accuse(self, whom)
  for name in pairs(PATCHES) do call_off(self, name) end
  self.world:get("Jerry").state.sick = false
  local hob = self.world:get "Hob"
  if hob then hob.state.sick = false end
  assert(ACCUSED[whom], "accuse wife, sweetheart, herbwoman or neighbour")(self.world)
end

-- ---- As a program ----

if not (arg and arg[0] or ""):find "jerry%.lua$" then return quest end

local world = bustle.world { packs = { "behaviours/jerry" }, seed = 3, clock = { day = 1440, start = "06:00" } }
world:provide("weather", function() return "sunny" end)
world:on("plan", function(npc, sequence)
  local clock = world:clock()
  if PATCHES[npc.name] then
    print(("day %d, %s  %-7s %s"):format(clock.day + 1, clock.time, npc.name, (sequence:gsub("_", " "))))
  end
end)
local function live(days)
  for _ = 1, days * 1440 do world:update(1) end
end

live(0.5)
print "-- Jerry has eaten something bad."
local jerry = quest.begin(world)
for _ = 1, tonumber(arg[2] or 2) do
  live(1)
  quest.look_after(jerry)
end
local whom = arg[1] or "wife"
print(("-- The player accuses the %s."):format(whom))
quest.accuse(jerry, whom)
live(1.5)
