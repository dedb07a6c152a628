-- Tries to look for the first thing in a large table that was emptied.
-- Ends: load: it takes more than
local t = {}
for i = 1, 60000 do t["k" .. i] = true end
for key in pairs(t) do t[key] = nil end
while true do next(t) end
