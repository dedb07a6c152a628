-- Tries to leave the game no instructions for an answer.
-- Ends: nothing.
n = 0
action "attack" { duration = 1, targets = false, when = function(_, _, env)
  for _ = 1, 5000 do n = n + 1 end
  return env.hour == 12
end }
