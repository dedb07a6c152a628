-- Nobody comes to "dance", and so not to "bow" either; only the first is told.
action "idle" { duration = 1 }
sequence "idle" (chain { "idle" })
sequence "bow" (chain { "idle" })
sequence "dance" (chain { "idle", { sequence = "bow" } })
npc "guest" { main = "idle", fallback = "idle" }
