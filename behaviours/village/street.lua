action "hold_out_a_hand" { duration = { 8, 16 }, show = { pose = "call", says = "A penny ..." } }

sequence "beg" {
  entry = "go",
  go = { action = "walk_to_green", to = "beg", failed = "beg" },
  beg = { action = "hold_out_a_hand", to = { "beg", "idle" } },
  idle = { sequence = "idle", to = "beg" },
}
sequence "sleep_rough" { castable = false,
  entry = "go",
  go = { action = "walk", target = "home", to = "sleep", failed = "sleep" },
  sleep = { action = "slumber", to = "sleep" },
}
sequence "take_the_air" {
  entry = "go",
  go = { action = "walk_to_green", to = "walk", failed = "walk" },
  walk = { sequence = "stroll", to = "walk" },
}

-- ---- A feast ----

action "walk_on_the_green" { travel = "self.speed", near = 4, targets = "green", show = { pose = "walk" } }
sequence "feast_on_the_green" {
  entry = "choose",
  choose = { to = { "bench", "walk", { "dance", when = "self.plays" } } },
  bench = { sequence = "sit_on_the_green", to = "idle", failed = "walk" },
  walk = { action = "walk_on_the_green", to = "idle", failed = "idle" },
  idle = { sequence = "stroll", to = "choose" },
  dance = { scene = "dance", as = "fiddler", to = "idle", failed = "walk" },
}
