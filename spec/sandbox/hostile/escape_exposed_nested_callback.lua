-- Tries to hide a function for the game in a table.
-- Ends: call: a function cannot be given
action "attack" { duration = 1, targets = false, when = function(npc, target, env, game)
  game.keep { { { function() while true do end end } } }
end }
