-- Tries to return every byte of a long text.
-- Ends: load: string slice too long
local _ = { ('x'):rep(1000000):byte(1, -1) }
