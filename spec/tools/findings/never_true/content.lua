-- Comparisons at the edge of what is possible, or with sums that never get there.
state "energy" { default = 6, min = 0, max = 10 }
env "hour" { every = 60, min = 0, max = 23 }
interruption "midnight" { when = "env.hour > 23" }
action "sing" { duration = 1, when = "self.energy + 5 > 20" }
action "fly" { duration = 1, targets = "person", when = "distance < 0" }
-- This one is told when content is sealed.
action "leap" { duration = 1, when = "self.energy > 12 and self.energy < 20" }
action "idle" { duration = 1 }
sequence "day" { entry = "sing",
  sing = { action = "sing", to = { { "fly", when = "self.energy * self.energy > 100" }, { "END", otherwise = true } } },
  fly = { action = "fly", to = "leap" },
  leap = { action = "leap", to = "END" } }
sequence "idle" (chain { "idle" })
npc "bard" { main = "day", fallback = "idle", on = { midnight = "idle" }, state = { "energy" }, tags = "person" }
