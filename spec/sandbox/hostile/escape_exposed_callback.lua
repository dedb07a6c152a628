-- Tries to have the game call a function of the pack, outside of the limits.
-- Ends: call: a function cannot be given
action "attack" { duration = 1, targets = false, when = function(npc, target, env, game)
  game.each(function() game.escaped("a call without limits") end)
end }
