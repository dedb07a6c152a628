-- Tries to have the game fail, and to hide behind its error.
-- Ends: call: the game's own mistake
action "attack" { duration = 1, targets = false, when = function(npc, target, env, game)
  game.fail()
end }
