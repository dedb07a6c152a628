-- Tries to join a list up to a number that is far away.
-- Ends: load: hostile.lua
local _ = table.concat({}, '', 1, 2 ^ 52)
