-- Tries to make a giant text.
-- Ends: load: it takes more than
local s = string.rep('x', 1e9)
