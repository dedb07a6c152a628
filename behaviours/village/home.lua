-- ---- Ways. Where they lead is said by the nodes that use them ----

action "walk" { travel = "self.speed", near = 1, resumable = true, targets = true, show = { pose = "walk" } }
action "step_to" { travel = "self.speed", resumable = true, targets = true, show = { pose = "walk" } }

-- ---- Seats and beds ----

action "sit_down" { duration = 1, targets = true, finish = "self.sitting = true", show = { pose = "sit" } }
action "stand_up" { duration = 1, finish = "self.sitting = false", show = { pose = "stretch" } }
action "lie_down" { duration = 2, targets = true, finish = "self.going_home = false; self.drunk = 0; self.fed = false",
  show = { pose = "sleep" } }
action "turn_over" { duration = { 1, 2 }, show = { pose = "sleep" } }
action "slumber" { duration = { 20, 30 }, resumable = true, finish = "self.energy += 1",
  show = { pose = "sleep", says = "z z" } }

-- What a seat offers. `body`: here goes what one wants to sit for. All of it is about the same seat.
sequence "have_a_seat" (chain { same = true, "step_to", "sit_down", { body = true }, "stand_up" })
-- Somebody who was still on the way to it does not sit.
sequence "get_up" {
  entry = "hub",
  hub = { to = { { "up", when = "self.sitting" }, { "END", otherwise = true } } },
  up = { action = "stand_up", to = "END" },
}
-- What a bed offers.
sequence "lie_in_bed" (chain { same = true, "step_to", "lie_down", { body = true } })
sequence "get_out_of_bed" (chain { "stretch" })

sequence "sleep" { castable = false,
  entry = "bed",
  bed = { request = "sleep", from = "has(bed) of home", prefer = "nearest", body = "slumber_on", to = "turn", failed = "floor" },
  turn = { action = "turn_over", to = "bed" },
  floor = { action = "slumber", to = "bed" },
}
sequence "slumber_on" { entry = "sleep", sleep = { action = "slumber", to = "sleep" } } -- until the plan ends it

-- ---- Meals ----

action "eat" { duration = { 8, 15 }, resumable = true, finish = "self.energy += 3", show = { pose = "eat_sitting" } }
action "eat_bread" { duration = { 6, 10 }, resumable = true, finish = "self.energy += 3", show = { pose = "eat", carries = "bread" } }
action "cook" { duration = { 8, 15 }, resumable = true, show = { pose = "work" } }
action "stir_the_pot" { duration = 1, show = { pose = "work" } } -- seen while a cook waits for the others
action "wait_for_supper" { duration = 1, show = { pose = "sit" } }
action "call_to_table" { duration = { 1, 2 }, targets = true, show = { pose = "call", says = "Supper!" } }
action "look_up_hungrily" { duration = { 1, 2 }, show = { pose = "look" } }
action "ladle_the_stew" { duration = { 3, 5 }, targets = true, show = { pose = "work" } }
action "say_grace" { duration = { 3, 4 }, show = { pose = "pray" } }
action "eat_stew" { duration = { 8, 14 }, show = { pose = "eat_sitting" } }

sequence "breakfast" {
  entry = "sit",
  sit = { request = "sit", from = "has(seat) of home", body = "eat_a_bowl", to = "choose", failed = "stand" },
  stand = { action = "eat_bread", to = "choose" },
  choose = { to = { "sweep", "hearth", "look" } },
  sweep = { action = "sweep", to = "choose" },
  hearth = { sequence = "stand_at_the_hearth", to = "choose" },
  look = { action = "look_out", to = "choose" },
}
sequence "eat_a_bowl" (chain { "eat" })
sequence "stand_at_the_hearth" (chain { { action = "step_to", target = "has(hearth) of home", failed = "cook" }, "cook" })

-- Whoever cooks calls the others to the table. They wait there, and eat alone if nobody calls.
sequence "supper" {
  entry = "hub",
  hub = { to = { { "cook", when = "self.cooks" }, { "sit", otherwise = true } } },
  cook = { sequence = "stand_at_the_hearth", to = "serve" },
  serve = { scene = "family_supper", as = "cook", timeout = 40, every = 2, waiting = "stir_the_pot", to = "rest", failed = "rest" },
  sit = { request = "sit", from = "has(seat) of home", body = "wait_at_the_table", to = "rest", failed = "alone" },
  alone = { action = "eat_bread", to = "rest" },
  rest = { sequence = "stay_in", to = "look" },
  look = { action = "look_out", to = "rest" },
}
sequence "wait_at_the_table" {
  entry = "wait",
  wait = { wait = "self.fed", timeout = 60, waiting = "wait_for_supper", to = "END", failed = "alone" },
  alone = { action = "eat", to = "END" },
}
-- A row is a phase: nobody begins the next one before all are done with this one. `stays`: those who sit stay seated.
scene "family_supper" { within = 7, stays = true, patience = 15, waiting = "wait_for_supper",
  parts = { { "cook", finish = "self.mood += 1" },
            { "eater", who = "person", count = { 1, 6 }, when = "self.sitting and not self.fed",
              finish = "self.fed = true; self.energy += 3; self.mood += 1" } },
  { cook = "call_to_table",  eater = "look_up_hungrily" },
  { cook = "ladle_the_stew", eater = "look_up_hungrily" },
  { cook = "say_grace",      eater = "say_grace" },
  { cook = "eat_stew",       eater = "eat_stew" },
}

