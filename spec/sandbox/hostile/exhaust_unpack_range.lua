-- Tries to return values from one end of numbers to the other.
-- Ends: load: hostile.lua
local _ = { table.unpack({}, -2 ^ 52, 2 ^ 52) }
