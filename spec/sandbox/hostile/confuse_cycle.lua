-- Tries to declare a table that holds itself.
-- Ends: load: nested more than 32 deep
local t = { duration = 1 }
t.show = t
action "attack" (t)
