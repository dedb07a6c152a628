interruption "noise" {}
action "idle" { duration = 1 }
sequence "idle_about" (chain { "idle" })
sequence "day" { entry = "rest", rest = { action = "idle_about", to = "END" } }
npc "somebody" { main = "day", fallback = "idle_about", on = { noise = "idle" } }
