-- Tries to make a giant text by a method of strings.
-- Ends: load: more than
local s = ('x'):rep(1e9)
