-- Tries to match a pattern that tries everything, in a condition.
-- Ends: call: more than 50000 instructions
action "attack" { duration = 1, targets = false, when = function()
  return ('a'):rep(200):find('.-.-.-.-.-.-b')
end }
