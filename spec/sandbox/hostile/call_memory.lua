-- Tries to take memory in a condition.
-- Ends: call: it takes more than
action "attack" { duration = 1, targets = false, when = function()
  local s = 'x'
  while true do s = s .. s end
end }
