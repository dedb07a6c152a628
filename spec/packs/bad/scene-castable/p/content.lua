action "idle" { duration = 1 }
action "nod" { duration = 1 }
action "talk" { duration = 2, targets = "person" }
state "mood" { default = 5, min = 0, max = 10 }
sequence "rest" (chain { "idle" })
npc "guest" { main = "rest", fallback = "rest", tags = "person", state = { "mood" } }
scene "order" { parts = { { "patron", who = "person" } }, { patron = "nod" } }
sequence "s1" { castable = "oder", entry = "a", a = { action = "nod", to = "END" } }
sequence "s2" { castable = 5, entry = "a", a = { action = "nod", to = "END" } }
sequence "s3" { castable = { order = true }, entry = "a", a = { action = "nod", to = "END" } }
sequence "s4" { entry = "castable", castable = { action = "nod", to = "END" } }
sequence "s5" { castable = { "order", "chat" }, entry = "a", a = { action = "nod", to = "END" } }
