-- Nothing is wrong with it, but with both that it needs.
sequence "day" (chain { { sequence = "without_fallback.idle" } })
npc "guest" { main = "day", fallback = "without_fallback.idle" }
