-- Tries to match a pattern that tries everything, in a replacement.
-- Ends: load: more than 2000000 instructions
local _ = ('a'):rep(1000):gsub('.*.*.*.*.*.*b', '')
