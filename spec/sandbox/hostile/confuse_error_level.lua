-- Tries to blame another file for an error.
-- Ends: load: hostile.lua
error('somebody else', 4)
