-- Tries to write state in a condition.
-- Ends: call: is not allowed inside the callback 'condition'
action "attack" { duration = 1, targets = false, when = function(npc, target, env, game)
  npc.state.energy = 50
  game.escaped("a state written by a condition")
end }
