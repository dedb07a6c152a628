-- Tries to cast a scene in a part of the same scene, and so on.
-- Ends: content: its members begin it again
action "stand" { duration = 0.001 }
sequence "deeper" { entry = "go", go = { scene = "pair", as = "one", to = "END" } }
scene "pair" { rest = 0, parts = { { "one", sequence = "deeper" }, { "other", who = "person" } }, { other = "stand" } }
sequence "attack" { entry = "go", go = { scene = "pair", as = "one", to = "END", failed = "END" } }
npc "attacker" { main = "attack", tags = "person" }
