-- Poisoned Jerry: what a game says of a quest whose people are in behaviours/jerry, a mod of the village. It patches
-- the days of five villagers, who go on with their lives for the rest; its end changes who is what to whom, for good.
-- Accuse the wife, the sweetheart, the herbwoman or the neighbour, after so many days:
--   eval "$(./bustle env lua5.4)" && lua5.4 examples/lua/jerry.lua wife 2
local bustle = require "bustle"

local quest = {}

local SICK = "jerry.sick" -- a state that the mod has given to a villager

-- What everybody does besides from now on, until it is over. `days` would end it by itself.
local PATCHES = {
  Jerry = { "09:00", "17:00", "sit_before_the_house", vary = 20 },
  Agnes = { "10:00", "12:00", "stand_by_grimly", vary = 20 },
  Linda = { "17:00", "21:00", "work", vary = 10 }, -- she cooks, and does not know what
  Hob = { "12:00", "13:00", "eat_in_the_kitchen", vary = 10 },
  Morwen = { "09:00", "12:00", "walk_in_the_woods", vary = 30 },
}

--- Begins the quest.
-- @treturn table it, for the other functions
function quest.begin(world)
  local self = { world = world, patches = {}, day = world:clock().day }
  world:get("Jerry").state[SICK] = true
  for name, patch in pairs(PATCHES) do self.patches[name] = assert(world:get(name):patch_plan(patch)) end
  return self
end

local function call_off(self, name)
  local patch = self.patches[name]
  if patch then assert(self.world:get(name):unpatch_plan(patch)) end
  self.patches[name] = nil
end

--- The player has robbed the herbwoman: she stays at home.
function quest.bully(self)
  call_off(self, "Morwen")
  self.world:get("Morwen"):set_role "recluse"
end

--- Once a day: on the sixth it is too late for the neighbour; others find him.
function quest.look_after(self)
  local hob = self.world:get "Hob"
  if hob.state[SICK] and self.world:clock().day - self.day >= 5 then hob:set_role "dead" end
end

-- What the player's word does.
local ACCUSED = {
  wife = function(world) -- does not talk to him any more; he drinks
    world:link(world:get "Agnes", "angry_with", world:get "Jerry")
    world:get("Jerry"):set_role "drinker"
  end,
  sweetheart = function(world) -- he does not go to see her any more
    world:unlink(world:get "Jerry", "sweetheart", world:get "Linda")
  end,
  herbwoman = function(world) -- does not come into the village any more
    world:get("Morwen"):set_role "recluse"
  end,
  neighbour = function(world)
    world:link(world:get "Hob", "angry_with", world:get "Jerry")
  end,
}

--- Ends the quest: Jerry is healthy again, everybody goes back to the ordinary day, and whoever is accused remembers.
-- @tparam string whom "wife", "sweetheart", "herbwoman" or "neighbour"
function quest.accuse(self, whom)
  for name in pairs(PATCHES) do call_off(self, name) end
  self.world:get("Jerry").state[SICK] = false
  self.world:get("Hob").state[SICK] = false
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
