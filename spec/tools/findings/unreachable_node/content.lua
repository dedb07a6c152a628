action "idle" { duration = 1 }
sequence "idle" { entry = "first", first = { action = "idle", to = "END" }, second = { action = "idle", to = "END" } }
npc "guest" { main = "idle", fallback = "idle" }
