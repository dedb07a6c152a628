-- Tries to match a pattern that tries everything, in a condition.
-- Ends: call: it takes more than
action "attack" { duration = 1, targets = false, when = function()
  return ('a'):rep(200):find('.-.-.-.-.-.-b')
end }
