-- What a villager is in the quest, or may become by it. The game sets `drinker` and `recluse` when the quest is over, for
-- good, and `dead` (village) if it takes too long.
role "drinker" { plan = "drinker", enter = "self.holds = 9" }
role "recluse" { plan = "recluse" }
role "bedridden" { plan = "sickbed", change = "action" } -- in the morning after
role "herbwoman" { plan = "herbwoman" }

-- All five are villagers like others. Couples have a word with each other, unless one is angry.
local function talks()
  return { word = { targets = "person", within = 6, sequence = "speak", every = 5, again = 60,
    when = "env.hour >= 6 and env.hour < 22 and self.spouse(target) and not target.dead and not self.angry_with(target)" } }
end
extend "npc farmer" { state = { "sick" }, cues = talks(), roles = { { "bedridden", when = "self.sick and env.hour < 12" } } }
extend "npc wife" { state = { "brews", "potions" }, cues = talks(), roles = { { "herbwoman", when = "self.brews" } } }

prop "wood" { static = true, tags = "wood" }
prop "kitchen" { static = true, tags = "kitchen",
  offers = { work = "cook_dinner", dinner = { sequence = "eat_what_there_is", holders = 4 } } }

-- ---- Two more houses, and what else the story needs ----

place "kitchen" { name = "the kitchen", x = 86, y = 34 } -- of The Crown
place "wood" { name = "the near wood", x = 10, y = 13 }
place "wood" { name = "the far wood", x = 76, y = 8 }

local function house(name, x, y)
  local has = {}
  for _, thing in ipairs { { "bed", -2.8 }, { "bed", 2.8 }, { "hearth", 0 }, { "stool", -1 }, { "stool", 1 } } do
    has[#has + 1] = ("%s, %s %d"):format(name, thing[1], #has + 1)
    place(thing[1]) { name = has[#has], x = x + thing[2], y = thing[1] == "stool" and y or y - 1.8 }
  end
  place "cottage" { name = name, x = x, y = y, links = { has = has } }
end
house("Jerry's house", 6, 90)
house("the hut", 12, 26)

place "farmer" { name = "Jerry", x = 5, y = 90,
  links = { home = "Jerry's house", work = "the west field", tavern = { ["The Crown"] = 3 }, spouse = "Agnes", sweetheart = "Linda" } }
place "wife" { name = "Agnes", x = 7, y = 90,
  links = { home = "Jerry's house", tavern = { ["The Crown"] = 3 }, spouse = "Jerry" } }
place "labourer" { name = "Linda", x = 107, y = 90,
  links = { home = "Anna's house", work = "the kitchen", tavern = { ["The Crown"] = 3 } } }
place "farmer" { name = "Hob", x = 93, y = 90,
  links = { home = "Piers's house", work = "the west field", tavern = { ["The Plough"] = 3 } } }
place "wife" { name = "Morwen", x = 12, y = 26, state = { brews = true },
  links = { home = "the hut", tavern = { ["The Plough"] = 3 } } }
