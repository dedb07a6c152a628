npc "gate" { static = true, tags = "gate", inboxes = "queue", main = "keep_the_gate", fallback = "stand_open" }

-- `kept`: who is called away for a moment still has the place.
prop "small_table" { static = true, offers = { feast = { sequence = "feast_of_three", holders = 3, kept = true,
  drop = "self.sitting = false" } } }
prop "long_table" { static = true, offers = { feast = { sequence = "feast_of_four", holders = 4, kept = true,
  drop = "self.sitting = false" } } }
prop "trebuchet" { static = true, tags = "trebuchet", state = { "tension", "shots", "tower" } }

npc "guest" {
  main = "guest_day", fallback = { "idle", "stroll" }, tags = "person",
  on = { fanfare = "hear_the_fanfare", player_shouts = { sequence = "surprised", priority = 2 } },
  state = { "energy", "mood", "speed", "sitting", "inside", "hunger" },
}
npc "captain" { main = "command", fallback = "command", state = { "tower" } }
npc "soldier" {
  main = "man_the_trebuchet", fallback = "idle", inboxes = "aim",
  on = { player_shouts = { sequence = "surprised", priority = 2 } },
  state = { "energy", "speed", "tower" },
}

-- ---- A yard of 40 by 30 metres, with a gate in the south ----

place "gate" { name = "the gate", x = 20, y = 30 }
place "small_table" { name = "the round table", x = 10, y = 12 }
place "small_table" { name = "the old table", x = 30, y = 12 }
place "long_table" { name = "the long table", x = 20, y = 8 }
place "trebuchet" { name = "the trebuchet", x = 36, y = 4 }
place "soldier" { name = "Radim", x = 30, y = 4 }
place "soldier" { name = "Ota", x = 38, y = 10 }
place "captain" { name = "Zizka", x = 34, y = 6, links = { crew = { "Radim", "Ota" } } }

for number, name in ipairs { "Alma", "Beno", "Cyril", "Dita", "Emil", "Franka", "Gita", "Hynek", "Ilse", "Jan", "Klara",
  "Lukas" } do
  place "guest" { name = name, x = 2 + 3 * number, y = 38 + number * 5 % 11, state = { hunger = 2 + number % 3 } }
end
