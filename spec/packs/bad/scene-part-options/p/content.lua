action "idle" { duration = 1 }
action "nod" { duration = 1 }
action "talk" { duration = 2, targets = "person" }
state "mood" { default = 5, min = 0, max = 10 }
sequence "rest" (chain { "idle" })
npc "guest" { main = "rest", fallback = "rest", tags = "person", state = { "mood" } }
scene "order" { parts = { { "patron", who = 5, count = "two", whom = "person", when = 7, prefer = 1, sequence = {}, finish = true } }, { patron = "nod" } }
scene "count" { parts = { { "a", count = { 1, 2, 3 }, who = "person" }, { "b", count = { 1 }, who = "person" }, { "c", count = 1.5, who = "person" } }, { a = "nod", b = "nod", c = "nod" } }
