-- Tries to look for a reason without any time between.
-- Ends: content: it is tested every 0 ms
action "stand" { duration = 1 }
sequence "attack" { entry = "go", go = { action = "stand", to = "END" } }
npc "attacker" { main = "attack", cues = { cue = { every = 0, again = 0, sequence = "attack", when = "true" } } }
