action "idle" { duration = 1 }
action "nod" { duration = 1 }
action "talk" { duration = 2, targets = "person" }
state "mood" { default = 5, min = 0, max = 10 }
sequence "rest" (chain { "idle" })
npc "guest" { main = "rest", fallback = "rest", tags = "person", state = { "mood" } }
state "thirst" { default = 1, min = 0 }
scene "order" { parts = { { "patron", who = "person", when = "self.thirst > 0" }, { "server", who = "person", finish = "patron.thirst = 0" } }, { patron = "nod" }, { server = "nod" } }
