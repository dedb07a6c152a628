-- Tries to run for ever when an action ends.
-- Ends: call: more than 50000 instructions
action "attack" { duration = 1, targets = false, finish = function()
  while true do end
end }
