-- Tries to raise an error that is a function.
-- Ends: load: hostile.lua
error(function() while true do end end)
