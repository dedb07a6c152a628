-- Tries to declare an expression that is too long to compile.
-- Ends: content: the text is longer than 65536 bytes
action "attack" { duration = 1, targets = false, when = "true" .. (" and true"):rep(10000) }
