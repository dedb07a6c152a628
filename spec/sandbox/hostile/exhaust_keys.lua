-- Tries to fill a table with keys for ever.
-- Ends: load: hostile.lua
local t, n = {}, 0
while true do n = n + 1 t['k' .. n] = n end
