action "idle" { duration = 1 }
action "nod" { duration = 1 }
action "talk" { duration = 2, targets = "person" }
state "mood" { default = 5, min = 0, max = 10 }
sequence "rest" (chain { "idle" })
npc "guest" { main = "rest", fallback = "rest", tags = "person", state = { "mood" } }
scene "order" { parts = { { "patron", who = "person", when = "server.mood > 2" }, { "server", who = "person", when = "patorn.mood > 2 and patron.mod < 3" } },
  { patron = "nod", server = "nod" } }
scene "tables" { parts = { { "patron", who = "person", when = { "patron", "mood", ">", 2 } }, { "server", who = "person", when = { { "patorn", "mood", ">", 2 }, { "patron", 5 } } } },
  { patron = "nod", server = "nod" } }
action "pry" { duration = 1, targets = "person", when = "patron.mood > 2" }
