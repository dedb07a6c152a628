-- Tries to change its role, and with it its plan, whenever it is looked at.
-- Ends: nothing.
-- Crowd: 40. Each costs at most: 1 turns, 2 starts, 14 events, 0 allocations.
state "n" { default = 0, min = 0, max = 1 }
action "stand" { duration = 0.001 }
sequence "attack" { entry = "go", go = { action = "stand", to = "END" } }
sequence "other" { entry = "go", go = { action = "stand", to = "END" } }
plan "short" { { "00:00", "00:01", "attack", change = "now" }, { "00:01", "24:00", "other", change = "now" } }
role "a" { main = "attack", enter = "self.n = 1", exit = "self.n = 0", change = "now" }
role "b" { plan = "short", enter = "self.n = 0", exit = "self.n = 1", change = "now" }
npc "attacker" { main = "attack", state = { "n" }, roles = { { "a", when = "self.n == 0" }, "b" } }
