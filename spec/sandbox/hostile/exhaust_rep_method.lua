-- Tries to make a giant text by a method of strings.
-- Ends: load: it takes more than
local s = ('x'):rep(1e9)
