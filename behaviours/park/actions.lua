action "rest" { duration = { 4, 7 }, finish = "self.energy += 1", show = { pose = "stand" } }

-- Written out, as it was before there were claims: the seat is taken at the start, and given back in both ways that it
-- can end.
action "sit_on_bench" {
  duration = { 6, 10 }, resumable = true, targets = "bench",
  when = "target.occupied < target.places and env.weather ~= 'rainy' and distance < sight",
  start = "target.occupied += 1; self.sitting = true",
  finish = "target.occupied -= 1; self.sitting = false; self.energy += 3",
  interrupted = "target.occupied -= 1; self.sitting = false", show = { pose = "sit" },
}

action "walk_to_food" {
  travel = "self.speed", resumable = true, targets = "food", when = "target.open and target.stock > 0 and distance < sight",
  show = { pose = "walk" },
}
action "browse_food" { duration = { 2, 5 }, resumable = true, targets = "food", when = "target.open and distance < nearby",
  show = { pose = "browse" } }
action "buy_food" {
  duration = { 2, 4 }, targets = "food", when = "target.open and target.stock > 0 and distance < nearby",
  finish = "target.stock -= 1; self.fed += 1; self.mood += 1", show = { pose = "talk" },
}
action "walk_around" { duration = { 6, 12 }, finish = "self.energy -= 2", tags = "roam", show = { pose = "stroll" } }

action "refill" { duration = 6, targets = "food", when = "target.stock < 6", finish = "target.stock = 12",
  show = { pose = "work" } }
action "sweep_path" { duration = { 5, 9 }, resumable = true, show = { pose = "work" } }
