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
