-- Tries to declare a text too long to show.
-- Ends: load: a text is longer than 1048576 bytes
state (('x'):rep(1048577)) {}
