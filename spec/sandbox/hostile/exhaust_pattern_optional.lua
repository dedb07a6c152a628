-- Tries to match a pattern with two choices at each letter.
-- Ends: load: it takes more than
local _ = ('a'):rep(40):match(('a?'):rep(40) .. ('a'):rep(40) .. 'b')
