-- Tries to leave the game no memory for an answer.
-- Ends: nothing.
action "attack" { duration = 1, targets = false, when = function(_, _, env)
  local s = ("x"):rep(400000)
  return env.hour == 12 and #s > 0
end }
