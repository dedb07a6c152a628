-- Tries to raise an error that is nothing.
-- Ends: load: hostile.lua
error(nil)
