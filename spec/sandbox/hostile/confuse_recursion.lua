-- Tries to declare sequences within each other without end.
-- Ends: content: it runs itself
sequence "one" { entry = "go", go = { sequence = "other", to = "END" } }
sequence "other" { entry = "go", go = { sequence = "one", to = "END" } }
npc "attacker" { main = "one" }
