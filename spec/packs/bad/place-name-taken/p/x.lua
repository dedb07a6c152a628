action "nap" { duration = 1 }
sequence "day" (chain { "nap" })
npc "cat" { main = "day" }
prop "mat" {}
place "cat" { name = "Ada" }
place "mat" { name = "Ada" }
place "mat" { name = "Ada" }
place "cat" { name = "Ada", x = 3 }
