-- Tries to count to the end of numbers.
-- Ends: load: it takes more than
local n = 0
for i = 1, 1e300 do n = n + i end
