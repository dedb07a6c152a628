-- Tries to join nothing over and over.
-- Ends: load: it takes more than
local t = {}
for i = 1, 100000 do t[i] = "" end
while true do local _ = table.concat(t) end
