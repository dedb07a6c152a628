-- A thing that brings its own behaviour. Visitors of the market look for something to amuse them before they look for
-- company (`pass_the_time`); the piano offers that, to one at a time. They need not know what a piano is.
prop "piano" { static = true, offers = { amuse = { sequence = "play_a_tune" } } }
place "piano" { name = "the piano", x = 27, y = 25 }

action "walk_to_piano" { travel = "self.speed", resumable = true, targets = true, show = { pose = "walk" } }
action "play" { duration = { 8, 15 }, resumable = true, targets = true, finish = "self.mood += 2",
  show = { pose = "work", says = "la la" } }
action "bow" { duration = 1, targets = true, show = { pose = "wave" } }

-- All of it is about the same piano: the one that offers it. Nobody is told a joke meanwhile.
sequence "play_a_tune" (chain { same = true, castable = false, "walk_to_piano", "play", "bow" })
