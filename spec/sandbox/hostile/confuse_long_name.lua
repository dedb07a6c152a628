-- Tries to declare a name of a hundred thousand letters.
-- Ends: nothing.
state (('x'):rep(100000)) { default = 1 }
