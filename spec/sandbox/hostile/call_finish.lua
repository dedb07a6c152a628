-- Tries to run for ever when an action ends.
-- Ends: call: it takes more than
action "attack" { duration = 1, targets = false, finish = function()
  while true do end
end }
