-- Tries to run for ever in the condition of a way.
-- Ends: call: it takes more than
action "attack" { duration = 1 }
sequence "attack" { entry = "go", go = { action = "attack",
  to = { { "go", when = function() while true do end end }, { "END", otherwise = true } } } }
npc "attacker" { main = "attack" }
