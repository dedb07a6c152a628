-- Tries to keep a little more with every call.
-- Ends: call: the pack holds more than 16 MB of memory
kept = {}
action "attack" { duration = 0.05, targets = false, when = function()
  kept[#kept + 1] = ("x"):rep(400000 + #kept)
  return true
end }
