-- Tries to declare keys that mean something in metatables.
-- Ends: content: unknown key "__gc"
action "attack" { duration = 1, targets = false, __gc = function() end, __index = {}, __tostring = function() end,
  __metatable = false, __close = function() end }
