-- Tries to have the game return an object of its own, and to change that.
-- Ends: call: what the game exposes cannot be changed
action "attack" { duration = 1, targets = false, when = function(npc, target, env, game)
  game.keep("x")
  local name_of = game.settings
  name_of.escaped = true
end }
