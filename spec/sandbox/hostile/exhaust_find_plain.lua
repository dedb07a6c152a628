-- Tries to look for a text that is nearly everywhere.
-- Ends: load: it takes more than
local s, p = ("a"):rep(1000000), ("a"):rep(500000) .. "b"
while true do local _ = s:find(p, 1, true) end
