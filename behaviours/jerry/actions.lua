-- ---- What they do on other days, too ----

action "have_a_word" { duration = { 3, 6 }, targets = true, finish = "self.mood += 1", show = { pose = "talk" } }
action "hold_hands" { duration = { 10, 20 }, targets = true, finish = "self.mood += 1", show = { pose = "stand" } }
action "chop_turnips" { duration = { 10, 20 }, resumable = true, show = { pose = "work" } }
action "brew" { duration = { 10, 20 }, resumable = true, finish = "self.potions += 1", show = { pose = "work" } }
action "offer_potions" { duration = { 8, 16 }, when = "self.potions > 0", finish = "self.potions -= 1",
  show = { pose = "call", says = "Potions!" } }
action "pick_herbs" { duration = { 8, 16 }, show = { pose = "work" } }
action "walk_to_the_woods" { travel = "self.speed", near = 2, resumable = true, targets = "wood", show = { pose = "walk" } }

-- ---- What the quest lets them do ----

action "hold_the_stomach" { duration = { 8, 14 }, resumable = true, show = { pose = "sit", says = "Oh ..." } }
action "moan" { duration = { 2, 4 }, finish = "self.mood -= 1", show = { pose = "sit", says = "Help me!" } }
action "scowl" { duration = { 4, 8 }, show = { pose = "guard", activity = "rest" } }
action "eat_the_stew" { duration = { 6, 12 }, finish = "self.sick = true", show = { pose = "eat" } } -- the meat is rotten
action "toss_and_turn" { duration = { 10, 20 }, show = { pose = "sleep", says = "Oh ..." } }
action "drink_alone" { duration = { 8, 16 }, finish = "self.mood -= 1", show = { pose = "drink", carries = "mug" } }
