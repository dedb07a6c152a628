-- A square with a node that others may add ways to.
action "idle" { duration = 1 }
sequence "day" { entry = "choose", choose = { to = { "sit", "stand" } },
  sit = { action = "idle", to = "END" }, stand = { action = "idle", to = "END" } }
sequence "idle" (chain { "idle" })
npc "guest" { main = "day", fallback = "idle" }
