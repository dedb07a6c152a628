-- Tries to look for a reason in every millisecond, a hundred times.
-- Ends: nothing.
-- Crowd: 10. Each costs at most: 1 turns, 100 tests, 0 allocations.
-- Many times that have passed at once are one.
local cues = {}
for i = 1, 100 do
  cues["cue" .. i] = { every = 0.001, again = 0, sequence = "response", priority = i, when = function(npc, target, env, game)
    game.count()
    return false
  end }
end
action "stand" { duration = 9000 }
sequence "response" { entry = "go", go = { action = "stand", to = "END" } }
sequence "attack" { entry = "go", go = { action = "stand", to = "END" } }
npc "attacker" { main = "attack", cues = cues }
