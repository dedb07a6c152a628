action "idle" { duration = 1 }
action "nod" { duration = 1 }
action "talk" { duration = 2, targets = "person" }
state "mood" { default = 5, min = 0, max = 10 }
sequence "rest" (chain { "idle" })
npc "guest" { main = "rest", fallback = "rest", tags = "person", state = { "mood" } }
scene "chat" { topic = "weather", parts = { "listener", { "other", who = "person" } }, { other = "nod" } }
sequence "begin" { entry = "a", a = { scene = "chat", as = "listener", to = "END", failed = "END" } }
npc "deaf" { main = "begin", fallback = "rest" }
npc "keen" { main = "rest", fallback = "rest", reacts = { weather = "rest" } }
