action "walk_to_green" { travel = "self.speed", near = 6, resumable = true, targets = "green", show = { pose = "run" } }

sequence "play" {
  entry = "go",
  go = { action = "walk_to_green", to = "idle", failed = "idle" },
  idle = { sequence = "stroll", to = "idle" },
}
