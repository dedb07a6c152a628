-- ---- At the stalls: before them ----

action "walk_to_stall" {
  travel = "self.speed", resumable = true, targets = "stall",
  when = "env.market_open and distance < sight and target.counter == 0 and target.room > 0",
  finish = "self.energy -= 1", show = { pose = "walk" },
}
action "look_at_goods" {
  duration = { 4, 8 }, resumable = true, targets = "stall", ends_on = "market_closes",
  when = "env.market_open and distance < nearby", show = { pose = "browse" },
}
action "feel_the_cloth" {
  duration = { 3, 6 }, resumable = true, targets = "stall", ends_on = "market_closes",
  when = "env.market_open and distance < nearby", show = { pose = "browse" },
}
action "taste_a_sample" { -- begun again after an interruption: the sample has been dropped
  duration = { 2, 4 }, targets = "stall", ends_on = "market_closes",
  when = "env.market_open and distance < nearby", finish = "self.mood += 1", show = { pose = "eat" },
}
action "wait_to_be_served" { duration = 1, show = { pose = "stand", says = "..." } } -- seen while one waits in the queue
action "pack_the_bag" { duration = { 2, 3 }, finish = "self.energy -= 1", show = { pose = "work" } }

-- ---- At the stalls: behind them ----

action "walk_to_own_stall" {
  travel = "self.speed", resumable = true, targets = "stall", when = "target.stall == self.stall",
  start = "target.keeper(self) = true", show = { pose = "walk", stands = "behind" },
}
action "set_up" { duration = { 2, 4 }, targets = "stall", when = "distance < nearby", show = { pose = "work" } }
action "serve" {
  duration = { 2, 4 }, targets = "customer", ends_on = "market_closes", when = "env.market_open and distance < nearby",
  finish = "self.goods -= 1; target.bag += 1", show = { pose = "talk", says = "There you are." },
}
action "shake_the_head" { duration = 1, targets = "customer", show = { pose = "talk", says = "We are closed." } }
action "cry_wares" {
  duration = { 3, 6 }, targets = "stall", ends_on = "market_closes",
  when = "env.market_open and distance < nearby and self.energy > 2",
  finish = "self.energy -= 1", show = { pose = "call", says = "Fresh today!" },
}
action "arrange_goods" {
  duration = { 4, 7 }, resumable = true, targets = "stall", ends_on = "market_closes",
  when = "env.market_open and distance < nearby", show = { pose = "work" },
}
action "count_coins" {
  duration = { 3, 5 }, targets = "stall", ends_on = "market_closes",
  when = "env.market_open and distance < nearby", show = { pose = "work" },
}
action "sit_behind_stall" {
  duration = { 5, 9 }, resumable = true, targets = "stall", ends_on = "market_closes",
  when = "env.market_open and distance < nearby",
  start = "self.sitting = true", finish = "self.sitting = false; self.energy += 3",
  interrupted = "self.sitting = false", show = { pose = "sit" },
}
action "walk_to_cart" {
  travel = "self.speed", resumable = true, targets = "cart", prefer = "nearest", when = "distance < sight",
  show = { pose = "walk" },
}
action "load_crate" { duration = { 2, 4 }, targets = "cart", when = "distance < nearby", finish = "self.goods += 4",
  show = { pose = "work" } }
action "pack_up" { duration = { 3, 5 }, show = { pose = "work" } }

-- ---- Rest ----

action "walk_to_bench" {
  travel = "self.speed", resumable = true, targets = "seat", when = "distance < sight and target.seats > 0",
  show = { pose = "walk" },
}
action "doze" {
  duration = { 8, 14 }, resumable = true, targets = "seat", when = "distance < nearby",
  start = "self.sitting = true", finish = "self.sitting = false; self.energy += 4",
  interrupted = "self.sitting = false", show = { pose = "sleep", says = "z z" },
}
action "watch_the_crowd" {
  duration = { 6, 12 }, resumable = true, targets = "seat", when = "distance < nearby",
  start = "self.sitting = true", finish = "self.sitting = false; self.energy += 3",
  interrupted = "self.sitting = false", show = { pose = "sit" },
}
action "eat_from_the_bag" {
  duration = { 5, 9 }, resumable = true, targets = "seat", when = "distance < nearby and self.bag > 0",
  start = "self.sitting = true", finish = "self.sitting = false; self.bag -= 1; self.energy += 4; self.mood += 1",
  interrupted = "self.sitting = false", show = { pose = "eat_sitting" },
}
action "stand_up" { duration = 1, show = { pose = "stretch" } }
action "gaze_at_stars" { duration = { 5, 9 }, when = "env.hour >= 20 or env.hour < 5", finish = "self.mood += 1",
  show = { pose = "look" } }

