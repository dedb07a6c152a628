-- Tries to learn addresses through a function of the game.
-- Ends: call: argument 1
action "attack" { duration = 1, targets = false, when = function(npc, target, env, game)
  local text = game.tostring(game.settings)
  game.escaped(text)
end }
