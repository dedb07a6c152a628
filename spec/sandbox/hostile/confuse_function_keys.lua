-- Tries to use functions as keys.
-- Ends: load: a key is a function
action "attack" { duration = 1, show = { [next] = true } }
