action "idle" { duration = 1 }
action "nod" { duration = 1 }
action "talk" { duration = 2, targets = "person" }
state "mood" { default = 5, min = 0, max = 10 }
sequence "rest" (chain { "idle" })
npc "guest" { main = "rest", fallback = "rest", tags = "person", state = { "mood" } }
scene "order" { parts = { { "patron", who = "person", finish = "target.mood = 1", broken = "sever.mood -= 1" }, { "server", who = "person", finish = { { "raise", "shout", "on", "patorn" } } } },
  { patron = "nod", server = "nod" } }
scene "far" { parts = { { "patron", who = "person", finish = "self.mood = distance" } }, { patron = "nod" } }
