sequence "park_visitor" {
  entry = "rest",
  rest = { action = "rest", to = { { "sit", when = "env.weather ~= 'rainy'" }, { "food", when = "self.energy >= 7" } } },
  sit = { action = "sit_on_bench", to = "walk" },
  food = { sequence = "eat_something", to = "walk" },
  walk = { action = "walk_around", to = "END" },
}
sequence "eat_something" {
  entry = "go",
  go = { action = "walk_to_food", to = "browse" },
  browse = { action = "browse_food", target = "same", to = "buy", failed = "END" },
  buy = { action = "buy_food", target = "same", to = "END", failed = "END" },
}

sequence "park_keeper" {
  entry = "refill",
  refill = { action = "refill", to = "sweep", failed = "sweep" },
  sweep = { action = "sweep_path", to = "END" },
}
