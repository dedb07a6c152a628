-- Tries to change what the game exposes.
-- Ends: call: what the game exposes cannot be changed
action "attack" { duration = 1, targets = false, when = function(npc, target, env, game)
  game.settings.volume = 0
end }
