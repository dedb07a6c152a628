-- Tries to change a table that a function of the game returns.
-- Ends: call: what the game exposes cannot be changed
action "attack" { duration = 1, targets = false, when = function(npc, target, env, game)
  game.keep { 1 }
  game.kept()[1] = 2
end }
