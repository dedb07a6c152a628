-- Tries to run for ever in an effect.
-- Ends: call: it takes more than
action "attack" { duration = 1, targets = false, start = function()
  while true do end
end }
