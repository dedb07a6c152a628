action "idle" { duration = 1 }
action "nod" { duration = 1 }
action "talk" { duration = 2, targets = "person" }
state "mood" { default = 5, min = 0, max = 10 }
sequence "rest" (chain { "idle" })
npc "guest" { main = "rest", fallback = "rest", tags = "person", state = { "mood" } }
scene "types" { within = {}, patience = "long", limit = true, longest = {}, rest = "short", priority = 1.5, waiting = 5, interrupted = "stop", topic = 7, parts = { { "patron", who = "person" } }, { patron = "nod" } }
scene "unknown" { withn = 5, tpic = "weather", parts = { { "patron", who = "person" } }, { patron = "nod" } }
scene "numbers" { patience = 0, limit = 0, longest = -1, rest = -2, priority = 40000, parts = { { "patron", who = "person" } }, { patron = "nod" } }
scene "negative" { within = -3, parts = { { "patron", who = "person" } }, { patron = "nod" } }
scene "constant" { within = "nearby", parts = { { "patron", who = "person" } }, { patron = "nod" } }
scene "topics" { topic = "", parts = { { "patron", who = "person" } }, { patron = "nod" } }
