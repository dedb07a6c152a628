-- Tries to change the library while other packs run.
-- Ends: nothing.
action "attack" { duration = 1, targets = false, when = function()
  for name in pairs(string) do string[name] = nil end
  table.sort = function() end
  return true
end }
