-- Tries to bring in a kind of value that only LuaJIT has.
-- Ends: load: hostile.lua
constant "big" (1LL)
