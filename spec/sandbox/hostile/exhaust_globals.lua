-- Tries to fill its globals.
-- Ends: load: hostile.lua
local environment = {}
for i = 1, 1e9 do environment["g" .. i] = { i } end
