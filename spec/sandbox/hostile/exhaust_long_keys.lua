-- Tries to look up a long text that is equal to a key, but another, again and again.
-- Ends: load: it takes more than
local t = { [("a"):rep(2000000)] = true }
local key = ("a"):rep(1999999) .. "a"
while true do local _ = t[key] end
