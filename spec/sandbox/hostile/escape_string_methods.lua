-- Tries to reach through a string what the string library hides.
-- Ends: nothing.
local s = "x"
if s.dump or s.pack or s.unpack or s.packsize or s.__index or s.__metatable then escaped("a method of strings") end
if string.dump or string.pack or string.buffer then escaped("a function of the string library") end
