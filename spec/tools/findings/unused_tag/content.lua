action "sit" { duration = 1, targets = "saet" }
action "idle" { duration = 1 }
sequence "rest" (chain { "sit" })
sequence "idle" (chain { "idle" })
prop "bench" { tags = "seat" }
npc "guest" { main = "rest", fallback = "idle" }