-- ---- About the house ----

action "sweep" { duration = { 4, 8 }, resumable = true, show = { pose = "sweep" } }
action "mend_clothes" { duration = { 10, 20 }, resumable = true, show = { pose = "work" } }
action "mend_tools" { duration = { 10, 20 }, resumable = true, show = { pose = "work" } }
action "carve_a_spoon" { duration = { 8, 16 }, resumable = true, finish = "self.mood += 1", show = { pose = "sit" } }
action "look_out" { duration = { 4, 8 }, show = { pose = "look" } }
action "rest" { duration = { 8, 16 }, resumable = true, finish = "self.energy += 1", show = { pose = "sit" } }

sequence "housework" {
  entry = "go",
  go = { action = "walk", target = "home", to = "stay", failed = "stay" },
  stay = { sequence = "potter", to = "stay" },
}
sequence "potter" (choice { "sweep", "mend_clothes", "mend_tools", { sequence = "stand_at_the_hearth" } })
-- A while on a seat at home; the plan, or whoever asked for it, says how often.
sequence "stay_in" {
  entry = "sit",
  sit = { request = "sit", from = "has(seat) of home", body = "while_away_the_time", to = "END", failed = "stand" },
  stand = { sequence = "while_away_the_time", to = "END" },
}
sequence "while_away_the_time" (chain { "rest", { sequence = "do_something_small" }, { sequence = "do_something_small" } })
sequence "do_something_small" (choice { "carve_a_spoon", "look_out", "mend_clothes" })

-- ---- Errands: water, bread, a friend, a bench in the sun ----

action "walk_to_well" { travel = "self.speed", near = 3, resumable = true, targets = "well", show = { pose = "walk", carries = "bucket" } }
action "draw_water" { duration = { 4, 8 }, targets = true, show = { pose = "work", carries = "bucket" } }
action "carry_water_home" { travel = "self.speed", near = 1, resumable = true, targets = true,
  show = { pose = "walk", carries = "bucket" } }
action "carry_bread_home" { travel = "self.speed", near = 1, resumable = true, targets = true,
  show = { pose = "walk", carries = "bread" } }
action "walk_to_shop" { travel = "self.speed", near = 2, resumable = true, targets = "shop", show = { pose = "walk" } }
action "wait_to_be_served" { duration = 1, show = { pose = "stand", says = "..." } }
action "watch_the_green" { duration = { 10, 20 }, resumable = true, finish = "self.energy += 1", show = { pose = "sit" } }

sequence "errands" {
  entry = "choose",
  choose = { to = { "water", { "bread", when = "not env.feast and env.weekday ~= 'sunday'" }, "bench", "friend" } },
  water = { sequence = "fetch_water", to = "choose", failed = "rest" },
  bread = { sequence = "buy_bread", to = "choose", failed = "rest" },
  bench = { sequence = "sit_on_the_green", to = "rest", failed = "rest" },
  friend = { action = "walk", target = "friend", to = "rest", failed = "rest" },
  rest = { sequence = "idle", to = "choose" },
}
sequence "fetch_water" {
  entry = "go",
  go = { action = "walk_to_well", to = "draw" },
  draw = { request = "draw_water", from = "target", timeout = 30, waiting = "wait_to_be_served", to = "home" },
  home = { action = "carry_water_home", target = "home", to = "END" },
}
sequence "draw_a_bucket" (chain { same = true, "step_to", "draw_water" })
-- In the queue before the counter. The baker takes the oldest message, and with it whoever has come first.
sequence "buy_bread" {
  entry = "go",
  go = { action = "walk_to_shop", to = "queue" },
  queue = { send = "customers", targets = "baker", within = "nearby", when = "not target.dead", await = true, timeout = 60,
    waiting = "wait_to_be_served", to = "home" },
  home = { action = "carry_bread_home", target = "home", to = "END" },
}
sequence "sit_on_the_green" {
  entry = "sit",
  sit = { request = "sit", targets = "bench", body = "watch_the_green_a_while", to = "END" },
}
sequence "watch_the_green_a_while" (chain { "watch_the_green", "look_around", "watch_the_green" })
