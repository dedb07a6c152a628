action "idle" { duration = 1 }
action "nod" { duration = 1 }
action "talk" { duration = 2, targets = "person" }
state "mood" { default = 5, min = 0, max = 10 }
sequence "rest" (chain { "idle" })
npc "guest" { main = "rest", fallback = "rest", tags = "person", state = { "mood" } }
scene "chat" { topic = "weather", parts = { { "speaker", sequence = "rest" }, "listener" } }
npc "one" { main = "rest", reacts = { weather = "rset" } }
npc "two" { main = "rest", reacts = { wether = "rest" } }
npc "three" { main = "rest", reacts = { "rest" } }
npc "four" { main = "rest", reacts = { weather = { "rest" } } }
npc "five" { main = "rest", reacts = "rest" }
npc "six" { main = "rest", reacts = { [""] = "rest" } }
role "seven" { main = "rest", reacts = { weather = 5 } }
npc "eight" { main = "rest", reacts = { weather = "rest" } }
prop "nine" { reacts = { weather = "rest" } }
