-- Tries to use tables and functions as keys.
-- Ends: load: a key is a table
action "attack" { duration = 1, [{}] = true }
