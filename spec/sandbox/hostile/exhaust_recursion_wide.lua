-- Tries to overflow the stack with a lot in every call.
-- Ends: load: hostile.lua
local function deeper(...) return deeper(1, 2, 3, 4, 5, 6, 7, 8, ...) + 1 end
deeper()
