-- Tries to declare a text too long to show.
-- Ends: load: a text is longer than 100000 bytes
state (('x'):rep(100001)) {}
