-- What people can do: for how many seconds or how fast, with what, when, and what comes of it. main.lua reads `show`,
-- and the tag of what people do while they roam about.
action "stroll" { duration = { 2, 4 }, finish = "self.energy -= 1", tags = "roam" }
action "walk_up_to" { travel = "pace", targets = "person", when = "distance < 14" }
action "chat" { duration = { 3, 5 }, targets = "person", when = "distance < 4",
  show = { pose = "talk", says = "bla bla" } }
action "walk_to_fountain" { travel = "pace", targets = "fountain" }
action "drink" { duration = { 2, 4 }, targets = "fountain", show = { pose = "drink" } }
action "walk_to_bench" { travel = "pace", targets = "seat" }
action "sit" { duration = { 5, 8 }, resumable = true, targets = "seat", finish = "self.energy += 3",
  show = { pose = "sit" } }
action "look_round" { duration = 2, show = { pose = "startle", says = "!" } }
action "run_to_arcade" { travel = 6, targets = "roof", show = { pose = "run" } }
action "wait_out_rain" { duration = 120, when = "env.weather == 'rainy'", ends_on = "rain_stops" }
action "idle" { duration = 1 }
