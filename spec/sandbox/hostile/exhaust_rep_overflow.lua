-- Tries to make a text so long that its length overflows.
-- Ends: load: resulting string too large
local s = ("xxxxxxxx"):rep(2 ^ 52)
