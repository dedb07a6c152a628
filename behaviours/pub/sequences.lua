-- ---- Guests ----

-- They know nothing of pubs: they want to relax, and ask where they are for that.
sequence "guest_day" {
  entry = "hub",
  hub = { to = { { "out", when = "self.thirst > 0 and (env.hour >= opens or env.hour < closes)" },
                 { "home", otherwise = true } } },
  out = { request = "relax", from = "area", to = "END", failed = "home" },
  home = { sequence = "stay_at_home", to = "END" },
}
sequence "stay_at_home" (chain { { action = "walk_home", target = "home" }, "stay_in", "set_out" })

sequence "lower_the_voice" (chain { "murmur" })
sequence "empty_the_mug" (chain { { action = "drink", failed = "END" } })
sequence "run_home" (chain { { action = "run_back_home", target = "home", failed = "END" } })

-- ---- Seats ----

-- `body`: here goes what one wants to sit for. All of it is about the same seat.
sequence "have_a_seat" { same = true,
  entry = "go",
  go = { action = "walk_over", to = "down" },
  down = { action = "sit_down", to = "stay" },
  stay = { body = true, to = "up" },
  up = { action = "stand_up", to = "END" },
}
-- Who was still on the way to it does not sit.
sequence "get_up" {
  entry = "hub",
  hub = { to = { { "up", when = "self.sitting" }, { "END", otherwise = true } } },
  up = { action = "stand_up", to = "END" },
}

-- ---- What the places offer ----

-- In the land: on a bench, if there is one near, or where one is.
sequence "rest_a_while" {
  entry = "bench",
  bench = { request = "sit", targets = "bench", within = 8, prefer = "nearest", body = "take_it_easy", to = "END",
    failed = "stand" },
  stand = { sequence = "take_it_easy", to = "END" },
}
sequence "take_it_easy" (choice { "hum", "watch_the_clouds" })

-- In town: to one of its pubs, and once there, the same question again. If no pub is open, that of the land it is.
sequence "go_to_a_pub" {
  entry = "walk",
  walk = { action = "walk_to_pub", target = "inner(pub) of target", to = "relax", failed = "relax" },
  relax = { request = "relax", from = "area", to = "END" },
}

-- In a pub: the target is the pub, also for those who drink on one of its seats.
sequence "be_a_guest" {
  entry = "seat",
  seat = { request = "sit", from = "seat of target", prefer = "nearest", body = "drink_up", timeout = 15,
    waiting = "look_for_a_seat", to = "END", failed = "stand" },
  stand = { sequence = "drink_up", to = "END" },
}
sequence "drink_up" {
  entry = "order",
  order = { action = "wave", target = "same", to = "wait" },
  wait = { wait = "self.ale > 0", timeout = 120, waiting = "drum_fingers", to = "drink", failed = "grumble" },
  drink = { action = "drink", to = { { "order", when = "self.thirst > 0" }, { "END", otherwise = true } }, failed = "END" },
  grumble = { action = "grumble", to = "END" },
}

-- ---- Servers ----

sequence "server_day" (chain { { action = "walk_home", target = "home", failed = "sweep_the_yard" }, "sweep_the_yard" })

-- The target is who has called: the pub.
sequence "work_a_shift" {
  entry = "go",
  go = { action = "walk_to_work", target = "same", to = "work" },
  work = { request = "work_here", from = "target", to = "home", failed = "home" }, -- until it closes
  home = { action = "walk_home", target = "home", to = "END", failed = "END" },
}
sequence "wait_at_tables" {
  entry = "serve",
  serve = { sequence = "serve_somebody", to = "serve" },
}
-- The target is the pub until an order has been taken. `provider`: where one holds what is offered, here the pub.
sequence "serve_somebody" {
  entry = "take",
  take = { action = "take_the_order", target = "order of target", to = "fetch", failed = "wipe" },
  fetch = { action = "walk_to_the_bar", target = "provider", to = "draw" },
  draw = { action = "draw_an_ale", to = "carry" },
  carry = { action = "carry_it_over", target = "brings", to = "hand", failed = "pour" },
  hand = { action = "hand_over", target = "same", to = "END", failed = "pour" },
  pour = { action = "pour_it_back", target = "brings", to = "END", failed = "END" },
  wipe = { action = "wipe_the_bar", to = "END" },
}

-- ---- The pub ----

sequence "keep_house" {
  entry = "listen",
  listen = { action = "listen", to = { { "hush", when = "self.noise > lively" }, { "END", otherwise = true } } },
  hush = { action = "ask_for_quiet", to = "END" },
}
sequence "wait_and_see" (chain { "listen" })
sequence "open_up" (chain { "unlock" })
sequence "close_up" (chain { "ring_the_bell", "lock_up" })
sequence "clear_the_house" (chain { "lock_up" })
