action "idle" { duration = 1 }
action "nod" { duration = 1 }
action "talk" { duration = 2, targets = "person" }
state "mood" { default = 5, min = 0, max = 10 }
sequence "rest" (chain { "idle" })
npc "guest" { main = "rest", fallback = "rest", tags = "person", state = { "mood" } }
scene "order" { parts = { { "patron", who = "person" }, { "server", who = "person", when = "patron.mood > 2" } }, { patron = "nod" }, { server = { "talk", target = "patron" } } }
sequence "visit" { entry = "a", a = { scene = "order", as = "patron", to = "END", failed = "END" } }
npc "one" { main = "visit", fallback = "rest" }
