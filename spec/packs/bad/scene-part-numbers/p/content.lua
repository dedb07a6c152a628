action "idle" { duration = 1 }
action "nod" { duration = 1 }
action "talk" { duration = 2, targets = "person" }
state "mood" { default = 5, min = 0, max = 10 }
sequence "rest" (chain { "idle" })
npc "guest" { main = "rest", fallback = "rest", tags = "person", state = { "mood" } }
scene "none" { parts = { { "a", count = 0, who = "person" } }, { a = "nod" } }
scene "upside_down" { parts = { { "a", count = { 4, 2 }, who = "person" } }, { a = "nod" } }
scene "crowd" { parts = { { "a", count = 40, who = "person" } }, { a = "nod" } }
scene "many" { parts = { "a", "b", "c", "d", "e", "f", "g", "h", "i" }, { a = "nod", b = "nod", c = "nod", d = "nod", e = "nod", f = "nod", g = "nod", h = "nod", i = "nod" } }
