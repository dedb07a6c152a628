-- Tries to repeat a text an infinite number of times.
-- Ends: load: bad argument #2 to 'rep'
local s = ('x'):rep(1 / 0)
