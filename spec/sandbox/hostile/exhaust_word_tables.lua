-- Tries to have the host copy the same large table for ever.
-- Ends: load: hostile.lua
local t = {}
for i = 1, 50000 do t[i] = i end
while true do state "x" (t) end
