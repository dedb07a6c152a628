-- Tries to raise an error that is no text, in a condition.
-- Ends: call: (the error is a table)
action "attack" { duration = 1, targets = false, when = function(npc, target, env, game)
  error { npc }
end }
