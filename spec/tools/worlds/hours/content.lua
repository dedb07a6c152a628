-- A farmer who keeps hours, and orders at noon.
inbox "orders" { limit = 2 }
action "dig" { duration = 10 }
action "snore" { duration = 60 }
action "pour" { duration = 5 }
action "drum" { duration = 1 }
sequence "work" (chain { "dig" })
sequence "sleep" (chain { "snore" })
sequence "noon" (chain { { send = "orders", await = true, timeout = 20, waiting = "drum", failed = "END" } })
sequence "serve" (chain { { take = "orders", timeout = 60, waiting = "drum", failed = "pour" }, "pour" })
plan "farmer" { { "06:00", "12:00", "work", change = "action" }, { "12:00", "12:30", "noon" }, { "12:30", "06:00", "sleep" } }
npc "farmer" { plan = "farmer" }
npc "keeper" { main = "serve", inboxes = "orders" }
place "farmer" { name = "Brian" }
place "keeper" { name = "Owen" }
