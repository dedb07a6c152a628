action "idle" { duration = 1 }
action "nod" { duration = 1 }
action "talk" { duration = 2, targets = "person" }
state "mood" { default = 5, min = 0, max = 10 }
sequence "rest" (chain { "idle" })
npc "guest" { main = "rest", fallback = "rest", tags = "person", state = { "mood" } }
scene "order" { parts = { { "patron", who = "person" } }, { patron = "nod" }, {}, "nod", { patorn = "nod" }, { "nod" }, [-1] = { patron = "nod" } }
scene "loose" { parts = { { "patron", who = "person" } }, patron = "nod" }
scene "tabled" { parts = { { "patron", who = "person" } }, rows = { { patron = "nod" } } }
