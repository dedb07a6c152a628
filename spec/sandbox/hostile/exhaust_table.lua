-- Tries to fill a list for ever.
-- Ends: load: hostile.lua
local t = {}
while true do t[#t + 1] = t end
