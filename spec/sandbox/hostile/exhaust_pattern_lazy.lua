-- Tries to match a pattern that tries everything.
-- Ends: load: it takes more than
local _ = ('a'):rep(1000):find('.-.-.-.-.-.-.-.-b')
