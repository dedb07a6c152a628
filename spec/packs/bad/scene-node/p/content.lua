action "idle" { duration = 1 }
action "nod" { duration = 1 }
action "talk" { duration = 2, targets = "person" }
state "mood" { default = 5, min = 0, max = 10 }
sequence "rest" (chain { "idle" })
npc "guest" { main = "rest", fallback = "rest", tags = "person", state = { "mood" } }
scene "order" { parts = { { "patron", who = "person" } }, { patron = "nod" } }
sequence "s1" { entry = "a", a = { scene = "oder", as = "patron", to = "END", failed = "END" } }
sequence "s2" { entry = "a", a = { scene = "order", as = "patorn", to = "END", failed = "END" } }
sequence "s3" { entry = "a", a = { scene = "order", action = "nod", to = "END" } }
sequence "s4" { entry = "a", a = { action = "nod", as = "patron", to = "END" } }
sequence "s5" { entry = "a", a = { scene = "order", as = 5, timeout = -1, every = 0, to = "END", failed = "END" } }
sequence "s6" { entry = "a", a = { scene = "order", as = "patron", waiting = "talk", to = "END", failed = "END" } }
sequence "s7" { entry = "a", a = { scene = { "order" }, to = "END" } }
sequence "s8" { entry = "a", a = { scene = "order", every = 0, to = "END", failed = "END" } }
