-- Tries to match a pattern with two choices at each letter.
-- Ends: load: more than 2000000 instructions
local _ = ('a'):rep(40):match(('a?'):rep(40) .. ('a'):rep(40) .. 'b')
