-- Tries to run for ever without a loop.
-- Ends: load: hostile.lua
::again:: do goto again end
