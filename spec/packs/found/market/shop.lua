action "walk" { duration = 2 }
sequence "day" (chain { "walk" })
npc "visitor" { main = "day" }
