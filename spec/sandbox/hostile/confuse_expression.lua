-- Tries to nest an expression too deep for the host's stack.
-- Ends: content: nested more than 64 deep
action "attack" { duration = 1, targets = false, when = ("("):rep(30000) .. "true" .. (")"):rep(30000) }
