prop "wood" { static = true, tags = "wood" }
prop "kitchen" { static = true, offers = { work = "cook_dinner" } }

-- What somebody is, and what may become of him. The game sets `drinker` and `recluse` when the quest is over, for good.
role "drinker" { plan = "drinker" }
role "recluse" { plan = "recluse" }
role "bedridden" { plan = "sickbed", change = "action" } -- in the morning after
role "up_and_about" { plan = "farmer" }

-- Whoever is angry does not talk to the other any more.
local function talks()
  return { word = { targets = "person", within = 6, when = "self.spouse(target) and not self.angry_with(target)",
    sequence = "speak", every = 5, again = 60 } }
end

npc "jerry" {
  plan = "jerry", fallback = "idle", tags = "person", cues = talks(), memory = { transitions = 2 },
  state = { "energy", "mood", "speed", "sick" },
}
npc "wife" {
  plan = "wife", fallback = "idle", tags = "person", cues = talks(), memory = { transitions = 2 },
  state = { "energy", "mood", "speed" },
}
npc "cook" {
  plan = "cook", fallback = "idle", tags = "person", memory = { transitions = 2 }, state = { "energy", "mood", "speed" },
}
npc "neighbour" {
  roles = { { "bedridden", when = "self.sick and env.hour < 12" }, "up_and_about" },
  fallback = "idle", tags = "person", memory = { transitions = 2 }, state = { "energy", "mood", "speed", "sick" },
}
npc "herbwoman" {
  plan = "herbwoman", fallback = "idle", tags = "person", memory = { transitions = 2 },
  state = { "energy", "mood", "speed", "potions" },
}

place "kitchen" { name = "the kitchen", x = 32, y = 18 }
place "wood" { name = "the near wood", x = 110, y = 50 }
place "wood" { name = "the far wood", x = 130, y = 20 }
place "cottage" { name = "Jerry's house", x = 24, y = 60 }
place "cottage" { name = "Linda's house", x = 36, y = 60 }
place "cottage" { name = "Hob's house", x = 48, y = 60 }
place "cottage" { name = "the hut", x = 120, y = 40 }

place "jerry" { name = "Jerry", x = 24, y = 60,
  links = { home = "Jerry's house", work = "the west field", tavern = "The Plough", spouse = "Agnes", sweetheart = "Linda" } }
place "wife" { name = "Agnes", x = 24, y = 60, links = { home = "Jerry's house", tavern = "The Plough", spouse = "Jerry" } }
place "cook" { name = "Linda", x = 36, y = 60,
  links = { home = "Linda's house", work = "the kitchen", tavern = "The Plough", sweetheart = "Jerry" } }
place "neighbour" { name = "Hob", x = 48, y = 60,
  links = { home = "Hob's house", work = "the west field", tavern = "The Plough" } }
place "herbwoman" { name = "Morwen", x = 120, y = 40, links = { home = "the hut", tavern = "The Plough" } }
