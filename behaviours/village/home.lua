-- ---- Ways. Where they lead is said by the nodes that use them ----

action "walk" { travel = "self.speed", near = 1, resumable = true, targets = true, show = { pose = "walk" } }
action "step_to" { travel = "self.speed", resumable = true, targets = true, show = { pose = "walk" } }

-- ---- At home ----

action "eat" { duration = { 8, 15 }, resumable = true, finish = "self.energy += 3", show = { pose = "eat" } }
action "cook" { duration = { 8, 15 }, resumable = true, show = { pose = "work" } }
action "sweep" { duration = { 4, 8 }, resumable = true, show = { pose = "sweep" } }
action "mend_clothes" { duration = { 10, 20 }, resumable = true, show = { pose = "work" } }
action "look_out" { duration = { 4, 8 }, show = { pose = "look" } }
action "rest" { duration = { 8, 16 }, resumable = true, finish = "self.energy += 1", show = { pose = "sit" } }
action "slumber" { duration = { 20, 30 }, resumable = true, finish = "self.energy += 1",
  show = { pose = "sleep", says = "z z" } }

sequence "breakfast" {
  entry = "go",
  go = { action = "step_to", target = "has(stool) of home", to = "eat", failed = "eat" },
  eat = { action = "eat", to = "choose" },
  choose = { to = { "sweep", "cook", "look" } },
  sweep = { action = "sweep", to = "choose" },
  cook = { sequence = "stand_at_the_hearth", to = "choose", failed = "look" },
  look = { action = "look_out", to = "choose" },
}
sequence "housework" {
  entry = "go",
  go = { action = "walk", target = "home", to = "stay", failed = "stay" },
  stay = { sequence = "potter", to = "stay" },
}
sequence "stay_in" {
  entry = "go",
  go = { action = "step_to", target = "has(stool) of home", to = "rest", failed = "rest" },
  rest = { action = "rest", to = { "rest", "look" } },
  look = { action = "look_out", to = "rest" },
}
sequence "sleep" { castable = false,
  entry = "go",
  go = { action = "step_to", target = "has(bed) of home", to = "sleep", failed = "sleep" },
  sleep = { action = "slumber", to = "sleep" },
}
sequence "potter" (choice { "sweep", "mend_clothes", "look_out", { sequence = "stand_at_the_hearth" } })
sequence "stand_at_the_hearth" (chain { { action = "step_to", target = "has(hearth) of home", failed = "cook" }, "cook" })
sequence "eat_outside" (chain { "eat", "rest" })
-- To the well, to the bakery, and back.
action "walk_to_well" { travel = "self.speed", near = 2, resumable = true, targets = "well", show = { pose = "walk" } }
action "walk_to_shop" { travel = "self.speed", near = 1, resumable = true, targets = "shop", show = { pose = "walk" } }
sequence "errands" {
  entry = "choose",
  choose = { to = { "well", "bakery", "home" } },
  well = { action = "walk_to_well", to = "rest", failed = "rest" },
  bakery = { action = "walk_to_shop", to = "rest", failed = "rest" },
  home = { action = "walk", target = "home", to = "rest", failed = "rest" },
  rest = { sequence = "idle", to = "choose" },
}
