-- ---- Ordinary days ----

-- Jerry's evenings: with his sweetheart, as long as there is one.
sequence "evening_out" {
  entry = "choose",
  choose = { to = { { "see", when = "any(sweetheart)" }, "tavern", "home" } },
  see = { action = "walk", target = "sweetheart", to = "hands" },
  hands = { action = "hold_hands", target = "same", to = "choose" },
  tavern = { sequence = "drink_an_ale", to = "choose" },
  home = { sequence = "stay_in", to = "choose" },
}
sequence "speak" (chain { same = true, "have_a_word" })
sequence "cook_dinner" (chain { "cook" })
sequence "brew_potions" {
  entry = "go",
  go = { action = "walk", target = "home", to = "brew" },
  brew = { action = "brew", to = "brew" },
}
sequence "sell_potions" {
  entry = "go",
  go = { action = "walk", target = "tavern", to = "offer" },
  offer = { action = "offer_potions", to = "offer", failed = "idle" },
  idle = { sequence = "idle", to = "offer" },
}

-- ---- What the quest patches into their days ----

sequence "sit_before_the_house" { allow = "unused-sequence",
  entry = "go",
  go = { action = "walk", target = "home", to = "hold" },
  hold = { action = "hold_the_stomach", to = "moan" },
  moan = { action = "moan", to = "hold" },
}
sequence "walk_in_the_woods" { allow = "unused-sequence",
  entry = "go",
  go = { action = "walk_to_the_woods", to = "pick" },
  pick = { action = "pick_herbs", to = { "pick", "go" } },
}
sequence "eat_at_the_tavern" { allow = "unused-sequence",
  entry = "go",
  go = { action = "walk", target = "tavern", to = "eat" },
  eat = { action = "eat_the_stew", to = "drink" },
  drink = { sequence = "drink_an_ale", to = "drink" },
}
sequence "stand_by_grimly" { allow = "unused-sequence",
  entry = "go",
  go = { action = "walk", target = "spouse", to = "scowl" },
  scowl = { action = "scowl", to = "scowl" },
}

-- ---- What it leaves behind ----

sequence "drink_on" {
  entry = "drink",
  drink = { sequence = "drink_an_ale", to = "drink" },
}
sequence "lie_sick" {
  entry = "go",
  go = { action = "walk", target = "home", to = "toss" },
  toss = { action = "toss_and_turn", to = "toss" },
}
