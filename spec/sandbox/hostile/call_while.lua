-- Tries to run for ever in a condition.
-- Ends: call: it takes more than
action "attack" { duration = 1, targets = false, when = function()
  while true do end
end }
