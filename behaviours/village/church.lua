action "pray" { duration = { 10, 20 }, resumable = true, finish = "self.mood += 1", show = { pose = "pray" } }

sequence "go_to_church" {
  entry = "go",
  go = { action = "walk_to_pew", to = "pray", failed = "pray" },
  pray = { action = "pray", to = "pray" },
}
action "walk_to_pew" { travel = "self.speed", resumable = true, targets = "pew", show = { pose = "walk" } }
