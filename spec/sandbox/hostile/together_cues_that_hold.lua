-- Tries to have cues that always hold interrupt each other in every millisecond.
-- Ends: nothing.
-- Crowd: 10. Each costs at most: 1 turns, 1 starts, 40 events, 0 allocations.
local cues = {}
for i = 1, 100 do cues["cue" .. i] = { every = 0.001, again = 0, sequence = "response", priority = i, when = "true" } end
action "stand" { duration = 0.001 }
sequence "response" { entry = "go", go = { action = "stand", to = "END" } }
sequence "attack" { entry = "go", go = { action = "stand", to = "END" } }
npc "attacker" { main = "attack", cues = cues }
