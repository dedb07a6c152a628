-- Tries to raise the entity itself as an error.
-- Ends: call: (the error is a table)
action "attack" { duration = 1, targets = false, when = function(npc, target, env, game)
  error(npc)
end }
