-- They need nothing, so they can always be done.
action "stand_idle" { duration = { 2, 5 }, show = { pose = "stand" } }
action "look_around" { duration = { 2, 4 }, show = { pose = "look" } }
action "stretch" { duration = { 2, 3 }, finish = "self.energy += 1", show = { pose = "stretch" } }
action "wander" { duration = { 4, 8 }, finish = "self.energy -= 1", tags = "roam", show = { pose = "stroll" } }

action "gasp" { duration = 1.5, show = { pose = "startle", says = "!" } }
action "step_back" { duration = { 1.5, 2.5 }, show = { pose = "startle" } }

action "run_to_shelter" {
  travel = "self.speed", resumable = true, targets = "shelter", prefer = "nearest",
  when = "distance < sight and target.cover > 0", show = { pose = "run" },
}
-- These are seen while somebody waits for the rain to end.
action "wait_out_rain" { duration = 1, show = { pose = "stand" } }
action "brave_the_rain" { duration = 1, show = { pose = "stand" } }
