-- Tries to read a number from a long text over and over.
-- Ends: load: it takes more than
local digits = ("1"):rep(1000000)
while true do local _ = digits + 1, tonumber(digits) end
