action "idle" { duration = 1 }
sequence "idle" (chain { "idle" })
npc "guest" { main = "idle" }
