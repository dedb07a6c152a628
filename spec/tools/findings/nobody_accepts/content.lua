-- Who is greeted? "wave" is only done to whom one has greeted already.
action "greet" { duration = 2, targets = true }
action "wave" { duration = 2, targets = true }
action "idle" { duration = 1 }
sequence "meet" { entry = "greet",
  greet = { action = "greet", to = "wave" },
  wave = { action = "wave", target = "same", to = "END" } }
sequence "idle" (chain { "idle" })
npc "guest" { main = "meet", fallback = "idle" }
