-- Each entry of a plan names one of these. It goes where it belongs, and then round and round there: the plan ends it,
-- between two nodes. So whoever comes to it in the middle of the day does just the same.

sequence "breakfast" {
  entry = "go",
  go = { action = "walk", target = "home", to = "eat", failed = "eat" },
  eat = { action = "eat", to = "choose" },
  choose = { to = { "wash", "feed", "sweep" } },
  wash = { action = "wash_up", to = "choose" },
  feed = { action = "feed_the_hens", to = "choose" },
  sweep = { action = "sweep", to = "choose" },
}
-- The place of work knows what there is to do.
sequence "work" {
  entry = "go",
  go = { action = "walk", target = "work", to = "toil", failed = "idle" },
  toil = { request = "work", from = "work", to = "pause", failed = "idle" },
  pause = { action = "wipe_the_brow", to = "toil" },
  idle = { sequence = "idle", to = "toil" },
}
sequence "free_evening" {
  entry = "choose",
  choose = { to = { "tavern", "green", "home" } },
  tavern = { sequence = "drink_an_ale", to = "choose", failed = "green" },
  green = { sequence = "stroll", to = "choose" },
  home = { sequence = "stay_in", to = "choose" },
}
sequence "housework" {
  entry = "go",
  go = { action = "walk", target = "home", to = "stay", failed = "stay" },
  stay = { sequence = "potter", to = "stay" },
}
sequence "sleep" { castable = false,
  entry = "go",
  go = { action = "walk", target = "home", to = "lie", failed = "lie" },
  lie = { action = "lie_down", to = "sleep" },
  sleep = { action = "sleep", to = "sleep" },
}
-- In no plan: the game can patch it into somebody's day.
sequence "visit_the_mill" { allow = "unused-sequence",
  entry = "go",
  go = { action = "walk_to_mill", to = "look", failed = "look" },
  look = { action = "watch_the_wheel", to = { "sing", "look" } },
  sing = { action = "sing", to = "look" },
}

-- ---- What there is to do ----

sequence "potter" (choice { "mend_tools", "carve_a_spoon", "look_out", "sweep" })
sequence "stay_in" (chain { { action = "walk", target = "home", failed = "look_out" }, "carve_a_spoon", "look_out" })
sequence "till" (choice { "plough", "sow", "weed", { "have_a_rest", when = "self.energy < 4" } })
sequence "mill" (choice { "grind", "fill_sacks" })

-- The keeper takes one order after the other. Who has ordered waits until this sequence is over.
sequence "keep_the_bar" {
  entry = "take",
  take = { take = "orders", timeout = 20, waiting = "wipe_mugs", to = "draw", failed = "END" },
  draw = { action = "draw_an_ale", to = "END" },
}
-- The order goes to whoever keeps the tavern and is there; in the morning that is nobody.
sequence "drink_an_ale" {
  entry = "go",
  go = { action = "walk", target = "tavern", to = "order" },
  order = { send = "orders", targets = "keeper", within = "nearby", await = true, timeout = 60, waiting = "drum_fingers",
    to = "drink", failed = "grumble" },
  drink = { action = "drink", to = { "sing", "END" } },
  sing = { action = "sing", to = "END" },
  grumble = { action = "grumble", to = "END" },
}
