-- Errors and warnings at once. What uses something broken is not blamed for it.
state "energy" { default = 6, min = 0, max = 10 }
action "walk" { duration = 0 }
action "rest" { duration = 2, when = "self.enrgy < 5 and" }
action "idle" { duration = 1, when = "self.energy > 5 and self.energy < 3" }
sequence "day" (chain { "walk", "rset" })
sequence "idle" (chain { "idle" })
npc "guest" { main = "day", falback = "idle", state = { "energy" } }
