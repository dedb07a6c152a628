-- Tries to make functions for ever and keep them.
-- Ends: load: hostile.lua
local kept
while true do
  local before = kept
  kept = function() return before end
end
