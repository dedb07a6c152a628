-- Tries to overflow the stack with a long pattern.
-- Ends: load: hostile.lua
local long = ("a?"):rep(50000)
local _ = ("a"):rep(50000):find(long .. "b")
