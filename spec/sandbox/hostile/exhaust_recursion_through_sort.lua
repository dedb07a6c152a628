-- Tries to overflow the stack of C by sorting within a comparison.
-- Ends: load: hostile.lua
local function deeper() table.sort({ 3, 2, 1 }, deeper) return true end
deeper()
