prop "bench" { static = true, tags = { "bench" }, state = { "occupied", "places" } }
prop "food_stall" { static = true, tags = { "food" }, state = { "stock", "open" } }
prop "pavilion" { static = true, tags = { "shelter" }, state = { cover = 12 } }

npc "visitor" {
  main = "park_visitor", fallback = { "idle", "stroll" },
  on = { rain_starts = { sequence = "seek_shelter", priority = 1 }, player_shouts = { sequence = "surprised", priority = 2 } },
  state = { "energy", "mood", "speed", "sitting", "fed" },
}
-- He has seen rain before.
npc "keeper" { main = "park_keeper", fallback = "idle", state = { "energy" },
  on = { player_shouts = { sequence = "surprised", priority = 2 } } }

-- ---- A park of 40 by 24 metres ----

place "bench" { name = "bench A", x = 12, y = 8 }
place "bench" { name = "bench B", x = 20, y = 17 }
place "bench" { name = "bench C", x = 30, y = 9 }
place "food_stall" { name = "the food stall", x = 34, y = 18 }
place "pavilion" { name = "the pavilion", x = 6, y = 18 }
place "tree" { x = 22, y = 4 }

place "keeper" { name = "Willem", x = 30, y = 20 }
for number, name in ipairs { "Ada", "Ben", "Cleo", "Dan", "Elsa", "Finn", "Gwen", "Hal", "Iris", "Jon" } do
  place "visitor" { name = name, x = 4 + 3 * number, y = 6 + number * 5 % 13, state = { energy = 2 + number } }
end
