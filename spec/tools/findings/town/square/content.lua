action "rest" { duration = 2, when = "self.energy < 0" }
sequence "rest" (chain { "rest" })
npc "guest" { main = "rest", fallback = "idle", state = { "energy" } }
