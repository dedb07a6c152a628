-- Tries to overflow the stack of C by words within words.
-- Ends: load: hostile.lua
local function deeper() return state(deeper()) end
deeper()
