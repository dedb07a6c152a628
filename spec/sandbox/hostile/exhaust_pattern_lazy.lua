-- Tries to match a pattern that tries everything.
-- Ends: load: more than 2000000 instructions
local _ = ('a'):rep(1000):find('.-.-.-.-.-.-.-.-b')
