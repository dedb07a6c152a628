-- Tries to change the case of a long text over and over.
-- Ends: load: it takes more than
local s = ("X"):rep(1000000)
while true do local _ = s:upper(), s:lower(), s:reverse() end
