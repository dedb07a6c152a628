-- Tries to return a table where the answer to a condition is wanted.
-- Ends: nothing.
action "attack" { duration = 1, targets = false, when = function(npc, target, env, game)
  return { npc, game, env }
end }
