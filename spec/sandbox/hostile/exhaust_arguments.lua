-- Tries to pass on more arguments each time.
-- Ends: load: hostile.lua
local function more(...) return more(1, 2, 3, 4, 5, 6, 7, 8, ...) end
more()
