-- Tries to overflow the stack of C by replacing within a replacement.
-- Ends: load: hostile.lua
local function deeper() return (("x"):gsub("x", deeper)) end
deeper()
