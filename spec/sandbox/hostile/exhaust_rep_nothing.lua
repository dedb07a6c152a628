-- Tries to repeat nothing for ever.
-- Ends: nothing.
if ("").rep("", 1e15) ~= "" or string.rep("", 2 ^ 52, "") ~= "" then escaped("something from nothing") end
