-- In which order: nodes, and where each may go next. Of several open ways everybody takes one not taken lately.
sequence "day" {
  entry = "choose",
  choose = { to = { "stroll", "chat", "drink", { "rest", when = "self.energy < 4" } } },
  stroll = { action = "stroll", to = "END" },
  chat = { sequence = "have_a_chat", to = "END", failed = "stroll" },
  drink = { sequence = "have_a_drink", to = "END" },
  rest = { sequence = "rest_on_bench", to = "END" },
}
sequence "have_a_chat" (chain { "walk_up_to", { action = "chat", target = "same", failed = "END" } })
sequence "have_a_drink" (chain { "walk_to_fountain", { action = "drink", target = "same" } })
sequence "rest_on_bench" { claim = "target.seats",
  entry = "go",
  go = { action = "walk_to_bench", to = "sit" },
  sit = { action = "sit", target = "same", to = { { "sit", when = "self.energy < 6" }, { "END", otherwise = true } } },
}
sequence "startled" (chain { "look_round" })
sequence "seek_shelter" (chain { "run_to_arcade", "wait_out_rain" })
sequence "idle" (chain { "idle" })
