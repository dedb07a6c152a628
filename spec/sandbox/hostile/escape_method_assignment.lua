-- Tries to set a method for all strings.
-- Ends: load: attempt to index
local s = ""
s.rep = function() escaped("a poisoned method") end
