-- Tries to make a giant text by a format.
-- Ends: load: hostile.lua
local s = ('%99999999d'):format(1)
