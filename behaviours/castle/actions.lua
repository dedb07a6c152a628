-- ---- At the gate ----

action "walk_to_gate" { travel = "self.speed", near = 2, resumable = true, targets = "gate", prefer = "nearest",
  show = { pose = "walk" } }
action "shuffle_forward" { duration = 1, show = { pose = "stand" } } -- seen while one waits in the queue
action "walk_in" { duration = 1, finish = "self.inside = true", show = { pose = "walk" } }
action "wave_through" { duration = { 1, 2 }, targets = true, show = { pose = "wave", says = "Next!" } } -- the gate does
action "creak" { duration = { 4, 8 }, show = { pose = "stand" } }

-- ---- At a table ----

action "walk_to_table" { travel = "self.speed", near = 1, resumable = true, targets = true, show = { pose = "walk" } }
action "sit_down" { duration = 1, targets = true, finish = "self.sitting = true", show = { pose = "sit" } }
action "stand_up" { duration = 1, finish = "self.sitting = false", show = { pose = "stretch" } }
action "raise_the_mug" { duration = 1, show = { pose = "wave" } } -- seen while one waits for the others
action "drink" { duration = 3, finish = "self.mood += 1", show = { pose = "drink", says = "Cheers!" } }
action "eat" { duration = { 5, 12 }, resumable = true, finish = "self.hunger -= 1", show = { pose = "eat_sitting" } }
action "admire_the_walls" { duration = { 10, 20 }, finish = "self.hunger += 1", tags = "roam", show = { pose = "stroll" } }
action "listen" { duration = { 4, 8 }, show = { pose = "listen" } }

-- ---- At a trebuchet ----

action "point_at_a_tower" { duration = { 10, 20 }, finish = "self.tower = 4 - self.tower; send aim = self.tower to crew",
  show = { pose = "call" } } -- the captain does
action "walk_to_trebuchet" { travel = "self.speed", near = 1, resumable = true, targets = "trebuchet", prefer = "nearest",
  show = { pose = "walk" } }
action "hold_the_crank" { duration = 1, show = { pose = "work" } } -- seen while one waits for the other
action "turn_the_crank" { duration = 3, targets = true, finish = "target.tension += 1", show = { pose = "work" } }
action "loose" { duration = 2, targets = true, when = "target.tension >= drawn",
  start = "target.tension = 0; target.tower = self.tower", finish = "target.shots += 1", show = { pose = "work", says = "Loose!" } }
