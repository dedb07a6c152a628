-- Tries to run for ever in a condition.
-- Ends: call: more than 50000 instructions
action "attack" { duration = 1, targets = false, when = function()
  while true do end
end }
