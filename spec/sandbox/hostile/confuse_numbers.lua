-- Tries to declare numbers that are none.
-- Ends: content: is
state "a" { default = 0 / 0, min = 1 / 0, max = -1 / 0 }
action "attack" { duration = 0 / 0, timeout = 1 / 0 }
