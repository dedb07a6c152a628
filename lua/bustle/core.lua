--- The native part of the library, found where the running Lua finds its modules in C. The file is called
-- `bustle_core`, without a folder: LuaRocks compiles at the top of a checkout, where the command `bustle` is a file. In
-- a game made ready by `bustle love-init`, another file replaces this one (`bustle.love.native`).
return require "bustle_core"
