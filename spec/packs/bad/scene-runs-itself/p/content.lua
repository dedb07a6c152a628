action "idle" { duration = 1 }
action "nod" { duration = 1 }
action "talk" { duration = 2, targets = "person" }
state "mood" { default = 5, min = 0, max = 10 }
sequence "rest" (chain { "idle" })
npc "guest" { main = "rest", fallback = "rest", tags = "person", state = { "mood" } }
scene "order" { parts = { { "patron", who = "person" } }, { patron = { scene = "order", as = "patron" } } }
scene "a" { parts = { { "one", who = "person", sequence = "into_b" } } }
scene "b" { parts = { { "two", who = "person" } }, { two = { scene = "a", as = "one" } } }
sequence "into_b" { entry = "b", b = { scene = "b", as = "two", to = "END", failed = "END" } }
