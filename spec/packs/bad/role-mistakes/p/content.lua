env "hour" { default = 12 }
state "mood" { default = 5 }
action "idle" { duration = 1 }
sequence "rest" (chain { "idle" })
role "guard" { main = "rest" }
role "cook" { main = "rest" }
role "idler" { fallback = "rest" }
npc "late" { roles = { "guard", { "cook", when = "env.hour > 8" } } }
npc "last" { roles = { { "guard", when = "env.hour > 22" }, { "cook", when = "env.hour > 8" } } }
npc "unknown" { roles = { "gard" } }
npc "aimed" { state = { "mood" }, roles = { { "guard", when = "target.mood > 2" }, "cook" } }
npc "far" { roles = { { "guard", when = "distance < 2" }, "cook" } }
npc "twice" { roles = { { "guard", when = "env.hour > 22" }, "guard" } }
npc "shape" { roles = { { when = "env.hour > 22" }, "guard" } }
npc "number" { roles = 5 }
npc "key" { roles = { guard = "env.hour > 22", "cook" } }
npc "option" { roles = { { "guard", wen = "env.hour > 22" }, "cook" } }
npc "without" { roles = { "idler" } }
role "main" { main = "rset" }
role "change" { main = "rest", change = "nod" }
role "effect" { main = "rest", enter = "target.mood = 1" }
role "word" { main = "rest", enters = "self.mood = 1" }
