-- Who and what there is, and where.
prop "bench" { static = true, tags = "seat", state = { "seats" } }
prop "arcade" { static = true, tags = "roof" }
prop "fountain" { static = true, tags = "fountain" }
prop "tree" { static = true }
npc "villager" {
  main = "day", fallback = "idle", tags = "person", state = { "energy" },
  on = { noise = "startled", rain_starts = { sequence = "seek_shelter", priority = 1 } },
}
place "arcade" { name = "the arcade", x = 20, y = 0 }
place "fountain" { name = "the fountain", x = 20, y = 7 }
place "bench" { name = "the bench by the well", x = 8, y = 3 }
place "bench" { name = "the bench in the sun", x = 31, y = 10 }
place "bench" { name = "the bench in the corner", x = 9, y = 11 }
for _, at in ipairs { { 4, 5 }, { 35, 4 }, { 14, 13 }, { 36, 13 } } do
  place "tree" { x = at[1], y = at[2] }
end
for i, name in ipairs { "Ada", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hana" } do
  place "villager" { name = name, x = 4 * i, y = 5 + i * 5 % 7, state = { energy = 2 + i % 5 } }
end
