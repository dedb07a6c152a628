action "idle" { duration = 1 }
action "nod" { duration = 1 }
action "talk" { duration = 2, targets = "person" }
state "mood" { default = 5, min = 0, max = 10 }
sequence "rest" (chain { "idle" })
npc "guest" { main = "rest", fallback = "rest", tags = "person", state = { "mood" } }
sequence "s1" { entry = "a", a = { pass = "yes", to = "END" } }
sequence "s2" { entry = "a", a = { pass = true, sequence = "rest", to = "END" } }
sequence "s3" { entry = "a", a = { pass = true, waiting = "nod", to = "END" } }
sequence "s4" { entry = "a", a = { action = "nod", free = 1, to = "END" } }
sequence "s5" { entry = "a", a = { pass = true, to = "a" } }
