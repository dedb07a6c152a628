-- Tries to put something into what all conditions are given.
-- Ends: call: a table of the pack expected
action "attack" { duration = 1, targets = false, when = function(npc, target, env, game)
  table.insert(npc, "poison")
end }
