-- Tries to repeat a text a number of times that is none.
-- Ends: load: bad argument #2 to 'rep'
local s = ('x'):rep(0 / 0)
