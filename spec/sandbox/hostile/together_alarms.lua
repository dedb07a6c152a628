-- Tries to have everybody raise an alarm on everybody in every answer to an alarm.
-- Ends: nothing.
-- Crowd: 40. Each costs at most: 1 turns, 3 starts, 80 events, 0 allocations.
interruption "alarm" {}
link "everyone" {}
action "meet" { duration = 0.001, targets = "person", start = "self.everyone(target) = 1" }
action "cry" { duration = 0.001, start = "raise alarm on everyone+ of self; raise alarm within 1000" }
sequence "attack" { entry = "meet", meet = { action = "meet", to = { { "meet", when = "count(everyone of self) < 39" }, "cry" } },
  cry = { action = "cry", to = "meet" } }
sequence "answer" { entry = "go", go = { action = "cry", to = "go" } }
npc "attacker" { main = "attack", tags = "person", on = { alarm = { sequence = "answer", priority = 1 } } }
