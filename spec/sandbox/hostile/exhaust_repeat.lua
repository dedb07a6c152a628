-- Tries to run for ever, with a condition that never comes true.
-- Ends: load: it takes more than
local n = 0
repeat n = n + 1 until n < 0
