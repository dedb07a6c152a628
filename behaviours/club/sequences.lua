-- Node for node the market's `visitor_day`, with the club's sequences; but nobody goes home.
sequence "visitor_night" {
  entry = "choose",
  choose = { to = {
    { "shop", when = "env.bar_open and self.energy > 3" },
    { "rest", when = "self.energy < 8" },
    "meet",
    { "drink", when = "self.energy > 1" },
  } },
  shop = { sequence = "visit_bar", to = "END" },
  rest = { sequence = "rest_on_couch", to = "END" },
  meet = { sequence = "go_round", to = "END" },
  drink = { sequence = "visit_table", to = "END" },
}

sequence "visit_bar" { claim = "target.room",
  entry = "go",
  go = { action = "walk_to_bar", to = "browse" },
  browse = { sequence = "browse_drinks", to = "END" },
}
sequence "browse_drinks" {
  entry = "choose",
  choose = { to = { "look", "feel", "taste" } },
  look = { action = "read_the_menu", target = "same", to = { "feel", "taste", "END" }, failed = "END" },
  feel = { action = "watch_the_barkeeper", target = "same", to = { "taste", "END" }, failed = "END" },
  taste = { action = "taste_a_cocktail", target = "same", to = "END", failed = "END" },
}
sequence "rest_on_couch" { claim = "target.seats",
  entry = "go",
  go = { action = "walk_to_couch", to = { "lounge", "watch" } },
  lounge = { action = "lounge", target = "same", to = { "watch", "leave" }, failed = "leave" },
  watch = { action = "watch_the_dancers", target = "same", to = "leave", failed = "leave" },
  leave = { action = "get_up", to = "END" },
}
sequence "visit_table" { claim = "target.glasses",
  entry = "go",
  go = { action = "walk_to_table", to = "sip" },
  sip = { action = "sip", target = "same", to = { "put_down", { "sip", when = "self.thirst > 5" } }, failed = "END" },
  put_down = { action = "put_down_glass", target = "same", to = "END", failed = "END" },
}
sequence "go_round" (chain { "walk_about", "nod_to_the_beat" })

sequence "dance" {
  entry = "sway",
  sway = { action = "sway", to = { "spin", "clap", { "breathe", when = "self.energy < 3" } } },
  spin = { action = "spin", to = { "clap", "END" } },
  clap = { action = "clap", to = "END" },
  breathe = { action = "catch_breath", to = "END" },
}
