-- ---- Ordinary days ----

-- Whoever has a sweetheart spends the evening there, unless she is in the kitchen.
extend "sequence free_evening" {
  hub = { to = { { "see", when = "any(sweetheart) and not any(provider(kitchen) of sweetheart)" } } },
  see = { action = "walk", target = "sweetheart", to = "hands", failed = "in" },
  hands = { action = "hold_hands", target = "same", to = "hub", failed = "hub" },
}
sequence "speak" (chain { same = true, "have_a_word" })
sequence "cook_dinner" (chain { "chop_turnips", "cook" })
sequence "brew_potions" {
  entry = "go",
  go = { action = "walk", target = "home", to = "brew", failed = "idle" },
  brew = { action = "brew", to = "brew" },
  idle = { sequence = "idle", to = "go" },
}
sequence "sell_potions" {
  entry = "go",
  go = { action = "walk_to_green", to = "offer", failed = "idle" },
  offer = { action = "offer_potions", to = "offer", failed = "idle" },
  idle = { sequence = "idle", to = "offer" },
}

-- ---- What the quest patches into their days ----

sequence "sit_before_the_house" {
  entry = "go",
  go = { action = "walk", target = "home", to = "hold" },
  hold = { action = "hold_the_stomach", to = "moan" },
  moan = { action = "moan", to = "hold" },
}
sequence "walk_in_the_woods" {
  entry = "go",
  go = { action = "walk_to_the_woods", to = "pick" },
  pick = { action = "pick_herbs", to = { "pick", "go" } },
}
sequence "eat_in_the_kitchen" {
  entry = "eat",
  eat = { request = "dinner", targets = "kitchen", to = "rest" },
  rest = { action = "have_a_rest", to = { "rest", "eat" } },
}
sequence "eat_what_there_is" (chain { { action = "step_to", target = "same" }, "eat_the_stew" })
sequence "stand_by_grimly" {
  entry = "go",
  go = { action = "walk", target = "spouse", to = "scowl" },
  scowl = { action = "scowl", to = "scowl" },
}

-- ---- What it leaves behind ----

sequence "drink_on" {
  entry = "go",
  go = { action = "walk", target = "home", to = "drink", failed = "drink" },
  drink = { action = "drink_alone", to = "drink" },
}
sequence "lie_sick" {
  entry = "bed",
  bed = { request = "sleep", from = "has(bed) of home", body = "toss_about", to = "turn", failed = "turn" },
  turn = { action = "turn_over", to = "bed" },
}
sequence "toss_about" (chain { "toss_and_turn", "toss_and_turn" })
