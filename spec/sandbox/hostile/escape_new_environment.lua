-- Tries to lose its environment and see what is behind it.
-- Ends: load: hostile.lua:4
_ENV = nil
error("as expected on LuaJIT, where _ENV is a name like others")
