-- Tries to make a text that doubles each time.
-- Ends: load: it takes more than
local s = 'x'
while true do s = s .. s end
