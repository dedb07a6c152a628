-- Tries to shift a long list over and over.
-- Ends: load: hostile.lua
local t = {}
while true do table.insert(t, 1, "x") end
