-- Tries to use a file that the game left in what it exposes.
-- Ends: call: a pack cannot have a userdata of the game
action "attack" { duration = 1, targets = false, when = function(npc, target, env, game)
  game.output:write("out")
end }
