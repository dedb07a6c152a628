-- Tries to let the game call functions of the library with what conditions are given.
-- Ends: call: a table of the pack expected
action "attack" { duration = 1, targets = false, when = function() return true end,
  start = { next, table.insert, string.rep, error, state, table.sort } }
