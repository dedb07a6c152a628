-- Tries to write to the terminal of whoever reads the message of an error.
-- Ends: load: hostile.lua:3:  [2Jcleared   faked.lua:1: all is well
error('\27[2Jcleared\r\n\0faked.lua:1: all is well')
