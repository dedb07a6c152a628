-- Tries to make a text that doubles each time.
-- Ends: load: more than 16 MB of memory
local s = 'x'
while true do s = s .. s end