-- ---- Night ----

action "walk_home" { travel = "self.speed", resumable = true, targets = "way_home", show = { pose = "walk" } }
action "go_in" { duration = 1, finish = "self.indoors = true", show = { pose = "away" } }
action "stay_home" {
  duration = 600, resumable = true, ends_on = "day_breaks", when = "env.hour >= evening or env.hour < morning",
  show = { pose = "away" },
}
action "come_out" { duration = 1, finish = "self.indoors = false; self.energy = 8; self.bag = 0",
  show = { pose = "stretch" } }

-- ---- Drink ----

action "walk_to_fountain" {
  travel = "self.speed", resumable = true, targets = "fountain", when = "distance < sight and target.spouts > 0",
  show = { pose = "walk" },
}
action "drink" { duration = { 3, 5 }, resumable = true, targets = "fountain", when = "distance < nearby",
  finish = "self.energy += 1", show = { pose = "drink" } }
action "dip_hands" { duration = { 2, 4 }, targets = "fountain", when = "distance < nearby", finish = "self.mood += 1",
  show = { pose = "drink" } }

-- ---- Together: whom these are aimed at is in the same scene (scenes.lua) ----

action "walk_up_to" { travel = "self.speed", near = 1, targets = true, finish = "self.energy -= 1",
  show = { pose = "walk", says = "Hey!" } }
action "turn_to" { duration = 1, targets = true, show = { pose = "listen" } }
-- Where one of them has run off meanwhile, the talk cannot go on, and the scene breaks up.
action "chat" { duration = { 4, 9 }, targets = true, when = "distance < nearby",
  show = { pose = "talk", says = "bla bla" } }
action "tell_a_joke" { duration = { 3, 6 }, targets = true, when = "distance < nearby",
  show = { pose = "talk", says = "So a goose ..." } }
action "listen" { duration = { 4, 6 }, targets = true, when = "distance < nearby", show = { pose = "listen" } }
action "laugh" { duration = { 1.5, 2.5 }, targets = true, show = { pose = "stretch", says = "ha!" } }
action "answer" { duration = { 2, 5 }, targets = true, show = { pose = "talk", says = "Really?" } }
action "praise_the_goods" { duration = { 3, 6 }, targets = true, show = { pose = "call", says = "Come by tomorrow!" } }
action "take_note" { duration = { 2, 3 }, targets = true, show = { pose = "guard", says = "Hm." } }
action "part" { duration = 1, targets = true, show = { pose = "wave", says = "Bye!" } }
action "attend" { duration = 1, show = { pose = "listen" } } -- seen while one waits for the other

action "glance" { duration = { 1, 2 }, targets = "person", start = "self.glanced = now", show = { pose = "look" } }

-- ---- Guards ----

action "walk_to_post" {
  travel = "self.speed", resumable = true, targets = "post", when = "distance < sight and target.watchers > 0",
  finish = "self.energy -= 1", show = { pose = "walk" },
}
action "stand_guard" {
  duration = { 8, 14 }, resumable = true, targets = "post", ends_on = "market_closes",
  when = "env.market_open and distance < nearby", finish = "self.energy -= 1", show = { pose = "guard" },
}
action "scan_the_crowd" {
  duration = { 4, 7 }, targets = "post", ends_on = "market_closes",
  when = "env.market_open and distance < nearby", show = { pose = "look" },
}
action "listen_to_the_night" { -- whether the market is open or not
  duration = { 8, 14 }, resumable = true, targets = "post", when = "distance < nearby", show = { pose = "guard" },
}
action "raise_the_lantern" { duration = { 3, 6 }, targets = "post", when = "distance < nearby", show = { pose = "look" } }
action "hurry_to_noise" { travel = 5, targets = true, when = "distance < sight", show = { pose = "run" } }
action "ask_what_is_wrong" { duration = { 3, 5 }, show = { pose = "talk", says = "What's wrong here?" } }
