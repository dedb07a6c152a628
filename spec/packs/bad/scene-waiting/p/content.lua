action "idle" { duration = 1 }
action "nod" { duration = 1 }
action "talk" { duration = 2, targets = "person" }
state "mood" { default = 5, min = 0, max = 10 }
sequence "rest" (chain { "idle" })
npc "guest" { main = "rest", fallback = "rest", tags = "person", state = { "mood" } }
scene "unknown" { waiting = "iddle", parts = { { "patron", who = "person" } }, { patron = "nod" } }
scene "aimed" { waiting = "talk", parts = { { "patron", who = "person" } }, { patron = "nod" } }
