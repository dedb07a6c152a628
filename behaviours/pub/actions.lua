-- ---- Ways. Where they lead is said by the nodes that use them (sequences.lua) ----

action "walk_home" { travel = "self.speed", resumable = true, targets = true, show = { pose = "walk" } }
action "run_back_home" { travel = 6, targets = true, show = { pose = "run", says = "Fire!" } }
action "walk_to_work" { travel = "self.speed", near = 4, resumable = true, targets = true, show = { pose = "walk" } }
action "walk_to_pub" { -- one that is open, with the fewest people in it
  travel = "self.speed", near = 4, resumable = true, targets = true, when = "target.open", prefer = "least target.noise",
  show = { pose = "walk" },
}

-- ---- At home ----

action "stay_in" { duration = 86400, ends_on = "opening_time", show = { pose = "away" } }
action "set_out" { duration = { 1, 20 }, finish = "self.thirst += 6", show = { pose = "stretch" } }
action "sweep_the_yard" { duration = { 20, 40 }, resumable = true, show = { pose = "work" } }

-- ---- On a seat ----

action "walk_over" { travel = "self.speed", resumable = true, targets = true, show = { pose = "walk" } }
action "sit_down" { duration = 1, targets = true, finish = "self.sitting = true", show = { pose = "sit" } }
action "stand_up" { duration = 1, finish = "self.sitting = false", show = { pose = "stretch" } }

-- ---- A guest ----

action "wave" { duration = 1, targets = true, finish = "target.order(self) = true; self.ordered_at = now",
  show = { pose = "wave", says = "An ale, please!" } }
action "drink" { duration = { 10, 20 }, resumable = true, when = "self.ale > 0",
  finish = "self.ale -= 1; self.thirst -= 3; self.mood += 1", show = { pose = "drink" } }
action "grumble" { duration = 2, finish = "self.mood -= 1", show = { pose = "stand", says = "Hmpf." } }
action "murmur" { duration = { 1, 2 }, show = { pose = "listen", says = "..." } }
-- These are seen while somebody waits.
action "look_for_a_seat" { duration = 1, show = { pose = "look" } }
action "drum_fingers" { duration = 1, show = { pose = "stand" } }

action "hum" { duration = { 10, 20 }, resumable = true, finish = "self.mood += 1", show = { pose = "stand" } }
action "watch_the_clouds" { duration = { 15, 30 }, resumable = true, finish = "self.energy += 1", show = { pose = "look" } }

-- ---- A server ----

-- Off to the guest who has waited longest; nobody else serves that one now.
action "take_the_order" {
  travel = "self.speed", near = 1, targets = true, prefer = "least target.ordered_at",
  start = "area.order(target) = false; self.brings(target) = true", show = { pose = "walk" },
}
action "walk_to_the_bar" { travel = "self.speed", near = 1, resumable = true, targets = true, show = { pose = "walk" } }
action "draw_an_ale" { duration = { 2, 4 }, resumable = true, show = { pose = "work" } }
-- Both only to one who is a guest still.
action "carry_it_over" { travel = "self.speed", near = 1, targets = true, when = "area.holder(target)",
  show = { pose = "walk" } }
action "hand_over" {
  duration = 1, targets = true, when = "area.holder(target)", finish = "self.brings(target) = false; target.ale += 1",
  show = { pose = "talk", says = "There you are." },
}
action "pour_it_back" { duration = 1, targets = true, finish = "self.brings(target) = false", show = { pose = "work" } }
action "wipe_the_bar" { duration = { 2, 4 }, show = { pose = "work" } }

-- ---- The pub itself ----

action "unlock" { duration = 2, finish = "self.open = true; raise work_begins on staff of self" }
action "listen" { duration = { 40, 80 }, resumable = true }
action "ask_for_quiet" { duration = 1, finish = "raise hush on holder of self" }
action "ring_the_bell" { duration = 2, finish = "raise last_orders on holder of self" }
action "lock_up" { duration = 1, finish = "self.open = false; revoke relax on self" }
