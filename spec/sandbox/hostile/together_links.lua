-- Tries to fill the memory by links from everybody to everybody.
-- Ends: nothing.
-- Crowd: 300. Each costs at most: 1 turns, 1 links, 1 links_refused.
link "friend" {}
action "stand" { duration = 0.001, targets = "person", start = "self.friend(target) = 1" }
sequence "attack" { entry = "go", go = { action = "stand", to = "go" } }
npc "attacker" { main = "attack", tags = "person" }
