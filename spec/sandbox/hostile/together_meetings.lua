-- Tries to have everybody wait for more than will ever come, and for each other at places that are themselves.
-- Ends: nothing.
-- Crowd: 40. Each costs at most: 2 turns, 3 starts, 12 events.
link "friend" {}
action "stand" { duration = 0.001, targets = "person", start = "self.friend(target) = 1" }
sequence "attack" { entry = "go", go = { action = "stand", to = "few" },
  few = { meet = "few", at = "friend+ of self", count = 2, timeout = 0.001, to = "many", failed = "many" },
  many = { meet = "many", at = "friend+ of self", count = 255, timeout = 0.001, to = "go", failed = "go" } }
npc "attacker" { main = "attack", tags = "person" }
