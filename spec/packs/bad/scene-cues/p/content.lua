action "idle" { duration = 1 }
action "nod" { duration = 1 }
action "talk" { duration = 2, targets = "person" }
state "mood" { default = 5, min = 0, max = 10 }
sequence "rest" (chain { "idle" })
npc "guest" { main = "rest", fallback = "rest", tags = "person", state = { "mood" } }
scene "order" { parts = { "patron", { "server", who = "person" } }, { patron = "nod" }, { server = "nod" } }
npc "one" { main = "rest", cues = { c = { targets = "person", scene = "oder", as = "patron" } } }
npc "two" { main = "rest", cues = { c = { targets = "person", scene = "order", as = "patorn" } } }
npc "three" { main = "rest", cues = { c = { targets = "person", scene = "order" } } }
npc "four" { main = "rest", cues = { c = { targets = "person", scene = "order", as = "patron", sequence = "rest" } } }
npc "five" { main = "rest", cues = { c = { targets = "person", sequence = "rest", as = "patron" } } }
npc "six" { main = "rest", cues = { c = { targets = "person", as = "patron" } } }
npc "seven" { main = "rest", cues = { c = { targets = "person", scene = 5, as = {} } } }
