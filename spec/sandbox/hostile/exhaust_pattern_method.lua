-- Tries to match a pattern that tries everything, in a replacement.
-- Ends: load: it takes more than
local _ = ('a'):rep(1000):gsub('.*.*.*.*.*.*b', '')
