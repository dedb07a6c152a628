-- Tries to make a giant text.
-- Ends: load: more than
local s = string.rep('x', 1e9)
