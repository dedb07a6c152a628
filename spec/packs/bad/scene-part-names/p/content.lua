action "idle" { duration = 1 }
action "nod" { duration = 1 }
action "talk" { duration = 2, targets = "person" }
state "mood" { default = 5, min = 0, max = 10 }
sequence "rest" (chain { "idle" })
npc "guest" { main = "rest", fallback = "rest", tags = "person", state = { "mood" } }
scene "words" { parts = { "self", "a b", "same", "area", "2nd", "at" }, { patron = "nod" } }
scene "twice" { parts = { { "guest", who = "person" }, { "guest", who = "person" } }, { guest = "nod" } }
