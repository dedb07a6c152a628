-- ---- At the bar, as at a stall ----

action "walk_to_bar" {
  travel = "self.speed", resumable = true, targets = "bar",
  when = "env.bar_open and distance < within_the_club and target.room > 0",
  finish = "self.energy -= 1", show = { pose = "walk" },
}
action "read_the_menu" {
  duration = { 4, 8 }, resumable = true, targets = "bar", ends_on = "bar_closes",
  when = "env.bar_open and distance < within_reach", show = { pose = "browse" },
}
action "watch_the_barkeeper" {
  duration = { 3, 6 }, resumable = true, targets = "bar", ends_on = "bar_closes",
  when = "env.bar_open and distance < within_reach", show = { pose = "browse" },
}
action "taste_a_cocktail" {
  duration = { 2, 4 }, targets = "bar", ends_on = "bar_closes",
  when = "env.bar_open and distance < within_reach", finish = "self.mood += 1; self.thirst -= 1",
  show = { pose = "drink" },
}

-- ---- Couches and tables, as benches and fountains ----

action "walk_to_couch" {
  travel = "self.speed", resumable = true, targets = "couch", when = "distance < within_the_club and target.seats > 0",
  show = { pose = "walk" },
}
action "lounge" {
  duration = { 8, 14 }, resumable = true, targets = "couch", when = "distance < within_reach",
  start = "self.sitting = true", finish = "self.sitting = false; self.energy += 4",
  interrupted = "self.sitting = false", show = { pose = "sit" },
}
action "watch_the_dancers" {
  duration = { 6, 12 }, resumable = true, targets = "couch", when = "distance < within_reach",
  start = "self.sitting = true", finish = "self.sitting = false; self.energy += 3",
  interrupted = "self.sitting = false", show = { pose = "sit" },
}
action "get_up" { duration = 1, show = { pose = "stretch" } }

action "walk_to_table" {
  travel = "self.speed", resumable = true, targets = "table",
  when = "distance < within_the_club and target.glasses > 0", show = { pose = "walk" },
}
action "sip" { duration = { 3, 5 }, resumable = true, targets = "table", when = "distance < within_reach",
  finish = "self.thirst -= 2; self.energy += 1", show = { pose = "drink" } }
action "put_down_glass" { duration = { 2, 3 }, targets = "table", when = "distance < within_reach",
  show = { pose = "work" } }

action "walk_about" { duration = { 4, 8 }, finish = "self.energy -= 1; self.thirst += 1", tags = "roam",
  show = { pose = "stroll" } }
action "nod_to_the_beat" { duration = { 3, 6 }, finish = "self.mood += 1", show = { pose = "dance" } }

-- ---- Dancers ----

action "sway" { duration = { 3, 5 }, resumable = true, show = { pose = "dance" } }
action "spin" { duration = 2, finish = "self.energy -= 1", show = { pose = "dance" } }
action "clap" { duration = { 2, 4 }, show = { pose = "dance" } }
action "catch_breath" { duration = { 3, 5 }, finish = "self.energy += 4", show = { pose = "stand" } }
