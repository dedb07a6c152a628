-- Tries to have everybody join and leave scenes as often as can be, and call each other about that.
-- Ends: nothing.
-- Crowd: 40. Each costs at most: 2 turns, 2 joins, 2 leaves, 16 events.
interruption "alarm" {}
action "stand" { duration = 0.001 }
action "fidget" { duration = 0.001 }
scene "crowd" { rest = 0, patience = 0.001, waiting = "fidget",
  parts = { { "one", finish = "raise alarm on other" }, { "other", count = { 1, 31 }, who = "person", finish = "raise alarm on one" } },
  { one = "stand" }, { other = "stand" } }
sequence "attack" { entry = "go", go = { scene = "crowd", as = "one", every = 0.001, timeout = 9000, to = "stand" },
  stand = { action = "stand", to = "END" } }
sequence "answer" { entry = "go", go = { action = "stand", to = "END" } }
npc "attacker" { main = "attack", tags = "person", on = { alarm = "answer" } }
