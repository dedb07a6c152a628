-- Tries to open more captures than there are.
-- Ends: load: too many captures
local _ = ('x'):find(('()'):rep(40))
