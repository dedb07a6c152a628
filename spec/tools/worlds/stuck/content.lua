-- Nobody to greet, and nothing else to do.
action "greet" { duration = 1, targets = "person" }
sequence "greet" (chain { "greet" })
npc "hermit" { main = "greet", tags = "person" }
