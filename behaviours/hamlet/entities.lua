prop "cottage" { static = true }
prop "field" { static = true, offers = { work = { sequence = "till", holders = "any" } } }
prop "mill" { static = true, tags = "mill", offers = { work = "mill" } }
prop "tavern" { static = true, offers = { work = "keep_the_bar" } }

-- Rain is no reason for a farmer to change, but to be somebody else for that day.
role "rained_in" { plan = "rainy_day", change = "action" }
role "farmhand" { plan = "farmer" }

-- Choices in their days are among three or four. Who remembered more than two would go the same round for ever.
npc "farmer" {
  roles = { { "rained_in", when = "env.weather == 'rainy'" }, "farmhand" },
  fallback = "idle", tags = "person", memory = { transitions = 2 }, state = { "energy", "mood", "speed" },
  on = { player_shouts = { sequence = "surprised", priority = 2 } },
}
npc "miller" {
  plan = "miller", fallback = "idle", tags = "person", memory = { transitions = 2 }, state = { "energy", "mood", "speed" },
  on = { player_shouts = { sequence = "surprised", priority = 2 } },
}
npc "innkeeper" {
  plan = "innkeeper", inboxes = "orders", fallback = "idle", tags = { "person", "keeper" }, memory = { transitions = 2 },
  state = { "energy", "mood", "speed", "served" }, on = { player_shouts = { sequence = "surprised", priority = 2 } },
}

-- ---- Five cottages and what lies around them ----

place "tavern" { name = "The Plough", x = 30, y = 20 }
place "mill" { name = "the mill", x = 70, y = 10 }
place "field" { name = "the east field", x = 80, y = 45 }
place "field" { name = "the west field", x = 0, y = 45 }

for number, who in ipairs {
  { "farmer", "Brian", work = "the east field" }, { "farmer", "Ellen", work = "the east field" },
  { "farmer", "Wat", work = "the west field" }, { "miller", "Tib", work = "the mill" },
  { "innkeeper", "Maud", work = "The Plough" },
} do
  local home = who[2] .. "'s house"
  place "cottage" { name = home, x = 12 * number, y = 30 }
  place(who[1]) { name = who[2], x = 12 * number, y = 30,
    links = { home = home, work = who.work, tavern = "The Plough" } }
end
