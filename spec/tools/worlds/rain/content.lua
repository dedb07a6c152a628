state "cold" { min = 0 }
env "weather" { values = { "dry", "rainy" } }
action "shiver" { duration = 1, start = "self.cold += 1" }
action "stroll" { duration = 60 }
sequence "day" { entry = "roof",
  roof = { wait = "env.weather ~= 'rainy'", timeout = 30, every = 2, waiting = "shiver", to = "gate", failed = "stroll" },
  gate = { wait = "self.cold < 9", to = "stroll" }, stroll = { action = "stroll", to = "END" } }
sequence "idle" (chain { "stroll" })
npc "walker" { main = "day", fallback = "idle", state = { "cold" } }
