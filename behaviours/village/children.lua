-- Children play on the green. When they play tag, whoever is caught is `it` from then on: the parts of the scene are
-- filled anew each time, and who fills which depends on how the last game ended.

state "it" { flag = true }
extend "npc child" { state = { "it" } }

action "run_to_green" { travel = "self.speed", near = 5, resumable = true, targets = "green", show = { pose = "run" } }
action "hop" { duration = { 4, 8 }, show = { pose = "dance" } }
action "look_at_a_beetle" { duration = { 4, 8 }, show = { pose = "kneel", activity = "rest" } }
action "skip_about" { duration = { 4, 8 }, tags = "roam", show = { pose = "run" } }
action "get_breath_back" { duration = { 2, 5 }, finish = "self.mood += 1", show = { pose = "stretch", says = "Phew!" } }

action "count_to_ten" { duration = { 4, 6 }, show = { pose = "stand", says = "... eight, nine, ten!" } }
action "run_away" { travel = "self.speed", near = 1, targets = { "shelter", "bench", "well" }, within = 40,
  show = { pose = "run" } }
action "chase" { travel = 7, near = 1, targets = "child", show = { pose = "run", says = "I'll get you!" } }
action "catch" { duration = 1, targets = "child", show = { pose = "wave", says = "Got you!" } }
action "squeal" { duration = 1, show = { pose = "startle", says = "Oh no!" } }
action "jeer" { duration = { 2, 4 }, targets = "child", show = { pose = "wave", says = "Can't catch me!" } }
action "laugh_aloud" { duration = { 1, 2 }, show = { pose = "stand", says = "Ha ha!" } }
action "jump_up_and_down" { duration = 1, show = { pose = "dance" } } -- seen while one waits for the others

-- A child that begins a game is one of those who run. `it` is whoever was caught last, if that child plays.
scene "tag" { within = 40, patience = 10, limit = 30, rest = 4, waiting = "jump_up_and_down",
  parts = {
    { "it", who = "child", prefer = "most self.it", finish = "self.it = false" },
    { "prey", who = "child", finish = "self.it = true" },
    { "runner", count = { 1, 6 }, who = "child" },
  },
  { it = "count_to_ten", prey = { "run_away", target = "any" }, runner = { "run_away", target = "any" } },
  { it = "chase",        prey = { "run_away", target = "any" }, runner = "jeer" },
  { it = "catch",        prey = "squeal",                       runner = "laugh_aloud" },
}

sequence "play" {
  entry = "go",
  go = { action = "run_to_green", to = "choose", failed = "choose" },
  choose = { to = { "hop", "beetle", "skip", { "tag", when = "not self.it" } } },
  hop = { action = "hop", to = "choose" },
  beetle = { action = "look_at_a_beetle", to = "choose" },
  skip = { action = "skip_about", to = "choose" },
  tag = { scene = "tag", as = "runner", to = "breath", failed = "hop" },
  breath = { action = "get_breath_back", to = "choose" },
}
