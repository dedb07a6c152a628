-- Fallbacks.
sequence "idle" (choice { "stand_idle", "look_around", "stretch" })
sequence "stroll" (chain { "look_around", "wander" })

-- Responses.
sequence "surprised" {
  entry = "gasp",
  gasp = { action = "gasp", to = { "back", "look" } },
  back = { action = "step_back", to = "look" },
  look = { action = "look_around", to = "END" },
}
sequence "seek_shelter" {
  claim = "target.cover",
  entry = "run",
  run = { action = "run_to_shelter", to = "wait", failed = "brave" },
  wait = { wait = "env.weather ~= 'rainy'", timeout = 3600, waiting = "wait_out_rain", to = "END", failed = "END" },
  brave = { wait = "env.weather ~= 'rainy'", timeout = 3600, waiting = "brave_the_rain", to = "END", failed = "END" },
}
