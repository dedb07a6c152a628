-- A minute of the day is a second here, as long as the game does not set its clock otherwise.

-- ---- Ways. Where they lead is said by the nodes that use them (sequences.lua) ----

action "walk" { travel = "self.speed", near = 1, resumable = true, targets = true, show = { pose = "walk" } }
action "walk_to_mill" { travel = "self.speed", near = 1, resumable = true, targets = "mill", prefer = "nearest",
  show = { pose = "walk" } }

-- ---- At home ----

action "eat" { duration = { 8, 15 }, resumable = true, finish = "self.energy += 3", show = { pose = "eat" } }
action "wash_up" { duration = { 3, 6 }, resumable = true, show = { pose = "work" } }
action "feed_the_hens" { duration = { 4, 8 }, show = { pose = "work" } }
action "sweep" { duration = { 4, 8 }, resumable = true, show = { pose = "work" } }
action "mend_tools" { duration = { 10, 20 }, resumable = true, show = { pose = "work" } }
action "carve_a_spoon" { duration = { 8, 16 }, resumable = true, finish = "self.mood += 1", show = { pose = "sit" } }
action "look_out" { duration = { 4, 8 }, show = { pose = "look" } }
action "lie_down" { duration = 2, show = { pose = "sleep" } }
action "sleep" { duration = { 20, 30 }, resumable = true, finish = "self.energy += 1", show = { pose = "sleep", says = "z z" } }

-- ---- At work ----

action "plough" { duration = { 8, 14 }, resumable = true, finish = "self.energy -= 1", show = { pose = "work" } }
action "sow" { duration = { 6, 10 }, resumable = true, show = { pose = "work" } }
action "weed" { duration = { 5, 9 }, resumable = true, show = { pose = "work" } }
action "wipe_the_brow" { duration = { 1, 2 }, show = { pose = "stretch" } }
action "have_a_rest" { duration = { 5, 10 }, finish = "self.energy += 2", show = { pose = "sit" } }
action "grind" { duration = { 10, 20 }, resumable = true, show = { pose = "work" } }
action "fill_sacks" { duration = { 5, 10 }, resumable = true, show = { pose = "work" } }
action "draw_an_ale" { duration = { 2, 4 }, resumable = true, finish = "self.served += 1", show = { pose = "work" } }
action "wipe_mugs" { duration = 1, show = { pose = "work" } } -- seen while nobody orders

-- ---- In the evening ----

action "drum_fingers" { duration = 1, show = { pose = "stand" } } -- seen while one waits for an ale
action "drink" { duration = { 8, 16 }, resumable = true, finish = "self.mood += 1", show = { pose = "drink" } }
action "grumble" { duration = { 2, 4 }, finish = "self.mood -= 1", show = { pose = "stand", says = "Hmpf." } }
action "sing" { duration = { 5, 12 }, finish = "self.mood += 1", show = { pose = "talk", says = "La la" } }
action "watch_the_wheel" { duration = { 6, 12 }, show = { pose = "look" } }
