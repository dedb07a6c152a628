-- Tries to make a giant text in one instruction.
-- Ends: load: it takes more than
local s = ("x"):rep(1000000)
s = s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s
