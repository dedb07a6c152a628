-- Tries to make texts and throw them away, so that memory never runs out.
-- Ends: load: it takes more than
local s = ("x"):rep(1000000)
while true do local _ = s .. "y" end
