-- Tries to make a giant text in one instruction.
-- Ends: load: more than 16 MB of memory
local s = ("x"):rep(1000000)
s = s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s
