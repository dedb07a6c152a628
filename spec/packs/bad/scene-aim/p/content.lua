action "idle" { duration = 1 }
action "nod" { duration = 1 }
action "talk" { duration = 2, targets = "person" }
state "mood" { default = 5, min = 0, max = 10 }
sequence "rest" (chain { "idle" })
npc "guest" { main = "rest", fallback = "rest", tags = "person", state = { "mood" } }
scene "order" { parts = { { "patron", who = "person" }, { "server", who = "person", sequence = "wrong" } }, { patron = "nod" } }
scene "other" { parts = { { "cook", who = "person" }, { "boy", who = "person" } }, { cook = "nod", boy = "nod" } }
sequence "s1" { entry = "a", a = { action = "talk", target = "patorn", to = "END" } }
sequence "s2" { entry = "a", a = { action = "nod", target = "patron", to = "END" } }
sequence "s3" { entry = "a", a = { sequence = "rest", target = "member", to = "END" } }
sequence "s4" { entry = "a", a = { action = "talk", target = 5, to = "END" } }
sequence "wrong" { entry = "a", a = { action = "talk", target = "cook", to = "END" } }
