env "open" { flag = true }
action "idle" { duration = 1 }
action "shop" { duration = 1, when = "env.open" }
sequence "idle" (chain { "idle" })
sequence "shop" (chain { "shop" })
npc "guest" { main = "idle", fallback = "shop" }
