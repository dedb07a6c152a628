prop "bar" { static = true, tags = { "bar" }, state = { "room" } }
prop "couch" { static = true, tags = { "couch" }, state = { "seats" } }
prop "table" { static = true, tags = { "table" }, state = { "glasses" } }

npc "visitor" {
  main = "visitor_night", fallback = { "idle", "stroll" },
  on = { player_shouts = { sequence = "surprised", priority = 2 } },
  state = { "energy", "mood", "sitting", "thirst", speed = 150 },
}
npc "dancer" {
  main = "dance", fallback = "idle",
  on = { player_shouts = { sequence = "surprised", priority = 2 } }, state = { "energy", "mood" },
}

-- ---- A club of 2000 by 1200 centimetres ----

place "bar" { name = "the long bar", x = 300, y = 300 }
place "bar" { name = "the corner bar", x = 1800, y = 300 }
place "couch" { name = "the red couch", x = 300, y = 1000 }
place "couch" { name = "the blue couch", x = 1700, y = 1000 }
place "table" { name = "the high table", x = 700, y = 250 }
place "table" { name = "the round table", x = 1400, y = 250 }

for number, name in ipairs { "Disco", "Echo", "Flash", "Groove", "Halo" } do
  place "dancer" { name = name, x = 600 + 130 * number, y = 620 + number % 2 * 120 }
end
for number, name in ipairs { "Ada", "Ben", "Cleo", "Dan", "Elsa" } do
  place "visitor" { name = name, x = 400 + 200 * number, y = 450, state = { energy = 3 + number } }
end
