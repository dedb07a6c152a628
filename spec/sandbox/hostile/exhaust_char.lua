-- Tries to make a text of more letters than fit on the stack.
-- Ends: load: hostile.lua
local function more(...) return more(string.char(65, ...), ...) end
more(65)
