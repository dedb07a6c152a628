-- Tries to run for ever in an effect.
-- Ends: call: more than 50000 instructions
action "attack" { duration = 1, targets = false, start = function()
  while true do end
end }
