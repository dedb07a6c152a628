-- Tries to change globals that another pack uses.
-- Ends: nothing.
action "attack" { duration = 1, targets = false, when = function()
  secret = 0
  stolen = true
  string, table, math, next = nil, nil, nil, nil
  return true
end }
